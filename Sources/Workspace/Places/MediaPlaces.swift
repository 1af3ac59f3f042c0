import ContentDigest
import Processes

/// A file that is missing at its path, or that a Git LFS pointer replaces, and what is known of its bytes.
struct AbsentFile {
  /// As the script names it.
  let file: String
  /// Where it would be.
  let path: String
  /// From the script, the pointer or the lock; nil if none of them has it.
  let digest: ContentDigest?
  /// Nil if unknown.
  let byteCount: Int64?
  /// Where it can be fetched from, in order of preference.
  let urls: [String]
}

/// Finds the bytes of absent files on this machine: in the content store, among the local objects of Git LFS,
/// and in DVC's cache.
///
/// Nothing is copied: the film reads the files where they are. Each is found by its name, then its size and
/// its digest are compared, so a damaged or exchanged file is never used.
struct MediaPlaces {
  /// The content store; nil without a cache.
  let store: String?
  let texts: any TextSource

  struct Finding {
    /// The paths of the files that were found, by their spelling.
    var paths: [String: String] = [:]
    /// The places of these files.
    var places: [String: MediaPlace] = [:]
    /// The places with a file of the right name and other bytes, by the spelling of the file.
    var damaged: [String: [MediaPlace]] = [:]
    /// What DVC knows of the files, by their spelling.
    var inDVC: [String: DVCEntry] = [:]
  }

  func find(_ absent: [AbsentFile], _ digests: MediaDigests) throws(WorkspaceError) -> Finding {
    var finding = Finding()
    var repositories: [String: String?] = [:]
    var dvcFiles = DVCFiles(texts: texts)
    var candidates: [[Candidate]] = []
    for file in absent {
      let dvc = dvcFiles.entry(for: file.path)
      finding.inDVC[file.file] = dvc
      candidates.append(self.candidates(for: file, dvc, &repositories))
    }
    for candidate in candidates.joined() { digests.identities[candidate.path] = candidate.identity }
    digests.read(
      filesAt: zip(absent, candidates).compactMap { file, candidates in
        file.digest == nil ? nil : candidates.first { $0.hasSize(of: file) }?.path
      })
    for (file, candidates) in zip(absent, candidates) {
      for candidate in candidates where finding.paths[file.file] == nil {
        switch try candidate.holds(file, digests) {
        case true?:
          finding.paths[file.file] = candidate.path
          finding.places[file.file] = candidate.place
        case false?: finding.damaged[file.file, default: []].append(candidate.place)
        case nil: break
        }
      }
    }
    return finding
  }

  /// The existing files that have the name of the digest, in the order in which they are tried.
  private func candidates(
    for file: AbsentFile, _ dvc: DVCEntry?, _ repositories: inout [String: String?]
  ) -> [Candidate] {
    var candidates: [Candidate?] = []
    if let digest = file.digest?.hex {
      if let store {
        candidates.append(Candidate(.store, "\(store)/\(digest.prefix(2))/\(digest)"))
      }
      let folder = Processes.folder(of: file.path)
      let repository = repositories[folder] ?? GitFolder.shared(above: file.path)
      repositories[folder] = .some(repository)
      if let repository {
        let name = "\(digest.prefix(2))/\(digest.dropFirst(2).prefix(2))/\(digest)"
        candidates.append(Candidate(.lfs, "\(repository)/lfs/objects/\(name)"))
      }
    }
    if let dvc {
      candidates += dvc.cached.map { Candidate(.dvc, $0, dvc) }
    }
    return candidates.compactMap(\.self)
  }
}

/// A kind of place for bytes that are found by their digest.
package enum MediaPlace: String, Hashable, Sendable {
  case store
  case lfs
  case dvc

  /// The file there, for people.
  var file: String {
    switch self {
    case .store: "the file in the content store"
    case .lfs: "the local object of Git LFS"
    case .dvc: "the file in DVC's cache"
    }
  }
}

/// An existing file that may have the wanted bytes.
private struct Candidate {
  let place: MediaPlace
  let path: String
  let identity: FileIdentity
  /// What DVC knows of a file in its cache.
  let dvc: DVCEntry?

  init?(_ place: MediaPlace, _ path: String, _ dvc: DVCEntry? = nil) {
    guard FileKind(at: path, followsLinks: true) == .file, let identity = FileIdentity(ofFileAt: path) else {
      return nil
    }
    self.place = place
    self.path = path
    self.identity = identity
    self.dvc = dvc
  }

  func hasSize(of file: AbsentFile) -> Bool {
    identity.byteCount == file.byteCount ?? dvc?.byteCount ?? identity.byteCount
  }

  /// Whether the file has the wanted bytes; nil if it vanished or changed: other programs tidy up these
  /// places.
  func holds(_ file: AbsentFile, _ digests: MediaDigests) throws(WorkspaceError) -> Bool? {
    guard hasSize(of: file) else { return false }
    do throws(WorkspaceError) {
      if let digest = file.digest {
        return try digests.digest(ofFileAt: path, spelling: file.file) == digest
      }
      return try dvc.map { dvc throws(WorkspaceError) in
        try digests.md5(ofFileAt: path, spelling: file.file) == dvc.md5
      }
    } catch {
      switch error {
      case .mediaChanged, .unreadableMedia: return nil
      default: throw error
      }
    }
  }
}
