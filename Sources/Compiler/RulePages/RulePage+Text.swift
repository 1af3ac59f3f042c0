import Diagnostics

extension RulePage {
  /// The page for a terminal.
  package func text(useColor: Bool) throws(MediaListingProblem) -> String {
    var page = PageText()
    let name = useColor ? "\u{1B}[1m\(id.name)\u{1B}[0m" : id.name
    page.lines("\(name): \(id.title) (\(classification))")
    page.paragraph(id.explanation)
    for example in shown { try page.show(example, useColor: useColor) }
    page.paragraph(try allowing)
    return page.text
  }
}

extension PageText {
  fileprivate mutating func show(_ shown: ShownExample, useColor: Bool) throws(MediaListingProblem) {
    let remark = shown.example.remark
    paragraph(remark.isEmpty ? "\(shown.heading):" : "\(shown.heading): \(remark)")
    quote(shown.script)
    for company in shown.company {
      paragraph(company.heading)
      quote(company.text)
    }
    guard shown.example.isWrong else { return }
    let checked = try CheckedExample(shown.example)
    paragraph("\(checked.command) reports")
    quote(checked.report(useColor: useColor))
  }
}
