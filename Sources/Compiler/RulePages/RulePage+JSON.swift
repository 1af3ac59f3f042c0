package import Basics
import Diagnostics

extension RulePage {
  /// The page for programs.
  package var json: JSONValue {
    get throws(MediaListingProblem) {
      guard case .object(let summary) = listing else { return listing }
      let allowing = try suppression.map { [JSONValue.Member(name: "suppression", value: .string($0))] } ?? []
      let examples = try examples.map { example throws(MediaListingProblem) in try json(example) }
      return .object(
        summary + [.init(name: "explanation", value: .string(id.explanation))] + allowing
          + [.init(name: "examples", value: .array(examples))])
    }
  }

  /// The rule's entry in the list.
  package var listing: JSONValue {
    .members([
      "id": .string(id.name), "severity": .string(id.severity.rawValue),
      "needsMedia": .bool(id.needsMedia), "title": .string(id.title),
    ])
  }

  private func json(_ example: RuleExample) throws(MediaListingProblem) -> JSONValue {
    let checked = try CheckedExample(example)
    return .membersPresent([
      "remark": .string(example.remark), "script": .string(example.script), "media": .string(example.media),
      "table": example.table.isEmpty ? nil : .string(example.table),
      "played": example.played.isEmpty ? nil : .string(example.played),
      "report": .string(checked.report(useColor: false)),
    ])
  }
}

extension RulePages {
  /// A line for each rule: its name, its severity, `media` if it needs them, and its title.
  package static var list: String {
    let width = all.map(\.id.name.count).max() ?? 0
    return all.map { page in
      let id = page.id
      let columns = [
        id.name.padded(to: width), id.severity.rawValue.padded(to: "warning".count),
        (id.needsMedia ? "media" : "").padded(to: "media".count), id.title,
      ]
      return columns.joined(separator: "  ") + "\n"
    }.joined()
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
