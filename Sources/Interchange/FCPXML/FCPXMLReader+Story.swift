import Basics
import XMLTree

/// A story element with its start, in the sequence and in its own time.
struct FCPXMLSpan {
  let element: XMLElement
  let start: RationalTime
  let localStart: RationalTime
  let duration: RationalTime
  let lane: Int

  /// The time of the sequence at a time of the element.
  func inSequence(_ local: RationalTime) throws(TimeOverflow) -> RationalTime {
    try start + (local - localStart)
  }
}

extension FCPXMLReader {
  /// Adds the elements of a storyline. `origin` is its time at `base` in the sequence.
  mutating func addSpine(
    _ elements: [XMLElement], base: RationalTime, origin: RationalTime, lane: Int,
    to story: inout SequenceBuilder,
    depth: Int
  ) throws(InterchangeProblem) {
    var cursor = base
    for element in elements {
      let place = InputPlace(element)
      if element.name == "transition" {
        try addTransition(element, cut: cursor, base: base, origin: origin, lane: lane, to: &story)
        continue
      }
      guard Self.storyNames.contains(element.name) else { continue }
      var start = cursor
      if let offset = try time(element, "offset") {
        start = try exactly(at: place) { () throws(TimeOverflow) in try base + (offset - origin) }
      }
      let end = try add(element, at: start, lane: lane, to: &story, depth: depth)
      cursor = max(cursor, end)
    }
    if lane == 0 { story.end = max(story.end, cursor) }
  }

  private mutating func addTransition(
    _ element: XMLElement, cut: RationalTime, base: RationalTime, origin: RationalTime, lane: Int,
    to story: inout SequenceBuilder
  ) throws(InterchangeProblem) {
    let place = InputPlace(element)
    ledger.map(element, reading: ["name", "offset", "duration"])
    guard let duration = try length(element, "duration") else {
      throw InterchangeProblem("the transition has no `duration`", at: place)
    }
    let offset = try time(element, "offset")
    let (before, after) = try exactly(at: place) { () throws(TimeOverflow) in
      let middle = try cut - duration.scaled(by: 1, over: 2)
      let start = if let offset { try base + (offset - origin) } else { middle }
      return (try cut - start, try start + duration - cut)
    }
    guard !before.isNegative, !after.isNegative else {
      return ledger.drop(element.index, "the transition is not at the cut between its neighbours")
    }
    let name = element["name"] ?? ""
    if !["Cross Dissolve", ""].contains(name) {
      ledger.approximate(element.index, "the transition `\(name)` is imported as a dissolve")
    }
    try addMarkers(
      of: FCPXMLSpan(element: element, start: cut, localStart: .zero, duration: .zero, lane: lane), to: &story
    )
    story.add(
      InterchangeTransition(kind: .dissolve, before: before, after: after, place: place), atCut: cut,
      lane: lane,
      from: element.index)
  }

  /// Adds one element, and returns its end in the sequence.
  @discardableResult
  mutating func add(
    _ element: XMLElement, at start: RationalTime, lane: Int, to story: inout SequenceBuilder, depth: Int
  ) throws(InterchangeProblem) -> RationalTime {
    let place = InputPlace(element)
    switch element.name {
    case "spine":
      ledger.map(element, reading: ["lane", "offset", "name"], harmless: ["format"])
      try addSpine(element.children, base: start, origin: .zero, lane: lane, to: &story, depth: depth)
      return start
    case "audition":
      ledger.map(element, reading: ["lane", "offset"], harmless: ["modDate"])
      guard let chosen = element.children.first else { return start }
      for other in element.children.dropFirst() {
        ledger.drop(other.index, "another take of the audition is selected", affecting: .neither)
      }
      return try add(chosen, at: start, lane: lane, to: &story, depth: depth)
    default: break
    }
    let span = try span(of: element, at: start, lane: lane)
    let end = try exactly(at: place) { () throws(TimeOverflow) in try start + span.duration }
    switch element.name {
    case "gap":
      ledger.map(element, reading: ["name", "lane", "offset", "start", "duration"], harmless: ["enabled"])
      try addConnected(element.children, to: span, &story, depth: depth)
    case "caption": try addCaption(span, to: &story)
    default: try addClip(span, to: &story, depth: depth)
    }
    try addMarkers(of: span, to: &story)
    return end
  }

  private func span(of element: XMLElement, at start: RationalTime, lane: Int) throws(InterchangeProblem)
    -> FCPXMLSpan
  {
    let source = try resource(element["ref"], "", element)
    let sequence = source?.first("sequence") ?? source?.first("multicam")
    var localDefault: RationalTime?
    if let sequence { localDefault = try time(sequence, "tcStart") }
    if let source, source.name == "asset" { localDefault = try time(source, "start") }
    var duration = try length(element, "duration")
    if duration == nil, let source { duration = try length(source, "duration") }
    if duration == nil, let sequence { duration = try length(sequence, "duration") }
    guard let duration else {
      throw InterchangeProblem("the duration of the `\(element.name)` is unknown", at: InputPlace(element))
    }
    return FCPXMLSpan(
      element: element, start: start, localStart: try time(element, "start") ?? localDefault ?? .zero,
      duration: duration,
      lane: lane)
  }

