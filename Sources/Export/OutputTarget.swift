package import Processes

/// Where a film or a picture is to appear, and what may be lost there.
package struct OutputTarget: Sendable {
  package let path: String
  /// Whether a file that is there already may be replaced.
  package let replacesExisting: Bool

  package init(path: String, replacesExisting: Bool) {
    self.path = path
    self.replacesExisting = replacesExisting
  }

  /// Finds out before an hour of work whether a file can be put here; nothing of the attempt stays.
  ///
  /// `media` are files that it is made from, which not even `--force` replaces.
  package func check(sparing media: [FileIdentity]) throws(ExportError) {
    if let there = FileIdentity(ofFileAt: path), media.contains(where: { $0.isSameFile(as: there) }) {
      throw ExportError(
        .refusedByPolicy, "\(path) is one of the sources; name another file")
    }
    if !replacesExisting, isThere(path) {
      throw ExportError(.cannotCreate, "\(path) exists already; use --force to replace it")
    }
    let folders = MissingFolders(above: path)
    defer { folders.remove() }
    _ = try begin()
  }

  /// The file to write into.
  package func begin() throws(ExportError) -> AtomicFile {
    do throws(FileError) {
      try makeFolder(folder(of: path))
      return try AtomicFile(at: path)
    } catch { throw failure(error) }
  }

  /// Gives the file its name.
  package func commit(_ file: AtomicFile) throws(ExportError) {
    do throws(FileError) { try file.commit(replacing: replacesExisting) } catch {
      guard error.kind == .alreadyExists else { throw ExportError(error) }
      throw ExportError(.cannotCreate, "\(path) appeared in the meantime; use --force to replace it")
    }
  }

  private func failure(_ error: FileError) -> ExportError {
    ExportError(error.kind == .noSpace ? .inputOutput : .cannotCreate, error.description)
  }
}

/// The folders that have to be made for a file, so that they can be removed when nothing came of it.
struct MissingFolders {
  /// The innermost first.
  private let paths: [String]

  init(above path: String) {
    var paths: [String] = []
    var path = folder(of: path)
    while !isThere(path), path != folder(of: path) {
      paths.append(path)
      path = folder(of: path)
    }
    self.paths = paths
  }

  /// Removes those that are empty.
  func remove() {
    for path in paths { removeEmptyFolder(path) }
  }
}
