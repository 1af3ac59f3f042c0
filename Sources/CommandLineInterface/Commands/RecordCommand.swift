import Basics
import Composition
import Diagnostics
import EditScript
import Export
import FoundationEssentials
import Processes
import Workspace

private let sourcesArgument = Argument.positionals(
  .source("SOURCE"),
  "What is recorded: one picture (`screen`, `x11:DISPLAY`, a part of it as `x11:DISPLAY+X,Y`, or `test:bars`), and "
    + "sounds (`test:tone`).", atLeast: 0)
private let output = Argument<String?>.option(
  "output", short: "o", .file("FILE", extensions: RecordedContainers.endings),
  "The film: an .mp4 or a .mov.", group: "Output")
private let size = Argument<Located<CanvasSize>?>.option(
  "size", .scriptValue("SIZE", .canvasSize),
  "Size of the picture. Default: the whole screen; 1280x720 for test sources.", group: "Output")
private let rate = Argument<Located<RateValue>?>.option(
  "rate", .scriptValue("RATE", .rate), "Frames per second. Default: 30.", group: "Output")
private let fragment = Argument<Located<DurationExpression>?>.option(
  "fragment", .scriptValue("TIME", .duration),
  "How often the film grows, and how far apart its key frames are: what is lost if the machine loses power. "
    + "Default: 0.5s.", group: "Output")
private let length = Argument<Located<DurationExpression>?>.option(
  "for", .scriptValue("TIME", .duration), "Ends the recording after this time.", group: "End")
private let largest = Argument<Located<Int64>?>.option(
  "max-size", .scriptValue("SIZE", .byteCount),
  "Ends the recording before the film exceeds this size, such as `4GB`.", group: "End")
private let noScript = Argument.flag(
  "no-script", "Writes no script and no lock beside the film.", group: "Output")
private let reportFile = Argument<String?>.option(
  "report", .file("FILE", extensions: ["json"]), "Writes the report as JSON, too.", group: "Reports")
private let finish = Argument<String?>.option(
  "finish", .file("FILE", extensions: RecordedContainers.endings),
  "Repairs a recording whose recorder was killed, instead of recording.", group: "Repair")

extension Command {
  static let record = Command(
    "record", "Records a film, and writes a script that plays it.",
    details: """
      Records a picture and up to 8 sounds, each in its own track. The recording ends at a limit, or \
      when you press Ctrl-C. The film grows by fragments and is playable from the first one on. If editc is killed or the \
      machine loses power, the film is whole up to the last fragment. At the end it becomes an ordinary MP4 \
      or MOV. FILE.edit and its lock are written beside it, unless that script exists.

      The film has a constant frame rate. A frame without a captured picture repeats the one before, and the \
      report counts these frames.

      Exits with 0 if the recording ended by a limit, Ctrl-C or SIGTERM, 65 if --finish names no recording, \
      66 if the screen has no such part, 69 if the display cannot be opened, 73 if the film exists already, \
      74 if the disk is full or the display disappears, where the film is whole up to that moment, and 75 if \
      nothing was recorded, or if --finish names a film that is being recorded.
      """,
    arguments: [
      sourcesArgument, output, forceArgument, size, rate, fragment, noScript, length, largest, reportFile,
      finish, cacheArgument, noCacheArgument, sandboxArgument,
    ],
    examples: [
      Example(
        "record test:bars test:tone -o t.mp4 --for 10s", "Records colour bars and a tone for ten seconds."),
      Example("record screen -o take.mp4", "Records the X screen until Ctrl-C."),
      Example(
        "record x11::97+0,0 -o demo.mp4 --size 1280x720 --for 90s", "Records a part of another X display."),
      Example("record test:bars -o t.mp4 --max-size 4GB", "Records until the film has 4 GB, or Ctrl-C."),
      Example("record --finish t.mp4", "Repairs a recording after a power cut."),
    ]
  ) { values in
    if let path = try values[finish] {
      guard try values[sourcesArgument].isEmpty, try values[output] == nil else {
        throw UsageError(
          .other("--finish repairs a recording and takes no SOURCE and no -o"), command: "record")
      }
      return try finishOldRecording(path)
    }
    let request = try RecordingRequest(
      sources: values[sourcesArgument], path: values[output], size: values[size]?.value,
      rate: values[rate]?.value, fragment: values[fragment]?.value, length: values[length]?.value,
      largest: values[largest]?.value)
    let target = OutputTarget(path: request.path, replacesExisting: try values[forceArgument])
    let run = RecordingRun(
      request: request, target: target, writesScript: try !values[noScript],
      reportPath: try values[reportFile], workspace: try Workspace(values),
      sandbox: try values[sandboxArgument])
    return try run.carryOut()
  }
}

