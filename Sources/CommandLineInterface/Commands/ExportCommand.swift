import Basics
import Compiler
import Composition
import Diagnostics
import Export
import Interchange
import Lowering
import Processes
import Workspace

private let output = Argument<String?>.option(
  "output", short: "o",
  .file("FILE", extensions: InterchangeFormat.exportEndings.map(\.ending)),
  "The file to write; its extension selects the format. With --format, `-` prints it.", group: "Output")
private let asCommandLine = Argument.flag(
  "ffmpeg", "Writes the closest FFmpeg command line as a shell script; without --output, prints it.",
  group: "Output")
private let formatArgument = Argument<InterchangeFormat?>.option(
  "format", .word("FORMAT", of: InterchangeFormat.self), "The format, regardless of the file's extension.",
  group: "Output")
private let plain = Argument.flag(
  "plain", "Omits the script, which .otio, .fcpxml and .xml files otherwise contain for a later import.",
  group: "Output")
private let strict = Argument.flag(
  "strict", "Fails without writing a file if part of the film would be dropped.", group: "Output")
private let report = Argument.flag(
  "json", "Prints as JSON what the file cannot represent.", group: "Output")

private let formats = InterchangeFormat.exportEndings.map { ".\($0.ending) (\($0.words))" }.sentenceList(
  " and ")

extension Command {
  static let exportEdit = Command(
    "export", "Converts a script into an edit for another program.",
    details: """
      The file's extension selects the format: \(formats). If the script has several outputs, the first one \
      or the one named by --only is exported.

      Cuts, gaps, dissolves, speeds, overlays and sounds keep their exact times. Everything that the format \
      cannot represent is listed, item by item; docs/interchange.md in the project shows what each format \
      supports. Media are referenced by absolute paths. OpenTimelineIO and Final Cut Pro XML files also \
      contain the script: `editc import` restores it as long as no program has changed the edit.

      Exits with 0 if the file is written, and 1 if the script has errors or --strict refuses a loss.
      """,
    arguments: [
      scriptArgument, output, formatArgument, asCommandLine, plain, strict, report, forceArgument,
      shownOutputArgument,
    ] + VariableRequest.arguments + [cacheArgument, noCacheArgument, rootArgument, sandboxArgument],
    examples: [
      Example("export holiday.edit -o holiday.otio", "For Resolve, Premiere and Kdenlive."),
      Example(
        "export holiday.edit -o holiday.edl --strict", "Fails if the list cannot represent the whole film."),
      Example("export --ffmpeg holiday.edit", "Prints the closest FFmpeg command line."),
    ]
  ) { values in
    let isCommandLine = try values[asCommandLine]
    guard let file = try values[output] ?? (isCommandLine ? "-" : nil) else {
      throw UsageError(.missingArgument("--output FILE"), command: "export")
    }
    let named = try values[formatArgument]
    if isCommandLine, let named, named != .ffmpeg {
      throw UsageError(
        .other("--ffmpeg and --format \(named.rawValue) select different formats"), command: "export")
    }
    guard let format = isCommandLine ? .ffmpeg : named ?? InterchangeFormat(exportingTo: file),
      format.isWritable
    else {
      let endings = InterchangeFormat.exportEndings.map { "." + $0.ending }.joined(separator: ", ")
      throw UsageError(
        .other("--output: expected a file ending in one of \(endings), found '\(file)'"), command: "export")
    }
    let printsReport = try values[report]
    if file == "-", printsReport {
      throw UsageError(.other("`--output -` and --json both print to standard output"), command: "export")
    }
    let request = ExportRequest(
      plan: PlanRequest(
        script: try values[scriptArgument],
        variables: try VariableRequest(values, command: "export", allowsExamples: false),
        only: OutputChoice(try values[shownOutputArgument]), cache: try values[cacheArgument],
        usesCache: try !values[noCacheArgument],
        root: try rootFolder(values), sandbox: try values[sandboxArgument],
        inspector: try confinedInspector(values)),
      output: file, format: format, keepsScript: try !values[plain], isStrict: try values[strict],
      printsReport: printsReport,
      replacesExisting: try values[forceArgument])
    return try request.run()
  }
}

private struct ExportRequest {
  let plan: PlanRequest
  let output: String
  let format: InterchangeFormat
  let keepsScript: Bool
  let isStrict: Bool
  let printsReport: Bool
  let replacesExisting: Bool

  func run() throws -> ExitCode {
    let target = OutputTarget(named: output, replacesExisting: replacesExisting, root: plan.root)
    let script = try plan.compile(.facts)
    guard !script.hasErrors else {
      _ = script.reportFindings(atLeast: .error)
      return .findings
    }
    guard let film = try script.onlyRow()?.compilation.films.first, let composition = film.composition else {
      throw CommandFailure(.findings, "the script is too incomplete to export")
    }
    if output != "-" { try target.check(sparing: Array(script.media.identities.values)) }
    var written: WrittenTimeline
    var kept: KeptScript?
    if keepsScript, EmbeddedScript.formats.contains(format) {
      kept = KeptScript(script.file, values: plan.variables)
    }
    do throws(InterchangeProblem) {
      let timeline = try ExportedTimeline(composition, options(film, composition.media, of: script.file))
      switch kept {
      case .kept(let text): written = try timeline.written(as: format, keeping: text)
      case .left, nil:
        written =
          format == .ffmpeg ? try timeline.ffmpegScript(film.settings) : try timeline.written(as: format)
      }
    } catch {
      throw CommandFailure(
        .badData, "\(plan.script): \(error.message)" + (error.advice.map { "\nhint: \($0)" } ?? ""))
    }
    if case .left(let reason) = kept {
      let loss = WritingLoss(
        place: InputPlace(item: "script"),
        fate: .approximated(difference: "the file does not contain it: \(reason)"), affects: .neither)
      written = WrittenTimeline(text: written.text, losses: written.losses + [loss])
    }
    let listing = LossListing(of: plan.script, written.losses)
    if isStrict, listing.dropsSomething {
      listing.complain()
      throw CommandFailure(.findings, "\(plan.script): parts of it would be dropped, so nothing was written")
    }
    if output == "-" { try Console.print(written.text) } else { try target.publish(Array(written.text.utf8)) }
    if printsReport {
      try Console.print(listing.json(output: output).indentedText)
    } else {
      listing.complain()
    }
    return .done
  }

  private func options(
    _ film: CompiledFilm, _ media: [MediaReference], of script: ScriptFile
  ) -> ExportOptions {
    let name = lastComponent(of: plan.script)
    return ExportOptions(
      name: name.hasSuffix(".edit") ? String(name.dropLast(5)) : name, timecode: film.settings?.timecode,
      markers: film.markers.map { marker in
        InterchangeMarker(
          name: marker.name, time: marker.time, isChapter: marker.isChapter,
          place: InputPlace(item: "marker \(marker.name)"))
      },
      // An audio-only film has no frames, which these formats use as the unit.
      soundRate: [.otio, .ffmpeg].contains(format) ? nil : FrameRate(50),
      // Other programs know nothing of files that were found by their digests.
      paths: Dictionary(
        media.map { ($0.spelling, wholePath(script.path(of: $0.spelling))) },
        uniquingKeysWith: { first, _ in first }))
  }

  /// The absolute path of a file.
  private func wholePath(_ path: String) -> String {
    guard let folder = try? realPath(folder(of: path)) else { return path }
    return folder + "/" + lastComponent(of: path)
  }
}
