import Basics
import Compiler
import Diagnostics
import EditScript
import Export
import Processes
import Workspace

enum ProgressStyle: String, CaseIterable, Sendable {
  case auto
  case bar
  case json
  case none
}

/// Reports a render on standard error: text and a bar for people, JSON lines for programs.
final class RenderReporter {
  private let style: ProgressStyle
  private let bar = ProgressBar(width: Console.error.width)
  private var outputPath: String?
  private var lastShown: Duration?

  private static let pause = Duration.milliseconds(200)

  /// Whether one line per film reports the result if there is no bar.
  private let saysResults: Bool

  private let showsNotes: Bool

  init(style: ProgressStyle, showsNotes: Bool = false) {
    self.showsNotes = showsNotes
    self.style = style == .auto ? (Console.error.isTerminal ? .bar : .none) : style
    saysResults = style == .auto || style == .bar
  }

  /// Reports the findings of the script; true if there are errors. Warnings alone are only counted, because
  /// `lint` lists them, unless notes are requested.
  func reportErrors(in script: CompiledScript) -> Bool {
    guard style == .json else {
      if script.hasErrors || showsNotes { return script.reportFindings(withNotes: showsNotes) }
      let count = script.findings.reduce(0) { $0 + $1.diagnostics.count { $0.severity == .warning } }
      let name = VisibleText.line(script.file.source.name)
      if count > 0, style != .none || saysResults {
        Console.complain(
          "\(name) has \(count == 1 ? "1 warning" : "\(count) warnings"); `editc lint \(shellWord(name))` lists them"
        )
      }
      return false
    }
    for (source, diagnostics) in script.findings {
      let file: [JSONValue.Member] =
        source.name == script.file.source.name
        ? [] : [JSONValue.Member(name: "file", value: .string(source.name))]
      for finding in diagnostics { write(finding, in: source, named: file) }
    }
    guard script.hasErrors else { return false }
    _ = fail(CommandFailure(.findings, "the script has errors"))
    return true
  }

  /// Starts the events of a film.
  func begin(_ path: String) {
    outputPath = path
    lastShown = nil
  }

  func show(_ event: RenderEvent) {
    switch event {
    case .progress(let progress): show(progress)
    case .shortcoming(let sentence): warn(sentence)
    case .note(let sentence): note(sentence)
    }
  }

  func finish(_ film: FilmFacts) {
    warnOfOverload(film)
    switch style {
    case .bar: Console.write(bar.erased + line(of: film))
    case .json:
      reportEvent("finished") {
        [
          "fraction": .number(1), "frames": .integer(film.frameCount),
          "duration": .string(film.duration.spelling), "loudness": film.sound?.loudness.map { .number($0) },
          "truePeak": film.sound?.truePeak.map { .number($0) },
          "tracks": film.tracks.map { tracks in
            .array(
              tracks.map { sound in
                .membersPresent([
                  "loudness": sound?.loudness.map { .number($0) },
                  "truePeak": sound?.truePeak.map { .number($0) },
                ])
              })
          },
        ]
      }
    case .auto, .none:
      if saysResults { Console.write(line(of: film)) }
    }
  }

  /// Reports that all entries of a plan are in the store.
  func finishEntries(of plan: String, in store: String) {
    switch style {
    case .bar:
      Console.write(bar.erased + "\(VisibleText.line(plan)): everything is in \(VisibleText.line(store))\n")
    case .json: reportEvent("finished") { ["store": .string(store)] }
    case .auto, .none:
      if saysResults {
        Console.write("\(VisibleText.line(plan)): everything is in \(VisibleText.line(store))\n")
      }
    }
  }

  func finishPlaylist(_ path: String, naming count: Int) {
    outputPath = path
    switch style {
    case .json: reportEvent("finished") { ["files": .integer(Int64(count))] }
    case .bar, .auto, .none:
      if saysResults {
        Console.write("\(VisibleText.line(path)): playlist of \(count == 1 ? "1 file" : "\(count) files")\n")
      }
    }
  }

  private func line(of film: FilmFacts) -> String {
    let path = VisibleText.line(outputPath ?? "")
    let frames = film.frameCount > 0 ? "\(counted(film.frameCount, "frame")), " : ""
    return "\(path): \(frames)\(film.duration)\(film.loudnessText)\n"
  }

  /// Reports the checks that a finished film failed, or with whose warnings it was kept, at their places in the script.
  func show(_ checks: [FailedCheck], of film: RequestedFilm, in script: CompiledScript) {
    let source = script.file.source
    let written = script.rows.first { $0.number == film.row }?.compilation.script.checks
    let findings = checks.map { check in
      let range =
        switch check.demand {
        case .loudness: written?.loudness?.range
        case .shortTerm: written?.shortTerm?.range
        case .momentary: written?.momentary?.range
        case .range: written?.loudnessRange?.range
        case .phase: written?.phase?.range
        case .peak: written?.peak?.range
        case .silence: written?.silence?.range
        case .black: written?.black?.range
        case .freeze: written?.freeze?.range
        case .gamut: written?.gamut?.range
        case .flashes: written?.flashes?.range
        case .fileSize: written?.fileSize?.range
        case .level: film.film.output?.video.level?.range
        case .largestFile: film.film.output?.video.maximumFileSize?.range
        }
      let causes = CheckCauses(of: check, in: film.film.lowered)
      return Diagnostic(
        .checkFailed, severity: check.isWarning ? .warning : nil, check.message + causes.words, at: range,
        notes: causes.notes)
    }
    guard !findings.isEmpty else { return }
    if style == .json {
      for finding in findings { write(finding, in: source, named: []) }
    } else {
      if style == .bar { Console.write(bar.erased) }
      Console.write(TerminalReport(useColor: Console.error.usesColour).text(for: findings, in: source))
    }
  }

