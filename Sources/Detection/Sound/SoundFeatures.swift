/// Sound as detection hears it: the energy of each band in steps of 5 ms, as `LevelCode`.
package struct SoundFeatures: Hashable, Sendable {
  package static let sampleRate = 48_000
  /// 5 ms.
  package static let samplesPerStep = 240
  package static let stepsPerSecond = 200

  static let speechBands: [(low: Double, high: Double)] = [
    (120, 500), (500, 1500), (1500, 4000), (4000, 10_000),
  ]
  static let beatBands: [(low: Double, high: Double)] = [
    (25, 110), (110, 400), (400, 1600), (1600, 5000), (5000, 14_000),
  ]

  /// For each speech band, its codes.
  var speech: [[UInt16]]
  /// For each beat band, its codes; empty unless beats were asked for.
  var beats: [[UInt16]]

  package var stepCount: Int { speech[0].count }
}

/// Makes the features of sound of 48 kHz, which is given in pieces of any length.
///
/// The energies of channels are added, not their samples: opposite phases are not silence.
package struct SoundAnalysis: Sendable {
  private let channelCount: Int
  private var speechFilters: [BandFilters]
  private var beatFilters: [BandFilters]
  /// The samples of each channel that do not fill a step yet.
  private var waiting: [[Float]]
  private var features: SoundFeatures

  /// Nil without channels.
  package init?(channelCount: Int, withBeats: Bool) {
    guard channelCount > 0 else { return nil }
    let rate = Double(SoundFeatures.sampleRate)
    self.channelCount = channelCount
    speechFilters = Array(
      repeating: BandFilters(SoundFeatures.speechBands, sampleRate: rate), count: channelCount)
    beatFilters =
      withBeats
      ? Array(repeating: BandFilters(SoundFeatures.beatBands, sampleRate: rate), count: channelCount) : []
    waiting = Array(repeating: [], count: channelCount)
    features = SoundFeatures(
      speech: Array(repeating: [], count: SoundFeatures.speechBands.count),
      beats: Array(repeating: [], count: withBeats ? SoundFeatures.beatBands.count : 0))
  }

  /// Takes the next samples of each channel; other numbers of channels are ignored.
  package mutating func append(_ planes: [[Float]]) {
    guard planes.count == channelCount else { return }
    for channel in planes.indices { waiting[channel] += planes[channel] }
    let size = SoundFeatures.samplesPerStep
    let steps = (waiting.map(\.count).min() ?? 0) / size
    for step in 0..<steps { appendStep(step * size..<(step + 1) * size) }
    for channel in waiting.indices { waiting[channel].removeFirst(steps * size) }
  }

  /// A last part of a step counts as a step that ends with silence.
  package mutating func finish() -> SoundFeatures {
    let size = SoundFeatures.samplesPerStep
    let steps = ((waiting.map(\.count).max() ?? 0) + size - 1) / size
    append(waiting.map { Array(repeating: 0, count: steps * size - $0.count) })
    return features
  }

  private mutating func appendStep(_ range: Range<Int>) {
    Self.append(range, of: waiting, through: &speechFilters, to: &features.speech)
    Self.append(range, of: waiting, through: &beatFilters, to: &features.beats)
  }

  private static func append(
    _ range: Range<Int>, of planes: [[Float]], through filters: inout [BandFilters],
    to codes: inout [[UInt16]]
  ) {
    guard !filters.isEmpty else { return }
    var sum = BandFilters.Lanes()
    for channel in filters.indices { sum += filters[channel].energies(of: planes[channel][range]) }
    let scale = 1 / Double(SoundFeatures.samplesPerStep)
    for band in codes.indices { codes[band].append(LevelCode.code(of: sum[band] * scale)) }
  }
}
