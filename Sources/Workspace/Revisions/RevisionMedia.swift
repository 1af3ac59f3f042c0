import Processes

/// The media of an old revision that are in git. Others are used as they are now.
struct RevisionMedia: Sendable {
  let repository: GitRepository
  let revision: String
  /// The script's folder below the top of the repository; empty at the top.
  let folder: String

  /// A file whose content differs in the revision.
  enum Other {
    /// The old content, in a temporary file.
    case copy(TemporaryCopy)
    /// The content is in Git LFS.
    case elsewhere(LFSPointer)
    case tooLarge
  }

  /// The largest file that is read from git, in bytes.
  private static let limit = 256 << 20

  /// The files of a script that are in git and have changed since, by spelling. `now` is their present
  /// folder.
  func others(among files: [String], now: String) throws(WorkspaceError) -> [String: Other] {
    let paths = Dictionary(
      files.compactMap { file in path(below: file).map { ($0, file) } },
      uniquingKeysWith: { first, _ in first })
    let kept = try repository.files(in: revision, at: paths.keys.sorted())
    let present = kept.keys.sorted().compactMap { path in
      paths[path].map { (path: path, place: now + "/" + $0) }
    }.filter { FileKind(at: $0.place, followsLinks: true) == .file }
    let digests = try repository.digests(ofFilesAt: present.map(\.place))
    let unchanged = Set(
      zip(present, digests).filter { kept[$0.path]?.digest == $1 }.map(\.0.path))
    var others: [String: Other] = [:]
    for (path, file) in kept where !unchanged.contains(path) {
      guard let spelling = paths[path] else { continue }
      others[spelling] = try other(file, named: path)
    }
    return others
  }

  /// The content of a text in the revision, by its spelling; nil if it is not in git.
  func bytes(of text: String, limit: Int) throws(WorkspaceError) -> [UInt8]? {
    guard let path = path(below: text),
      let file = try repository.files(in: revision, at: [path])[path]
    else { return nil }
    return try repository.bytes(of: file.digest, named: "\(revision):\(path)", limit: limit)
  }

  /// The names of the files in a folder of the revision, by its spelling; empty if git has none.
  func names(in folder: String) throws(WorkspaceError) -> [String] {
    guard let path = path(below: folder) else { return [] }
    let files = try repository.files(in: revision, at: [path.isEmpty ? "." : path + "/"])
    return files.keys.map { lastComponent(of: $0) }
  }

  private func other(_ file: GitRepository.File, named path: String) throws(WorkspaceError) -> Other {
    guard file.byteCount <= Self.limit else { return .tooLarge }
    let bytes = try repository.bytes(
      of: file.digest, named: "\(revision):\(path)", limit: Self.limit)
    if let pointer = LFSPointer(bytes) { return .elsewhere(pointer) }
    return .copy(try TemporaryCopy(holding: bytes))
  }

  /// Nil for a path that leaves the repository.
  private func path(below file: String) -> String? {
    if file.hasPrefix("/") { return nil }
    var names: [Substring] = []
    for name in (folder + "/" + file).split(separator: "/") where name != "." {
      if name == ".." {
        if names.popLast() == nil { return nil }
      } else {
        names.append(name)
      }
    }
    return names.joined(separator: "/")
  }
}

// MARK: - Files in git

extension GitRepository {
  /// A file in a revision.
  struct File {
    /// Git's digest of its content.
    let digest: String
    let byteCount: Int
  }

  /// The given paths, from the top, that are files in a revision.
  fileprivate func files(in revision: String, at paths: [String]) throws(WorkspaceError) -> [String: File] {
    var files: [String: File] = [:]
    for part in parts(of: paths) {
      let answer = try ask(["ls-tree", "-z", "-l", "--full-tree", revision, "--"] + part)
      guard answer.status.isSuccess else {
        throw .noObject(name: revision, complaint: answer.complaint)
      }
      for line in answer.text.split(separator: "\0") {
        // `100644 blob 1a2b...   5120<tab>media/logo.png`
        let halves = line.split(separator: "\t", maxSplits: 1)
        let words = halves.first?.split(separator: " ") ?? []
        guard halves.count == 2, words.count == 4, words[0].hasPrefix("100"), words[1] == "blob",
          let byteCount = Int(words[3])
        else { continue }
        files[String(halves[1])] = File(digest: String(words[2]), byteCount: byteCount)
      }
    }
    return files
  }

  /// Git's digests of the present content of files, in order.
  fileprivate func digests(ofFilesAt paths: [String]) throws(WorkspaceError) -> [String] {
    var digests: [String] = []
    for part in parts(of: paths) {
      let answer = try ask(["hash-object", "--no-filters", "--"] + part)
      guard answer.status.isSuccess else { throw .gitFailed(complaint: answer.complaint) }
      digests += answer.text.split(separator: "\n").map(String.init)
    }
    return digests
  }

  /// Splits paths into parts that fit on a command line.
  private func parts(of paths: [String]) -> [[String]] {
    stride(from: 0, to: paths.count, by: 200).map { Array(paths[$0..<min($0 + 200, paths.count)]) }
  }
}
