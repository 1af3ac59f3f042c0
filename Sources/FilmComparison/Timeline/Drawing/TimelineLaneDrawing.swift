import Composition

extension WindowDrawing {
  /// The timeline: consecutive boxes, transitions between them, and callouts for the names of narrow boxes.
  func timelineLane(_ content: TimelineContent) -> LaneDrawing? {
    let trimmed = trimmedTimeline(content)
    let hasSound = content.timeline.contains { $0.volume != nil }
    let body = bodyHeight(content)
    let height = metrics.timelineHeader + body + (hasSound ? metrics.timelineSound : 0)
    let callouts = Callouts(of: trimmed, in: self)
    let rows = Double(callouts.rowCount)
    let total = height + (rows > 0 ? rows * metrics.calloutRow + 3 : 0)
    return LaneDrawing("Timeline", height: total, labelMiddle: height / 2) { y in
      let entries = trimmed.flatMap { shown -> [SceneElement] in
        guard let box = box(from: shown.start, to: shown.end, y: y, height: height) else { return [] }
        return [group(shown.entry, box, draw(shown.entry, box, hasSound: hasSound))]
      }
      let transitions = content.transitions.flatMap { transition in
        draw(transition, content, y: y, height: height)
      }
      return entries + transitions + callouts.elements(below: y + height)
    }
  }

  private func bodyHeight(_ content: TimelineContent) -> Double {
    if showsPictures, content.timeline.contains(where: { $0.picture != nil }) { return metrics.timelineBody }
    let changes = content.timeline.contains { $0.opacity?.isPlain == false }
    return changes ? 20 : 12
  }

  /// The entries of the timeline, without the parts covered by transitions.
  private func trimmedTimeline(_ content: TimelineContent) -> [ShownEntry] {
    var shown = content.timeline.map { ShownEntry(entry: $0, start: $0.start, end: $0.end) }
    for transition in content.transitions {
      if let outgoing = transition.outgoing, shown.indices.contains(outgoing) {
        shown[outgoing].end = min(shown[outgoing].end, max(transition.start, shown[outgoing].start))
      }
      if let incoming = transition.incoming, shown.indices.contains(incoming) {
        shown[incoming].start = max(shown[incoming].start, min(transition.end, shown[incoming].end))
      }
    }
    return shown
  }

  // MARK: An item

  private func draw(_ entry: TimelineEntry, _ box: EntryBox, hasSound: Bool) -> [SceneElement] {
    guard entry.kind != .gap else { return drawGap(entry, box) }
    let tones = theme.tones(of: entry.kind)
    let sound = hasSound ? metrics.timelineSound : 0
    let body = SceneBox(
      x: box.box.x, y: box.box.y + metrics.timelineHeader, width: box.box.width,
      height: box.box.height - metrics.timelineHeader - sound)
    var elements: [SceneElement] = [.rectangle(rectangle(box, fill: tones.fill))]
    var inside = pictures(of: entry, in: box, body)
    if let opacity = entry.opacity, !opacity.isPlain {
      inside += scrim(opacity, of: entry, in: box, body, tones.accent)
    }
    if let volume = entry.volume {
      inside += soundStrip(volume, of: entry, in: box, top: body.bottom)
    }
    if !inside.isEmpty {
      elements.append(.group(SceneGroup(clip: rectangle(box, fill: nil), elements: inside)))
    }
    elements += names(
      of: entry, in: box, left: box.box.x + metrics.padding, height: metrics.timelineHeader, color: tones.text
    )
    elements.append(.rectangle(edge(box, entry, tones)))
    return elements
  }

  private func drawGap(_ entry: TimelineEntry, _ box: EntryBox) -> [SceneElement] {
    let inner = EntryBox(
      box: box.box.inset(0.5), part: box.part, beginsHere: box.beginsHere, endsHere: box.endsHere)
    return [
      .rectangle(rectangle(inner, fill: nil, stroke: SceneStroke(theme.line, dashes: [4, 3])))
    ]
      + names(
        of: entry, in: box, left: box.box.x + metrics.padding, height: metrics.timelineHeader,
        color: theme.mutedText, style: metrics.detail)
  }

  private func soundStrip(
    _ volume: TimelineCurve, of entry: TimelineEntry, in box: EntryBox, top: Double
  ) -> [SceneElement] {
    let strip = SceneBox(x: box.box.x, y: top, width: box.box.width, height: box.box.bottom - top)
    return [.rectangle(SceneRectangle(strip, fill: theme.sound.fill))]
      + loudness(volume, of: entry, in: box, strip, theme.sound)
  }

  // MARK: Its pictures

