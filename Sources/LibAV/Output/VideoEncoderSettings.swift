package import Basics
internal import CFFmpeg
package import MediaFacts
package import Vocabulary

/// Everything that decides what one of FFmpeg's encoders of pictures makes of the same frames.
package protocol VideoEncoderSettings: Sendable {
  static var codec: VideoCodec { get }
  var size: PixelSize { get }
  var rate: FrameRate { get }
  var color: ColorTags { get }
  /// How the encoded pictures lie in memory.
  var layout: PixelLayout { get }
  /// Nil if the bit rate follows from the quality.
  var averageBitsPerSecond: Int64? { get }
  /// Reports what the encoder cannot do.
  func write(to context: EncoderContext) throws(LibAVError)
  /// A bitstream filter that removes the encoder's name and settings from the first packet, which would stand in a
  /// film of many segments many times; nil if the encoder writes none.
  var identificationFilter: (name: String, options: [String: String])? { get }
}

/// An encoder that is being prepared.
package struct EncoderContext {
  let pointer: UnsafeMutablePointer<AVCodecContext>
}

extension VideoEncoding {
  /// The settings of the codec's encoder.
  package func settings(
    size: PixelSize, rate: FrameRate, color: ColorTags
  ) throws(LibAVError) -> any VideoEncoderSettings {
    switch codec {
    case .h264: try H264Settings(self, size: size, rate: rate, color: color)
    case .hevc, .av1, .vp9, .prores, .dnxhr, .ffv1, .gif:
      throw LibAVError(
        operation: "preparing an encoder", subject: codec.rawValue, cause: .notAvailable,
        reason: "editc has no encoder for this codec")
    }
  }

  /// How the encoded pictures lie in memory.
  var layout: PixelLayout {
    switch (sampling, depth) {
    case (.quarter, .eight): .yuv420p
    case (.half, .eight): .yuv422p
    case (.full, .eight): .yuv444p
    case (.quarter, .ten): .yuv420p10
    case (.half, .ten): .yuv422p10
    case (.full, .ten): .yuv444p10
    }
  }
}

extension VideoEncoderSettings {
  /// One frame.
  var tick: RationalTime {
    get throws(LibAVError) {
      guard let tick = RationalTime(rate.seconds, rate.frames) else {
        throw refused("no container can count frames at a rate of \(rate.spelling)")
      }
      return tick
    }
  }

  func refused(_ reason: String) -> LibAVError {
    LibAVError(
      operation: "preparing \(Self.codec.rawValue)", subject: "\(size)", cause: .limit, reason: reason)
  }
}
