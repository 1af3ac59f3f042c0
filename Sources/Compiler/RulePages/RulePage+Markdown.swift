import Diagnostics

extension RulePage {
  /// The page as a file of `docs/rules`.
  package var markdown: String {
    get throws(MediaListingProblem) {
      var text = "# `\(id.name)`: \(id.title)\n\n*\(classification)*\n\n\(id.explanation)\n"
      var heading = ""
      for example in shown {
        text += example.heading == heading ? "" : "\n## \(example.heading)\n"
        heading = example.heading
        text += try markdown(of: example)
      }
      return try text + "\n## How to suppress it\n\n\(allowing)\n"
    }
  }

  private func markdown(of shown: ShownExample) throws(MediaListingProblem) -> String {
    var text = shown.example.remark.isEmpty ? "" : "\n\(shown.example.remark)\n"
    text += block(shown.script, "yaml")
    for company in shown.company { text += "\n\(company.heading)\n" + block(company.text, "text") }
    if shown.example.isWrong {
      let checked = try CheckedExample(shown.example)
      text += "\n`\(checked.command)` reports\n" + block(checked.report(useColor: false), "text")
    }
    return text
  }

  private func block(_ text: String, _ language: String) -> String {
    let ending = text.hasSuffix("\n") ? "" : "\n"
    return "\n```\(language)\n\(text)\(ending)```\n"
  }
}

extension RulePages {
  /// The list of all pages, for their `README.md`.
  package static var markdownIndex: String {
    var text = """
      # Rules

      Everything that `editc lint` can report. `editc explain RULE` prints the same pages. The tests generate
      them from the rules and their examples; do not edit them by hand. Rules marked ● need the media (the
      files or their facts) and report nothing about files that were not read.

      | rule | severity | media | finding |
      | --- | --- | --- | --- |

      """
    for page in all {
      let id = page.id
      let mark = id.needsMedia ? "●" : ""
      text += "| [`\(id.name)`](\(id.name).md) | \(id.severity.rawValue) | \(mark) | \(id.title) |\n"
    }
    return text
  }
}
