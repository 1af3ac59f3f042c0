package import Composition

/// The contact sheet of a review: a pair of pictures for each span, under a bar of the whole film.
package struct ReviewSheetContent: Hashable, Sendable {
  package var title: String
  package var summary: String
  package var rows: [Row]
  /// The bar: the share of the film where each span begins and ends.
  package var bar: [Part]

  /// The first of the two pictures has twice the number of the row as its id, the second one more.
  package struct Row: Hashable, Sendable {
    package var words: String
    package var detail: String
    /// Height divided by width.
    package var aspect: Double
    package var hasOld: Bool
    package var hasNew: Bool

    package init(words: String, detail: String, aspect: Double, hasOld: Bool, hasNew: Bool) {
      self.words = words
      self.detail = detail
      self.aspect = aspect
      self.hasOld = hasOld
      self.hasNew = hasNew
    }
  }

  package struct Part: Hashable, Sendable {
    package var start: Double
    package var end: Double
    package var hasPictures: Bool

    package init(start: Double, end: Double, hasPictures: Bool) {
      self.start = start
      self.end = end
      self.hasPictures = hasPictures
    }
  }

  package init(title: String, summary: String, rows: [Row], bar: [Part]) {
    self.title = title
    self.summary = summary
    self.rows = rows
    self.bar = bar
  }

  /// The width of a picture, in pixels.
  package static let pictureWidth = 360.0

  package func scene(_ theme: TimelineTheme, ruler: TextRuler) -> Scene {
    let (margin, gap) = (20.0, 12.0)
    let width = 2 * margin + 2 * Self.pictureWidth + gap
    var elements: [SceneElement] = []
    var y = margin
    func text(_ words: String, x: Double, _ style: SceneTextStyle, _ color: SceneColor, to right: Double) {
      guard let fitting = ruler.fitting(words, style, into: right - x) else { return }
      elements.append(.text(SceneText(fitting, x: x, baseline: y + style.size, style: style, color: color)))
    }
    text(title, x: margin, SceneTextStyle(size: 18, weight: 700), theme.text, to: width - margin)
    y += 26
    text(summary, x: margin, SceneTextStyle(size: 12.5), theme.mutedText, to: width - margin)
    y += 26
    let whole = SceneBox(x: margin, y: y, width: width - 2 * margin, height: 12)
    var parts: [SceneElement] = []
    for part in bar {
      let left = whole.x + whole.width * part.start
      let box = SceneBox(
        x: left, y: y, width: max(3, whole.width * (part.end - part.start)), height: whole.height)
      parts.append(
        .rectangle(SceneRectangle(box, fill: part.hasPictures ? theme.new : theme.copied)))
    }
    elements.append(.rectangle(SceneRectangle(whole, radius: 3, fill: theme.line)))
    elements.append(
      .group(SceneGroup(clip: SceneRectangle(whole, radius: 3), elements: parts)))
    y += 12 + 18
    for (number, row) in rows.enumerated() {
      text(row.words, x: margin, SceneTextStyle(size: 13, weight: 600), theme.text, to: width - margin)
      y += 18
      text(row.detail, x: margin, SceneTextStyle(size: 12), theme.mutedText, to: width - margin)
      y += 20
      let height = (Self.pictureWidth * row.aspect).rounded()
      let sides = [(row.hasOld, "old", theme.changes.removed), (row.hasNew, "new", theme.changes.added)]
      for (place, side) in sides.enumerated() {
        let box = SceneBox(
          x: margin + Double(place) * (Self.pictureWidth + gap), y: y, width: Self.pictureWidth,
          height: height)
        elements.append(.rectangle(SceneRectangle(box, fill: theme.lane)))
        if side.0 { elements.append(.image(SceneImage(id: 2 * number + place, box: box))) }
        let style = SceneTextStyle(size: 11, weight: 700)
        let badge = SceneBox(
          x: box.x + 6, y: box.y + 6, width: ruler.width(side.1, style) + 12, height: 17)
        elements.append(.rectangle(SceneRectangle(badge, radius: 8, fill: side.2)))
        elements.append(
          .text(
            SceneText(
              side.1, x: badge.x + 6, baseline: badge.y + 12.5, style: style, color: theme.changes.mark)))
      }
      y += height + 18
    }
    return Scene(
      width: width, height: y + margin - 14, background: theme.background, title: title, elements: elements)
  }
}
