import YAMLTree

// How filters of sound are written.

struct EqualizerKeys: MappingKeys {
  static let title = "an equalizer"
  static let documentation = "One band of an equalizer."

  let frequency = Key(
    "frequency", "The middle of the band.", .animated(.frequency), isRequired: true, example: "1kHz",
    synonyms: ["freq"])
  let gain = Key(
    "gain", "How far it is raised or lowered.", .animated(.level), isRequired: true, example: "-3dB",
    synonyms: ["level"])
  let width = Key(
    "width", "How wide the band is; an octave by default.", .animated(.frequency), example: "200Hz",
    synonyms: ["bandwidth"])

  static func decode(_ reader: MappingReader<EqualizerKeys>) -> SoundFilterSettings? {
    let (frequency, gain, width) = (reader.frequency, reader.gain, reader.width)
    guard let frequency, let gain else { return nil }
    return .equalize(EqualizerSettings(frequency: frequency, gain: gain, width: width))
  }
}

struct CompressorKeys: MappingKeys {
  static let title = "a compressor"
  static let documentation = "How loud and soft are evened out."

  let threshold = Key(
    "threshold", "The level from which it works; -18dB by default.", .animated(.level), example: "-18dB")
  let ratio = Key(
    "ratio", "How many decibels above it become one; 4 by default.", .animated(.number(in: 1...100)),
    example: "4")
  let attack = Key("attack", "How fast it works; 5ms by default.", .value(.duration), example: "5ms")
  let release = Key(
    "release", "How fast it lets go; 100ms by default.", .value(.duration), example: "100ms")
  let makeup = Key("makeup", "The gain afterwards.", .animated(.level), example: "2dB", synonyms: ["gain"])

  static func decode(_ reader: MappingReader<CompressorKeys>) -> SoundFilterSettings? {
    var settings = CompressorSettings(threshold: reader.threshold)
    settings.ratio = reader.ratio
    settings.attack = reader.attack
    settings.release = reader.release
    settings.makeup = reader.makeup
    return .compress(settings)
  }
}

extension Key<SoundFilterSettings> {
  /// A filter of sound, as it declares itself.
  convenience init(sound name: SoundFilterName, _ shape: Shape<SoundFilterSettings>) {
    let declaration = name.declaration
    self.init(
      name.rawValue, declaration.summary, shape, example: declaration.example, synonyms: declaration.synonyms)
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
