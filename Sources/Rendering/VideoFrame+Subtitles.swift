import Drawing
import LibAV
import MediaFacts

extension VideoFrame {
  /// Words that were drawn with their alpha multiplied in.
  static func drawn(_ drawn: DrawnPicture) throws(LibAVError) -> VideoFrame {
    let size = PixelSize(width: drawn.width, height: drawn.height)
    return try allocate(size: size, layout: .rgba, color: .sRGB) { planes in
      guard let plane = planes.first else { return }
      for y in 0..<drawn.height {
        let row = drawn.pixels[y * drawn.width * 4..<(y + 1) * drawn.width * 4]
        plane.row(y).copyBytes(from: row)
      }
    }
  }
}
