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
  "The file to write; its ending is the format. `-` prints it, with --format.")
private let asCommandLine = Argument.flag(
  "ffmpeg", "Writes the nearest command line of FFmpeg, as a shell script; without --output, it is printed.")
private let formatArgument = Argument<InterchangeFormat?>.option(
  "format", .word("FORMAT", of: InterchangeFormat.self), "The format, whatever the ending says.")
private let plain = Argument.flag(
  "plain", "Leaves out the script, which .otio, .fcpxml and .xml keep beside the edit for an import.")
private let strict = Argument.flag("strict", "Writes nothing and fails if something of the film is dropped.")
private let report = Argument.flag("json", "Prints what the file does not hold of the film, as JSON.")

private let formats = listed(InterchangeFormat.exportEndings.map { ".\($0.ending) (\($0.words))" }, " and ")

extension Command {
  static let exportEdit = Command(
    "export", "Writes a film as an edit for another program.",
    details: """
      The ending of the file is the format: \(formats). If a script has several outputs, the first one is exported, \
      or that of --only.

      Cuts, gaps, dissolves, speeds, overlays and sounds have their exact times. What the format does not hold is \
      listed, item by item. docs/interchange.md in the project says what each format holds. Media are named by \
      their absolute paths. OpenTimelineIO and the XML of Final Cut Pro keep the script as well: as long as no program \
      changes the edit, `editc import` gives it back.

      Exits with 0 if the file is written, and 1 if the script has errors or --strict finds something dropped.
      """,
    arguments: [
      scriptArgument, shownOutputArgument, output, formatArgument, asCommandLine, plain, strict, report,
      forceArgument,
    ]
      + VariableRequest.arguments + [cacheArgument, noCacheArgument, rootArgument, sandboxArgument],
    examples: [
      Example("export holiday.edit -o holiday.otio", "For Resolve, Premiere and Kdenlive."),
      Example(
        "export holiday.edit -o holiday.edl --strict", "Fails if the list cannot hold all of the film."),
      Example("export --ffmpeg holiday.edit", "Prints how FFmpeg would make the film, as far as it can."),
    ]
  ) { values in
    let isCommandLine = try values[asCommandLine]
    guard let file = try values[output] ?? (isCommandLine ? "-" : nil) else {
      throw UsageError(.missingArgument("--output FILE"), command: "export")
    }
    let named = try values[formatArgument]
    if isCommandLine, let named, named != .ffmpeg {
      throw UsageError(.other("--ffmpeg and --format \(named.rawValue) are two formats"), command: "export")
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
        script: try values[scriptArgument], variables: try VariableRequest(values, command: "export"),
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
      throw CommandFailure(.findings, "the script is not complete enough to be exported")
    }
    if output != "-" { try target.check(sparing: Array(script.media.identities.values)) }
    var written: WrittenTimeline
    var kept: KeptScript?
    if keepsScript, EmbeddedScript.formats.contains(format) {
      kept = KeptScript(script.file, values: plan.variables)
    }
    do throws(InterchangeProblem) {
      let timeline = try ExportedTimeline(composition, options(film, composition.media))
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
        fate: .approximated(difference: "it is not kept in the file: \(reason)"))
      written = WrittenTimeline(text: written.text, losses: written.losses + [loss])
    }
    let listing = LossListing(of: plan.script, written.losses)
    if isStrict, listing.dropsSomething {
      listing.complain()
      throw CommandFailure(.findings, "\(plan.script): something of it is dropped, and nothing was written")
    }
    if output == "-" { try Console.print(written.text) } else { try target.publish(Array(written.text.utf8)) }
    if printsReport {
      try Console.print(listing.json(output: output).indentedText)
    } else {
      listing.complain()
    }
    return .done
  }

  private func options(_ film: CompiledFilm, _ media: [MediaReference]) -> ExportOptions {
    let name = lastComponent(of: plan.script)
    return ExportOptions(
      name: name.hasSuffix(".edit") ? String(name.dropLast(5)) : name, timecode: film.settings?.timecode,
      markers: film.markers.map { marker in
        InterchangeMarker(
          name: marker.name, time: marker.time, isChapter: marker.isChapter,
          place: InputPlace(item: "marker \(marker.name)"))
      },
      // A film of sound has no frames; these formats count in them.
      soundRate: [.otio, .ffmpeg].contains(format) ? nil : FrameRate(50),
      paths: Dictionary(media.map { ($0.path, wholePath($0.path)) }, uniquingKeysWith: { first, _ in first }))
  }

  /// A file whose folder is named from the root.
  private func wholePath(_ path: String) -> String {
    guard let folder = try? realPath(folder(of: path)) else { return path }
    return folder + "/" + lastComponent(of: path)
  }
}
