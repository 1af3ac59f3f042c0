import Detection
import LibAV

// Planes of 8 or 10 bits as detection reads them.
extension Plane {
  /// `ofEverySecondRow` leaves out one field of an interlaced picture.
  func layout(ofEverySecondRow readsHalf: Bool = false) -> PlaneLayout? {
    let readsHalf = readsHalf && height > 1
    return PlaneLayout(
      width: width, height: readsHalf ? height / 2 : height,
      samplesPerRow: stride / bytesPerElement * (readsHalf ? 2 : 1),
      bits: bytesPerElement == 1 ? 8 : 10)
  }

  private var sampleCount: Int { (height - 1) * (stride / bytesPerElement) + width }

  func samples() -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base.assumingMemoryBound(to: UInt8.self), count: sampleCount)
  }

  func words() -> UnsafeBufferPointer<UInt16> {
    UnsafeBufferPointer(start: base.assumingMemoryBound(to: UInt16.self), count: sampleCount)
  }
}
