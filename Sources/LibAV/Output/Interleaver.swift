internal import Basics

/// Merges the packets of several streams into the order of the file, which is that of decoding times. The
/// order does not depend on which stream's packets came first.
struct Interleaver {
  private let ticks: [RationalTime]
  private var waiting: [[EncodedPacket]]
  /// Packets of `waiting` that are gone already: removing from the front would move the rest each time.
  private var taken: [Int]
  private var hasEnded: [Bool]

  init(ticks: [RationalTime]) {
    self.ticks = ticks
    waiting = ticks.map { _ in [] }
    taken = ticks.map { _ in 0 }
    hasEnded = ticks.map { _ in false }
  }

  mutating func append(_ packet: EncodedPacket, stream: Int) {
    waiting[stream].append(packet)
  }

  mutating func end(stream: Int) {
    hasEnded[stream] = true
  }

  /// Returns the next packet of the file, or nil while a stream that has not ended may still bring an earlier
  /// one.
  mutating func next() -> (stream: Int, packet: EncodedPacket)? {
    var first: (stream: Int, packet: EncodedPacket)?
    for stream in waiting.indices {
      guard taken[stream] < waiting[stream].count else {
        if hasEnded[stream] { continue }
        return nil
      }
      let packet = waiting[stream][taken[stream]]
      if let other = first, !isEarlier(packet, stream, than: other) { continue }
      first = (stream, packet)
    }
    if let first { take(first.stream) }
    return first
  }

  private func isEarlier(
    _ packet: EncodedPacket, _ stream: Int, than other: (stream: Int, packet: EncodedPacket)
  ) -> Bool {
    // 64 bits times 31 bits (a tick that FFmpeg can store), twice.
    let tick = ticks[stream]
    let otherTick = ticks[other.stream]
    return Int128(packet.decode) * Int128(tick.value) * Int128(otherTick.timescale)
      < Int128(other.packet.decode) * Int128(otherTick.value) * Int128(tick.timescale)
  }

  private mutating func take(_ stream: Int) {
    taken[stream] += 1
    guard taken[stream] >= 256 || taken[stream] == waiting[stream].count else { return }
    waiting[stream].removeFirst(taken[stream])
    taken[stream] = 0
  }
}
