import Basics
import Composition
import Diagnostics
import EditScript
import Vocabulary

/// What an output says about depth, sampling, profile and colours of its picture, and whether that fits together.
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
    // Files of eight bits play everywhere: more bits are made where somebody asks for them.
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
    return Diagnostic(
      .competingKeys,
      "`pixel-format: \(format.value)` has \(depth.rawValue) bits, not \(asked.value.rawValue)",
      at: format.range, hint: "leave one of the two keys out")
  }

  private var profile: (written: Located<String>, declared: VideoProfile)? {
    written.profile.flatMap { written in
      codec?.profiles.first { $0.name == written.value }.map { (written, $0) }
    }
  }

  /// What is encoded without loss needs a profile that says so.
  private var losslessProblem: Diagnostic? {
    guard let profile, !profile.declared.isLossless, written.quality?.value == 0 else { return nil }
    let lossless = codec?.profiles.first(where: \.isLossless)
    return Diagnostic(
      .codecLimit,
      "the profile `\(profile.declared.name)` has no pictures without loss, which `quality: 0` asks for",
      at: profile.written.range,
      hint: lossless.map { "write `profile: \($0.name)`, or leave it out" } ?? "leave it out")
  }

  private var profileProblem: Diagnostic? {
    guard let profile, !profile.declared.holds(depth, sampling) else { return nil }
    let smallest = codec?.smallestProfile(depth, sampling)
    return Diagnostic(
      .codecLimit,
      "the profile `\(profile.declared.name)` has no pictures of \(sampling.rawValue) with"
        + " \(depth.rawValue) bits",
      at: profile.written.range,
      hint: smallest.map { "write `profile: \($0.name)`, or leave it out" } ?? "leave it out")
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
