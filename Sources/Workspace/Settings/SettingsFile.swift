package import Basics
import Compiler
package import Diagnostics
package import EditScript
import Processes

/// An `editc.yaml` that was read and checked.
package struct SettingsFile: Sendable {
  package let source: SourceText
  package let owner: SettingsOwner
  package let settings: TeamSettings
  /// Including those about folders that it names.
  package let diagnostics: [Diagnostic]
  /// Absolute; paths in the settings are relative to it.
  package let folder: String
  private let home: String

  /// The name of the file in messages.
  package var name: String { source.name }

  init(
    _ source: SourceText, in folder: String, of owner: SettingsOwner, root: RootFolder? = nil
  ) throws(WorkspaceError) {
    self.source = source
    self.owner = owner
    self.folder = folder
    let home = try EnvironmentFolders.path("HOME")
    self.home = home
    let parsed = ParsedSettings(source, of: owner)
    settings = parsed.settings
    // Checked before any finding, because features of a later release would be reported as mistakes.
    if let wanted = settings.requires, let own = Release(editcVersion), own < wanted.value {
      throw .laterRelease(wanted.value, place: "\(source.name):\(source.line(at: wanted.range.start))")
    }
    diagnostics = parsed.diagnostics(
      with: findings(aboutFoldersOf: parsed.settings, root: root) { absolute($0, in: folder, home: home) })
  }

  /// The absolute path of a folder in the settings.
  func path(of name: String) -> String { absolute(name, in: folder, home: home) ?? name }

  /// The place of a value: `editc.yaml:3`.
  func place(of range: SourceRange) -> String { "\(name):\(source.line(at: range.start))" }
}

/// A path in settings; `~` is the home folder. Nil if there is no home folder.
private func absolute(_ path: String, in folder: String, home: String) -> String? {
  guard path == "~" || path.hasPrefix("~/") else { return resolve(path, in: folder) }
  return home.hasPrefix("/") ? home + path.dropFirst() : nil
}

/// Problems with the folders, as far as they are visible on this machine.
private func findings(
  aboutFoldersOf settings: TeamSettings, root: RootFolder?, at path: (String) -> String?
) -> [Diagnostic] {
  func finding(_ folder: Located<String>, isMade: Bool) -> Diagnostic? {
    guard let place = path(folder.value) else {
      return Diagnostic(
        .missingFile, "`~` cannot be resolved: HOME is not set", at: folder.range,
        hint: "write the full path")
    }
    if let root, root.holds(place) != true {
      return Diagnostic(
        .outsideRoot, "'\(folder.value)' is outside the root", at: folder.range,
        hint: "symbolic links are resolved; write a folder inside the one given with `--root`")
    }
    switch FileKind(at: place, followsLinks: true) {
    case .folder: return nil
    case .some:
      return Diagnostic(.missingFile, "'\(folder.value)' is not a folder", at: folder.range)
    case nil:
      // It may exist on another machine.
      let above = Processes.folder(of: place)
      if isMade, FileKind(at: above, followsLinks: true) == .folder { return nil }
      return Diagnostic(
        .missingFile, severity: .note,
        "there is no folder '\(isMade ? above : place)' on this machine", at: folder.range,
        hint: "correct the path, or mount the missing folder")
    }
  }
  let cache = settings.cache?.value.folder.flatMap { finding($0, isMade: true) }
  return [cache].compactMap(\.self) + (settings.map?.value ?? []).compactMap { finding($0.to, isMade: false) }
}
