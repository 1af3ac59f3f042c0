package import Basics
internal import CFFmpeg
internal import Composition

/// What happens when a picture or sound cannot be decoded as it was meant.
package enum CorruptionPolicy: Hashable, Sendable {
  /// Whoever asks for it gets the error.
  case fail
  /// The last whole picture before it; before the first whole one, that one. Sound is silent.
  case hold
  /// A black picture, and silence.
  case black
}

/// The pictures of one stream by their time: which one is on screen at a moment.
///
/// Opened for one stream, used by one thread. Times that rise are read straight on; others cost a seek to the
/// key frame before. The picture for a time never depends on what was asked for earlier, nor on `threads`.
///
/// An interlaced picture is two, one for each half of its time: `Options.fields` says which pictures are.
package final class VideoReader {
  package struct Options: Hashable, Sendable {
    package var threads = 1
    package var onCorruption = CorruptionPolicy.fail
    package var limits = MediaLimits.standard
    package var fields = FieldHandling.marked
    /// What no wanted picture is made of is not decoded: before the first one, or between those that are far from each
    /// other. The pictures are the same.
    package var leavesOutUnneeded = false
    /// Decoded pictures of at most so many bytes are kept: a time that was passed before is then no seek.
    package var keptBytes = 0
    /// Whether they are kept, too, while the reader waits for its next use.
    package var keepsAtRest = false

    package init(
      threads: Int = 1, onCorruption: CorruptionPolicy = .fail, fields: FieldHandling = .marked,
      leavesOutUnneeded: Bool = false, keptBytes: Int = 0, keepsAtRest: Bool = false
    ) {
      self.threads = threads
      self.onCorruption = onCorruption
      self.fields = fields
      self.leavesOutUnneeded = leavesOutUnneeded
      self.keptBytes = keptBytes
      self.keepsAtRest = keepsAtRest
    }
  }

  let source: PictureSource
  let options: Options
  /// The picture that was given last, and the one after it: only the next one tells how long it is shown.
  var current: PictureSource.Picture?
  /// The one before it, where it was read too.
  var previous: PictureSource.Picture?
  var upcoming: PictureSource.Picture?
  /// Those that were passed before.
  var kept: KeptPictures
  var isAtEnd = false
  /// What is kept while times fall.
  var backwardRun: BackwardRun?
  /// The pictures around the last moment between two.
  var pair: PicturePair?
  /// Known once the stream was read from its start; no picture comes before it.
  var firstTick: Int64?
  let fieldRule: FieldRule
  /// Cleared where pictures turn out to be made of their neighbours, too.
  private var leavesOutUnneeded: Bool
  let deinterlacer = Deinterlacer()
  /// The last field that was made, for repeated requests.
  private var half: (tick: Int64, half: Deinterlacer.Half, frame: VideoFrame)?
  /// The last picture since the start of reading that is as it was recorded.
  var lastWhole: PictureSource.Picture?
  /// Whether reading began so far back that what is reported is damage.
  private var isVerified = false
  /// What takes the place of damaged pictures.
  let standIn = StandIn()
  /// Set when a picture is replaced.
  var showsStandIn = false

  /// `origin` is the file's own timestamp of media time 0, from its facts.
  package init(
    fileAt path: String, streamIndex: Int, origin: RationalTime, options: Options = Options()
  ) throws(LibAVError) {
    let file = try MediaFile(path: path, limits: options.limits)
    source = try PictureSource(
      file: file, streamIndex: streamIndex, origin: origin, threads: options.threads)
    self.options = options
    kept = KeptPictures(byteLimit: options.keptBytes)
    fieldRule = FieldRule(options.fields, source.parameters)
    // What replaces damaged pictures must not depend on which ones were left out.
    leavesOutUnneeded =
      options.leavesOutUnneeded && options.threads == 1 && options.onCorruption == .fail
      && options.keptBytes == 0
  }

  /// What an output frame shows whose interval has its middle at `mediaTime`: the last picture strictly before
  /// that moment; before the first picture, the first one; after the last, the last one.
  package func frame(at mediaTime: RationalTime) throws(LibAVError) -> VideoFrame {
    do {
      let tick = try source.clock.lastTick(before: mediaTime)
      return try keptFrame(notAfter: tick) ?? frame(notAfter: tick)
    } catch { throw libAVError(error, mediaTime) }
  }

  /// The picture on screen at exactly `mediaTime`: one that starts at this moment is already shown.
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

  /// The current picture, or the half of it that is on screen at a tick.
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
    // Pictures last longer than they seemed to: one that was left out can be the wanted one, and so it may go on.
    leavesOutUnneeded = false
    source.leaveOutUnneeded(before: nil)
    try begin(before: tick)
    try readOn(to: tick)
  }
}

