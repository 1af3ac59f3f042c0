import Composition
import Devices
import LibAV
import Processes

/// The pictures of a camera, as planes. It runs in the camera's own process, which is confined.
final class CameraPictures {
  private let size: PixelSize
  /// The bytes of a raw picture's row, perhaps with padding.
  private let rowBytes: Int
  /// Nil for raw pictures.
  private let decoder: JPEGDecoder?
  /// The number of the latest picture.
  private var latest: UInt32?
  /// How many pictures the driver has dropped, or gave in part.
  private(set) var dropped: Int64 = 0

  init(_ mode: CameraMode, rowBytes: Int) throws(LibAVError) {
    size = mode.size
    self.rowBytes = max(rowBytes, 2 * size.width)
    decoder = mode.coding == .jpeg ? try JPEGDecoder(size: size) : nil
  }

  /// Nil for one that is not whole, which is counted.
  func frame(of picture: CameraPicture) throws(LibAVError) -> VideoFrame? {
    if let latest {
      let missing = picture.number &- latest &- 1
      // A driver may restart its numbers at zero, and some give none.
      if missing < 1 << 31 { dropped += Int64(missing) }
    }
    latest = picture.number
    let frame = picture.isDamaged ? nil : try decoded(picture.bytes)
    guard let frame, frame.size == size else {
      dropped += 1
      return nil
    }
    return frame
  }

  private func decoded(_ bytes: UnsafeRawBufferPointer) throws(LibAVError) -> VideoFrame? {
    if let decoder { return try decoder.decode(bytes) }
    guard bytes.count >= rowBytes * (size.height - 1) + 2 * size.width else { return nil }
    return try VideoFrame.allocate(size: size, layout: .yuv422p) { planes in
      for y in 0..<size.height {
        let packed = UnsafeRawBufferPointer(rebasing: bytes[(y * rowBytes)...])
        let (luma, blue, red) = (planes[0].row(y), planes[1].row(y), planes[2].row(y))
        var place = 0
        for x in 0..<size.width / 2 {
          luma[2 * x] = packed[place]
          blue[x] = packed[place + 1]
          luma[2 * x + 1] = packed[place + 2]
          red[x] = packed[place + 3]
          place += 4
        }
      }
    }
  }
}
