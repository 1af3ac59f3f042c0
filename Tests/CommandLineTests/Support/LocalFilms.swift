import Synchronization
import TestSupport
import Testing

extension Workplace {
  /// The digest of the film that this machine alone makes of a script here, whose media are footage: what other ways of
  /// making it are compared with. It is rendered once for all tests that have the same script.
  func localDigest(of script: String) throws -> String {
    let text = try bytes(script)
    return try localFilms.withLock { known in
      if let digest = known[text] { return digest }
      let render = try editc("render", script, "-o", "local.mp4", "--no-cache", "--no-settings")
      try #require(render.exitCode == 0, "\(render.errorText)")
      let digest = try digest("local.mp4")
      known[text] = digest
      return digest
    }
  }
}

/// The digests of films by the bytes of their scripts.
private let localFilms = Mutex<[[UInt8]: String]>([:])
