import Basics
import Composition

/// What a film certainly shows where it is made of plain colours and rectangles, in cells of the canvas.
struct PlainPictures {
  static let columns = 64
  static let rows = 36

  private let film: Composition
  /// The cells that each layer may touch, in the order of the layers.
  private let areas: [CellBox]

  init(_ film: Composition) {
    self.film = film
    areas = film.layers.map { CellBox(around: $0.visibleBox, in: film.canvas.size) }
  }

  /// The colours of the cells in each frame of a span; nil where something else may show.
  func colors(in span: Range<Int64>) -> [[Color?]] {
    let transitions = film.transitions.filter { $0.frames.overlaps(span) }
    // By their first frames, so that only the layers of a frame are examined in it.
    let coming = film.layers.indices.filter { film.layers[$0].frames.overlaps(span) }
      .sorted { (film.layers[$0].frames.lowerBound, $0) < (film.layers[$1].frames.lowerBound, $1) }
    var (next, shown): (Int, [Int]) = (0, [])
    return span.map { frame in
      while next < coming.count, film.layers[coming[next]].frames.lowerBound <= frame {
        shown.append(coming[next])
        next += 1
      }
      shown.removeAll { film.layers[$0].frames.upperBound <= frame }
      guard !transitions.contains(where: { $0.frames.contains(frame) }) else {
        return Array(repeating: nil, count: Self.columns * Self.rows)
      }
      return colors(at: frame, of: shown.sorted().map { (film.layers[$0], areas[$0]) })
    }
  }

  private func colors(
    at frame: Int64, of layers: [(Layer, CellBox)]
  ) -> [Color?] {
    let background = film.canvas.background
    var cells = [Color?](
      repeating: background.alpha == 255 ? background : nil, count: Self.columns * Self.rows)
    for (layer, area) in layers {
      if case .subtitles(let picture) = layer.picture,
        !picture.events.contains(where: { $0.frames.contains(frame) })
      {
        continue
      }
      let color = layer.plainColor(at: frame, film.canvas.rate)
      if color?.alpha == 0 { continue }
      for row in area.rows {
        for column in area.columns {
          let cell = row * Self.columns + column
          guard let color else {
            cells[cell] = nil
            continue
          }
          // What covers a part of a cell only could change it less than it seems.
          if area.covers(column, row) { cells[cell] = color.over(cells[cell]) }
        }
      }
    }
    return cells
  }

  /// The frames in which its plain colours begin or end, and those from which their opacity or colour moves the other
  /// way, in order; a frame is there as often as this happens.
  func turns() -> [Int64] {
    var found: [Int64] = []
    for layer in film.layers where layer.isPlainColor {
      found += [layer.frames.lowerBound, layer.frames.upperBound]
      var last = layer.plainColor(at: layer.frames.lowerBound, film.canvas.rate)
      var directions = [0, 0, 0, 0]
      for frame in layer.changingFrames(film.canvas.rate) {
        let color = layer.plainColor(at: frame, film.canvas.rate)
        for (index, (new, old)) in zip(color.channels, last.channels).enumerated() where new != old {
          let direction = new > old ? 1 : -1
          if directions[index] == -direction { found.append(frame) }
          directions[index] = direction
        }
        last = color
      }
    }
    return found.sorted()
  }
}

/// The cells that a rectangle of the canvas touches, and those that it covers.
private struct CellBox {
  let columns: Range<Int>
  let rows: Range<Int>
  private let coveredColumns: Range<Int>
  private let coveredRows: Range<Int>

  init(around box: PixelBox, in canvas: PixelSize) {
    (columns, coveredColumns) = Self.cells(box.x, box.width, of: canvas.width, PlainPictures.columns)
    (rows, coveredRows) = Self.cells(box.y, box.height, of: canvas.height, PlainPictures.rows)
  }

  private static func cells(
    _ start: Int, _ length: Int, of whole: Int, _ count: Int
  ) -> (touched: Range<Int>, covered: Range<Int>) {
    let (first, last) = (max(0, start), min(whole, start + length))
    guard whole > 0, first < last else { return (0..<0, 0..<0) }
    let (from, to) = ((first * count + whole - 1) / whole, last * count / whole)
    return (first * count / whole..<(last * count + whole - 1) / whole, from..<max(from, to))
  }

  func covers(_ column: Int, _ row: Int) -> Bool {
    coveredColumns.contains(column) && coveredRows.contains(row)
  }
}

extension Layer {
  /// Whether it is one colour in a rectangle that stays where it is.
  fileprivate var isPlainColor: Bool {
    guard isPlain, !hasFiltersOrKey, blurredFrame == nil else { return false }
    switch picture {
    case .color: return true
    case .shape(let shape):
      guard case .rectangle(let radius) = shape.outline else { return false }
      return radius == 0 && changes?.radius == nil && shape.stroke == nil && changes?.strokeColor == nil
        && changes?.strokeWidth == nil
    default: return false
    }
  }

  /// Its colour with its opacity; nil if it is not one certain colour.
  fileprivate func plainColor(at frame: Int64, _ rate: FrameRate) -> Color? {
    guard isPlainColor, let start = try? rate.start(ofFrame: frame),
      let time = try? start - timelineRange.start
    else { return nil }
    var color: Color?
    switch picture {
    case .color(let plain): color = plain
    case .shape(let shape): color = shape.fill ?? Color(red: 0, green: 0, blue: 0, alpha: 0)
    default: break
    }
    guard var color = changes?.color?.color(at: time) ?? color else { return nil }
    let opacity = min(max(opacity.value(at: time), 0), 1)
    color.alpha = UInt8((Double(color.alpha) * opacity).rounded())
    return color
  }

  /// The frames between which its opacity and its colour move in one direction; in easings that swing, many frames.
  fileprivate func changingFrames(_ rate: FrameRate) -> [Int64] {
    let color = changes?.color
    let curves = [opacity, color?.red, color?.green, color?.blue, color?.alpha].compactMap(\.self)
      .filter { $0.constantValue == nil }
    func frame(_ time: RationalTime) -> Int64? {
      (try? timelineRange.start + time).flatMap { rate.frame(at: $0)?.value }
    }
    var found: Set<Int64> = []
    for curve in curves {
      for (key, next) in zip(curve.keys, curve.keys.dropFirst().map(Optional.some) + [nil]) {
        guard let first = frame(key.time) else { continue }
        // Just before a jump, too.
        found.formUnion([first - 1, first])
        guard let next, key.easing.swings, let last = frame(next.time), last > first else { continue }
        let step = max(1, (last - first) / 256)
        found.formUnion(stride(from: first, to: last, by: Int(step)))
      }
    }
    return found.filter(frames.contains).sorted()
  }
}

extension Easing {
  /// Whether a value can change its direction on the way.
  fileprivate var swings: Bool {
    switch self {
    case .linear, .hold: false
    case .cubicBezier: extent != 0...1
    case .spring, .shaped: true
    }
  }
}

extension Color? {
  fileprivate var channels: [UInt8] { map { [$0.red, $0.green, $0.blue, $0.alpha] } ?? [0, 0, 0, 0] }
}

extension Color {
  /// The colour over another one; nil if that is not known and shows through.
  fileprivate func over(_ below: Color?) -> Color? {
    guard alpha < 255 else { return self }
    guard let below else { return nil }
    let opacity = Double(alpha) / 255
    func mixed(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
      UInt8((Double(top) * opacity + Double(bottom) * (1 - opacity)).rounded())
    }
    return Color(
      red: mixed(red, below.red), green: mixed(green, below.green), blue: mixed(blue, below.blue), alpha: 255)
  }
}
