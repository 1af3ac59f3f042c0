import Basics
import Diagnostics
import Export
import Processes

/// Reports a recording while it is made, on standard error: a line with meters for people, JSON lines for programs.
final class RecordingReporter {
  private let style: ProgressStyle
  private let path: String
  /// The names of the sounds, in the order of their tracks.
  private let sounds: [String]
  private let looks: [LiveLook]
  /// Whether a stream is copied as it is, so that no order but `stop` is possible.
  private let copies: Bool
  private let width = Console.error.width
  /// When the meters were drawn, in nanoseconds.
  private var lastDrawn: Int64?

  /// A line is drawn five times a second at most.
  private static let pause: Int64 = 200_000_000

  init(
    style: ProgressStyle, path: String, sounds: [String] = [], looks: [LiveLook] = [], copies: Bool = false
  ) {
    self.style = style == .auto ? (Console.error.isTerminal ? .bar : .none) : style
    self.path = path
    self.sounds = sounds
    self.looks = looks
    self.copies = copies
  }

  func show(_ event: RecordingEvent) {
    switch event {
    case .silent(let source): warn(of: source)
    case .paused(let isPaused):
      if style == .json { write(event: isPaused ? "paused" : "resumed", .members([:])) }
    case .look(let number):
      if style == .json { write(event: "look", .members(["look": .integer(Int64(number))])) }
    case .disconnected(let failure, let patience):
      let reason = failure?.message ?? "the server has closed the connection"
      warn("\(reason); connecting again for at most \(patience.shortSeconds)")
    case .reconnected(let missing): note("the stream continues; \(missing.shortSeconds) are missing")
    case .slowLook(let number):
      warn(
        "pictures are lost, because look \(number) takes too long; choose another one, or record with a smaller --size "
          + "or a lower --rate")
    case .missingLook(let number): warn("there is no look \(number); --look FILTERS gives the next one")
    case .still, .shown: break
    case .waiting(let nanoseconds):
      // Rounded up: the last second is shown until it is over.
      let seconds = (nanoseconds + 999_999_999) / 1_000_000_000
      switch style {
      case .bar: draw("starts in \(RationalTime(seconds: seconds).shortClock)")
      case .json: write(event: "waiting", .members(["seconds": .integer(seconds)]))
      case .auto, .none: break
      }
    case .progress(let progress):
      switch style {
      case .bar: draw(progress)
      case .json: write(event: "progress", members(of: progress))
      case .auto, .none: break
      }
    }
  }

  /// Explains the keys, to people only.
  func explainKeys() {
    guard style == .bar else { return }
    if copies { return Console.write("q ends\n") }
    let looks = looks.isEmpty ? "" : ", 0 to \(looks.count) choose a look"
    Console.write("space pauses and continues, s writes a still\(looks), q ends\n")
  }

  /// Reports a still that was written.
  func reportStill(_ path: String, frame: Int64) {
    if style == .json {
      write(event: "still", .members(["still": .string(path), "frame": .integer(frame)]))
    } else {
      clear()
      Console.write("\(VisibleText.line(path)): the picture of frame \(frame)\n")
    }
  }

  /// Reports a failure and returns its exit code.
  func fail(_ error: any Error) -> ExitCode {
    let failure = CommandFailure(error)
    if style == .json {
      let code = Int64(failure.code.rawValue)
      write(event: "error", .members(["message": .string(failure.message), "exitCode": .integer(code)]))
    } else {
      clear()
      Console.complain(failure.message)
    }
    return failure.code
  }

  func finish(_ words: any RecordingSummary) {
    clear()
    if style == .json { write(event: "finished", words.json) } else { Console.write(words.text) }
  }

  /// Reports useful information.
  func note(_ sentence: String) {
    if style == .json {
      write(event: "note", .members(["message": .string(sentence)]))
    } else {
      clear()
      Console.write(VisibleText.line(sentence) + "\n")
    }
  }

  /// Removes the line with the meters.
  private func clear() { if style == .bar { Console.write("\r" + blank + "\r") } }

  private func warn(of source: String) {
    let isSound = sounds.contains(source)
    warn(
      "\(source) gave nothing for 2 s; \(isSound ? "silence" : "its last picture") is recorded until it does",
      source: source)
  }

  /// Reports something that people should know about, perhaps of a source.
  func warn(_ sentence: String, source: String? = nil) {
    if style == .json {
      write(
        event: "warning",
        .membersPresent(["message": .string(sentence), "source": source.map { .string($0) }]))
    } else {
      clear()
      Console.complain("warning: \(sentence)")
    }
  }

  private func members(of progress: RecordingProgress) -> JSONValue {
    .members([
      "frames": .integer(progress.frames), "bytes": .integer(progress.byteCount),
      "paused": .bool(progress.isPaused), "look": .integer(Int64(progress.look)),
      "sounds": levels(progress.levels, of: sounds),
    ])
  }

  private func draw(_ progress: RecordingProgress) {
    var line = "\(progress.length.shortSeconds)  \(progress.frames) frames"
    if progress.look > 0 { line += "  \(VisibleText.line(looks[progress.look - 1].text))" }
    if progress.isPaused { line += "  paused" }
    for (name, levels) in zip(sounds, progress.levels) where !progress.isPaused {
      line += "  \(VisibleText.line(name)) \(meter(levels.compactMap(\.decibels.peak).max()))"
    }
    draw(line)
  }

  private func draw(_ line: String) {
    let now = monotonicNanoseconds()
    if let lastDrawn, now - lastDrawn < Self.pause { return }
    lastDrawn = now
    Console.write("\r" + (line + blank).prefix(max(0, width - 1)))
  }

  /// A bar from -48 to 0 dB in steps of 6, and the peak in whole decibels.
  private func meter(_ peak: Double?) -> String {
    guard let level = peak else { return "[........]  silent" }
    let filled = max(0, min(Int((level + 48) / 6) + 1, 8))
    let number = "\(Int(level.rounded()))"
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 8 - filled) + "] "
      + String(repeating: " ", count: max(0, 4 - number.count)) + number + " dB"
  }

  private var blank: String { String(repeating: " ", count: max(0, width - 1)) }

  private func write(event name: String, _ members: JSONValue) {
    guard case .object(let rest) = members else { return }
    let head = [
      JSONValue.Member(name: "event", value: .string(name)),
      JSONValue.Member(name: "file", value: .string(path)),
    ]
    Console.write(JSONValue.object(head + rest.filter { $0.name != "file" }).compactText + "\n")
  }
}

/// The levels of sounds, for programs.
func levels(_ levels: [[ChannelLevel]], of sounds: [String]) -> JSONValue {
  .array(
    zip(sounds, levels).map { name, levels in
      .members([
        "source": .string(name), "peak": .array(levels.map { .decibels($0.decibels.peak) }),
        "rms": .array(levels.map { .decibels($0.decibels.rms) }),
        "clipped": .array(levels.map { .integer(Int64($0.clipped)) }),
      ])
    })
}

extension JSONValue {
  /// A level to a tenth of a decibel; null for silence.
  fileprivate static func decibels(_ level: Double?) -> JSONValue {
    level.map { .number(($0 * 10).rounded() / 10) } ?? .null
  }
}