// MARK: - Halves of interlaced pictures

extension VideoReader {
  /// The half of the current picture that is on screen at a tick, as a whole picture.
  private func half(notAfter tick: Int64, _ order: FieldOrder) throws(LibAVError) -> VideoFrame {
    try readPrevious(upTo: tick)
    guard let current else { throw noPicture() }
    return try half(of: current, at: tick, order, after: previous, before: upcoming)
  }

  /// The half of a picture that is on screen at a tick, made with its neighbours.
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

  /// From when on the second half of a picture is shown; its own time where it has no length.
  func secondHalf(
    of picture: PictureSource.Picture, after previous: PictureSource.Picture?,
    before next: PictureSource.Picture?
  ) -> Int64 {
    picture.tick + (length(of: picture, after: previous, before: next) + 1) / 2
  }

  /// Reads the picture before the current one: the result must not depend on where reading began.
  private func readPrevious(upTo tick: Int64) throws(LibAVError) {
    guard previous == nil, let current, current.tick != firstTick else { return }
    try begin(before: current.tick - 1)
    try readOn(to: tick)
  }

  /// In ticks: to the next picture, or as long as the one before was.
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

  /// Why what is on screen at a tick is not what was recorded; nil if it is. The current picture is the wanted one.
  private func damage(at tick: Int64) throws(LibAVError) -> PictureSource.Damage? {
    guard let current, var damage = damage(of: current, before: upcoming, at: tick) else { return nil }
    if isVerified { return damage }
    // After a seek, decoders complain of references that were skipped, too. Damage is still there when reading begins
    // further back.
    source.leaveOutUnneeded(before: nil)
    for margin in source.canSeek ? [3, 10, 30] as [Int64] : [] {
      guard !source.isFromStart, try source.seek(to: tick - source.clock.ticks(inSeconds: margin)) else {
        break
      }
      guard let found = try self.damage(readingFrom: source.next(), to: tick) else { return nil }
      damage = found
    }
    // An error has to be certain. What is replaced is far enough from the start of reading, and a recording may be long.
    let hasRead = self.current.map { $0.tick <= tick } ?? false
    if !source.isFromStart, options.onCorruption == .fail || !hasRead {
      guard let found = try self.damage(readingFrom: restarted(), to: tick) else { return nil }
      damage = found
    }
    isVerified = true
    return damage
  }

  /// The first picture of the file, from which reading goes on.
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
    // What is on screen was not read.
    if current.tick > tick, !source.isFromStart {
      return PictureSource.Damage(tick: tick, reason: "no picture")
    }
    return damage(of: current, before: upcoming, at: tick)
  }

  /// What is damaged of a picture, or lost between it and a tick at which it would still be on screen.
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
  /// What will be asked for, in turns that rise, so that only this is kept, and above all what is wanted soon.
  package func expect(_ parts: [PartInTurn], from turn: Int64) {
    let known = parts.compactMap { part -> KeptPictures.Part? in
      guard let first = try? source.clock.lastTick(notAfter: part.range.start),
        let last = try? source.clock.lastTick(before: part.range.end), first <= last
      else { return nil }
      return KeptPictures.Part(ticks: first...last, turn: part.turn)
    }
    kept.expect(known, from: turn)
  }

  /// A whole picture that was kept; nil if what is on screen at a tick has to be read again.
  private func keptFrame(notAfter tick: Int64) -> VideoFrame? {
    guard let picture = kept.picture(at: tick), fieldRule.order(of: picture.frame) == nil
    else { return nil }
    return picture.frame
  }
}

// MARK: - Going elsewhere

extension VideoReader {
  /// Makes sure that reading on from here meets the wanted picture, and soon.
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

  /// Starts at a key frame before the wanted picture, and looks whether it really is before.
  ///
  /// A container's idea of a key frame can be too late (open groups, intra refresh, byte positions, edits), so
  /// each attempt aims further back; the start of the file is always right.
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
