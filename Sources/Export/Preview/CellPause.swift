/// Decides when cell workers are paused to free the CPU for pictures.
///
/// They are paused while a picture is rendered. If pictures come in a row, because the playhead is dragged,
/// they are also paused between two of them, while the browser shows one. A row that lasts for `longest`
/// gives them a turn, so that cells make progress.
struct CellPause {
  typealias Instant = SuspendingClock.Instant

  /// Pictures closer together than this form a row.
  static let gap = Duration.milliseconds(300)
  /// Longer than any picture takes.
  static let longest = Duration.seconds(10)
  static let turn = Duration.seconds(1)

  /// Whether the workers are paused.
  private(set) var isOn = false
  /// When this changes even if no picture is requested or finished; nil if it does not.
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
