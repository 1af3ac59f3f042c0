import Basics
import Compiler
import Composition
import Diagnostics
import EditScript
import Export
import Interchange
import LibAV
import Processes
import Workspace

private let inputArgument = Argument.positional(
  .file("FILE", extensions: InterchangeFormat.importable.flatMap(\.endings)),
  "An edit from another program, or a Final Cut Pro bundle.")
private let outputArgument = Argument<String?>.option(
  "output", short: "o", .file("FILE", extensions: ["edit"]),
  "The script to write; `-` prints it. Default: the input's name with `.edit`, in the working folder.",
  group: "Output")
private let formatArgument = Argument<InterchangeFormat?>.option(
  "format", .word("FORMAT", of: InterchangeFormat.self),
  "Format of the input. Default: detected from its name and content.", group: "Input")
private let rateArgument = Argument<Located<RateValue>?>.option(
  "rate", .scriptValue("RATE", .rate), "Frame rate, for formats that do not record it: EDL.",
  group: "Input")
private let mediaArgument = Argument<String?>.option(
  "media", .file("MEDIA"), "Media file, for formats that do not name one: CSV, lists of parts to skip.",
  group: "Input")
private let projectArgument = Argument<String?>.option(
  "project", .text("NAME"), "Project or timeline to import, if the input has several.", group: "Input")
private let relinkArgument = Argument<String?>.option(
  "relink", .folder("FOLDER"),
  "Searches this folder and its subfolders for media, by file name.", group: "Input")
private let plainArgument = Argument.flag(
  "plain", "Imports the edit itself, even if it contains a script from `editc export`.", group: "Input")
private let strictArgument = Argument.flag(
  "strict", "Fails without writing a script if part of the input would be dropped.", group: "Output")
private let reportArgument = Argument.flag(
  "json", "Prints as JSON what became of each part of the input.", group: "Output")

extension Command {
  static let importEdit = Command(
    "import", "Converts an edit from another program into a script.",
    details: """
      Reads \(InterchangeFormat.importable.map(\.words).sentenceList(", and ")). The script reads as if written \
      by hand; comments mark what could not be carried over.

      Each part of the input is mapped, approximated or dropped; approximated and dropped parts are listed \
      with their place and the reason. docs/interchange.md in the project shows what each format supports.

      An edit written by `editc export` contains its script. If the edit is unchanged, that script is \
      written, with paths adjusted to the new folder; otherwise the edit is imported as it is now.

      Lint findings in the new script, such as missing media, are reported at once. Nothing is rendered. An \
      existing script is overwritten only with --force. Edits with values that no script can have, such as a \
      clip of a thousand years, are rejected.

      Exits with 0 if the script is written, 1 if its media do not fit it or --strict refuses a loss, 65 or \
      66 if the input cannot be read, and 73 if the script already exists.
      """,
    arguments: [
      inputArgument, formatArgument, rateArgument, mediaArgument, projectArgument, relinkArgument,
      plainArgument, outputArgument, strictArgument, reportArgument, forceArgument, sandboxArgument,
    ],
    examples: [
      Example("import rough.otio", "Writes rough.edit."),
      Example("import list.edl --rate 25 -o - ", "Prints the script; an EDL does not record its frame rate."),
      Example(
        "import edit.fcpxml --relink footage",
        "Finds the media in another folder."),
    ]
  ) { values in
    let request = try ImportRequest(values)
    return try request.carryOut()
  }
}

/// The arguments of an import.
private struct ImportRequest {
  let path: String
  let output: String
  let format: InterchangeFormat?
  let rate: FrameRate?
  let media: String?
  let project: String?
  let relinkFolder: String?
  let isPlain: Bool
  let isStrict: Bool
  let printsJSON: Bool
  let replacesExisting: Bool
  let inspector: Inspector

  init(_ values: ParsedArguments) throws(UsageError) {
    path = try values[inputArgument]
    format = try values[formatArgument]
    rate =
      switch try values[rateArgument]?.value {
      case .exactly(let rate): rate
      case .auto: throw UsageError(.other("--rate: `auto` is the default; leave it out"), command: "import")
      case nil: nil
      }
    media = try values[mediaArgument]
    project = try values[projectArgument]
    relinkFolder = try values[relinkArgument]
    isPlain = try values[plainArgument]
    isStrict = try values[strictArgument]
    printsJSON = try values[reportArgument]
    replacesExisting = try values[forceArgument]
    inspector = try confinedInspector(values)
    output = try values[outputArgument] ?? Self.scriptName(for: path)
    if output != "-", !output.hasSuffix(".edit") {
      throw UsageError(
        .other("--output: expected a file ending in .edit, found '\(output)'"), command: "import")
    }
    if output == "-", printsJSON {
      throw UsageError(.other("`--output -` and --json both print to standard output"), command: "import")
    }
  }

