/// What detection can look for.
package enum DetectionKind: String, CaseIterable, Hashable, Sendable {
  case cuts, dissolves, fades, black, freeze, silence, beats, loudness

  /// Whether it is found in pictures; otherwise, it is found in sound.
  package var isOfPictures: Bool {
    switch self {
    case .cuts, .dissolves, .fades, .black, .freeze: true
    case .silence, .beats, .loudness: false
    }
  }
}

/// What was found at a place of a track.
package enum FoundKind: String, CaseIterable, Hashable, Sendable {
  case cut, dissolve, fade, black, freeze, silence
  /// A part of the file before the sound begins, or after it ends.
  case noSound = "no-sound"
  case beat
  /// A part that could not be decoded, in which nothing is found.
  case damage

  /// One of them, as in `1 cut`.
  package var noun: String {
    switch self {
    case .black: "black part"
    case .freeze: "still part"
    case .noSound: "soundless part"
    case .damage: "damaged part"
    default: rawValue
    }
  }
}
