package import EditScript

extension KeyPage {
  /// The page for a terminal. `otherWord` is the requested word, if it is from another tool.
  package func text(otherWord: String?, useColor: Bool) -> String {
    var page = PageText()
    let plain = heading.replacing("`", with: "")
    page.lines(
      useColor ? plain.replacing(name, with: "\u{1B}[1m\(name)\u{1B}[0m", maxReplacements: 1) : plain)
    if let otherWord { page.paragraph("Other tools call this, or something similar, `\(otherWord)`.") }
    page.paragraph(documentation)
    page.quote(example)
    for fact in facts { page.paragraph("\(fact.name): \(fact.text)") }
    return page.text
  }
}
