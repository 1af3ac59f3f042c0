import Processes

/// A folder of a package with its record, in which files stay as they were fetched.
package struct FetchedFolder: Hashable, Sendable {
  /// Absolute, without links.
  package let path: String

  /// The folder with a file, also a file that does not exist yet; nil for files of the project.
  package init?(ofFileAt file: String) {
    // A name that is not UTF-8 is none of a package.
    guard let folder = (try? realPath(Processes.folder(of: file))) ?? nil else { return nil }
    var path = folder
    while path != "/" {
      if Self.isRecord(PackageRecord.path(ofFolder: path)) {
        self.path = path
        return
      }
      path = Processes.folder(of: path)
    }
    return nil
  }

  /// Whether there is a record of editc, of any format.
  static func isRecord(_ path: String) -> Bool {
    guard FileKind(at: path, followsLinks: false) == .file else { return false }
    let start = try? readPart(of: path, from: 0, count: PackageRecord.mark.utf8.count)
    return start.map { $0 == Array(PackageRecord.mark.utf8) } ?? false
  }
}
