package import Basics
internal import CFFmpeg
package import Composition

/// What happens when a picture or sound cannot be decoded as it was recorded.
package enum CorruptionPolicy: Hashable, Sendable {
  /// The caller gets the error.
  case fail
  /// The last whole picture before it, or else the first whole one. Sound is silent.
  case hold
  /// A black picture, and silence.
  case black
}

/// Reads the pictures of one stream by time: the one on screen at a moment.
///
/// Opened for one stream, used by one thread. Rising times are read sequentially; others cost a seek to the
/// previous key frame. The picture for a time never depends on earlier requests, nor on `threads`.
///
/// An interlaced picture counts as two, one for each half of its time: `Options.fields` defines which
/// pictures do.
package final class VideoReader {
  package struct Options: Hashable, Sendable {
    package var threads = 1
    package var onCorruption = CorruptionPolicy.fail
    package var limits = MediaLimits.standard
    package var fields = FieldHandling.marked
    /// Whether to skip pictures that no wanted picture depends on: before the first one, or between distant
    /// ones. The result is the same.
    package var leavesOutUnneeded = false
    /// The most bytes of decoded pictures to cache: returning to one of their times needs no seek.
    package var keptBytes = 0
    /// Whether they stay cached while the reader is not in use.
    package var keepsAtRest = false
    /// What a file without a header contains; nil for other files.
    package var raw: RawForm?

    package init(
      threads: Int = 1, onCorruption: CorruptionPolicy = .fail, fields: FieldHandling = .marked,
      leavesOutUnneeded: Bool = false, keptBytes: Int = 0, keepsAtRest: Bool = false, raw: RawForm? = nil
    ) {
      self.threads = threads
      self.onCorruption = onCorruption
      self.fields = fields
      self.leavesOutUnneeded = leavesOutUnneeded
      self.keptBytes = keptBytes
      self.keepsAtRest = keepsAtRest
      self.raw = raw
    }
  }

  let source: PictureSource
  let options: Options
  /// The picture that was returned last. Only the one after it, `upcoming`, determines how long it is shown.
  var current: PictureSource.Picture?
  /// The one before it, if it was read too.
  var previous: PictureSource.Picture?
  var upcoming: PictureSource.Picture?
  /// The cache of earlier pictures.
  var kept: KeptPictures
  var isAtEnd = false
  /// The pictures cached while times fall.
  var backwardRun: BackwardRun?
  /// The pictures around the last moment.
  var pair: PicturePair?
  /// The first tick of the stream; nil until it was read from its start.
  var firstTick: Int64?
  let fieldRule: FieldRule
  /// Cleared when skipping turns out to affect the wanted pictures.
  private var leavesOutUnneeded: Bool
  let deinterlacer = Deinterlacer()
  /// The last interpolated field, for repeated requests.
  private var half: (tick: Int64, half: Deinterlacer.Half, frame: VideoFrame)?
  /// The last undamaged picture since the start of reading.
  var lastWhole: PictureSource.Picture?
  /// Whether reading started so far back that reported damage is real.
  private var isVerified = false
  /// The replacement of damaged pictures.
  let standIn = StandIn()
  /// Set when a picture is replaced.
  var showsStandIn = false

  /// `origin` is the file's own timestamp of media time 0, from its facts.
  package init(
    fileAt path: String, streamIndex: Int, origin: RationalTime, options: Options = Options()
  ) throws(LibAVError) {
    let file = try MediaFile(path: path, limits: options.limits, raw: options.raw)
    source = try PictureSource(
      file: file, streamIndex: streamIndex, origin: origin, threads: options.threads)
    self.options = options
    kept = KeptPictures(byteLimit: options.keptBytes)
    fieldRule = FieldRule(options.fields, source.parameters)
    // The replacement of damaged pictures must not depend on which ones were skipped.
    leavesOutUnneeded =
      options.leavesOutUnneeded && options.onCorruption == .fail && options.keptBytes == 0
  }

  /// Returns the picture for an output frame whose interval has its middle at `mediaTime`: the last picture
  /// strictly before that moment; before the first picture, the first one; after the last, the last one.
  package func frame(at mediaTime: RationalTime) throws(LibAVError) -> VideoFrame {
    do {
      let tick = try source.clock.lastTick(before: mediaTime)
      return try keptFrame(notAfter: tick) ?? frame(notAfter: tick)
    } catch { throw libAVError(error, mediaTime) }
  }

  /// Returns the picture on screen at exactly `mediaTime`: one that starts at this moment is already shown.
  package func frame(shownAt mediaTime: RationalTime) throws(LibAVError) -> VideoFrame {
    do {
      let tick = try source.clock.lastTick(notAfter: mediaTime)
      return try keptFrame(notAfter: tick) ?? frame(notAfter: tick)
    } catch { throw libAVError(error, mediaTime) }
  }

  func libAVError(_ error: any Error, _ mediaTime: RationalTime) -> LibAVError {
    error as? LibAVError
      ?? LibAVError(
        operation: "reading", subject: source.path, cause: .limit,
        reason: "\(mediaTime) is out of the range of this file's times")
  }

  func frame(notAfter tick: Int64) throws(LibAVError) -> VideoFrame {
    backwardRun = nil
    try go(to: tick)
    return try shown(at: tick)
  }

  /// The current picture, or its field that is on screen at a tick.
  func shown(at tick: Int64) throws(LibAVError) -> VideoFrame {
    if let damage = try damage(at: tick) {
      guard options.onCorruption != .fail else { throw error(for: damage) }
      showsStandIn = true
      return try replacement(of: damage, at: tick)
    }
    guard let current else { throw noPicture() }
    guard let order = fieldRule.order(of: current.frame) else { return current.frame }
    if leavesOutUnneeded {
      leavesOutUnneeded = false
      return try frame(notAfter: tick)
    }
    return try half(notAfter: tick, order)
  }

  /// Makes the last picture that is not after a tick the current one.
  private func go(to tick: Int64) throws(LibAVError) {
    source.leaveOutUnneeded(before: leavesOutUnneeded ? tick : nil)
    try goToRun(before: tick)
    try readOn(to: tick)
    guard let current, source.mayHaveLeftOut(after: current.tick) else { return }
    // Pictures last longer than expected: a skipped one can be the wanted one, here and later on.
    leavesOutUnneeded = false
    source.leaveOutUnneeded(before: nil)
    try begin(before: tick)
    try readOn(to: tick)
  }
}

