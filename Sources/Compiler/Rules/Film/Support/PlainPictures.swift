import Basics
import Composition

/// What a film certainly shows where it is made of plain colours and rectangles, in cells of the canvas.
struct PlainPictures {
  static let columns = 32
  static let rows = 18

  private let film: Composition
  /// The cells that each layer may touch, and those that it covers, in the order of the layers.
  private let areas: [(touched: CellBox, covered: CellBox)]

  init(_ film: Composition) {
    self.film = film
    areas = film.layers.map { layer in
      (
        CellBox(around: layer.visibleBox, in: film.canvas.size),
        CellBox(inside: layer.visibleBox, in: film.canvas.size)
      )
    }
  }

  /// The colours of the cells in each frame of a span; nil where something else may show.
  func colors(in span: Range<Int64>) -> [[Color?]] {
    let layers = zip(film.layers, areas).filter { $0.0.frames.overlaps(span) }
    let transitions = film.transitions.filter { $0.frames.overlaps(span) }
    return span.map { frame in
      guard !transitions.contains(where: { $0.frames.contains(frame) }) else {
        return Array(repeating: nil, count: Self.columns * Self.rows)
      }
      return colors(at: frame, of: layers)
    }
  }

  private func colors(
    at frame: Int64, of layers: [(Layer, (touched: CellBox, covered: CellBox))]
  ) -> [Color?] {
    let background = film.canvas.background
    var cells = [Color?](
      repeating: background.alpha == 255 ? background : nil, count: Self.columns * Self.rows)
    for (layer, area) in layers where layer.frames.contains(frame) {
      if case .subtitles(let picture) = layer.picture,
        !picture.events.contains(where: { $0.frames.contains(frame) })
      {
        continue
      }
      let color = layer.plainColor(at: frame, film.canvas.rate)
      if color?.alpha == 0 { continue }
      for row in area.touched.rows {
        for column in area.touched.columns {
          let cell = row * Self.columns + column
          cells[cell] =
            if let color, area.covered.contains(column, row) { color.over(cells[cell]) } else { nil }
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

/// A rectangle of cells.
private struct CellBox {
  let columns: Range<Int>
  let rows: Range<Int>

  /// The cells that a box touches.
  init(around box: PixelBox, in canvas: PixelSize) {
    func range(_ start: Int, _ length: Int, _ whole: Int, _ count: Int) -> Range<Int> {
      guard whole > 0, length > 0 else { return 0..<0 }
      let (first, last) = (max(0, start), min(whole, start + length))
      return first < last ? first * count / whole..<(last * count + whole - 1) / whole : 0..<0
    }
    columns = range(box.x, box.width, canvas.width, PlainPictures.columns)
    rows = range(box.y, box.height, canvas.height, PlainPictures.rows)
  }

  /// The cells that a box covers.
  init(inside box: PixelBox, in canvas: PixelSize) {
    func range(_ start: Int, _ length: Int, _ whole: Int, _ count: Int) -> Range<Int> {
      guard whole > 0, length > 0 else { return 0..<0 }
      let first = (max(0, start) * count + whole - 1) / whole
      let last = min(whole, max(0, start + length)) * count / whole
      return first < last ? first..<last : 0..<0
    }
    columns = range(box.x, box.width, canvas.width, PlainPictures.columns)
    rows = range(box.y, box.height, canvas.height, PlainPictures.rows)
  }

  func contains(_ column: Int, _ row: Int) -> Bool { columns.contains(column) && rows.contains(row) }
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
    case .cubicBezier(_, let y1, _, let y2): !(0...1).contains(y1) || !(0...1).contains(y2)
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
    func mixed(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
      let sum = Int(top) * Int(alpha) + Int(bottom) * (255 - Int(alpha))
      return UInt8((sum + 127) / 255)
    }
    return Color(
      red: mixed(red, below.red), green: mixed(green, below.green), blue: mixed(blue, below.blue), alpha: 255)
  }
}