  private func write(_ finding: Diagnostic, in source: SourceText, named file: [JSONValue.Member]) {
    guard case .object(let members) = JSONReport().value(for: finding, in: source) else { return }
    write(.object([JSONValue.Member(name: "event", value: "finding")] + file + members))
  }

  private func warnOfOverload(_ film: FilmFacts) {
    let sounds = film.tracks ?? [film.sound]
    guard let peak = sounds.compactMap({ $0?.truePeak }).max(), peak > 0 else { return }
    warn(
      "the sound clips: its true peak is +\(peak) dBTP, above full scale;"
        + " lower some `volume`s, or write `mix: {peak: -1 dBTP}`")
  }

  func interrupt(_ signal: Signal) {
    switch style {
    case .bar: Console.write(bar.erased)
    case .json:
      reportEvent("error") {
        ["message": .string("interrupted by \(signal)"), "exitCode": .integer(Int64(signal.shellStatus))]
      }
    case .auto, .none: break
    }
  }

  /// Reports the failure of a command and returns its exit code.
  func fail(_ error: any Error) -> ExitCode {
    let failure = CommandFailure(error)
    if style == .json {
      reportEvent("error") {
        ["message": .string(failure.message), "exitCode": .integer(Int64(failure.code.rawValue))]
      }
    } else {
      if style == .bar { Console.write(bar.erased) }
      Console.complain(failure.message)
    }
    return failure.code
  }

  /// Reports findings at their places in a text.
  func show(_ findings: [Diagnostic], in source: SourceText) {
    if style == .json {
      let file = JSONValue.Member(name: "file", value: .string(source.name))
      for finding in findings { write(finding, in: source, named: [file]) }
    } else {
      Console.write(TerminalReport(useColor: Console.error.usesColour).text(for: findings, in: source))
    }
  }

  /// Reports useful information that is not a warning; `always` reports it even without progress.
  func note(_ sentence: String, always: Bool = false) {
    if style == .json {
      reportEvent("note") { ["message": .string(sentence)] }
    } else if saysResults || always {
      Console.write((style == .bar ? bar.erased : "") + VisibleText.line(sentence) + "\n")
    }
  }

  func warn(_ sentence: String) {
    if style == .json {
      reportEvent("warning") { ["message": .string(sentence)] }
    } else {
      if style == .bar { Console.write(bar.erased) }
      Console.complain("warning: \(sentence)")
    }
  }

  private func show(_ progress: RenderProgress) {
    if let lastShown, progress.elapsed - lastShown < Self.pause { return }
    lastShown = progress.elapsed
    switch style {
    case .bar: Console.write("\r" + bar.text(progress))
    case .json:
      reportEvent("progress") {
        [
          "fraction": .number(progress.fraction), "framesDone": .integer(progress.framesDone),
          "framesTotal": .integer(progress.framesTotal),
          "pass": progress.pass.map { .integer(Int64($0)) },
          "framesPerSecond": progress.framesPerSecond.map { .number($0) },
          "secondsLeft": progress.secondsLeft.map { .number($0) },
        ]
      }
    case .auto, .none: break
    }
  }

  private func reportEvent(_ name: String, _ members: () -> KeyValuePairs<String, JSONValue?>) {
    let head: [JSONValue.Member] = [JSONValue.Member(name: "event", value: .string(name))]
    let file = outputPath.map { [JSONValue.Member(name: "file", value: .string($0))] } ?? []
    guard case .object(let rest) = JSONValue.membersPresent(members()) else { return }
    write(.object(head + file + rest))
  }

  private func write(_ event: JSONValue) {
    Console.write(event.compactText + "\n")
  }
}

extension FilmFacts {
  /// `, -16 LUFS, true peak -1.2 dBTP`, or nothing.
  fileprivate var loudnessText: String {
    (sound?.loudness.map { ", \($0) LUFS" } ?? "") + (sound?.truePeak.map { ", true peak \($0) dBTP" } ?? "")
  }
}

/// A line with the progress of a render on a terminal.
struct ProgressBar {
  /// The width of the terminal in columns.
  let width: Int

  /// Clears the line and leaves the cursor at its start.
  var erased: String { "\r" + blank + "\r" }

  /// The longest text that fits without a line break.
  func text(_ progress: RenderProgress) -> String {
    let done = min(max(progress.fraction, 0), 1)
    var facts = " \(Int(done * 100))%  \(progress.framesDone)/\(progress.framesTotal) frames"
    if let pass = progress.pass { facts += " of pass \(pass)" }
    if let speed = progress.framesPerSecond { facts += "  \(Int(min(speed.rounded(), 1e9)))/s" }
    if let left = progress.secondsLeft { facts += "  \(clock(left)) left" }
    let length = min(30, width - facts.count - 3)
    let bar = length < 5 ? "" : drawn(done, length)
    return String((bar + facts + blank).prefix(max(0, width - 1)))
  }

  private func drawn(_ done: Double, _ length: Int) -> String {
    let filled = Int(done * Double(length))
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: length - filled) + "]"
  }

  private var blank: String { String(repeating: " ", count: max(0, width - 1)) }

  private func clock(_ seconds: Double) -> String {
    let whole = Int(min(seconds.rounded(), 359_999))
    let fields = [whole / 3600, whole / 60 % 60, whole % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (whole >= 3600 ? fields : Array(fields.dropFirst())).joined(separator: ":")
  }
}
