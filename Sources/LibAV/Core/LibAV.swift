internal import Basics
internal import CFFmpeg
internal import CLibraries
package import Composition
internal import Glibc

/// Queries and settings of FFmpeg for the whole process.
package enum LibAV {
  /// Whether the linked FFmpeg was built with an encoder of this name.
  package static func hasEncoder(named name: String) -> Bool { avcodec_find_encoder_by_name(name) != nil }

  /// Restricts FFmpeg to the instructions that every x86-64 CPU has, so that sound mixed in floating point
  /// has the same bytes on every machine. Has no effect on other architectures.
  ///
  /// Call it before decoding or mixing; it applies to the whole process.
  package static func useBaselineInstructions() {
    #if arch(x86_64)
      let baseline =
        AV_CPU_FLAG_CMOV | AV_CPU_FLAG_MMX | AV_CPU_FLAG_MMXEXT | AV_CPU_FLAG_SSE | AV_CPU_FLAG_SSE2
      av_force_cpu_flags(baseline)
    #endif
  }
}

extension LibAV {
  /// The builds of the libraries that this process uses, on one line: part of the key of everything they
  /// produce.
  ///
  /// `codec` is nil if no pictures are encoded.
  package static func versions(encoding codec: VideoCodec?) -> String {
    switch codec {
    case nil: libraryVersions
    case .h264: "\(libraryVersions), \(x264)"
    case .hevc: "\(libraryVersions), \(x265)"
    case .av1: "\(libraryVersions), \(svtAV1)"
    case .vp9: "\(libraryVersions), \(libvpx)"
    case .webp: "\(libraryVersions), \(libwebp)"
    case .png, .tiff, .exr: "\(libraryVersions), \(zlib)"
    // Other encoders are parts of FFmpeg's own libraries.
    case .prores, .dnxhr, .ffv1, .mjpeg, .gif: libraryVersions
    }
  }

  /// The same without filters and the encoder: what reading media depends on.
  package static let libraryVersions: String = {
    let libraries = [
      ("libavcodec", avcodec_version()), ("libavformat", avformat_version()),
      ("libavutil", avutil_version()), ("libswscale", swscale_version()),
      ("libswresample", swresample_version()),
    ]
    let numbers = libraries.map(spelling(of:version:))
    return (["FFmpeg \(String(cString: av_version_info()))"] + numbers).joined(separator: ", ")
  }()

  /// The build of libavfilter, which this loads: part of the key of everything its filters produce.
  package static let filterLibraryVersion: String = {
    guard (try? EngineLibraries.loadFilters()) != nil else { return "no libavfilter" }
    return spelling(of: "libavfilter", version: avfilter_version())
  }()

  private static func spelling(of name: String, version: UInt32) -> String {
    "\(name) \(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)"
  }

  // FFmpeg does not report the versions of encoders. x264 writes its own into its first packet.

  private static let x264: String = {
    guard let rate = FrameRate(25) else { return "no x264" }
    let settings = H264Settings(size: smallSize, rate: rate, preset: .ultrafast, threads: 1)
    guard let words = signature("x264 - core ", of: settings) else { return "no x264" }
    return (["x264"] + words.dropFirst(2).prefix { $0 != "-" }).joined(separator: " ")
  }()

  /// Found by name, as below. Encoding a picture for it would print messages of libnuma on machines without
  /// `/sys`.
  private static let x265 = version("x265", variable: "x265_version_str")

  private static let svtAV1 = version("SVT-AV1", function: "svt_av1_get_version")
  private static let zlib = version("zlib", function: "zlibVersion")
  private static let libvpx = version("libvpx", function: "vpx_codec_version_str")

  /// The version of a library that exports it as a variable.
  package static func version(_ library: String, variable: String) -> String {
    guard let symbol = editc_symbol(variable), let text = symbol.load(as: UnsafePointer<CChar>?.self) else {
      return "no \(library)"
    }
    return "\(library) \(String(cString: text))"
  }

  /// The version of a library below FFmpeg. libavcodec depends on the library, so its function is found by
  /// name.
  package static func version(_ library: String, function: String) -> String {
    guard let symbol = editc_symbol(function) else { return "no \(library)" }
    typealias Version = @convention(c) () -> UnsafePointer<CChar>?
    guard let text = unsafeBitCast(symbol, to: Version.self)() else { return "no \(library)" }
    return "\(library) \(String(cString: text))"
  }

  private static let libwebp: String = {
    guard let symbol = editc_symbol("WebPGetEncoderVersion") else { return "no libwebp" }
    typealias Version = @convention(c) () -> Int32
    let version = unsafeBitCast(symbol, to: Version.self)()
    return "libwebp \(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)"
  }()

  private static let smallSize = PixelSize(width: 64, height: 64)

  /// The words of an encoder's signature in its output, from the name on; nil if it writes none.
  private static func signature(
    _ name: String, of settings: any VideoEncoderSettings
  ) -> [Substring]? {
    guard let bytes = try? smallStream(settings),
      let start = bytes.firstRange(of: Array(name.utf8))?.lowerBound
    else { return nil }
    return String(decoding: bytes[start...].prefix(100), as: UTF8.self).split(separator: " ")
  }

  private static func smallStream(_ settings: any VideoEncoderSettings) throws(LibAVError) -> [UInt8] {
    let encoder = try VideoEncoder(settings: settings, keepsIdentification: true)
    let frame = try VideoFrame.allocate(size: settings.size, layout: settings.layout) { planes in
      for plane in planes { plane.fill(128) }
    }
    let packets = try encoder.send(frame, index: 0) + encoder.finish()
    return try encoder.stream.configuration + (packets.first?.bytes ?? [])
  }
}
