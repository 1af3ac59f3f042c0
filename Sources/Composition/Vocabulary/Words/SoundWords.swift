/// The waveform of a tone.
package enum Waveform: String, Hashable, Sendable, Codable, CaseIterable {
  case sine
  case square
  case triangle
  case sawtooth
}

/// How speed affects the pitch of sound.
package enum PitchRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// The pitch stays as recorded.
  case keep
  /// The pitch rises with the speed, as on a tape.
  case follow
}

/// A channel of a sound source.
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
  // By number in the file.
  case first = "0"
  case second = "1"
  case third = "2"
  case fourth = "3"
  case fifth = "4"
  case sixth = "5"
  case seventh = "6"
  case eighth = "7"
}
