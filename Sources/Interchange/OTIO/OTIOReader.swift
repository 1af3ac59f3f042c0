import Basics

/// Reads a timeline of OpenTimelineIO.
func readOTIO(_ text: String, _ options: ReadingOptions) throws(InterchangeProblem) -> ImportedCut {
  let root = try JSONNode.parse(text)
  guard root.schema != nil else {
    throw InterchangeProblem("the outermost object has no `OTIO_SCHEMA`", at: root.place)
  }
  var reader = OTIOReader(root)
  return try reader.read(root, options)
}

extension JSONNode {
  /// The name of the schema without its version, and the version: `Clip`, 2.
  fileprivate var schema: (name: String, version: Int)? {
    guard let text = self["OTIO_SCHEMA"]?.string else { return nil }
    let parts = text.split(separator: ".")
    guard let name = parts.first else { return nil }
    return (String(name), parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
  }
}

private struct OTIOReader {
  private var ledger: NodeLedger
  private var cut = Cut()
  private var mediaNumbers: [String: Int] = [:]
  /// Rates of times, by how often they occur; the most frequent one is that of the film.
  private var rates: [PlainNumber: Int] = [:]

  init(_ root: JSONNode) {
    ledger = NodeLedger(root) { $0["OTIO_SCHEMA"]?.string }
  }

  // MARK: The timeline

  mutating func read(_ root: JSONNode, _ options: ReadingOptions) throws(InterchangeProblem) -> ImportedCut {
    let timeline = try choose(root, options)
    if timeline.schema?.name == "Timeline" {
      map(timeline, reading: ["name", "tracks", "global_start_time"])
      cut.name = timeline["name"]?.string
      cut.canvas.start = try time(timeline["global_start_time"])
      guard let stack = timeline["tracks"], stack.isObject else {
        throw InterchangeProblem("the timeline has no `tracks`", at: timeline.place)
      }
      cut.sequences = [CutSequence()]
      cut.sequences[0] = try sequence(stack, depth: 0)
    } else {
      cut.name = timeline["name"]?.string
      cut.sequences = [CutSequence()]
      cut.sequences[0] = try sequence(wrapping: timeline, depth: 0)
    }
    if cut.name?.isEmpty == true { cut.name = nil }
    // Counts decide; of two rates that occur as often, the higher one.
    let usual = rates.filter { $0.key <= PlainNumber(seconds: 1000) }
      .max { ($0.value, $0.key) < ($1.value, $1.key) }
    cut.canvas.rate = usual.flatMap { FrameRate($0.key) }
    if let own = timeline["metadata"]?["editc"] { readCanvas(own) }
    return ImportedCut(cut: cut, report: ledger.report)
  }

  /// What this program writes of the canvas, for which the format has no place.
  private mutating func readCanvas(_ own: JSONNode) {
    let sides = (own["size"]?.string ?? "").split(separator: "x").compactMap { Int($0) }
    if sides.count == 2, sides.allSatisfy({ (1...65536).contains($0) }) {
      (cut.canvas.width, cut.canvas.height) = (sides[0], sides[1])
    }
    let rate = (own["rate"]?.string ?? "").split(separator: "/").compactMap { Int64($0) }
    if (1...2).contains(rate.count), let rate = FrameRate(rate[0], per: rate.count == 2 ? rate[1] : 1) {
      cut.canvas.rate = rate
    }
  }

