package import Composition

/// A drawing of a contact sheet: pictures in rows, with their times below.
package struct SheetPicture {
  package struct Form: Hashable, Sendable {
    package var width: Double
    /// The number of pictures per row.
    package var columns: Int
    /// The original size of the pictures.
    package var pictureSize: PixelSize
    /// Whether each row has its own name at the left.
    package var namesRows: Bool
    package var theme: LookingTheme

    package init(
      width: Double, columns: Int, pictureSize: PixelSize, namesRows: Bool, theme: LookingTheme
    ) {
      self.width = width
      self.columns = columns
      self.pictureSize = pictureSize
      self.namesRows = namesRows
      self.theme = theme
    }
  }

  /// Pictures side by side.
  package struct Row: Hashable, Sendable {
    package var name: String
    /// The lines below the name.
    package var details: [String]
    package var cells: [Cell]

    package init(name: String = "", details: [String] = [], cells: [Cell]) {
      self.name = name
      self.details = details
      self.cells = cells
    }
  }

  package struct Cell: Hashable, Sendable {
    /// The number of the picture in the drawing; nil if it is not available.
    package var image: Int?
    package var time: String

    package init(image: Int?, time: String) {
      self.image = image
      self.time = time
    }
  }

  private let form: Form
  private var theme: LookingTheme { form.theme }
  private let margin = 24.0
  private let gap = 12.0
  private let header = 56.0
  /// The space below a picture, for its time.
  private let caption = 26.0
  private let rowGap = 8.0

  package init(_ form: Form) {
    self.form = form
  }

  private var nameWidth: Double { form.namesRows ? min(max((form.width * 0.16).rounded(), 110), 220) : 0 }

  /// The size at which pictures are shown, never larger than their own.
  package var cell: (width: Double, height: Double) {
    let columns = Double(form.columns)
    let room = form.width - 2 * margin - (form.namesRows ? nameWidth + gap : 0) - (columns - 1) * gap
    let natural = (width: Double(form.pictureSize.width), height: Double(form.pictureSize.height))
    let width = max(1, min((room / columns).rounded(.down), natural.width))
    return (width, max(1, (width * natural.height / max(1, natural.width)).rounded()))
  }

  /// The box of a picture.
  package func box(row: Int, column: Int) -> SceneBox {
    SceneBox(
      x: margin + (form.namesRows ? nameWidth + gap : 0) + Double(column) * (cell.width + gap),
      y: margin + header + Double(row) * pitch + lead, width: cell.width, height: cell.height)
  }

  /// Whether the pictures are large enough to be recognisable.
  package var hasRoom: Bool { cell.width >= 32 || cell.width >= Double(form.pictureSize.width) }

  package func scene(
    _ rows: [Row], title: String, facts: String, ruler measure: TextRuler
  ) -> Scene {
    var scene = Scene(
      width: form.width, height: height(rows: rows.count), background: theme.background,
      title: "Pictures of \(title)")
    scene.elements = heading(title, facts, measure)
    for (index, row) in rows.enumerated() {
      if form.namesRows {
        let top = box(row: index, column: 0).y
        if index > 0 { scene.elements.append(line(at: top - lead)) }
        scene.elements += names(of: row, at: top, measure)
      }
      for (column, cell) in row.cells.enumerated() {
        scene.elements += picture(cell, in: box(row: index, column: column), measure)
      }
    }
    return scene
  }

  /// The space between the line above a row and its pictures.
  private var lead: Double { form.namesRows ? 12 : 0 }
  private var pitch: Double { lead + cell.height + caption + rowGap }

  private func height(rows: Int) -> Double {
    margin + header + Double(rows) * pitch - (form.namesRows ? 0 : rowGap) + margin - 8
  }

  private func heading(_ title: String, _ facts: String, _ measure: TextRuler) -> [SceneElement] {
    let room = form.width - 2 * margin
    let (large, small) = (SceneTextStyle(size: 19, weight: 700), SceneTextStyle(size: 12))
    return [
      .text(
        SceneText(
          measure.fitting(title, large, into: room) ?? "", x: margin, baseline: margin + 15, style: large,
          color: theme.text)),
      .text(
        SceneText(
          measure.fitting(facts, small, into: room) ?? "", x: margin, baseline: margin + 35, style: small,
          color: theme.mutedText)),
    ]
  }

  private func line(at y: Double) -> SceneElement {
    .rectangle(
      SceneRectangle(
        SceneBox(x: margin, y: y - 2, width: form.width - 2 * margin, height: 1), fill: theme.faintLine))
  }

  private func names(of row: Row, at top: Double, _ measure: TextRuler) -> [SceneElement] {
    let (large, small) = (SceneTextStyle(size: 13, weight: 700), SceneTextStyle(size: 11))
    let name = SceneElement.text(
      SceneText(
        measure.fitting(row.name, large, into: nameWidth) ?? "", x: margin, baseline: top + 13, style: large,
        color: theme.text))
    let details = row.details.enumerated().map { index, words in
      SceneElement.text(
        SceneText(
          measure.fitting(words, small, into: nameWidth) ?? "", x: margin,
          baseline: top + 31 + Double(index) * 16, style: small, color: theme.mutedText))
    }
    return [name] + details
  }

  private func picture(_ shown: Cell, in box: SceneBox, _ measure: TextRuler) -> [SceneElement] {
    let frame = SceneRectangle(box, radius: 4, fill: theme.lane)
    let style = SceneTextStyle(size: 11)
    let inside: SceneElement =
      shown.image.map { .image(SceneImage(id: $0, box: box)) }
      ?? .text(
        SceneText(
          measure.fitting("cannot be read", style, into: cell.width - 8) ?? "", x: box.x + box.width / 2,
          baseline: box.y + box.height / 2 + 4, style: style, color: theme.warning, anchor: .middle))
    return [
      .rectangle(frame), .group(SceneGroup(title: shown.time, clip: frame, elements: [inside])),
      .text(
        SceneText(
          measure.fitting(shown.time, style, into: cell.width) ?? "", x: box.x + box.width / 2,
          baseline: box.bottom + 16, style: style, color: theme.mutedText, anchor: .middle)),
    ]
  }
}
