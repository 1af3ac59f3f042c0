package import LibAV
package import MediaFacts
package import Processes

/// Probes media files, but only those that have changed since they were last probed.
package struct CachedProbe: Sendable {
  /// Nil without a cache.
  let cache: FactsCache?

  /// The facts of one file, or why there are none, and the state of the file.
  package struct Finding {
    package let result: Result<MediaFacts, LibAVError>
    /// Taken before the probe: if the file changes meanwhile, the identity is that of the old state.
    package let identity: FileIdentity?
  }

  /// The findings about several files, in their order.
  package func look(at paths: [String]) -> [Finding] {
    let identities = paths.map { FileIdentity(ofFileAt: $0) }
    var found: [MediaFacts?] = identities.map { identity in
      identity.flatMap { cache?.facts(of: $0) }
    }
    let unknown = found.indices.filter { found[$0] == nil }
    let results = MediaProbe.facts(ofFilesAt: unknown.map { paths[$0] })
    var failures: [Int: LibAVError] = [:]
    for (index, result) in zip(unknown, results) {
      switch result {
      case .success(let facts):
        found[index] = facts
        keep(facts, of: identities[index], path: paths[index])
      case .failure(let error): failures[index] = error
      }
    }
    return paths.indices.map { index in
      Finding(result: result(found[index], failures[index], paths[index]), identity: identities[index])
    }
  }

  /// The facts of one file.
  package func facts(ofFileAt path: String) throws(LibAVError) -> MediaFacts {
    guard let finding = look(at: [path]).first else { throw nothingFound(path) }
    return try finding.result.get()
  }

  private func keep(_ facts: MediaFacts, of identity: FileIdentity?, path: String) {
    guard let cache, let identity, FileIdentity(ofFileAt: path) == identity else { return }
    cache.keep(facts, of: identity)
  }

  private func result(
    _ facts: MediaFacts?, _ failure: LibAVError?, _ path: String
  ) -> Result<MediaFacts, LibAVError> {
    if let facts { return .success(facts) }
    return .failure(failure ?? nothingFound(path))
  }

  private func nothingFound(_ path: String) -> LibAVError {
    LibAVError(operation: "probing", subject: path, cause: .other, reason: "nothing was found")
  }
}
