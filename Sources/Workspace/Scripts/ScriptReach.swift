import Lowering
import Processes

/// Determines where a script's files are, following links.
struct ScriptReach {
  /// Paths in the script are relative to this folder.
  let folder: String
  /// The folder that must contain the files; nil if they may be anywhere.
  let root: RootFolder?
  /// Messages quote only files in this folder. Others are none of a script's business.
  private let own: RootFolder?

  init(folder: String, root: RootFolder?) {
    self.folder = folder
    self.root = root
    own = root ?? (try? RootFolder(folder))
  }

  /// Nil for a file in the root or, without a root, in the script's folder.
  func of(_ file: String) -> PathReach? {
    let path = resolve(file, in: folder)
    if let root { return root.holds(path) == true ? nil : .refused }
    // If it is unknown, there is no finding: opening the file reports the error.
    guard own?.holds(path) == false else { return nil }
    return leavesFolder(file) ? .elsewhere : .linkedElsewhere
  }

  /// Whether messages may quote the file at a path.
  func quotes(_ path: String) -> Bool { own?.holds(path) == true }
}

/// Whether a path, as written, leaves the folder that it is relative to.
private func leavesFolder(_ path: String) -> Bool {
  if path.hasPrefix("/") { return true }
  var depth = 0
  for name in path.split(separator: "/") where name != "." {
    depth += name == ".." ? -1 : 1
    if depth < 0 { return true }
  }
  return false
}

/// Texts of files in a root; all others are rejected.
struct RootedTexts: TextSource {
  let base: any TextSource
  let root: RootFolder

  func bytes(ofFileAt path: String, limit: Int) throws(FileError) -> [UInt8] {
    if base is FilesOnDisk { return try root.read(path, limit: limit) }
    guard root.holds(path) == true else { throw FileError(.read, path, .outsideRoot(root.path)) }
    return try base.bytes(ofFileAt: path, limit: limit)
  }
}
