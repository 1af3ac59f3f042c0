internal import CLibAss

/// Composites the shapes from libass, the first at the bottom, and crops the result to its visible part.
///
/// Uses integers, so that every CPU gives the same codes. Shapes that represent letters are replaced by
/// pictures of these letters.
func picture(
  of first: UnsafeMutablePointer<ASS_Image>, width: Int, height: Int, letters: PictureLetters? = nil
) -> DrawnPicture? {
  guard let box = InkBox(of: first, width: width, height: height) else { return nil }
  // Each channel in 65535ths, premultiplied: rounding to eight bits for each shape would be visible.
  var channels = [UInt16](repeating: 0, count: box.width * box.height * 4)
  var next: UnsafeMutablePointer<ASS_Image>? = first
  while let shape = next?.pointee {
    if let letter = letters?.picture(ofColor: shape.color) {
      lay(letter, inPlaceOf: shape, onto: &channels, box)
    } else {
      lay(shape, onto: &channels, box)
    }
    next = shape.next
  }
  return DrawnPicture(channels, in: box)
}

extension DrawnPicture {
  /// The visible part of a picture in 65535ths; nil if it is empty.
  init?(_ channels: [UInt16], in box: InkBox) {
    let whole = DrawnPicture(
      x: box.left, y: box.top, width: box.width, height: box.height,
      pixels: channels.map { UInt8(truncatingIfNeeded: (UInt32($0) + 128) / 257) })
    guard let visible = whole.withoutEmptyEdges else { return nil }
    self = visible
  }

  /// The picture without the empty edges that libass adds around its shapes; nil if it is empty.
  fileprivate var withoutEmptyEdges: DrawnPicture? {
    var (left, top, right, bottom) = (width, height, 0, 0)
    for row in 0..<height {
      let line = pixels[row * width * 4..<(row + 1) * width * 4]
      guard let first = column(of: line, isFirst: true),
        let last = column(of: line, isFirst: false)
      else { continue }
      (left, right) = (min(left, first), max(right, last + 1))
      (top, bottom) = (min(top, row), row + 1)
    }
    guard left < right else { return nil }
    var kept: [UInt8] = []
    for row in top..<bottom {
      let start = row * width
      kept += pixels[(start + left) * 4..<(start + right) * 4]
    }
    return DrawnPicture(
      x: x + left, y: y + top, width: right - left, height: bottom - top, pixels: kept)
  }

  /// The first or last column of a row that is not wholly transparent.
  private func column(of line: ArraySlice<UInt8>, isFirst: Bool) -> Int? {
    let isInked = { (column: Int) in line[line.startIndex + column * 4 + 3] > 0 }
    return isFirst ? (0..<width).first(where: isInked) : (0..<width).last(where: isInked)
  }
}

/// The smallest rectangle inside the canvas that contains every shape.
struct InkBox {
  var left: Int
  var top: Int
  var right: Int
  var bottom: Int

  var width: Int { right - left }
  var height: Int { bottom - top }

  init(left: Int, top: Int, right: Int, bottom: Int) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  init?(of first: UnsafeMutablePointer<ASS_Image>, width: Int, height: Int) {
    (left, top, right, bottom) = (width, height, 0, 0)
    var next: UnsafeMutablePointer<ASS_Image>? = first
    while let shape = next?.pointee {
      if shape.w > 0, shape.h > 0, shape.color & 255 < 255 {
        left = min(left, max(Int(shape.dst_x), 0))
        top = min(top, max(Int(shape.dst_y), 0))
        right = max(right, min(Int(shape.dst_x) + Int(shape.w), width))
        bottom = max(bottom, min(Int(shape.dst_y) + Int(shape.h), height))
      }
      next = shape.next
    }
    guard left < right, top < bottom else { return nil }
  }
}

