import Basics

/// The progress of a long task, as displayed by a client.
final class ShownProgress {
  let token: JSONValue
  /// Whether the client has accepted the token; earlier reports would be ignored.
  fileprivate(set) var isShown = false
  fileprivate var isOver = false
  fileprivate let onCancel: () -> Void

  fileprivate init(_ token: JSONValue, onCancel: @escaping () -> Void) {
    self.token = token
    self.onCancel = onCancel
  }
}

extension Method {
  /// Calls `onCancel` of the cancelled progress.
  static let cancelProgress = notification("window/workDoneProgress/cancel") { server, parameters in
    if let token = parameters["token"] { server.shownProgress[token]?.onCancel() }
  }
}

extension LanguageServer {
  /// Starts to show progress, under the token of the request or else under one that the client is asked to
  /// create. Clients that cannot show progress receive nothing.
  func beginProgress(
    _ title: String, of parameters: JSONValue, onCancel: @escaping () -> Void
  ) -> ShownProgress {
    progressCount += 1
    let given = parameters["workDoneToken"].flatMap { $0 == .null ? nil : $0 }
    let progress = ShownProgress(given ?? .string("editc-\(progressCount)"), onCancel: onCancel)
    guard given == nil else {
      begin(progress, title)
      return progress
    }
    guard client.showsProgress else { return progress }
    request("window/workDoneProgress/create", .members(["token": progress.token])) { [unowned self] isDone in
      if isDone { begin(progress, title) }
    }
    return progress
  }

  private func begin(_ progress: ShownProgress, _ title: String) {
    guard !progress.isOver else { return }
    progress.isShown = true
    shownProgress[progress.token] = progress
    report(
      progress,
      .members(["kind": "begin", "title": .string(title), "cancellable": true, "percentage": .integer(0)]))
  }

  func report(_ progress: ShownProgress, percentage: Int64, _ message: String) {
    guard progress.isShown else { return }
    report(
      progress,
      .members(["kind": "report", "percentage": .integer(percentage), "message": .string(message)]))
  }

  func end(_ progress: ShownProgress) {
    progress.isOver = true
    guard progress.isShown else { return }
    shownProgress[progress.token] = nil
    report(progress, .members(["kind": "end"]))
  }

  private func report(_ progress: ShownProgress, _ value: JSONValue) {
    notify("$/progress", .members(["token": progress.token, "value": value]))
  }
}
