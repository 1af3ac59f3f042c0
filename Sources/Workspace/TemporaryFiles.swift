import Glibc
import Processes

/// A command's own temporary folder, removed with its contents when the command is done.
///
/// Creating one also removes those of killed commands.
package final class WorkFolder {
  package let path: String
  private let use: UseLock?

  package convenience init() throws(WorkspaceError) { try self.init(in: temporaryFolder()) }

  /// Creates one in another folder, such as one that other machines see.
  package init(in folder: String) throws(WorkspaceError) {
    Leftovers.removeFolders(in: folder, prefix: namePrefix)
    var path: String
    var use: UseLock?
    repeat {
      path = try makeTemporary(in: folder) { mkdtemp($0) != nil }.path
      use = UseLock(of: path)
      // Another command may have removed it as a leftover before it was locked.
    } while use == nil && !isThere(path)
    self.path = path
    self.use = use
  }

  deinit { remove() }

  /// For a process that ends by a signal, which runs no `deinit`.
  package func remove() { removeTree(path) }
}

private let namePrefix = "editc"

/// The folder for temporary files, from the environment.
private func temporaryFolder() throws(WorkspaceError) -> String {
  let named = try EnvironmentFolders.path("TMPDIR")
  return named.isEmpty ? "/tmp" : named
}

/// A file in a temporary folder, for readers that need a path; removed with this value.
///
/// It has a name because confined processes cannot open other processes' descriptors.
final class TemporaryCopy {
  private let folder: WorkFolder

  var path: String { folder.path + "/copy" }

  init(holding bytes: [UInt8]) throws(WorkspaceError) {
    folder = try WorkFolder()
    do throws(FileError) { try writeCarelessly(bytes, to: path) } catch { throw .file(error) }
  }
}

/// Creates something with a new name in the folder for temporary files. `make` gets a template that ends in
/// `XXXXXX`, and returns whether it succeeded.
private func makeTemporary(
  in folder: String, _ make: (UnsafeMutablePointer<CChar>) -> Bool
) throws(WorkspaceError) -> (path: String, folder: String) {
  var template = Array("\(folder)/\(Leftovers.folderPrefix(namePrefix))XXXXXX".utf8CString)
  let isMade = template.withUnsafeMutableBufferPointer { $0.baseAddress.map(make) ?? false }
  guard isMade else { throw .noTemporaryFile(folder: folder, reason: String(cString: strerror(errno))) }
  return (String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self), folder)
}
