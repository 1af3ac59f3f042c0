import Composition

/// The lines, words and units of a caption as it is laid out.
struct CaptionLayout {
  typealias Cell = CaptionCells.Cell

  /// A unit within a line, which moves as one.
  struct Part: Hashable {
    let unit: Int
    let line: Int
  }

  /// From the highest to the lowest line, with the full height of the line; empty if nothing is visible.
  private(set) var lines: [Cell] = []
  /// By word and line.
  private(set) var words: [(word: Int, part: Part?, cell: Cell)] = []
  private(set) var parts: [(part: Part, cell: Cell)] = []
  /// By part, its index in `parts`.
  private var places: [Part: Int] = [:]
  private var lineOfPiece: [Int]

  init(_ caption: Caption, _ measured: CaptionCells) {
    lineOfPiece = [Int](repeating: 0, count: caption.pieces.count)
    let cells = measured.cells.filter { caption.pieces[$0.key].word != nil }
      .sorted { ($0.value.top, $0.key) < ($1.value.top, $1.key) }
    var members: [[(piece: Int, cell: Cell)]] = []
    for (piece, cell) in cells {
      if let last = lines.last, 2 * (last.bottom - cell.top) > min(last.height, cell.height) {
        lines[lines.count - 1].include(cell)
        members[members.count - 1].append((piece, cell))
      } else {
        lines.append(cell)
        members.append([(piece, cell)])
      }
    }
    for (line, pieces) in members.enumerated() {
      for (piece, cell) in pieces.sorted(by: { $0.piece < $1.piece }) {
        lineOfPiece[piece] = line
        add(cell, of: caption.pieces[piece], in: line)
      }
    }
    // Blanks are drawn if they are underlined; they move with the word before them.
    for index in caption.pieces.indices.dropFirst() where caption.pieces[index].word == nil {
      lineOfPiece[index] = lineOfPiece[index - 1]
    }
  }

  private mutating func add(_ cell: Cell, of piece: Caption.Piece, in line: Int) {
    var cell = cell
    (cell.top, cell.bottom) = (lines[line].top, lines[line].bottom)
    let part = Part(unit: piece.unit, line: line)
    if let known = places[part] {
      parts[known].cell.include(cell)
    } else {
      places[part] = parts.count
      parts.append((part, cell))
    }
    if let last = words.indices.last, words[last].word == piece.word, words[last].cell.top == cell.top {
      words[last].cell.include(cell)
      // The box of a word with several units stays.
      if words[last].part != part { words[last].part = nil }
    } else if let word = piece.word {
      words.append((word, part, cell))
    }
  }

  /// Nil if nothing of it is visible.
  func cell(of part: Part) -> Cell? { places[part].map { parts[$0].cell } }

  func part(ofPiece piece: Int, _ caption: Caption) -> Part {
    Part(unit: caption.pieces[piece].unit, line: lineOfPiece[piece])
  }
}

/// A rounded rectangle.
struct RoundedBox {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double
  var radius: Double

  /// Around a cell at rest, at whole pixels.
  init(around cell: CaptionCells.Cell, _ box: Caption.Box) {
    left = (Double(cell.left) - box.sidePadding).rounded()
    top = (Double(cell.top) - box.padding).rounded()
    right = (Double(cell.right) + box.sidePadding).rounded()
    bottom = (Double(cell.bottom) + box.padding).rounded()
    radius = min(max(box.radius, 0), (right - left) / 2, (bottom - top) / 2)
  }

  /// The same, moved with a unit.
  func moved(by movement: PartMovement) -> RoundedBox {
    var box = self
    (box.left, box.right) = (movement.x(left), movement.x(right))
    (box.top, box.bottom) = (movement.y(top), movement.y(bottom))
    box.radius *= movement.scale
    return box
  }

  /// The covered part of a pixel, of 255.
  func coverage(x: Int, y: Int) -> UInt8 {
    let (x, y) = (Double(x) + 0.5, Double(y) + 0.5)
    // How far the centre of the pixel is inside; negative outside.
    let inside = (x: min(x - left, right - x), y: min(y - top, bottom - y))
    var depth = min(inside.x, inside.y)
    if inside.x < radius, inside.y < radius {
      let (dx, dy) = (radius - inside.x, radius - inside.y)
      depth = radius - (dx * dx + dy * dy).squareRoot()
    }
    return UInt8(min(max(depth + 0.5, 0), 1) * 255 + 0.5)
  }

  var pixels: InkBox {
    InkBox(
      left: Int(left.rounded(.down)), top: Int(top.rounded(.down)), right: Int(right.rounded(.up)),
      bottom: Int(bottom.rounded(.up)))
  }
}

/// How a part of a caption is moved in a frame: its size about its centre, and downwards.
struct PartMovement {
  let center: (x: Double, y: Double)
  let scale: Double
  let depth: Double

  init(_ state: Caption.UnitState, of cell: CaptionCells.Cell) {
    center = (Double(cell.left + cell.right) / 2, Double(cell.top + cell.bottom) / 2)
    (scale, depth) = (state.scale, state.depth)
  }

  func x(_ x: Double) -> Double { center.x + (x - center.x) * scale }
  func y(_ y: Double) -> Double { center.y + (y - center.y) * scale + depth }

  /// Where a point comes from.
  func source(x: Double, y: Double) -> (x: Double, y: Double) {
    (center.x + (x - center.x) / scale, center.y + (y - depth - center.y) / scale)
  }
}
