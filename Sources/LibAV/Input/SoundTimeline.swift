import Basics

/// A stream's sound as an endless sequence of samples at its own rate, with silence where there is none.
final class SoundTimeline {
  private let source: SoundSource
  private let policy: CorruptionPolicy
  private var pieces: [SoundSource.Piece] = []
  /// From here on the pieces are complete up to `decodedEnd`.
  private var decodedStart = Int64.min
  private var decodedEnd = Int64.min
  private var hasBegun = false
  private var isAtEnd = false
  /// Where the last sound of the stream ends, once its end was reached.
  private(set) var soundEnd: Int64?

  var rate: Int { source.rate }
  var path: String { source.path }
  let channelCount: Int

  init(_ source: SoundSource, channelCount: Int, policy: CorruptionPolicy) {
    self.source = source
    self.channelCount = channelCount
    self.policy = policy
  }

  /// Returns samples `start..<start + count`, one array per channel.
  func read(from start: Int64, count: Int) throws(LibAVError) -> [[Float]] {
    var channels = Array(repeating: [Float](repeating: 0, count: count), count: channelCount)
    let end = start + Int64(count)
    let isBehindEnd = soundEnd.map { start >= $0 } ?? false
    if !isBehindEnd {
      try go(to: start)
      try decode(to: end)
    }
    let damages = source.damages.filter { $0.samples.overlaps(start..<end) }
    if policy == .fail, let damage = damages.first { throw error(for: damage) }
    if !isBehindEnd { for piece in pieces { copy(piece, from: start, to: end, into: &channels) } }
    for damage in damages { silence(damage, from: start, to: end, in: &channels) }
    return channels
  }

  private func silence(
    _ damage: SoundSource.Damage, from start: Int64, to end: Int64, in channels: inout [[Float]]
  ) {
    let samples = damage.samples.clamped(to: start..<end)
    let places = Int(samples.lowerBound - start)..<Int(samples.upperBound - start)
    for index in channels.indices {
      channels[index].replaceSubrange(places, with: repeatElement(0, count: places.count))
    }
    let rate = Int64(source.rate)
    guard let first = RationalTime(samples.lowerBound, rate),
      let last = RationalTime(samples.upperBound, rate), let range = TimeRange(start: first, end: last)
    else { return }
    ConcealmentLog.note(
      Concealment(path: source.path, kind: .silent, range: range, reason: damage.reason))
  }

  private func copy(
    _ piece: SoundSource.Piece, from start: Int64, to end: Int64, into channels: inout [[Float]]
  ) {
    let (first, last) = (max(start, piece.position), min(end, piece.end))
    guard first < last else { return }
    let source = Int(first - piece.position)..<Int(last - piece.position)
    let target = Int(first - start)..<Int(last - start)
    for index in channels.indices {
      channels[index].replaceSubrange(target, with: piece.channels[index][source])
    }
  }

  private func decode(to end: Int64) throws(LibAVError) {
    while decodedEnd < end, !isAtEnd { try decodePiece() }
  }

  private func decodePiece() throws(LibAVError) {
    guard let piece = try source.next() else {
      isAtEnd = true
      soundEnd = decodedEnd
      return
    }
    pieces.append(piece)
    decodedEnd = piece.end
  }

  private func error(for damage: SoundSource.Damage) -> LibAVError {
    let time =
      RationalTime(damage.samples.lowerBound, Int64(source.rate))?.clockReading ?? "an unknown time"
    return LibAVError(
      operation: "decoding the sound at \(time)", subject: source.path, cause: .damage,
      reason: damage.reason)
  }
}

// MARK: - Finding the place

extension SoundTimeline {
  private func go(to start: Int64) throws(LibAVError) {
    if hasBegun, start >= decodedStart, start <= decodedEnd || !isFarAhead(start) {
      dropPieces(before: start)
      return
    }
    if hasBegun, try seek(to: start) { return }
    // The first read always starts at the beginning of the stream, to learn where the grid of frames lies.
    if hasBegun { try source.restart() }
    begin(at: Int64.min)
    for _ in 0..<4 where !isAtEnd { try decodePiece() }
    if isFarAhead(start), try seek(to: start) { return }
    if isFarAhead(start) {
      try source.restart()
      begin(at: Int64.min)
    }
  }

  private func isFarAhead(_ start: Int64) -> Bool {
    guard source.placement.allowsSeeking, decodedEnd > Int64.min else { return false }
    return start - decodedEnd > 10 * Int64(source.rate)
  }

  /// A seek counts only if it led far enough before `start` to warm up the decoder.
  private func seek(to start: Int64) throws(LibAVError) -> Bool {
    guard source.canSeek else { return false }
    let second = Int64(source.rate)
    for lead in [second / 2, 2 * second, 8 * second] {
      guard source.seek(to: start, lead: lead) else { return false }
      begin(at: start - lead / 2)
      let first = try source.next()
      guard let first, let runStart = source.runStart, runStart <= start - lead / 4 * 3 else { continue }
      pieces = [first]
      decodedEnd = first.end
      return true
    }
    return false
  }

  private func begin(at start: Int64) {
    pieces = []
    decodedStart = start
    decodedEnd = Int64.min
    isAtEnd = false
    hasBegun = true
  }

  private func dropPieces(before start: Int64) {
    guard let first = pieces.firstIndex(where: { $0.end > start }) ?? pieces.indices.last, first > 0
    else { return }
    decodedStart = min(start, pieces[first].position)
    pieces.removeFirst(first)
  }
}
