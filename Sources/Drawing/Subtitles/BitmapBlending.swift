internal import CLibAss

/// Lays the shapes that libass made over each other, the first one at the bottom, and cuts out what holds something.
///
/// In integers, so that every CPU gives the same codes.
func picture(of first: UnsafeMutablePointer<ASS_Image>, width: Int, height: Int) -> DrawnPicture? {
  guard let box = InkBox(of: first, width: width, height: height) else { return nil }
  // Each channel in 65535ths, alpha multiplied in: rounding eight bits once for each shape would show.
  var channels = [UInt16](repeating: 0, count: box.width * box.height * 4)
  var next: UnsafeMutablePointer<ASS_Image>? = first
  while let shape = next?.pointee {
    lay(shape, onto: &channels, box)
    next = shape.next
  }
  return DrawnPicture(
    x: box.left, y: box.top, width: box.width, height: box.height,
    pixels: channels.map { UInt8(truncatingIfNeeded: (UInt32($0) + 128) / 257) }
  ).withoutEmptyEdges
}

extension DrawnPicture {
  /// libass leaves room around its shapes; nil where there is nothing else.
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

/// The smallest rectangle that holds every shape, inside of the canvas.
private struct InkBox {
  var left: Int
  var top: Int
  var right: Int
  var bottom: Int

  var width: Int { right - left }
  var height: Int { bottom - top }

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

private func lay(_ shape: ASS_Image, onto channels: inout [UInt16], _ box: InkBox) {
  guard let bitmap = shape.bitmap else { return }
  // libass counts how transparent a colour is.
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
        // 0 to 65025, of which 255 * 255 is all.
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

@inline(__always)
private func blend(_ value: UInt32, _ weight: UInt32, _ rest: UInt32, _ target: inout UInt16) {
  // 65535 * 65025 + 32512 is below 2^32.
  target = UInt16(truncatingIfNeeded: (value &* weight &+ UInt32(target) &* rest &+ 32512) / 65025)
}
