package import Basics

/// A part of a stream that is needed at a turn; the lowest turn comes first.
package struct PartInTurn: Hashable, Sendable {
  package let range: TimeRange
  package let turn: Int64

  package init(_ range: TimeRange, turn: Int64) {
    self.range = range
    self.turn = turn
  }
}

/// A cache of a stream's decoded pictures, limited in bytes: a picture that was decoded on the way to another
/// one need not be decoded again.
///
/// If it is known which pictures are needed later, only those are cached, and the one needed last is evicted
/// first; otherwise, the least recently used.
struct KeptPictures {
  private let byteLimit: Int
  private var byteCount = 0
  /// Sorted by tick.
  private var entries: [Entry] = []
  /// The parts that are needed now and later; nil if unknown.
  private var parts: [Part]?
  private var turn: Int64 = 0
  private var useCount: Int64 = 0

  private struct Entry {
    let picture: PictureSource.Picture
    /// The tick of the picture after it.
    let end: Int64
    let byteCount: Int
    var lastUse: Int64
    /// When it is needed next.
    var nextTurn: Int64
  }

  /// Ticks, the last one included, that are needed at a turn.
  struct Part {
    let ticks: ClosedRange<Int64>
    let turn: Int64
  }

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// Sets the parts that are needed now and later, in ascending turns. Earlier turns are over.
  mutating func expect(_ parts: [Part], from turn: Int64) {
    self.parts = parts
    self.turn = turn
  }

  /// Caches a decoded picture before `next`. A damaged picture is not cached.
  mutating func add(_ picture: PictureSource.Picture, before next: PictureSource.Picture) {
    guard byteLimit > 0, picture.damage == nil, next.lossBefore == nil, picture.tick < next.tick,
      let nextTurn = nextTurn(of: picture.tick..<next.tick, from: turn + 1)
    else { return }
    useCount += 1
    let place = firstPlace(after: picture.tick)
    if place > 0, entries[place - 1].picture.tick == picture.tick {
      entries[place - 1].lastUse = useCount
      return
    }
    let entry = Entry(
      picture: picture, end: next.tick, byteCount: picture.frame.byteCount, lastUse: useCount,
      nextTurn: nextTurn)
    entries.insert(entry, at: place)
    byteCount += entry.byteCount
    while byteCount > byteLimit { makeRoom() }
  }

  /// Returns the picture on screen at a tick; nil if it is not cached.
  mutating func picture(at tick: Int64) -> PictureSource.Picture? {
    let place = firstPlace(after: tick) - 1
    guard place >= 0, tick < entries[place].end else { return nil }
    useCount += 1
    entries[place].lastUse = useCount
    return entries[place].picture
  }

  private func firstPlace(after tick: Int64) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].picture.tick <= tick { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The first turn from a given one on at which any of these ticks is needed.
  private func nextTurn(of ticks: Range<Int64>, from first: Int64) -> Int64? {
    guard let parts else { return turn }
    return parts.first { $0.turn >= first && ticks.overlaps($0.ticks) }?.turn
  }

  /// Evicts the pictures that are no longer needed, or else one picture.
  private mutating func makeRoom() {
    if entries.contains(where: { $0.nextTurn < turn }) {
      entries = entries.compactMap { entry in
        guard entry.nextTurn < turn else { return entry }
        var later = entry
        guard let next = nextTurn(of: entry.picture.tick..<entry.end, from: turn) else { return nil }
        later.nextTurn = next
        return later
      }
      byteCount = entries.reduce(0) { $0 + $1.byteCount }
    }
    let last = entries.indices.max { a, b in
      (entries[a].nextTurn, -entries[a].lastUse) < (entries[b].nextTurn, -entries[b].lastUse)
    }
    guard byteCount > byteLimit, let last else { return }
    byteCount -= entries.remove(at: last).byteCount
  }
}
