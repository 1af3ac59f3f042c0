import Basics
import Composition

/// Sound that keeps its pitch at any speed: short pieces of the line laid over each other at another distance.
///
/// Waveform similarity overlap-add. Piece i is heard around sample i x hop; it is taken from where the clock says,
/// moved by at most 5 ms to the best continuation of the previous piece. The clock gives the place of each piece, so
/// errors do not add up. A piece depends on the one before, so reading begins at the item's start, wherever it is
/// asked from.
final class StretchedSound: SampleSource {
  private let line: any SampleSource
  private let pace: SoundPace
  private let hop: Int
  private let reach: Int
  private let window: [Float]
  /// The samples that are finished, and where they begin; the second half of the last piece waits for the next one.
  private var finished: [[Float]] = []
  private var finishedStart: Int64 = 0
  private var fading: [[Float]] = []
  private var nextPiece: Int64 = 0
  /// Where on the line the middle of the last piece was taken.
  private var lastMiddle: Int64?

  init(_ line: any SampleSource, pace: SoundPace, sampleRate: Int) {
    self.line = line
    self.pace = pace
    hop = max(8, sampleRate / 80 / 4 * 4)
    reach = max(4, sampleRate / 200 / 4 * 4)
    let length = Double(2 * hop)
    // A raised cosine, whose halves add up to 1.
    window = (0..<2 * hop).map { index in
      let sine = sine(ofTurns: (1 - abs(Double(index) + 0.5 - length / 2) / (length / 2)) / 4)
      return Float(sine * sine)
    }
  }

  func read(from start: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    if start < finishedStart || nextPiece == 0 { try begin() }
    let end = start + Int64(count)
    while finishedEnd < end {
      try addPiece()
      forget(before: start)
    }
    let first = Int(start - finishedStart)
    return finished.map { Array($0[first..<first + count]) }
  }

  private var finishedEnd: Int64 { finishedStart + Int64(finished.first?.count ?? 0) }

  private func forget(before start: Int64) {
    let old = Int(min(max(0, start - finishedStart), Int64(finished.first?.count ?? 0)))
    guard old > 1 << 16 || finishedEnd <= start else { return }
    for channel in finished.indices { finished[channel].removeFirst(old) }
    finishedStart += Int64(old)
  }

  /// The first piece is heard around the item's first sample.
  private func begin() throws(RenderingError) {
    finishedStart = 0
    nextPiece = 0
    lastMiddle = nil
    let piece = try piece(around: middle(ofPiece: 0))
    finished = piece.map { _ in [] }
    fading = piece.map { faded($0, secondHalf: true) }
    nextPiece = 1
  }

  private func addPiece() throws(RenderingError) {
    let middle = try middle(ofPiece: nextPiece)
    let piece = try piece(around: middle)
    for channel in piece.indices {
      let rising = faded(piece[channel], secondHalf: false)
      finished[channel] += zip(fading[channel], rising).map { $0 + $1 }
      fading[channel] = faded(piece[channel], secondHalf: true)
    }
    nextPiece += 1
  }

  private func faded(_ piece: [Float], secondHalf: Bool) -> [Float] {
    let first = secondHalf ? hop : 0
    return (first..<first + hop).map { piece[$0] * window[$0] }
  }

  private func piece(around middle: Int64) throws(RenderingError) -> [[Float]] {
    lastMiddle = middle
    return try line.read(from: middle - Int64(hop), count: 2 * hop)
  }

  // MARK: Where pieces are taken from

  private func middle(ofPiece number: Int64) throws(RenderingError) -> Int64 {
    let wanted = (pace.position(at: number * Int64(hop)) + 0.5).rounded(.down)
    guard let wanted = Int64(exactly: wanted) else { throw .time(layer: "sound", frame: 0) }
    guard let lastMiddle else { return wanted }
    // As it was recorded, one piece simply follows the other.
    if wanted == lastMiddle + Int64(hop) { return wanted }
    let goingOn = mono(try line.read(from: lastMiddle, count: hop))
    let around = mono(
      try line.read(from: wanted - Int64(hop) - Int64(reach), count: hop + 2 * reach))
    return wanted + Int64(WaveMatch(of: goingOn, in: around, reach: reach).offset)
  }

  private func mono(_ channels: [[Float]]) -> [Float] {
    guard var sum = channels.first else { return [] }
    for channel in channels.dropFirst() {
      for index in sum.indices { sum[index] += channel[index] }
    }
    return sum
  }
}

/// The best match of a wave in a longer one. The middle is preferred, so silence and steady noise stay in place.
private struct WaveMatch {
  let offset: Int

  init(of wave: [Float], in around: [Float], reach: Int) {
    // By fours of samples first, then by single ones around the best.
    let coarse = Self.best(
      of: Self.thinned(wave), in: Self.thinned(around), center: reach / 4, reach: reach / 4, near: 0)
    offset = Self.best(of: wave, in: around, center: reach, reach: reach, near: coarse * 4, within: 4)
  }

  private static func thinned(_ wave: [Float]) -> [Float] {
    stride(from: 0, to: wave.count - 3, by: 4).map { wave[$0] + wave[$0 + 1] + wave[$0 + 2] + wave[$0 + 3] }
  }

  private static func best(
    of wave: [Float], in around: [Float], center: Int, reach: Int, near: Int, within: Int? = nil
  ) -> Int {
    var best = (offset: near, score: -Double.infinity)
    for distance in 0...(within ?? reach) {
      for offset in distance == 0 ? [near] : [near - distance, near + distance]
      where abs(offset) <= reach {
        let score = likeness(of: wave, in: around, at: center + offset)
        if score > best.score { best = (offset, score) }
      }
    }
    return best.offset
  }

  /// The correlation against the energy there, with its sign.
  private static func likeness(of wave: [Float], in around: [Float], at start: Int) -> Double {
    var product = 0.0
    var energy = 1e-9
    wave.withUnsafeBufferPointer { wave in
      around.withUnsafeBufferPointer { around in
        for index in 0..<min(wave.count, around.count - start) {
          let sample = Double(around[start + index])
          product += Double(wave[index]) * sample
          energy += sample * sample
        }
      }
    }
    return product / energy.squareRoot()
  }
}
