/// The positions in a line at which sound sets in: a click, a beat, the start of a beep.
///
/// Detected in one forward pass, from energies of half milliseconds: an onset is 9 dB above everything in the
/// 12 ms before it.
struct SoundOnsets {
  /// In ascending order.
  private(set) var places: [Int64] = []
  /// All onsets before this position are known.
  private(set) var knownEnd: Int64
  /// The next sample to read.
  private(set) var readEnd: Int64

  private let frameLength: Int
  private let distance: Int64
  private var energies: [Float] = []
  /// The position of the first energy.
  private var energiesStart: Int64
  private var next = 0

  private static let context = 24
  private static let rise: Float = 8
  /// -80 dB of full scale: anything below is noise.
  private static let floor: Float = 1e-8

  /// - Parameters:
  ///   - start: where reading begins; nothing is known of what is before.
  ///   - distance: onsets that follow an onset sooner do not count.
  init(from start: Int64, distance: Int, sampleRate: Int) {
    frameLength = max(1, sampleRate / 2000)
    self.distance = Int64(distance)
    energiesStart = start
    knownEnd = start
    readEnd = start
  }

  /// The number of samples that `take` needs to find all onsets before a position; zero if they are known.
  func missing(before place: Int64) -> Int {
    let frames = Int64(frameLength)
    let needed = place + frames * Int64(Self.context + 1) - readEnd
    return knownEnd >= place ? 0 : Int((max(1, needed) + frames - 1) / frames * frames)
  }

  /// Analyses the next samples, a multiple of the frame length.
  mutating func take(_ channels: [[Float]]) {
    let count = channels.first?.count ?? 0
    for start in stride(from: 0, to: count - frameLength + 1, by: frameLength) {
      var energy: Float = 0
      for channel in channels {
        for index in start..<start + frameLength { energy += channel[index] * channel[index] }
      }
      energies.append(energy)
    }
    readEnd += Int64(count)
    while next + Self.context < energies.count {
      decide(next)
      next += 1
    }
    knownEnd = energiesStart + Int64(next * frameLength)
    forget()
  }

  private mutating func decide(_ frame: Int) {
    guard frame > 0 else { return }
    let energy = energies[frame]
    let before = energies[max(0, frame - Self.context)..<frame].max() ?? 0
    guard energy > Self.rise * before, energy > Self.floor * Float(frameLength) else { return }
    // An attack can take some milliseconds. The onset is where it reaches half of its level.
    let after = energies[frame..<frame + Self.context]
    let half = (after.max() ?? energy) / 4
    let heard = after.firstIndex { $0 >= half } ?? frame
    let place = energiesStart + Int64(heard * frameLength)
    guard places.last.map({ place - $0 >= distance }) ?? true else { return }
    places.append(place)
  }

  private mutating func forget() {
    let old = next - Self.context
    guard old > 4096 else { return }
    energies.removeFirst(old)
    energiesStart += Int64(old * frameLength)
    next -= old
  }

  /// Discards onsets that are no longer needed.
  mutating func forget(before place: Int64) {
    while places.count > 1, places[1] < place { places.removeFirst() }
  }
}
