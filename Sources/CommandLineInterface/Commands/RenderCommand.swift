import Diagnostics
import Export
import FoundationEssentials
import Processes
import RenderPlan

private let output = Argument<String?>.option(
  "output", short: "o", .file("FILE"), "Makes this file instead of the one the script names.")
private let jobs = Argument<Int?>.option(
  "jobs", short: "j", .integer("N", 1...256), "Renders with N workers. Default: one for each processor.")
private let progress = Argument.option(
  "progress", .word("HOW", of: ProgressStyle.self),
  "How to tell what is going on: `auto` draws a bar on a terminal and is silent elsewhere.",
  default: .auto, shown: "auto")
private let sandbox = Argument.option(
  "sandbox", .word("POLICY", of: SandboxPolicy.self),
  "Whether workers must be shut in so that they reach nothing but the script's media.",
  default: .whenAvailable, shown: "when-available")

extension Command {
  static let render = Command(
    "render", "Makes the films that a script describes.",
    details: """
      Plans first, then renders the segments that are not in the store with one worker process each \
      processor, mixes and encodes the sound in one piece, joins everything, counts the result against the \
      plan and gives it its name. A film appears whole or not at all; an interrupted render leaves the old \
      file as it was and finished segments in the store.
      """,
    arguments: [
      scriptArgument, output, forceArgument, variablesArgument, rangeArgument, jobs, cacheArgument,
      noCacheArgument, progress, sandbox,
    ],
    examples: [
      Example("render holiday.edit", "Makes every output of the script."),
      Example("render holiday.edit --range 10s..15s -o try.mp4 --force", "Five seconds, to have a look."),
      Example("render card.edit --set name=Ada -o ada.mp4", "Fills a variable."),
    ]
  ) { values throws(UsageError) in
    var request = PlanRequest(
      script: try values[scriptArgument], variables: try values[variablesArgument].dictionary,
      range: try values[rangeArgument], cache: try values[cacheArgument],
      usesCache: try !values[noCacheArgument])
    request.output = try values[output]
    let render = RenderRun(
      request: request, replacesExisting: try values[forceArgument],
      jobs: try values[jobs] ?? ProcessInfo.processInfo.activeProcessorCount,
      progress: try values[progress], sandbox: try values[sandbox])
    return carryOut { try render.run() }
  }
}

/// One call of `editc render`.
private struct RenderRun {
  let request: PlanRequest
  let replacesExisting: Bool
  let jobs: Int
  let progress: ProgressStyle
  let sandbox: SandboxPolicy

  func run() throws -> ExitCode {
    let signals = try TerminationSignals()
    let (compilation, plans) = try request.plans()
    if compilation.reportFindings(atLeast: .warning) { return .findings }
    let work = try WorkFolder()
    let store = try SegmentStore(
      folder: request.usesCache ? CacheFolder(named: request.cache).segments : work.path + "/segments")
    for plan in plans {
      let options = RenderOptions(
        outputPath: request.outputPath(of: plan, in: compilation.folder),
        replacesExisting: replacesExisting, jobs: jobs, store: store, workFolder: work.path,
        sandbox: sandbox)
      if let signal = try render(plan, options, signals) {
        work.remove()
        signal.raiseAgain()
      }
    }
    return .done
  }

  /// The signal that interrupted the render, if one did.
  private func render(
    _ plan: RenderPlan, _ options: RenderOptions, _ signals: TerminationSignals
  ) throws -> Signal? {
    let printer = ProgressPrinter(style: progress, plan: plan, outputPath: options.outputPath)
    do {
      switch try Export.render(plan, options, signals: signals, onProgress: printer.show) {
      case .finished(let film):
        printer.finish(film)
        return nil
      case .interrupted(let signal):
        printer.fail("interrupted")
        return signal
      }
    } catch {
      printer.fail(error.message)
      throw error
    }
  }
}
