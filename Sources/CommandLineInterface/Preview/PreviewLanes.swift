import Basics
import Compiler
import Composition
import ContentDigest
import Diagnostics
import EditScript
import FilmComparison
import Lowering
import RenderPlan
import Workspace

/// The items of a film and its cues for pages, in lanes and rows.
struct PreviewLanes {
  private let film: PreviewedFilm
  /// Nil for a sequence.
  private let lowered: LoweredFilm?
  private let waveforms: [ContentDigest]
  /// Nil for a media file, whose script is written nowhere.
  private let source: SourceText?
  private let framesPerSecond: Double
  private let content: TimelineContent?
  private let detection: PreviewDetection

  init(
    _ film: PreviewedFilm, waveforms: [ContentDigest], _ source: SourceText?, detection: PreviewDetection
  ) {
    self.detection = detection
    self.film = film
    self.waveforms = waveforms
    self.source = source
    lowered = film.film?.lowered
    let rate = film.composition.canvas.rate
    framesPerSecond = Double(rate.frames) / Double(rate.seconds)
    content = lowered.map { TimelineFilm($0, name: film.name, plan: nil).content }
  }

  var items: [JSONValue] { lowered.map(items) ?? itemsOfSequence }

  /// One member per track, with its cues in order.
  var cues: [JSONValue] {
    (content?.subtitles ?? []).map { lane in
      .members([
        "name": .string(lane.label),
        "cues": .array(
          lane.cues.map { cue in
            let first = frame(at: cue.start)
            let end = max(first + 1, Int64((cue.end * framesPerSecond).rounded()))
            return .members([
              "text": .string(cue.title), "first": .integer(first), "frames": .integer(end - first),
            ])
          }),
      ])
    }
  }

  private func frame(at seconds: Double) -> Int64 {
    let last = max(0, film.composition.frameCount - 1)
    return min(max(0, Int64((seconds * framesPerSecond).rounded())), last)
  }

  // MARK: The items of a script

  private func items(of film: LoweredFilm) -> [JSONValue] {
    let obstacles = obstacles
    let media = film.media.map { (name: $0.reference.spelling, facts: line(of: $0.reference.facts)) }
    var entries: [ItemList: ArraySlice<(TimelineEntry, row: Int)>] = [:]
    for (list, lane) in [
      (ItemList.timeline, content?.timeline ?? []), (.overlays, content?.overlays ?? []),
      (.audio, content?.audio ?? []),
    ] {
      let rows = list == .timeline ? lane.map { _ in 0 } : stackedRows(lane).rows
      entries[list] = ArraySlice(zip(lane, rows).map { ($0, row: $1) })
    }
    return film.items.compactMap { item in
      let entry = entries[item.list]?.popFirst()
      guard let entry, let range = item.timelineRange else { return nil }
      let first = self.film.composition.frame(at: range.start)
      let frames =
        item.frames ?? first..<max(first + 1, self.film.composition.frame(at: range.end))
      let obstacle = item.layerNumber.flatMap { obstacles[.layer($0)] } ?? obstacles[.film]
      return json(
        entry.0, named: label(of: item), item.list.rawValue, row: entry.row, frames,
        sound: item.soundNumber,
        [
          ("facts", item.medium.map { .string(media[$0].facts) } ?? .null),
          ("line", source.map { .integer(Int64($0.place(at: item.item.range.start).line)) } ?? .null),
          ("whyEncoded", obstacle.map(JSONValue.string) ?? .null),
          ("media", item.medium.map { .string(media[$0].name) } ?? .null),
          ("detected", detection.things(in: item, from: frames.lowerBound)),
          ("take", item.item.take.map { .string($0.value.canonicalText) } ?? .null),
          (
            "keys",
            .array(item.item.writtenProperties.map { .string(VisibleText.line("\($0.name): \($0.text)")) })
          ),
        ])
    }
  }

  private func label(of item: ResolvedItem) -> String {
    if let name = item.item.name { return name.value }
    if let layer = item.layerNumber, film.composition.layers.indices.contains(layer) {
      return film.composition.layers[layer].label
    }
    return item.sound?.label ?? "item"
  }

  /// The reasons why pictures cannot be copied from their media, the first of each subject.
  private var obstacles: [CopyObstacle.Subject: String] {
    var settings = OutputSettings(file: "copy.mp4", container: .mp4, video: nil, audio: nil)
    settings.copied.pictures = true
    let copied = CopiedFilm(film.composition, settings, frames: 0..<film.composition.frameCount)
    return Dictionary(
      copied.obstacles.map { ($0.subject, $0.reason) }, uniquingKeysWith: { first, _ in first })
  }

