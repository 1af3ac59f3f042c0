/// The file name of an output with the next free number: `out/take-%n.mp4`.
package struct NumberedName: Hashable, Sendable {
  /// With its slash; empty for the folder of the script.
  package let folder: String
  /// The name up to the number, and what follows it.
  package let prefix: String
  package let suffix: String

  private init(folder: String, prefix: String, suffix: String) {
    (self.folder, self.prefix, self.suffix) = (folder, prefix, suffix)
  }

  /// Nil for a path without `%n`, or with one at a wrong place.
  package init?(_ path: String) {
    let marks = Mark.all(in: path)
    guard Self.problem(in: path) == nil, let mark = marks.first else { return nil }
    let before = path.utf8[..<mark.range.lowerBound]
    let start = before.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
    folder = String(path[..<start])
    prefix = String(path[start..<mark.range.lowerBound])
    suffix = String(path[mark.range.upperBound...])
  }

  /// The same name in another folder, with its slash.
  package func inFolder(_ folder: String) -> NumberedName {
    NumberedName(folder: folder, prefix: prefix, suffix: suffix)
  }

  package func path(of number: Int64) -> String { folder + prefix + String(number) + suffix }

  /// The name of the file that reserves a number while a film is rendered. All names of a folder with the same
  /// beginning share their numbers.
  package func reservation(of number: Int64) -> String {
    // A name has at most 255 bytes. A shorter one only makes different names share their numbers.
    var start = prefix
    while start.utf8.count > 180 { start.removeLast() }
    return ".\(start)%n.\(number).partial"
  }

  /// The number in a name of the folder, whatever its extension: `take-7.mp4`, but also `take-7.en.srt`. Nil for
  /// other names.
  package func number(in name: String) -> Int64? {
    guard name.hasPrefix(prefix) else { return nil }
    let rest = name.utf8.dropFirst(prefix.utf8.count)
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    let stem = suffix.utf8.lastIndex(of: UInt8(ascii: ".")).map { suffix.utf8[..<$0] } ?? suffix.utf8[...]
    // What follows the number can begin with digits, too.
    for count in stride(from: min(digits.count, Self.mostDigits), to: 0, by: -1) {
      let after = rest.dropFirst(count)
      guard after.starts(with: stem), [nil, UInt8(ascii: ".")].contains(after.dropFirst(stem.count).first)
      else { continue }
      return Int64(String(Substring(digits.prefix(count))))
    }
    return nil
  }

  /// Longer numbers are not counted on.
  private static let mostDigits = 15
}

extension NumberedName {
  /// A mistake with `%n` in a path.
  package enum Problem: Hashable, Sendable {
    case inFolder
    case twice
    /// A number of digits, as in `%03n`.
    case digits(String)

    /// The message and the hint.
    package var words: (message: String, hint: String) {
      switch self {
      case .inFolder:
        (
          "`%n` is in the name of a folder, but only the name of a file can have the next free number",
          "write it in the file name, such as `out/take-%n.mp4`"
        )
      case .twice: ("the path has several `%n`, but a file has one number", "keep one, in the file name")
      case .digits(let written):
        ("`\(written)` is not a placeholder; the next free number has no leading zeros", "write `%n`")
      }
    }
  }

  /// The first mistake in a path; nil without one, and without `%n`.
  package static func problem(in path: String) -> Problem? {
    let marks = Mark.all(in: path)
    if let mark = marks.first(where: \.hasDigits) { return .digits(String(path[mark.range])) }
    if marks.contains(where: { path.utf8[$0.range.upperBound...].contains(UInt8(ascii: "/")) }) {
      return .inFolder
    }
    return marks.count > 1 ? .twice : nil
  }

  /// Whether a path has `%n`, even at a wrong place.
  package static func isWritten(in path: String) -> Bool { !Mark.all(in: path).isEmpty }

  /// A `%n`, or a `%03n`, that no letter follows.
  private struct Mark {
    let range: Range<String.Index>
    let hasDigits: Bool

    static func all(in path: String) -> [Mark] {
      let bytes = path.utf8
      return bytes.indices.filter { bytes[$0] == UInt8(ascii: "%") }.compactMap { start in
        let digits = bytes[bytes.index(after: start)...].prefix { (0x30...0x39).contains($0) }
        guard digits.endIndex < bytes.endIndex, bytes[digits.endIndex] == UInt8(ascii: "n") else {
          return nil
        }
        let end = bytes.index(after: digits.endIndex)
        if end < bytes.endIndex, (0x61...0x7a).contains(bytes[end] | 0x20) { return nil }
        return Mark(range: start..<end, hasDigits: !digits.isEmpty)
      }
    }
  }
}
