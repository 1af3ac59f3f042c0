import Composition

extension TimelinePage {
  /// Adds the whole film as one line above a wrapped drawing: the colours of its items, and the line starts.
  mutating func addOverview(of content: TimelineContent) {
    let all = TimeWindow(start: 0, end: max(content.duration, 0))
    let scale = (contentRight - contentLeft) / max(all.end, .leastNonzeroMagnitude)
    guard scale.isFinite else { return }
    let drawing = WindowDrawing(
      theme: theme, metrics: metrics, ruler: ruler, showsPictures: false, window: all, left: contentLeft,
      pixelsPerSecond: scale, isComparison: false)
    let top = y
    let strips: [(entries: [TimelineEntry], height: Double)] = [
      (content.overlays, 4), (content.timeline, 16), (content.audio, 4),
    ]
    for (entries, height) in strips where !entries.isEmpty {
      for entry in entries where entry.kind != .gap {
        guard let box = drawing.box(from: entry.start, to: entry.end, y: y, height: height) else { continue }
        let color = theme.tones(of: entry.kind).accent.faded(to: 0.72)
        elements.append(.rectangle(drawing.rectangle(box, fill: color, radius: 1.5)))
      }
      y += height + 2
    }
    let render = drawing.renderLane(content.render)
    elements += render?.elements(y) ?? []
    y += render?.height ?? 0
    for window in systems.windows.dropFirst() {
      let x = drawing.x(window.start)
      elements.append(
        .path(
          ScenePath(
            [ScenePoint(x, top - 4), ScenePoint(x, y + 2)], stroke: SceneStroke(theme.text.faded(to: 0.55)))))
    }
    elements.append(
      .text(
        SceneText(
          "Overview", x: metrics.margin, baseline: (top + y) / 2 + 4, style: metrics.label,
          color: theme.mutedText)))
    y += metrics.systemGap + 6
  }
}
