import Processes

/// Why the files of a package are refused, as the end of a sentence: "it contains a link, 'a'".
struct PackageRefusal: Error, Hashable, Sendable, Codable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// The names in a package, which every machine must be able to write, and its size so far.
struct PackageNames {
  private static let mostFiles = 10_000
  private static let mostBytes: Int64 = 256 << 20
  private static let mostPathBytes = 1000
  private static let mostNameBytes = 200

  private struct Known {
    let path: String
    let isFolder: Bool
  }

  /// By their spelling in lower case. Strings compare by what they show, so it also has one name for all ways to compose
  /// a letter.
  private var known: [String: Known] = [:]
  private var count = 0
  private var byteCount: Int64 = 0

  /// Adds a file or a folder; throws if it must not be in a package.
  mutating func add(_ path: String, byteCount: Int64, isFolder: Bool = false) throws(PackageRefusal) {
    count += 1
    guard count <= Self.mostFiles else {
      throw PackageRefusal("it has more than \(Self.mostFiles) files")
    }
    let (sum, overflow) = self.byteCount.addingReportingOverflow(byteCount)
    guard !overflow, byteCount >= 0, sum <= Self.mostBytes else {
      throw PackageRefusal("its files have more than \(Self.mostBytes >> 20) MiB")
    }
    self.byteCount = sum
    try check(path)
    let names = path.split(separator: "/")
    for end in names.indices.dropLast() {
      try note(names[...end].joined(separator: "/"), isFolder: true)
    }
    try note(path, isFolder: isFolder)
  }

  private func check(_ path: String) throws(PackageRefusal) {
    let shown = "'\(path.prefix(100))'"
    guard !path.hasPrefix("/") else { throw PackageRefusal("the path \(shown) is absolute") }
    guard path.utf8.count <= Self.mostPathBytes else {
      throw PackageRefusal("the path \(shown) has more than \(Self.mostPathBytes) bytes")
    }
    for name in path.split(separator: "/", omittingEmptySubsequences: false) {
      switch name {
      case "", ".": throw PackageRefusal("the path \(shown) has an empty name or `.`")
      case "..": throw PackageRefusal("the path \(shown) contains `..`")
      case _ where name.lowercased() == ".git":
        throw PackageRefusal("it contains a git folder, \(shown)")
      case _ where name.utf8.count > Self.mostNameBytes:
        throw PackageRefusal("a name in \(shown) has more than \(Self.mostNameBytes) bytes")
      case _ where name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }):
        throw PackageRefusal("a name contains a control character or a backslash")
      default: break
      }
    }
  }

  private mutating func note(_ path: String, isFolder: Bool) throws(PackageRefusal) {
    let key = path.lowercased()
    guard let other = known[key] else {
      known[key] = Known(path: path, isFolder: isFolder)
      return
    }
    guard other.path.utf8.elementsEqual(path.utf8) else {
      throw PackageRefusal(
        "the names '\(other.path)' and '\(path)' differ only in letter case or accents")
    }
    guard other.isFolder, isFolder else { throw PackageRefusal("'\(path)' is there twice") }
  }
}
