import Basics
import ContentDigest
import Diagnostics
import EditScript
import Network
import Processes
import Workspace

let allowPrivateArgument = Argument.repeated(
  "allow-private", .text("HOST"),
  "Allows downloads from a host with a private address, such as a server of your own network.", group: "Media"
)

let fetchArgument = Argument.flag(
  "fetch", "First downloads missing media into the content store, as `editc fetch` does.", group: "Media")

/// Downloads the media of a script that are not on this machine.
struct FetchRun {
  let script: String
  let variables: VariableRequest
  let workspace: Workspace
  var options: FetchOptions

  /// - Parameter settings: Those that apply to the script.
  init(_ values: ParsedArguments, script: String, command: String, settings: ChosenSettings) throws {
    self.script = script
    variables = try VariableRequest(values, command: command)
    guard try !values[noCacheArgument] else {
      throw UsageError(
        .other("--fetch needs the cache, so --no-cache cannot be used with it"), command: command)
    }
    let sandbox = try values[sandboxArgument]
    options = FetchOptions(cache: try CacheFolder(named: try values.cache), sandbox: sandbox)
    options.remotes = settings.remotes
    options.privateHosts = try values[allowPrivateArgument] + settings.privateHosts
    workspace = Workspace(
      cache: options.cache, inspector: try confinedInspector(values), root: try rootFolder(values))
  }

  /// The media of the script. Throws if it has errors, except those about the media.
  func compile() throws -> CompiledScript { try compile(workspace.script(at: script)) }

  private func compile(_ file: ScriptFile) throws -> CompiledScript {
    let script = try workspace.compile(file, values: variables, media: .facts)
    let report = TerminalReport(useColor: Console.error.usesColour)
    var hasErrors = false
    for (source, diagnostics) in script.findings {
      let errors = diagnostics.filter { $0.severity == .error && !$0.id.needsMedia }
      guard !errors.isEmpty else { continue }
      hasErrors = true
      Console.write(report.text(for: errors, atLeast: .error, in: source, othersBy: "`editc lint` shows"))
    }
    if hasErrors {
      throw CommandFailure(.findings, "nothing was transferred because of errors in the script")
    }
    return script
  }

  /// Downloads packages, and then compiles the script with them. Reports problems on standard error.
  func compileWithPackages() throws -> (script: CompiledScript, packages: [FetchedPackage]) {
    // Standard input can be read once only.
    let file = try workspace.script(at: script)
    let script = try compile(file)
    let packages = script.media.packages
    if !packages.isEmpty, !options.trustsFirst, let problem = script.media.unreadableLock {
      throw CommandFailure(.badData, problem)
    }
    if let clash = script.media.packageClashes.first { throw CommandFailure(.badData, clash) }
    let progress = FetchProgress()
    let fetch = PackageFetch(options, in: workspace) { event in
      switch event {
      case .progress(let bytes, let total): progress.show(bytes, of: total)
      case .shortcoming(let sentence): SandboxWarnings.warn(of: sentence)
      case .done: break
      }
    }
    defer { progress.erase() }
    let results = try fetch.carryOut(packages)
    progress.erase()
    for result in results {
      let name = result.package.name
      switch result.outcome {
      case .failed(let failure):
        Console.complain("\(shown(result.package.origin.url)): \(failure.reason)")
        Console.complain("the package '\(name)' was not downloaded")
      case .unusable(let reason): Console.complain("the package '\(name)' \(reason)")
      case .here, .fetched, .available: break
      }
    }
    let hasChanged = results.contains { if case .fetched = $0.outcome { true } else { false } }
    return (hasChanged ? try compile(file) : script, results)
  }

  /// Downloads what is missing, and reports problems on standard error.
  func carryOut(_ media: [ListedMedia]) throws -> [FetchedMedia] {
    let progress = FetchProgress()
    let fetch = MediaFetch(options) { event in
      switch event {
      case .progress(let bytes, let total): progress.show(bytes, of: total)
      case .shortcoming(let sentence): SandboxWarnings.warn(of: sentence)
      case .done(let media):
        progress.erase()
        report(media)
      }
    }
    defer { progress.erase() }
    return try fetch.carryOut(media)
  }

  /// Whether a server may have a file whose SHA-256 nothing states.
  private func isNamed(_ media: ListedMedia) -> Bool {
    !media.urls.isEmpty || media.md5 != nil && options.remotes.contains { $0.digest == .md5 }
  }

