/// The change of an effect to red, green and blue, each from 0 to 1: sums, then a tone curve for each, then a
/// share of the original colour mixed in.
///
/// The sums are clamped to 0...1 before the tones, as a display would clamp them.
package struct ColorChange: Sendable {
  package var sums: ColorSums
  /// Nil if tones do not change.
  package var tones: ColorTones?
  /// The share of the original colour in the result.
  package var kept: Double

  package init(_ sums: ColorSums = .identity, tones: ColorTones? = nil, kept: Double = 0) {
    self.sums = sums
    self.tones = tones
    self.kept = kept
  }
}

/// A tone curve for each of red, green and blue: from 0...1 to 0...1.
package struct ColorTones: Sendable {
  package typealias Tone = @Sendable (Double) -> Double

  package let red: Tone
  package let green: Tone
  package let blue: Tone

  package init(red: @escaping Tone, green: @escaping Tone, blue: @escaping Tone) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  package init(all tone: @escaping Tone) { self.init(red: tone, green: tone, blue: tone) }
}

/// Darkens dark tones and lightens light ones, by `share` of the curve `t * t * (3 - 2 * t)`.
func roundedTone(_ tone: Double, _ share: Double) -> Double {
  tone + (tone * tone * (3 - 2 * tone) - tone) * share
}
