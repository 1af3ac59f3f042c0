package import Basics
internal import CFFmpeg
package import Composition

/// All settings that determine what one of FFmpeg's video encoders makes of the same frames.
package protocol VideoEncoderSettings: Sendable {
  var codec: VideoCodec { get }
  var size: PixelSize { get }
  var rate: FrameRate { get }
  var color: ColorTags { get }
  /// The layout of the encoded pictures.
  var layout: PixelLayout { get }
  /// Nil if the bit rate follows from the quality.
  var averageBitsPerSecond: Int64? { get }
  /// Throws if the encoder does not support the settings.
  func write(to context: EncoderContext) throws(LibAVError)
  /// A bitstream filter that removes the encoder's name and settings from the first packet, which a film of
  /// many segments would repeat; nil if the encoder writes none.
  var identificationFilter: (name: String, options: [String: String])? { get }
  /// The most frames that a packet is decoded before it is shown; nil if the encoder reports it.
  var reorderDelay: Int64? { get }
  /// FFmpeg's name of the pixel format that the encoder receives.
  var encodedFormat: String { get }
  /// Returns a packet with what its encoder does not write.
  func corrected(_ packet: [UInt8]) -> [UInt8]
  /// Returns a picture in the form that the encoder receives.
  func encoded(_ frame: VideoFrame) throws(LibAVError) -> VideoFrame
  /// Creates the encoder for these settings.
  func makeEncoder() throws(LibAVError) -> any PictureEncoder
}

/// Encodes frames as a stream of one closed group of pictures, or several.
package protocol PictureEncoder {
  /// The description for a `FileWriter`.
  var stream: EncodedStream { get throws(LibAVError) }
  /// Encodes the frame with this number and returns the packets that are ready; numbers rise by one.
  func send(_ frame: VideoFrame, index: Int64) throws(LibAVError) -> [EncodedPacket]
  /// Returns the packets of the remaining frames. Nothing can be sent afterwards.
  func finish() throws(LibAVError) -> [EncodedPacket]
}

/// Settings that consist of an output's encoding, a size, a rate and colours. Their encoders write no name,
/// or are configured not to.
package protocol EncodingSettings: VideoEncoderSettings {
  var encoding: VideoEncoding { get }
}

extension EncodingSettings {
  package var codec: VideoCodec { encoding.codec }
  package var layout: PixelLayout { encoding.layout }
  package var identificationFilter: (name: String, options: [String: String])? { nil }

  package var averageBitsPerSecond: Int64? {
    switch encoding.rateControl {
    case .quality, .firstPass: nil
    case .bitRate(let bits), .cappedBitRate(let bits), .twoPasses(let bits): bits
    }
  }
}

/// An encoder that is not open yet.
package struct EncoderContext {
  let pointer: UnsafeMutablePointer<AVCodecContext>

  /// Sets options of the encoder by name.
  func set(_ options: [(name: String, value: String)], _ operation: String) throws(LibAVError) {
    for (name, value) in options {
      try check(
        av_opt_set(pointer, name, value, AV_OPT_SEARCH_CHILDREN), operation, "\(name) = \(value)")
    }
  }
}

extension VideoEncoding {
  /// The settings of the codec's encoder.
  ///
  /// `statistics` is the file of the encoder's statistics: the first of two passes writes it, the second
  /// reads it. Nil for a single pass.
  ///
  /// `threads` are for encoders that make the same bytes with any number from two on.
  package func settings(
    size: PixelSize, rate: FrameRate, color: ColorTags, statistics: String? = nil, threads: Int = 2
  ) throws(LibAVError) -> any VideoEncoderSettings {
    switch codec {
    case .h264: try H264Settings(self, size: size, rate: rate, color: color, statistics: statistics)
    case .hevc:
      HEVCSettings(
        encoding: self, size: size, rate: rate, color: color, threads: threads, statistics: statistics)
    case .prores, .dnxhr, .ffv1: IntraSettings(encoding: self, size: size, rate: rate, color: color)
    case .av1: AV1Settings(encoding: self, size: size, rate: rate, color: color, threads: threads)
    case .vp9: VP9Settings(encoding: self, size: size, rate: rate, color: color, threads: threads)
    case .mjpeg: MotionJPEGSettings(encoding: self, size: size, rate: rate, color: color)
    case .png, .tiff, .exr: PictureFileSettings(encoding: self, size: size, rate: rate)
    case .webp: WebPSettings(encoding: self, size: size, rate: rate)
    case .gif: GIFSettings(encoding: self, size: size, rate: rate)
    }
  }

