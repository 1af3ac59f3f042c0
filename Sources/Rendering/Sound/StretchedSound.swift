import Basics
import Composition

/// Sound that keeps its pitch at any speed: short pieces of the line, overlapped at a different distance.
///
/// Waveform similarity overlap-add. Piece i is heard around sample i x hop; it is taken from the position
/// that the clock gives, moved by at most 5 ms to best continue the previous piece. Because the clock gives
/// each position, errors do not accumulate. Each piece depends on the previous one, so rendering begins at
/// the item's start, wherever reading begins.
///
/// Pieces of slow sound share most of their samples, so a click would be heard in several of them, the first
/// time up to 15 ms early. A piece around an onset is therefore taken so that the onset is heard at its own
/// time, and no other piece contains it.
final class StretchedSound: SampleSource {
  private let line: ReadAheadLine
  private let sampleRate: Int
  private var onsets: SoundOnsets
  private let pace: SoundPace
  private let hop: Int
  private let reach: Int
  private let window: [Float]
  /// Finished samples, and the number of the first; the second half of the last piece waits for the next one.
  private var finished: [[Float]] = []
  private var finishedStart: Int64 = 0
  private var fading: [[Float]] = []
  private var nextPiece: Int64 = 0
  /// The position on the line of the last piece's middle.
  private var lastMiddle: Int64?

  init(_ line: any SampleSource, pace: SoundPace, sampleRate: Int) {
    self.line = ReadAheadLine(line)
    self.sampleRate = sampleRate
    self.pace = pace
    onsets = SoundOnsets(from: 0, distance: 0, sampleRate: sampleRate)
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

  /// Starts with the first piece, which is heard around the item's first sample.
  private func begin() throws(RenderingError) {
    finishedStart = 0
    nextPiece = 0
    lastMiddle = nil
    onsets = SoundOnsets(
      from: try place(at: -Int64(hop)) - Int64(4 * hop), distance: 2 * hop, sampleRate: sampleRate)
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
    let heard = number * Int64(hop)
    let limits = try limits(ofPieceHeardAt: heard)
    let wanted = min(max(try place(at: heard), limits.lowerBound), limits.upperBound)
    guard let lastMiddle, limits.lowerBound < limits.upperBound else { return wanted }
    // At the recorded speed, one piece simply continues the other.
    if wanted == lastMiddle + Int64(hop) { return wanted }
    let goingOn = mono(try line.read(from: lastMiddle, count: hop))
    let around = mono(
      try line.read(from: wanted - Int64(hop) - Int64(reach), count: hop + 2 * reach))
    let matched = wanted + Int64(WaveMatch(of: goingOn, in: around, reach: reach).offset)
    return min(max(matched, limits.lowerBound), limits.upperBound)
  }

  /// The position on the line that is heard at one of the item's samples.
  private func place(at sample: Int64) throws(RenderingError) -> Int64 {
    guard let place = Int64(exactly: (pace.position(at: sample) + 0.5).rounded(.down)) else {
      throw .time(layer: "sound", frame: 0)
    }
    return place
  }

  /// The positions from which the middle of a piece may be taken: a single one if an onset is heard during
  /// the piece, otherwise those between the previous and the next onset.
  private func limits(ofPieceHeardAt heard: Int64) throws(RenderingError) -> ClosedRange<Int64> {
    let hop = Int64(hop)
    let (first, last) = (try place(at: heard - hop), try place(at: heard + hop))
    guard first < last else { return Int64.min...Int64.max }
    try findOnsets(before: last + 2 * hop)
    onsets.forget(before: first - 4 * hop)
    var (lower, upper) = (Int64.min, Int64.max)
    var nearest: (place: Int64, heard: Int64)?
    for onset in onsets.places {
      if onset <= first {
        lower = onset + hop
      } else if onset >= last {
        upper = min(upper, onset - hop)
      } else {
        let moment = try moment(ofPlace: onset, in: heard - hop...heard + hop)
        if (moment - heard).magnitude < nearest.map({ ($0.heard - heard).magnitude }) ?? .max {
          nearest = (onset, moment)
        }
      }
    }
    if let nearest {
      let middle = nearest.place - (nearest.heard - heard)
      return middle...middle
    }
    return lower...max(lower, upper)
  }

  private func findOnsets(before place: Int64) throws(RenderingError) {
    let missing = onsets.missing(before: place)
    if missing > 0 { onsets.take(try line.read(from: onsets.readEnd, count: missing)) }
  }

  /// The first sample at which a position is reached; positions only increase.
  private func moment(ofPlace wanted: Int64, in samples: ClosedRange<Int64>) throws(RenderingError) -> Int64 {
    var (first, last) = (samples.lowerBound, samples.upperBound)
    while first < last {
      let middle = first + (last - first) / 2
      if try place(at: middle) < wanted { first = middle + 1 } else { last = middle }
    }
    return first
  }

  private func mono(_ channels: [[Float]]) -> [Float] {
    guard var sum = channels.first else { return [] }
    for channel in channels.dropFirst() {
      for index in sum.indices { sum[index] += channel[index] }
    }
    return sum
  }
}

/// Reads a line once, forwards, and serves requests that jump back and forth between nearby positions.
private final class ReadAheadLine {
  private let line: any SampleSource
  private var start: Int64 = 0
  private var samples: [[Float]] = []

  private static let step = 1024
  private static let kept = 1 << 15

  init(_ line: any SampleSource) { self.line = line }

  private var end: Int64 { start + Int64(samples.first?.count ?? 0) }

  func read(from wanted: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    if samples.isEmpty || wanted < start || wanted > end + Int64(Self.kept) {
      start = wanted
      samples = try line.read(from: wanted, count: 0)
    }
    let missing = Int(max(0, wanted + Int64(count) - end))
    if missing > 0 {
      let more = try line.read(from: end, count: (missing + Self.step - 1) / Self.step * Self.step)
      for channel in samples.indices { samples[channel] += more[channel] }
    }
    let first = Int(wanted - start)
    let result = samples.map { Array($0[first..<first + count]) }
    if first > 2 * Self.kept {
      for channel in samples.indices { samples[channel].removeFirst(first - Self.kept) }
      start += Int64(first - Self.kept)
    }
    return result
  }
}

/// The best match of a wave in a longer one. Ties favour the middle, so silence and steady noise stay in
/// place.
private struct WaveMatch {
  let offset: Int

  init(of wave: [Float], in around: [Float], reach: Int) {
    // Compare sums of four samples first, then single samples around the best match.
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

  /// The correlation, normalised by the local energy, with its sign.
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