  private func report(_ result: FetchedMedia) {
    for (url, failure) in result.problems {
      Console.complain("\(shown(url)): \(failure.reason)")
    }
    guard case .failed = result.outcome else { return }
    let file = result.media.file
    let sentence =
      if result.media.digest == nil, !options.trustsFirst, isNamed(result.media) {
        "nothing states which bytes '\(file)' has; `editc lock --fetch \(shellWord(script))` downloads it once and records its digest"
      } else if result.problems.isEmpty {
        "'\(file)' is missing, and neither `from` in the script nor `remotes` in editc.yaml states where it is"
      } else {
        "'\(file)' was not downloaded"
      }
    Console.complain(sentence)
  }
}

/// A URL for messages, without what may be secret.
func shown(_ url: String) -> String { RemoteURL(url)?.shown ?? "the URL" }

extension [FetchedMedia] {
  /// The exit code for all files: that of the failure for which a retry helps most.
  var exitCode: ExitCode {
    compactMap(\.exitCode).mostHelpful ?? .done
  }
}

extension [FetchedPackage] {
  /// Nil if all are there.
  var exitCode: ExitCode? {
    compactMap { result in
      switch result.outcome {
      case .failed(let failure): ExitCode(failure.kind)
      case .unusable: .badData
      case .here, .fetched, .available: nil
      }
    }.mostHelpful
  }
}

extension [ExitCode] {
  /// That of the failure for which a retry helps most; nil if there is none.
  var mostHelpful: ExitCode? {
    let order: [ExitCode] = [.ioError, .unavailable, .refused, .badData, .inputMissing]
    return order.first(where: contains)
  }
}

extension FetchedMedia {
  /// Nil if the file is there.
  fileprivate var exitCode: ExitCode? {
    guard case .failed = outcome else { return nil }
    return problems.map { ExitCode($0.failure.kind) }.mostHelpful ?? .inputMissing
  }
}

extension ExitCode {
  init(_ kind: NetworkFailure.Kind) {
    self =
      switch kind {
      case .missing: .inputMissing
      case .otherBytes: .badData
      case .refused, .denied: .refused
      case .unavailable: .unavailable
      case .file: .ioError
      }
  }
}

/// The progress of downloads on a terminal.
private final class FetchProgress {
  private let bar = ProgressBar(width: Console.error.width)
  private var isShown = false
  private var last: SuspendingClock.Instant?

  func show(_ bytes: Int64, of total: Int64) {
    let now = SuspendingClock.now
    guard Console.error.isTerminal, last.map({ now - $0 >= .milliseconds(200) }) ?? true else { return }
    last = now
    isShown = true
    Console.write(bar.erased + "downloaded \(bytes / 1_000_000) of \(total / 1_000_000) MB")
  }

  func erase() {
    if isShown { Console.write(bar.erased) }
    isShown = false
  }
}

// MARK: - Before another command

extension Command {
  /// Downloads media for `--fetch`, in the process that the user has started, which is not confined. Returns an exit
  /// code if the command must not run.
  func fetchFirst(_ values: ParsedArguments) throws -> ExitCode? {
    guard fetchesFirst, try values[fetchArgument] else { return nil }
    let script = try values.declares(scriptArgument) ? values[scriptArgument] : values[lookedAtArgument]
    guard script != "-" else {
      throw UsageError(.other("--fetch needs a script in a file"), command: name)
    }
    var values = values
    let ignoresSettings = try values.declares(noSettingsArgument) && values[noSettingsArgument]
    let root = try values[rootArgument]
    if !ignoresSettings {
      let search = try SettingsSearch(from: root == nil ? Processes.folder(of: script) : nil)
      if RenderReporter(style: .auto).reportErrors(in: search) { return .badData }
      let settings = ChosenSettings(search)
      if hasSettings { values.settings = settings }
      return try fetch(script, values, settings)
    }
    return try fetch(script, values, ChosenSettings())
  }

  private func fetch(
    _ script: String, _ values: ParsedArguments, _ settings: ChosenSettings
  ) throws -> ExitCode? {
    let run = try FetchRun(values, script: script, command: name, settings: settings)
    let (script, packages) = try run.compileWithPackages()
    let codes = try [packages.exitCode, run.carryOut(script.media.listing).exitCode].compactMap(\.self)
    return codes.filter { $0 != .done }.mostHelpful
  }
}
