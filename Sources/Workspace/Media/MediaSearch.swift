import Processes

/// The files in a folder and its subfolders by name, for media that have moved since an edit was written.
package struct MediaSearch: Sendable {
  private var paths: [String: [String]] = [:]

  /// The largest number of files to search.
  private static let most = 200_000

  package init(below root: String) throws(WorkspaceError) {
    var open = [root]
    var count = 0
    while let folder = open.popLast() {
      let names: [String]
      do throws(FileError) { names = try listFolder(folder) } catch {
        // The named folder must exist; one of its subfolders may be private.
        guard folder == root else { continue }
        throw .file(error)
      }
      for name in names where !name.hasPrefix(".") {
        count += 1
        guard count <= Self.most else { return }
        let path = folder + "/" + name
        switch FileKind(at: path, followsLinks: false) {
        case .folder: open.append(path)
        case nil: continue
        default: paths[name, default: []].append(path)
        }
      }
    }
  }

  /// The files with a name.
  package func files(named name: String) -> [String] { paths[name] ?? [] }
}
