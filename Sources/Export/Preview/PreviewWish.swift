/// What a page waits for. `isWithdrawn` when it has gone.
struct PreviewWish {
  let film: Int
  let thing: PreviewThing
  let since = ContinuousClock.now
  let isWithdrawn: () -> Bool
  let done: (Result<Void, ExportError>) -> Void
}

/// A worker of a preview as its crew knows it.
struct PreviewWorker {
  let film: Int
  let role: PreviewRole
  private(set) var order: PreviewOrder?
  /// The cell that it made last.
  private(set) var last: Int?
  /// The frame it is making.
  private(set) var frame: Int64?
  private var isReady = false
  /// Whether an order was carried out, or could not be.
  private(set) var hasCarriedOut = false
  let since = ContinuousClock.now
  /// Whether it was told to end: what it says no longer counts.
  var isEnding = false
  var silence = WorkerSilence()

  init(film: Int, role: PreviewRole) {
    self.film = film
    self.role = role
  }

  mutating func begin(_ order: PreviewOrder) {
    self.order = order
    if case .cell(let cell) = order { last = cell }
    frame = nil
    silence.end()
  }

  /// Whether a report can be true.
  mutating func accept(_ report: PreviewReport) -> Bool {
    silence.end()
    switch report {
    case .ready:
      guard !isReady else { return false }
      isReady = true
    case .working(let frame):
      guard isReady, order != nil else { return false }
      self.frame = frame ?? self.frame
    case .chunk: return isReady && order == .sound
    case .made(let made), .failed(let made?, _, _):
      guard isReady, made == order else { return false }
      hasCarriedOut = true
      order = nil
      frame = nil
    case .failed(nil, _, _): break
    }
    return true
  }
}
