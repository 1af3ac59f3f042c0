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

/// A channel of a sound that is played.
package enum SourceChannel: String, Hashable, Sendable, Codable, CaseIterable {
  case left
  case right
  case center
  case lfe
  case backLeft = "back-left"
  case backRight = "back-right"
  case sideLeft = "side-left"
  case sideRight = "side-right"
  /// All channels, averaged.
  case mono
  // By their numbers in the file.
  case first = "0"
  case second = "1"
  case third = "2"
  case fourth = "3"
  case fifth = "4"
  case sixth = "5"
  case seventh = "6"
  case eighth = "7"
}
