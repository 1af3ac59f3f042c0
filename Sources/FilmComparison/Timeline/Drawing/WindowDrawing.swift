import Composition

/// Everything needed to draw the lanes of one window.
struct WindowDrawing {
  let theme: TimelineTheme
  let metrics: TimelineMetrics
  let ruler: TextRuler
  let showsPictures: Bool
  let window: TimeWindow
  /// The position of the window's start, and its scale.
  let left: Double
  let pixelsPerSecond: Double
  /// Whether unchanged entries are faded.
  let isComparison: Bool

  func x(_ time: Double) -> Double { left + (time - window.start) * pixelsPerSecond }

  var right: Double { x(window.end) }

  /// The box of an entry's visible part, with a small gap at the sides; nil if the window does not show it.
  func box(from start: Double, to end: Double, y: Double, height: Double) -> EntryBox? {
    guard let part = window.part(from: start, to: end) else { return nil }
    let (startX, endX) = (x(part.start), x(part.end))
    // Very short entries are drawn as a thin line.
    let hair = endX - startX > 4 ? 0.5 : 0
    let width = max(endX - startX - 2 * hair, 1.5)
    return EntryBox(
      box: SceneBox(x: startX + hair, y: y, width: width, height: height),
      part: part, beginsHere: start >= window.start, endsHere: end <= window.end)
  }

  func rectangle(
    _ entry: EntryBox, fill: SceneColor?, stroke: SceneStroke? = nil, radius: Double? = nil
  ) -> SceneRectangle {
    let radius = entry.box.width < 5 ? 0.75 : radius ?? metrics.radius
    return SceneRectangle(
      entry.box, leftRadius: entry.beginsHere ? radius : 0, rightRadius: entry.endsHere ? radius : 0,
      fill: fill, stroke: stroke)
  }

  /// Groups an entry's elements with its tooltip and change marks.
  func group(_ entry: TimelineEntry, _ box: EntryBox, _ elements: [SceneElement]) -> SceneElement {
    group(entry.tooltip, entry.change, box, elements)
  }

  func group(
    _ tooltip: String, _ change: TimelineChange?, _ box: EntryBox, _ elements: [SceneElement]
  ) -> SceneElement {
    let opacity = isComparison && change == nil ? 0.42 : 1
    let marks = change.map { changeMarks($0, on: box) } ?? []
    return .group(
      SceneGroup(title: tooltip.isEmpty ? nil : tooltip, opacity: opacity, elements: elements + marks))
  }

  /// A frame, and a badge in a corner if there is space.
  private func changeMarks(_ change: TimelineChange, on box: EntryBox) -> [SceneElement] {
    let color = theme.changes[change]
    let frame = rectangle(
      EntryBox(box: box.box.inset(0.5), part: box.part, beginsHere: box.beginsHere, endsHere: box.endsHere),
      fill: nil, stroke: SceneStroke(color, width: 2))
    let size = min(14, box.box.height - 4)
    guard box.box.width >= size + 4, box.endsHere else { return [.rectangle(frame)] }
    let badge = SceneBox(x: box.box.right - size - 3, y: box.box.y + 3, width: size, height: size)
    return [.rectangle(frame)] + self.badge(change, in: badge)
  }

  func badge(_ change: TimelineChange, in box: SceneBox) -> [SceneElement] {
    let (middle, half) = (ScenePoint(box.x + box.width / 2, box.y + box.height / 2), box.width * 0.24)
    let stroke = SceneStroke(theme.changes.mark, width: max(1.4, box.width * 0.13))
    let at = { (x: Double, y: Double) in ScenePoint(middle.x + x * half, middle.y + y * half) }
    let lines: [[ScenePoint]] =
      switch change {
      case .added: [[at(-1, 0), at(1, 0)], [at(0, -1), at(0, 1)]]
      case .removed: [[at(-1, 0), at(1, 0)]]
      case .moved: [[at(-1, 0), at(1, 0)], [at(0.2, -0.8), at(1, 0), at(0.2, 0.8)]]
      case .changed: [[at(-1.1, 0.25), at(-0.55, -0.35), at(0, 0), at(0.55, 0.35), at(1.1, -0.25)]]
      }
    return [.rectangle(SceneRectangle(box, radius: box.width / 2, fill: theme.changes[change]))]
      + lines.map { .path(ScenePath($0, stroke: stroke)) }
  }
}

/// The box of an entry in a window, and the visible part of its time.
struct EntryBox {
  var box: SceneBox
  let part: TimeWindow
  /// Whether its start and end are in the window.
  let beginsHere: Bool
  let endsHere: Bool
}