  /// Adds the elements connected to another one, in their lanes.
  mutating func addConnected(
    _ children: [XMLElement], to span: FCPXMLSpan, _ story: inout SequenceBuilder, depth: Int
  ) throws(InterchangeProblem) {
    for child in children where Self.storyNames.contains(child.name) {
      let place = InputPlace(child)
      guard let own = Int(child["lane"] ?? "0"), (-9999...9999).contains(own) else {
        throw InterchangeProblem("`lane` is `\(child["lane"] ?? "")`, expected a whole number", at: place)
      }
      let offset = try time(child, "offset") ?? span.localStart
      let start = try exactly(at: place) { () throws(TimeOverflow) in try span.inSequence(offset) }
      guard (-9999...9999).contains(span.lane + own) else {
        throw InterchangeProblem("the lane number is too large", at: place)
      }
      try add(child, at: start, lane: span.lane + own, to: &story, depth: depth)
    }
  }

  // MARK: Markers and captions

  mutating func addMarkers(of span: FCPXMLSpan, to story: inout SequenceBuilder) throws(InterchangeProblem) {
    for marker in span.element.children where ["marker", "chapter-marker"].contains(marker.name) {
      let place = InputPlace(marker)
      guard let local = try time(marker, "start") else {
        throw InterchangeProblem("the marker has no `start`", at: place)
      }
      if span.element.name == "transition" {
        ledger.drop(marker.index, "a marker of a transition", affecting: .neither)
        continue
      }
      ledger.map(
        marker, reading: ["start", "duration", "value", "note"], harmless: ["completed", "posterOffset"])
      let time = try exactly(at: place) { () throws(TimeOverflow) in try span.inSequence(local) }
      let end = try exactly(at: place) { () throws(TimeOverflow) in try span.start + span.duration }
      guard time >= span.start, time < end else {
        ledger.drop(marker.index, "the marker is outside the part that is shown", affecting: .neither)
        continue
      }
      if marker["completed"] != nil {
        ledger.approximate(
          marker.index, "omitted: that it is a task, and whether it is completed", affecting: .neither)
      }
      let name = marker["value"] ?? ""
      story.markers.append(
        InterchangeMarker(
          name: name.isEmpty ? "marker" : name, note: marker["note"], time: time,
          isChapter: marker.name == "chapter-marker", place: place))
    }
  }

  private mutating func addCaption(_ span: FCPXMLSpan, to story: inout SequenceBuilder)
    throws(InterchangeProblem)
  {
    let element = span.element
    let place = InputPlace(element)
    ledger.map(
      element, reading: ["lane", "offset", "start", "duration", "name", "role"], harmless: [])
    let text = readText(of: element).text
    guard !text.isEmpty else {
      return ledger.drop(element.index, "the caption has no text", affecting: .neither)
    }
    if element["enabled"] == "0" {
      return ledger.drop(element.index, "the caption is disabled", affecting: .neither)
    }
    let range = try exactly(at: place) { () throws(TimeOverflow) in
      try TimeRange(start: span.start, duration: span.duration)
    }
    guard let range, !range.isEmpty, !range.start.isNegative else {
      return ledger.drop(element.index, "the caption has no duration, or starts before its sequence")
    }
    let role = element["role"] ?? ""
    let language = role.contains("captionFormat=") ? role.split(separator: ".").last.map(String.init) : nil
    story.captions.append(InterchangeCaption(text: text, range: range, language: language, place: place))
  }

  /// The text of a title or caption, with the style of its first part.
  mutating func readText(of element: XMLElement) -> InterchangeTitle {
    var parts: [String] = []
    var reference: String?
    for text in element.all("text") {
      ledger.map(
        text, reading: [],
        harmless: ["placement", "display-style", "roll-up-height", "position", "alignment"])
      parts.append(text.children.isEmpty ? text.text : "")
      for style in text.all("text-style") {
        ledger.map(style, reading: ["ref"])
        parts[parts.count - 1] += style.text
        reference = reference ?? style["ref"]
      }
    }
    var title = InterchangeTitle(text: "")
    for definition in element.all("text-style-def") {
      ledger.map(definition, reading: ["id"], harmless: ["name"])
      guard let style = definition.first("text-style") else { continue }
      let look = definition["name"] == fcpxmlStyleName ? titleLook(style) : nil
      let own: Set<String> = look == nil ? [] : ["fontSize", "alignment"]
      ledger.map(style, reading: own.union(["font", "fontColor"]), harmless: ["fontFace"])
      guard definition["id"] == reference else { continue }
      title.font = style["font"]
      title.color = style["fontColor"].flatMap(scriptColor)
      title.look = look
    }
    // Blank lines and blanks at the ends are part of an exported text.
    title.text =
      title.look == nil
      ? parts.map(\.trimmingBlanks).filter { !$0.isEmpty }.joined(separator: "\n")
      : parts.joined(separator: "\n")
    return title
  }

  /// The look in a style that editc wrote; nil if it was changed to one that no script has.
  private func titleLook(_ style: XMLElement) -> TitleLook? {
    guard let size = style["fontSize"].flatMap(Double.init),
      let weight = TitleLook.weight(ofFace: style["fontFace"] ?? "Regular")
    else { return nil }
    let written = style["alignment"] == "justified" ? "justify" : style["alignment"] ?? "center"
    guard let alignment = TitleLook.Alignment(rawValue: written) else { return nil }
    return TitleLook(size: size, weight: weight, alignment: alignment)
  }
}

/// A script's colour for four numbers from 0 to 1; nil for other texts.
private func scriptColor(_ text: String) -> String? {
  let numbers = text.split(separator: " ").compactMap { Double($0) }
  guard numbers.count == 4, numbers.allSatisfy({ (0...1).contains($0) }) else { return nil }
  let digits = numbers.map { number in
    let hex = String(Int((number * 255).rounded()), radix: 16)
    return hex.count == 1 ? "0" + hex : hex
  }
  return "#" + digits.prefix(digits[3] == "ff" ? 3 : 4).joined()
}
