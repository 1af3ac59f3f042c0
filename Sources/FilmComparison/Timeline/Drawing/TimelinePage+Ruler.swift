import Composition

extension TimelinePage {
  /// Times above the lanes, with a tick at each.
  func rulerElements(_ drawing: WindowDrawing, knownEnd: Double?) -> [SceneElement] {
    let bottom = y + metrics.rulerHeight - 4
    var elements: [SceneElement] = [
      .path(
        ScenePath(
          [ScenePoint(contentLeft - 3, bottom), ScenePoint(drawing.right + 3, bottom)],
          stroke: SceneStroke(theme.line)))
    ]
    for (time, isLabelled) in ticks.moments(in: drawing.window) {
      // Times after an unknown length are unknown.
      if let knownEnd, time > knownEnd { break }
      let x = drawing.x(time)
      elements.append(
        .path(
          ScenePath(
            [ScenePoint(x, bottom - (isLabelled ? 6 : 3)), ScenePoint(x, bottom)],
            stroke: SceneStroke(theme.line))))
      let label = ticks.label(time)
      guard isLabelled, x + 4 + ruler.width(label, metrics.ruler) <= drawing.right + metrics.margin - 4
      else { continue }
      elements.append(
        .text(
          SceneText(
            label, x: x + (time > drawing.window.start ? 4 : 0), baseline: bottom - 7,
            style: metrics.ruler, color: theme.mutedText)))
    }
    return elements
  }

  /// Faint lines below the lanes at every label.
  func grid(_ drawing: WindowDrawing, from top: Double, knownEnd: Double?) -> [SceneElement] {
    ticks.moments(in: drawing.window).compactMap { time, isLabelled in
      guard isLabelled, knownEnd.map({ time <= $0 }) ?? true else { return nil }
      let x = drawing.x(time)
      return .path(
        ScenePath([ScenePoint(x, top - 2), ScenePoint(x, y)], stroke: SceneStroke(theme.faintLine)))
    }
  }

  // MARK: Markers

  private func shown(_ markers: [TimelineMarker], in window: TimeWindow) -> [TimelineMarker] {
    let isLast = systems.windows.last == window
    return markers.filter {
      window.start <= $0.time && ($0.time < window.end || (isLast && $0.time <= window.end))
    }
  }

  /// Adds flags with names above the ruler; a name that would cover the next flag is shortened or left out.
  mutating func addMarkers(_ markers: [TimelineMarker], _ drawing: WindowDrawing) {
    let shown = shown(markers, in: drawing.window).sorted { $0.time < $1.time }
    guard !shown.isEmpty else { return }
    for (index, marker) in shown.enumerated() {
      let x = drawing.x(marker.time)
      let next = index + 1 < shown.count ? drawing.x(shown[index + 1].time) : contentRight + metrics.margin
      let flag = [ScenePoint(x, y + 2), ScenePoint(x + 8, y + 6), ScenePoint(x, y + 10)]
      elements.append(.path(ScenePath(flag, isClosed: true, fill: theme.marker)))
      if let name = ruler.fitting(marker.name, metrics.ruler, into: next - x - 16) {
        elements.append(
          .text(
            SceneText(
              name, x: x + 12, baseline: y + 10, style: metrics.ruler, color: theme.marker)))
      }
    }
    y += metrics.markerHeight
  }

  func markerLines(
    _ markers: [TimelineMarker], _ drawing: WindowDrawing, from top: Double
  ) -> [SceneElement] {
    let flagTop = top - metrics.rulerHeight - metrics.markerHeight + 2
    return shown(markers, in: drawing.window).map { marker in
      let x = drawing.x(marker.time)
      return .group(
        SceneGroup(
          title: marker.name,
          elements: [
            .path(
              ScenePath(
                [ScenePoint(x, flagTop), ScenePoint(x, y)],
                stroke: SceneStroke(theme.marker.faded(to: 0.8), dashes: [3, 3])))
          ]))
    }
  }
}
