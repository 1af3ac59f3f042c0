/// The difference of two texts in the format of `diff -u` and git; empty if they are equal.
///
/// Lines are compared by their bytes and end with a line feed. `name` follows `a/` and `b/`.
package func unifiedDiff(from old: String, to new: String, name: String) -> String {
  let texts = (old: lines(of: old), new: lines(of: new))
  let changes = LineMatching.changes(from: texts.old, to: texts.new)
  guard !changes.isEmpty else { return "" }
  let hunks = Hunk.around(changes, oldCount: texts.old.count)
  return "--- \(header("a/", name))\n+++ \(header("b/", name))\n"
    + hunks.map { $0.text(texts.old, texts.new) }.joined()
}

/// A range of old lines and the new lines that replace it.
struct LineChange: Hashable {
  let old: Range<Int>
  let new: Range<Int>
}

/// The lines of a text, each with its line feed, if it has one.
private func lines(of text: String) -> [ArraySlice<UInt8>] {
  let bytes = Array(text.utf8)
  var lines: [ArraySlice<UInt8>] = []
  var start = 0
  for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
    lines.append(bytes[start...offset])
    start = offset + 1
  }
  return start < bytes.count ? lines + [bytes[start...]] : lines
}

/// Changes that are near each other, and the surrounding lines.
private struct Hunk {
  /// The number of unchanged lines shown around a change.
  static let context = 3
  let changes: ArraySlice<LineChange>
  let old: Range<Int>
  let new: Range<Int>

  static func around(_ changes: [LineChange], oldCount: Int) -> [Hunk] {
    var hunks: [Hunk] = []
    var start = 0
    for index in changes.indices {
      let isLast = index + 1 == changes.count
      guard isLast || changes[index + 1].old.lowerBound - changes[index].old.upperBound > 2 * context else {
        continue
      }
      hunks.append(Hunk(changes[start...index], oldCount: oldCount))
      start = index + 1
    }
    return hunks
  }

  private init(_ changes: ArraySlice<LineChange>, oldCount: Int) {
    self.changes = changes
    let first = changes.first ?? LineChange(old: 0..<0, new: 0..<0)
    let last = changes.last ?? first
    let before = min(Self.context, first.old.lowerBound)
    let after = min(Self.context, oldCount - last.old.upperBound)
    old = first.old.lowerBound - before..<last.old.upperBound + after
    new = first.new.lowerBound - before..<last.new.upperBound + after
  }

  func text(_ oldLines: [ArraySlice<UInt8>], _ newLines: [ArraySlice<UInt8>]) -> String {
    var bytes = Array("@@ -\(place(old)) +\(place(new)) @@\n".utf8)
    func add(_ mark: Character, _ lines: ArraySlice<ArraySlice<UInt8>>) {
      for line in lines {
        bytes += String(mark).utf8
        bytes += line
        if line.last != UInt8(ascii: "\n") { bytes += "\n\\ No newline at end of file\n".utf8 }
      }
    }
    var position = old.lowerBound
    for change in changes {
      add(" ", oldLines[position..<change.old.lowerBound])
      add("-", oldLines[change.old])
      add("+", newLines[change.new])
      position = change.old.upperBound
    }
    add(" ", oldLines[position..<old.upperBound])
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `3,7`: the first line and the number of lines; if there are none, the preceding line and 0.
  private func place(_ range: Range<Int>) -> String {
    if range.count == 1 { return "\(range.lowerBound + 1)" }
    return "\(range.isEmpty ? range.lowerBound : range.lowerBound + 1),\(range.count)"
  }
}

/// A name as git writes it in a header: relative, quoted if it contains characters that would end it, and
/// followed by a tab if it contains a blank.
private func header(_ prefix: String, _ name: String) -> String {
  var relative = name[...]
  while relative.hasPrefix("/") || relative.hasPrefix("./") {
    relative = relative.drop { $0 != "/" }.dropFirst()
  }
  let path = prefix + relative
  let needsQuotes = path.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0x22 || $0 == 0x5C }
  guard needsQuotes else { return path.contains(" ") ? path + "\t" : path }
  return "\"" + path.unicodeScalars.map(escaped).joined() + "\""
}

private func escaped(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\t": return "\\t"
  case "\n": return "\\n"
  case "\r": return "\\r"
  case "\"", "\\": return "\\\(scalar)"
  default:
    guard scalar.value < 0x20 || scalar.value == 0x7F else { return String(scalar) }
    let digits = String(scalar.value, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
