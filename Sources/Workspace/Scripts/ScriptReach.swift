import Lowering
import Processes

/// Where the files that a script names are, links followed.
struct ScriptReach {
  /// Paths of the script are relative to it.
  let folder: String
  /// The folder that files must be in; nil if they may be anywhere.
  let root: RootFolder?
  /// Messages quote what is in files of this folder. Other files are none of a script's business.
  private let own: RootFolder?

  init(folder: String, root: RootFolder?) {
    self.folder = folder
    self.root = root
    own = root ?? (try? RootFolder(folder))
  }

  /// Nil for a file in the root, or in the folder of the script if there is none.
  func of(_ file: String) -> PathReach? {
    let path = resolve(file, in: folder)
    if let root { return root.holds(path) == true ? nil : .refused }
    // What cannot be found out is no finding; opening the file gives the error.
    guard own?.holds(path) == false else { return nil }
    return leavesFolder(file) ? .elsewhere : .linkedElsewhere
  }

  /// Whether messages may quote from the file at a path for this process.
  func quotes(_ path: String) -> Bool { own?.holds(path) == true }
}

/// Whether a path leaves the folder that it is relative to, as it is written.
private func leavesFolder(_ path: String) -> Bool {
  if path.hasPrefix("/") { return true }
  var depth = 0
  for name in path.split(separator: "/") where name != "." {
    depth += name == ".." ? -1 : 1
    if depth < 0 { return true }
  }
  return false
}

/// Texts of files in a root; all others are refused.
struct RootedTexts: TextSource {
  let base: any TextSource
  let root: RootFolder

  func bytes(ofFileAt path: String, limit: Int) throws(FileError) -> [UInt8] {
    if base is FilesOnDisk { return try root.read(path, limit: limit) }
    guard root.holds(path) == true else { throw FileError(.read, path, .outsideRoot(root.path)) }
    return try base.bytes(ofFileAt: path, limit: limit)
  }
}
