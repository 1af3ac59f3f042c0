import Basics
import Diagnostics
import EditScript
package import Processes

/// The files of settings that count for a command, the nearest first.
///
/// They are looked for in a folder and in those above it, up to the root of the repository or of the file system, and
/// then in the user's configuration. Nothing that they say is carried out here.
package struct SettingsSearch: Sendable {
  package private(set) var files: [SettingsFile] = []

  /// `folder` is that of the script, or where the command runs; nil for the user's configuration alone.
  package init(
    from folder: String?, withUser: Bool = true, texts: any TextSource = FilesOnDisk()
  ) throws(WorkspaceError) {
    let own = try Self.userFolder()
    let realOwn = own.flatMap(realFolder)
    if let folder, let start = try Self.start(at: folder) {
      let owners = ownersOfFile(start).union([ownUser, 0])
      let folders = Self.foldersToSearch(from: start)
      for folder in folders where folder != realOwn {
        guard let path = try Self.file(in: folder) else { continue }
        // Whoever can write into a folder above, such as /tmp, does not decide about the scripts of others.
        guard ownersOfFile(path).isSubset(of: owners) else {
          throw .foreignSettings(path: Self.shown(path))
        }
        // Findings quote the text of the file, and a link can lead to any file.
        if FileKind(at: path, followsLinks: false) == .link, !Self.isLinked(path, inside: folders) {
          throw .linkOutOfFolder(path: Self.shown(path))
        }
        files.append(try SettingsFile(at: path, named: Self.shown(path), of: .scripts, texts: texts))
      }
    }
    if let own, withUser, let path = try Self.file(in: own) {
      files.append(try SettingsFile(at: path, named: path, of: .user, texts: texts))
    }
  }

  /// The folder without links; nil if it is not there, which the reading of the script says.
  private static func start(at folder: String) throws(WorkspaceError) -> String? {
    do throws(FileError) { return try realPath(folder) } catch {
      // Paths of settings could not be said.
      if isThere(path(of: TeamSettings.fileName, in: folder)) { throw .file(error) }
      return nil
    }
  }

  package var hasErrors: Bool { files.contains { $0.diagnostics.hasErrors } }

  /// `editc` in the user's configuration; nil if the environment has no place for one.
  private static func userFolder() throws(WorkspaceError) -> String? {
    let base = try EnvironmentFolders.path("XDG_CONFIG_HOME")
    if base.hasPrefix("/") { return base + "/editc" }
    let home = try EnvironmentFolders.path("HOME")
    return home.hasPrefix("/") ? home + "/.config/editc" : nil
  }

  /// A folder and those above it; the root of a repository is the last.
  private static func foldersToSearch(from start: String) -> [String] {
    var folders = [start]
    while let last = folders.last, last != "/", !isThere(path(of: ".git", in: last)) {
      folders.append(folder(of: last))
    }
    return folders
  }

  /// Whether a link stays in the repository, or in its folder if there is none.
  private static func isLinked(_ path: String, inside folders: [String]) -> Bool {
    let isRepository = folders.last.map { isThere(Self.path(of: ".git", in: $0)) } == true
    let root = isRepository ? folders.last ?? "/" : folder(of: path)
    return (try? RootFolder(root))?.holds(path) == true
  }

  /// The settings in a folder; nil if there are none. Throws if there is what looks like settings and would not be read.
  private static func file(in folder: String) throws(WorkspaceError) -> String? {
    for name in ["editc.yml", ".editc.yaml", ".editc.yml"] {
      let misnamed = path(of: name, in: folder)
      if FileKind(at: misnamed, followsLinks: true) == .file {
        throw .misnamedSettings(path: shown(misnamed))
      }
    }
    let path = path(of: TeamSettings.fileName, in: folder)
    return isThere(path) ? path : nil
  }

  private static func path(of name: String, in folder: String) -> String {
    folder == "/" ? "/" + name : folder + "/" + name
  }

  /// Relative to the working folder for a file below it.
  private static func shown(_ path: String) -> String {
    guard let working = realFolder("."), path.hasPrefix(working + "/") else { return path }
    return String(path.dropFirst(working.count + 1))
  }
}

extension SettingsFile {
  fileprivate init(
    at path: String, named name: String, of owner: SettingsOwner, texts: any TextSource
  ) throws(WorkspaceError) {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try texts.bytes(ofFileAt: path, limit: ScriptFile.mostBytes) } catch {
      throw .file(error)
    }
    try self.init(SourceText(name: name, bytes: bytes), in: Processes.folder(of: path), of: owner)
  }

  /// Settings that a command line names: those of the user if it is the same file.
  package init(_ file: ScriptFile, root: RootFolder? = nil) throws(WorkspaceError) {
    let own = try SettingsSearch.userFile().flatMap(FileIdentity.init(ofFileAt:))
    let isOwn = FileIdentity(ofFileAt: file.path).map { own?.isSameFile(as: $0) == true } ?? false
    try self.init(
      file.source, in: realFolder(file.folder) ?? file.folder, of: isOwn ? .user : .scripts,
      root: root)
  }
}

extension SettingsSearch {
  fileprivate static func userFile() throws(WorkspaceError) -> String? {
    try userFolder().map { path(of: TeamSettings.fileName, in: $0) }
  }
}

/// Without links; nil if it is not there or if its path is not UTF-8.
private func realFolder(_ path: String) -> String? { (try? realPath(path)) ?? nil }
