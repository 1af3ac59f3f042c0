import Basics
import Compiler
import Composition
import Diagnostics
import EditScript
import Export
import FilmComparison
import LibAV
import Lowering
import Processes
import Workspace

/// The script or media file that a command shows.
let lookedAtArgument = Argument.positional(
  .file("FILE", extensions: ["edit"]),
  "A script (`.edit`, or `-` for standard input) or a media file.")

/// The arguments that name a film or a media file.
struct LookingRequest {
  static let arguments: [any DeclaredArgument] =
    [shownOutputArgument] + VariableRequest.arguments + [
      cacheArgument, noCacheArgument, rootArgument, sandboxArgument,
    ]

  let path: String
  let variables: VariableRequest
  let only: OutputChoice
  let workspace: Workspace
  private let sandbox: SandboxPolicy

  init(_ values: ParsedArguments, command: String) throws(UsageError) {
    path = try values[lookedAtArgument]
    variables = try VariableRequest(values, command: command)
    only = OutputChoice(try values[shownOutputArgument])
    workspace = try Workspace(values)
    sandbox = try values[sandboxArgument]
    if !isScript, !variables.isEmpty {
      throw UsageError(
        .other("--set and --vars set variables of a script; '\(path)' is not a script"), command: command)
    }
    if !isScript, !only.names.isEmpty {
      throw UsageError(
        .other("--only chooses an output of a script; '\(path)' is not a script"), command: command)
    }
  }

  /// The folder of --root; nil without the option.
  var root: RootFolder? { workspace.root }

  var isScript: Bool { path.hasSuffix(".edit") || path == "-" }

  /// Reads the script or file; nil if the script has errors, which are reported.
  func open() throws -> LookedAt? {
    guard isScript else {
      try workspace.requireInRoot(path)
      let found = try workspace.probe.look(at: [path])
      guard let found = found.first else { throw CommandFailure(.internalError, "\(path) was not probed") }
      let facts = try found.result.get()
      return LookedAt(
        content: .media(facts), name: path, sources: FileIdentity(ofFileAt: path).map { [$0] } ?? [],
        sandbox: sandbox)
    }
    let script = try workspace.compile(
      workspace.script(at: path), values: variables, media: .content, only: only)
    if script.reportFindings(atLeast: .error) { return nil }
    guard let composition = try script.onlyRow()?.compilation.films.first?.composition else {
      if let failure = script.subtitleFontFailure {
        throw WorkspaceError.subtitleFonts(failure)
      }
      throw CommandFailure(.findings, "the script is too incomplete to show its film")
    }
    return LookedAt(
      content: .film(composition, script), name: "the film",
      sources: Array(script.media.identities.values), sandbox: sandbox)
  }
}

/// A film or a media file that was read.
struct LookedAt {
  enum Content {
    case film(Composition, CompiledScript)
    case media(MediaFacts)
  }

  let content: Content
  /// Its name in messages.
  let name: String
  /// Its source files, which a picture must not replace.
  let sources: [FileIdentity]
  fileprivate let sandbox: SandboxPolicy

  /// Whether it is a film with a transparent background.
  var isSeenThrough: Bool {
    if case .film(let film, _) = content { film.isSeenThrough } else { false }
  }
}

extension MediaFacts {
  /// The track that is shown.
  func picture(ofFileAt path: String) throws -> VideoTrackFacts {
    guard let track = mainVideo ?? video.first else {
      throw CommandFailure(.badData, "\(path) has no picture")
    }
    return track
  }
}

extension LookedAt {
  /// Sandboxes this process before the film or the file is decoded.
  func confine(reading path: String, writing targets: [OutputTarget]) throws {
    switch content {
    case .film(let film, _): try Confinement.enter(sandbox, reading: [film], writing: targets)
    case .media: try Confinement.enter(sandbox, reading: [path], writing: targets)
    }
  }

  /// The items of a film's timeline; none for a media file.
  func timelineItems() throws -> [(range: TimeRange, title: String)] {
    guard case .film(_, let script) = content else { return [] }
    let items = try script.onlyRow()?.compilation.films.first?.lowered.items ?? []
    return items.filter { $0.list == .timeline }.compactMap { item in
      item.timelineRange.map { (range: $0, title: item.item.timelineTitle) }
    }
  }

  /// The length, and the rate in which times are counted.
  struct TimeLine {
    /// Nil for a still picture, which has no end.
    let end: RationalTime?
    /// Nil for a variable frame rate.
    let rate: FrameRate?
    let name: String
    /// The markers of a film.
    var markers: [ResolvedMarker] = []
  }

  func timeLine() throws -> TimeLine {
    switch content {
    case .film(let film, let script):
      guard film.canvas.hasPicture else {
        throw CommandFailure(.badData, "the film has no picture: no output has one")
      }
      return TimeLine(
        end: film.length, rate: film.canvas.rate, name: name,
        markers: try script.onlyRow()?.compilation.films.first?.markers ?? [])
    case .media(let facts):
      return TimeLine(
        end: facts.extent.finite, rate: try facts.picture(ofFileAt: name).rate, name: name)
    }
  }
}

extension LookedAt.TimeLine {
  /// The time that an option names, counted from the start. At the end, the last frame is shown.
  func moment(_ expression: TimeExpression, option: String) throws -> RationalTime {
    let length = end ?? .zero
    let found: RationalTime
    switch Lowering.moment(expression, within: length, rate: rate, markers: markers) {
    case .success(let moment): found = moment
    case .failure(let problem):
      let (message, hint) = (problem.diagnostic.message, problem.diagnostic.hint)
      throw CommandFailure(.usage, "\(option): \(message)\(hint.map { "; " + $0 } ?? "")")
    }
    guard !found.isNegative else {
      throw CommandFailure(.usage, "\(option): expected a time between 0s and the end at \(length)")
    }
    if let end, found > end {
      throw CommandFailure(.usage, "\(option): \(name) ends at \(end); `end` is its last frame")
    }
    return found
  }
}
