import Basics
import Glibc
package import Processes

/// A process with sockets and without files. It confines itself, then takes requests from its parent, each with a
/// file that the parent has opened. Its report channel is open, and the library is loaded.
package func runNetworkWorker(
  parent: Int32, sandbox: SandboxPolicy, privateHosts: [String]
) {
  do {
    guard try dieWithParent(parent) else { return }
    signal(SIGPIPE, SIG_IGN)
    let outlet = ProgressOutlet()
    guard let client = NetworkClient(privateHosts: privateHosts, onProgress: outlet.report) else {
      return send(.refused("no memory for connections"))
    }
    let outcome: SandboxOutcome
    do throws(SandboxError) { outcome = try Sandbox.enter(.connecting(sandbox)) } catch {
      return send(.refused("\(error)"))
    }
    send(.ready(shortcomings: outcome.shortcomings))
    while let message = DescriptorChannel.receive() {
      guard let request = NetworkRequest(line: message.text) else { return send(.refused("not a request")) }
      outlet.begin()
      do throws(NetworkFailure) {
        send(.answer(try client.carryOut(request, message.file.number)))
      } catch { send(.failure(error)) }
    }
  } catch { send(.refused("\(error)")) }
}

/// What libcurl, its libraries and the resolver read. Roots of certificates can be links into the other folders.
private let readByLibraries = [
  "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/usr/share/ca-certificates",
  "/usr/local/share/ca-certificates", "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf",
  "/etc/host.conf",
  "/etc/gai.conf", "/etc/ld.so.cache", "/lib", "/usr/lib", "/lib64", "/usr/lib64",
]

extension SandboxRules {
  /// Of a process with sockets and without files.
  package static func connecting(_ policy: SandboxPolicy, receives: Bool = false) -> SandboxRules {
    let paths = (readByLibraries + [rootsOfCertificates()].compactMap(\.self)).filter(isThere)
    return SandboxRules(
      policy: policy, readable: paths, connects: true, receives: receives,
      limits: ResourceLimits(dataBytes: 512 << 20))
  }
}

private func send(_ report: NetworkReport) {
  // This process ends with its parent, so there is nobody left to inform.
  try? ReportChannel.send(report.line)
}

/// Reports progress a few times per second.
private final class ProgressOutlet {
  private var last = ContinuousClock.now

  func begin() { last = .now }

  func report(_ position: Int64) {
    let now = ContinuousClock.now
    guard now - last >= .milliseconds(250) else { return }
    last = now
    send(.progress(position))
  }
}
