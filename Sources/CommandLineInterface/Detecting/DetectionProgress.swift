import Basics
import Diagnostics
import Processes

/// A line on a terminal about a file that is being decoded; nothing elsewhere.
struct DetectionProgress {
  let path: String
  private let width = Console.error.width

  func show(_ what: String, upTo position: RationalTime, of range: TimeRange) {
    guard Console.error.isTerminal, let done = try? position - range.start, let all = try? range.duration(),
      all > .zero
    else { return }
    let percent = Int(100 * max(0, min(1, done.inSeconds / all.inSeconds)))
    show("\(what) \(percent) %")
  }

  func show(_ what: String) {
    guard Console.error.isTerminal else { return }
    let line = "\(VisibleText.line(path)): \(what)"
    Console.write("\r" + (line + blank).prefix(max(0, width - 1)))
  }

  func clear() {
    if Console.error.isTerminal { Console.write("\r" + blank + "\r") }
  }

  private var blank: String { String(repeating: " ", count: max(0, width - 1)) }
}
