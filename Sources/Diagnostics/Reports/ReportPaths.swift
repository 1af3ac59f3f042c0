/// File names for reports that other machines read, relative to the root of the checkout.
package struct ReportPaths: Sendable {
  /// The folder to which relative names refer, in parts.
  private let workingFolder: [String]
  private let root: [String]

  /// - Parameter root: A folder above the working folder that other machines also have; if it is missing or
  ///   elsewhere, the working folder is used.
  package init(workingFolder: String, root: String? = nil) {
    self.workingFolder = Self.parts(of: workingFolder, from: [])
    let wanted = root.map { Self.parts(of: $0, from: []) } ?? self.workingFolder
    self.root = self.workingFolder.starts(with: wanted) ? wanted : self.workingFolder
  }

  /// The path from the root; nil for a file outside it.
  package func relative(_ name: String) -> String? {
    let parts = Self.parts(of: name, from: workingFolder)
    guard parts.starts(with: root), parts.count > root.count else { return nil }
    return parts.dropFirst(root.count).joined(separator: "/")
  }

  /// The absolute path.
  package func absolute(_ name: String) -> String {
    "/" + Self.parts(of: name, from: workingFolder).joined(separator: "/")
  }

  private static func parts(of path: String, from folder: [String]) -> [String] {
    var parts = path.hasPrefix("/") ? [] : folder
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return parts
  }

  /// A path in a URI; all characters except unreserved ones are percent-encoded.
  static func percentEncoded(_ path: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    return path.utf8.map { byte in
      if plain.contains(byte) { return String(Unicode.Scalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
  }
}
