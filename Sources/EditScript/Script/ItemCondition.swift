import Basics
import Diagnostics
import YAMLTree

/// A condition on variables: `role`, or `{side: [left, top]}`. All entries must hold.
package struct ItemCondition: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package let variable: Located<String>
    /// The texts of which the value must be one; nil if the variable must be true, or not empty.
    package let texts: [Located<String>]?
  }

  package let entries: [Entry]
}

extension ItemCondition: CanonicalValue {
  package var canonicalText: String {
    if entries.count == 1, let only = entries.first, only.texts == nil { return only.variable.value }
    return flow(
      entries.map { entry in
        let texts = (entry.texts ?? []).map { onOneLine($0.value) }
        return (entry.variable.value, texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ", "))]")
      })
  }
}

extension Shape<ItemCondition> {
  /// The name of a variable, or variables with the texts of which their values must be one.
  static var condition: Shape {
    let texts = Shape<String>.text
      .map { text, subject, _ in [Located(text, at: subject.node.range)] }
      .or(Shape<[Located<String>]>.list(of: .text))
    let name = Shape<String>.value(.usableName).naming(.variable).map { name, subject, reading in
      reading.plainName(of: name, in: subject).map {
        ItemCondition(entries: [.init(variable: Located($0, at: subject.node.range), texts: nil)])
      }
    }
    let several = Shape.mapping(.named(noun: "variable", texts.description)) { entries, subject, reading in
      if entries.isEmpty {
        reading.reportEmptyCollection(subject, expecting: "a variable such as `side: left`")
      }
      return ItemCondition(
        entries: entries.compactMap { entry in
          texts.read(Subject(entry), reading).map {
            .init(variable: Located(entry.key, at: entry.keyRange), texts: $0)
          }
        })
    }
    return name.or(several.withKeys(.naming(.variable)))
  }
}

extension Reading {
  /// The name of a variable, which is written without `${…}`; nil after a diagnostic.
  fileprivate func plainName(of name: String, in subject: Subject) -> String? {
    guard case .scalar(let scalar) = subject.node.value, let used = variableNames(in: scalar.text).first
    else {
      return name
    }
    report(
      Diagnostic(
        .wrongType, "\(subject.name) takes the name of a variable, not its value", at: subject.node.range,
        hint: "write `\(subject.key): \(used)`",
        fixes: [
          Diagnostic.Fix(
            "write `\(used)`", [TextEdit(range: subject.node.range, replacement: used)], isSafe: false)
        ]))
    return nil
  }

  /// Whether all entries of a condition hold. True for one that cannot be decided, after a diagnostic.
  func holds(_ condition: ItemCondition) -> Bool {
    // All are read, so that each mistake is reported.
    condition.entries.map(holds).allSatisfy(\.self)
  }

  private func holds(_ entry: ItemCondition.Entry) -> Bool {
    let name = entry.variable.value
    guard let value = value(of: name, namedAt: entry.variable.range) else { return true }
    switch (value, entry.texts) {
    case (.text(let text), let texts?): return texts.contains { $0.value == text }
    case (.text(let text), nil):
      return variables?.entries[name]?.declaration.type.value == .flag ? Self.isTrue(text) : !text.isEmpty
    case (.list(let values), nil): return !values.isEmpty
    case (.list, _?):
      report(
        Diagnostic(
          .wrongType, "the variable `\(name)` is a list, which is compared with no text",
          at: entry.variable.range, hint: "write only its name: the item is shown if the list is not empty"))
      return true
    case (.unset, _), (.wrong, _): return true
    }
  }

  private static func isTrue(_ text: String) -> Bool {
    let scalar = ScalarText(text: text, range: SourceRange(0, 0), start: nil)
    return if case .success(true) = ValueGrammar<Bool>.flag.read(scalar) { true } else { false }
  }
}
