import ContentDigest
package import Network
package import Processes
package import RenderPlan

/// Sends the entries of films that are in a store to a server.
package struct SegmentPush {
  /// What became of the entries.
  package struct Outcome: Sendable {
    package var sentCount = 0
    /// The entries that the server had.
    package var presentCount = 0
    /// Not sent, because too many others failed.
    package var unsentCount = 0
    package var failures: [NetworkFailure] = []
  }

  package enum End: Sendable {
    case done(Outcome)
    case interrupted(Signal)
  }

  private static let mostFailures = 3

  private let server: SegmentServer
  private let store: SegmentStore

  package init(to server: SegmentServer, from store: SegmentStore) {
    self.server = server
    self.store = store
  }

  package func send(_ plans: [RenderPlan], signals: TerminationSignals?) throws(ExportError) -> End {
    let upload = SegmentUpload(to: server, asksFirst: true)
    for plan in plans {
      for pass in try store.passes(of: plan) {
        for key in pass.sharedKeysInStore { upload.add(key, at: store.place(of: key)) }
      }
    }
    let loop = EventLoop(signals: signals)
    defer { loop.endChildren() }
    upload.work(on: loop)
    var outcome = Outcome()
    outcome.failures = upload.takeFailures()
    do throws(SystemError) {
      while !upload.isDone, outcome.failures.count < Self.mostFailures, let event = try loop.next() {
        if case .interrupted(let signal) = event { return .interrupted(signal) }
        upload.take(event)
        outcome.failures += upload.takeFailures()
      }
    } catch { throw ExportError(error) }
    outcome.sentCount = upload.sentCount
    outcome.presentCount = upload.presentCount
    outcome.unsentCount = upload.unsentCount
    return .done(outcome)
  }
}
