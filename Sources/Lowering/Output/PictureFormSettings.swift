import Basics
import Composition
import Diagnostics
import EditScript
import Vocabulary

/// The depth, sampling, profile and colours of an output, and whether they fit together.
struct PictureFormSettings {
  private let written: VideoSettings
  private let codec: VideoCodecDeclaration?
  private let color: CanvasColor
  private let depth: CanvasDepth
  private let sampling: ChromaSampling

  init(_ written: VideoSettings, _ codec: VideoCodec, _ canvas: CanvasSettings) {
    self.written = written
    self.codec = codec.declaration
    let format = written.pixelFormat.map { PixelFormat($0.value) }
    color =
      written.color?.value ?? canvas.color?.value ?? .bt709
    sampling = format?.sampling ?? .quarter
    // Eight bits play everywhere, so more bits are used only on request.
    let usual: CanvasDepth = color.isHighDynamicRange || canvas.depth?.value == .ten ? .ten : .eight
    depth = format?.depth ?? written.depth.map { CanvasDepth($0.value) } ?? usual
  }

  func write(to encoding: inout VideoEncoding) {
    encoding.color = color
    encoding.depth = depth
    encoding.sampling = sampling
    encoding.profile = written.profile?.value
  }

  var problems: [Diagnostic] { [depthProblem, losslessProblem ?? profileProblem].compactMap(\.self) }

  private var depthProblem: Diagnostic? {
    guard let asked = written.depth, let format = written.pixelFormat,
      CanvasDepth(asked.value) != PixelFormat(format.value).depth
    else { return nil }
    return .pixelFormatHasOtherDepth(format, depth: depth.rawValue, not: asked.value.rawValue)
  }

  private var profile: (written: Located<String>, declared: VideoProfile)? {
    written.profile.flatMap { written in
      codec?.profiles.first { $0.name == written.value }.map { (written, $0) }
    }
  }

  /// Lossless encoding needs a lossless profile.
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
      hint: "leave one of the two keys out")
  }

  fileprivate static func profileIsNotLossless(
    _ profile: Located<String>, lossless: VideoProfile?
  ) -> Diagnostic {
    Diagnostic(
      .codecLimit, "the profile `\(profile.value)` cannot be lossless, which `quality: 0` asks for",
      at: profile.range, hint: advice(lossless))
  }

  fileprivate static func profileIsTooSmall(
    _ profile: Located<String>, form: String, smallest: VideoProfile?
  ) -> Diagnostic {
    Diagnostic(
      .codecLimit, "the profile `\(profile.value)` has no pictures of \(form)", at: profile.range,
      hint: advice(smallest))
  }

  private static func advice(_ profile: VideoProfile?) -> String {
    profile.map { "write `profile: \($0.name)`, or leave it out" } ?? "leave it out"
  }
}
