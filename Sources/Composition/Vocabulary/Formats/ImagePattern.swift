/// The file names of an image sequence: `shots/%04d.png`.
package struct ImagePattern: Hashable, Sendable {
  /// The folder, with its slash, and the name up to the number.
  package let prefix: String
  package let suffix: String
  /// The minimum number of digits.
  package let width: Int

  /// Nil for a path without a placeholder for a number.
  package init?(_ path: String) {
    guard let percent = path.utf8.lastIndex(of: UInt8(ascii: "%")) else { return nil }
    let rest = path[path.index(after: percent)...]
    guard let end = rest.firstIndex(of: "d"), case let digits = rest[..<end], !rest.contains("/"),
      digits.isEmpty || (digits.utf8.count <= 2 && digits.utf8.first == UInt8(ascii: "0")),
      let width = digits.isEmpty ? 1 : Int(digits), width <= 18
    else { return nil }
    prefix = String(path[..<percent])
    suffix = String(rest[rest.index(after: end)...])
    self.width = max(1, width)
  }

  /// The folder of the pictures, with its slash; empty for the folder of the script.
  package var folder: String {
    prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
  }

  package func path(of number: Int64) -> String {
    let digits = String(number)
    return prefix + String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits + suffix
  }

  /// The number in a file name of the folder; nil for other names.
  package func number(in name: String) -> Int64? {
    let start = prefix.dropFirst(folder.count)
    guard name.hasPrefix(start), name.hasSuffix(suffix), name.count > start.count + suffix.count else {
      return nil
    }
    let digits = name.dropFirst(start.count).dropLast(suffix.count)
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(digits),
      folder + name == path(of: number)
    else { return nil }
    return number
  }
}
