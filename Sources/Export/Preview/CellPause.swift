/// When the workers of cells are stopped so that the processors are free for pictures.
///
/// They are stopped while a picture is made. If pictures come in a row, because the playhead is dragged, they are also stopped between
/// two of them, while the browser shows one. A row that lasts for `longest` leaves them a turn, so that cells are made at last.
struct CellPause {
  typealias Instant = SuspendingClock.Instant

  /// Pictures that are not farther apart come in a row.
  static let gap = Duration.milliseconds(300)
  /// Longer than any picture takes.
  static let longest = Duration.seconds(10)
  static let turn = Duration.seconds(1)

  /// Whether the workers are stopped.
  private(set) var isOn = false
  /// When this changes even if no picture is wished or made; nil if it does not.
  private(set) var nextChange: Instant?
  private var isMaking = false
  private var isRow = false
  private var lastPicture: Instant?
  private var begin: Instant?
  private var turnEnd: Instant?

  mutating func update(isMakingPicture: Bool, at now: Instant) {
    if isMakingPicture, !isMaking { isRow = lastPicture.map { now - $0 < Self.gap } ?? false }
    if isMakingPicture || isMaking { lastPicture = now }
    isMaking = isMakingPicture
    let rowEnd = isRow ? lastPicture.map { $0 + Self.gap } : nil
    guard isMakingPicture || rowEnd.map({ now < $0 }) == true else { return set(false, until: nil) }
    if let turnEnd, now < turnEnd { return set(false, until: turnEnd) }
    let begin = begin ?? now
    if now - begin < Self.longest {
      set(true, until: isMakingPicture ? begin + Self.longest : min(rowEnd ?? now, begin + Self.longest))
      self.begin = begin
    } else {
      turnEnd = now + Self.turn
      set(false, until: turnEnd)
    }
  }

  private mutating func set(_ isOn: Bool, until change: Instant?) {
    self.isOn = isOn
    nextChange = change
    if !isOn { begin = nil }
  }
}
