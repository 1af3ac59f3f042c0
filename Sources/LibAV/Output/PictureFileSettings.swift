package import Basics
internal import CFFmpeg
package import MediaFacts
package import Vocabulary

/// Everything that decides what an encoder makes whose pictures are files of their own: PNG and TIFF.
package struct PictureFileSettings: EncodingSettings, Hashable {
  package let encoding: VideoEncoding
  package let size: PixelSize
  package let rate: FrameRate

  package var reorderDelay: Int64? { 0 }

  package var color: ColorTags { .sRGB }

  package var layout: PixelLayout {
    switch (encoding.depth, encoding.hasAlpha ?? false) {
    case (.eight, false): .rgb24
    case (.eight, true): .rgba
    case (.ten, false): .rgb48
    case (.ten, true): .rgba16
    }
  }

  /// PNG has the more significant byte first.
  package var encodedFormat: String {
    switch (codec, layout) {
    case (.png, .rgb48): "rgb48be"
    case (.png, .rgba16): "rgba64be"
    default: layout.rawValue
    }
  }

  package func encoded(_ frame: VideoFrame) throws(LibAVError) -> VideoFrame {
    guard encodedFormat != layout.rawValue else { return frame }
    let picture = try frame.copy { planes in
      for plane in planes {
        for y in 0..<plane.height {
          let row = plane.row(y).bindMemory(to: UInt16.self)
          for index in row.indices { row[index] = row[index].byteSwapped }
        }
      }
    }
    picture.pointer.pointee.format = av_get_pix_fmt(encodedFormat).rawValue
    return picture
  }

  package func write(to prepared: EncoderContext) throws(LibAVError) {
    try writePicture(to: prepared, keyFrameInterval: 1, threads: 1)
    guard codec == .tiff else { return }
    try prepared.set([("compression_algo", "deflate")], "preparing tiff")
  }
}
