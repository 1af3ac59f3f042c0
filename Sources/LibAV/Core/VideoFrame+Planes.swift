internal import CFFmpeg

/// One plane of a picture in memory, valid while the closure that was given it runs.
package struct Plane {
  package let base: UnsafeRawPointer
  /// Bytes from one row to the next; negative in a picture that is stored bottom up.
  package let stride: Int
  /// Elements in a row: samples in planar layouts, whole pixels in packed ones.
  package let width: Int
  package let height: Int
  package let bytesPerElement: Int

  /// The bytes of a row without what pads it.
  package func row(_ y: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + y * stride, count: width * bytesPerElement)
  }

  /// A row as numbers: `UInt8`, or `UInt16` in layouts of more than eight bits.
  package func row<Sample>(_ y: Int, of type: Sample.Type) -> UnsafeBufferPointer<Sample> {
    row(y).bindMemory(to: type)
  }
}

/// One plane of a picture that is still being made.
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

  /// Sets every byte; for 16-bit samples use rows.
  package func fill(_ byte: UInt8) {
    for y in 0..<height { row(y).initializeMemory(as: UInt8.self, repeating: byte) }
  }

  /// Both planes have one shape.
  func copy(from plane: Plane) {
    for y in 0..<height { row(y).copyMemory(from: plane.row(y)) }
  }
}

extension VideoFrame {
  /// Reads the planes: Y, U, V, alpha where planar; one plane where packed.
  ///
  /// Empty for the few decoded formats whose rows are no run of whole elements (palettes, packed 4:2:2):
  /// `PictureConverter` brings those into a `PixelLayout`.
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

  /// For whoever creates the frame, before anybody else sees it.
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
