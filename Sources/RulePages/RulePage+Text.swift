import Diagnostics

extension RulePage {
  /// The page for a terminal.
  package func text(useColor: Bool) throws -> String {
    var page = PageText()
    let name = useColor ? "\u{1B}[1m\(id.rawValue)\u{1B}[0m" : id.rawValue
    page.lines("\(name): \(id.title)\n(\(classification))")
    page.paragraph(id.explanation)
    for example in wrong { try page.show(example, as: "Wrong:", useColor: useColor) }
    for example in right { try page.show(example, as: "Right:", useColor: useColor) }
    page.paragraph(allowing)
    return page.text
  }

  /// How to do without the finding, in words.
  var allowing: String {
    "To allow it in one place, write `\(suppression)` at the end of the line, or on a line of its own before it."
  }
}

extension PageText {
  fileprivate mutating func show(_ example: RuleExample, as heading: String, useColor: Bool) throws {
    paragraph(example.remark.isEmpty ? heading : "\(heading) \(example.remark)")
    quote(example.script.withShortLines)
    if !example.media.isEmpty {
      paragraph("with the media")
      quote(example.media)
    }
    guard example.isWrong else { return }
    paragraph("editc lint says")
    quote(try CheckedExample(example).report(useColor: useColor))
  }
}
