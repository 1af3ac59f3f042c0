package import Basics
import Compiler
package import Diagnostics
import Lowering

/// A change to a script that is offered at a place.
package struct ScriptAction: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Repairs a finding.
    case repair
    case rewrite
    case extract
  }

  package let title: String
  package let kind: Kind
  package let edits: [TextEdit]
  /// The finding that it repairs; nil for other kinds.
  package let finding: Diagnostic?
  /// Whether it can be applied without review.
  package let isPreferred: Bool

  init(
    _ title: String, _ kind: Kind, _ edits: [TextEdit], finding: Diagnostic? = nil, isPreferred: Bool = false
  ) {
    self.title = title
    self.kind = kind
    self.edits = edits
    self.finding = finding
    self.isPreferred = isPreferred
  }
}

extension ScriptText {
  /// The actions in a part of the text. `film` is only used if it was compiled from this text.
  package func actions(in range: SourceRange, film: FilmKnowledge?) -> [ScriptAction] {
    let current = film.flatMap { $0.source.bytes == source.bytes ? $0 : nil }
    let findings = (current?.compilation.diagnostics ?? findings).filter { $0.touches(range) }
    return findings.flatMap(repairs) + findings.compactMap(allowing)
      + conversions(at: range.start, rate: film?.film?.rate)
      + [naming(fileAt: range.start)].compactMap(\.self)
      + (current.map { splits(at: range.start, film: $0) } ?? [])
  }

  private func repairs(of finding: Diagnostic) -> [ScriptAction] {
    finding.fixes.filter { !$0.edits.isEmpty }.map { fix in
      ScriptAction(
        fix.title, .repair, fix.edits, finding: finding, isPreferred: fix.isSafe && finding.fixes.count == 1)
    }
  }

  /// The edit that makes all safe repairs; nil if there are none.
  package func repairedAll(_ check: (SourceText) -> [Diagnostic]) -> TextEdit? {
    let repair = Repair(of: source) { (text: SourceText) throws(Never) in check(text) }
    guard repair.fixed > 0, repair.refused == nil else { return nil }
    return source.smallestEdit(to: repair.source.bytes)
  }
}

extension Diagnostic {
  fileprivate func touches(_ other: SourceRange) -> Bool {
    guard let range else { return false }
    return range.start <= other.end && other.start <= range.end
  }
}

extension SourceText {
  /// The single edit that turns this text into another one.
  func smallestEdit(to new: [UInt8]) -> TextEdit? {
    let moved = MovedText(from: self, to: SourceText(name: name, bytes: new))
    guard let place = moved.difference else { return nil }
    var (start, oldEnd, newEnd) = (place.start, place.oldEnd, place.newEnd)
    // Do not split a character.
    while start > 0, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    while oldEnd < bytes.count, bytes[oldEnd] & 0xC0 == 0x80 { (oldEnd, newEnd) = (oldEnd + 1, newEnd + 1) }
    return TextEdit(
      range: SourceRange(start, oldEnd), replacement: String(decoding: new[start..<newEnd], as: UTF8.self))
  }
}
