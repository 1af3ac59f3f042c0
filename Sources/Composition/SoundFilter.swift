package import Basics

/// One change to a sound; what moves over time is in the item's own time.
package enum SoundFilter: Hashable, Sendable, Codable {
  /// Lets through what is above a frequency: 12 dB an octave.
  case highpass(frequency: Curve)
  /// Lets through what is below a frequency: 12 dB an octave.
  case lowpass(frequency: Curve)
  /// Raises or lowers a band around a frequency; `width` is in hertz, or nil for an octave.
  case equalize(frequency: Curve, gain: Curve, width: Curve?)
  case compress(SoundCompressor)
  /// Holds peaks below a level.
  case limit(level: Curve)
  /// Takes out steady noise; 0 leaves the sound as it is.
  case denoise(strength: Curve)
  /// Adds the sound of a room; 0 leaves the sound as it is.
  case reverb(strength: Curve)
}

/// Evens out loud and soft.
package struct SoundCompressor: Hashable, Sendable, Codable {
  /// A factor of full level.
  package var threshold: Curve
  /// How many decibels above it become one.
  package var ratio: Curve
  package var attack: RationalTime
  package var release: RationalTime
  /// The factor afterwards.
  package var makeup: Curve

  package init(threshold: Curve, ratio: Curve, attack: RationalTime, release: RationalTime, makeup: Curve) {
    self.threshold = threshold
    self.ratio = ratio
    self.attack = attack
    self.release = release
    self.makeup = makeup
  }
}
