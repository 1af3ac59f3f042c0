package import Basics
internal import CFFmpeg
package import Composition

/// A decoded or drawn picture, shared by reference and immutable once it is made.
///
/// `@unchecked Sendable`: only its creator writes the frame behind it, before sharing it.
package final class VideoFrame: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<AVFrame>

  /// The presentation time in its media's time; nil for a drawn picture.
  package let presentationTime: RationalTime?

  /// Takes ownership of `pointer`.
  init(owning pointer: UnsafeMutablePointer<AVFrame>, presentationTime: RationalTime? = nil) {
    self.pointer = pointer
    self.presentationTime = presentationTime
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&pointer)
  }

  package var size: PixelSize {
    PixelSize(width: Int(pointer.pointee.width), height: Int(pointer.pointee.height))
  }
}

/// One plane of a picture in memory, valid only inside the closure that receives it.
package struct Plane {
  package let base: UnsafeRawPointer
  /// Bytes from one row to the next; negative in a picture that is stored bottom up.
  package let stride: Int
  /// Elements in a row: samples in planar layouts, whole pixels in packed ones.
  package let width: Int
  package let height: Int
  package let bytesPerElement: Int

  /// The bytes of a row, without padding.
  package func row(_ y: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + y * stride, count: width * bytesPerElement)
  }

  /// A row as numbers: `UInt8`, or `UInt16` in layouts of more than eight bits.
  package func row<Sample>(_ y: Int, of type: Sample.Type) -> UnsafeBufferPointer<Sample> {
    row(y).bindMemory(to: type)
  }
}

/// One plane of a picture that is still being written.
package struct MutablePlane {
  package let base: UnsafeMutableRawPointer
  package let stride: Int
  package let width: Int
  package let height: Int
  package let bytesPerElement: Int

  package func row(_ y: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: base + y * stride, count: width * bytesPerElement)
  }

  package func row<Sample>(_ y: Int, of type: Sample.Type) -> UnsafeMutableBufferPointer<Sample> {
    row(y).bindMemory(to: type)
  }

  /// Sets every byte; write rows for 16-bit samples.
  package func fill(_ byte: UInt8) {
    for y in 0..<height { row(y).initializeMemory(as: UInt8.self, repeating: byte) }
  }

  /// Both planes must have the same shape.
  func copy(from plane: Plane) {
    for y in 0..<height { row(y).copyMemory(from: plane.row(y)) }
  }
}

extension VideoFrame {
  /// Calls `body` with the planes: Y, U, V, alpha if planar; one plane if packed.
  ///
  /// There are none for the few decoded formats whose rows are not runs of whole elements (palettes, packed
  /// 4:2:2): `PictureConverter` converts those into a `PixelLayout`.
  package func withPlanes<Result, Failure>(
    _ body: ([Plane]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let planes = mutablePlanes.map {
      Plane(
        base: $0.base, stride: $0.stride, width: $0.width, height: $0.height,
        bytesPerElement: $0.bytesPerElement)
    }
    defer { withExtendedLifetime(self) {} }
    return try body(planes)
  }

  /// For the creator of the frame, before it is shared.
  var mutablePlanes: [MutablePlane] {
    let frame = pointer.pointee
    let shapes = planeShapes(format, width: Int(frame.width), height: Int(frame.height)) ?? []
    let bases = [frame.data.0, frame.data.1, frame.data.2, frame.data.3]
    let strides = [frame.linesize.0, frame.linesize.1, frame.linesize.2, frame.linesize.3]
    return zip(shapes, zip(bases, strides)).compactMap { shape, place in
      place.0.map {
        MutablePlane(
          base: UnsafeMutableRawPointer($0), stride: Int(place.1), width: shape.width,
          height: shape.height, bytesPerElement: shape.bytesPerElement)
      }
    }
  }
}

extension VideoFrame {
  /// The checksum that `ffmpeg -f framecrc` prints for this picture; nil if out of memory.
  package var checksum: UInt32? {
    let (width, height) = (pointer.pointee.width, pointer.pointee.height)
    let byteCount = av_image_get_buffer_size(format, width, height, 1)
    guard byteCount > 0 else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(byteCount)) { bytes -> UInt32? in
      guard let start = bytes.baseAddress, copyPacked(to: start, byteCount: byteCount) else { return nil }
      return av_adler32_update(0, start, Int(byteCount))
    }
  }

  /// Copies the rows without padding, plane after plane, as in FFmpeg's raw video.
  private func copyPacked(to start: UnsafeMutablePointer<UInt8>, byteCount: Int32) -> Bool {
    let frame = pointer.pointee
    let planes: [UnsafePointer<UInt8>?] = [
      frame.data.0.map { UnsafePointer($0) }, frame.data.1.map { UnsafePointer($0) },
      frame.data.2.map { UnsafePointer($0) }, frame.data.3.map { UnsafePointer($0) },
    ]
    let strides = [frame.linesize.0, frame.linesize.1, frame.linesize.2, frame.linesize.3]
    return av_image_copy_to_buffer(
      start, byteCount, planes, strides, format, frame.width, frame.height, 1) >= 0
  }
}
