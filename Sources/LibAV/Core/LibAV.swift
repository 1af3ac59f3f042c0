internal import Basics
internal import CFFmpeg
internal import MediaFacts

/// What holds for FFmpeg as a whole in this process.
package enum LibAV {
  /// Whether the linked FFmpeg was built with an encoder of this name.
  package static func hasEncoder(named name: String) -> Bool { avcodec_find_encoder_by_name(name) != nil }

  /// Restricts FFmpeg to the instructions that every x86-64 CPU has: sound mixed in floating point then has the same
  /// bytes on every machine. Does nothing on other architectures.
  ///
  /// Call it before anything is decoded or mixed; it applies to the whole process.
  package static func useBaselineInstructions() {
    #if arch(x86_64)
      let baseline =
        AV_CPU_FLAG_CMOV | AV_CPU_FLAG_MMX | AV_CPU_FLAG_MMXEXT | AV_CPU_FLAG_SSE | AV_CPU_FLAG_SSE2
      av_force_cpu_flags(baseline)
    #endif
  }
}

extension LibAV {
  /// Which builds of the libraries this process runs with, on one line: part of the key of everything they make.
  package static let versions: String = "\(libraryVersions), \(x264)"

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

  /// The build of libavfilter, which is loaded for this: part of the key of what its filters make.
  package static let filterLibraryVersion: String = {
    guard let library = try? FilterLibrary.loaded.get() else { return "no libavfilter" }
    return spelling(of: "libavfilter", version: library.version())
  }()

  private static func spelling(of name: String, version: UInt32) -> String {
    "\(name) \(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)"
  }

  /// FFmpeg does not pass on x264's version, but x264 writes it into the first packet it makes.
  private static let x264: String = {
    guard let bytes = try? firstPacket(),
      let start = bytes.firstRange(of: Array("x264 - core ".utf8))?.lowerBound
    else { return "no x264" }
    let words = String(decoding: bytes[start...].prefix(60), as: UTF8.self).split(separator: " ")
    return (["x264"] + words.dropFirst(2).prefix { $0 != "-" }).joined(separator: " ")
  }()

  private static func firstPacket() throws(LibAVError) -> [UInt8] {
    let size = PixelSize(width: 16, height: 16)
    guard let rate = FrameRate(25) else { return [] }
    let encoder = try VideoEncoder(
      settings: H264Settings(size: size, rate: rate, preset: .ultrafast),
      keepsIdentification: true)
    let frame = try VideoFrame.allocate(size: size, layout: .yuv420p) { planes in
      for plane in planes { plane.fill(128) }
    }
    let packets = try encoder.send(frame, index: 0) + encoder.finish()
    return packets.first?.bytes ?? []
  }
}
