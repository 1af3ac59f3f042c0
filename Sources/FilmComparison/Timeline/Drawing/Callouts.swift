import Composition

/// The names of entries that are too narrow for them, below the lane and connected by lines.
///
/// Names that would overlap are left out; hovering over the entry shows them.
struct Callouts {
  private let drawing: WindowDrawing
  private var placed: [(words: String, x: Double, row: Int)] = []
  private(set) var rowCount = 0

  private static let mostRows = 2
  /// With more short entries, names would only clutter the drawing.
  private static let most = 40

  init(of entries: [ShownEntry], in drawing: WindowDrawing) {
    self.drawing = drawing
    let nameless = entries.compactMap { Self.nameless($0, in: drawing) }
    guard nameless.count <= Self.most else { return }
    var ends = Array(repeating: -Double.infinity, count: Self.mostRows)
    for (words, x) in nameless {
      let right = x + 5 + drawing.ruler.width(words, drawing.metrics.small)
      guard right <= drawing.right, let row = ends.firstIndex(where: { $0 + 8 <= x }) else { continue }
      ends[row] = right
      placed.append((words, x, row))
      rowCount = max(rowCount, row + 1)
    }
  }

  /// The text and position for an entry without a name.
  private static func nameless(
    _ shown: ShownEntry, in drawing: WindowDrawing
  ) -> (words: String, x: Double)? {
    let entry = shown.entry
    guard entry.kind != .gap, !entry.title.isEmpty,
      let box = drawing.box(from: shown.start, to: shown.end, y: 0, height: 1), box.beginsHere
    else { return nil }
    let (metrics, ruler) = (drawing.metrics, drawing.ruler)
    let room = box.box.width - 2 * metrics.padding
    guard ruler.fitting(entry.title, metrics.name, into: room) == nil,
      let words = ruler.fitting(entry.title, metrics.small, into: 120)
    else { return nil }
    return (words, box.box.x + min(box.box.width, 8) / 2)
  }

  func elements(below y: Double) -> [SceneElement] {
    placed.flatMap { callout -> [SceneElement] in
      let middle = y + 3 + (Double(callout.row) + 0.5) * drawing.metrics.calloutRow
      let line = [
        ScenePoint(callout.x, y + 1), ScenePoint(callout.x, middle), ScenePoint(callout.x + 3, middle),
      ]
      return [
        .path(ScenePath(line, stroke: SceneStroke(drawing.theme.line))),
        .text(
          SceneText(
            callout.words, x: callout.x + 5, baseline: middle + drawing.metrics.small.size * 0.36,
            style: drawing.metrics.small, color: drawing.theme.mutedText)),
      ]
    }
  }
}
