import Basics
import Composition
import Diagnostics
import EditScript

/// The depth, sampling, profile and colours of an output, with checks that they fit together.
struct PictureFormSettings {
  private let written: VideoSettings
  private let codec: VideoCodecDeclaration?
  private let color: CanvasColor
  private let colorPlace: SourceRange?
  private let depth: CanvasDepth
  private let sampling: ChromaSampling
  /// The profile of the preset, if the author sets none.
  private let presetProfile: String?
  private let codecName: String

  /// Image sequences have standard range, whatever the film has.
  init(
    _ written: VideoSettings, _ codec: VideoCodec, _ canvas: CanvasSettings, arePicturesByNumber: Bool,
    presetProfile: String?
  ) {
    self.written = written
    self.codec = codec.declaration
    self.presetProfile = presetProfile
    codecName = codec.rawValue
    let format = written.pixelFormat.map { PixelFormat($0.value) }
    let askedColor = written.color?.value ?? canvas.color?.value ?? .bt709
    color = arePicturesByNumber ? .bt709 : askedColor
    colorPlace = written.color?.range ?? canvas.color?.range
    // Eight bits play everywhere, so more bits are only used on request.
    let filmDepth: CanvasDepth = askedColor.isHighDynamicRange || canvas.depth?.value == .ten ? .ten : .eight
    let askedDepth = format?.depth ?? written.depth.map { CanvasDepth($0.value) }
    let usual = codec.declaration?.usualForm(
      askedDepth ?? filmDepth, profile: written.profile?.value ?? presetProfile)
    sampling = format?.sampling ?? usual?.sampling ?? .quarter
    depth = askedDepth ?? usual?.depth ?? filmDepth
  }

  func write(to encoding: inout VideoEncoding) {
    encoding.color = color
    encoding.depth = depth
    encoding.sampling = sampling
    encoding.profile = written.profile?.value ?? presetProfile
  }

  var problems: [Diagnostic] {
    [colorProblem, depthProblem, losslessProblem ?? profileProblem ?? formProblem, sixteenProblem].compactMap(
      \.self)
      + rgbProblems
  }

  /// Reports sixteen bits, which only image files have.
  private var sixteenProblem: Diagnostic? {
    guard let codec, let asked = written.depth, asked.value == .sixteen,
      !codec.profiles.contains(where: { $0.decodedBits ?? 0 >= 16 })
    else { return nil }
    return .codecHasNoForm(codecName, "16 bits", at: asked.range)
  }

  /// Reports keys of luma and chroma for RGB pictures.
  private var rgbProblems: [Diagnostic] {
    guard let codec, codec.isRGB else { return [] }
    let places = [("pixel-format", written.pixelFormat?.range), ("color", written.color?.range)]
    return places.compactMap { key, place in place.map { .picturesAreRGB(codecName, key, at: $0) } }
  }

  private var colorProblem: Diagnostic? {
    guard codec?.hasJPEGColors == true, color.isHighDynamicRange, let colorPlace else { return nil }
    return .codecHasNoHighDynamicRange(codecName, color, at: colorPlace)
  }

  private var depthProblem: Diagnostic? {
    guard let asked = written.depth, asked.value != .sixteen, let format = written.pixelFormat,
      CanvasDepth(asked.value) != PixelFormat(format.value).depth
    else { return nil }
    return .pixelFormatHasOtherDepth(format, depth: depth.rawValue, not: asked.value.rawValue)
  }

  /// Reports a depth or a sampling that no profile of the codec supports.
  private var formProblem: Diagnostic? {
    guard let codec, !codec.holds(depth, sampling),
      let place = written.pixelFormat?.range ?? written.depth?.range
    else { return nil }
    return .codecHasNoForm(codecName, "\(sampling.rawValue) with \(depth.rawValue) bits", at: place)
  }

  private var profile: (written: Located<String>, declared: VideoProfile)? {
    written.profile.flatMap { written in
      codec?.profiles.first { $0.name == written.value }.map { (written, $0) }
    }
  }

  /// Lossless encoding requires a lossless profile.
  private var losslessProblem: Diagnostic? {
    guard let profile, !profile.declared.isLossless, written.quality?.value == 0 else { return nil }
    let lossless = codec?.profiles.first(where: \.isLossless)
    return .profileIsNotLossless(profile.written, lossless: lossless)
  }

  private var profileProblem: Diagnostic? {
    guard let profile, !profile.declared.holds(depth, sampling) else { return nil }
    let smallest = codec?.smallestProfile(depth, sampling)
    return .profileIsTooSmall(
      profile.written, form: "\(sampling.rawValue) with \(depth.rawValue) bits", smallest: smallest)
  }
}

private struct PixelFormat {
  let sampling: ChromaSampling
  let depth: CanvasDepth

  init(_ name: String) {
    sampling = name.hasPrefix("yuv444") ? .full : name.hasPrefix("yuv422") ? .half : .quarter
    depth = name.hasSuffix("10le") ? .ten : .eight
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func pixelFormatHasOtherDepth(
    _ format: Located<String>, depth: Int, not asked: String
  ) -> Diagnostic {
    Diagnostic(
      .competingKeys, "`pixel-format: \(format.value)` has \(depth) bits, not \(asked)", at: format.range,
      hint: "remove one of the two keys")
  }

  fileprivate static func codecHasNoHighDynamicRange(
    _ codec: String, _ color: CanvasColor, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .codecLimit,
      "\(codec) does not support HDR, which `color: \(color.rawValue)` requires", at: place,
      hint: "write `video: {color: bt709}`, or another codec")
  }

  fileprivate static func codecHasNoForm(
    _ codec: String, _ form: String, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .codecLimit, "\(codec) does not support \(form)", at: place,
      hint: "remove it to use the codec's default")
  }

  fileprivate static func picturesAreRGB(
    _ codec: String, _ key: String, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .codecLimit,
      "\(codec) does not support `\(key)`: its pictures are \(codec == "exr" ? "linear RGB" : "sRGB")",
      at: place,
      hint: "remove `\(key)`")
  }

  fileprivate static func profileIsNotLossless(
    _ profile: Located<String>, lossless: VideoProfile?
  ) -> Diagnostic {
    Diagnostic(
      .codecLimit,
      "the profile `\(profile.value)` does not support lossless encoding, which `quality: 0` requires",
      at: profile.range, hint: advice(lossless))
  }

  fileprivate static func profileIsTooSmall(
    _ profile: Located<String>, form: String, smallest: VideoProfile?
  ) -> Diagnostic {
    Diagnostic(
      .codecLimit, "the profile `\(profile.value)` does not support \(form)", at: profile.range,
      hint: advice(smallest))
  }

  private static func advice(_ profile: VideoProfile?) -> String {
    profile.map { "write `profile: \($0.name)`, or remove it" } ?? "remove it"
  }
}
