package import Basics
internal import CFFmpeg
package import Composition
internal import Glibc

/// All settings that determine what SVT-AV1 makes of the same frames.
package struct AV1Settings: EncodingSettings, Hashable {
  package let encoding: VideoEncoding
  package let size: PixelSize
  package let rate: FrameRate
  package let color: ColorTags
  /// Their number changes no byte.
  var threads = 2
  /// Parameters of SVT-AV1 beyond the settings, for tests.
  var extraParameters: [String: String] = [:]

  /// A packet contains one shown picture and those that it needs, so packets are decoded in presentation
  /// order.
  package var reorderDelay: Int64? { 0 }

  package func write(to prepared: EncoderContext) throws(LibAVError) {
    Self.silenceLog
    try writePicture(to: prepared, keyFrameInterval: encoding.keyFrameInterval, threads: 1)
    guard encoding.chosenProfile?.holds(encoding.depth, encoding.sampling) == true else {
      throw refused("SVT-AV1 cannot encode pictures of the format \(layout.rawValue)")
    }
    guard case .quality(let quality) = encoding.rateControl, let factor = Self.rateFactor(ofQuality: quality)
    else { throw refused("SVT-AV1 is given one of the qualities of its codec") }
    guard let speed = codec.declaration?.speeds.firstIndex(of: encoding.speed),
      Self.presets.indices.contains(speed)
    else { throw refused("SVT-AV1 has no speed '\(encoding.speed)'") }
    var parameters = ["lp": "\(threads)"]
    parameters["mastering-display"] = encoding.mastering?.plainText
    parameters["content-light"] = encoding.mastering?.lightText
    parameters.merge(extraParameters) { _, extra in extra }
    try prepared.set(
      [
        ("preset", "\(Self.presets[speed])"), ("crf", "\(factor)"),
        (
          "svtav1-params",
          parameters.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: ":")
        ),
      ], "preparing AV1")
  }

  /// SVT-AV1's presets for the words of `speed`.
  private static let presets = [12, 11, 10, 9, 8, 7, 6, 5, 4]

  /// SVT-AV1's rate factor for pictures as similar to their source as x264's with this quality; nil for a
  /// quality that the codec does not declare.
  ///
  /// Fitted to the structural similarity of real clips; docs/measurements/codecs.md has the measurements.
  static func rateFactor(ofQuality quality: Int) -> Int? {
    guard VideoCodec.av1.declaration?.qualities?.contains(quality) == true else { return nil }
    return quality < 26 ? (27 * quality - 205) / 10 : 49 + 9 * (quality - 26) / 4
  }

  /// SVT-AV1 reports each encoder on standard error, unless its environment restricts it to errors.
  private static let silenceLog: Void = { _ = setenv("SVT_LOG", "1", 0) }()
}
