internal import CFFmpeg
package import Composition

/// Mirrors and turns pictures by whole quarters: every sample is moved, none is changed.
package struct PictureTurn: Sendable {
  package let orientation: PictureOrientation
  private let pool: FramePool

  package init(_ orientation: PictureOrientation, pool: FramePool = FramePool()) {
    self.orientation = orientation
    self.pool = pool
  }

  /// Returns the picture mirrored left to right, then turned clockwise; the same one if it is upright.
  ///
  /// A quarter turn makes 4:4:0 of 4:2:2. Formats whose rows are not runs of whole elements (palettes, packed
  /// 4:2:2) are refused: convert them first.
  package func apply(to frame: VideoFrame) throws(LibAVError) -> VideoFrame {
    guard orientation != .upright else { return frame }
    guard let format = orientation.swapsAxes ? transposed(frame.format) : frame.format,
      planeShapes(frame.format, width: 1, height: 1) != nil
    else {
      throw LibAVError(
        operation: "turning a picture", subject: frame.formatName, cause: .notAvailable,
        reason: "pictures of this format cannot be rotated without a conversion")
    }
    let size = orientation.swapsAxes ? frame.size.turned : frame.size
    let result = try VideoFrame.blank(
      size: size, format: format, pool: pool, presentationTime: frame.presentationTime)
    ColorCodes(frame.pointer.pointee).write(to: result.pointer)
    result.pointer.pointee.chroma_location = turnedSite(frame.pointer.pointee.chroma_location)
    frame.withPlanes { planes in
      for (plane, destination) in zip(planes, result.mutablePlanes) { turn(plane, into: destination) }
    }
    return result
  }

  private func turn(_ plane: Plane, into destination: MutablePlane) {
    switch plane.bytesPerElement {
    case 1: move(plane, into: destination, UInt8.self)
    case 2: move(plane, into: destination, UInt16.self)
    case 4: move(plane, into: destination, UInt32.self)
    case 8: move(plane, into: destination, UInt64.self)
    default: moveBytes(plane, into: destination)
    }
  }

  /// Walks the destination in squares that fit the cache on both sides.
  private func move<Element: FixedWidthInteger>(
    _ plane: Plane, into destination: MutablePlane, _ type: Element.Type
  ) {
    let walk = Walk(plane, orientation)
    let square = 32
    for top in Swift.stride(from: 0, to: destination.height, by: square) {
      for left in Swift.stride(from: 0, to: destination.width, by: square) {
        for y in top..<min(top + square, destination.height) {
          var source = walk.start + left * walk.alongRow + y * walk.alongColumn
          var target = destination.base + y * destination.stride + left * MemoryLayout<Element>.size
          for _ in left..<min(left + square, destination.width) {
            target.storeBytes(of: source.loadUnaligned(as: Element.self), as: Element.self)
            source += walk.alongRow
            target += MemoryLayout<Element>.size
          }
        }
      }
    }
  }

  private func moveBytes(_ plane: Plane, into destination: MutablePlane) {
    let walk = Walk(plane, orientation)
    let length = plane.bytesPerElement
    for y in 0..<destination.height {
      for x in 0..<destination.width {
        (destination.base + y * destination.stride + x * length).copyMemory(
          from: walk.start + x * walk.alongRow + y * walk.alongColumn, byteCount: length)
      }
    }
  }
}

/// The place of the destination's top left element in the source, and the steps to the elements that become
/// its right and lower neighbours.
private struct Walk {
  let start: UnsafeRawPointer
  let alongRow: Int
  let alongColumn: Int

  init(_ plane: Plane, _ orientation: PictureOrientation) {
    let column = plane.bytesPerElement
    let lastColumn = (plane.width - 1) * column
    let lastRow = (plane.height - 1) * plane.stride
    // Mirroring first means: the source is read from right to left.
    let left = orientation.isMirrored ? lastColumn : 0
    let right = lastColumn - left
    let rightward = orientation.isMirrored ? -column : column
    switch orientation.clockwiseTurns {
    case .none:
      (start, alongRow, alongColumn) = (plane.base + left, rightward, plane.stride)
    case .once:
      (start, alongRow, alongColumn) = (plane.base + left + lastRow, -plane.stride, rightward)
    case .twice:
      (start, alongRow, alongColumn) = (plane.base + right + lastRow, -rightward, -plane.stride)
    case .thrice:
      (start, alongRow, alongColumn) = (plane.base + right, plane.stride, -rightward)
    }
  }
}

extension PictureTurn {
  /// Chroma between two columns ends up between two rows. FFmpeg has no name for chroma sited right, which
  /// becomes unspecified.
  private func turnedSite(_ location: AVChromaLocation) -> AVChromaLocation {
    guard location == AVCHROMA_LOC_UNSPECIFIED || location == AVCHROMA_LOC_LEFT else {
      return location == AVCHROMA_LOC_CENTER ? location : AVCHROMA_LOC_UNSPECIFIED
    }
    switch (orientation.clockwiseTurns, orientation.isMirrored) {
    case (.once, false), (.thrice, true): return AVCHROMA_LOC_TOP
    case (.thrice, false), (.once, true): return AVCHROMA_LOC_BOTTOM
    case (.twice, true): return AVCHROMA_LOC_LEFT
    default: return AVCHROMA_LOC_UNSPECIFIED
    }
  }
}

/// The format after a quarter turn: 4:2:2 and 4:4:0 become each other; nil if there is no such format.
private func transposed(_ format: AVPixelFormat) -> AVPixelFormat? {
  switch format {
  case AV_PIX_FMT_YUV422P: return AV_PIX_FMT_YUV440P
  case AV_PIX_FMT_YUV440P: return AV_PIX_FMT_YUV422P
  case AV_PIX_FMT_YUVJ422P: return AV_PIX_FMT_YUVJ440P
  case AV_PIX_FMT_YUVJ440P: return AV_PIX_FMT_YUVJ422P
  case AV_PIX_FMT_YUV422P10LE: return AV_PIX_FMT_YUV440P10LE
  case AV_PIX_FMT_YUV440P10LE: return AV_PIX_FMT_YUV422P10LE
  case AV_PIX_FMT_YUV422P12LE: return AV_PIX_FMT_YUV440P12LE
  case AV_PIX_FMT_YUV440P12LE: return AV_PIX_FMT_YUV422P12LE
  default:
    guard let description = av_pix_fmt_desc_get(format)?.pointee else { return nil }
    return description.log2_chroma_w == description.log2_chroma_h ? format : nil
  }
}
