import Basics

extension OTIOReader {
  /// Nil for an object without duration that does not affect the film.
  mutating func item(
    _ node: JSONNode, _ markers: inout [InterchangeMarker], at start: RationalTime,
    kind: InterchangeTrack.Kind, depth: Int
  ) throws(InterchangeProblem) -> InterchangeItem? {
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
      return .gap(InterchangeGap(duration: range.duration, place: node.place))
    case "Clip": return .clip(try clip(node, &markers, at: start, kind: kind))
    case "Stack", "Track", "Sequence", "Timeline":
      return .clip(try nested(node, &markers, at: start, kind: kind, depth: depth))
    default:
      guard let range = node["source_range"], range.isObject else {
        ledger.drop(node, "the schema `\(schema.name)` is unknown")
        return nil
      }
      let duration = try self.range(range).duration
      ledger.approximate(node, "the schema `\(schema.name)` is unknown: it is replaced with a gap")
      return .gap(InterchangeGap(duration: duration, place: node.place))
    }
  }

  mutating func transition(_ node: JSONNode) throws(InterchangeProblem) -> InterchangeItem {
    map(node, reading: ["name", "in_offset", "out_offset", "transition_type", "enabled"])
    let before = try time(node["in_offset"]) ?? .zero
    let after = try time(node["out_offset"]) ?? .zero
    guard !before.isNegative, !after.isNegative else {
      throw InterchangeProblem("an offset of the transition is negative", at: node.place)
    }
    let type = node["transition_type"]?.string ?? "SMPTE_Dissolve"
    if type != "SMPTE_Dissolve" {
      ledger.approximate(node, "the transition `\(type)` is imported as a dissolve")
    }
    return .transition(
      InterchangeTransition(kind: .dissolve, before: before, after: after, place: node.place))
  }

  mutating func clip(
    _ node: JSONNode, _ markers: inout [InterchangeMarker], at start: RationalTime,
    kind: InterchangeTrack.Kind
  ) throws(InterchangeProblem) -> InterchangeClip {
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
        "the duration of the clip is unknown: it has no `source_range`, and its media no `available_range`",
        at: node.place)
    }
    let source = try source(reference, available, node, kind)
    var inSource = range.start
    if case .media = source, let available {
      inSource = try exactly(at: node.place) { () throws(TimeOverflow) in try range.start - available.start }
      if inSource.isNegative { ledger.approximate(node, "the clip starts before its media") }
    }
    var clip = InterchangeClip(
      name: node["name"]?.string, source: source, start: inSource, duration: range.duration,
      isEnabled: node["enabled"]?.bool ?? true, place: node.place)
    if case .title = source { clip.layout = titleLayout(reference) }
    try addMarkers(node, &markers, itemStart: start, sourceStart: range.start, range.duration)
    try readEffects(of: node, &clip)
    return clip
  }

  mutating func nested(
    _ node: JSONNode, _ markers: inout [InterchangeMarker], at start: RationalTime,
    kind: InterchangeTrack.Kind, depth: Int
  ) throws(InterchangeProblem) -> InterchangeClip {
    let number = timeline.sequences.count
    timeline.sequences.append(InterchangeSequence())
    let inner: InterchangeSequence
    if node.schema?.name == "Timeline", let stack = node["tracks"] {
      map(node, reading: ["name", "tracks"])
      inner = try sequence(stack, depth: depth + 1)
    } else {
      inner = try sequence(wrapping: node, isItem: true, depth: depth + 1)
    }
    timeline.sequences[number] = inner
    let length = try exactly(at: node.place) { () throws(TimeOverflow) in try inner.duration() }
    var range = (start: RationalTime.zero, duration: length ?? .zero)
    if let written = node["source_range"], !written.isNull { range = try self.range(written) }
    var clip = InterchangeClip(
      name: node["name"]?.string, source: .sequence(number), start: range.start, duration: range.duration,
      playsSound: kind == .picture && !inner.sounds.isEmpty, isEnabled: node["enabled"]?.bool ?? true,
      place: node.place)
    try readEffects(of: node, &clip)
    return clip
  }

  /// Reads the effects of an item. Several speed effects multiply.
  mutating func readEffects(of node: JSONNode, _ clip: inout InterchangeClip) throws(InterchangeProblem) {
    var factor = PlainNumber.one
    for effect in node["effects"]?.elements ?? [] {
      guard ["FreezeFrame", "LinearTimeWarp"].contains(effect.schema?.name) else {
        ledger.drop(effect, "an effect of another program")
        continue
      }
      map(effect, reading: ["name", "effect_name", "time_scalar", "enabled"])
      if effect["enabled"]?.bool == false { continue }
      if effect.schema?.name == "FreezeFrame" {
        factor = .zero
        continue
      }
      guard let own = effect["time_scalar"]?.digits.flatMap(nearNumber) else {
        throw InterchangeProblem("the time warp has no number as its `time_scalar`", at: effect.place)
      }
      let before = factor
      factor = try exactly(at: effect.place) { () throws(TimeOverflow) in try before.times(own) }
    }
    guard factor != .one else { return }
    guard factor != .zero else {
      clip.speed = .frozen
      return
    }
    let speed = PlaybackSpeed.factor(factor)
    clip.speed = speed
    guard factor.isNegative, let duration = clip.duration else { return }
    let start = clip.start
    clip.start = try exactly(at: node.place) { () throws(TimeOverflow) in
      try start - speed.consumed(in: duration)
    }
  }
}
