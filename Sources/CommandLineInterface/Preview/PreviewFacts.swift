import Basics
import Compiler
import Composition
import ContentDigest
import EditScript
import FilmComparison
import Lowering
import RenderPlan
import Workspace

/// The facts of a film for pages.
struct PreviewFacts {
  let film: PreviewedFilm
  let plan: RenderPlan
  /// Nil for a sequence.
  let lowered: LoweredFilm?
  /// The geometry of its drawing; nil without one.
  let timeline: TimelineRow?
  let source: SourceText

  init(
    _ film: PreviewedFilm, _ plan: RenderPlan, _ lowered: LoweredFilm?, timeline: TimelineRow?,
    _ source: SourceText
  ) {
    self.film = film
    self.plan = plan
    self.lowered = lowered
    self.timeline = timeline
    self.source = source
  }

  var json: JSONValue {
    let composition = film.composition
    return .members([
      "name": .string(film.name), "width": integer(composition.canvas.size.width),
      "height": integer(composition.canvas.size.height), "rate": rate,
      "frames": .integer(composition.frameCount), "timecode": timecode, "picture": picture, "sound": sound,
      "timeline": drawing, "markers": .array(markers), "chapters": .array(chapters),
      "transitions": .array(transitions), "items": .array(items), "subtitles": .array(subtitles),
    ])
  }

  /// The subtitle streams that a player can choose.
  private var subtitles: [JSONValue] {
    film.composition.subtitles.enumerated().map { number, stream in
      .members([
        "name": .string(stream.title ?? stream.language ?? "subtitles \(number + 1)"),
        "language": stream.language.map(JSONValue.string) ?? .null,
        "cues": .array(
          stream.cues.map { cue in
            .members([
              "start": .number(cue.timelineRange.start.inSeconds),
              "end": .number(cue.timelineRange.end.inSeconds), "text": .string(cue.text.plain),
            ])
          }),
      ])
    }
  }

  private func integer(_ number: Int) -> JSONValue { .integer(Int64(number)) }

  private var rate: JSONValue {
    let rate = film.composition.canvas.rate
    return .members(["frames": .integer(rate.frames), "seconds": .integer(rate.seconds)])
  }

  private var timecode: JSONValue {
    guard let timecode = film.film?.settings?.timecode else { return .null }
    return .members(["frame": .integer(timecode.frame), "isDropFrame": .bool(timecode.isDropFrame)])
  }

  private var picture: JSONValue {
    guard let size = plan.settings.video?.size else { return .null }
    return .members([
      "width": integer(size.width), "height": integer(size.height), "codec": .string("avc1.42c028"),
    ])
  }

  private var drawing: JSONValue {
    guard let timeline else { return .null }
    return .members([
      "left": .number(timeline.left), "right": .number(timeline.right), "width": .number(timeline.width),
    ])
  }

  private var markers: [JSONValue] {
    (film.film?.markers ?? []).filter { !$0.isChapter }.map { named($0.name, $0.time) }
  }

  private var chapters: [JSONValue] { film.composition.chapters.map { named($0.name, $0.start) } }

  private var transitions: [JSONValue] {
    film.composition.transitions.map { transition in
      .members([
        "name": .string(transition.label), "first": .integer(transition.frames.lowerBound),
        "frames": integer(transition.frames.count),
      ])
    }
  }

  private var sound: JSONValue {
    guard let track = plan.soundTrack else { return .null }
    let isMastered = film.composition.mix.isMastered
    let rate = Int64(plan.composition.mix.sampleRate)
    return .members([
      "key": .string(track.key.hex), "codec": .string("flac"), "sampleRate": .integer(rate),
      "samples": .integer(Int64(track.samples.count)), "chunkSamples": .integer(rate),
      "note": isMastered
        ? .string("Loudness and peak levels of the whole film are applied only by a render.") : .null,
    ])
  }

  private func named(_ name: String, _ time: RationalTime) -> JSONValue {
    .members(["name": .string(name), "frame": .integer(frame(at: time))])
  }

  private func frame(at time: RationalTime) -> Int64 {
    let frame = Lowering.frameNumber(at: time, rate: film.composition.canvas.rate) ?? 0
    return min(max(0, frame), max(0, film.composition.frameCount - 1))
  }
}

// MARK: - Items

extension PreviewFacts {
  private var items: [JSONValue] {
    let obstacles = obstacles
    guard let lowered else {
      return film.composition.layers.map { layer in
        item(layer.label, "timeline", layer.frames, facts: nil, line: nil, obstacle: nil)
      }
    }
    return lowered.items.compactMap { item in
      guard let range = item.timelineRange else { return nil }
      let first = frame(at: range.start)
      let frames = item.frames ?? first..<max(first + 1, frame(at: range.end))
      let facts = item.medium.map { lowered.media[$0].reference.facts }
      return self.item(
        label(of: item), item.list.rawValue, frames, facts: facts.map(line),
        line: source.place(at: item.item.range.start).line,
        obstacle: item.layerNumber.flatMap { obstacles[.layer($0)] } ?? obstacles[.film])
    }
  }

  private func item(
    _ name: String, _ lane: String, _ frames: Range<Int64>, facts: String?, line: Int?, obstacle: String?
  ) -> JSONValue {
    .members([
      "name": .string(name), "lane": .string(lane), "first": .integer(frames.lowerBound),
      "frames": .integer(Int64(frames.count)), "facts": facts.map(JSONValue.string) ?? .null,
      "line": line.map { .integer(Int64($0)) } ?? .null,
      "whyEncoded": obstacle.map(JSONValue.string) ?? .null,
    ])
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
}
