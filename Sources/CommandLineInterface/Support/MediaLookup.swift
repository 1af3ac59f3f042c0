import Glibc
import LibAV
import Lowering
import MediaFacts
import Processes

/// Looks at the files that a script names, side by side.
struct MediaLookup {
  /// What relative paths are relative to.
  let folder: String

  /// What the files hold, and by their paths, in which state they were when we looked.
  func look(at files: [String]) -> (table: MediaTable, identities: [String: FileIdentity]) {
    let paths = files.map(path(of:))
    // Taken first: a file that changes while we look at it is then known to be another one later.
    var identities: [String: FileIdentity] = [:]
    for path in paths { identities[path] = FileIdentity(ofFileAt: path) }
    let results = MediaProbe.facts(ofFilesAt: paths)
    var table = MediaTable()
    for (index, file) in files.enumerated() {
      table.states[file] = state(results[index], path: paths[index])
    }
    return (table, identities)
  }

  private func path(of file: String) -> String {
    file.hasPrefix("/") || folder == "." ? file : folder + "/" + file
  }

  private func state(_ result: Result<MediaFacts, LibAVError>, path: String) -> MediaState {
    switch result {
    case .success(let facts): .known(facts, path: path)
    case .failure(let error): .failed(MediaFailure(error))
    }
  }
}

extension MediaFailure {
  init(_ error: LibAVError) {
    switch error.cause {
    case .input(ENOENT), .input(ENOTDIR): self.init(.missing, reason: error.reason)
    case .input(EISDIR): self.init(.isDirectory, reason: error.reason)
    case .lfsPointer: self.init(.isLFSPointer, reason: error.reason)
    default: self.init(.unreadable, reason: error.reason)
    }
  }
}
