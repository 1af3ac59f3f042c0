package import Basics
internal import CFFmpeg
package import Composition

/// All settings of encoders whose pictures are separate files: PNG, TIFF and OpenEXR.
package struct PictureFileSettings: EncodingSettings, Hashable {
  package let encoding: VideoEncoding
  package let size: PixelSize
  package let rate: FrameRate

  package var reorderDelay: Int64? { 0 }

  package var color: ColorTags { codec == .exr ? .linearLight : .sRGB }

  package var layout: PixelLayout {
    if codec == .exr { return encoding.hasAlpha == true ? .gbra32 : .gbr32 }
    return switch (encoding.depth, encoding.hasAlpha ?? false) {
    case (.eight, false): .rgb24
    case (.eight, true): .rgba
    case (.ten, false): .rgb48
    case (.ten, true): .rgba16
    }
  }

  /// PNG stores the more significant byte first.
  package var encodedFormat: String {
    switch (codec, layout) {
    case (.png, .rgb48): "rgb48be"
    case (.png, .rgba16): "rgba64be"
    default: layout.rawValue
    }
  }

  package func encoded(_ frame: VideoFrame) throws(LibAVError) -> VideoFrame {
    if layout == .gbra32 { return try frame.multipliedByAlpha() }
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
    try writePicture(to: prepared, keyFrameInterval: 1, threads: intraThreads)
    if codec == .tiff { try prepared.set([("compression_algo", "deflate")], "preparing tiff") }
    // Groups of 16 rows, as in most programs.
    if codec == .exr {
      try prepared.set([("format", "half"), ("compression", "zip16")], "preparing exr")
    }
  }
}

extension ColorTags {
  /// Linear light, in which 1 is reference white.
  fileprivate static let linearLight = ColorTags(
    primaries: "bt709", transfer: "linear", matrix: "gbr", isFullRange: true)
}

extension VideoFrame {
  /// OpenEXR stores colours multiplied by alpha.
  fileprivate func multipliedByAlpha() throws(LibAVError) -> VideoFrame {
    try copy { planes in
      guard planes.count == 4 else { return }
      for y in 0..<planes[3].height {
        let alpha = planes[3].row(y, of: Float.self)
        for plane in planes[..<3] {
          let row = plane.row(y, of: Float.self)
          for x in alpha.indices { row[x] *= alpha[x] }
        }
      }
    }
  }
}
