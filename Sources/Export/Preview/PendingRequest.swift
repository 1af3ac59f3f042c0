/// A request of a page. `isWithdrawn` returns true once the page has gone.
struct PendingRequest {
  let film: Int
  let thing: PreviewThing
  let since: SuspendingClock.Instant
  let isWithdrawn: () -> Bool
  let done: (Result<Void, ExportError>) -> Void
}

/// A preview worker, as the scheduler knows it.
struct PreviewWorker {
  let role: PreviewRole
  /// The film whose plan it has; nil if it has none, or one of an older version.
  private(set) var film: Int?
  /// The files of its plan.
  private(set) var files: PreviewFiles?
  /// Its capabilities since its first plan.
  private(set) var needs: WorkerCapabilities?
  private(set) var order: PreviewOrder?
  /// The cell that it rendered last.
  private(set) var last: Int?
  /// The frame it is making.
  private(set) var frame: Int64?
  /// Whether it has entered its sandbox.
  private(set) var isReady = false
  /// Whether it has executed an order, or failed to.
  private(set) var hasCarriedOut = false
  let since: SuspendingClock.Instant
  /// Whether it was told to end: its reports no longer count.
  var isEnding = false
  /// Whether it is paused to free the CPU for a picture.
  var isHeld = false

  init(role: PreviewRole, since: SuspendingClock.Instant) {
    self.role = role
    self.since = since
  }

  /// Assigns the plan of a film to it.
  mutating func take(_ film: PreviewFilm, number: Int) {
    self.film = number
    files = film.files
    if needs == nil { needs = film.needs }
  }

  /// Marks its plan as one of an older version: whatever it is rendering is of no use.
  mutating func forgetFilm() { film = nil }

  /// Whether it can continue with another plan and the clips that it has opened.
  func canTake(_ film: PreviewFilm) -> Bool {
    guard role == .pictures || role == .timeline, !isEnding else { return false }
    guard let needs else { return true }
    return isReady && needs.covers(film.needs)
  }

  mutating func begin(_ order: PreviewOrder) {
    self.order = order
    if case .cell(let cell) = order { last = cell }
    frame = nil
  }

  /// Records a report; false if it cannot be true.
  mutating func accept(_ report: PreviewReport) -> Bool {
    switch report {
    case .ready:
      guard !isReady else { return false }
      isReady = true
    case .working(let frame):
      guard isReady, order != nil else { return false }
      self.frame = frame ?? self.frame
    case .chunk: return isReady && order == .sound
    case .made(let made), .failed(let made?, _, _):
      if case .made = report, !isReady { return false }
      guard made == order else { return false }
      hasCarriedOut = true
      order = nil
      frame = nil
    case .failed(nil, _, _): break
    }
    return true
  }
}
