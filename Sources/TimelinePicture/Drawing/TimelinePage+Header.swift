import Scene

extension TimelinePage {
  /// The name of the film, what is known of it, and what the colours of a render mean.
  mutating func header(title: String, facts: [String], render: TimelineContent.RenderLane?) {
    let right = style.width - metrics.margin
    let roomy = TimelineMetrics.roomy
    let legend = render.map { self.legend($0, right: right, baseline: y + 15) }
    let room = (legend?.left ?? right) - metrics.margin - 24
    if let words = ruler.fitting(title, roomy.title, into: room, least: 1) {
      elements.append(
        .text(
          SceneText(words, x: metrics.margin, baseline: y + 16, style: roomy.title, color: theme.text)))
    }
    elements += legend?.elements ?? []
    y += 24
    let line = facts.joined(separator: "  ·  ")
    if !facts.isEmpty, let words = ruler.fitting(line, roomy.facts, into: right - metrics.margin) {
      elements.append(
        .text(
          SceneText(
            words, x: metrics.margin, baseline: y + 13, style: roomy.facts, color: theme.mutedText)))
      y += 20
    }
    y += 12
  }

  /// From the right: `■ 3 reused  ■ 2 to render`
  private func legend(
    _ render: TimelineContent.RenderLane, right: Double, baseline: Double
  ) -> (elements: [SceneElement], left: Double) {
    let pieces = render.segments
    let kept = pieces.count(where: \.isKept)
    let sound = render.sound
    let words = [
      (Self.count(kept, sound?.isKept == true, render.keptWord), theme.kept),
      (Self.count(pieces.count - kept, sound?.isKept == false, render.newWord), theme.new),
    ]
    var elements: [SceneElement] = []
    var x = right
    let textStyle = TimelineMetrics.roomy.facts
    for (words, color) in words.reversed() {
      guard let words else { continue }
      x -= ruler.width(words, textStyle)
      elements.append(
        .text(SceneText(words, x: x, baseline: baseline, style: textStyle, color: theme.mutedText)))
      x -= 16
      elements.append(
        .rectangle(
          SceneRectangle(SceneBox(x: x, y: baseline - 9, width: 10, height: 10), radius: 2.5, fill: color)))
      x -= 18
    }
    return (elements, x)
  }

  /// `2 segments and the sound reused`; nil for nothing.
  private static func count(_ segments: Int, _ hasSound: Bool, _ word: String) -> String? {
    let counted = segments == 0 ? nil : "\(segments) segment\(segments == 1 ? "" : "s")"
    let parts = [counted, hasSound ? (counted == nil ? "sound" : "the sound") : nil].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " and ") + " " + word
  }
}
