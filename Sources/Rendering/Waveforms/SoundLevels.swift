package import Composition

/// The levels of one sound of a film as it is mixed, with its gain, fades and filters but without ducking, in
/// equal intervals of about 20 ms.
package struct SoundLevels {
  /// For each interval two bytes, of which 255 is full scale or more: the greatest absolute sample of all
  /// channels, and the root mean square.
  package private(set) var bytes: [UInt8] = []

  private static let perSecond: Int64 = 50
  private static let blockLength: Int64 = 1 << 16

  /// `onWork` is called before each block of samples.
  package init(
    ofSound index: Int, in film: Composition, onWork: @escaping () -> Void = {}
  ) throws(RenderingError) {
    let film = film.heard(only: [index])
    let rate = Int64(film.mix.sampleRate)
    guard let placed = PlacedSound(film.sounds[0], sampleRate: rate)?.samples else {
      throw .time(layer: film.sounds[0].label, frame: 0)
    }
    let mixer = try SoundMixer(film, onWork: onWork)
    let count = Int64(placed.count)
    var bins = SoundBins(
      channels: film.mix.channelCount, sampleCount: count,
      binCount: Int((count * Self.perSecond + rate - 1) / rate))
    var position = placed.lowerBound
    while position < placed.upperBound {
      onWork()
      let length = min(Self.blockLength, placed.upperBound - position)
      bins.add(try mixer.mix(from: position, count: Int(length)))
      position += length
    }
    let channels = bins.result
    for bin in 0..<bins.binCount {
      let peak = channels.map { max($0.highest[bin], -$0.lowest[bin]) }.max() ?? 0
      let squares = channels.map { $0.rms[bin] * $0.rms[bin] }.reduce(0, +)
      bytes.append(level(Double(peak)))
      bytes.append(level((squares / Double(max(1, channels.count))).squareRoot()))
    }
  }
}

private func level(_ value: Double) -> UInt8 { UInt8(max(0, min(255, (value * 255).rounded()))) }
