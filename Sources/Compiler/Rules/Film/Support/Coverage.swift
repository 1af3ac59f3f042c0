import Basics
import Composition
import Lowering

/// The parts of an item that other items cover, computed from the top layer downwards.
///
/// Exact: an item counts as covered if no luma or chroma sample of it is visible. If this would take too
/// long, with thousands of different boxes, it is not determined.
struct Coverage {
  private let canvas: PixelBox
  /// Opaque areas, each with its frames.
  private var sheets: [Sheet] = []
  private var sheetOfBox: [PixelBox: Int] = [:]
  private var comparisonsLeft = 1_000_000
  private var namingsLeft = 1_000_000

  private struct Sheet {
    let box: PixelBox
    var frames = FrameSet()
    /// The items and the frames in which each is opaque.
    var owners: [(frames: Range<Int64>, item: Int)] = []
  }

  /// The items that cover an item.
  struct Cover {
    /// One of the covering items; nil if finding one would take too long.
    let item: Int?
    let isAlone: Bool
  }

  init(canvas: PixelSize) {
    self.canvas = PixelBox(x: 0, y: 0, width: canvas.width, height: canvas.height)
  }

  /// Adds an item above those that follow.
  mutating func add(item: Int, box: PixelBox, opaqueFrames: [Range<Int64>]) {
    let box = box.intersection(canvas).shrunkToEven(in: canvas)
    guard !box.isEmpty, !opaqueFrames.isEmpty else { return }
    let index = sheetOfBox[box] ?? sheets.count
    if index == sheets.count {
      sheets.append(Sheet(box: box))
      sheetOfBox[box] = index
    }
    for frames in opaqueFrames {
      sheets[index].frames.insert(frames)
      sheets[index].owners.append((frames, item))
    }
  }

  /// The cover of a box in all of these frames; nil if a part of it may be visible.
  mutating func cover(of box: PixelBox, in frames: Range<Int64>) -> Cover? {
    let box = box.intersection(canvas).grownToEven
    guard !box.isEmpty, !frames.isEmpty else { return nil }
    if let whole = sheetOfBox[canvas], sheets[whole].frames.contains(frames) {
      return cover(by: [whole], in: frames)
    }
    guard comparisonsLeft > sheets.count else { return nil }
    comparisonsLeft -= sheets.count
    let near = sheets.indices.filter {
      !sheets[$0].box.intersection(box).isEmpty && sheets[$0].frames.overlaps(frames)
    }
    return coverInTime(of: box, in: frames, near) ?? coverInSpace(of: box, in: frames, near)
  }

  /// Finds sheets that cover the whole box one after the other.
  private mutating func coverInTime(of box: PixelBox, in frames: Range<Int64>, _ near: [Int]) -> Cover? {
    let over = near.filter { sheets[$0].box.intersection(box) == box }
    if let one = over.first(where: { sheets[$0].frames.contains(frames) }) {
      return cover(by: [one], in: frames)
    }
    guard over.count > 1 else { return nil }
    let pieces = over.flatMap { sheets[$0].frames.ranges(in: frames) }
    comparisonsLeft -= pieces.count
    return FrameSet(pieces).contains(frames) ? cover(by: over, in: frames) : nil
  }

  /// Finds sheets that together cover the box for the whole time.
  private mutating func coverInSpace(of box: PixelBox, in frames: Range<Int64>, _ near: [Int]) -> Cover? {
    let over = near.filter { sheets[$0].frames.contains(frames) }
    guard over.count > 1 else { return nil }
    var rest = [box]
    for index in over {
      comparisonsLeft -= rest.count
      rest = rest.flatMap { $0.subtracting(sheets[index].box) }
      if rest.isEmpty { return cover(by: over, in: frames) }
    }
    return nil
  }

  private mutating func cover(by covering: [Int], in frames: Range<Int64>) -> Cover {
    var first: Int?
    for sheet in covering {
      for owner in sheets[sheet].owners {
        guard namingsLeft > 0 else { return Cover(item: first, isAlone: false) }
        namingsLeft -= 1
        if covering.count == 1, owner.frames.contains(frames) {
          return Cover(item: owner.item, isAlone: true)
        }
        if owner.frames.overlaps(frames) { first = first ?? owner.item }
      }
    }
    return Cover(item: first, isAlone: false)
  }
}

extension Range<Int64> {
  fileprivate func contains(_ other: Range<Int64>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

// MARK: - Boxes

/// Two by two pixels share a chroma sample: a layer hides it only if it covers all of them.
extension PixelBox {
  private var right: Int { x + width }
  private var bottom: Int { y + height }

  private init(left: Int, top: Int, right: Int, bottom: Int) {
    self.init(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
  }

  /// The box without samples at its edges that it shares with pixels outside it.
  fileprivate func shrunkToEven(in canvas: PixelBox) -> PixelBox {
    PixelBox(
      left: x + x % 2, top: y + y % 2,
      right: right == canvas.right ? right : right - right % 2,
      bottom: bottom == canvas.bottom ? bottom : bottom - bottom % 2)
  }

  /// The box extended to all samples that it touches.
  fileprivate var grownToEven: PixelBox {
    PixelBox(left: x - x % 2, top: y - y % 2, right: right + right % 2, bottom: bottom + bottom % 2)
  }

  /// The rest of the box, in up to four pieces.
  fileprivate func subtracting(_ other: PixelBox) -> [PixelBox] {
    let common = intersection(other)
    guard !common.isEmpty else { return [self] }
    return [
      PixelBox(left: x, top: y, right: right, bottom: common.y),
      PixelBox(left: x, top: common.bottom, right: right, bottom: bottom),
      PixelBox(left: x, top: common.y, right: common.x, bottom: common.bottom),
      PixelBox(left: common.right, top: common.y, right: right, bottom: common.bottom),
    ].filter { !$0.isEmpty }
  }
}
