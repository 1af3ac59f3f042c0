package import Basics

/// Findings as text for people, in the form that editors and CI logs recognise:
///
/// ```
/// holiday.edit:12:11: error: no media is called `beech` [unknown-media]
///    12 |   - clip: beech
///       |           ^~~~~
/// hint: ...
/// ```
///
/// The text cannot control a terminal: control and direction-changing characters of the script appear as
/// `<U+001B>`.
package struct TerminalReport: Sendable {
  /// Whether to use ANSI colours; the caller knows whether the output is a terminal.
  package let useColor: Bool
  /// Longer source lines are cut to a window of this many terminal cells around the finding.
  package let lineWidth: Int

  package init(useColor: Bool, lineWidth: Int = 100) {
    self.useColor = useColor
    self.lineWidth = max(20, lineWidth)
  }

  /// All findings in the given order, and a last line that counts them; empty if there are none.
  package func text(for diagnostics: [Diagnostic], in source: SourceText) -> String {
    guard !diagnostics.isEmpty else { return "" }
    let reports = diagnostics.map { text(for: $0, in: source) + "\n" }
    return reports.joined() + DiagnosticCounts(diagnostics).summary + "\n"
  }

  /// The findings of at least this severity in reading order: errors first, and of many similar ones only the
  /// first, with the number of the others. Each block ends with an empty line; empty if there are none.
  package func blocks(of diagnostics: [Diagnostic], atLeast least: Severity, in source: SourceText) -> String
  {
    OrderedFindings(diagnostics, atLeast: least).entries.map { entry in
      text(for: entry.finding, in: source) + "\n"
        + (entry.others.isEmpty ? "" : text(counting: entry.others, in: source) + "\n")
    }.joined()
  }

  /// The blocks, and a last line that counts all findings and explains how to see the hidden ones; `way` is
  /// such as "-v shows". Empty if nothing is shown.
  package func text(
    for diagnostics: [Diagnostic], atLeast least: Severity, in source: SourceText, othersBy way: String
  ) -> String {
    let blocks = blocks(of: diagnostics, atLeast: least, in: source)
    return blocks.isEmpty ? "" : blocks + DiagnosticCounts(diagnostics).summary(shownFrom: least, way) + "\n"
  }

  /// One line for findings similar to a displayed one: their number and places.
  private func text(counting others: [Diagnostic], in source: SourceText) -> String {
    guard let first = others.first else { return "" }
    let place = first.range.map { source.place(at: $0.start) }
    let prefix =
      place.map { "\(visible(source.name)):\($0.line):\($0.column):" } ?? visible(source.name) + ":"
    let severity = paint(first.severity.rawValue + ":", first.severity.style)
    let words = "\(others.count) more like this" + lines(of: others, in: source)
    return "\(paint(prefix, .bold)) \(severity) \(paint(words, .bold)) [\(first.id.name)]\n"
  }

  /// `, on lines 9, 12, 15 and 40 others`; empty if no finding has a place.
  private func lines(of findings: [Diagnostic], in source: SourceText) -> String {
    let lines = Set(findings.compactMap { $0.range.map { source.line(at: $0.start) } }).sorted()
    let most = 12
    guard lines.count > 1 else { return lines.first.map { ", on line \($0)" } ?? "" }
    let shown = lines.prefix(lines.count > most ? most : lines.count - 1).map { "\($0)" }.joined(
      separator: ", ")
    let rest = lines.count > most ? "\(lines.count - most) others" : "\(lines.last ?? 0)"
    return ", on lines \(shown) and \(rest)"
  }

  /// One finding: its headline, line, notes, hint and fixes.
  package func text(for diagnostic: Diagnostic, in source: SourceText) -> String {
    let severity = paint(diagnostic.severity.rawValue + ":", diagnostic.severity.style)
    let message = paint(visible(diagnostic.message), .bold) + " [\(diagnostic.id.name)]"
    var text = block("\(severity) \(message)", at: diagnostic.range, in: source)
    for note in diagnostic.notes {
      text += block("\(paint("note:", .cyan)) \(visible(note.message))", at: note.range, in: source)
    }
    if let hint = diagnostic.hint { text += "\(paint("hint:", .green)) \(visible(hint))\n" }
    for fix in diagnostic.fixes {
      let changes = fix.edits.map { change($0, in: source) }.joined(separator: ", ")
      text += "\(paint("fix:", .green)) \(visible(fix.title))" + (changes.isEmpty ? "\n" : " (\(changes))\n")
    }
    return text
  }
}

extension TerminalReport {
  /// A headline with its place, followed by the faulty line if there is one.
  private func block(_ headline: String, at range: SourceRange?, in source: SourceText) -> String {
    guard let range else { return "\(paint(visible(source.name) + ":", .bold)) \(headline)\n" }
    let place = source.place(at: range.start)
    let prefix = paint("\(visible(source.name)):\(place.line):\(place.column):", .bold)
    let excerpt = SourceExcerpt(of: range, in: source, width: lineWidth)
    let number = "\(place.line)"
    let gutter = String(repeating: " ", count: max(5, number.count))
    return """
      \(prefix) \(headline)
      \(gutter.dropLast(number.count))\(number) | \(excerpt.line)
      \(gutter) | \(excerpt.padding)\(paint(excerpt.underline, .green))\(excerpt.continuation)

      """
  }

  /// The effect of an edit in words: "`5` becomes `5s`".
  private func change(_ edit: TextEdit, in source: SourceText) -> String {
    let old = source[edit.range]
    let place = source.place(at: edit.range.start)
    if edit.replacement.isEmpty { return "remove \(quoted(old))" }
    if old.isEmpty { return "insert \(quoted(edit.replacement)) at \(place.line):\(place.column)" }
    return "\(quoted(old)) becomes \(quoted(edit.replacement))"
  }

  private func quoted(_ text: String) -> String {
    let shown = text.prefix(60)
    return "`\(visible(String(shown)))" + (shown.endIndex < text.endIndex ? "…`" : "`")
  }

  private func visible(_ text: String) -> String { VisibleText.line(text) }

  private func paint(_ text: String, _ style: TerminalStyle) -> String {
    useColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}

private enum TerminalStyle: String {
  case bold = "1"
  case red = "1;31"
  case green = "32"
  case yellow = "1;33"
  case cyan = "36"
}

extension Severity {
  fileprivate var style: TerminalStyle {
    switch self {
    case .error: .red
    case .warning: .yellow
    case .note: .cyan
    }
  }
}
