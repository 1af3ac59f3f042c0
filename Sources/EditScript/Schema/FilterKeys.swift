/// The catalogue of filters; in a list of filters each entry has one of these keys.
struct FilterKeys: MappingKeys {
  static let title = "a filter"
  static let documentation =
    "One change to picture or sound: `sepia`, `brightness: 0.2` or `compress: {ratio: 4}`."
  /// Their names, for entries that need no value.
  static let names = MappingSchema(FilterKeys.self).description.keys.map(\.name)

  // MARK: Picture

  let brightness = Key("brightness", "Adds light; 0 changes nothing.", .amount(-1...1), example: "0.2")
  let contrast = Key(
    "contrast", "Spreads light and dark; 1 changes nothing.", .amount(0...10), example: "1.2")
  let saturation = Key(
    "saturation", "Strengthens colours; 1 changes nothing, 0 is grey.", .amount(0...10), example: "1.5")
  let gamma = Key("gamma", "Bends the middle tones; 1 changes nothing.", .amount(0.1...10), example: "1.1")
  let exposure = Key("exposure", "Exposes by so many stops.", .amount(-10...10), example: "-1")
  let temperature = Key(
    "temperature", "Makes colours colder (-1) or warmer (1).", .amount(-1...1), example: "0.3")
  let hue = Key("hue", "Turns the colours around the wheel.", .parameter(.angle), example: "30deg")
  let grayscale = Key(
    "grayscale", "Takes the colour out.", .strength, synonyms: ["greyscale", "black-and-white", "bw"])
  let sepia = Key("sepia", "Brown, as old prints.", .strength)
  let noir = Key("noir", "Black and white with hard contrast.", .strength)
  let fade = Key("fade", "Pale, as a faded print.", .strength)
  let chrome = Key("chrome", "Vivid colours.", .strength)
  let instant = Key("instant", "As an instant photograph.", .strength)
  let mono = Key("mono", "Soft black and white.", .strength)
  let process = Key("process", "Cool colours, as cross-processed film.", .strength)
  let tonal = Key("tonal", "Black and white with soft contrast.", .strength)
  let transfer = Key("transfer", "Warm colours, as old film.", .strength)
  let invert = Key(
    "invert", "Turns colours into their opposites.", .strength, synonyms: ["negative", "negate"])
  let blur = Key(
    "blur", "Softens the picture by this radius.", .parameter(.length), example: "4px",
    synonyms: ["gaussian-blur"])
  let sharpen = Key("sharpen", "Strengthens edges.", .amount(0...10), synonyms: ["unsharp"])
  let denoise = Key("denoise", "Takes noise out of a picture or a sound.", .strength)
  let vignette = Key("vignette", "Darkens the corners.", .strength)
  let grain = Key("grain", "Adds film grain.", .strength, synonyms: ["noise"])
  let lut = Key(
    "lut", "Maps colours with a `.cube` file.", Shape<String>.path.checked, example: "looks/warm.cube")

  // MARK: Sound

  let highpass = Key(
    "highpass", "Lets through what is above this frequency.", .parameter(.frequency), example: "80Hz")
  let lowpass = Key(
    "lowpass", "Lets through what is below this frequency.", .parameter(.frequency), example: "12kHz")
  let eq = Key(
    "eq", "Raises or lowers a band of frequencies.", .mapping(EqualizerKeys.self),
    example: "{frequency: 1kHz, gain: -3dB}", synonyms: ["equalizer"])
  let compress = Key(
    "compress", "Evens out loud and soft.", Shape.value(.level).checked.or(.mapping(CompressorKeys.self)),
    example: "-18dB",
    synonyms: ["compressor"])
  let limit = Key(
    "limit", "Holds peaks below this level.", .parameter(.level), example: "-1dB", synonyms: ["limiter"])
  let reverb = Key("reverb", "Adds the sound of a room.", .strength)

  // MARK: The way out

  let ffmpeg = Key(
    "ffmpeg", "A filter of FFmpeg with its options: `eq=gamma=1.2`.", Shape<String>.text.checked,
    example: "eq=gamma=1.2")

  typealias Value = CheckedOnly
}

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
    "width", "How wide the band is.", .animated(.frequency), example: "200Hz", synonyms: ["bandwidth"])

  typealias Value = CheckedOnly
}

struct CompressorKeys: MappingKeys {
  static let title = "a compressor"
  static let documentation = "How loud and soft are evened out."

  let threshold = Key("threshold", "The level from which it works.", .animated(.level), example: "-18dB")
  let ratio = Key(
    "ratio", "How many decibels above it become one.", .animated(.number(in: 1...100)), example: "4")
  let attack = Key("attack", "How fast it works.", .value(.duration), example: "5ms")
  let release = Key("release", "How fast it lets go.", .value(.duration), example: "100ms")
  let makeup = Key("makeup", "The gain afterwards.", .animated(.level), example: "2dB")

  typealias Value = CheckedOnly
}

extension Shape<CheckedOnly> {
  /// One number that may change over time.
  fileprivate static func amount(_ range: ClosedRange<Double>) -> Shape {
    parameter(.number(in: range))
  }

  fileprivate static func parameter<Plain>(_ grammar: ValueGrammar<Plain>) -> Shape {
    Shape<Animated<Plain>>.animated(grammar).checked
  }

  /// How much of the filter is mixed in, from 0 to 1.
  fileprivate static var strength: Shape { parameter(.opacity) }

  /// A list of names of filters, and of mappings with one filter each.
  static var filters: Shape {
    Shape<[Located<CheckedOnly>]>.list(
      of: Shape<String>.word("a filter", FilterKeys.names).checked.or(.oneKey(of: FilterKeys.self))
    ).checked
  }
}
