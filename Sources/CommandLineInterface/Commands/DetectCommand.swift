import Basics
import Composition
import Detection
import EditScript
import Export
import LibAV
import Processes
import ScriptWriting
import Workspace

private let filesArgument = Argument.positionals(.file("FILE"), "Media files.")
private let kindsArgument = Argument<[DetectionKind]?>.option(
  "find", .detectionKinds("LIST"),
  "What to find, with commas between: `cuts`, `dissolves`, `fades`, `black`, `freeze`, `silence`, `beats`, "
    + "`loudness`. Default: everything that the tracks allow, without beats.", group: "Detection")
private let shortestArgument = Argument<Located<DurationExpression>?>.option(
  "min", .scriptValue("TIME", .duration), "The shortest silence. Default: 0.4s.", group: "Detection")
private let tempoArgument = Argument<ClosedRange<Double>?>.option(
  "tempo", .tempo("RANGE"),
  "Beats per minute, such as `60..120` or `..100`: settles whether a tempo or its double is meant.",
  group: "Detection")
private let partArgument = Argument<Located<RangeExpression>?>.option(
  "range", .scriptValue("RANGE", .range), "Limits the results to this part of each file, such as `10s..2m`.",
  group: "Detection")
private let streamArgument = Argument<Int?>.option(
  "stream", .integer("N", 0...10_000),
  "A track by the number that `editc probe` prints, instead of the main one of its kind.", group: "Detection")
private let formArgument = Argument<DetectedForm?>.option(
  "as", .word("WHAT", of: DetectedForm.self),
  "Writes a script: `takes` of the parts with sound (with --find silence) or of the shots (with --find cuts), or "
    + "`markers` at cuts and beats.", group: "Script")
private let beforeArgument = Argument<Located<DurationExpression>?>.option(
  "before", .scriptValue("TIME", .duration), "Silence that a take keeps before a sound. Default: 120ms.",
  group: "Script")
private let afterArgument = Argument<Located<DurationExpression>?>.option(
  "after", .scriptValue("TIME", .duration), "Silence that a take keeps after a sound. Default: 100ms.",
  group: "Script")
private let scriptFileArgument = Argument<String?>.option(
  "output", short: "o", .file("FILE", extensions: ["edit"]),
  "The script to write. Default: standard output.", group: "Script")

extension Command {
  static let detect = Command(
    "detect", "Finds cuts, silences and beats in media files.",
    details: """
      Prints what it finds with its time, which counts as `take` does, and its strength up to 99. A cut is the \
      start of the first picture of a shot. Silence is what is not louder than the noise around it, so that no \
      level has to be chosen. Nothing is found across a part that cannot be decoded; such parts are listed as \
      `damage`, and parts of a file before or after its sound as `no-sound`.

      What decoding gave is cached with the digest of the file, so that other options take little time.

      Exits with 0, also if nothing is found, with 65 if a file cannot be decoded or has no track for it, and \
      66 if one is missing. A script that exists already is overwritten only with --force (73).
      """,
    arguments: [
      filesArgument, kindsArgument, shortestArgument, tempoArgument, partArgument, streamArgument,
      formArgument,
      beforeArgument, afterArgument, scriptFileArgument, forceArgument, jsonArgument,
      cacheArgument, noCacheArgument, rootArgument, sandboxArgument,
    ],
    examples: [
      Example("detect talk.mp4", "Prints cuts, dissolves, fades, still parts, silences and loudness."),
      Example(
        "detect talk.mp4 --find silence --as takes -o talk.edit", "Writes a script of the parts with sound."),
      Example(
        "detect song.m4a --find beats --as markers", "Prints a script with a marker at each beat."),
      Example("detect footage/*.mp4 --find cuts --json", "Prints one JSON document per line and file."),
    ]
  ) { values in
    let request = try DetectionRequest(values)
    let script = try ScriptRequest(values)
    let printsJSON = try values[jsonArgument]
    if script != nil, printsJSON { throw usage("use either --as or --json") }
    let paths = try values[filesArgument]
    let workspace = try Workspace(values)
    for path in paths { try workspace.requireInRoot(path) }
    try script?.check(paths)
    if let script { return try script.write(request.find(in: paths, workspace), workspace) }
    var code = ExitCode.done
    for path in paths {
      do {
        for detected in try request.find(in: [path], workspace) {
          // What the file lacks was not decoded.
          for remark in detected.media.facts.remarks { Console.complain("warning: \(path): \(remark)") }
          try Console.print(printsJSON ? detected.json.compactText + "\n" : detected.text)
        }
      } catch {
        let failure = CommandFailure(error)
        if failure.code == .usage || failure.code == .ioError { throw failure }
        Console.complain(failure.message)
        if code == .done { code = failure.code }
      }
    }
    return code
  }
}

