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
private let tempoArgument = Argument<TempoRange?>.option(
  "tempo", .tempo("RANGE"),
  "Beats per minute, such as `60..120` or `..100`: settles whether a tempo or its double is meant.",
  group: "Detection")
private let partArgument = Argument<Located<RangeExpression>?>.option(
  "range", .scriptValue("RANGE", .range), "Limits the results to this part of each file, such as `10s..2m`.",
  group: "Detection")
private let streamArgument = Argument<Int?>.option(
  "stream", .integer("N", 0...10_000),
  "A track by the number that `editc probe` prints, instead of the main one of its kind.", group: "Detection")
private let formArgument = Argument<WantedForm?>.option(
  "as", .word("WHAT", of: WantedForm.self),
  "Writes a script: `takes` of the parts with sound (with --find silence) or of the shots (with --find cuts), or "
    + "`markers` at cuts and beats. `script` writes markers with --find beats, and takes otherwise.",
  group: "Script")
private let beforeArgument = Argument<Located<DurationExpression>?>.option(
  "before", .scriptValue("TIME", .duration), "Silence that a take keeps before a sound. Default: 120ms.",
  group: "Script")
private let afterArgument = Argument<Located<DurationExpression>?>.option(
  "after", .scriptValue("TIME", .duration), "Silence that a take keeps after a sound. Default: 100ms.",
  group: "Script")
private let intoArgument = Argument<String?>.option(
  "into", .file("SCRIPT", extensions: ["edit"]),
  "Merges takes or markers into this script, or writes it. What was changed by hand since the last time stays; "
    + "SCRIPT.detected remembers what was proposed. `--as takes` is the default with --find silence, `--as markers` "
    + "with --find beats.", group: "Script")
