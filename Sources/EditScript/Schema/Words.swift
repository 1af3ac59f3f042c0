/// What replaces picture and sound where a file cannot be decoded.
package enum DamageWord: String, Hashable, Sendable, CaseIterable {
  case error
  /// The previous picture, and silence.
  case hold
  /// Black, and silence.
  case black
}

/// Which part of the stored pictures of a file is shown.
package enum ApertureWord: String, Hashable, Sendable, CaseIterable {
  case stored
  case clean
}

/// Which pictures of a file are deinterlaced.
package enum DeinterlaceWord: String, Hashable, Sendable, CaseIterable {
  case auto
  case on
  case off
}

/// The clockwise rotation of stored pictures; `auto` reads it from the file.
package enum OrientationWord: String, Hashable, Sendable, CaseIterable {
  case auto
  case upright = "0"
  case once = "90"
  case twice = "180"
  case thrice = "270"
}

/// How a file stores transparency.
package enum AlphaWord: String, Hashable, Sendable, CaseIterable {
  case straight
  case premultiplied
  case ignore
}

/// Bits per colour channel.
package enum BitDepth: String, Hashable, Sendable, CaseIterable {
  case eight = "8"
  case ten = "10"
}

/// Bits per colour channel of an encoded file.
package enum EncodedDepth: String, Hashable, Sendable, CaseIterable {
  case eight = "8"
  case ten = "10"
  case sixteen = "16"
}

/// The values of `checks.audio`.
enum AudioCheck: String, Hashable, Sendable, CaseIterable {
  case required
}