// MARK: - Fields of interlaced pictures

extension VideoReader {
  /// The field of the current picture that is on screen at a tick, as a whole picture.
  private func half(notAfter tick: Int64, _ order: FieldOrder) throws(LibAVError) -> VideoFrame {
    try readPrevious(upTo: tick)
    guard let current else { throw noPicture() }
    return try half(of: current, at: tick, order, after: previous, before: upcoming)
  }

  /// The field of a picture that is on screen at a tick, interpolated with its neighbours.
  func half(
    of picture: PictureSource.Picture, at tick: Int64, _ order: FieldOrder,
    after previous: PictureSource.Picture?, before next: PictureSource.Picture?
  ) throws(LibAVError) -> VideoFrame {
    let second = secondHalf(of: picture, after: previous, before: next)
    let wanted: Deinterlacer.Half = tick >= second && second > picture.tick ? .second : .first
    if let half, half.tick == picture.tick, half.half == wanted { return half.frame }
    let frame = try deinterlacer.picture(
      of: wanted, in: picture.frame, order, previous: previous?.frame, next: next?.frame,
      presentationTime: try? source.clock.mediaTime(wanted == .first ? picture.tick : second))
    half = (picture.tick, wanted, frame)
    return frame
  }

  /// When the second field of a picture is first shown; the picture's own time if it has no duration.
  func secondHalf(
    of picture: PictureSource.Picture, after previous: PictureSource.Picture?,
    before next: PictureSource.Picture?
  ) -> Int64 {
    picture.tick + (length(of: picture, after: previous, before: next) + 1) / 2
  }

  /// Reads the picture before the current one, so that the result does not depend on where reading began.
  private func readPrevious(upTo tick: Int64) throws(LibAVError) {
    guard previous == nil, let current, current.tick != firstTick else { return }
    try begin(before: current.tick - 1)
    try readOn(to: tick)
  }

  /// In ticks: up to the next picture, or as long as the previous one.
  private func length(
    of picture: PictureSource.Picture, after previous: PictureSource.Picture?,
    before next: PictureSource.Picture?
  ) -> Int64 {
    if let next { return next.tick - picture.tick }
    if let previous { return picture.tick - previous.tick }
    return max(0, plausibleDuration(picture.frame.pointer.pointee.pkt_duration))
  }
}

// MARK: - Going forward

extension VideoReader {
  /// Reads on until the next picture would be too late.
  func readOn(to tick: Int64, until isEnough: (Int64) -> Bool = { _ in false }) throws(LibAVError) {
    while !isAtEnd {
      if let current, isEnough(current.tick) { return }
      if upcoming == nil { upcoming = try source.next() }
      guard let next = upcoming else {
        isAtEnd = true
        return
      }
      guard next.tick <= tick || current == nil else { return }
      if let current { kept.add(current, before: next) }
      previous = current
      current = next
      upcoming = nil
      if next.damage == nil { lastWhole = next }
    }
  }

  /// Why the picture on screen at a tick differs from the recorded one; nil if it does not. The current
  /// picture must be the wanted one.
  private func damage(at tick: Int64) throws(LibAVError) -> PictureSource.Damage? {
    guard let current, var damage = damage(of: current, before: upcoming, at: tick) else { return nil }
    if isVerified { return damage }
    if try source.useOneThread() {
      try begin(before: tick)
      try readOn(to: tick)
      return try self.damage(at: tick)
    }
    // After a seek, decoders also complain about references that were skipped. Real damage remains when
    // reading starts further back.
    source.leaveOutUnneeded(before: nil)
    for margin in source.canSeek ? [3, 10, 30] as [Int64] : [] {
      guard !source.isFromStart, try source.seek(to: tick - source.clock.ticks(inSeconds: margin)) else {
        break
      }
      guard let found = try self.damage(readingFrom: source.next(), to: tick) else { return nil }
      damage = found
    }
    // An error must be certain. A replacement needs only a start far enough back, because a recording may be
    // long.
    let hasRead = self.current.map { $0.tick <= tick } ?? false
    if !source.isFromStart, options.onCorruption == .fail || !hasRead {
      guard let found = try self.damage(readingFrom: restarted(), to: tick) else { return nil }
      damage = found
    }
    isVerified = true
    return damage
  }

