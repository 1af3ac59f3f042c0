import Export
import JSONText
import Processes
import RenderPlan

enum ProgressStyle: String, CaseIterable, Sendable {
  case auto
  case bar
  case json
  case none
}

/// Tells on standard error how far a render has come: a bar for people, lines of JSON for programs.
final class ProgressPrinter {
  private let style: ProgressStyle
  private let outputPath: String
  private let width: Int
  private var lastShown: Duration?

  private static let pause = Duration.milliseconds(200)

  init(style: ProgressStyle, plan: RenderPlan, outputPath: String) {
    self.style = style == .auto ? (Console.error.isTerminal ? .bar : .none) : style
    self.outputPath = outputPath
    width = Console.error.width
  }

  func show(_ progress: RenderProgress) {
    if let lastShown, progress.elapsed - lastShown < Self.pause { return }
    lastShown = progress.elapsed
    switch style {
    case .bar: Console.say("\r" + bar(progress))
    case .json: Console.say(line(progress))
    case .auto, .none: break
    }
  }

  func finish(_ film: FilmFacts) {
    let summary = "\(outputPath): \(film.frameCount) frames, \(film.duration)"
    switch style {
    case .bar: Console.say("\r" + blank + "\r" + summary + "\n")
    case .json:
      let members: KeyValuePairs<String, JSONValue> = [
        "event": "finished", "file": .string(outputPath), "fraction": .number(1),
        "frames": .integer(film.frameCount), "duration": .string("\(film.duration)"),
      ]
      Console.say(JSONValue.members(members).compactText + "\n")
    case .auto, .none: break
    }
  }

  /// The error itself is printed by whoever catches it.
  func fail(_ reason: String) {
    switch style {
    case .bar: Console.say("\r" + blank + "\r")
    case .json:
      let members: KeyValuePairs<String, JSONValue> = [
        "event": "error", "file": .string(outputPath), "message": .string(reason),
      ]
      Console.say(JSONValue.members(members).compactText + "\n")
    case .auto, .none: break
    }
  }

  private var blank: String { String(repeating: " ", count: max(0, width - 1)) }

  private func bar(_ progress: RenderProgress) -> String {
    let done = min(max(progress.fraction, 0), 1)
    var facts = " \(Int(done * 100))%  \(progress.framesDone)/\(progress.framesTotal) frames"
    if let speed = progress.framesPerSecond { facts += "  \(Int(speed.rounded()))/s" }
    if let left = progress.secondsLeft { facts += "  \(clock(left)) left" }
    let length = min(30, width - facts.count - 3)
    guard length >= 5 else { return String((facts + blank).prefix(max(0, width - 1))) }
    let filled = Int(done * Double(length))
    let drawn = "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: length - filled) + "]"
    return String((drawn + facts + blank).prefix(max(0, width - 1)))
  }

  private func clock(_ seconds: Double) -> String {
    let whole = Int(min(seconds.rounded(), 359_999))
    let fields = [whole / 3600, whole / 60 % 60, whole % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (whole >= 3600 ? fields : Array(fields.dropFirst())).joined(separator: ":")
  }

  private func line(_ progress: RenderProgress) -> String {
    let value = JSONValue.membersPresent([
      "event": "progress", "file": .string(outputPath), "fraction": .number(progress.fraction),
      "framesDone": .integer(progress.framesDone), "framesTotal": .integer(progress.framesTotal),
      "framesPerSecond": progress.framesPerSecond.map { .number($0) },
      "secondsLeft": progress.secondsLeft.map { .number($0) },
    ])
    return value.compactText + "\n"
  }
}
