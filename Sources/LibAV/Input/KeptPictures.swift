package import Basics

/// A part of a stream that is wanted at some turn: of parts that are wanted later, the next one has the lowest.
package struct PartInTurn: Hashable, Sendable {
  package let range: TimeRange
  package let turn: Int64

  package init(_ range: TimeRange, turn: Int64) {
    self.range = range
    self.turn = turn
  }
}

/// Decoded pictures of a stream, kept within a number of bytes: what was decoded on the way to a picture need not be decoded again
/// for an earlier one.
///
/// Where it is known what is wanted later, only that is kept, and what is wanted last gives way to the rest. Else what was not
/// used for longest does.
struct KeptPictures {
  private let byteLimit: Int
  private var byteCount = 0
  /// By their ticks.
  private var entries: [Entry] = []
  /// What is wanted later; nil if that is not known.
  private var parts: [Part]?
  private var turn: Int64 = 0
  private var useCount: Int64 = 0

  private struct Entry {
    let picture: PictureSource.Picture
    /// The tick of the picture after it.
    let end: Int64
    let byteCount: Int
    var lastUse: Int64
    /// When it is wanted next.
    var nextTurn: Int64
  }

  /// Some ticks, the last one included, that are wanted at a turn.
  struct Part {
    let ticks: ClosedRange<Int64>
    let turn: Int64
  }

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// What is wanted now and later, in turns that rise. Earlier turns are over.
  mutating func expect(_ parts: [Part], from turn: Int64) {
    self.parts = parts
    self.turn = turn
  }

  /// A picture that was read, with the one after it. One that is not as it was recorded is not kept.
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

  /// The picture on screen at a tick; nil if it is not kept.
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

  /// The first turn from a given one on at which something of these ticks is wanted.
  private func nextTurn(of ticks: Range<Int64>, from first: Int64) -> Int64? {
    guard let parts else { return turn }
    return parts.first { $0.turn >= first && ticks.overlaps($0.ticks) }?.turn
  }

  /// Gives back what is no longer wanted, or else one picture.
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