  /// `rough.edit` for `cuts/rough.otio`.
  private static func scriptName(for path: String) -> String {
    let name = lastComponent(of: path)
    return (name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name) + ".edit"
  }

  func carryOut() throws -> ExitCode {
    let target = OutputTarget(path: output, replacesExisting: replacesExisting)
    if output != "-" { try target.check(sparing: [FileIdentity(ofFileAt: path)].compactMap(\.self)) }
    let bytes = try readFile(content, limit: 64 << 20)
    let name = lastComponent(of: content)
    let search = try relinkFolder.map { try MediaSearch(below: $0) }
    let imported: ImportedTimeline
    let written: WrittenTimeline
    let reading = ReadingOptions(
      rate: rate, media: media, project: project,
      lengths: try lengths(of: ImportedTimeline.possibleMedia(in: bytes, name: name, as: format)))
    do throws(InterchangeProblem) {
      imported = try ImportedTimeline.read(bytes, name: name, as: format, reading)
    } catch { throw failure(error) }
    var places: [String: String] = [:]
    for name in imported.timeline.mediaNames { places[name] = place(of: name, search) }
    let options = ScriptOptions(
      source: lastComponent(of: path), folder: try? realPath(home), places: places)
    let fitted = try fittedToMedia(imported.timeline, options)
    do throws(InterchangeProblem) { written = try fitted.script(options) } catch { throw failure(error) }
    let kept =
      isPlain
      ? .absent : EmbeddedScript.find(in: bytes, name: name, as: format)
    let own = ownScript(kept, search)
    let text = own ?? written.text
    let script = SourceText(name: output == "-" ? "film.edit" : output, text)
    // The author's own script is restored unchanged.
    if own == nil { try expectPossibleValues(in: script) }
    // The script replaces the whole edit.
    let report =
      own == nil
      ? LossListing(of: path, parts: imported.report, written.losses)
      : LossListing(of: path, parts: imported.report.allMapped, [])
    if isStrict, report.dropsSomething {
      report.complain()
      throw CommandFailure(.findings, "\(path): parts of it would be dropped, so nothing was written")
    }
    if output == "-" {
      try Console.print(text)
    } else {
      try target.publish(Array(text.utf8))
    }
    if printsJSON {
      let fate: String? =
        switch kept {
        case .absent: nil
        case .unchanged: own == nil ? "not movable" : "unchanged"
        case .changed: "changed"
        }
      try Console.print(report.json(output: output, script: fate).indentedText)
    } else {
      report.complain()
    }
    return try reportFindings(in: script) ? .findings : .done
  }

  private func failure(_ problem: InterchangeProblem) -> CommandFailure {
    CommandFailure(
      .badData,
      "\(path):\(problem.place): \(problem.message)" + (problem.advice.map { "\nhint: \($0)" } ?? ""))
  }

  /// Throws for a script with errors that do not depend on its media, because they come from the edit.
  private func expectPossibleValues(in script: SourceText) throws {
    let errors = try compile(script, media: .none).findings.flatMap(\.diagnostics).filter {
      $0.severity == .error
    }
    guard let first = errors.first else { return }
    let others = errors.count == 1 ? "" : ", and \(errors.count - 1) more"
    throw CommandFailure(
      .badData,
      "\(path): the script would have errors: \(first.message)\(others); nothing was written")
  }

  private func compile(_ script: SourceText, media: MediaUse) throws -> CompiledScript {
    let file = ScriptFile(path: script.name, source: script, folder: home)
    return try Workspace(inspector: inspector).compile(file, media: media)
  }

  /// The script in the edit, adapted to the new folder; nil if there is none that represents the edit.
  private func ownScript(_ kept: EmbeddedScript.Search, _ search: MediaSearch?) -> String? {
    switch kept {
    case .absent: return nil
    case .changed:
      Console.write(
        "\(path): the edit was changed after editc wrote it, so it is imported without its script\n")
      return nil
    case .unchanged(let script):
      if let text = script.moved(to: home, relink: { place(of: $0, search) }) { return text }
      Console.write(
        "\(path): its script has paths that cannot be moved to another folder, so the edit is imported\n")
      return nil
    }
  }

