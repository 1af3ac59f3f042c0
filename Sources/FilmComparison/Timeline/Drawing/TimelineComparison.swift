package import Composition

/// Two timelines of one film before and after a change.
package struct TimelineComparison: Sendable {
  package var old: TimelineContent
  package var new: TimelineContent
  /// Every change as a line, in the order of the film.
  package var changes: [Line]
  /// The last line: all changes in numbers.
  package var summary: String

  /// One change.
  package struct Line: Hashable, Sendable {
    package var change: TimelineChange
    /// What changed: `clip beach`.
    package var title: String
    package var detail: String

    package init(change: TimelineChange, title: String, detail: String) {
      self.change = change
      self.title = title
      self.detail = detail
    }
  }

  package init(old: TimelineContent, new: TimelineContent, changes: [Line], summary: String) {
    self.old = old
    self.new = new
    self.changes = changes
    self.summary = summary
  }

  /// The old timeline above the new one at the same scale, with marked changes, and a list of all changes.
  package func scene(_ style: TimelineStyle, ruler: TextRuler) -> Scene {
    // Windows that end at cuts would not match the other film.
    var page = TimelinePage(style: style, ruler: ruler, contents: [old, new], isEven: true)
    page.header(title: new.title, facts: [summary], render: new.render)
    for (index, window) in page.systems.windows.enumerated() {
      let captions = [old, new].enumerated().map { place, content in
        let side = place == 0 ? "Before" : "After"
        return index == 0 ? ([side] + content.facts).joined(separator: "  ·  ") : side
      }
      page.add(window, captions: captions)
    }
    page.list(changes)
    return page.scene(title: new.title)
  }
}

extension TimelinePage {
  /// Further changes are only counted.
  private static let mostLines = 40

  fileprivate mutating func list(_ lines: [TimelineComparison.Line]) {
    guard !lines.isEmpty else { return }
    let roomy = TimelineMetrics.roomy
    let right = style.width - metrics.margin
    for line in lines.prefix(Self.mostLines) {
      let badge = SceneBox(x: metrics.margin, y: y + 1, width: 14, height: 14)
      elements += badges.badge(line.change, in: badge)
      let title = ruler.fitting(line.title, roomy.name, into: 320) ?? ""
      elements.append(
        .text(
          SceneText(title, x: badge.right + 8, baseline: y + 12, style: roomy.name, color: theme.text)))
      let detailLeft = badge.right + 8 + max(180, ruler.width(title, roomy.name) + 14)
      if let detail = ruler.fitting(line.detail, roomy.detail, into: right - detailLeft) {
        elements.append(
          .text(
            SceneText(
              detail, x: detailLeft, baseline: y + 12, style: roomy.detail, color: theme.mutedText)))
      }
      y += 22
    }
    let hidden = lines.count - Self.mostLines
    if hidden > 0 {
      elements.append(
        .text(
          SceneText(
            "and \(hidden) more", x: metrics.margin + 22, baseline: y + 12, style: roomy.detail,
            color: theme.mutedText)))
      y += 22
    }
    y += metrics.systemGap - 6
  }

  private var badges: WindowDrawing {
    WindowDrawing(
      theme: theme, metrics: metrics, ruler: ruler, showsPictures: false,
      window: TimeWindow(start: 0, end: 1), left: 0, pixelsPerSecond: 1, isComparison: true)
  }
}