  /// Starts over and returns the first picture of the file.
  func restarted() throws(LibAVError) -> PictureSource.Picture? {
    try source.restart()
    let first = try source.next()
    firstTick = first?.tick
    return first
  }

  private func damage(
    readingFrom first: PictureSource.Picture?, to tick: Int64
  ) throws(LibAVError) -> PictureSource.Damage? {
    start(with: first)
    try readOn(to: tick)
    guard let current else { return PictureSource.Damage(tick: tick, reason: "no picture can be decoded") }
    // The picture on screen was not read.
    if current.tick > tick, !source.isFromStart {
      return PictureSource.Damage(tick: tick, reason: "no picture")
    }
    return damage(of: current, before: upcoming, at: tick)
  }

  /// The damage of a picture, or a loss between it and a tick at which it would still be on screen.
  func damage(
    of picture: PictureSource.Picture, before next: PictureSource.Picture?, at tick: Int64
  ) -> PictureSource.Damage? {
    if let damage = picture.damage {
      return PictureSource.Damage(tick: picture.tick, reason: damage.reason)
    }
    if tick < picture.tick { return picture.lossBefore }
    let loss = next.map(\.lossBefore) ?? (isAtEnd ? source.damage(afterLast: picture) : nil)
    return loss.flatMap { $0.tick <= tick ? $0 : nil }
  }

  func error(for damage: PictureSource.Damage) -> LibAVError {
    let time = (try? source.clock.mediaTime(damage.tick))?.clockReading ?? "an unknown time"
    return LibAVError(
      operation: "decoding the picture at \(time)", subject: source.path, cause: .damage,
      reason: damage.reason)
  }

  func noPicture() -> LibAVError {
    LibAVError(
      operation: "decoding", subject: source.path, cause: .badData,
      reason: "no picture can be decoded: \(source.lastFailure ?? "the stream is empty")")
  }
}

// MARK: - Going back

extension VideoReader {
  /// Sets the parts that will be needed, in rising turns: only they are cached, preferably those needed soon.
  package func expect(_ parts: [PartInTurn], from turn: Int64) {
    let known = parts.compactMap { part -> KeptPictures.Part? in
      guard let first = try? source.clock.lastTick(notAfter: part.range.start),
        let last = try? source.clock.lastTick(before: part.range.end), first <= last
      else { return nil }
      return KeptPictures.Part(ticks: first...last, turn: part.turn)
    }
    kept.expect(known, from: turn)
  }

  /// Returns a cached picture without fields; nil if the picture at a tick must be decoded again.
  private func keptFrame(notAfter tick: Int64) -> VideoFrame? {
    guard let picture = kept.picture(at: tick), fieldRule.order(of: picture.frame) == nil
    else { return nil }
    return picture.frame
  }
}

// MARK: - Going elsewhere

extension VideoReader {
  /// Ensures that reading on from here reaches the wanted picture soon.
  func goToRun(before tick: Int64) throws(LibAVError) {
    guard let current else { return try begin(before: tick) }
    if tick < current.tick {
      // Before the first picture, the first one is shown.
      if current.tick == firstTick { return }
      try begin(before: tick)
    } else if source.isFarAhead(tick, of: upcoming ?? current), !isAtEnd {
      try begin(before: tick)
    }
  }

  /// Starts at a key frame before the wanted picture, and checks that it really is before.
  ///
  /// A container's key frame can be too late (open groups, intra refresh, byte positions, edits), so each
  /// attempt aims further back; the start of the file is always right.
  func begin(before tick: Int64) throws(LibAVError) {
    for margin in source.canSeek && !isBeforeFirst(tick) ? [0, 1, 3, 10, 30] as [Int64] : [] {
      guard try source.seek(to: tick - source.clock.ticks(inSeconds: margin)) else { break }
      let first = try source.next()
      if let first, first.tick <= tick {
        start(with: first)
        return
      }
    }
    if !source.isUntouched { try source.restart() }
    let first = try source.next()
    start(with: first)
    firstTick = first?.tick
  }

  func start(with picture: PictureSource.Picture?) {
    if let current, let upcoming { kept.add(current, before: upcoming) }
    current = picture
    lastWhole = picture?.damage == nil ? picture : nil
    isVerified = false
    previous = nil
    upcoming = nil
    isAtEnd = picture == nil
  }

  private func isBeforeFirst(_ tick: Int64) -> Bool {
    firstTick.map { tick <= $0 } ?? false
  }
}