  /// The layout of the encoded pictures.
  var layout: PixelLayout {
    switch (sampling, depth, hasAlpha ?? false) {
    case (.quarter, .eight, false): .yuv420p
    case (.half, .eight, false): .yuv422p
    case (.full, .eight, false): .yuv444p
    case (.quarter, .ten, false): .yuv420p10
    case (.half, .ten, false): .yuv422p10
    case (.full, .ten, false): .yuv444p10
    case (.quarter, .eight, true): .yuva420p
    case (.half, .eight, true): .yuva422p
    case (.full, .eight, true): .yuva444p
    case (.quarter, .ten, true): .yuva420p10
    case (.half, .ten, true): .yuva422p10
    case (.full, .ten, true): .yuva444p10
    }
  }
}

extension VideoEncoderSettings {
  /// The duration of one frame.
  var tick: RationalTime {
    get throws(LibAVError) {
      guard let tick = RationalTime(rate.seconds, rate.frames) else {
        throw refused("no container can count frames at a rate of \(rate.spelling)")
      }
      return tick
    }
  }

  package var reorderDelay: Int64? { nil }
  package func makeEncoder() throws(LibAVError) -> any PictureEncoder { try VideoEncoder(settings: self) }
  package var encodedFormat: String { layout.rawValue }
  package func corrected(_ packet: [UInt8]) -> [UInt8] { packet }
  package func encoded(_ frame: VideoFrame) throws(LibAVError) -> VideoFrame { frame }

  /// Writes what all encoders share: the form of the pictures, their rate and closed groups of them.
  func writePicture(
    to prepared: EncoderContext, keyFrameInterval: Int, threads: Int
  ) throws(LibAVError) {
    let name = codec.rawValue
    if let smallest = codec.declaration?.smallestPicture {
      guard size.width >= smallest.width, size.height >= smallest.height else {
        throw refused("\(name) has no pictures smaller than \(smallest)")
      }
    }
    guard layout.isWhole(size) else {
      throw refused("\(name) with 4:2:0 chroma needs an even width and an even height")
    }
    let codes = try ColorCodes(color)
    guard let frames = Int32(exactly: rate.frames), let seconds = Int32(exactly: rate.seconds) else {
      throw refused("\(name) cannot say a rate of \(rate.spelling)")
    }
    guard keyFrameInterval > 0, threads > 0, let interval = Int32(exactly: keyFrameInterval),
      let threads = Int32(exactly: threads)
    else { throw refused("the interval of key frames and the number of threads are above zero") }
    let context = prepared.pointer
    (context.pointee.width, context.pointee.height) = try wholeSize(size, "preparing \(name)")
    context.pointee.pix_fmt = av_get_pix_fmt(encodedFormat)
    context.pointee.time_base = AVRational(num: seconds, den: frames)
    context.pointee.framerate = AVRational(num: frames, den: seconds)
    context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    context.pointee.color_primaries = codes.primaries
    context.pointee.color_trc = codes.transfer
    context.pointee.colorspace = codes.matrix
    context.pointee.color_range = codes.range
    context.pointee.chroma_sample_location =
      layout.isRGB
      ? AVCHROMA_LOC_UNSPECIFIED
      : codec.declaration?.hasJPEGColors == true ? AVCHROMA_LOC_CENTER : AVCHROMA_LOC_LEFT
    context.pointee.gop_size = interval
    context.pointee.thread_count = threads
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    context.pointee.flags |= Int32(bitPattern: UInt32(AV_CODEC_FLAG_CLOSED_GOP))
  }

  /// For encoders whose pictures do not depend on each other, and whose bytes do not depend on the number of
  /// threads: while the last segment is encoded, its encoder has two CPU cores.
  var intraThreads: Int { 2 }

  func refused(_ reason: String) -> LibAVError {
    LibAVError(
      operation: "preparing \(codec.rawValue)", subject: "\(size)", cause: .limit, reason: reason)
  }
}

extension PixelLayout {
  /// Whether every chroma sample covers only pixels inside the picture.
  fileprivate func isWhole(_ size: PixelSize) -> Bool {
    guard let description = av_pix_fmt_desc_get(format)?.pointee else { return false }
    return size.width.isMultiple(of: 1 << Int(description.log2_chroma_w))
      && size.height.isMultiple(of: 1 << Int(description.log2_chroma_h))
  }
}
