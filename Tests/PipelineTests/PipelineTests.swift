import Basics
import Compiler
import Composition
import ContentDigest
import Diagnostics
import EditScript
import FoundationEssentials
import Lowering
import RenderPlan
import Testing

/// `EDITC_UPDATE_GOLDENS=1` writes what was found instead of comparing it; read the difference before keeping it.
private let updatesGoldens = ProcessInfo.processInfo.environment["EDITC_UPDATE_GOLDENS"] == "1"

@Suite("Situations, from the text to the plan")
struct PipelineTests {
  @Test("gives what its folder says", arguments: PipelineCase.all)
  func situation(_ situation: PipelineCase) throws {
    let script = try #require(situation.text("script.edit"))
    let media = try MediaListing(situation.text("media.txt") ?? "")
    let reading = ParsedScript(
      SourceText(name: "script.edit", script), variables: GivenVariables(variables(situation)))
    let compilation = compile(reading, media: media.table(for: reading.script))
    try compare(situation, "diagnostics.txt", report(compilation))
    try compare(situation, "script.txt", compilation.script.dump)
    try compare(situation, "composition.txt", films(compilation) { $0.composition?.text })
    try compare(situation, "plan.txt", films(compilation, plan))
  }

  @Test("are there: a folder that was not found would pass by being empty")
  func count() {
    #expect(PipelineCase.all.count >= 20)
  }

  private func compare(_ situation: PipelineCase, _ file: String, _ found: String?) throws {
    if updatesGoldens { return try situation.update(file, to: found) }
    let expected = situation.text(file)
    if expected != found {
      Issue.record("\(situation.name)/\(file)\n\(difference(expected ?? "", found ?? ""))")
    }
  }

  /// `name=value`, a line each, as `--set` has them.
  private func variables(_ situation: PipelineCase) -> [String: String] {
    let pairs = (situation.text("variables.txt") ?? "").split(separator: "\n").map { line in
      line.split(separator: "=", maxSplits: 1).map(String.init)
    }
    return Dictionary(pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }, uniquingKeysWith: { $1 })
  }

  private func report(_ compilation: Compilation) -> String {
    let text = TerminalReport(useColor: false).text(for: compilation.diagnostics, in: compilation.source)
    return text.isEmpty ? "no findings\n" : text
  }

  /// One text for all outputs; nil where there is nothing to say about any.
  private func films(
    _ compilation: Compilation, _ text: (CompiledFilm) throws -> String?
  ) rethrows -> String? {
    let texts = try compilation.films.compactMap(text)
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }

  /// How the output is encoded, and the plan without its keys: digests are nothing to read.
  private func plan(_ film: CompiledFilm) throws -> String? {
    guard let composition = film.composition, let settings = film.settings else { return nil }
    let digests = try composition.media.map { try ContentDigest.of(text: $0.spelling) }
    let plan = try RenderPlan(
      composition, settings: settings, part: film.part, mediaDigests: digests,
      engine: EngineVersion("the tests' engine", filterLibrary: "the tests' filters"))
    let lines = plan.text.split(separator: "\n").filter { !$0.hasPrefix("    key ") }
    return ([settings.text] + lines).joined(separator: "\n") + "\n"
  }
}

extension OutputSettings {
  fileprivate var text: Substring {
    let video = video.map {
      "\($0.codec.rawValue) \($0.rateControl.text), \($0.speed), keyframes \($0.keyFrameInterval)"
    }
    let audio = audio.map { $0.text }
    return
      "\(container.rawValue)\(isFastStart ? " faststart" : ""); \(video ?? "no picture"); \(audio ?? "no sound")"
  }
}

extension AudioEncoding {
  fileprivate var text: String {
    codec.isLossless ? codec.rawValue : "\(codec.rawValue) \(bitRate) bit/s"
  }
}

extension VideoEncoding.RateControl {
  fileprivate var text: String {
    switch self {
    case .quality(let quality): "quality \(quality)"
    case .bitRate(let bitRate): "\(bitRate) bit/s"
    case .twoPasses(let bitRate): "\(bitRate) bit/s in two passes"
    case .firstPass: "first pass"
    case .cappedBitRate(let bitRate): "at most \(bitRate) bit/s"
    }
  }
}
