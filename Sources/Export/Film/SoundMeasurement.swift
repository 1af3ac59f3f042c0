import Rendering

/// How loud a sound is, in hundredths: integers have the same text in every process.
package struct SoundMeasurement: Hashable, Sendable, Codable {
  /// In hundredths of LUFS; nil for silence.
  private let loudnessInHundredths: Int?
  /// In hundredths of a decibel of full level; nil for silence.
  private let truePeakInHundredths: Int?

  init(_ meter: LoudnessMeter) {
    loudnessInHundredths = meter.loudness.flatMap(hundredths)
    truePeakInHundredths = meter.truePeak > 0 ? hundredths(decibels(ofFactor: meter.truePeak)) : nil
  }

  /// The loudness according to EBU R 128, in LUFS; nil for silence.
  package var loudness: Double? { loudnessInHundredths.map { Double($0) / 100 } }
  /// In dBTP; nil for silence.
  package var truePeak: Double? { truePeakInHundredths.map { Double($0) / 100 } }
}

private func hundredths(_ number: Double) -> Int? {
  Int(exactly: (number * 100).rounded())
}
