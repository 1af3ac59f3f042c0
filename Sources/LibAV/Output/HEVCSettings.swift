package import Basics
internal import CFFmpeg
package import Composition

/// All settings that determine what the HEVC encoder makes of the same frames.
package struct HEVCSettings: EncodingSettings, Hashable {
  package let encoding: VideoEncoding
  package let size: PixelSize
  package let rate: FrameRate
  package let color: ColorTags
  /// From two on, their number changes no byte.
  var threads = 2
  /// The statistics file of two passes; nil for a single pass.
  var statistics: String?
  /// Parameters of x265 beyond the settings, for tests.
  var extraParameters: [String: String] = [:]

  /// x265 reorders with a pyramid of B pictures, and FFmpeg does not query how far. Next to copied pictures,
  /// none is reordered, which fits every copied stream.
  package var reorderDelay: Int64? { encoding.joined == nil ? 2 : 0 }

  package func write(to prepared: EncoderContext) throws(LibAVError) {
    try writePicture(to: prepared, keyFrameInterval: encoding.keyFrameInterval, threads: 1)
    let context = prepared.pointer
    var parameters = [
      "log-level": "error", "info": "0", "open-gop": "0", "bframes": "4", "b-pyramid": "1",
      // Without wavefronts, and with another number of frames at once, x265 makes other bytes.
      "wpp": "1", "frame-threads": "\(frameThreads)", "pools": "\(poolThreads)",
      // SEI messages with hashes and times would describe one segment each.
      "hash": "0", "hrd": "0", "repeat-headers": "0", "annexb": "1",
    ]
    switch encoding.rateControl {
    case .quality(0): parameters["lossless"] = "1"
    case .quality(let quality):
      guard (1...51).contains(quality) else { throw refused("a quality is from 0 to 51, not \(quality)") }
      parameters["crf"] = "\(Self.rateFactor(ofQuality: quality))"
    case .bitRate(let rate):
      guard rate > 0 else { throw refused("a bit rate is above zero, not \(rate)") }
      context.pointee.bit_rate = rate
      if let statistics {
        parameters["pass"] = "2"
        parameters["stats"] = escaped(statistics)
      }
    case .twoPasses: throw refused("each of two passes has settings of its own")
    case .firstPass:
      guard let statistics else { throw refused("a first pass writes its statistics into a file") }
      parameters["crf"] = "\(Self.rateFactor(ofQuality: PassStatistics.quality))"
      parameters["pass"] = "1"
      parameters["stats"] = escaped(statistics)
    case .cappedBitRate(let rate):
      guard rate >= 1000, let kilobits = Int32(exactly: rate / 1000) else {
        throw refused("a highest bit rate is from 1 kbit/s on, not \(rate)")
      }
      context.pointee.bit_rate = rate
      parameters["vbv-maxrate"] = "\(kilobits)"
      parameters["vbv-bufsize"] = "\(kilobits)"
      parameters["vbv-init"] = "0.5"
    }
    if let level = encoding.chosenLevel {
      parameters["level-idc"] = level.name
      parameters["high-tier"] = "0"
      if !isLossless { keep(level, &parameters) }
    } else if let level = encoding.statedLevel {
      parameters["level-idc"] = level
    }
    if encoding.hasSteadyKeyFrames == true { parameters["scenecut"] = "0" }
    if let mastering = encoding.mastering {
      parameters["master-display"] = mastering.codedText
      parameters["max-cll"] = mastering.lightText
      parameters["hdr10"] = "1"
    }
    parameters.merge(encoding.options ?? [:]) { _, written in written }
    if encoding.joined != nil {
      parameters.merge(["bframes": "0", "b-pyramid": "0", "ref": "1"]) { _, joined in joined }
    }
    parameters.merge(extraParameters) { _, extra in extra }
    var options = [
      ("preset", encoding.speed),
      ("x265-params", parameters.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: ":")),
    ]
    if let tune = encoding.tune { options.append(("tune", tune)) }
    guard let profile = encoding.chosenProfile else {
      throw refused("HEVC has no such profile, or cannot hold pictures of the format \(layout.rawValue)")
    }
    options.append(("profile", profile.name))
    try prepared.set(options, "preparing HEVC")
  }

  /// Keeps the joined stream within the level: segments use half of the decoder's buffer, and start with half
  /// of that full.
  private func keep(_ level: VideoLevel, _ parameters: inout [String: String]) {
    func least(_ name: String, _ value: Int64) -> String {
      "\(min(value, parameters[name].flatMap { Int64($0) } ?? value))"
    }
    parameters["vbv-maxrate"] = least("vbv-maxrate", level.bitRate / 1000)
    parameters["vbv-bufsize"] = least("vbv-bufsize", level.bufferBits / 2000)
    parameters["vbv-init"] = "0.5"
  }

  private var isLossless: Bool { encoding.rateControl == .quality(0) }

  /// Whether every stretch stays below a bit rate, which x265 controls by the row.
  private var isCapped: Bool {
    if case .cappedBitRate = encoding.rateControl { true } else { encoding.level != nil && !isLossless }
  }

  /// Frames encoded at once. With a bit rate, what is known of a frame's size when the next one starts would
  /// depend on chance; with noise reduction, what is known of its noise.
  private var frameThreads: Int {
    if case .quality = encoding.rateControl, !isCapped, !reducesNoise { 2 } else { 1 }
  }

  private var reducesNoise: Bool {
    ["nr-intra", "nr-inter"].contains { encoding.options?[$0].map { $0 != "0" } ?? false }
  }

  /// Escapes a path as a value in a list of parameters.
  private func escaped(_ path: String) -> String {
    path.reduce(into: "") { $0 += "\\':=".contains($1) ? "\\\($1)" : String($1) }
  }

  private var poolThreads: Int { isCapped ? 1 : threads }

  /// x265's rate factor for pictures as similar to their source as x264's with this quality.
  ///
  /// Fitted to the structural similarity of real clips; docs/measurements/codecs.md has the measurements.
  static func rateFactor(ofQuality quality: Int) -> Double { min(0.4 + 1.1 * Double(quality), 51) }
}
