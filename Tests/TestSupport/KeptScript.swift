import Foundation

/// A script of an earlier edition of editc, which stays as it was written, and the digest of what it made then.
package struct KeptScript: Sendable {
  package let name: String
  package let digest: String
  package let text: String

  /// A file of them: each begins with a line `=== NAME: DIGEST`.
  package static func all(inFileAt path: String) throws -> [KeptScript] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.components(separatedBy: "=== ").dropFirst().compactMap { part in
      guard let end = part.firstIndex(of: "\n") else { return nil }
      let title = part[..<end].components(separatedBy: ": ")
      guard let digest = title.last, title.count > 1 else { return nil }
      let name = title.dropLast().joined(separator: ": ")
      return KeptScript(name: name, digest: digest, text: String(part[part.index(after: end)...]))
    }
  }
}
