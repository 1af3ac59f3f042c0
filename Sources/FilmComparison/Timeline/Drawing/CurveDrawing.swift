import Composition

extension WindowDrawing {
  /// Shades an entry above its opacity curve, and draws the curve as a line if `line` has a colour.
  func scrim(
    _ curve: TimelineCurve, of entry: TimelineEntry, in box: EntryBox, _ area: SceneBox,
    _ line: SceneColor?
  ) -> [SceneElement] {
    guard area.width >= 3 else { return [] }
    let points = places(curve, of: entry, in: box, area, top: 1)
    guard let first = points.first, let last = points.last else { return [] }
    let shade = [ScenePoint(first.x, area.y)] + points + [ScenePoint(last.x, area.y)]
    let shadow = SceneElement.path(ScenePath(shade, isClosed: true, fill: theme.scrim.faded(to: 0.72)))
    return [shadow] + (line.map { [.path(ScenePath(points, stroke: SceneStroke($0, width: 1.5)))] } ?? [])
  }

  /// Draws the gain of an entry as an area, scaled to 1 or to the maximum gain if that is higher.
  func loudness(
    _ curve: TimelineCurve, of entry: TimelineEntry, in box: EntryBox, _ area: SceneBox,
    _ tones: TimelineTheme.Tones
  ) -> [SceneElement] {
    guard area.width >= 1 else { return [] }
    // A small gap at the top, so that the line stays visible.
    let points = places(curve, of: entry, in: box, area, top: max(1, curve.largest) * 1.12)
    guard let first = points.first, let last = points.last else { return [] }
    let shape = [ScenePoint(first.x, area.bottom)] + points + [ScenePoint(last.x, area.bottom)]
    let fill = SceneElement.path(ScenePath(shape, isClosed: true, fill: tones.accent.faded(to: 0.22)))
    guard area.width >= 3 else { return [fill] }
    return [fill, .path(ScenePath(points, stroke: SceneStroke(tones.accent, width: 1.25)))]
  }

  /// The points of a curve inside the window; `top` is the value at the upper edge of the area.
  private func places(
    _ curve: TimelineCurve, of entry: TimelineEntry, in box: EntryBox, _ area: SceneBox, top: Double
  ) -> [ScenePoint] {
    guard top > 0, top.isFinite, box.part.end > box.part.start else { return [] }
    let length = box.part.end - box.part.start
    return curve.points(from: box.part.start - entry.start, to: box.part.end - entry.start).map { point in
      let part = min(max((point.time + entry.start - box.part.start) / length, 0), 1)
      let height = min(max(point.value / top, 0), 1)
      return ScenePoint(area.x + part * area.width, area.bottom - height * area.height)
    }
  }
}
