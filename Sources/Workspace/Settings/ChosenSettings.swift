import Basics
package import EditScript

/// The effective settings: each key from the nearest file that contains it.
package struct ChosenSettings: Sendable {
  private let files: [SettingsFile]

  package init(_ search: SettingsSearch) { files = search.files }

  package init() { files = [] }

  /// An absolute path.
  package var cache: Chosen<String>? {
    nearest(\.cache).map { $0.map { file, path in file.path(of: path) } }
  }

  /// In bytes.
  package var storeSize: Chosen<Int64>? { nearest(\.storeSize)?.map { _, size in size } }

  package var jobs: Chosen<Int>? { nearest(\.jobs)?.map { _, jobs in jobs } }

  package var map: Chosen<FolderMap>? {
    nearest(\.map)?.map { file, folders in
      FolderMap(folders.map { ($0.from.value, file.path(of: $0.to.value)) })
    }
  }

  /// Launchers that every render uses: the user's own, from the user's own file.
  package var launch: [Chosen<SettingsLauncher>] {
    guard let user, let names = user.settings.launch else { return [] }
    return names.value.compactMap { launcher(named: $0.value, in: user) }
  }

  /// Servers that have media by their digests.
  package var remotes: [RemoteTemplate] { nearest(\.remotes)?.value.map(\.value) ?? [] }

  /// Hosts that may have private addresses: only from the user's own file.
  package var privateHosts: [String] { user?.settings.privateHosts?.value.map(\.value) ?? [] }

  /// The user's editor: only from the user's own file.
  package var editor: EditorCommand? { user?.settings.editor?.value }

  /// The launcher with a name. The user's own have priority, so their names keep their meaning wherever
  /// scripts come from.
  package func launcher(named name: String) -> Chosen<SettingsLauncher>? {
    (user.map { [$0] } ?? []).lazy.compactMap { launcher(named: name, in: $0) }.first
      ?? nearest(\.launchers).flatMap { launcher(named: name, in: $0.file) }
  }

  /// The names of all launchers that can be selected.
  package var launcherNames: [String] {
    let files = [nearest(\.launchers)?.file, user].compactMap(\.self)
    return Set(files.flatMap { $0.settings.launchers?.value ?? [] }.map(\.name.value)).sorted()
  }

  private var user: SettingsFile? { files.first { $0.owner == .user } }

  private func launcher(named name: String, in file: SettingsFile) -> Chosen<SettingsLauncher>? {
    file.settings.launchers?.value.first { $0.name.value == name }.map { found in
      Chosen(
        SettingsLauncher(name: name, start: found.start, folder: file.folder), at: found.name.range, in: file)
    }
  }

  private func nearest<Value>(_ key: KeyPath<TeamSettings, Located<Value>?>) -> Chosen<Value>? {
    for file in files {
      if let found = file.settings[keyPath: key] { return Chosen(found.value, at: found.range, in: file) }
    }
    return nil
  }
}

/// A value and its place.
package struct Chosen<Value: Sendable>: Sendable {
  package let value: Value
  fileprivate let file: SettingsFile
  private let range: SourceRange

  fileprivate init(_ value: Value, at range: SourceRange, in file: SettingsFile) {
    (self.value, self.range, self.file) = (value, range, file)
  }

  /// The place of the value: `editc.yaml:3`.
  package var place: String { file.place(of: range) }

  fileprivate func map<Other>(_ transform: (SettingsFile, Value) -> Other) -> Chosen<Other> {
    Chosen<Other>(transform(file, value), at: range, in: file)
  }
}

/// A launcher in settings.
package struct SettingsLauncher: Sendable {
  package let name: String
  package let start: LauncherStart
  /// The absolute folder in which its commands run.
  package let folder: String
}
