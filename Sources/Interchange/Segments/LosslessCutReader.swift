import Basics

/// Reads a LosslessCut project: segments of one film.
func readLosslessCut(_ text: String, _ options: ReadingOptions) throws(InterchangeProblem) -> ImportedTimeline
{
  let root = try JSONNode.parse(text)
  var ledger = ImportReportBuilder(root) {
    $0["cutSegments"] != nil ? "project" : $0["start"] != nil ? "segment" : nil
  }
  ledger.map(root, reading: ["version", "mediaFileName", "cutSegments"])
  guard let path = options.media ?? root["mediaFileName"]?.string, !path.isEmpty else {
    throw InterchangeProblem(
      "the project has no `mediaFileName`", at: root.place,
      advice: "pass the file, such as `--media film.mp4`")
  }
  let version = root["version"]?.number ?? .one
  if version > RationalTime(seconds: 2) {
    ledger.approximate(
      root, "version \(version.value) is newer than 2, the latest known version", affecting: .neither)
  }
  guard let segments = root["cutSegments"]?.elements else {
    throw InterchangeProblem("the project has no list `cutSegments`", at: root.place)
  }
  var builder = SegmentBuilder(path: path, options, root.place)
  for segment in segments {
    guard segment.isObject else { throw InterchangeProblem("a segment is not an object", at: segment.place) }
    ledger.map(segment, reading: ["start", "end", "name", "selected", "color", "segId"])
    if let tags = segment["tags"], let index = tags.index {
      if tags.members.isEmpty {
        ledger.map(index)
      } else {
        ledger.drop(index, "tags have no equivalent", affecting: .neither)
      }
    }
    if segment["selected"]?.bool == false {
      ledger.drop(segment, "the segment is not selected", affecting: .neither)
      continue
    }
    let start = try number(segment["start"])
    let end = try number(segment["end"])
    if end == nil, version >= RationalTime(seconds: 2) {
      ledger.drop(segment, "a marker in the source, which is not part of the film", affecting: .neither)
      continue
    }
    try builder.add(start ?? .zero, end, name: segment["name"]?.string, at: segment.place)
  }
  return ImportedTimeline(timeline: try builder.timeline(), report: ledger.report)
}

private func number(_ node: JSONNode?) throws(InterchangeProblem) -> RationalTime? {
  guard let node, !node.isNull else { return nil }
  guard let number = node.digits.flatMap(nearNumber) else {
    throw InterchangeProblem("expected a number of seconds", at: node.place)
  }
  return number
}

/// Reads segments as a table: start, end and name, in seconds.
func readSegmentTable(_ text: String, _ options: ReadingOptions) throws(InterchangeProblem)
  -> ImportedTimeline
{
  var ledger = ImportReportBuilder()
  let lines = inputLines(text)
  let top = lines.first?.place ?? InputPlace(line: 1, column: 1)
  guard let path = options.media else {
    throw InterchangeProblem(
      "the table does not name its film", at: top,
      advice: "pass the file, such as `--media film.mp4`")
  }
  var builder = SegmentBuilder(path: path, options, top)
  for line in lines {
    ledger.map(ledger.add("segment", at: line.place, in: nil))
    let fields = fields(of: line.text)
    guard fields.count >= 2 else {
      throw InterchangeProblem("expected `start,end,name`, such as `10.5,20,Opening`", at: line.place)
    }
    let times = try fields.prefix(2).map { field throws(InterchangeProblem) -> RationalTime? in
      if field.trimmingBlanks.isEmpty { return nil }
      guard let time = seconds(field.trimmingBlanks) else {
        throw InterchangeProblem("`\(field)` is not a number of seconds", at: line.place)
      }
      return time
    }
    try builder.add(times[0] ?? .zero, times[1], name: fields.count > 2 ? fields[2] : nil, at: line.place)
  }
  return ImportedTimeline(timeline: try builder.timeline(), report: ledger.report)
}

/// The fields of a line, without their quotes.
private func fields(of line: Substring) -> [String] {
  var fields: [String] = [""]
  var isQuoted = false
  var previous: Character?
  for character in line {
    if character == "\"" {
      // Two quotes in a quoted field mean one.
      if !isQuoted, previous == "\"" { fields[fields.count - 1].append("\"") }
      isQuoted.toggle()
    } else if character == ",", !isQuoted {
      fields.append("")
    } else {
      fields[fields.count - 1].append(character)
    }
    previous = character
  }
  return fields
}

/// `12.5`, `1:02.5` or `01:02:03.5` in seconds.
private func seconds(_ text: String) -> RationalTime? {
  let parts = text.split(separator: ":", omittingEmptySubsequences: false)
  guard (1...3).contains(parts.count) else { return nil }
  var sum = RationalTime.zero
  for part in parts {
    guard let value = RationalTime(decimal: part), !value.isNegative || parts.count == 1,
      let next = try? sum.scaled(by: 60, over: 1) + value
    else { return nil }
    sum = next
  }
  return sum
}

/// A film made of segments of one file.
struct SegmentBuilder {
  private let path: String
  private let length: RationalTime?
  private let place: InputPlace
  private var clips: [InterchangeClip] = []

  init(path: String, _ options: ReadingOptions, _ place: InputPlace) {
    self.path = path
    self.place = place
    length = options.lengths[path]
    rate = options.rate
  }

  private let rate: FrameRate?

  mutating func add(
    _ start: RationalTime, _ end: RationalTime?, name: String?, at place: InputPlace
  ) throws(InterchangeProblem) {
    guard !start.isNegative else { throw InterchangeProblem("the segment starts before the film", at: place) }
    let end = end ?? length
    if let end, end <= start { throw InterchangeProblem("the segment ends before it starts", at: place) }
    let duration = try exactly(at: place) { () throws(TimeOverflow) -> RationalTime? in
      if let end { try end - start } else { nil }
    }
    let name = name?.trimmingBlanks
    clips.append(
      InterchangeClip(
        name: name?.isEmpty == false ? name : nil, source: .media(0), start: start, duration: duration,
        playsSound: true, place: place))
  }

  func timeline() throws(InterchangeProblem) -> InterchangeTimeline {
    if let open = clips.dropLast().first(where: { $0.duration == nil }) {
      throw InterchangeProblem(
        "the segment extends to the end of the film, and others follow it: the length of the film must be known",
        at: open.place)
    }
    var timeline = InterchangeTimeline(canvas: InterchangeCanvas(rate: rate))
    timeline.media = [InterchangeMedia(name: path, path: path, duration: length, place: place)]
    timeline.sequences = [
      InterchangeSequence(tracks: [InterchangeTrack(kind: .picture, items: clips.map { .clip($0) })])
    ]
    return timeline
  }
}