  /// The timeline in a collection of them.
  private mutating func choose(_ root: JSONNode, _ options: ReadingOptions) throws(InterchangeProblem)
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
        advice: "name one of them: \(names)")
    }
    for child in children where child.place != timeline.place {
      ledger.drop(child, "another timeline was chosen")
    }
    return timeline
  }

  /// The tracks of a stack.
  private mutating func sequence(_ stack: JSONNode, depth: Int) throws(InterchangeProblem) -> CutSequence {
    guard depth < 24 else {
      throw InterchangeProblem("more than 24 timelines are in each other", at: stack.place)
    }
    map(stack, reading: ["name", "children", "source_range", "enabled"])
    var sequence = CutSequence(name: stack["name"]?.string)
    if let effects = stack["effects"] { ledger.drop(effects, "an effect of a whole stack") }
    for child in stack["children"]?.elements ?? [] {
      var markers: [CutMarker] = []
      if child.schema?.name == "Track" || child.schema?.name == "Sequence" {
        sequence.tracks.append(try track(child, &markers, depth: depth))
      } else if let item = try item(child, &markers, at: .zero, kind: .picture, depth: depth) {
        sequence.tracks.append(CutTrack(kind: .picture, items: [item]))
      }
      sequence.markers += markers
    }
    for marker in stack["markers"]?.elements ?? [] {
      if let read = try self.marker(marker, shift: .zero) { sequence.markers.append(read) }
    }
    return sequence
  }

  /// A sequence of one object that is no stack.
  private mutating func sequence(wrapping node: JSONNode, depth: Int) throws(InterchangeProblem)
    -> CutSequence
  {
    if node.schema?.name == "Stack" { return try sequence(node, depth: depth) }
    var markers: [CutMarker] = []
    var sequence = CutSequence()
    if node.schema?.name == "Track" || node.schema?.name == "Sequence" {
      sequence.tracks = [try track(node, &markers, depth: depth)]
    } else if let item = try item(node, &markers, at: .zero, kind: .picture, depth: depth) {
      sequence.tracks = [CutTrack(kind: .picture, items: [item])]
    } else {
      throw InterchangeProblem(
        "`\(node["OTIO_SCHEMA"]?.string ?? "")` is no timeline, track or clip", at: node.place)
    }
    sequence.markers = markers
    return sequence
  }

  private mutating func track(
    _ node: JSONNode, _ markers: inout [CutMarker], depth: Int
  ) throws(InterchangeProblem) -> CutTrack {
    map(node, reading: ["name", "kind", "children", "enabled"])
    let kind: CutTrack.Kind
    switch node["kind"]?.string {
    case "Audio"?: kind = .sound
    case "Video"?, nil: kind = .picture
    case let other?:
      kind = .picture
      ledger.approximate(node, "the kind `\(other)` is read as a track of pictures")
    }
    var track = CutTrack(kind: kind, name: node["name"]?.string, isEnabled: node["enabled"]?.bool ?? true)
    if let range = node["source_range"], !range.isNull {
      _ = try self.range(range)
      ledger.approximate(node, "left out: `source_range`, the part of the track that is shown")
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

  // MARK: Items

  /// Nil for an object that takes no time and says nothing of the film.
  private mutating func item(
    _ node: JSONNode, _ markers: inout [CutMarker], at start: RationalTime, kind: CutTrack.Kind, depth: Int
  ) throws(InterchangeProblem) -> CutItem? {
    guard let schema = node.schema else {
      ledger.drop(node, "it has no `OTIO_SCHEMA`")
      return nil
    }
    switch schema.name {
    case "Transition": return try transition(node)
    case "Gap", "Filler":
      map(node, reading: ["name", "source_range", "enabled"])
      dropReferences(of: node)
      let range = try requiredRange(node)
      try addMarkers(node, &markers, itemStart: start, sourceStart: range.start, range.duration)
      return .gap(CutGap(duration: range.duration, place: node.place))
    case "Clip": return .clip(try clip(node, &markers, at: start, kind: kind))
    case "Stack", "Track", "Sequence", "Timeline":
      return .clip(try nested(node, &markers, at: start, kind: kind, depth: depth))
    default:
      guard let range = node["source_range"], range.isObject else {
        ledger.drop(node, "the schema `\(schema.name)` is not known")
        return nil
      }
      let duration = try self.range(range).duration
      ledger.approximate(node, "the schema `\(schema.name)` is not known: a gap keeps its place")
      return .gap(CutGap(duration: duration, place: node.place))
    }
  }

  private mutating func transition(_ node: JSONNode) throws(InterchangeProblem) -> CutItem {
    map(node, reading: ["name", "in_offset", "out_offset", "transition_type", "enabled"])
    let before = try time(node["in_offset"]) ?? .zero
    let after = try time(node["out_offset"]) ?? .zero
    guard !before.isNegative, !after.isNegative else {
      throw InterchangeProblem("an offset of the transition is negative", at: node.place)
    }
    let type = node["transition_type"]?.string ?? "SMPTE_Dissolve"
    if type != "SMPTE_Dissolve" { ledger.approximate(node, "the transition `\(type)` is read as a dissolve") }
    return .transition(CutTransition(kind: .dissolve, before: before, after: after, place: node.place))
  }

  private mutating func clip(
    _ node: JSONNode, _ markers: inout [CutMarker], at start: RationalTime, kind: CutTrack.Kind
  ) throws(InterchangeProblem) -> CutClip {
    map(
      node,
      reading: [
        "name", "source_range", "media_reference", "media_references", "active_media_reference_key",
        "enabled",
        "effects", "markers",
      ])
    let reference = activeReference(of: node)
    let available =
      try reference.flatMap { $0["available_range"] }.map { value throws(InterchangeProblem) in
        value.isNull ? nil : try self.range(value)
      } ?? nil
    let range: (start: RationalTime, duration: RationalTime)
    if let written = node["source_range"], !written.isNull {
      range = try self.range(written)
    } else if let available {
      range = available
    } else {
      throw InterchangeProblem(
        "nothing says how long the clip lasts: it has no `source_range`, and its media no `available_range`",
        at: node.place)
    }
    let source = try source(reference, available, node, kind)
    var inSource = range.start
    if case .media = source, let available {
      inSource = try exactly(at: node.place) { () throws(TimeOverflow) in try range.start - available.start }
      if inSource.isNegative { ledger.approximate(node, "the clip begins before its media") }
    }
    var clip = CutClip(
      name: node["name"]?.string, source: source, start: inSource, duration: range.duration,
      isEnabled: node["enabled"]?.bool ?? true, place: node.place)
    try addMarkers(node, &markers, itemStart: start, sourceStart: range.start, range.duration)
    try readEffects(of: node, &clip)
    return clip
  }

  private mutating func nested(
    _ node: JSONNode, _ markers: inout [CutMarker], at start: RationalTime, kind: CutTrack.Kind, depth: Int
  ) throws(InterchangeProblem) -> CutClip {
    let number = cut.sequences.count
    cut.sequences.append(CutSequence())
    let inner: CutSequence
    if node.schema?.name == "Timeline", let stack = node["tracks"] {
      map(node, reading: ["name", "tracks"])
      inner = try sequence(stack, depth: depth + 1)
    } else {
      inner = try sequence(wrapping: node, depth: depth + 1)
    }
    cut.sequences[number] = inner
    let length = try exactly(at: node.place) { () throws(TimeOverflow) in try inner.duration() }
    var range = (start: RationalTime.zero, duration: length ?? .zero)
    if let written = node["source_range"], !written.isNull { range = try self.range(written) }
    var clip = CutClip(
      name: node["name"]?.string, source: .sequence(number), start: range.start, duration: range.duration,
      playsSound: kind == .picture && !inner.sounds.isEmpty, isEnabled: node["enabled"]?.bool ?? true,
      place: node.place)
    try readEffects(of: node, &clip)
    return clip
  }

  private mutating func readEffects(of node: JSONNode, _ clip: inout CutClip) throws(InterchangeProblem) {
    for effect in node["effects"]?.elements ?? [] {
      switch effect.schema?.name {
      case "FreezeFrame":
        map(effect, reading: ["name", "effect_name", "time_scalar", "enabled"])
        clip.speed = .frozen
      case "LinearTimeWarp":
        map(effect, reading: ["name", "effect_name", "time_scalar", "enabled"])
        guard let factor = effect["time_scalar"]?.digits.flatMap(nearNumber) else {
          throw InterchangeProblem("the time warp has no number as its `time_scalar`", at: effect.place)
        }
        guard factor != .zero else {
          clip.speed = .frozen
          continue
        }
        clip.speed = .factor(factor)
        if factor.isNegative, let duration = clip.duration {
          let start = clip.start
          let speed = clip.speed
          clip.start = try exactly(at: effect.place) { () throws(TimeOverflow) in
            try start - speed.consumed(in: duration)
          }
        }
      default: ledger.drop(effect, "an effect of another program")
      }
    }
  }

  // MARK: Media

  private mutating func activeReference(of node: JSONNode) -> JSONNode? {
    guard let references = node["media_references"], references.isObject else {
      return node["media_reference"].flatMap { $0.isObject ? $0 : nil }
    }
    if let index = references.index { ledger.map(index) }
    let key = node["active_media_reference_key"]?.string ?? "DEFAULT_MEDIA"
    for member in references.members where member.name != key {
      ledger.drop(member.node, "another reference of the clip is the active one")
    }
    return references[key].flatMap { $0.isObject ? $0 : nil }
  }

  private mutating func dropReferences(of node: JSONNode) {
    for name in ["media_reference", "media_references"] {
      if let reference = node[name] { ledger.drop(reference, "a gap shows no media") }
    }
    if let effects = node["effects"] { ledger.drop(effects, "an effect of a gap") }
  }

  private mutating func source(
    _ reference: JSONNode?, _ available: (start: RationalTime, duration: RationalTime)?, _ node: JSONNode,
    _ kind: CutTrack.Kind
  ) throws(InterchangeProblem) -> CutClip.Source {
    var path: String?
    var name = node["name"]?.string ?? ""
    switch reference?.schema?.name {
    case "ExternalReference":
      if let reference { map(reference, reading: ["name", "target_url", "available_range"]) }
      path = reference?["target_url"]?.string
    case "ImageSequenceReference":
      path = imageSequence(reference)
    case "GeneratorReference":
      return generator(reference)
    default:
      if let reference {
        map(reference, reading: ["name", "available_range"])
        ledger.approximate(reference, "the media are missing: a name stands for them")
      }
      if name.isEmpty { name = reference?["name"]?.string ?? "" }
    }
    if let own = reference?["name"]?.string, !own.isEmpty, path == nil { name = own }
    if name.isEmpty { name = path ?? "media" }
    let key = path.map { "path \($0)" } ?? "name \(name)"
    if let known = mediaNumbers[key] {
      if kind == .picture { cut.media[known].hasPicture = true }
      return .media(known)
    }
    cut.media.append(
      CutMedia(
        name: name, path: path, timing: .fromStart(timecode: available?.start), duration: available?.duration,
        hasPicture: kind == .picture, place: reference?.place ?? node.place))
    mediaNumbers[key] = cut.media.count - 1
    return .media(cut.media.count - 1)
  }

  private mutating func imageSequence(_ reference: JSONNode?) -> String? {
    guard let reference else { return nil }
    map(
      reference,
      reading: [
        "name", "target_url_base", "name_prefix", "name_suffix", "start_frame", "frame_zero_padding", "rate",
        "available_range", "frame_step",
      ])
    let base = reference["target_url_base"]?.string ?? ""
    let digits = reference["frame_zero_padding"]?.number.map { min(max($0.value, 0), 12) } ?? 0
    let number = digits > 0 ? "%0\(digits)d" : "%d"
    let separator = base.isEmpty || base.hasSuffix("/") ? "" : "/"
    return base + separator + (reference["name_prefix"]?.string ?? "") + number
      + (reference["name_suffix"]?.string ?? "")
  }

  private mutating func generator(_ reference: JSONNode?) -> CutClip.Source {
    guard let reference else { return .color("black") }
    map(reference, reading: ["name", "generator_kind", "available_range"])
    let kind = reference["generator_kind"]?.string ?? ""
    if kind == "SMPTEBars" { return .bars }
    if kind != "black" { ledger.approximate(reference, "the generator `\(kind)` is read as black") }
    return .color("black")
  }

  // MARK: Markers

  private mutating func addMarkers(
    _ node: JSONNode, _ markers: inout [CutMarker], itemStart: RationalTime, sourceStart: RationalTime,
    _ duration: RationalTime
  ) throws(InterchangeProblem) {
    for marker in node["markers"]?.elements ?? [] {
      let shift = try exactly(at: marker.place) { () throws(TimeOverflow) in try itemStart - sourceStart }
      guard let read = try self.marker(marker, shift: shift) else { continue }
      let end = try exactly(at: marker.place) { () throws(TimeOverflow) in try itemStart + duration }
      if read.time >= itemStart, read.time < end {
        markers.append(read)
      } else {
        ledger.drop(marker, "the marker is outside of the part that is shown")
      }
    }
  }

  private mutating func marker(_ node: JSONNode, shift: RationalTime) throws(InterchangeProblem) -> CutMarker?
  {
    guard node.schema?.name == "Marker" else {
      ledger.drop(node, "it is no marker")
      return nil
    }
    map(node, reading: ["name", "marked_range", "color", "comment"])
    guard let range = node["marked_range"], range.isObject else {
      ledger.drop(node, "the marker has no time")
      return nil
    }
    let marked = try self.range(range)
    let time = try exactly(at: node.place) { () throws(TimeOverflow) in try marked.start + shift }
    if marked.duration > .zero, let rate = rates.max(by: { $0.value < $1.value })?.key,
      let frames = try? marked.duration.multiplied(by: rate), frames > .one
    {
      ledger.approximate(node, "left out: how long the marker lasts, \(marked.duration)")
    }
    let name = node["name"]?.string ?? ""
    let comment = node["comment"]?.string ?? ""
    return CutMarker(
      name: name.isEmpty ? (comment.isEmpty ? "marker" : comment) : name,
      note: name.isEmpty || comment.isEmpty ? node["metadata"]?["editc"]?["note"]?.string : comment,
      time: time, place: node.place)
  }

  // MARK: Times

  private mutating func requiredRange(
    _ node: JSONNode
  ) throws(InterchangeProblem) -> (start: RationalTime, duration: RationalTime) {
    guard let range = node["source_range"], range.isObject else {
      throw InterchangeProblem("the item has no `source_range`", at: node.place)
    }
    return try self.range(range)
  }

  private mutating func range(
    _ node: JSONNode
  ) throws(InterchangeProblem) -> (start: RationalTime, duration: RationalTime) {
    map(node, reading: ["start_time", "duration"])
    guard let duration = try time(node["duration"]) else {
      throw InterchangeProblem("the range has no `duration`", at: node.place)
    }
    guard !duration.isNegative else {
      throw InterchangeProblem("the duration is negative", at: node["duration"]?.place ?? node.place)
    }
    return (try time(node["start_time"]) ?? .zero, duration)
  }

  private mutating func time(_ node: JSONNode?) throws(InterchangeProblem) -> RationalTime? {
    guard let node, !node.isNull else { return nil }
    map(node, reading: ["value", "rate"])
    guard let value = node["value"]?.digits, let rateText = node["rate"]?.digits else {
      throw InterchangeProblem("a time needs the numbers `value` and `rate`", at: node.place)
    }
    guard let number = nearNumber(value) else {
      throw InterchangeProblem("`\(value)` is no number of frames that can be used", at: node.place)
    }
    guard let rate = snappedRate(rateText) else {
      throw InterchangeProblem("`\(rateText)` is no rate: it has to be above 0", at: node.place)
    }
    if number != .zero { rates[rate, default: 0] += 1 }
    return try exactly(at: node.place) { () throws(TimeOverflow) in try number.divided(by: rate) }
  }

  /// Maps an object. Members that every object of the format has are known.
  private mutating func map(_ node: JSONNode, reading: Set<String>) {
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
        // What `OTIOWriter` says; the script in it is `EmbeddedScript`'s.
        ledger.map(index)
        ledger.map(own, reading: ["size", "rate", "note", "digest", "folder", "script"])
      } else {
        ledger.drop(index, "what programs keep for themselves")
      }
    }
    if let schema = node.schema, let newest = newestVersions[schema.name], schema.version > newest {
      ledger.approximate(
        node, "`\(schema.name).\(schema.version)` is newer than this reader, which knows \(newest)")
    }
  }
}

/// The versions of the schemas that this reader was written for.
private let newestVersions = [
  "Timeline": 1, "Stack": 1, "Track": 1, "Clip": 2, "Gap": 1, "Transition": 1, "Marker": 2, "RationalTime": 1,
  "TimeRange": 1, "ExternalReference": 1, "MissingReference": 1, "GeneratorReference": 1,
  "ImageSequenceReference": 1,
  "LinearTimeWarp": 1, "FreezeFrame": 1, "SerializableCollection": 1,
]
