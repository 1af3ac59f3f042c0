import Basics
import Diagnostics
import Export
import Processes

/// The orders for a running recording: keys on a terminal, lines from a program.
final class RecordingInput {
  private let input = StandardInput()
  private var lines = LineSplitter(limit: 80)
  private let reporter: RecordingReporter

  init(reporter: RecordingReporter) {
    self.reporter = reporter
    if input.isTerminal { reporter.explainKeys() }
  }

  /// Returns what came since the last call.
  func take() -> [RecordingOrder] {
    let bytes = input.take()
    if input.isTerminal { return bytes.compactMap(RecordingOrder.init(key:)) }
    return lines.append(bytes).compactMap { line in
      if case .text(let text) = line, let order = RecordingOrder(line: text) { return order }
      reporter.warn("standard input: expected \(RecordingOrder.words.sentenceList()), found \(words(line))")
      return nil
    }
  }

  private func words(_ line: LineSplitter.Line) -> String {
    switch line {
    case .text(let text): "'\(VisibleText.line(text))'"
    case .tooLong: "a longer line"
    }
  }
}