private func usage(_ sentence: String) -> UsageError { UsageError(.other(sentence), command: "detect") }

private func seconds(
  _ argument: Argument<Located<DurationExpression>?>, _ values: ParsedArguments
) throws -> RationalTime? {
  guard let written = try values[argument] else { return nil }
  guard let seconds = written.value.plainSeconds else {
    throw usage("\(argument.declaration.label): write a time in seconds, such as 0.5s")
  }
  return seconds
}

extension DetectionRequest {
  fileprivate init(_ values: ParsedArguments) throws {
    kinds = try values[kindsArgument]
    shortestSilence = try seconds(shortestArgument, values) ?? RationalTime(2, 5) ?? .zero
    tempo = try values[tempoArgument]
    range = try values[partArgument]?.value
    stream = try values[streamArgument]
    if let kinds {
      if values.wasGiven(shortestArgument), !kinds.contains(.silence) {
        throw usage("--min needs --find silence")
      }
    }
    if tempo != nil, kinds?.contains(.beats) != true { throw usage("--tempo needs --find beats") }
  }

  /// In files that are all probed first.
  fileprivate func find(in paths: [String], _ workspace: Workspace) throws -> [Detected] {
    try zip(paths, workspace.probe.look(at: paths)).map { path, probed in
      let media = try DetectedMedia(
        at: path, facts: probed.result.get(), identity: probed.identity, in: workspace)
      return try Detected(self, in: media)
    }
  }
}

/// The script that --as asks for.
private struct ScriptRequest {
  let form: DetectedForm
  let kinds: [DetectionKind]
  let margins: SoundMargins
  let output: String
  let target: OutputTarget

  /// Nil without --as.
  init?(_ values: ParsedArguments) throws {
    let kinds = try values[kindsArgument] ?? []
    let isOfSound = kinds == [.silence]
    for argument in [beforeArgument, afterArgument] where values.wasGiven(argument) {
      guard try values[formArgument] == .takes, isOfSound else {
        throw usage("\(argument.declaration.label) needs --find silence --as takes")
      }
    }
    output = try values[scriptFileArgument] ?? "-"
    guard let form = try values[formArgument] else {
      if output != "-" { throw usage("--output is for scripts; add --as takes or --as markers") }
      return nil
    }
    guard output == "-" || output.hasSuffix(".edit") else {
      throw usage("--output: expected a file ending in .edit, found '\(output)'")
    }
    self.form = form
    self.kinds = kinds
    margins = SoundMargins(
      before: try seconds(beforeArgument, values) ?? SoundMargins.usual.before,
      after: try seconds(afterArgument, values) ?? SoundMargins.usual.after)
    target = OutputTarget(
      named: output, replacesExisting: try values[forceArgument], root: try rootFolder(values))
    if let problem { throw usage(problem) }
  }

  private var problem: String? {
    switch form {
    case .takes:
      if kinds == [.cuts] || kinds == [.silence] { return nil }
      if kinds == [.beats] { return "beats are moments: use `--as markers`" }
      return "--as takes needs --find silence, for the parts with sound, or --find cuts, for the shots"
    case .markers:
      if !kinds.isEmpty, Set(kinds).isSubset(of: [.cuts, .beats]) { return nil }
      if kinds.contains(.silence) { return "silences are ranges: use `--as takes`" }
      return "--as markers needs --find cuts, --find beats or --find cuts,beats"
    }
  }

  func check(_ paths: [String]) throws {
    if form == .markers, paths.count > 1 {
      throw usage("--as markers needs one file, because markers are times of the film")
    }
    if output != "-" { try target.check(sparing: paths.compactMap { FileIdentity(ofFileAt: $0) }) }
  }

  func write(_ found: [Detected], _ workspace: Workspace) throws -> ExitCode {
    let folder = output == "-" ? "." : Processes.folder(of: output)
    let files = found.map { detected in
      (
        detected: detected,
        media: DraftMedia(
          path: relativePath(from: folder, to: detected.media.path), facts: detected.media.facts)
      )
    }
    if Set(files.map { $0.media.kind == .sound }).count > 1 {
      throw CommandFailure(
        .usage, "some files have pictures and others only sound; write a script for each kind")
    }
    let name = output == "-" ? "film.edit" : output
    let script =
      form == .takes
      ? try DetectedScript(named: name, takesOf: kinds[0], in: files, margins)
      : DetectedScript(named: name, markersOf: files[0].detected, files[0].media)
    if output == "-" { try Console.print(script.text) } else { try target.publish(Array(script.text.utf8)) }
    return .done
  }
}
