package import Processes
import Synchronization

/// Texts of another source, with a record of every text that was requested, whether it exists or not.
package final class NotedTexts: TextSource {
  private let base: any TextSource
  private let noted = Mutex<Set<String>>([])

  package init(_ base: any TextSource = FilesOnDisk()) {
    self.base = base
  }

  package var paths: Set<String> { noted.withLock { $0 } }

  package func bytes(ofFileAt path: String, limit: Int) throws(FileError) -> [UInt8] {
    noted.withLock { _ = $0.insert(path) }
    return try base.bytes(ofFileAt: path, limit: limit)
  }
}
