import FoundationEssentials
import Glibc

/// A folder of its own for one test, removed when the last reference to it goes.
package final class TemporaryFolder: Sendable {
  package let root: String

  package init() throws {
    let base = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(base)/editc-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CannotMakeFolder(errno: errno) }
    root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)
  }

  package func path(_ name: String) -> String { root + "/" + name }

  /// Writes a file below the folder, making the folders it needs, and returns its path.
  @discardableResult
  package func write(_ name: String, _ text: String) throws -> String {
    let path = path(name)
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }
}

package struct CannotMakeFolder: Error {
  package let errno: Int32
}
