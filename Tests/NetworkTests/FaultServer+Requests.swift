import FoundationEssentials
import Glibc
import Network
import Processes
import TestSupport
import Testing

extension FaultServer {
  struct Result {
    var answer: NetworkAnswer?
    var failure: NetworkFailure?
    /// What is in the file.
    var bytes: [UInt8]
  }

  /// Short enough for tests, long enough for a busy machine.
  static var patience: NetworkPatience {
    var patience = NetworkPatience()
    patience.stall = .seconds(1)
    patience.pause = .milliseconds(20)
    patience.longestPause = .milliseconds(40)
    patience.longestRequestedPause = .seconds(2)
    return patience
  }

  /// Makes one request with a new worker. The file contains `beginning` at first.
  func fetch(
    _ url: String, _ method: NetworkRequest.Method = .get, byteCount: Int? = nil, knowsSize: Bool = true,
    beginning: [UInt8] = [], resumes: Bool = true, digest: String? = nil,
    mostBytes: Int64? = nil, allowing hosts: [String] = ["127.0.0.1"],
    environment: [String: String] = [:]
  ) throws -> Result {
    let path = folder.path("file-\(UUID().uuidString)")
    try Data(beginning).write(to: URL(filePath: path))
    let file = open(path, O_RDWR)
    try #require(file >= 0)
    defer { close(file) }
    var program = ChildCommand(builtEditc)
    var variables = ProcessInfo.processInfo.environment.filter { name, _ in
      !name.lowercased().hasSuffix("_proxy") && !name.hasPrefix("AWS_")
    }
    variables["HOME"] = folder.root
    variables.merge(environment) { $1 }
    program.environment = variables
    let crew = NetworkCrew(
      on: loop, program: program, sandbox: .whenAvailable, privateHosts: hosts, mostWorkers: 1)
    var request = NetworkRequest(
      method, url, byteCount: knowsSize ? Int64(byteCount ?? content.count) : nil, resumes: resumes,
      digest: digest)
    request.mostBytes = mostBytes
    request.patience = Self.patience
    let id = try crew.begin(request, file)
    var result = Result(bytes: [])
    waiting: while let event = try loop.next() {
      for event in try crew.take(event) ?? [] {
        switch event {
        case .answered(id, let answer):
          result.answer = answer
          break waiting
        case .failed(id, let failure):
          result.failure = failure
          break waiting
        default: continue
        }
      }
    }
    for child in loop.runningChildren where child != server { loop.kill(child) }
    result.bytes = Array(try Data(contentsOf: URL(filePath: path)))
    return result
  }
}
