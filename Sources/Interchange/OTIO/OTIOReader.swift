import Basics

/// Reads an OpenTimelineIO timeline.
func readOTIO(_ text: String, _ options: ReadingOptions) throws(InterchangeProblem) -> ImportedTimeline {
  let root = try JSONNode.parse(text)
  guard root.schema != nil else {
    throw InterchangeProblem("the outermost object has no `OTIO_SCHEMA`", at: root.place)
  }
  var reader = OTIOReader(root)
  return try reader.read(root, options)
}

extension JSONNode {
  /// The name and version of the schema: `Clip`, 2.
  var schema: (name: String, version: Int)? {
    guard let text = self["OTIO_SCHEMA"]?.string else { return nil }
    let parts = text.split(separator: ".")
    guard let name = parts.first else { return nil }
    return (String(name), parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
  }
}

struct OTIOReader {
  var ledger: ImportReportBuilder
  var timeline = InterchangeTimeline()
  var mediaNumbers: [String: Int] = [:]
  /// How often each rate occurs in times; the most frequent one is the film's.
  var rates: [PlainNumber: Int] = [:]

  init(_ root: JSONNode) {
    ledger = ImportReportBuilder(root) { $0["OTIO_SCHEMA"]?.string }
  }

  // MARK: The timeline

  mutating func read(_ root: JSONNode, _ options: ReadingOptions) throws(InterchangeProblem)
    -> ImportedTimeline
  {
    let chosen = try choose(root, options)
    if chosen.schema?.name == "Timeline" {
      map(chosen, reading: ["name", "tracks", "global_start_time"])
      timeline.name = chosen["name"]?.string
      timeline.canvas.start = try time(chosen["global_start_time"])
      guard let stack = chosen["tracks"], stack.isObject else {
        throw InterchangeProblem("the timeline has no `tracks`", at: chosen.place)
      }
      timeline.sequences = [InterchangeSequence()]
      timeline.sequences[0] = try sequence(stack, depth: 0)
    } else {
      timeline.name = chosen["name"]?.string
      timeline.sequences = [InterchangeSequence()]
      timeline.sequences[0] = try sequence(wrapping: chosen, depth: 0)
    }
    if timeline.name?.isEmpty == true { timeline.name = nil }
    // The most frequent rate wins; of equally frequent ones, the higher.
    let usual = rates.filter { $0.key <= PlainNumber(seconds: 1000) }
      .max { ($0.value, $0.key) < ($1.value, $1.key) }
    timeline.canvas.rate = usual.flatMap { FrameRate($0.key) }
    if let own = chosen["metadata"]?["editc"] { readCanvas(own) }
    return ImportedTimeline(timeline: timeline, report: ledger.report)
  }

  /// Reads editc's own description of the canvas, which the format cannot contain.
  mutating func readCanvas(_ own: JSONNode) {
    let sides = (own["size"]?.string ?? "").split(separator: "x").compactMap { Int($0) }
    if sides.count == 2, sides.allSatisfy({ (1...65536).contains($0) }) {
      (timeline.canvas.width, timeline.canvas.height) = (sides[0], sides[1])
    }
    let rate = (own["rate"]?.string ?? "").split(separator: "/").compactMap { Int64($0) }
    if (1...2).contains(rate.count), let rate = FrameRate(rate[0], per: rate.count == 2 ? rate[1] : 1) {
      timeline.canvas.rate = rate
    }
  }

  /// Selects the timeline in a collection.
  mutating func choose(_ root: JSONNode, _ options: ReadingOptions) throws(InterchangeProblem)
    -> JSONNode
  {
    guard ["SerializableCollection", "SerializeableCollection"].contains(root.schema?.name) else {
      return root
    }
    map(root, reading: ["name", "children"])
    let children = root["children"]?.elements ?? []
    let timelines = children.filter { $0.schema?.name == "Timeline" }
    let wanted = options.project.map { name in timelines.filter { $0["name"]?.string == name } } ?? timelines
    guard wanted.count == 1, let timeline = wanted.first else {
      let names = timelines.map { "`\($0["name"]?.string ?? "")`" }.joined(separator: ", ")
      throw InterchangeProblem(
        "the collection has \(timelines.count) timelines", at: root.place,
        advice: "choose one of them: \(names)")
    }
    for child in children where child.place != timeline.place {
      ledger.drop(child, "another timeline was selected", affecting: .neither)
    }
    return timeline
  }

