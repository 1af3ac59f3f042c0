import Basics
import Diagnostics
import Export
import FilmComparison
import Processes
import Workspace

/// One call of `editc review`.
struct Review {
  let workspace: Workspace
  let names: ComparedNames
  let variables: [String: String]
  let looksAtMedia: Bool
  let folder: ReviewFolder
  /// Of the folder.
  let mostBytes: Int64
  let jobs: Int?
  let sandbox: SandboxPolicy
  let progress: ProgressStyle
  let printsSummary: Bool

  static let usualBytes: Int64 = 8_000_000

  func run() throws -> ExitCode {
    ForkServer.start()
    try folder.check()
    let (old, new) = try workspace.versions(names)
    let comparer = FilmComparer(workspace: workspace, variables: variables, looksAtMedia: looksAtMedia)
    let (before, after) = try comparer.compiled(old, new)
    var document = ReviewDocument(before, after)
    var films: [(name: String, bytes: [UInt8])] = []
    var code = ExitCode.badData
    let broken = [before, after].filter { !$0.ownErrors.isEmpty }
    if broken.isEmpty {
      // Reports errors with the media; there are no others.
      for version in [before, after] { try comparer.requireFilm(version) }
      let compared = comparer.compare(before, after)
      document.take(compared)
      code = compared.changes.isSameFilm ? .done : .findings
      films = try self.films(of: compared, before, after, into: &document)
    } else {
      for version in broken { comparer.report(version.ownErrors, in: version.version) }
      document.lackFilms(of: broken.map(\.version.name))
    }
    try folder.write(try document.files(with: films))
    if printsSummary { try Console.print(document.markdown) }
    return code
  }

  /// The pairs of films, and the contact sheet, whose places and marks go into the document.
  private func films(
    of compared: ComparedFilms, _ before: CompiledVersion, _ after: CompiledVersion,
    into document: inout ReviewDocument
  ) throws -> [(name: String, bytes: [UInt8])] {
    // Before this, a signal ends the process at once; there is nothing to clean up.
    let signals = try TerminationSignals()
    let work = try WorkFolder()
    func end(by signal: Signal) -> Never {
      work.remove()
      signal.raiseAgain()
    }
    let store = SegmentStore(folder: workspace.cache?.segments ?? work.path + "/segments")
    document.addFiles(of: compared, store: store, pace: workspace.cache?.pace)
    var outputs = try ReviewedOutputs(compared, before, after)
    let reading = FrameReading(
      outputs.readFilms, in: work.path, sandbox: sandbox, signals: signals,
      onShortcoming: SandboxWarnings.warn(of:))
    if let signal = try reading.carryOut(outputs.digestOrders) { end(by: signal) }
    outputs.align(with: reading.digests)
    var films = ReviewFilms(
      store: store, jobs: jobs, work: work.path, sandbox: sandbox,
      reporter: RenderReporter(style: progress == .auto ? .none : progress))
    let reserve = min(mostBytes / 3, ReviewDocument.usualBytes + Int64(outputs.all.count) * 50_000)
    if let signal = try films.render(&outputs, within: mostBytes - reserve, signals: signals) {
      end(by: signal)
    }
    let sheet = ReviewSheet(outputs, compared.changes)
    if let signal = try reading.carryOut(sheet.orders) { end(by: signal) }
    var files = try films.files(of: outputs)
    if let contact = try sheet.picture(reading, title: document.title) {
      files.append((ReviewFolder.contactFile, contact))
    } else if sheet.hasRows {
      Console.complain("warning: this machine has no font, so the review has no contact sheet")
    }
    document.take(outputs, notes: films.notes, compared)
    return files
  }
}

extension CompiledVersion {
  /// The errors that have nothing to do with the media.
  var ownErrors: [Diagnostic] {
    if case .hasErrors(let errors) = state { errors } else { [] }
  }
}
