import Glibc
import Processes

/// A folder of one command's own in the folder for temporary files, removed with everything in it when the command is
/// done.
///
/// Making one also removes those of commands that were killed.
package final class WorkFolder {
  package let path: String
  private let use: UseLock?

  package convenience init() throws(WorkspaceError) { try self.init(in: temporaryFolder()) }

  /// One in another folder, such as one that other machines see.
  package init(in folder: String) throws(WorkspaceError) {
    Leftovers.removeFolders(in: folder, prefix: namePrefix)
    var path: String
    var use: UseLock?
    repeat {
      path = try makeTemporary(in: folder) { mkdtemp($0) != nil }.path
      use = UseLock(of: path)
      // Another command may have taken it for a leftover before it was locked.
    } while use == nil && !isThere(path)
    self.path = path
    self.use = use
  }

  deinit { remove() }

  /// For a process that ends by a signal, which runs no `deinit`.
  package func remove() { removeTree(path) }
}

private let namePrefix = "editc"

/// The folder for temporary files, as the environment names it.
private func temporaryFolder() throws(WorkspaceError) -> String {
  let named = try EnvironmentFolders.path("TMPDIR")
  return named.isEmpty ? "/tmp" : named
}

/// A file in a temporary folder, for readers that want a path; removed with this value.
///
/// It has a name: processes that have shut themselves in cannot follow the descriptors of others.
final class TemporaryCopy {
  private let folder: WorkFolder

  var path: String { folder.path + "/copy" }

  init(holding bytes: [UInt8]) throws(WorkspaceError) {
    folder = try WorkFolder()
    do throws(FileError) { try writeCarelessly(bytes, to: path) } catch { throw .file(error) }
  }
}

/// Makes something with a new name in the folder for temporary files. `make` gets a template that ends in `XXXXXX`, and
/// returns whether it worked.
private func makeTemporary(
  in folder: String, _ make: (UnsafeMutablePointer<CChar>) -> Bool
) throws(WorkspaceError) -> (path: String, folder: String) {
  var template = Array("\(folder)/\(Leftovers.folderPrefix(namePrefix))XXXXXX".utf8CString)
  let isMade = template.withUnsafeMutableBufferPointer { $0.baseAddress.map(make) ?? false }
  guard isMade else { throw .noTemporaryFile(folder: folder, reason: String(cString: strerror(errno))) }
  return (String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self), folder)
}
