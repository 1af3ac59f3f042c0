import Basics
import Diagnostics
import EditScript
package import Processes

/// The settings files that apply to a command, nearest first.
///
/// They are searched in a folder and its parents, up to the root of the repository or of the file system, and
/// then in the user's configuration. Nothing in them is executed here.
package struct SettingsSearch: Sendable {
  package private(set) var files: [SettingsFile] = []

  /// `folder` is that of the script, or the working folder of the command; nil for the user's configuration
  /// only.
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
        // Whoever can write to a parent folder, such as /tmp, must not control other users' scripts.
        guard ownersOfFile(path).isSubset(of: owners) else {
          throw .foreignSettings(path: Self.shown(path))
        }
        // Findings quote the file, and a link can lead to any file.
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

  /// The folder without links; nil if it does not exist, which reading the script reports.
  private static func start(at folder: String) throws(WorkspaceError) -> String? {
    do throws(FileError) { return try realPath(folder) } catch {
      // Paths of settings could not be expressed.
      if isThere(path(of: TeamSettings.fileName, in: folder)) { throw .file(error) }
      return nil
    }
  }

  package var hasErrors: Bool { files.contains { $0.diagnostics.hasErrors } }

  /// `editc` in the user's configuration folder; nil if the environment names none.
  private static func userFolder() throws(WorkspaceError) -> String? {
    let base = try EnvironmentFolders.path("XDG_CONFIG_HOME")
    if base.hasPrefix("/") { return base + "/editc" }
    let home = try EnvironmentFolders.path("HOME")
    return home.hasPrefix("/") ? home + "/.config/editc" : nil
  }

  /// A folder and its parents, up to the root of a repository.
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

  /// The settings in a folder; nil if there are none. Throws if there is a file with a similar name, which
  /// would not be read.
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

  /// Settings that a command line names; they count as the user's own if they are the same file.
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

/// Without links; nil if it does not exist or its path is not UTF-8.
private func realFolder(_ path: String) -> String? { (try? realPath(path)) ?? nil }
