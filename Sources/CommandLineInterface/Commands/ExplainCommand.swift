import Basics
import Compiler
import Diagnostics
import EditScript
import Processes
import Rules

private let rules = Argument.positionals(
  ArgumentKind(
    "RULE", expectation: "the name of a rule",
    completion: .words(Rules.ids.map(\.name)), read: { $0 }),
  "The ids in brackets at the end of messages, such as `unknown-key`.", atLeast: 0)

private let list = Argument.flag(
  "list", "Prints a list of all rules with severity and title instead of pages.")
private let markdown = Argument.flag("markdown", "Prints Markdown instead of text.")

extension Command {
  static let explain = Command(
    "explain", "Explains a message and how to resolve it.",
    details: """
      Prints the page of a rule: what it finds and why it matters, a wrong script with its message, a right script, \
      and how to allow the finding in one place. The messages are those that checking the script gives.
      """,
    arguments: [rules, list, markdown, jsonArgument],
    examples: [
      Example("explain bare-number", "The page of one rule."),
      Example("explain --list", "All rules, one per line."),
    ]
  ) { values throws(UsageError) in
    let names = try values[rules]
    let form = try PageForm(isJSON: values[jsonArgument], isMarkdown: values[markdown])
    if try values[list] {
      guard names.isEmpty else { throw usage("`--list` shows all rules; do not name any") }
      return carryOut { () throws(CommandFailure) in
        try Console.print(form.list)
        return .done
      }
    }
    if names.isEmpty { throw usage("RULE is missing; `--list` shows every rule") }
    var pages: [RulePage] = []
    for name in names { pages.append(try page(named: name)) }
    return carryOut { () throws(CommandFailure) in
      try Console.print(form.text(of: pages))
      return .done
    }
  }
}

private func usage(_ sentence: String) -> UsageError { UsageError(.other(sentence), command: "explain") }

/// The page of a rule. The error suggests similar names, or names that contain the word.
private func page(named name: String) throws(UsageError) -> RulePage {
  if let page = RulePages.page(named: name) { return page }
  let successors = Rules.successors(ofFormerName: name)
  if !successors.isEmpty {
    throw usage(
      "there is no rule \(quoted(name)) any more; its findings are now \(listed(successors.map(\.name)))")
  }
  let names = Rules.ids.map(\.name)
  if let best = Suggestion.best(for: name, among: names) {
    throw usage("there is no rule \(quoted(name)); did you mean '\(best)'?")
  }
  let word = name.lowercased()
  let related = names.filter { word != "" && $0.split(separator: "-").contains { $0.hasPrefix(word) } }
  throw usage(
    "there is no rule \(quoted(name))"
      + (related.isEmpty ? "; `--list` names all of them" : "; did you mean \(listed(related))?"))
}

/// The form of printed pages.
private enum PageForm {
  case text
  case markdown
  case json

  init(isJSON: Bool, isMarkdown: Bool) throws(UsageError) {
    if isJSON, isMarkdown { throw usage("`--json` and `--markdown` exclude each other") }
    self = isJSON ? .json : isMarkdown ? .markdown : .text
  }

  var list: String {
    switch self {
    case .text: RulePages.list
    case .markdown: RulePages.markdownIndex
    case .json: JSONValue.members(["rules": .array(RulePages.all.map(\.listing))]).indentedText
    }
  }

  func text(of pages: [RulePage]) throws(CommandFailure) -> String {
    do {
      switch self {
      case .text:
        let usesColor = Console.output.usesColour
        return try pages.map { page throws(MediaListingProblem) in try page.text(useColor: usesColor) }
          .joined(separator: "\n\n")
      case .markdown:
        return try pages.map { page throws(MediaListingProblem) in try page.markdown }
          .joined(separator: "\n")
      case .json:
        let pages = try pages.map { page throws(MediaListingProblem) in try page.json }
        return JSONValue.members(["rules": .array(pages)]).indentedText
      }
    } catch { throw CommandFailure(.internalError, "the media of an example: \(error)") }
  }
}
