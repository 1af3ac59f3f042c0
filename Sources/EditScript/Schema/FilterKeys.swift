import Diagnostics
import PictureEffects
import SourceText
import YAMLTree

/// The catalogue of filters; in a list of filters each entry has one of these keys.
struct FilterKeys: MappingKeys {
  static let title = "a filter"
  static let documentation =
    "One change to picture or sound: `sepia`, `brightness: 0.2` or `compress: {ratio: 4}`."
  // MARK: Picture

  let brightness = Key(effect: .brightness)
  let contrast = Key(effect: .contrast)
  let saturation = Key(effect: .saturation)
  let gamma = Key(effect: .gamma)
  let exposure = Key(effect: .exposure)
  let temperature = Key(effect: .temperature)
  let hue = Key(effect: .hue)
  let grayscale = Key(effect: .grayscale)
  let sepia = Key(effect: .sepia)
  let noir = Key(effect: .noir)
  let fade = Key(effect: .fade)
  let chrome = Key(effect: .chrome)
  let instant = Key(effect: .instant)
  let mono = Key(effect: .mono)
  let process = Key(effect: .process)
  let tonal = Key(effect: .tonal)
  let transfer = Key(effect: .transfer)
  let invert = Key(effect: .invert)
  let blur = Key(effect: .blur)
  let sharpen = Key(effect: .sharpen)
  let denoise = Key(effect: .denoise)
  let vignette = Key(effect: .vignette)
  let grain = Key(effect: .grain)
  let lut = Key("lut", "Maps colours with a `.cube` file.", .path, example: "looks/warm.cube")

  // MARK: Sound

  let highpass = Key(sound: .highpass, .frequency { .highpass($0) })
  let lowpass = Key(sound: .lowpass, .frequency { .lowpass($0) })
  let eq = Key(sound: .eq, .equalizer)
  let compress = Key(sound: .compress, .compressor)
  let limit = Key(sound: .limit, .level { .limit($0) })
  let reverb = Key(sound: .reverb, .strength { .reverb($0) })

  // MARK: The way out

  let ffmpeg = Key(
    "ffmpeg", "A filter of FFmpeg with its options: `eq=gamma=1.2`.", .ffmpegFilter,
    example: "eq=gamma=1.2")

  static func decode(_ reader: MappingReader<FilterKeys>) -> Filter? {
    guard let place = reader.written.first?.entry.keyRange else { return nil }
    for (name, key) in effects {
      if let amount = reader[dynamicMember: key] {
        return Filter(name: name.rawValue, place: place, value: .effect(name, amount.value))
      }
    }
    for (name, key) in sounds {
      if let settings = reader[dynamicMember: key] {
        return Filter(name: name.rawValue, place: place, value: .sound(settings.value))
      }
    }
    if let path = reader.lut { return Filter(name: "lut", place: place, value: .look(path)) }
    return reader.ffmpeg.map { Filter(name: "ffmpeg", place: place, value: .ffmpeg($0.value)) }
  }

  private static var sounds: [(SoundFilterName, KeyPath<FilterKeys, Key<SoundFilterSettings>>)] {
    [
      (.highpass, \.highpass), (.lowpass, \.lowpass), (.eq, \.eq), (.compress, \.compress), (.limit, \.limit),
      (.reverb, \.reverb),
    ]
  }

  private static var effects: [(EffectName, KeyPath<FilterKeys, Key<FilterAmount>>)] {
    [
      (.brightness, \.brightness),
      (.contrast, \.contrast),
      (.saturation, \.saturation),
      (.gamma, \.gamma),
      (.exposure, \.exposure),
      (.temperature, \.temperature),
      (.hue, \.hue),
      (.grayscale, \.grayscale),
      (.sepia, \.sepia),
      (.noir, \.noir),
      (.fade, \.fade),
      (.chrome, \.chrome),
      (.instant, \.instant),
      (.mono, \.mono),
      (.process, \.process),
      (.tonal, \.tonal),
      (.transfer, \.transfer),
      (.invert, \.invert),
      (.blur, \.blur),
      (.sharpen, \.sharpen),
      (.denoise, \.denoise),
      (.vignette, \.vignette),
      (.grain, \.grain),
    ]
  }
}

extension Key<FilterAmount> {
  /// An effect, as it declares itself.
  fileprivate convenience init(effect name: EffectName) {
    let declaration = name.effect.declaration
    self.init(
      name.rawValue, declaration.summary, .amount(declaration.amount), example: declaration.example,
      synonyms: declaration.synonyms)
  }
}

extension Shape<FilterAmount> {
  fileprivate static func amount(_ amount: EffectAmount) -> Shape {
    switch amount {
    case .number(let range):
      Shape<Animated<Double>>.animated(.number(in: range)).map { value, _, _ in .number(value) }
    case .strength: Shape<Animated<Double>>.animated(.opacity).map { value, _, _ in .number(value) }
    case .angle: Shape<Animated<Angle>>.animated(.angle).map { value, _, _ in .angle(value) }
    case .length: Shape<Animated<Length>>.animated(.length).map { value, _, _ in .length(value) }
    }
  }
}

extension Shape<[Located<Filter>]> {
  /// A list of names of filters, and of mappings with one filter each.
  static var filters: Shape {
    .list(of: Shape<Filter>.filterName.or(.oneKey(of: FilterKeys.self)))
  }
}

extension Shape<Filter> {
  /// The bare name of a filter, which has its usual strength.
  fileprivate static var filterName: Shape {
    let declarations = MappingSchema(FilterKeys.self).description.keys
    let bare = declarations.map(\.name).filter { standard($0) != nil }
    let words = Shape<String>.word("a filter", bare)
    let examples = Dictionary(
      uniqueKeysWithValues: declarations.filter { !bare.contains($0.name) }.map { ($0.name, $0.example) })
    guard let form = words.description.scalar else { return words.map { _, _, _ in nil } }
    return Shape<Filter>.scalar(form) { text, subject, reading in
      if let example = examples[text.text] {
        reading.report(
          Diagnostic(
            .valueSyntax, "the filter `\(text.text)` needs a value", at: subject.node.range,
            hint: "write `\(text.text): \(example)`"))
        return nil
      }
      guard let name = words.read(subject, reading) else { return nil }
      return standard(name).map { Filter(name: name, place: subject.node.range, value: $0) }
    }
  }

  /// What a filter is where only its name is written; nil where a value must be.
  private static func standard(_ name: String) -> Filter.Value? {
    if let effect = EffectName(rawValue: name) {
      return effect.effect.declaration.standard == nil ? nil : .effect(effect, nil)
    }
    return SoundFilterName(rawValue: name)?.declaration.standard.map { .sound($0) }
  }
}
