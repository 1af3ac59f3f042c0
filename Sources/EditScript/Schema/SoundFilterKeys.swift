import YAMLTree

// How filters of sound are written.

struct EqualizerKeys: MappingKeys {
  static let fields = MappingSchema(EqualizerKeys.self)
  typealias Record = EqualizerSettings

  static let title = "an equalizer"
  static let documentation = "One band of an equalizer."

  let frequency = Key(
    "frequency", "The middle of the band.", .animated(.frequency), isRequired: true, example: "1kHz",
    synonyms: ["freq"], field: .required(\EqualizerSettings.frequency))
  let gain = Key(
    "gain", "How far it is raised or lowered.", .animated(.level), isRequired: true, example: "-3dB",
    synonyms: ["level"], field: .required(\EqualizerSettings.gain))
  let width = Key(
    "width", "How wide the band is; an octave by default.", .animated(.frequency), example: "200Hz",
    synonyms: ["bandwidth"], field: .at(\EqualizerSettings.width), default: .words("an octave"))

  static func decode(_ reader: MappingReader<EqualizerKeys>) -> SoundFilterSettings? {
    let (frequency, gain) = (reader.frequency, reader.gain)
    guard let frequency, let gain else { return nil }
    return .equalize(reader.filled(EqualizerSettings(frequency: frequency, gain: gain)))
  }
}

struct CompressorKeys: MappingKeys {
  static let fields = MappingSchema(CompressorKeys.self)
  typealias Record = CompressorSettings

  static let title = "a compressor"
  static let documentation = "How loud and soft are evened out."

  let threshold = Key(
    "threshold", "The level from which it works; -18dB by default.", .animated(.level), example: "-18dB",
    field: .at(\CompressorSettings.threshold), default: "-18dB")
  let ratio = Key(
    "ratio", "How many decibels above it become one; 4 by default.", .animated(.number(in: 1...100)),
    example: "4", field: .at(\CompressorSettings.ratio), default: "4")
  let attack = Key(
    "attack", "How fast it works; 5ms by default.", .value(.duration), example: "5ms",
    field: .at(\CompressorSettings.attack), default: "5ms")
  let release = Key(
    "release", "How fast it lets go; 100ms by default.", .value(.duration), example: "100ms",
    field: .at(\CompressorSettings.release), default: "100ms")
  let makeup = Key(
    "makeup", "The gain afterwards.", .animated(.level), example: "2dB", synonyms: ["gain"],
    field: .at(\CompressorSettings.makeup), default: "0dB")

  static func decode(_ reader: MappingReader<CompressorKeys>) -> SoundFilterSettings? {
    .compress(reader.filled(CompressorSettings()))
  }
}

extension Shape<SoundFilterSettings> {
  static func frequency(_ make: @escaping @Sendable (Animated<Frequency>) -> SoundFilterSettings) -> Shape {
    Shape<Animated<Frequency>>.animated(.frequency).map { value, _, _ in make(value) }
  }

  static func level(_ make: @escaping @Sendable (Animated<Level>) -> SoundFilterSettings) -> Shape {
    Shape<Animated<Level>>.animated(.level).map { value, _, _ in make(value) }
  }

  static func strength(_ make: @escaping @Sendable (Animated<Double>) -> SoundFilterSettings) -> Shape {
    Shape<Animated<Double>>.animated(.portion("a strength")).map { value, _, _ in make(value) }
  }

  static var equalizer: Shape { .mapping(EqualizerKeys.self) }

  /// The threshold alone, or the long form.
  static var compressor: Shape {
    Shape<Level>.value(.level).map { level, subject, _ in
      .compress(CompressorSettings(threshold: Located(.constant(level), at: subject.node.range)))
    }.or(.mapping(CompressorKeys.self))
  }
}
