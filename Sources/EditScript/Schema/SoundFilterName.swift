/// The filters of sound, by the names that scripts call them; `denoise` is one of pictures too.
package enum SoundFilterName: String, Hashable, Sendable, CaseIterable {
  case highpass
  case lowpass
  case eq
  case compress
  case limit
  case denoise
  case reverb
}

/// What the schema and the pages say of a filter of sound.
struct SoundFilterDeclaration {
  /// One sentence for people.
  let summary: String
  /// How its value is read; nil for `denoise`, whose value is that of the effect on pictures.
  let shape: Shape<SoundFilterSettings>?
  /// The value, in words.
  let value: String
  /// What it is where only the name is written; nil where a value must be.
  var standard: SoundFilterSettings?
  /// That, in words.
  var standardText = ""
  /// A value as scripts write it.
  let example: String
  /// Words of other tools.
  var synonyms: [String] = []
  /// How its numbers come about, for who wants to compute them by hand.
  let definition: String
}

extension SoundFilterName {
  var declaration: SoundFilterDeclaration {
    switch self {
    case .highpass:
      SoundFilterDeclaration(
        summary: "Lets through what is above this frequency.", shape: .frequency { .highpass($0) },
        value: "a frequency", example: "80Hz",
        synonyms: ["high-pass", "low-cut", "hpf"],
        definition:
          "Butterworth's filter of the second order: 3 dB down at the frequency, 12 dB an octave below")
    case .lowpass:
      SoundFilterDeclaration(
        summary: "Lets through what is below this frequency.", shape: .frequency { .lowpass($0) },
        value: "a frequency", example: "12kHz",
        synonyms: ["low-pass", "high-cut", "lpf"],
        definition:
          "Butterworth's filter of the second order: 3 dB down at the frequency, 12 dB an octave above")
    case .eq:
      SoundFilterDeclaration(
        summary: "Raises or lowers a band of frequencies.", shape: .equalizer,
        value: "`frequency`, `gain`, `width`",
        example: "{frequency: 1kHz, gain: -3dB}", synonyms: ["equalizer", "equaliser"],
        definition:
          "Bristow-Johnson's peaking filter: all of `gain` at `frequency`, half of its decibels at the edges of the band, which is an octave where no `width` is written"
      )
    case .compress:
      SoundFilterDeclaration(
        summary: "Evens out loud and soft.", shape: .compressor,
        value: "a level (the threshold), or `threshold`, `ratio`, `attack`, `release`, `makeup`",
        standard: .compress(CompressorSettings()),
        standardText: "-18dB, 4 to 1, 5ms, 100ms, 0dB", example: "-18dB",
        synonyms: ["compressor", "compression"],
        definition:
          "the level follows the strongest channel with the time constants `attack` and `release`; of its decibels above `threshold` one in `ratio` is left, then comes `makeup`"
      )
    case .limit:
      SoundFilterDeclaration(
        summary: "Holds peaks below this level.", shape: .level { .limit($0) }, value: "a level",
        standard: .limit(nil),
        standardText: "-1dB", example: "-1dB", synonyms: ["limiter"],
        definition:
          "true peaks, between the samples too; the level falls evenly within 5 ms before a peak and comes back with a time constant of 100 ms"
      )
    case .denoise:
      SoundFilterDeclaration(
        summary: "Takes steady noise out.", shape: nil, value: "0 to 1, or percent", standardText: "1",
        example: "0.5",
        definition:
          "in each of 1025 bands, what does not rise above the lowest power of about the last second is turned down, by up to 24 dB at 1"
      )
    case .reverb:
      SoundFilterDeclaration(
        summary: "Adds the sound of a room.", shape: .strength { .reverb($0) }, value: "0 to 1, or percent",
        standard: .reverb(nil),
        standardText: "0.5", example: "0.3", synonyms: ["reverberation"],
        definition:
          "eight damped combs side by side and four allpasses behind them (Schroeder, Moorer), as strong as the value, added to the sound as it is"
      )
    }
  }
}
