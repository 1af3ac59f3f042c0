import Glibc
import LibAV
import Lowering
import MediaFacts
import Processes

/// Looks at the files that a script names, side by side.
struct MediaLookup {
  /// What relative paths are relative to.
  let folder: String
  let cache: FactsCache?

  /// What the files hold, and by their paths, in which state they were when we looked.
  func look(at files: [String]) -> (states: [String: MediaState], identities: [String: FileIdentity]) {
    let paths = files.map { resolve($0, in: folder) }
    var states: [String: MediaState] = [:]
    var identities: [String: FileIdentity] = [:]
    for (index, finding) in CachedProbe(cache: cache).look(at: paths).enumerated() {
      let path = paths[index]
      identities[path] = finding.identity
      states[files[index]] =
        switch finding.result {
        case .success(let facts): .known(facts, path: path)
        case .failure(let error): .failed(MediaFailure(error, at: path))
        }
    }
    return (states, identities)
  }
}

extension MediaFailure {
  fileprivate init(_ error: LibAVError, at path: String) {
    switch error.cause {
    case .input(ENOENT), .input(ENOTDIR): self.init(.missing, reason: error.reason)
    case .input(EISDIR): self.init(.isDirectory, reason: error.reason)
    case .lfsPointer:
      self.init(.isLFSPointer, reason: error.reason)
      promisedByteCount = LFSPointer(fileAt: path)?.byteCount
    default: self.init(.unreadable, reason: error.reason)
    }
  }
}
