package import Composition
import FoundationEssentials
package import LibAV
import Processes

/// A media file that a new script will name.
package struct NewScriptMedia: Sendable {
  /// As the caller spells it.
  package let path: String
  /// As the new script must spell it.
  package let spelling: String
  package let result: Result<ProbedMedia, LibAVError>
}

extension Workspace {
  /// Probes media files for a script that will be written into `folder`, which need not exist yet.
  package func media(
    at paths: [String], forScriptIn folder: String
  ) throws(WorkspaceError) -> [NewScriptMedia] {
    zip(paths, try probe.look(at: paths)).map { path, finding in
      NewScriptMedia(path: path, spelling: relativePath(from: folder, to: path), result: finding.probed)
    }
  }
}

/// The path of a file, relative to a folder. Keeps the file's name, even if it is a link.
package func relativePath(from folder: String, to path: String) -> String {
  let here = FileManager.default.currentDirectoryPath
  if folder == ".", !path.hasPrefix("/") { return withoutDots(path) }
  guard let start = resolved(folder, here), let end = resolved(Processes.folder(of: path), here) else {
    return path
  }
  let from = start.split(separator: "/")
  let to = end.split(separator: "/")
  let common = zip(from, to).prefix { $0 == $1 }.count
  let steps = from.dropFirst(common).map { _ in ".." } + to.dropFirst(common).map(String.init)
  return (steps + [lastComponent(of: path)]).joined(separator: "/")
}

/// `./a//b` becomes `a/b`. `..` stays, because the folder before it can be a link.
private func withoutDots(_ path: String) -> String {
  path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
}

/// The absolute path of a folder without links, including names that do not exist yet. Nil if `..` follows
/// such a name.
private func resolved(_ folder: String, _ here: String) -> String? {
  let absolute = folder.hasPrefix("/") ? folder : here + "/" + folder
  if let real = try? realPath(absolute) { return real }
  let parent = Processes.folder(of: absolute)
  guard parent != absolute, lastComponent(of: absolute) != ".." else { return nil }
  return resolved(parent, here).map { $0 + "/" + lastComponent(of: absolute) }
}
