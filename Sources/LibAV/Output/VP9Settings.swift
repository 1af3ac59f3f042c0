package import Basics
internal import CFFmpeg
package import Composition

/// All settings that determine what libvpx makes of the same frames.
package struct VP9Settings: EncodingSettings, Hashable {
  package let encoding: VideoEncoding
  package let size: PixelSize
  package let rate: FrameRate
  package let color: ColorTags
  /// Threads of the encoder; beyond one, their number changes no byte.
  var threads = 2

  /// A packet contains one shown picture and those that it needs, so packets are decoded in presentation
  /// order.
  package var reorderDelay: Int64? { 0 }

  package func write(to prepared: EncoderContext) throws(LibAVError) {
    try writePicture(to: prepared, keyFrameInterval: encoding.keyFrameInterval, threads: threads)
    if encoding.hasSteadyKeyFrames == true {
      prepared.pointer.pointee.keyint_min = prepared.pointer.pointee.gop_size
    }
    guard encoding.chosenProfile?.holds(encoding.depth, encoding.sampling) == true else {
      throw refused("VP9 has no such profile, or it cannot hold pictures of the format \(layout.rawValue)")
    }
    guard let speeds = codec.declaration?.speeds, let speed = speeds.firstIndex(of: encoding.speed),
      Self.speeds.indices.contains(speed)
    else { throw refused("libvpx has no speed '\(encoding.speed)'") }
    // With rows of blocks in parallel, one thread produces other bytes than several.
    var options = [
      ("deadline", Self.speeds[speed].deadline), ("cpu-used", "\(Self.speeds[speed].number)"),
      ("row-mt", "1"),
      ("lag-in-frames", "25"), ("auto-alt-ref", "1"),
    ]
    switch encoding.rateControl {
    case .quality(0): options.append(("lossless", "1"))
    case .quality(let quality):
      guard let factor = Self.rateFactor(ofQuality: quality) else {
        throw refused("VP9 has no quality \(quality)")
      }
      options.append(("crf", "\(factor)"))
    case .bitRate(let rate):
      guard rate >= 1000 else { throw refused("a bit rate is from 1 kbit/s on, not \(rate)") }
      prepared.pointer.pointee.bit_rate = rate
    case .cappedBitRate: throw refused("libvpx keeps an average bit rate, and no highest one")
    case .twoPasses, .firstPass: throw refused("VP9 is encoded in one pass")
    }
    try prepared.set(options, "preparing VP9")
  }

  /// libvpx's parameters for the words of `speed`.
  private static let speeds: [(deadline: String, number: Int)] = [
    ("realtime", 8), ("realtime", 6), ("good", 5), ("good", 4), ("good", 3), ("good", 2), ("good", 1),
    ("good", 0),
  ]

  /// libvpx's rate factor for pictures as similar to their source as x264's with this quality; nil for a
  /// quality that the codec does not declare.
  ///
  /// Fitted to the structural similarity of real clips; docs/measurements/codecs.md has the measurements.
  static func rateFactor(ofQuality quality: Int) -> Int? {
    guard quality > 0, VideoCodec.vp9.declaration?.qualities?.contains(quality) == true else { return nil }
    return quality < 11 ? quality * 7 / 10 : 2 * quality - 15
  }
}
