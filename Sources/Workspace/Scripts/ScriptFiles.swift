import EditScript
import Processes

/// The scripts and settings that a command line names.
///
/// Without a path: every `*.edit` and `editc.yaml` file in the working folder and below. Folders are
/// searched; any other path is used as it is, whatever its name; `-` is standard input. Searching skips
/// hidden files and folders and links to folders, rejects links to files elsewhere, and sorts files by path.
package struct ScriptFiles: Sendable {
  /// Each once, in the order in which they were named.
  package private(set) var paths: [String] = []
  /// All except settings.
  package var scripts: [String] { paths.filter { DocumentKind(ofFileAt: $0) == .script } }
  /// Folders that could not be searched, or contain no script.
  package private(set) var failures: [(path: String, error: WorkspaceError)] = []
  /// Those that were named, not found in a folder.
  private var named: Set<String> = []

  /// The extension of scripts.
  package static let ending = ".edit"

  package init(named names: [String]) {
    var seen: Set<String> = []
    for name in names.isEmpty ? ["."] : names {
      let isFolder = name != "-" && FileKind(at: name, followsLinks: true) == .folder
      if !isFolder { named.insert(name) }
      paths += (isFolder ? scripts(below: name) : [name]).filter { seen.insert($0).inserted }
    }
  }

  /// Whether a script was found in a folder, and not named.
  package func isFound(_ path: String) -> Bool { !named.contains(path) }

  private mutating func scripts(below root: String) -> [String] {
    var found: [String] = []
    var open = [root]
    let searched = try? RootFolder(root)
    let failuresBefore = failures.count
    while let folder = open.popLast() {
      do throws(FileError) {
        var foreign: [String] = []
        for name in try listFolder(folder, foreign: &foreign) ?? [] where !name.hasPrefix(".") {
          look(at: path(of: name, in: folder), in: searched, found: &found, folders: &open)
        }
        for name in foreign where Self.isWanted(name) {
          failures.append((path(of: name, in: folder), .foreignName(path(of: name, in: folder))))
        }
      } catch {
        failures.append((folder, .file(error)))
      }
    }
    if found.isEmpty, failures.count == failuresBefore { failures.append((root, .noScript(folder: root))) }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private mutating func look(
    at path: String, in root: RootFolder?, found: inout [String], folders: inout [String]
  ) {
    switch FileKind(at: path, followsLinks: false) {
    case .folder: folders.append(path)
    // A broken link is kept, because reading it reports the error.
    case .link where FileKind(at: path, followsLinks: true) == .folder: break
    // The command line does not name it, and messages would quote whatever file it leads to.
    case .link
    where Self.isWanted(path) && FileKind(at: path, followsLinks: true) != nil
      && root?.holds(path) == false:
      failures.append((path, .linkOutOfFolder(path: path)))
    case .file, .link: if Self.isWanted(path) { found.append(path) }
    case .special, nil: break
    }
  }

  private static func isWanted(_ path: String) -> Bool {
    path.hasSuffix(ending) || DocumentKind(ofFileAt: path) == .settings
  }

  private func path(of name: String, in folder: String) -> String {
    if folder == "." { return name }
    return folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}
