package import Composition
package import LibAV
package import Processes

/// Probes media files, except those that have not changed since the last probe.
package struct CachedProbe: Sendable {
  /// Nil without a cache.
  let cache: FactsCache?
  let inspector: Inspector

  /// The facts of a file, or the reason why there are none, with the state of the file.
  package struct Finding {
    package let probed: Result<ProbedMedia, LibAVError>
    package var result: Result<MediaFacts, LibAVError> { probed.map(\.facts) }
    /// Determined before the probe: if the file changes meanwhile, this identifies the old state.
    package let identity: FileIdentity?
  }

  /// Probes several files, and returns the findings in their order.
  package func look(at paths: [String]) throws(WorkspaceError) -> [Finding] {
    let identities = paths.map { FileIdentity(ofFileAt: $0) }
    var found: [ProbedMedia?] = identities.map { identity in
      identity.flatMap { cache?.probed(of: $0) }
    }
    let unknown = found.indices.filter { found[$0] == nil }
    let answers = try answers(to: unknown.map { FactsQuestion(ofFileAt: paths[$0]) }, from: inspector)
    var failures: [Int: LibAVError] = [:]
    for (index, answer) in zip(unknown, answers) {
      switch answer {
      case .success(.value(let probed)):
        found[index] = probed
        keep(probed, of: identities[index], path: paths[index])
      case .success(.failure(let error)): failures[index] = error.inLimits
      case .failure(let failure): failures[index] = LibAVError(failure, path: paths[index])
      }
    }
    return paths.indices.map { index in
      Finding(probed: result(found[index], failures[index], paths[index]), identity: identities[index])
    }
  }

  /// The packets of a file after the first `start`, and whether they are the last ones.
  package func packets(
    ofFileAt path: String, start: Int
  ) throws(WorkspaceError) -> Result<(packets: [PacketDetails], isEnd: Bool), LibAVError> {
    let answers = try answers(to: [PacketsQuestion(ofFileAt: path, start: start)], from: inspector)
    guard let answer = answers.first else { return .failure(nothingFound(path)) }
    return result(answer, path: path).map { ($0, $0.count < PacketsQuestion.packets) }
  }

  private func result<Value>(
    _ answer: Result<Reply<Value, LibAVError>, InspectionFailure>, path: String
  ) -> Result<Value, LibAVError> {
    switch answer {
    case .success(.value(let value)): .success(value)
    case .success(.failure(let error)): .failure(error.inLimits)
    case .failure(let failure): .failure(LibAVError(failure, path: path))
    }
  }

  private func keep(_ probed: ProbedMedia, of identity: FileIdentity?, path: String) {
    guard let cache, let identity, FileIdentity(ofFileAt: path) == identity else { return }
    cache.keep(probed, of: identity)
  }

  private func result(
    _ probed: ProbedMedia?, _ failure: LibAVError?, _ path: String
  ) -> Result<ProbedMedia, LibAVError> {
    if let probed { return .success(probed) }
    return .failure(failure ?? nothingFound(path))
  }

  private func nothingFound(_ path: String) -> LibAVError {
    LibAVError(operation: "probing", subject: path, cause: .other, reason: "nothing was found")
  }
}

extension LibAVError {
  /// The process that read a file did not answer.
  init(_ failure: InspectionFailure, path: String) {
    self.init(operation: "reading", subject: path, cause: .limit, reason: "\(failure)")
  }

  /// A process that reads media can exceed its own memory limit while the machine has memory left.
  var inLimits: LibAVError {
    guard cause == .outOfMemory, InspectionLimits.shortage == nil else {
      return self
    }
    return LibAVError(
      operation: operation, subject: subject, cause: .limit,
      reason:
        "reading it takes more memory than the limit of \(InspectionLimits.memoryBytes >> 20) MiB")
  }
}
