import ContentDigest
import Processes

/// The files of a package, sorted by the bytes of their paths.
struct PackageFiles: Hashable, Sendable {
  struct File: Hashable, Sendable {
    let path: String
    let byteCount: Int64
    let digest: ContentDigest
  }

  let files: [File]

  init(_ files: [File]) {
    self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// A line for each file: digest, size and path.
  var text: String { files.map { "\($0.digest.hex) \($0.byteCount) \($0.path)\n" }.joined() }

  /// The digest of the package: that of these lines.
  func digest() throws(WorkspaceError) -> ContentDigest {
    do throws(DigestFailure) { return try .of(text: text) } catch { throw .digest(error) }
  }

  var byteCount: Int64 { files.reduce(0) { $0 + $1.byteCount } }

  /// What differs in other files, in words; nil if nothing does.
  func difference(in other: PackageFiles) -> String? {
    let before = Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let now = Dictionary(other.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    for file in other.files where before[file.path] != file {
      return before[file.path] == nil ? "'\(file.path)' is new" : "'\(file.path)' has other bytes"
    }
    return files.first { now[$0.path] == nil }.map { "'\($0.path)' is missing" }
  }
}

/// A folder with the files of a package, in their present states.
struct PackageFolder {
  private let path: String
  private var states: [(path: String, identity: FileIdentity)] = []

  /// Throws if it contains something that no package has.
  init(_ path: String) throws(PackageRefusal) {
    self.path = path
    var names = PackageNames()
    var open = [""]
    while let folder = open.popLast() {
      var foreign: [String] = []
      let found: [String]
      do throws(FileError) { found = try listFolder(path + "/" + folder, foreign: &foreign) ?? [] } catch {
        throw PackageRefusal("'\(folder)' cannot be listed: \(error.reason)")
      }
      if let name = foreign.first { throw PackageRefusal("the name '\(name)' is not UTF-8") }
      for name in found {
        let own = folder + name
        switch FileKind(at: path + "/" + own, followsLinks: false) {
        case .file:
          guard let identity = FileIdentity(ofFileAt: path + "/" + own) else { continue }
          try names.add(own, byteCount: identity.byteCount)
          states.append((own, identity))
        case .folder:
          try names.add(own, byteCount: 0, isFolder: true)
          open.append(own + "/")
        case .link: throw PackageRefusal("'\(own)' is a link")
        case .special: throw PackageRefusal("'\(own)' is not a file")
        case nil: continue
        }
      }
    }
    states.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private var summary: String { states.map { "\($0.identity.summary) \($0.path)\n" }.joined() }

  /// The digest of the package. Files that have not changed since are not read again, if there is a cache.
  func digest(in cache: String?) throws(WorkspaceError) -> Result<ContentDigest, PackageRefusal> {
    let summary = summary
    if let known = try MediaDigests.remembered(ofStates: summary, in: cache) { return .success(known) }
    switch try files() {
    case .failure(let refusal): return .failure(refusal)
    case .success(let files):
      let digest = try files.digest()
      // A file that was written just now could change again with the same times.
      if states.allSatisfy(\.identity.hasSettled) {
        try MediaDigests.note(digest, ofStates: summary, in: cache)
      }
      return .success(digest)
    }
  }

  /// Notes the digest of files that nobody changes any more.
  func note(_ digest: ContentDigest, in cache: String?) throws(WorkspaceError) {
    try MediaDigests.note(digest, ofStates: summary, in: cache)
  }

  /// Reads all files.
  func files() throws(WorkspaceError) -> Result<PackageFiles, PackageRefusal> {
    var files: [PackageFiles.File] = []
    for (name, identity) in states {
      let file = path + "/" + name
      do throws(DigestFailure) {
        guard let reading = DigestReading(ofFileAt: file) else {
          return .failure(PackageRefusal("'\(name)' cannot be read"))
        }
        while try reading.readOn() {}
        guard reading.identity == identity, reading.isUnchanged,
          let digest = reading.digest.flatMap(ContentDigest.init(hex:))
        else { return .failure(PackageRefusal("'\(name)' changed while it was read")) }
        files.append(.init(path: name, byteCount: identity.byteCount, digest: digest))
      } catch { throw .digest(error) }
    }
    return .success(PackageFiles(files))
  }
}
