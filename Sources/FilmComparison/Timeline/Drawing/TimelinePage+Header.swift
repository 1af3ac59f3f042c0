import Composition

extension TimelinePage {
  /// Adds the name of the film, its facts, and the legend of render colours.
  mutating func header(title: String, facts: [String], render: TimelineContent.RenderLane?) {
    let right = style.width - metrics.margin
    let roomy = TimelineMetrics.roomy
    let legend = render.map(legend) ?? []
    let legendWidth = legend.reduce(0) { $0 + $1.width }
    let isBeside = metrics.margin + ruler.width(title, roomy.title) + 24 + legendWidth <= right
    let room = (isBeside ? right - legendWidth - 24 : right) - metrics.margin
    if let words = ruler.fitting(title, roomy.title, into: room, least: 1) {
      elements.append(
        .text(
          SceneText(words, x: metrics.margin, baseline: y + 16, style: roomy.title, color: theme.text)))
    }
    if isBeside { add(legend, left: right - legendWidth, baseline: y + 15) }
    y += 24
    let line = facts.joined(separator: "  ·  ")
    if !facts.isEmpty, let words = ruler.fitting(line, roomy.facts, into: right - metrics.margin) {
      elements.append(
        .text(
          SceneText(
            words, x: metrics.margin, baseline: y + 13, style: roomy.facts, color: theme.mutedText)))
      y += 20
    }
    if !isBeside, !legend.isEmpty {
      add(legend, left: metrics.margin, baseline: y + 14)
      y += 20
    }
    y += 12
  }

  /// `■ 3 segments reused  ■ 4 segments copied  ■ 2 segments to render`
  private func legend(_ render: TimelineContent.RenderLane) -> [LegendEntry] {
    let pieces = render.segments
    let kept = pieces.count(where: \.isKept)
    let copied = pieces.count { !$0.isKept && $0.isCopied }
    let sound = render.sound
    let words = [
      (Self.count(kept, sound?.isKept == true, render.keptWord), theme.kept),
      (Self.count(copied, false, "copied"), theme.copied),
      (Self.count(pieces.count - kept - copied, sound?.isKept == false, render.newWord), theme.new),
    ]
    let entries = words.compactMap { words, color in words.map { ($0, color) } }
    return entries.enumerated().map { index, entry in
      let gap = index == entries.count - 1 ? 0.0 : 18
      return LegendEntry(
        words: entry.0, color: entry.1, width: 16 + ruler.width(entry.0, TimelineMetrics.roomy.facts) + gap)
    }
  }

  private mutating func add(_ legend: [LegendEntry], left: Double, baseline: Double) {
    var x = left
    for entry in legend {
      let patch = SceneBox(x: x, y: baseline - 9, width: 10, height: 10)
      elements.append(.rectangle(SceneRectangle(patch, radius: 2.5, fill: entry.color)))
      elements.append(
        .text(
          SceneText(
            entry.words, x: x + 16, baseline: baseline, style: TimelineMetrics.roomy.facts,
            color: theme.mutedText)))
      x += entry.width
    }
  }

  /// `2 segments and the sound reused`; nil if there is nothing to count.
  private static func count(_ segments: Int, _ hasSound: Bool, _ word: String) -> String? {
    let counted = segments == 0 ? nil : "\(segments) segment\(segments == 1 ? "" : "s")"
    let parts = [counted, hasSound ? (counted == nil ? "sound" : "the sound") : nil].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " and ") + " " + word
  }
}

/// A colour and its meaning.
private struct LegendEntry {
  let words: String
  let color: SceneColor
  /// Including the space after it.
  let width: Double
}