private func finishOldRecording(_ path: String) throws -> ExitCode {
  let name = VisibleText.line(path)
  switch try finishRecording(at: path) {
  case .nothingToDo: Console.write("\(name) is finished already\n")
  case .finished(let pictures, let cut):
    let removed = cut > 0 ? "; \(counted(cut, "byte")) behind the last whole fragment were removed" : ""
    Console.write("\(name): \(counted(Int64(pictures), "frame"))\(removed)\n")
  }
  return .done
}

/// One call of `editc record`.
private struct RecordingRun {
  let request: RecordingRequest
  let target: OutputTarget
  let writesScript: Bool
  /// The file of the report as JSON; nil for none.
  let reportPath: String?
  let workspace: Workspace
  let sandbox: SandboxPolicy

  func carryOut() throws -> ExitCode {
    try target.check(sparing: [])
    let signals = try TerminationSignals()
    let loop = EventLoop(signals: signals)
    let sources = try request.sources.map { try source($0, in: loop) }
    var settings = request.settings
    for case .pictures(let size, _) in sources.map(\.form) { settings.size = size }
    let report = try Export.record(target, settings, sources: sources, in: loop)
    let words = RecordingWords(report: report, path: target.path, sounds: request.soundNames)
    Console.write(words.text)
    if let reportPath {
      try OutputTarget(path: reportPath, replacesExisting: true).publish(
        Array(words.json.indentedText.utf8))
    }
    if writesScript { try writeScript(words.facts) }
    guard let failure = report.failure else { return .done }
    throw CommandFailure(
      CommandFailure(failure).code, "\(failure.message); \(target.path) is whole up to that moment")
  }

  private func source(_ word: SourceWord, in loop: EventLoop) throws -> any RecordingSource {
    let rate = request.settings.rate
    switch word {
    case .test(let kind): return try TestSource(kind, size: request.settings.size, rate: rate)
    case .screen(let display, let left, let top):
      guard let display = display ?? environmentDisplay else {
        throw CommandFailure(
          .unavailable,
          "screen: DISPLAY is not set; name the X display, such as x11::0 (Wayland is not supported)")
      }
      let part = ScreenPart(display: display, left: left, top: top, size: request.size)
      return try DeviceSource(word.text, part.workerWords(rate: rate, sandbox: sandbox), in: loop)
    }
  }

  /// Nil if it is not set, or empty.
  private var environmentDisplay: String? {
    ProcessInfo.processInfo.environment["DISPLAY"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Writes the script and its lock. A script that exists is left alone: it may have been edited.
  private func writeScript(_ facts: String) throws {
    let script = RecordedScript(ofFilm: target.path, facts: facts)
    do throws(FileError) {
      try AtomicFile.publish(Array(script.text.utf8), at: script.path, replacing: false)
    } catch {
      guard error.kind == .alreadyExists else { throw error }
      Console.write("\(VisibleText.line(script.path)) exists and was left alone\n")
      return
    }
    let compiled = try workspace.compile(workspace.script(at: script.path), media: .everything)
    if compiled.reportFindings(atLeast: .error) { return }
    try AtomicFile.publish(
      Array(compiled.lock().lock.text.utf8), at: ScriptLock.path(ofScript: script.path))
    Console.write("\(VisibleText.line(script.path)) plays it\n")
  }
}