  /// Reads the tracks of a stack. `isItem` is true if it is an item of a track, whose effects are those of
  /// the item.
  mutating func sequence(_ stack: JSONNode, isItem: Bool = false, depth: Int) throws(InterchangeProblem)
    -> InterchangeSequence
  {
    guard depth < 24 else {
      throw InterchangeProblem("timelines are nested more than 24 levels deep", at: stack.place)
    }
    map(stack, reading: ["name", "children", "source_range", "enabled"])
    var sequence = InterchangeSequence(name: stack["name"]?.string)
    if let effects = stack["effects"], !isItem { ledger.drop(effects, "an effect of a whole stack") }
    for child in stack["children"]?.elements ?? [] {
      var markers: [InterchangeMarker] = []
      if child.schema?.name == "Track" || child.schema?.name == "Sequence" {
        sequence.tracks.append(try track(child, &markers, depth: depth))
      } else if let item = try item(child, &markers, at: .zero, kind: .picture, depth: depth) {
        sequence.tracks.append(InterchangeTrack(kind: .picture, items: [item]))
      }
      sequence.markers += markers
    }
    for marker in stack["markers"]?.elements ?? [] {
      if let read = try self.marker(marker, shift: .zero) { sequence.markers.append(read) }
    }
    return sequence
  }

  /// A sequence of a stack, or of a single object of another kind.
  mutating func sequence(
    wrapping node: JSONNode, isItem: Bool = false, depth: Int
  ) throws(InterchangeProblem) -> InterchangeSequence {
    if node.schema?.name == "Stack" { return try sequence(node, isItem: isItem, depth: depth) }
    var markers: [InterchangeMarker] = []
    var sequence = InterchangeSequence()
    if node.schema?.name == "Track" || node.schema?.name == "Sequence" {
      sequence.tracks = [try track(node, &markers, depth: depth)]
    } else if let item = try item(node, &markers, at: .zero, kind: .picture, depth: depth) {
      sequence.tracks = [InterchangeTrack(kind: .picture, items: [item])]
    } else {
      throw InterchangeProblem(
        "`\(node["OTIO_SCHEMA"]?.string ?? "")` is not a timeline, track or clip", at: node.place)
    }
    sequence.markers = markers
    return sequence
  }

  mutating func track(
    _ node: JSONNode, _ markers: inout [InterchangeMarker], depth: Int
  ) throws(InterchangeProblem) -> InterchangeTrack {
    map(node, reading: ["name", "kind", "children", "enabled"])
    let kind: InterchangeTrack.Kind
    switch node["kind"]?.string {
    case "Audio"?:
      kind = .sound
      ledger.put(node, in: .sound)
    case "Video"?, nil: kind = .picture
    case let other?:
      kind = .picture
      ledger.approximate(node, "the kind `\(other)` is imported as a video track")
    }
    var track = InterchangeTrack(
      kind: kind, name: node["name"]?.string, isEnabled: node["enabled"]?.bool ?? true)
    if let range = node["source_range"], !range.isNull {
      _ = try self.range(range)
      ledger.approximate(node, "omitted: `source_range`, the part of the track that is shown")
    }
    if let effects = node["effects"] { ledger.drop(effects, "an effect of a whole track") }
    var cursor = RationalTime.zero
    for child in node["children"]?.elements ?? [] {
      guard let item = try item(child, &markers, at: cursor, kind: kind, depth: depth) else { continue }
      track.items.append(item)
      if let length = item.length {
        cursor = try exactly(at: child.place) { () throws(TimeOverflow) in try cursor + length }
      }
    }
    for marker in node["markers"]?.elements ?? [] {
      if let read = try self.marker(marker, shift: .zero) { markers.append(read) }
    }
    return track
  }

  mutating func map(_ node: JSONNode, reading: Set<String>) {
    ledger.map(
      node,
      reading: reading.union([
        "OTIO_SCHEMA", "metadata", "color", "effects", "markers", "children", "source_range",
        "available_image_bounds",
      ]))
    if let metadata = node["metadata"], metadata.isObject, let index = metadata.index {
      if metadata.members.isEmpty {
        ledger.map(index)
      } else if metadata.members.map(\.name) == ["editc"], let own = metadata["editc"], own.isObject {
        // Written by `OTIOWriter`; the script in it belongs to `EmbeddedScript`.
        ledger.map(index)
        ledger.map(own, reading: ["size", "rate", "note", "digest", "folder", "script", "generator"])
      } else {
        ledger.drop(index, "data that programs store for themselves", affecting: .neither)
      }
    }
    if let schema = node.schema, let newest = newestVersions[schema.name], schema.version > newest {
      ledger.approximate(
        node, "`\(schema.name).\(schema.version)` is newer than \(newest), the latest known version",
        affecting: .neither)
    }
  }
}

/// The schema versions that this reader was written for.
private let newestVersions = [
  "Timeline": 1, "Stack": 1, "Track": 1, "Clip": 2, "Gap": 1, "Transition": 1, "Marker": 2, "RationalTime": 1,
  "TimeRange": 1, "ExternalReference": 1, "MissingReference": 1, "GeneratorReference": 1,
  "ImageSequenceReference": 1,
  "LinearTimeWarp": 1, "FreezeFrame": 1, "SerializableCollection": 1,
]
