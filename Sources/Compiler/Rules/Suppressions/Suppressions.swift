package import Basics
package import Diagnostics
import EditScript
package import YAMLTree

/// The findings that a script's author has checked and allows, by comments at the end of their line or on the
/// line before.
///
/// Only warnings and notes can be allowed: a script with an error has no film, whatever its comments allow.
package struct Suppressions {
  private let comments: [SuppressionComment]
  private let source: SourceText
  /// The comments that cover each line, by its number.
  private let byLine: [Int: [Int]]

  package init(in tree: YAMLTree, of source: SourceText) {
    comments = SuppressionComment.all(in: tree, of: source)
    self.source = source
    byLine = Dictionary(grouping: comments.indices) { [comments] in comments[$0].coveredLine }
  }

  /// The findings that are not allowed, and the findings about the comments.
  ///
  /// `diagnostics` must be those of all phases: a comment is unused only if everything that it could allow
  /// was checked.
  package func applied(to diagnostics: [Diagnostic]) -> [Diagnostic] {
    guard !comments.isEmpty else { return diagnostics }
    var effect = Effect(checked: CheckedRules(diagnostics))
    let kept = diagnostics.filter { !allows($0, &effect) }
    var own: [Finding] = []
    for comment in comments { own += findings(about: comment, &effect) }
    let remaining = own.filter { finding in
      finding.comment.allowed[finding.diagnostic.id.name] == nil && !allows(finding.diagnostic, &effect)
    }
    return kept + remaining.map(\.diagnostic)
  }
}

extension Suppressions {
  /// The effects of the comments.
  private struct Effect {
    /// Names that allowed a finding, by their ranges.
    var used: Set<SourceRange> = []
    /// Names whose rule reports an error in the line.
    var powerless: Set<SourceRange> = []
    let checked: CheckedRules
    /// The number of unknown words that still get a suggestion, because comparing words takes time.
    var suggestionsLeft = 200
  }

  private struct Finding {
    let comment: SuppressionComment
    let diagnostic: Diagnostic
  }

  private func allows(_ diagnostic: Diagnostic, _ effect: inout Effect) -> Bool {
    guard let range = diagnostic.range else { return false }
    let names = (byLine[source.line(at: range.start)] ?? [])
      .compactMap { comments[$0].allowed[diagnostic.id.name] }
    if diagnostic.severity == .error {
      effect.powerless.formUnion(names)
      return false
    }
    effect.used.formUnion(names)
    return !names.isEmpty
  }

  private func findings(about comment: SuppressionComment, _ effect: inout Effect) -> [Finding] {
    let problems: [Diagnostic]
    if comment.instruction.text != SuppressionComment.allow {
      problems = [unknownInstruction(in: comment)]
    } else if comment.names.isEmpty {
      problems = [
        Diagnostic(
          .unknownSuppression, "`allow` names no rule", at: comment.instruction.range,
          hint: "add the name of a rule, such as `# editc: allow no-sound`")
      ]
    } else {
      problems = findings(aboutNamesOf: comment, &effect)
    }
    return problems.map { Finding(comment: comment, diagnostic: $0) }
  }

  private func findings(
    aboutNamesOf comment: SuppressionComment, _ effect: inout Effect
  ) -> [Diagnostic] {
    let unused = Set(comment.names.indices.filter { isUnused($0, of: comment, effect) })
    return comment.names.indices.compactMap { index in
      let name = comment.names[index]
      guard Rules.id(named: name.text) != nil else { return unknownRule(name, &effect) }
      if effect.powerless.contains(name.range), !effect.used.contains(name.range) {
        return Diagnostic(
          .unusedSuppression, "`\(name.text)` is an error here, and errors cannot be suppressed",
          at: name.range,
          hint: "fix the error and remove the comment")
      }
      guard unused.contains(index) else { return nil }
      let isWhole = unused.count == comment.names.count
      let removed = isWhole ? comment.removal(in: source) : comment.removal(ofNameAt: index)
      let title = isWhole ? "remove the comment" : "remove `\(name.text)`"
      return Diagnostic(
        .unusedSuppression, "`\(name.text)` reports nothing here", at: name.range,
        fixes: [Diagnostic.Fix(title, [TextEdit(range: removed, replacement: "")], isSafe: true)])
    }
  }

  private func isUnused(_ index: Int, of comment: SuppressionComment, _ effect: Effect) -> Bool {
    let name = comment.names[index]
    guard let id = Rules.id(named: name.text), effect.checked.contains(id) else { return false }
    return !effect.used.contains(name.range) && !effect.powerless.contains(name.range)
  }
}

// MARK: - Unknown words

extension Suppressions {
  /// Words that people write instead of `allow`, as in other tools.
  private static let synonyms = ["ignore", "disable", "skip", "suppress", "noqa", "permit", "off"]

  private func unknownInstruction(in comment: SuppressionComment) -> Diagnostic {
    let word = comment.instruction
    guard !word.text.isEmpty else {
      return Diagnostic(
        .unknownSuppression, "the comment has no instruction", at: comment.range,
        hint: "write `# editc: allow` and the rule names")
    }
    let allow = SuppressionComment.allow
    let bare = word.text.filter { $0 != ":" && $0 != "=" }
    let near = Suggestion.best(for: bare, among: [allow] + Self.synonyms)
    return Diagnostic(
      .unknownSuppression, "`\(word.text)` is not an instruction, expected `\(allow)`", at: word.range,
      fixes: near.map { [write(allow, for: word, isSafe: Suggestion.isSlip(bare, for: $0))] } ?? [])
  }

  private func unknownRule(_ name: SuppressionComment.Word, _ effect: inout Effect) -> Diagnostic {
    let successors = Rules.successors(ofFormerName: name.text)
    if !successors.isEmpty { return formerRule(name, now: successors) }
    effect.suggestionsLeft -= 1
    let near =
      effect.suggestionsLeft < 0
      ? nil : Suggestion.best(for: name.text, among: Rules.ids.map(\.name))
    return Diagnostic(
      .unknownSuppression, "there is no rule `\(name.text)`", at: name.range,
      hint: near.map { "did you mean `\($0)`?" } ?? "`editc explain --list` lists all rules",
      fixes: near.map { [write($0, for: name, isSafe: Suggestion.isSlip(name.text, for: $0))] } ?? [])
  }

  /// A name of an earlier version: only those of its successors that are not errors can be allowed.
  private func formerRule(_ name: SuppressionComment.Word, now rules: [DiagnosticID]) -> Diagnostic {
    let allowable = rules.filter { $0.severity != .error }.map(\.name)
    return Diagnostic(
      .unknownSuppression, "the rule `\(name.text)` no longer exists", at: name.range,
      hint: allowable.isEmpty
        ? "its findings now have other names and are all errors, which cannot be suppressed"
        : "it is now called \(allowable.map { "`\($0)`" }.joined(separator: " or "))",
      fixes: allowable.map {
        Diagnostic.Fix("write `\($0)`", [TextEdit(range: name.range, replacement: $0)], isSafe: false)
      })
  }

  private func write(_ text: String, for word: SuppressionComment.Word, isSafe: Bool) -> Diagnostic.Fix {
    Diagnostic.Fix("write `\(text)`", [TextEdit(range: word.range, replacement: text)], isSafe: isSafe)
  }
}
