/// The audio filters, by their names in scripts; `denoise` is also a video filter.
package enum SoundFilterName: String, Hashable, Sendable, Codable, CaseIterable {
  case highpass
  case lowpass
  case eq
  case compress
  case limit
  case denoise
  case reverb
}

extension SoundFilterName {
  /// The registry. The schema, the pages, the reader, `editc dump`, lowering, listings and the rules know a filter by
  /// its declaration.
  package var declaration: SoundFilterDeclaration {
    switch self {
    case .highpass:
      SoundFilterDeclaration(
        "Attenuates frequencies below this one.",
        [SoundParameter(.frequency, .frequency, "The frequency.", .required, example: "80Hz")],
        value: "a frequency", example: "80Hz", synonyms: ["high-pass", "low-cut", "hpf"],
        definition:
          "second-order Butterworth filter: -3 dB at the frequency, 12 dB per octave below it")
    case .lowpass:
      SoundFilterDeclaration(
        "Attenuates frequencies above this one.",
        [SoundParameter(.frequency, .frequency, "The frequency.", .required, example: "12kHz")],
        value: "a frequency", example: "12kHz", synonyms: ["low-pass", "high-cut", "lpf"],
        definition:
          "second-order Butterworth filter: -3 dB at the frequency, 12 dB per octave above it")
    case .eq:
      SoundFilterDeclaration(
        "Boosts or cuts a band of frequencies.",
        [
          SoundParameter(
            .frequency, .frequency, "The centre of the band.", .required, example: "1kHz",
            synonyms: ["freq"]),
          SoundParameter(
            .gain, .level, "The gain of the band.", .required, example: "-3dB",
            synonyms: ["level"]),
          SoundParameter(
            .width, .width, "The width of the band; an octave by default.", .nothing("an octave"),
            example: "200Hz", synonyms: ["bandwidth"]),
        ],
        mapping: SoundMapping("an equalizer", "One band of an equalizer."),
        value: "`frequency`, `gain`, `width`", example: "{frequency: 1kHz, gain: -3dB}",
        synonyms: ["equalizer", "equaliser"],
        definition:
          "Bristow-Johnson's peaking filter: the full `gain` at `frequency`, half of its decibels at the edges of the band; without `width` the band is an octave",
        peak: .raised(by: .gain))
    case .compress:
      SoundFilterDeclaration(
        "Evens out loud and quiet sound.",
        [
          SoundParameter(
            .threshold, .level, "The level above which it works; -18dB by default.",
            .number(0.12589254117941673, "-18dB"), example: "-18dB"),
          SoundParameter(
            .ratio, .number(1...100), "How many decibels above the threshold become one; 4 by default.",
            .number(4, "4"),
            example: "4"),
          SoundParameter(
            .attack, .duration, "How fast it reacts; 5ms by default.", .number(0.005, "5ms"), example: "5ms"),
          SoundParameter(
            .release, .duration, "How fast it releases; 100ms by default.", .number(0.1, "100ms"),
            example: "100ms"),
          SoundParameter(
            .makeup, .level, "The make-up gain.", .number(1, "0dB"), example: "2dB", synonyms: ["gain"]),
        ],
        mapping: SoundMapping("a compressor", "Evens out loud and quiet sound.", alone: .threshold),
        value: "a level (the threshold), or `threshold`, `ratio`, `attack`, `release`, `makeup`",
        standard: "-18dB, 4 to 1, 5ms, 100ms, 0dB", example: "-18dB",
        synonyms: ["compressor", "compression"],
        definition:
          "the level follows the loudest channel with the time constants `attack` and `release`; decibels above `threshold` are divided by `ratio`, then `makeup` is added",
        peak: .multiplied(by: .makeup))
    case .limit:
      SoundFilterDeclaration(
        "Limits peaks to this level.",
        [
          SoundParameter(
            .level, .level, "The level.", .number(0.8912509381337456, "-1dB"), example: "-1dB")
        ],
        value: "a level", standard: "-1dB", example: "-1dB", synonyms: ["limiter"],
        definition:
          "true peaks, including those between samples; the level falls linearly within 5 ms before a peak and recovers with a time constant of 100 ms",
        peak: .capped(at: .level))
    case .denoise:
      SoundFilterDeclaration(
        "Removes steady noise.",
        [SoundParameter(.strength, .strength, "The strength.", .number(1, "1"), example: "0.5")],
        value: "0 to 1, or percent", standard: "1", example: "0.5",
        definition:
          "in each of 1025 bands, sound that does not exceed the lowest power of about the last second is reduced, by up to 24 dB at 1"
      )
    case .reverb:
      SoundFilterDeclaration(
        "Adds room reverberation.",
        [SoundParameter(.strength, .strength, "The strength.", .number(0.5, "0.5"), example: "0.3")],
        value: "0 to 1, or percent", standard: "0.5", example: "0.3", synonyms: ["reverberation"],
        definition:
          "eight parallel damped comb filters followed by four all-pass filters (Schroeder, Moorer), scaled by the value and added to the original sound"
      )
    }
  }
}
