import Processes

/// Files of a folder and of the folders below it by their names, for media that are no longer where an edit says.
package struct MediaSearch: Sendable {
  private var paths: [String: [String]] = [:]

  /// More files than this are not searched.
  private static let most = 200_000

  package init(below root: String) throws(WorkspaceError) {
    var open = [root]
    var count = 0
    while let folder = open.popLast() {
      let names: [String]
      do throws(FileError) { names = try listFolder(folder) } catch {
        // The folder that was named has to be there; one below it may be private.
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

  /// The files of a name.
  package func files(named name: String) -> [String] { paths[name] ?? [] }
}