/// Draws a shape in its own colour.
func lay(_ shape: ASS_Image, onto channels: inout [UInt16], _ box: InkBox) {
  guard let bitmap = shape.bitmap else { return }
  // libass stores transparency.
  let opacity = 255 - shape.color & 255
  guard opacity > 0 else { return }
  let color = (shape.color >> 24 & 255, shape.color >> 16 & 255, shape.color >> 8 & 255)
  let columns = max(box.left, Int(shape.dst_x))..<min(box.right, Int(shape.dst_x) + Int(shape.w))
  let rows = max(box.top, Int(shape.dst_y))..<min(box.bottom, Int(shape.dst_y) + Int(shape.h))
  guard !columns.isEmpty, !rows.isEmpty else { return }
  channels.withUnsafeMutableBufferPointer { channels in
    for y in rows {
      let source = bitmap + (y - Int(shape.dst_y)) * Int(shape.stride) - Int(shape.dst_x)
      var target = ((y - box.top) * box.width + columns.lowerBound - box.left) * 4
      for x in columns {
        // 0 to 65025, which is 255 * 255.
        let weight = UInt32(source[x]) * opacity
        if weight > 0 {
          let rest = 65025 - weight
          blend(color.0 * 257, weight, rest, &channels[target])
          blend(color.1 * 257, weight, rest, &channels[target + 1])
          blend(color.2 * 257, weight, rest, &channels[target + 2])
          blend(65535, weight, rest, &channels[target + 3])
        }
        target += 4
      }
    }
  }
}

/// Draws a letter's picture centred on the square that reserves its space.
func lay(
  _ letter: DrawnText, inPlaceOf shape: ASS_Image, onto channels: inout [UInt16], _ box: InkBox
) {
  guard let square = inkedPart(of: shape), let ink = inkedPart(of: letter) else { return }
  let left = square.x.lowerBound + (square.x.count - ink.x.count) / 2 - ink.x.lowerBound
  let top = square.y.lowerBound + (square.y.count - ink.y.count) / 2 - ink.y.lowerBound
  for y in ink.y where (box.top..<box.bottom).contains(top + y) {
    for x in ink.x where (box.left..<box.right).contains(left + x) {
      let source = (y * letter.width + x) * 4
      let alpha = UInt32(letter.pixels[source + 3])
      if alpha == 0 { continue }
      let target = ((top + y - box.top) * box.width + left + x - box.left) * 4
      for channel in 0..<4 {
        // The picture is premultiplied.
        let added = UInt32(letter.pixels[source + channel]) * 257
        let kept = (UInt32(channels[target + channel]) * (255 - alpha) + 127) / 255
        channels[target + channel] = UInt16(truncatingIfNeeded: min(added + kept, 65535))
      }
    }
  }
}

/// The range of visible pixels of a shape, in pixels of the canvas.
func inkedPart(of shape: ASS_Image) -> (x: Range<Int>, y: Range<Int>)? {
  guard let bitmap = shape.bitmap else { return nil }
  let part = inkedPart(width: Int(shape.w), height: Int(shape.h)) { x, y in
    bitmap[y * Int(shape.stride) + x] > 127
  }
  return part.map { part in
    let (x, y) = (Int(shape.dst_x), Int(shape.dst_y))
    return (part.x.lowerBound + x..<part.x.upperBound + x, part.y.lowerBound + y..<part.y.upperBound + y)
  }
}

private func inkedPart(of letter: DrawnText) -> (x: Range<Int>, y: Range<Int>)? {
  inkedPart(width: letter.width, height: letter.height) { x, y in
    letter.pixels[(y * letter.width + x) * 4 + 3] > 0
  }
}

private func inkedPart(
  width: Int, height: Int, isInked: (Int, Int) -> Bool
) -> (x: Range<Int>, y: Range<Int>)? {
  let rows = (0..<height).filter { y in (0..<width).contains { isInked($0, y) } }
  guard let top = rows.first, let bottom = rows.last else { return nil }
  let columns = (0..<width).filter { x in rows.contains { isInked(x, $0) } }
  guard let left = columns.first, let right = columns.last else { return nil }
  return (left..<right + 1, top..<bottom + 1)
}

@inline(__always)
func blend(_ value: UInt32, _ weight: UInt32, _ rest: UInt32, _ target: inout UInt16) {
  // 65535 * 65025 + 32512 is below 2^32.
  target = UInt16(truncatingIfNeeded: (value &* weight &+ UInt32(target) &* rest &+ 32512) / 65025)
}