private let dryRunArgument = Argument.flag(
  "dry-run", "Writes nothing; prints what --into would change as a patch.", group: "Script")
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

      With --into, detection can be run again on a script that is edited by hand. Without an option, the value of \
      the last run counts. docs/detect.md in the project explains what is merged how.

      Exits with 0, also if nothing is found, with 1 if the script of --into has errors, with 65 if a file cannot be \
      decoded or has no track for it or if --into would have to guess, and 66 if one is missing. A script that \
      exists already is overwritten only with --force (73).
      """,
    arguments: [
      filesArgument, kindsArgument, shortestArgument, tempoArgument, partArgument, streamArgument,
      formArgument, beforeArgument, afterArgument, scriptFileArgument, intoArgument, dryRunArgument,
      forceArgument, jsonArgument, noSettingsArgument,
      cacheArgument, noCacheArgument, rootArgument, sandboxArgument,
    ],
    examples: [
      Example("detect talk.mp4", "Prints cuts, dissolves, fades, still parts, silences and loudness."),
      Example(
        "detect talk.mp4 --find silence --as takes -o talk.edit", "Writes a script of the parts with sound."),
      Example(
        "detect talk.mp4 --find silence --into talk.edit",
        "Writes that script, or brings it up to date and leaves what was changed by hand."),
      Example(
        "detect song.m4a --find beats --as markers", "Prints a script with a marker at each beat."),
      Example("detect footage/*.mp4 --find cuts --json", "Prints one JSON document per line and file."),
    ]
  ) { values in
    let settings = try DetectSettingsSearch(values)
    guard let usual = settings.usual else { return .badData }
    let request = try DetectionRequest(values, usual)
    let script = try ScriptRequest(values, usual)
    let merge = try MergeRequest(values, usual)
    let printsJSON = try values[jsonArgument]
    if script != nil || merge != nil, printsJSON {
      throw usage("use either \(merge == nil ? "--as" : "--into") or --json")
    }
    let paths = try values[filesArgument]
    let workspace = try Workspace(values)
    for path in paths { try workspace.requireInRoot(path) }
    try script?.check(paths)
    if let merge {
      if let problem = merge.form.problem(with: paths) { throw usage(problem) }
      return try merge.carryOut(paths, workspace)
    }
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

/// The settings that count for the script that is written, or for the working folder.
private struct DetectSettingsSearch {
  /// Nil after errors in the settings, which are reported.
  let usual: UsualOptions?

  init(_ values: ParsedArguments) throws {
    guard try !values[noSettingsArgument] else {
      usual = UsualOptions(nil)
      return
    }
    let script = try values[intoArgument] ?? values[scriptFileArgument] ?? "-"
    let start = script == "-" ? "." : Processes.folder(of: script)
    // With --root, the script is untrusted, and so are the settings next to it.
    let search = try SettingsSearch(from: try values[rootArgument] == nil ? start : nil)
    usual =
      RenderReporter(style: .auto).reportErrors(in: search)
      ? nil : UsualOptions(ChosenSettings(search).detect?.value)
  }
}

extension DetectionRequest {
  fileprivate init(_ values: ParsedArguments, _ usual: UsualOptions) throws {
    kinds = try values[kindsArgument]
    shortestSilence = try seconds(shortestArgument, values) ?? usual.shortest
    tempo = (try values[tempoArgument] ?? usual.tempo)?.beats
    range = try values[partArgument]?.value
    stream = try values[streamArgument]
    if let kinds {
      if values.wasGiven(shortestArgument), !kinds.contains(.silence) {
        throw usage("--min needs --find silence")
      }
    }
    if values.wasGiven(tempoArgument), kinds?.contains(.beats) != true {
      throw usage("--tempo needs --find beats")
    }
  }

  fileprivate func find(in paths: [String], _ workspace: Workspace) throws -> [Detected] {
    try workspace.detectedMedia(at: paths).map { try Detected(self, in: $0) }
  }
}

extension MergeRequest {
  /// Nil without --into.
  fileprivate init?(_ values: ParsedArguments, _ usual: UsualOptions) throws {
    guard let script = try values[intoArgument] else {
      if try values[dryRunArgument] { throw usage("--dry-run needs --into") }
      return nil
    }
    guard script.hasSuffix(".edit") else {
      throw usage("--into: expected a file ending in .edit, found '\(script)'")
    }
    guard try values[scriptFileArgument] == nil else { throw usage("use either --into or --output") }
    let kinds = try values[kindsArgument] ?? []
    guard let form = try values[formArgument]?.form(of: kinds) ?? DetectedForm(usualFor: kinds) else {
      throw usage("--into needs --find silence, --find beats, or --find cuts with --as takes or --as markers")
    }
    if let problem = form.problem(with: kinds) { throw usage(problem) }
    let options = try GivenOptions(
      shortest: seconds(shortestArgument, values), before: seconds(beforeArgument, values),
      after: seconds(afterArgument, values), tempo: values[tempoArgument], range: values[partArgument]?.value,
      stream: values[streamArgument], usual: usual)
    self.init(
      script: script, form: form, kinds: kinds, given: options, isDryRun: try values[dryRunArgument])
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
  init?(_ values: ParsedArguments, _ usual: UsualOptions) throws {
    let kinds = try values[kindsArgument] ?? []
    let merges = values.wasGiven(intoArgument)
    let form = try values[formArgument]?.form(of: kinds) ?? (merges ? DetectedForm(usualFor: kinds) : nil)
    for argument in [beforeArgument, afterArgument] where values.wasGiven(argument) {
      guard form == .takes, kinds == [.silence] else {
        throw usage("\(argument.declaration.label) needs --find silence --as takes")
      }
    }
    if merges { return nil }
    output = try values[scriptFileArgument] ?? "-"
    guard let form else {
      if output != "-" { throw usage("--output is for scripts; add --as takes or --as markers") }
      return nil
    }
    guard output == "-" || output.hasSuffix(".edit") else {
      throw usage("--output: expected a file ending in .edit, found '\(output)'")
    }
    self.form = form
    self.kinds = kinds
    margins = SoundMargins(
      before: try seconds(beforeArgument, values) ?? usual.margins.before,
      after: try seconds(afterArgument, values) ?? usual.margins.after)
    target = OutputTarget(
      named: output, replacesExisting: try values[forceArgument], root: try rootFolder(values))
    if let problem = form.problem(with: kinds) { throw usage(problem) }
  }

  func check(_ paths: [String]) throws {
    if let problem = form.problem(with: paths) { throw usage(problem) }
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
    try requireOneKind(of: files.map(\.media))
    let name = output == "-" ? "film.edit" : output
    let script =
      form == .takes
      ? try DetectedScript(named: name, takesOf: kinds[0], in: files, margins)
      : DetectedScript(named: name, markersOf: files[0].detected, files[0].media)
    if output == "-" { try Console.print(script.text) } else { try target.publish(Array(script.text.utf8)) }
    return .done
  }
}
