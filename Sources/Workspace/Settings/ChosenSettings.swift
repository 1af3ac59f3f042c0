import Basics
package import EditScript

/// The effective settings: each key from the nearest file that contains it.
package struct ChosenSettings: Sendable {
  private let files: [SettingsFile]

  package init(_ search: SettingsSearch) { files = search.files }

  package init() { files = [] }

  /// An absolute path.
  package var cache: Chosen<String>? {
    nearest(\.cacheFolder).map { $0.map { file, path in file.path(of: path) } }
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

  /// The user's recogniser with a name: only from the user's own file. Nil if there is none.
  package func recognizer(named name: String) -> RecognizerProgram? {
    guard let user, let found = user.settings.recognizers?.value.first(where: { $0.name.value == name }),
      let program = found.words.first
    else { return nil }
    return RecognizerProgram(
      name: name, program: program.contains("/") ? user.path(of: program) : program,
      arguments: Array(found.words.dropFirst()))
  }

  package var recognizerNames: [String] {
    (user?.settings.recognizers?.value ?? []).map(\.name.value).sorted()
  }

  /// What `detect` uses where no option says otherwise.
  package var detect: Chosen<DetectSettings>? { nearest(\.detect) }

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

extension TeamSettings {
  fileprivate var cacheFolder: Located<String>? { cache?.value.folder }
}

// MARK: - The server of segments

extension ChosenSettings {
  /// The server of finished segments that the settings name; nil if there is none, or none that may be used.
  ///
  /// A file beside scripts, which may come from a stranger, cannot make a machine connect to a server: the command line
  /// or the user's configuration must name it, too. The file then only chooses the place on that server.
  ///
  /// - Parameter named: The server on the command line; nil if there is none.
  package func cacheServer(named: NamedCacheServer?) -> Chosen<CacheServerUse>? {
    if let named {
      let found = cacheServers.first { named.allows($0.value.server) }
      guard case .url(let server) = named else { return found }
      return found?.map { _, use in CacheServerUse(server: server, writing: use.writing) }
    }
    let own = cacheServers.filter { $0.file.owner == .user }
    for found in cacheServers {
      if found.file.owner == .user { return found }
      guard let allowed = own.first(where: { $0.value.server.isSameServer(as: found.value.server) }) else {
        continue
      }
      return found.map { _, use in CacheServerUse(server: use.server, writing: allowed.value.writing) }
    }
    return nil
  }

  /// The nearest server of the settings, which may be forbidden.
  package var nearestCacheServer: Chosen<CacheServerUse>? { cacheServers.first }

  private var cacheServers: [Chosen<CacheServerUse>] {
    files.compactMap { file in
      guard let cache = file.settings.cache?.value, let server = cache.remote else { return nil }
      return Chosen(
        CacheServerUse(server: server.value, writing: cache.write?.value ?? .never), at: server.range,
        in: file)
    }
  }
}

/// A server of finished segments, and when it gets new ones.
package struct CacheServerUse: Sendable {
  package let server: CacheServer
  package let writing: CacheWriting

  package init(server: CacheServer, writing: CacheWriting) {
    self.server = server
    self.writing = writing
  }
}

/// A server of finished segments on a command line.
package enum NamedCacheServer: Hashable, Sendable {
  case url(CacheServer)
  /// The server that the settings name on this host, written with its port. It is not one of `http:`, which a person
  /// must choose, because everyone on the way could read the token.
  case host(String)

  /// Nil unless the text is a URL or a host.
  package init?(_ text: String) {
    if text.contains("://") {
      guard let server = CacheServer(text) else { return nil }
      self = .url(server)
    } else {
      guard !text.isEmpty, !text.contains("/"), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        return nil
      }
      self = .host(text.lowercased())
    }
  }

  fileprivate func allows(_ server: CacheServer) -> Bool {
    switch self {
    case .url(let own): server.isSameServer(as: own)
    case .host(let host): server.host == host && !server.isOpen
    }
  }
}
