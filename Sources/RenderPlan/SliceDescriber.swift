import Composition
import ContentDigest
import EditTime
import JSONText
import MediaFacts

/// Says in a canonical text all that the bytes of a slice of the film depend on, and nothing else.
///
/// Times are counted from the start of the slice, curves are cut to it, and media are named by their content,
/// so that the same pictures give the same text wherever they stand in the film and whatever files are called.
struct SliceDescriber {
  let composition: Composition
  let mediaDigests: [String]
  let engine: EngineVersion
  /// Of the layers that are subtitles.
  private let chains: [Int: SubtitleChains]
  /// Of each film that this one shows, all that its pictures and its sound depend on.
  private let films: [(picture: String, sound: String)]

  init(
    composition: Composition, mediaDigests: [String], engine: EngineVersion
  ) throws(PlanningError) {
    self.composition = composition
    self.mediaDigests = mediaDigests
    self.engine = engine
    var chains: [Int: SubtitleChains] = [:]
    for (index, layer) in composition.layers.enumerated() {
      if case .subtitles(let picture) = layer.picture { chains[index] = SubtitleChains(picture) }
    }
    self.chains = chains
    films = try composition.films.indices.map { index throws(PlanningError) in
      let nested = composition.films[index]
      let describer = try SliceDescriber(
        composition: composition.film(index), mediaDigests: nested.media.map { mediaDigests[$0] },
        engine: engine)
      let frames = 0..<max(0, nested.composition.frameCount)
      let layers = Array(nested.composition.layers.indices)
      let picture = try describer.pictureDescription(of: frames, layers: layers)
      return (
        try digest(of: (picture + (nested.hasAlpha ? ["alpha"] : [])).joined(separator: "\n")).hex,
        try digest(of: describer.soundLines.joined(separator: "\n")).hex
      )
    }
  }

  /// A slice of the picture: what it shows and how it is stored.
  func description(
    of frames: Range<Int64>, layers: [Int], encoding: VideoEncoding
  ) throws(PlanningError) -> String {
    let lines = try pictureDescription(of: frames, layers: layers)
    return (lines.prefix(1) + ["engine \(engine.text)", "encoding \(encoding.text)"] + lines.dropFirst())
      .joined(separator: "\n")
  }

  /// What is seen of a slice, however it is stored.
  private func pictureDescription(of frames: Range<Int64>, layers: [Int]) throws(PlanningError) -> [String] {
    let canvas = composition.canvas
    var lines = [
      "picture \(canvas.size) at \(canvas.rate.spelling), background \(canvas.background.text)\(canvas.colorText)",
      "frames \(frames.count)",
    ]
    do throws(TimeOverflow) {
      let start = try canvas.rate.start(ofFrame: frames.lowerBound)
      let end = try canvas.rate.start(ofFrame: frames.upperBound)
      for index in layers {
        if case .subtitles(let picture) = composition.layers[index].picture {
          lines += try subtitleLines(picture, ofLayer: index, in: frames, from: start)
          continue
        }
        lines.append(try line(for: composition.layers[index], in: frames, from: start, to: end))
      }
      for transition in composition.transitions where transition.frames.overlaps(frames) {
        lines.append(try line(for: transition, in: frames, from: start, among: layers))
      }
    } catch { throw .timeOverflow }
    return lines
  }

  /// What shows of subtitles; nothing where none does. What was there before in a chain decides where lines stand.
  private func subtitleLines(
    _ picture: SubtitlePicture, ofLayer index: Int, in frames: Range<Int64>, from start: RationalTime
  ) throws(TimeOverflow) -> [String] {
    let chains = chains[index]?.chains(in: frames) ?? []
    let events = chains.flatMap { picture.events[$0.events] }
      .filter { $0.frames.lowerBound < frames.upperBound }.sorted { $0.order < $1.order }
    guard !events.isEmpty else { return [] }
    var lines = [
      "subtitles \(JSONValue.string(picture.header).compactText) fonts \(picture.fonts.text)"
    ]
    for event in events { lines.append(try event.text(from: frames.lowerBound, at: start)) }
    return lines
  }

