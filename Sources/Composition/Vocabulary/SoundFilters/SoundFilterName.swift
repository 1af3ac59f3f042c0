/// The filters of sound, by the names that scripts call them; `denoise` is one of pictures too.
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
        "Lets through what is above this frequency.",
        [SoundParameter(.frequency, .frequency, "The frequency.", .required, example: "80Hz")],
        value: "a frequency", example: "80Hz", synonyms: ["high-pass", "low-cut", "hpf"],
        definition:
          "Butterworth's filter of the second order: 3 dB down at the frequency, 12 dB an octave below")
    case .lowpass:
      SoundFilterDeclaration(
        "Lets through what is below this frequency.",
        [SoundParameter(.frequency, .frequency, "The frequency.", .required, example: "12kHz")],
        value: "a frequency", example: "12kHz", synonyms: ["low-pass", "high-cut", "lpf"],
        definition:
          "Butterworth's filter of the second order: 3 dB down at the frequency, 12 dB an octave above")
    case .eq:
      SoundFilterDeclaration(
        "Raises or lowers a band of frequencies.",
        [
          SoundParameter(
            .frequency, .frequency, "The middle of the band.", .required, example: "1kHz",
            synonyms: ["freq"]),
          SoundParameter(
            .gain, .level, "How far it is raised or lowered.", .required, example: "-3dB",
            synonyms: ["level"]),
          SoundParameter(
            .width, .width, "How wide the band is; an octave by default.", .nothing("an octave"),
            example: "200Hz", synonyms: ["bandwidth"]),
        ],
        mapping: SoundMapping("an equalizer", "One band of an equalizer."),
        value: "`frequency`, `gain`, `width`", example: "{frequency: 1kHz, gain: -3dB}",
        synonyms: ["equalizer", "equaliser"],
        definition:
          "Bristow-Johnson's peaking filter: all of `gain` at `frequency`, half of its decibels at the edges of the band, which is an octave where no `width` is written",
        peak: .raised(by: .gain))
    case .compress:
      SoundFilterDeclaration(
        "Evens out loud and soft.",
        [
          SoundParameter(
            .threshold, .level, "The level from which it works; -18dB by default.",
            .number(0.12589254117941673, "-18dB"), example: "-18dB"),
          SoundParameter(
            .ratio, .number(1...100), "How many decibels above it become one; 4 by default.", .number(4, "4"),
            example: "4"),
          SoundParameter(
            .attack, .duration, "How fast it works; 5ms by default.", .number(0.005, "5ms"), example: "5ms"),
          SoundParameter(
            .release, .duration, "How fast it lets go; 100ms by default.", .number(0.1, "100ms"),
            example: "100ms"),
          SoundParameter(
            .makeup, .level, "The gain afterwards.", .number(1, "0dB"), example: "2dB", synonyms: ["gain"]),
        ],
        mapping: SoundMapping("a compressor", "How loud and soft are evened out.", alone: .threshold),
        value: "a level (the threshold), or `threshold`, `ratio`, `attack`, `release`, `makeup`",
        standard: "-18dB, 4 to 1, 5ms, 100ms, 0dB", example: "-18dB",
        synonyms: ["compressor", "compression"],
        definition:
          "the level follows the strongest channel with the time constants `attack` and `release`; of its decibels above `threshold` one in `ratio` is left, then comes `makeup`",
        peak: .multiplied(by: .makeup))
    case .limit:
      SoundFilterDeclaration(
        "Holds peaks below this level.",
        [
          SoundParameter(
            .level, .level, "The level.", .number(0.8912509381337456, "-1dB"), example: "-1dB")
        ],
        value: "a level", standard: "-1dB", example: "-1dB", synonyms: ["limiter"],
        definition:
          "true peaks, between the samples too; the level falls evenly within 5 ms before a peak and comes back with a time constant of 100 ms",
        peak: .capped(at: .level))
    case .denoise:
      SoundFilterDeclaration(
        "Takes steady noise out.",
        [SoundParameter(.strength, .strength, "The strength.", .number(1, "1"), example: "0.5")],
        value: "0 to 1, or percent", standard: "1", example: "0.5",
        definition:
          "in each of 1025 bands, what does not rise above the lowest power of about the last second is turned down, by up to 24 dB at 1"
      )
    case .reverb:
      SoundFilterDeclaration(
        "Adds the sound of a room.",
        [SoundParameter(.strength, .strength, "The strength.", .number(0.5, "0.5"), example: "0.3")],
        value: "0 to 1, or percent", standard: "0.5", example: "0.3", synonyms: ["reverberation"],
        definition:
          "eight damped combs side by side and four allpasses behind them (Schroeder, Moorer), as strong as the value, added to the sound as it is"
      )
    }
  }
}
