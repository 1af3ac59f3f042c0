import Basics

/// Reads an auto-editor timeline, version 1 or 3.
func readAutoEditor(_ text: String, _ options: ReadingOptions) throws(InterchangeProblem) -> ImportedTimeline
{
  let root = try JSONNode.parse(text)
  switch root["version"]?.string ?? root["version"]?.digits {
  case "1": return try readFirstVersion(root, options)
  case "3":
    var reader = AutoEditorReader(root)
    return try reader.read(root)
  case let other:
    throw InterchangeProblem(
      other.map { "version `\($0)` is unknown" } ?? "the timeline has no `version`", at: root.place,
      advice: "export it with `auto-editor --export timeline:api=3`")
  }
}

/// Reads version 1: a file and chunks of first frame, end frame and speed. Speeds 0 and 99999 cut a chunk.
private func readFirstVersion(_ root: JSONNode, _ options: ReadingOptions) throws(InterchangeProblem)
  -> ImportedTimeline
{
  var ledger = ImportReportBuilder(root) { _ in "timeline" }
  ledger.map(root, reading: ["version", "source", "chunks"])
  guard let rate = options.rate else {
    throw InterchangeProblem(
      "version 1 counts frames, but does not contain their rate", at: root.place,
      advice: "pass the rate of the film, such as `--rate 30`")
  }
  guard let path = options.media ?? root["source"]?.string, let chunks = root["chunks"]?.elements else {
    throw InterchangeProblem("the timeline needs `source` and `chunks`", at: root.place)
  }
  var timeline = InterchangeTimeline(canvas: InterchangeCanvas(rate: rate))
  timeline.media = [
    InterchangeMedia(name: path, path: path, duration: options.lengths[path], rate: rate, place: root.place)
  ]
  var track = InterchangeTrack(kind: .picture)
  for chunk in chunks {
    let numbers = chunk.elements?.map(\.number) ?? []
    guard numbers.count == 3, let start = numbers[0], let end = numbers[1], let speed = numbers[2],
      start.timescale == 1, end.timescale == 1
    else {
      throw InterchangeProblem("a chunk is `[first, end, speed]`, such as `[0, 26, 1]`", at: chunk.place)
    }
    guard !start.isNegative, start < end else {
      throw InterchangeProblem("the chunk ends before it starts", at: chunk.place)
    }
    guard !speed.isNegative else { throw InterchangeProblem("the speed is negative", at: chunk.place) }
    if speed == .zero || speed >= RationalTime(seconds: 99999) { continue }
    let clip = try exactly(at: chunk.place) { () throws(TimeOverflow) in
      let from = try rate.start(ofFrame: start.value)
      let duration = try (rate.start(ofFrame: end.value) - from).divided(by: speed)
      return InterchangeClip(
        source: .media(0), start: from, duration: duration, speed: .factor(speed), playsSound: true,
        place: chunk.place)
    }
    track.items.append(.clip(clip))
  }
  timeline.sequences = [InterchangeSequence(tracks: [track])]
  return ImportedTimeline(timeline: timeline, report: ledger.report)
}

private struct AutoEditorReader {
  private var ledger: ImportReportBuilder
  private var timeline = InterchangeTimeline()
  private var mediaNumbers: [String: Int] = [:]
  private var rate = FrameRate.onePerSecond

  init(_ root: JSONNode) {
    ledger = ImportReportBuilder(root) { $0["version"] != nil ? "timeline" : $0["name"]?.string }
  }

  mutating func read(_ root: JSONNode) throws(InterchangeProblem) -> ImportedTimeline {
    ledger.map(
      root, reading: ["version", "timebase", "resolution", "v", "a", "samplerate", "layout", "background"])
    if let background = root["background"]?.string, !["#000", "#000000", "black"].contains(background) {
      ledger.approximate(root, "omitted: the background `\(background)`")
    }
    guard let timebase = root["timebase"]?.string ?? root["timebase"]?.digits, let rate = Self.rate(timebase)
    else {
      throw InterchangeProblem("the timeline needs `timebase`, such as `30/1`", at: root.place)
    }
    self.rate = rate
    timeline.canvas.rate = rate
    if let size = root["resolution"]?.elements, size.count == 2 {
      timeline.canvas.width = size[0].number.flatMap { Int(exactly: $0.value) }
      timeline.canvas.height = size[1].number.flatMap { Int(exactly: $0.value) }
    }
    var sequence = InterchangeSequence()
    for (name, kind) in [("v", InterchangeTrack.Kind.picture), ("a", .sound)] {
      for layer in root[name]?.elements ?? [] {
        var builder = TrackBuilder()
        for element in layer.elements ?? [] { try add(element, kind, to: &builder) }
        var notes: [(InputPlace, String)] = []
        let track = try exactly(at: root.place) { () throws(TimeOverflow) in
          try builder.track(kind) { notes.append(($0, $1)) }
        }
        for (place, words) in notes {
          if let element = layer.elements?.first(where: { $0.place == place }) {
            ledger.approximate(element, words)
          }
        }
        sequence.tracks.append(track)
      }
    }
    timeline.sequences = [sequence]
    return ImportedTimeline(timeline: timeline, report: ledger.report)
  }

