import Basics

/// The slots of a recording's constant frame rate, and which of the captured pictures fill them.
///
/// A picture goes to the nearest slot. A slot without one repeats the picture before it, and a second picture for a
/// slot is dropped; both are counted. Pauses take slots out. Times are nanoseconds from the start of the recording.
struct FrameGrid {
  let rate: FrameRate
  /// How many slots there are; nil for any number.
  var limit: Int64?
  /// The number of slots that are filled.
  private(set) var filled: Int64 = 0
  private(set) var counts = PictureCounts()
  private(set) var pauses = Pauses()
  private var lastCaptured: Int64?
  /// Whether the picture before is in the film.
  private var isContinuing = false

  init(rate: FrameRate, limit: Int64? = nil) {
    self.rate = rate
    self.limit = limit
  }

  /// What becomes of a picture.
  enum Placement: Hashable {
    /// It is from before the start, or from a pause.
    case outside
    case dropped
    /// It is from behind the end.
    case late
    /// It fills the next slot, after this many repetitions of the picture before it.
    case fills(after: Int64)
  }

  /// `dropped` is how many pictures the device has dropped before this one.
  mutating func place(at time: Int64, dropped: Int64 = 0) -> Placement {
    guard let slot = pauses.filmSlot(slot(nearest: time)), slot >= 0 else {
      isContinuing = false
      return .outside
    }
    guard slot < limit ?? .max else { return .late }
    if isContinuing { counts.lost += dropped }
    isContinuing = true
    guard slot >= filled else {
      counts.dropped += 1
      return .dropped
    }
    let empty = slot - filled
    filled = slot + 1
    counts.repeated += empty
    counts.captured += 1
    counts.longestGap = max(counts.longestGap, slot - (lastCaptured ?? -1))
    lastCaptured = slot
    return .fills(after: empty)
  }

  /// Fills the slots before `end` with the latest picture and returns their number.
  mutating func fill(to end: Int64) -> Int64 {
    let empty = max(0, min(end, limit ?? .max) - filled)
    guard empty > 0 else { return 0 }
    filled += empty
    counts.repeated += empty
    counts.longestGap = max(counts.longestGap, filled - (lastCaptured ?? -1))
    return empty
  }

  /// Takes out what is captured from a time on. Returns the slots of the film before it.
  mutating func pause(at time: Int64) -> Int64 {
    let slot = max(firstSlot(from: time), filled + pauses.removed)
    pauses.begin(at: slot)
    return pauses.filmSlots(before: slot)
  }

  /// Continues with what is captured from a time on. Returns the first slot, counted from the start.
  mutating func resume(at time: Int64) -> Int64 { pauses.end(before: firstSlot(from: time)) }

  /// The number of slots that end by a time.
  func slots(endingBy time: Int64) -> Int64 {
    let slot = floorDivision(Int128(time) * Int128(rate.frames), by: Int128(rate.seconds) * 1_000_000_000)
    return pauses.filmSlots(before: Int64(clamping: max(0, slot)))
  }

  /// The frame of the film that starts at a time, or next; for a time in a pause, the first one behind it.
  func frame(from time: Int64) -> Int64 { pauses.filmSlots(before: firstSlot(from: time)) }

  /// The first slot that does not start before a time.
  private func firstSlot(from time: Int64) -> Int64 {
    let unit = Int128(rate.seconds) * 1_000_000_000
    return Int64(clamping: max(0, floorDivision(Int128(time) * Int128(rate.frames) + unit - 1, by: unit)))
  }

  /// Below zero before the start.
  func slot(nearest time: Int64) -> Int64 {
    let slots = 2 * Int128(time) * Int128(rate.frames)
    let unit = Int128(rate.seconds) * 1_000_000_000
    return Int64(clamping: floorDivision(slots + unit, by: 2 * unit))
  }
}

/// What became of the pictures of a recording.
package struct PictureCounts: Hashable, Sendable {
  package var captured: Int64 = 0
  /// Slots that show the picture before them.
  package var repeated: Int64 = 0
  /// Pictures for a slot that was filled already.
  package var dropped: Int64 = 0
  /// Pictures that were lost because the recorder did not take them in time.
  package var missed: Int64 = 0
  /// Pictures that the device has dropped between those of the film, or gave in part.
  package var lost: Int64 = 0
  /// The most slots from one captured picture to the next one.
  package var longestGap: Int64 = 0
}