  private func line(of facts: MediaFacts) -> String {
    let pictures = facts.video.prefix(1).map { track in
      "\(track.displaySize), \(track.codec)"
        + (track.rate.map { ", \($0.spellingForPeople) frames per second" } ?? "")
    }
    let sounds = facts.audio.prefix(1).map {
      "\($0.codec), \($0.sampleRate) Hz, \(counted($0.channelCount, "channel"))"
    }
    return (pictures + sounds).joined(separator: "; ")
  }

  // MARK: The layers and sounds of a sequence

  private var itemsOfSequence: [JSONValue] {
    let layers = film.composition.layers.map { layer in
      var entry = TimelineEntry(
        kind: layer.picture.timelineKind, title: layer.label, start: layer.timelineRange.start.inSeconds,
        end: layer.timelineRange.end.inSeconds)
      entry.opacity = TimelineCurve(opacityOf: layer, from: layer.timelineRange)
      return entry
    }
    let sounds = film.composition.sounds.map { sound in
      var entry = TimelineEntry(
        kind: .sound, title: sound.label, start: sound.timelineRange.start.inSeconds,
        end: sound.timelineRange.end.inSeconds)
      entry.volume = TimelineCurve(gainOf: sound, from: sound.timelineRange)
      return entry
    }
    let (layerRows, soundRows) = (stackedRows(layers).rows, stackedRows(sounds).rows)
    return layers.indices.map { index in
      json(
        layers[index], named: layers[index].title, "timeline", row: layerRows[index],
        film.composition.layers[index].frames, sound: nil, Self.unknown)
    }
      + sounds.indices.map { index in
        let range = film.composition.sounds[index].timelineRange
        let first = film.composition.frame(at: range.start)
        return json(
          sounds[index], named: sounds[index].title, "audio", row: soundRows[index],
          first..<max(first + 1, film.composition.frame(at: range.end)), sound: index, Self.unknown)
      }
  }

  private static let unknown: [(String, JSONValue)] = [
    ("facts", .null), ("line", .null), ("whyEncoded", .null), ("media", .null), ("detected", .null),
    ("take", .null),
    ("keys", .array([])),
  ]

  // MARK: One item

  private func json(
    _ entry: TimelineEntry, named name: String, _ lane: String, row: Int, _ frames: Range<Int64>,
    sound: Int?, _ rest: [(String, JSONValue)]
  ) -> JSONValue {
    let members: [(String, JSONValue)] = [
      ("name", .string(name)), ("title", .string(entry.title)), ("lane", .string(lane)),
      ("first", .integer(frames.lowerBound)),
      ("frames", .integer(Int64(frames.count))), ("kind", .string(entry.kind.name)),
      ("row", .integer(Int64(row))), ("colors", .array(entry.swatch.map { .string($0.hexadecimal) })),
      ("opacity", points(of: entry.opacity, entry, from: frames.lowerBound)),
      ("volume", points(of: entry.volume, entry, from: frames.lowerBound)),
      ("waveform", sound.flatMap(waveform) ?? .null),
    ]
    return .object((members + rest).map { JSONValue.Member(name: $0.0, value: $0.1) })
  }

  /// The key of the levels of a sound, and the frames that they cover; they need not be whole.
  private func waveform(of sound: Int) -> JSONValue? {
    guard waveforms.indices.contains(sound), film.composition.sounds.indices.contains(sound) else {
      return nil
    }
    let range = film.composition.sounds[sound].timelineRange
    let (start, end) = (range.start.inSeconds * framesPerSecond, range.end.inSeconds * framesPerSecond)
    return .members([
      "key": .string(waveforms[sound].hex), "first": .number(rounded(start, to: 1000)),
      "frames": .number(rounded(end - start, to: 1000)),
    ])
  }

  private func rounded(_ value: Double, to parts: Double) -> Double { (value * parts).rounded() / parts }

  /// Pairs of a frame, counted from the first one of the item, and a value; null without a curve.
  private func points(of curve: TimelineCurve?, _ entry: TimelineEntry, from first: Int64) -> JSONValue {
    guard let curve else { return .null }
    let isConstant = curve.points.allSatisfy { $0.value == curve.points[0].value }
    return .array(
      (isConstant ? Array(curve.points.prefix(1)) : curve.points).map { point in
        let frame = (entry.start + point.time) * framesPerSecond - Double(first)
        return .array([.number(rounded(frame, to: 1000)), .number(rounded(point.value, to: 10_000))])
      })
  }
}

extension TimelineEntry.Kind {
  fileprivate var name: String {
    switch self {
    case .clip: "clip"
    case .image: "image"
    case .words: "text"
    case .drawn: "drawn"
    case .film: "film"
    case .gap: "gap"
    case .sound: "sound"
    case .cue: "cue"
    }
  }
}

extension Picture {
  fileprivate var timelineKind: TimelineEntry.Kind {
    switch self {
    case .moving, .frozen: .clip
    case .still: .image
    case .film, .frozenFilm: .film
    case .text, .credits, .subtitles: .words
    case .color, .gradient, .bars, .noise, .shape: .drawn
    }
  }
}