  private static func rate(_ text: String) -> FrameRate? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let frames = Int64(parts[0]), let seconds = Int64(parts[1]) {
      return FrameRate(frames, per: seconds)
    }
    return snappedRate(text).flatMap { FrameRate($0) }
  }

  private mutating func add(
    _ node: JSONNode, _ kind: InterchangeTrack.Kind, to builder: inout TrackBuilder
  ) throws(InterchangeProblem) {
    if kind == .sound { ledger.put(node, in: .sound) }
    let type = node["name"]?.string ?? (kind == .picture ? "video" : "audio")
    let start = try frames(node, "start")
    let duration = try frames(node, "dur")
    guard !start.isNegative, !duration.isNegative else {
      throw InterchangeProblem("`start` or `dur` is negative", at: node.place)
    }
    var clip: InterchangeClip
    switch type {
    case "video", "audio":
      ledger.map(node, reading: ["name", "src", "start", "dur", "offset", "speed", "volume", "stream"])
      if let stream = node["stream"]?.number, stream != .zero {
        ledger.approximate(node, "omitted: the selection of stream \(stream.value)")
      }
      let speed = node["speed"]?.digits.flatMap(nearNumber) ?? .one
      guard speed > .zero else { throw InterchangeProblem("the speed is not above 0", at: node.place) }
      // The offset counts frames of the timeline, at the clip's speed.
      let offset = try frames(node, "offset")
      let from = try exactly(at: node.place) { () throws(TimeOverflow) in try offset.times(speed) }
      guard !from.isNegative else { throw InterchangeProblem("`offset` is negative", at: node.place) }
      clip = InterchangeClip(
        source: .media(try media(node, kind)), start: from, duration: duration, speed: .factor(speed),
        place: node.place)
      if let volume = node["volume"]?.double {
        guard (0...1000).contains(volume) else {
          throw InterchangeProblem("`volume` is not from 0 to 1000", at: node.place)
        }
        clip.volume = .factor(volume)
      }
    case "image":
      ledger.map(node, reading: ["name", "src", "start", "dur", "opacity"])
      let number = try media(node, kind)
      timeline.media[number].kind = .still
      clip = InterchangeClip(source: .media(number), duration: duration, place: node.place)
      if let opacity = node["opacity"]?.double, (0...1).contains(opacity) { clip.opacity = opacity }
    case "rect":
      ledger.drop(node, "a rectangle")
      return
    default:
      ledger.drop(node, "the kind `\(type)` is unknown")
      return
    }
    guard duration > .zero else { return ledger.drop(node, "it has no duration") }
    builder.add(clip, at: start, for: duration)
  }

  private mutating func media(_ node: JSONNode, _ kind: InterchangeTrack.Kind) throws(InterchangeProblem)
    -> Int
  {
    guard let path = node["src"]?.string, !path.isEmpty else {
      throw InterchangeProblem("the clip has no `src`", at: node.place)
    }
    if let known = mediaNumbers[path] { return known }
    timeline.media.append(
      InterchangeMedia(name: path, path: path, hasPicture: kind == .picture, place: node.place))
    mediaNumbers[path] = timeline.media.count - 1
    return timeline.media.count - 1
  }

  private func frames(_ node: JSONNode, _ name: String) throws(InterchangeProblem) -> RationalTime {
    guard let value = node[name], !value.isNull else { return .zero }
    guard let number = value.number, number.timescale == 1 else {
      throw InterchangeProblem("`\(name)` is not a whole number of frames", at: value.place)
    }
    let rate = rate
    return try exactly(at: value.place) { () throws(TimeOverflow) in try rate.start(ofFrame: number.value) }
  }
}
