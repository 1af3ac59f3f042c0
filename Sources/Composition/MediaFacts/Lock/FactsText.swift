package import ContentDigest

/// The facts of one file as text, which the cache stores. Damaged text counts as missing.
package struct FactsText: Sendable {
  package let facts: MediaFacts

  package init(_ facts: MediaFacts) {
    self.facts = facts
  }

  /// One fact per line; the last line is a digest of the others, which detects any damage.
  package func text() throws(DigestFailure) -> String {
    let body = MediaFacts.fields.records(of: facts).map { $0.line + "\n" }.joined()
    return body + "sha256 \(try ContentDigest.of(text: body))\n"
  }

  /// Nil unless the bytes are exactly a result of `text`.
  package init?(_ bytes: [UInt8]) {
    let closing = "sha256 ".utf8.count + 64 + 1
    guard bytes.count > closing, let stated = Self.digest(in: bytes.suffix(closing)),
      let digest = try? ContentDigest.of(Array(bytes.dropLast(closing))), digest == stated,
      let lines = factLines(bytes.dropLast(closing)),
      let facts = try? MediaFacts.fields.subject(from: lines)
    else { return nil }
    self.facts = facts
  }

  private static func digest(in line: ArraySlice<UInt8>) -> ContentDigest? {
    guard line.starts(with: "sha256 ".utf8), line.last == UInt8(ascii: "\n") else { return nil }
    return ContentDigest(hex: String(decoding: line.dropFirst(7).dropLast(), as: UTF8.self))
  }
}

extension FactRecord {
  var line: String { value.isEmpty ? key : "\(key) \(value)" }
}

private func factLines(_ bytes: ArraySlice<UInt8>) -> [FactLine]? {
  var lines: [FactLine] = []
  for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
    guard let line = FactLine(bytes: line, number: index + 1) else { return nil }
    lines.append(line)
  }
  return lines
}

extension MediaFacts {
  /// The differences from earlier facts: "lasts 10s, not 12s".
  package func differences(from earlier: MediaFacts) -> [String] {
    let now = MediaFacts.fields.records(of: self)
    let then = MediaFacts.fields.records(of: earlier)
    let old = Dictionary(then.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    let kept = Set(now.map(\.key))
    let changed = now.compactMap { record -> String? in
      guard let value = old[record.key] else { return "\(record.line), which is new" }
      return value == record.value ? nil : "\(record.line), not \(value)"
    }
    return changed + then.filter { !kept.contains($0.key) }.map { "\($0.line) no longer" }
  }
}
