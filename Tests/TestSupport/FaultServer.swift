import FoundationEssentials
package import Processes
import Testing

/// A Python server with faults: `Tests/NetworkTests/Judges/fault_server.py`.
package final class FaultServer {
  package let folder: TemporaryFolder
  package let content: [UInt8]
  package private(set) var port = 0
  package let loop = EventLoop(signals: nil)
  package let server: EventLoop.ChildID
  private let isSecure: Bool

  /// The content has this many random bytes, or is that of a file.
  package init(isSecure: Bool = false, byteCount: Int = 600_000, file: String? = nil) throws {
    folder = try TemporaryFolder()
    self.isSecure = isSecure
    var random = SeededRandom(seed: 7)
    content =
      if let file { Array(try Data(contentsOf: URL(filePath: file))) } else {
        (0..<byteCount).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      }
    try Data(content).write(to: URL(filePath: folder.path("content")))
    var words = [
      packageRoot + "/Tests/NetworkTests/Judges/fault_server.py", folder.path("content"), folder.path("log"),
    ]
    if isSecure {
      let made = try run([
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", folder.path("key"), "-out",
        folder.path("certificate"),
      ])
      try #require(made.exitCode == 0, "\(made.errorText)")
      words += [folder.path("certificate"), folder.path("key")]
    }
    server = try loop.start(ChildCommand("/usr/bin/python3", words))
    while let event = try loop.next() {
      if case .line(server, let line) = event {
        port = try #require(Int(line))
        break
      }
      if case .ended(_, let status, let text) = event { Issue.record("\(status) \(text)") }
    }
  }

  package func url(_ path: String, host: String = "127.0.0.1") -> String {
    "\(isSecure ? "https" : "http")://\(host):\(port)/\(path)"
  }

  /// The requests that arrived, as lines of JSON.
  package func requests() throws -> [String] {
    String(decoding: try Data(contentsOf: URL(filePath: folder.path("log"))), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }
}
