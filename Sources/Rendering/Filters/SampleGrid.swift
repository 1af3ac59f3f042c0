import LibAV

/// The rows of a plane, for kernels that are the same at 8 and 10 bits.
struct SampleGrid<Sample: FixedWidthInteger & UnsignedInteger & Sendable> {
  let base: UnsafeMutablePointer<Sample>
  /// Samples from one row to the next.
  let stride: Int
  let width: Int
  let height: Int

  init(_ plane: MutablePlane) {
    base = plane.base.assumingMemoryBound(to: Sample.self)
    stride = plane.stride / MemoryLayout<Sample>.stride
    width = plane.width
    height = plane.height
  }

  @inline(__always)
  func row(_ y: Int) -> UnsafeMutablePointer<Sample> { base + y &* stride }
}

/// The planes of an 8- or 10-bit picture: luma, two chroma planes, optionally alpha.
struct PictureGrid<Sample: FixedWidthInteger & UnsignedInteger & Sendable> {
  let luma: SampleGrid<Sample>
  let u: SampleGrid<Sample>
  let v: SampleGrid<Sample>
  let alpha: SampleGrid<Sample>?
  /// Bits per sample.
  let depth: Int

  /// Nil unless the planes are those of a planar YUV picture.
  init?(_ planes: [MutablePlane], depth: Int) {
    guard planes.count >= 3, planes.allSatisfy({ $0.bytesPerElement == MemoryLayout<Sample>.stride }) else {
      return nil
    }
    luma = SampleGrid(planes[0])
    u = SampleGrid(planes[1])
    v = SampleGrid(planes[2])
    alpha = planes.count > 3 ? SampleGrid(planes[3]) : nil
    self.depth = depth
  }

  /// Luma samples per chroma sample, as powers of two.
  var chromaShift: (horizontal: Int, vertical: Int) {
    (u.width < luma.width ? 1 : 0, u.height < luma.height ? 1 : 0)
  }

  var chroma: [SampleGrid<Sample>] { [u, v] }
}

extension PixelLayout {
  /// Bits per sample of the planar layouts.
  var sampleDepth: Int { rawValue.contains("10") ? 10 : 8 }
}
