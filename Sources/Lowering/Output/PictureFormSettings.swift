import Basics
import Composition
import Diagnostics
import EditScript
import Vocabulary

/// What an output says about depth, sampling, profile and colours of its picture, and whether that fits together.
struct PictureFormSettings {
  private let written: VideoSettings
  private let color: CanvasColor
  private let depth: CanvasDepth
  private let sampling: ChromaSampling

  init(_ written: VideoSettings, _ canvas: CanvasSettings) {
    self.written = written
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

  /// What is encoded without loss needs a profile that says so.
  private var losslessProblem: Diagnostic? {
    guard let profile = written.profile, profile.value != "high444", written.quality?.value == 0 else {
      return nil
    }
    return Diagnostic(
      .codecLimit,
      "the profile `\(profile.value)` has no pictures without loss, which `quality: 0` asks for",
      at: profile.range, hint: "write `profile: high444`, or leave it out")
  }

  private var profileProblem: Diagnostic? {
    guard let profile = written.profile else { return nil }
    let limits: [String: (CanvasDepth, [ChromaSampling])] = [
      "baseline": (.eight, [.quarter]), "main": (.eight, [.quarter]), "high": (.eight, [.quarter]),
      "high10": (.ten, [.quarter]), "high422": (.ten, [.quarter, .half]),
      "high444": (.ten, ChromaSampling.allCases),
    ]
    guard let (deepest, samplings) = limits[profile.value],
      depth.rawValue > deepest.rawValue || !samplings.contains(sampling)
    else { return nil }
    let smallest =
      switch sampling {
      case .quarter: depth == .eight ? "high" : "high10"
      case .half: "high422"
      case .full: "high444"
      }
    return Diagnostic(
      .codecLimit,
      "the profile `\(profile.value)` has no pictures of \(sampling.rawValue) with \(depth.rawValue) bits",
      at: profile.range, hint: "write `profile: \(smallest)`, or leave it out")
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