  private func line(
    for layer: Layer, in frames: Range<Int64>, from start: RationalTime, to end: RationalTime
  ) throws(TimeOverflow) -> String {
    let shown = layer.frames.clamped(to: frames)
    let offset = try layer.timelineRange.start - start
    var line = "frames \(shown.lowerBound - frames.lowerBound)..<\(shown.upperBound - frames.lowerBound)"
    var cut = layer
    // Cut first, in the layer's own time, so that only the keys that matter have to be moved.
    let slice = TimeRange(start: try .zero - offset, end: try end - layer.timelineRange.start) ?? .zero
    try cut.mapCurves { curve throws(TimeOverflow) in try curve.restricted(to: slice).shifted(by: offset) }
    // Filters that remember have seen all that the layer showed before.
    let hasMemory = layer.filters.contains(where: \.hasMemory)
    let seen = hasMemory ? TimeRange(start: .zero, end: max(.zero, slice.end)) ?? slice : slice
    line +=
      " \(try text(of: cut.picture, in: seen)) content \(layer.contentBox) visible \(layer.visibleBox)"
    return try line + " opacity \(cut.opacity.text)"
      + cut.lookLines { media in mediaDigests[media] }.map { " " + $0 }.joined()
      + layer.filtersText(
        composition.lookTables, engine, offset: offset, slice: slice,
        frame: shown.lowerBound - layer.frames.lowerBound)
  }

  /// Layers are named by their place among those of the slice.
  private func line(
    for transition: Transition, in frames: Range<Int64>, from start: RationalTime, among layers: [Int]
  ) throws(TimeOverflow) -> String {
    let shown = transition.frames.clamped(to: frames)
    let place = { (layer: Int?) in
      layer.flatMap { layers.firstIndex(of: $0) }.map { "\($0)" } ?? "background"
    }
    let range = try transition.timelineRange.shifted(by: .zero - start)
    return
      "frames \(shown.lowerBound - frames.lowerBound)..<\(shown.upperBound - frames.lowerBound)"
      + " transition \(text(of: transition.effect)) \(transition.easing.text) from \(range.start) to \(range.end)"
      + " between \(place(transition.outgoing)) and \(place(transition.incoming))"
  }

  private func text(of effect: TransitionEffect) -> String {
    effect.text { media, stream in
      "\(mediaDigests[media]) stream \(stream)\(readingText(media, stream))"
    }
  }

  /// What a slice shows of one layer, whatever it looks like there; nil for the background.
  func content(of frames: Range<Int64>, layer: Int?) throws(PlanningError) -> String {
    guard let layer = layer.map({ composition.layers[$0] }) else { return "frames \(frames.count)" }
    do throws(TimeOverflow) {
      let start = try composition.canvas.rate.start(ofFrame: frames.lowerBound)
      let end = try composition.canvas.rate.start(ofFrame: frames.upperBound)
      let slice = TimeRange(
        start: try start - layer.timelineRange.start, end: try end - layer.timelineRange.start)
      return try "frames \(frames.count) \(text(of: layer.picture, in: slice ?? .zero))"
    } catch { throw .timeOverflow }
  }

  /// `slice` is in the layer's own time.
  private func text(of picture: Picture, in slice: TimeRange) throws(TimeOverflow) -> String {
    switch picture {
    case .moving(let media, let stream, let clock):
      "moving \(mediaDigests[media]) stream \(stream) \(try text(of: clock, in: slice))\(readingText(media, stream))"
    case .frozen(let media, let stream, let moment):
      "frozen \(mediaDigests[media]) stream \(stream) at \(moment)\(readingText(media, stream))"
    case .still(let media, let stream):
      "still \(mediaDigests[media]) stream \(stream)\(readingText(media, stream))"
    case .film(let film, let clock):
      "film \(films[film].picture) \(try text(of: clock, in: slice))"
    case .frozenFilm(let film, let moment): "frozen film \(films[film].picture) at \(moment)"
    case .text(let words) where words.counter != nil:
      // What it says depends on how far it has counted when the slice begins.
      "\(picture.drawnText) since \(slice.start)"
    case .color, .gradient, .bars, .shape, .text: picture.drawnText
    // Looks alone: they have lines of their own.
    case .subtitles: "subtitles"
    }
  }

  /// The clock as it runs in the slice, counted from its start.
  private func text(of clock: MediaClock, in slice: TimeRange) throws(TimeOverflow) -> String {
    try clock.restricted(to: slice).shifted(by: slice.start).text
  }