  /// The file to read; if the path is a bundle, the file in it.
  private var content: String {
    FileKind(at: path, followsLinks: true) == .folder ? path + "/Info.fcpxml" : path
  }

  /// The folder of the script.
  private var home: String { output == "-" ? "." : folder(of: output) }

  /// The lengths of the media among these names, and of the media file that the command line names.
  private func lengths(of names: Set<String>) throws -> [String: RationalTime] {
    var files = names.sorted().map { name in
      (name: name, file: name.hasPrefix("/") ? name : folder(of: path) + "/" + name)
    }
    .filter { FileKind(at: $0.file, followsLinks: true) == .file }
    if let media { files.append((media, media)) }
    var lengths: [String: RationalTime] = [:]
    for (name, found) in zip(
      files.map(\.name), try Workspace(inspector: inspector).probe.look(at: files.map(\.file)))
    {
      let facts = try? found.result.get()
      lengths[name] = (facts?.mainVideo?.mediaRange ?? facts?.mainAudio?.mediaRange)?.end
    }
    return lengths
  }

  /// The timeline completed with the facts of its media, as far as they exist. Takes of media without
  /// timecode count from their start, as in the lists of some programs. Most formats do not state that a file
  /// is a still.
  private func fittedToMedia(_ timeline: InterchangeTimeline, _ options: ScriptOptions) throws
    -> InterchangeTimeline
  {
    var timeline = timeline
    var files: [String: [Int]] = [:]
    for index in timeline.media.indices {
      guard let path = timeline.media[index].path else { continue }
      let plain = filePath(path)
      let place = options.places[path] ?? options.places[plain] ?? plain
      let file = place.hasPrefix("/") ? place : home + "/" + place
      // For a missing file, no process has to load the libraries that read media.
      if FileKind(at: file, followsLinks: true) == .file { files[file, default: []].append(index) }
    }
    let looked = try Workspace(inspector: inspector).probe.look(at: files.keys.sorted())
    for (path, result) in zip(files.keys.sorted(), looked) {
      let facts: MediaFacts
      switch result.result {
      case .success(let found): facts = found
      // Nothing is known about the file, which may be a still.
      case .failure(let error) where error.lacksResources: throw error
      // The new script will have a finding for it.
      case .failure: continue
      }
      for index in files[path] ?? [] {
        if facts.mainVideo?.isStill == true, facts.audio.isEmpty { timeline.media[index].kind = .still }
        if case .timecode = timeline.media[index].timing, facts.mainVideo?.timecode == nil {
          timeline.media[index].timing = .fromStart(timecode: nil)
        }
      }
    }
    return timeline
  }

  /// The path in a script for a media file that the edit names; nil if the name remains.
  private func place(of name: String, _ search: MediaSearch?) -> String? {
    if name == media { return relativePath(from: home, to: name) }
    // Several files with one name are ambiguous.
    let found = search?.files(named: lastComponent(of: name)) ?? []
    if found.count == 1, let file = found.first { return relativePath(from: home, to: file) }
    // Paths in the input are relative to its folder, paths in a script to the script's.
    let beside = folder(of: path) + "/" + name
    guard !name.hasPrefix("/"), FileKind(at: beside, followsLinks: true) == .file,
      let folder = try? realPath(folder(of: beside))
    else { return nil }
    return relativePath(from: home, to: folder + "/" + lastComponent(of: beside))
  }

  /// Reports the findings of the new script, which is written in any case; true if there are errors. If media
  /// are missing, it reports only this, because findings that depend on them are unknown.
  private func reportFindings(in script: SourceText) throws -> Bool {
    let compiled = try compile(script, media: .facts)
    let missing = compiled.rows.flatMap(\.compilation.diagnostics).filter { $0.id == .missingFile }
    if missing.isEmpty {
      _ = compiled.reportFindings(atLeast: .warning)
      return compiled.rows.flatMap(\.compilation.diagnostics).contains { $0.severity == .error }
    }
    for finding in missing.prefix(Self.mostNamed) { Console.write("\(script.name): \(finding.message)\n") }
    if missing.count > Self.mostNamed { Console.write("… and \(missing.count - Self.mostNamed) more\n") }
    Console.write(
      "hint: find the media by file name with `--relink FOLDER`, then run `editc lint \(shellWord(script.name))`\n"
    )
    return false
  }

  private static let mostNamed = 20
}
