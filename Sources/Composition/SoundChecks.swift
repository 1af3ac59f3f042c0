package import Basics

/// What must be true of the sound of a finished file; a render listens to what it made.
package struct SoundChecks: Hashable, Sendable, Codable {
  /// In LUFS, and how far it may be from that to both sides.
  package var loudness: Double?
  package var tolerance: Double
  /// The highest true peak, in dBTP.
  package var peak: Double?
  /// The longest stretch of silence.
  package var silence: RationalTime?

  package init(
    loudness: Double? = nil, tolerance: Double = 1, peak: Double? = nil, silence: RationalTime? = nil
  ) {
    self.loudness = loudness
    self.tolerance = tolerance
    self.peak = peak
    self.silence = silence
  }

  package var isEmpty: Bool { loudness == nil && peak == nil && silence == nil }
}

/// Some sounds of a film that become a track of their own, besides the whole mix.
package struct SoundStem: Hashable, Sendable, Codable {
  package var name: String
  package var language: String?
  package var sounds: [Int]

  package init(name: String, language: String? = nil, sounds: [Int]) {
    self.name = name
    self.language = language
    self.sounds = sounds
  }
}