  /// What the script says of a file otherwise than the file does.
  private func readingText(_ media: Int, _ stream: Int) -> String {
    let reference = composition.media[media]
    guard let track = reference.facts.video.first(where: { $0.streamIndex == stream }) else { return "" }
    // Part of the content of the file where the script is silent, so that it need not be said; it never hurts.
    return reference.reading.text + (track.orientation == .upright ? "" : " turned \(track.orientation)")
      + (track.hasAlpha ? " alpha" : "")
  }

  /// The mix of these samples. It is one piece, so times stay on the timeline.
  func soundDescription(of samples: Range<Int64>, audio: AudioEncoding?, stem: SoundStem? = nil) -> String {
    let mix = composition.mix
    var lines = [
      "sound \(mix.text)", "engine \(engine.text)",
      "encoding \(audio?.text ?? "none")", "samples \(samples.lowerBound)..<\(samples.upperBound)",
    ]
    if let stem { lines.append("stem of \(stem.sounds)") }
    // What is mastered hangs on the whole film, whatever part of it is made.
    if mix.loudness != nil || mix.peak != nil {
      lines.append("film of \(composition.frameCount) frames at \(composition.canvas.rate.spelling)")
    }
    return (lines + soundLines).joined(separator: "\n")
  }

  private var soundLines: [String] {
    composition.sounds.map { sound in
      let content = sound.content.text(media: { mediaDigests[$0] }, film: { films[$0].sound })
      return "\(sound.timelineRange.start)..\(sound.timelineRange.end) \(content)\(sound.pitchText)"
        + " gain \(sound.gain.text)\(sound.changesText)"
    }
  }
}

// MARK: - Canonical texts

extension Color {
  /// `#rrggbbaa`
  package var text: String {
    "#"
      + [red, green, blue, alpha].map { component in
        (component < 16 ? "0" : "") + String(component, radix: 16)
      }.joined()
  }
}

extension Curve {
  /// A number, or `0s: 1 -> 1s: 0` with the easing of each step where it is not linear.
  package var text: String {
    if let constantValue { return "\(constantValue)" }
    let steps = keys.enumerated().map { index, key in
      "\(key.time): \(key.value)"
        + (index == keys.count - 1 || key.easing == .linear ? "" : " \(key.easing.text)")
    }
    return steps.joined(separator: " -> ")
  }
}

extension TransitionEffect {
  /// As scripts write it, but for files.
  func text(picture: (_ media: Int, _ stream: Int) -> String) -> String {
    switch self {
    case .luma(let media, let stream): "luma \(picture(media, stream))"
    case .dissolve: "dissolve"
    case .fadeThrough(let color): "fade through \(color.text)"
    case .wipe(let heading): "wipe \(heading.text)"
    case .slide(let heading): "slide \(heading.text)"
    case .push(let heading): "push \(heading.text)"
    case .cover(let heading): "cover \(heading.text)"
    case .reveal(let heading): "reveal \(heading.text)"
    case .circleOpen: "circle open"
    case .circleClose: "circle close"
    case .clock: "clock"
    case .barnDoor: "barn-door"
    case .pixelate: "pixelate"
    case .blur: "blur"
    case .zoom: "zoom"
    }
  }
}

extension Heading {
  fileprivate var text: String {
    let vertical = y < 0 ? "top" : "bottom"
    let horizontal = x < 0 ? "left" : "right"
    if x == 0 { return y < 0 ? "up" : "down" }
    return y == 0 ? horizontal : "\(vertical) \(horizontal)"
  }
}

extension Timing {
  var text: String {
    switch self {
    case .linear: "linear"
    case .hold: "hold"
    case .cubicBezier(let x1, let y1, let x2, let y2): "cubic-bezier(\(x1),\(y1),\(x2),\(y2))"
    case .spring(let stiffness, let damping): "spring(\(stiffness),\(damping))"
    }
  }
}

extension VideoEncoding {
  package var text: String {
    let control =
      switch rateControl {
      case .quality(let factor): "quality \(factor)"
      case .bitRate(let bits): "\(bits) bit/s"
      case .cappedBitRate(let bits): "at most \(bits) bit/s"
      }
    return "h264 \(control), speed \(speed), key frames at most \(keyFrameInterval) apart, threads \(threads)"
      + formText
  }

  private var formText: String {
    (color == .bt709 ? "" : ", \(color.rawValue)") + (depth == .eight ? "" : ", \(depth.rawValue) bits")
      + (sampling == .quarter ? "" : ", \(sampling.rawValue)") + (profile.map { ", profile \($0)" } ?? "")
  }
}
