import ContentDigest
package import Network
package import Processes

/// A server of finished segments, which speaks the protocol of build caches: `/ac/KEY` names the digest of an entry's
/// file, `/cas/DIGEST` is the file.
package struct SegmentServer: Sendable {
  /// Without a slash at its end.
  package let url: String
  /// For messages.
  package let name: String
  /// Whether new segments are sent there.
  package var isWritten = false
  /// Hosts that may have private addresses.
  package var privateHosts: [String] = []
  /// Of the signatures; nil if there are none.
  package var key: [UInt8]?
  package var sandbox = SandboxPolicy.whenAvailable
  package var program = ChildCommand(ChildProcess.ownExecutable)
  package var patience = SegmentServer.usualPatience

  package init(url: String, name: String) {
    self.url = url
    self.name = name
  }

  /// A film can be made without the server, so it gets less time than one of media.
  private static let usualPatience: NetworkPatience = {
    var patience = NetworkPatience()
    patience.connect = .seconds(3)
    patience.stall = .seconds(4)
    patience.tries = 2
    patience.pause = .milliseconds(250)
    patience.longestRequestedPause = .seconds(2)
    return patience
  }()

  /// Asks which file an entry is.
  func asking(for key: ContentDigest) -> NetworkRequest {
    var request = self.request(.get, "ac/\(key.hex)")
    request.mostBytes = Int64(ActionResult.mostBytes)
    return request
  }

  /// Asks whether there is an entry.
  func checking(_ key: ContentDigest) -> NetworkRequest { request(.head, "ac/\(key.hex)") }

  func loading(_ result: ActionResult) -> NetworkRequest {
    request(.get, "cas/\(result.digest.hex)", byteCount: result.byteCount)
  }

  /// Sends a file.
  func sending(_ result: ActionResult) -> NetworkRequest {
    request(.put, "cas/\(result.digest.hex)", byteCount: result.byteCount, digest: result.digest)
  }

  /// Sends which file an entry is.
  func sending(_ bytes: [UInt8], under key: ContentDigest) throws(DigestFailure) -> NetworkRequest {
    request(.put, "ac/\(key.hex)", byteCount: Int64(bytes.count), digest: try ContentDigest.of(bytes))
  }

  private func request(
    _ method: NetworkRequest.Method, _ path: String, byteCount: Int64? = nil, digest: ContentDigest? = nil
  ) -> NetworkRequest {
    var request = NetworkRequest(method, "\(url)/\(path)", byteCount: byteCount, digest: digest?.hex)
    request.isForCache = true
    request.patience = patience
    return request
  }

  func crew(on loop: EventLoop, mostWorkers: Int) -> NetworkCrew {
    NetworkCrew(
      on: loop, program: program, sandbox: sandbox, privateHosts: privateHosts, mostWorkers: mostWorkers)
  }
}
