import Basics
import Compiler
import Diagnostics
import EditScript
import Processes

private let rules = Argument.positionals(
  ArgumentKind(
    "NAME", expectation: "the name of a rule or a key",
    completion: .words(explainedNames), read: { $0 }),
  "Rule ids, as messages show them in brackets, and keys, such as `crop` or `canvas.size`.",
  atLeast: 0)

private let list = Argument.flag(
  "list", "Lists all rules with their severity and title.")
private let markdown = Argument.flag("markdown", "Prints Markdown instead of text.")

extension Command {
  static let explain = Command(
    "explain", "Explains a message or a key.",
    details: """
      For a rule, prints what it finds and why it matters, a wrong script with its message, a corrected \
      script, and how to allow the finding in one place. For a key, prints its row of the reference: values, \
      default and an example. Words from other tools lead to the key with the same meaning.
      """,
    arguments: [rules, list, markdown, jsonArgument],
    examples: [
      Example("explain bare-number", "The page of one rule."),
      Example("explain crop", "The values of a key."),
      Example("explain canvas.size", "A key of a specific mapping."),
      Example("explain --list", "All rules, one per line."),
    ]
  ) { values in
    let names = try values[rules]
    let form = try PageForm(isJSON: values[jsonArgument], isMarkdown: values[markdown])
    if try values[list] {
      guard names.isEmpty else { throw usage("`--list` lists all rules; leave out NAME") }
      try Console.print(form.list)
      return .done
    }
    if names.isEmpty { throw usage("NAME is missing; `--list` lists all rules") }
    var pages: [ExplainedPage] = []
    for name in names { pages += try explainedPages(named: name) }
    try Console.print(form.text(of: pages))
    return .done
  }
}

private let explainedNames = Rules.ids.map(\.name) + MessagePage.all.map(\.name) + KeyPage.names

private func usage(_ sentence: String) -> UsageError { UsageError(.other(sentence), command: "explain") }

/// A page of the manual.
private enum ExplainedPage {
  case rule(RulePage)
  case message(MessagePage)
  /// The requested word, if it is from another tool.
  case key(KeyPage, otherWord: String?)
}

/// The pages of a rule, of a key, or of the keys with this name in other tools. The error suggests similar
/// names, or names that contain the word.
private func explainedPages(named name: String) throws(UsageError) -> [ExplainedPage] {
  if let page = RulePages.page(named: name) { return [.rule(page)] }
  if let page = MessagePage.page(named: name) { return [.message(page)] }
  let keys = KeyPage.pages(named: name)
  if !keys.isEmpty { return keys.map { .key($0, otherWord: nil) } }
  let meant = KeyPage.pages(forOtherWord: name)
  if !meant.isEmpty {
    return meant.map { .key($0, otherWord: name.split(separator: ".").last.map(String.init) ?? name) }
  }
  let successors = Rules.successors(ofFormerName: name)
  if !successors.isEmpty {
    throw usage(
      "rule \(quoted(name)) no longer exists; its findings are now \(successors.map(\.name).sentenceList())")
  }
  if let best = Suggestion.best(for: name, among: explainedNames) {
    throw usage("there is no rule and no key \(quoted(name)); did you mean '\(best)'?")
  }
  let word = name.lowercased()
  let related = (Rules.ids.map(\.name) + MessagePage.all.map(\.name)).filter {
    word != "" && $0.split(separator: "-").contains { $0.hasPrefix(word) }
  }
  throw usage(
    "there is no rule and no key \(quoted(name))"
      + (related.isEmpty ? "; `--list` lists all rules" : "; did you mean \(related.sentenceList())?"))
}

/// The form of printed pages.
private enum PageForm {
  case text
  case markdown
  case json

  init(isJSON: Bool, isMarkdown: Bool) throws(UsageError) {
    if isJSON, isMarkdown { throw usage("`--json` and `--markdown` cannot be combined") }
    self = isJSON ? .json : isMarkdown ? .markdown : .text
  }

  var list: String {
    switch self {
    case .text: RulePages.list
    case .markdown: RulePages.markdownIndex
    case .json: JSONValue.members(["rules": .array(RulePages.all.map(\.listing))]).indentedText
    }
  }

  func text(of pages: [ExplainedPage]) throws -> String {
    do {
      switch self {
      case .text:
        let usesColor = Console.output.usesColour
        return try pages.map { page throws(MediaListingProblem) in
          switch page {
          case .rule(let page): try page.text(useColor: usesColor)
          case .message(let page): page.text(useColor: usesColor)
          case .key(let page, let word): page.text(otherWord: word, useColor: usesColor)
          }
        }.joined(separator: "\n\n")
      case .markdown:
        return try pages.map { page throws(MediaListingProblem) in
          switch page {
          case .rule(let page): try page.markdown
          case .message(let page): page.markdown
          case .key(let page, _): page.markdown
          }
        }.joined(separator: "\n")
      case .json:
        var (rules, messages, keys): ([JSONValue], [JSONValue], [JSONValue]) = ([], [], [])
        for page in pages {
          switch page {
          case .rule(let page): rules.append(try page.json)
          case .message(let page): messages.append(page.json)
          case .key(let page, _): keys.append(page.json)
          }
        }
        let others = [("messages", messages), ("keys", keys)].filter { !$0.1.isEmpty }
        return JSONValue.object(
          ([("rules", rules)] + others).map { JSONValue.Member(name: $0.0, value: .array($0.1)) }
        ).indentedText
      }
    } catch { throw CommandFailure(.internalError, "the media of an example: \(error)") }
  }
}
