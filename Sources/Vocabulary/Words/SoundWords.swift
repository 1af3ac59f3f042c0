/// The form of a tone's waves.
package enum Waveform: String, Hashable, Sendable, Codable, CaseIterable {
  case sine
  case square
  case triangle
  case sawtooth
}

/// What a change of speed does to the sound.
package enum PitchRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// Fast sound is as high as it was recorded.
  case keep
  /// Fast sound is high, as from a tape that runs fast.
  case follow
}
