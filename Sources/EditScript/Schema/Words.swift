/// What a film shows and plays where a file cannot be decoded.
package enum DamageWord: String, Hashable, Sendable, CaseIterable {
  case error
  /// The picture before, and silence.
  case hold
  /// Black, and silence.
  case black
}

/// Which pictures of a file are made of two half-pictures.
package enum DeinterlaceWord: String, Hashable, Sendable, CaseIterable {
  case auto
  case on
  case off
}

/// How far a stored picture is turned clockwise; `auto` is what the file says.
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

/// Bits of each colour channel.
package enum BitDepth: String, Hashable, Sendable, CaseIterable {
  case eight = "8"
  case ten = "10"
}

/// Bits of each colour channel of a file.
package enum EncodedDepth: String, Hashable, Sendable, CaseIterable {
  case eight = "8"
  case ten = "10"
  case sixteen = "16"
}

/// What `checks.audio` asks for.
enum AudioCheck: String, Hashable, Sendable, CaseIterable {
  case required
}
