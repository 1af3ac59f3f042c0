import Basics
import Composition
import Drawing
import Export
import FilmComparison
import LibAV
import Processes
import Workspace

/// Draws the contact sheet of a review.
struct ReviewSheet {
  fileprivate let rows: [Row]
  private let outputs: ReviewedOutputs
  private let changes: FilmChanges

  private static let mostRows = 12
  /// Pixels of the picture per pixel of the drawing.
  fileprivate static let density = 1.5

  /// A span, with the frames of both films that are drawn.
  fileprivate struct Row {
    let output: Int
    let span: ReviewSpan
    let old: Int64?
    let new: Int64?
    let size: PixelSize
  }

  init(_ outputs: ReviewedOutputs, _ changes: FilmChanges) {
    self.outputs = outputs
    self.changes = changes
    rows = Array(
      outputs.all.enumerated().flatMap { index, pair in
        pair.spans.map { Row(index, pair, $0) }
      }.prefix(Self.mostRows))
  }

  var hasRows: Bool { !rows.isEmpty }

  /// The orders for its pictures, film by film.
  var orders: [[FrameOrder]] {
    var orders = Array(repeating: [FrameOrder](), count: 2 * outputs.all.count)
    for (number, row) in rows.enumerated() {
      for (place, frame) in [row.old, row.new].enumerated() {
        guard let frame else { continue }
        orders[2 * row.output + place].append(
          .picture(frame: frame, size: row.size, name: Self.name(2 * number + place)))
      }
    }
    return orders
  }

  private static func name(_ number: Int) -> String { "picture-\(number)" }

  /// The file of the picture; nil without rows, or if the machine has no font.
  func picture(_ reading: FrameReading, title: String) throws -> [UInt8]? {
    guard hasRows, let fonts = try? sceneFonts() else { return nil }
    var pictures: [Int: DrawnText] = [:]
    for (number, row) in rows.enumerated() {
      for (place, frame) in [row.old, row.new].enumerated() where frame != nil {
        let id = 2 * number + place
        pictures[id] = DrawnText(
          width: row.size.width, height: row.size.height,
          pixels: try reading.pixels(
            named: Self.name(id), byteCount: 4 * row.size.width * row.size.height))
      }
    }
    // The path is only the kind of the picture.
    let file = try SceneFile(path: ReviewFolder.contactFile, replacesExisting: true)
    return try file.pixels(
      of: content(title).scene(.light, ruler: fonts.ruler), pictures: pictures, fonts: fonts,
      as: .jpeg(quality: 82))
  }

  private func content(_ title: String) -> ReviewSheetContent {
    let first = rows.first.map { outputs.all[$0.output] }
    let columns = Double(max(1, first?.alignment.columnCount ?? 1))
    return ReviewSheetContent(
      title: title, summary: changes.shortSummary(),
      rows: rows.map { row in
        let pair = outputs.all[row.output]
        let words = SpanWords(row.span, of: pair, changes)
        return ReviewSheetContent.Row(
          words: "\(words.range)   \(words.text)",
          detail: outputs.all.count > 1 ? "\(pair.file)   \(words.count)" : words.count,
          aspect: Double(row.size.height) / Double(row.size.width), hasOld: row.old != nil,
          hasNew: row.new != nil)
      },
      bar: first?.spans.map { span in
        ReviewSheetContent.Part(
          start: Double(span.columns.lowerBound) / columns, end: Double(span.columns.upperBound) / columns,
          hasPictures: span.hasPictures)
      } ?? [])
  }
}

extension ReviewSheet.Row {
  /// The middle of the first run of frames that differ; of a changed sound, the middle.
  fileprivate init(_ output: Int, _ pair: ReviewedPair, _ span: ReviewSpan) {
    self.output = output
    self.span = span
    let canvas = pair.new.composition.canvas.size
    let width = Int(ReviewSheetContent.pictureWidth * ReviewSheet.density)
    size = PixelSize(
      width: width, height: max(2, min(2048, width * canvas.height / max(1, canvas.width) / 2 * 2)))
    let run =
      pair.alignment.differentColumns.map { $0.clamped(to: span.columns) }.first { !$0.isEmpty }
      ?? span.columns
    let column = (run.lowerBound + run.upperBound) / 2
    let piece = pair.alignment.pieces(in: column..<column + 1).first
    old = piece?.old?.lowerBound
    new = piece?.new?.lowerBound
  }
}
