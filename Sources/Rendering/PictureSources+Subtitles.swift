import Composition
import LibAV
import MediaFacts
import SubtitleDrawing

extension BlendedPicture {
  /// Words that were drawn with their alpha multiplied in; `toPlanes` brings them into the canvas's colours.
  init(_ drawn: DrawnPicture, toPlanes: (VideoFrame) throws(LibAVError) -> VideoFrame) throws(LibAVError) {
    let size = PixelSize(width: drawn.width, height: drawn.height)
    let frame = try VideoFrame.allocate(size: size, layout: .rgba, color: .sRGB) { planes in
      guard let plane = planes.first else { return }
      for y in 0..<drawn.height {
        let row = drawn.pixels[y * drawn.width * 4..<(y + 1) * drawn.width * 4]
        plane.row(y).copyBytes(from: row)
      }
    }
    let box = PixelBox(x: drawn.x, y: drawn.y, width: drawn.width, height: drawn.height)
    self.init(try toPlanes(frame), offset: (0, 0), box: box)
  }
}
