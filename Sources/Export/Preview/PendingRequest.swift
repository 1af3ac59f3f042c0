/// What a page waits for. `isWithdrawn` when it has gone.
struct PendingRequest {
  let film: Int
  let thing: PreviewThing
  let since: SuspendingClock.Instant
  let isWithdrawn: () -> Bool
  let done: (Result<Void, ExportError>) -> Void
}

/// A worker of a preview as its crew knows it.
struct PreviewWorker {
  let role: PreviewRole
  /// The film whose plan it has; nil before it has one, and when that is of an older version.
  private(set) var film: Int?
  /// The files of the plan that it has.
  private(set) var files: PreviewFiles?
  /// What it is allowed since its first plan.
  private(set) var needs: WorkerCapabilities?
  private(set) var order: PreviewOrder?
  /// The cell that it made last.
  private(set) var last: Int?
  /// The frame it is making.
  private(set) var frame: Int64?
  /// Whether it has shut itself in.
  private(set) var isReady = false
  /// Whether an order was carried out, or could not be.
  private(set) var hasCarriedOut = false
  let since: SuspendingClock.Instant
  /// Whether it was told to end: what it says no longer counts.
  var isEnding = false
  /// Whether it is stopped, so that the processors are free for a picture.
  var isHeld = false

  init(role: PreviewRole, since: SuspendingClock.Instant) {
    self.role = role
    self.since = since
  }

  /// It is given the plan of a film.
  mutating func take(_ film: PreviewFilm, number: Int) {
    self.film = number
    files = film.files
    if needs == nil { needs = film.needs }
  }

  /// The plan that it has is of an older version. What it is making is of no use.
  mutating func forgetFilm() { film = nil }

  /// Whether it can go on with another plan, with the clips that it has opened.
  func canTake(_ film: PreviewFilm) -> Bool {
    guard role == .pictures, !isEnding else { return false }
    guard let needs else { return true }
    return isReady && needs.covers(film.needs)
  }

  mutating func begin(_ order: PreviewOrder) {
    self.order = order
    if case .cell(let cell) = order { last = cell }
    frame = nil
  }

  /// Whether a report can be true.
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
