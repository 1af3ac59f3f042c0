import Basics
import Composition
import Diagnostics
import YAMLTree

/// The catalogue of filters; in a list of filters each entry has one of these keys.
struct FilterKeys: MappingKeys {
  static let title = "a filter"
  static let documentation =
    "One change to picture or sound: `sepia`, `brightness: 0.2` or `compress: {ratio: 4}`."

  /// One key per declared filter, in the order of the pages.
  let filters: [Key<Filter.Value>] =
    EffectName.allCases.map { Key(effect: $0) }
    + [
      Key(
        "lut", "Applies a colour lookup table from a `.cube` file.",
        Shape<String>.path.map { path, subject, _ in .look(Located(path, at: subject.node.range)) },
        example: "looks/warm.cube")
    ] + SoundFilterName.allCases.compactMap { Key(sound: $0) }
    + [
      Key(
        "ffmpeg", "An FFmpeg filter with its options: `eq=gamma=1.2`.",
        Shape<FFmpegFilterText>.ffmpegFilter.map { text, _, _ in .ffmpeg(text) }, example: "eq=gamma=1.2")
    ]

  static func decode(_ reader: MappingReader<FilterKeys>) -> Filter? {
    guard let place = reader.written.first?.entry.keyRange,
      let (key, value) = reader.firstWritten(of: \.filters)
    else { return nil }
    return Filter(name: key.name, place: place, value: value.value)
  }
}

extension Key<Filter.Value> {
  /// The key of an effect.
  fileprivate convenience init(effect name: EffectName) {
    let declaration = name.effect.declaration
    self.init(
      name.rawValue, declaration.summary,
      Shape<FilterAmount>.amount(declaration.amount).map { amount, _, _ in .effect(name, amount) },
      example: declaration.example, synonyms: declaration.synonyms.map { Synonym($0) })
  }

  /// The key of an audio filter; nil if a picture effect has the same name.
  fileprivate convenience init?(sound name: SoundFilterName) {
    guard EffectName(rawValue: name.rawValue) == nil else { return nil }
    let declaration = name.declaration
    self.init(
      name.rawValue, declaration.summary,
      Shape<SoundFilterSettings>.settings(of: name).map { settings, _, _ in .sound(settings) },
      example: declaration.example, synonyms: declaration.synonyms.map { Synonym($0) })
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
  /// A list of filter names and of mappings with one filter each.
  static var filters: Shape {
    .list(of: Shape<Filter>.filterName.or(.oneKey(of: FilterKeys.self)))
  }
}

extension Shape<Filter> {
  /// The bare name of a filter, which applies its standard strength.
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
            .emptyValue, "the filter `\(text.text)` needs a value", at: subject.node.range,
            hint: "write `\(text.text): \(example)`"))
        return nil
      }
      if text.text.contains("="), subject.node.range.count > 0 {
        let mapped = "{ffmpeg: \(MappingLayout.quoted(text.text))}"
        reading.report(
          Diagnostic(
            .unknownValue, "`\(text.text)` is not an editc filter; write FFmpeg filters under `ffmpeg`",
            at: subject.node.range, hint: "write `\(mapped)`",
            fixes: [
              Diagnostic.Fix(
                "write `\(mapped)`", [TextEdit(range: subject.node.range, replacement: mapped)], isSafe: false
              )
            ]))
        return nil
      }
      guard let name = words.read(subject, reading) else { return nil }
      return standard(name).map { Filter(name: name, place: subject.node.range, value: $0) }
    }
  }

  /// The filter that a bare name means; nil if it requires a value.
  private static func standard(_ name: String) -> Filter.Value? {
    if let effect = EffectName(rawValue: name) {
      return effect.effect.declaration.standard == nil ? nil : .effect(effect, nil)
    }
    guard let filter = SoundFilterName(rawValue: name), filter.declaration.standard != nil else { return nil }
    return .sound(SoundFilterSettings(filter))
  }
}
