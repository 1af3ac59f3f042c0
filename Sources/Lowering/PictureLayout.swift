import Composition
import EditScript
import MediaFacts

/// Where one picture goes on the canvas: its box from `width` and `height`, its shape from `fit`, its place.
struct PictureLayout {
  let canvas: PixelSize
  /// What `px` are multiplied with where a preset makes the whole film smaller.
  let pixelScale: Double
  /// The picture as it is shown, or nil for one that has no size of its own (a colour).
  let natural: PixelSize?
  var fit: Fit = .contain
  var place: Place?
  var width: Length?
  var height: Length?
  /// Whether the canvas is the box where no size is written; else the picture has its own size.
  var fillsCanvas = true

  struct Result: Equatable {
    let content: PixelBox
    let visible: PixelBox
  }

  /// Nil where the picture has no size, or lies further out than anybody means.
  func resolved() -> Result? {
    if let natural, natural.width <= 0 || natural.height <= 0 { return nil }
    let box = boxSize
    let content = contentSize(in: box)
    let visible = (
      width: fit == .contain || fit == .fill ? content.width : min(box.width, max(content.width, 0)),
      height: fit == .contain || fit == .fill ? content.height : min(box.height, max(content.height, 0))
    )
    let origin = corner(ofSize: visible)
    let visibleBox = ExactBox(x: origin.x, y: origin.y, width: visible.width, height: visible.height)
    let contentBox = ExactBox(
      x: origin.x - (content.width - visible.width) / 2,
      y: origin.y - (content.height - visible.height) / 2,
      width: content.width, height: content.height)
    guard let content = contentBox.whole, let visible = visibleBox.whole else { return nil }
    return Result(content: content, visible: visible)
  }

  // MARK: Sizes

  private var boxSize: (width: Double, height: Double) {
    let written = (
      width: width.map { pixels($0, along: canvas.width) },
      height: height.map { pixels($0, along: canvas.height) }
    )
    switch written {
    case (let width?, let height?): return (width, height)
    case (let width?, nil):
      return (width, natural.map { width * Double($0.height) / Double($0.width) } ?? Double(canvas.height))
    case (nil, let height?):
      return (natural.map { height * Double($0.width) / Double($0.height) } ?? Double(canvas.width), height)
    case (nil, nil):
      guard !fillsCanvas, let natural else { return (Double(canvas.width), Double(canvas.height)) }
      return (Double(natural.width) * pixelScale, Double(natural.height) * pixelScale)
    }
  }

  private func contentSize(in box: (width: Double, height: Double)) -> (width: Double, height: Double) {
    guard let natural else { return box }
    let size = (width: Double(natural.width), height: Double(natural.height))
    // Divided last, so that a side that comes out whole is exactly whole.
    let isBoundByWidth = box.width * size.height <= box.height * size.width
    let asWide = (width: box.width, height: size.height * box.width / size.width)
    let asHigh = (width: size.width * box.height / size.height, height: box.height)
    switch fit {
    case .fill: return box
    case .contain: return isBoundByWidth ? asWide : asHigh
    case .cover, .blur: return isBoundByWidth ? asHigh : asWide
    case .none: return (size.width * pixelScale, size.height * pixelScale)
    }
  }

  // MARK: Place

  private func corner(ofSize size: (width: Double, height: Double)) -> (x: Double, y: Double) {
    switch place ?? .named(.center, horizontalMargin: Length(0, .pixels), verticalMargin: Length(0, .pixels))
    {
    case .named(let name, let horizontal, let vertical):
      let margin = (
        x: pixels(horizontal, along: canvas.width), y: pixels(vertical, along: canvas.height)
      )
      let free = (x: Double(canvas.width) - size.width, y: Double(canvas.height) - size.height)
      return (
        x: free.x * name.part.x + margin.x * (1 - 2 * name.part.x),
        y: free.y * name.part.y + margin.y * (1 - 2 * name.part.y)
      )
    case .at(let x, let y, let anchor):
      return (
        x: pixels(x, along: canvas.width) - size.width * anchor.part.x,
        y: pixels(y, along: canvas.height) - size.height * anchor.part.y
      )
    }
  }

  private func pixels(_ length: Length, along side: Int) -> Double {
    switch length.unit {
    case .pixels: length.amount * pixelScale
    case .percent: length.amount / 100 * Double(side)
    case .vmin: length.amount / 100 * Double(min(canvas.width, canvas.height))
    }
  }
}

/// A box before its edges are brought to whole pixels.
private struct ExactBox {
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  /// Each edge on the nearest pixel, so that boxes that touch still touch; nil when one is a million pixels out.
  var whole: PixelBox? {
    guard let left = edge(x), let right = edge(x + width), let top = edge(y), let bottom = edge(y + height)
    else { return nil }
    return PixelBox(x: left, y: top, width: right - left, height: bottom - top)
  }

  private func edge(_ position: Double) -> Int? {
    abs(position) <= 1_000_000 ? Int((position + 0.5).rounded(.down)) : nil
  }
}

extension NinePlace {
  /// How far along each axis the place lies: 0 at the left or top, 1 at the right or bottom.
  fileprivate var part: (x: Double, y: Double) {
    switch self {
    case .topLeft: (0, 0)
    case .top: (0.5, 0)
    case .topRight: (1, 0)
    case .left: (0, 0.5)
    case .center: (0.5, 0.5)
    case .right: (1, 0.5)
    case .bottomLeft: (0, 1)
    case .bottom: (0.5, 1)
    case .bottomRight: (1, 1)
    }
  }
}
