import Basics
import Compiler
import Composition
import Diagnostics
import EditScript
import Lowering
import MediaFacts
import Processes
import Workspace

/// What a command looks at: a script or a media file.
let lookedAtArgument = Argument.positional(
  .file("FILE", extensions: ["edit"]),
  "A script (ending in .edit, or `-` for standard input), or a media file.")

/// A command line's words about what is looked at.
struct LookingRequest {
  static let arguments: [any DeclaredArgument] = VariableRequest.arguments + [cacheArgument, noCacheArgument]

  let path: String
  let variables: VariableRequest
  let workspace: Workspace

  init(_ values: ParsedArguments, command: String) throws(UsageError) {
    path = try values[lookedAtArgument]
    variables = try VariableRequest(values, command: command)
    workspace = try Workspace(values)
    if !isScript, !variables.isEmpty {
      throw UsageError(
        .other("--set and --vars set variables of a script; '\(path)' is not a script"), command: command)
    }
  }

  var isScript: Bool { path.hasSuffix(".edit") || path == "-" }

  /// Reads it; nil where a script has errors, which are reported then.
  func open() throws(CommandFailure) -> LookedAt? {
    guard isScript else {
      let facts: MediaFacts
      do { facts = try workspace.probe.facts(ofFileAt: path) } catch { throw CommandFailure(error) }
      return LookedAt(
        content: .media(facts), name: path, sources: FileIdentity(ofFileAt: path).map { [$0] } ?? [])
    }
    let script = try asking { () throws(WorkspaceError) in
      try workspace.compile(workspace.script(at: path), values: variables, media: .content)
    }
    if script.reportFindings(atLeast: .error) { return nil }
    guard let composition = try script.onlyRow()?.compilation.films.first?.composition else {
      if let failure = script.subtitleFontFailure {
        throw CommandFailure(WorkspaceError.subtitleFonts(failure))
      }
      throw CommandFailure(.findings, "the script is not complete enough to show its film")
    }
    return LookedAt(
      content: .film(composition, script), name: "the film",
      sources: Array(script.media.identities.values))
  }
}

/// What was found to look at.
struct LookedAt {
  enum Content {
    case film(Composition, CompiledScript)
    case media(MediaFacts)
  }

  let content: Content
  /// What people call it.
  let name: String
  /// The files that it is made from, which no picture of it may replace.
  let sources: [FileIdentity]
}

extension MediaFacts {
  /// The track that is looked at.
  func picture(ofFileAt path: String) throws(CommandFailure) -> VideoTrackFacts {
    guard let track = mainVideo ?? video.first else {
      throw CommandFailure(.badData, "\(path) has no picture")
    }
    return track
  }
}

extension LookedAt {
  /// What moments are counted in.
  struct TimeLine {
    /// Nil for what has no end: a still picture.
    let end: RationalTime?
    /// Nil where frames come as they like.
    let rate: FrameRate?
    let name: String
  }

  func timeLine() throws(CommandFailure) -> TimeLine {
    switch content {
    case .film(let film, _): return TimeLine(end: film.duration, rate: film.canvas.rate, name: name)
    case .media(let facts):
      return TimeLine(
        end: facts.extent.finite, rate: try facts.picture(ofFileAt: name).rate, name: name)
    }
  }
}

extension LookedAt.TimeLine {
  /// A moment that an option asks for, counted from the start.
  func moment(_ expression: TimeExpression, option: String) throws(CommandFailure) -> RationalTime {
    guard let second = FrameRate(1) else { throw CommandFailure(.internalError, "no frame rate") }
    let length = end ?? .zero
    let found = Lowering.moment(expression, within: length, rate: rate ?? second)
    guard let found, !found.isNegative else {
      throw CommandFailure(.usage, "\(option): expected a time between 0s and the end at \(length)")
    }
    if let end, found >= end { throw pastTheEnd(option) }
    return found
  }

  /// The end is not a part of what ends there: the last frame is what whoever asks for it wants.
  func pastTheEnd(_ option: String) -> CommandFailure {
    let hint = rate != nil ? "; use `--at -1f` for its last frame" : ""
    return CommandFailure(.usage, "\(option): \(name) ends at \(end ?? .zero)\(hint)")
  }
}