  /// The first and last picture, cropped if there is less space, or patches of the item's colours.
  private func pictures(of entry: TimelineEntry, in box: EntryBox, _ body: SceneBox) -> [SceneElement] {
    if !entry.swatch.isEmpty { return swatch(entry, in: box, body) }
    guard showsPictures, let picture = entry.picture else { return [] }
    let full = body.height * min(max(picture.aspect, 0.2), 4)
    let last = box.endsHere ? picture.last : nil
    let first = box.beginsHere ? picture.first : nil
    guard let first, let last else {
      guard let only = first ?? last, body.width >= 14 else { return [] }
      let width = min(full, body.width)
      let x = first == nil ? body.right - width : body.x
      return framed(only, picture.aspect, SceneBox(x: x, y: body.y, width: width, height: body.height))
    }
    if body.width < 30 {
      return body.width < 12 ? [] : framed(first, picture.aspect, body)
    }
    let width = min(full, (body.width - 1) / 2)
    var (left, right) = (body, body)
    (left.width, right.width) = (width, width)
    right.x = body.right - width
    return framed(first, picture.aspect, left) + framed(last, picture.aspect, right)
  }

  private func framed(_ id: Int, _ aspect: Double, _ frame: SceneBox) -> [SceneElement] {
    let picture = image(id, aspect, filling: frame)
    let fits = frame.width >= frame.height * aspect - 0.01
    return fits ? [picture] : [.group(SceneGroup(clip: SceneRectangle(frame), elements: [picture]))]
  }

  /// The item's colours, as a gradient if there are several.
  private func swatch(_ entry: TimelineEntry, in box: EntryBox, _ body: SceneBox) -> [SceneElement] {
    guard let only = entry.swatch.first, entry.swatch.count > 1 else {
      return entry.swatch.map { .rectangle(SceneRectangle(body, fill: $0)) }
    }
    let count = max(1, min(Int(body.width.rounded(.up)), 48))
    let width = body.width / Double(count)
    return (0..<count).map { index in
      let place = Double(index) / Double(max(1, count - 1)) * Double(entry.swatch.count - 1)
      let left = min(Int(place), entry.swatch.count - 2)
      let color =
        left < 0 ? only : entry.swatch[left].mixed(with: entry.swatch[left + 1], at: place - Double(left))
      // Slightly wider than its share, so that no gaps show.
      let end = index == count - 1 ? width : width + 0.5
      return .rectangle(
        SceneRectangle(
          SceneBox(x: body.x + Double(index) * width, y: body.y, width: end, height: body.height),
          fill: color))
    }
  }

  // MARK: A transition

  /// Two triangles in the colours of the outgoing and incoming items, a line between them, and the name.
  private func draw(
    _ transition: TimelineTransition, _ content: TimelineContent, y: Double, height: Double
  ) -> [SceneElement] {
    guard let box = box(from: transition.start, to: transition.end, y: y, height: height) else { return [] }
    let outgoing = tones(of: transition.outgoing, in: content)
    let incoming = tones(of: transition.incoming, in: content)
    let area = box.box
    let (topLeft, bottomRight) = (ScenePoint(area.x, area.y), ScenePoint(area.right, area.bottom))
    let (bottomLeft, topRight) = (ScenePoint(area.x, area.bottom), ScenePoint(area.right, area.y))
    let clip = rectangle(box, fill: nil)
    var elements: [SceneElement] = [
      .path(ScenePath([topLeft, topRight, bottomLeft], isClosed: true, fill: outgoing.fill)),
      .path(ScenePath([topRight, bottomRight, bottomLeft], isClosed: true, fill: incoming.fill)),
    ]
    if area.width >= 6 {
      elements.append(
        .path(
          ScenePath(
            [bottomLeft, topRight], stroke: SceneStroke(theme.mutedText.faded(to: 0.75), width: 1.25))))
    }
    elements = [
      .group(SceneGroup(clip: clip, elements: elements)),
      .rectangle(
        rectangle(
          EntryBox(
            box: area.inset(min(0.5, area.width / 4)), part: box.part, beginsHere: box.beginsHere,
            endsHere: box.endsHere), fill: nil, stroke: SceneStroke(theme.line))),
    ]
    let words = ruler.fitting(transition.title, metrics.small, into: area.width - 6, least: 400)
    if let words {
      elements.append(
        .text(
          SceneText(
            words, x: area.x + area.width / 2, baseline: area.y + metrics.timelineHeader / 2 + 3.5,
            style: metrics.small, color: theme.text, anchor: .middle)))
    }
    return [group(transition.tooltip, transition.change, box, elements)]
  }

  private func tones(of entry: Int?, in content: TimelineContent) -> TimelineTheme.Tones {
    guard let entry, content.timeline.indices.contains(entry) else { return theme.drawn }
    return theme.tones(of: content.timeline[entry].kind)
  }
}

/// An entry, and the part of its time that it does not share.
struct ShownEntry {
  let entry: TimelineEntry
  var start: Double
  var end: Double
}
