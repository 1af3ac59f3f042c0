import Basics
import Composition
import Diagnostics
import YAMLTree

struct CounterKeys: MappingKeys {
  static let fields = MappingSchema(CounterKeys.self)
  typealias Record = CounterSettings

  static let title = "a counter"
  static let documentation =
    "A number that changes over the item's time (`from`, `to`), or the source of other items (`of`, `show`)."

  let from = Key(
    "from", "The number in the first frame.", .value(.decimal), example: "0", synonyms: ["start"],
    field: .at(\CounterSettings.from), default: "0")
  let to = Key(
    "to", "The number in the last frame.", .value(.decimal), example: "12500", synonyms: ["end"],
    field: .at(\CounterSettings.to))
  let easing = Key(
    "ease", "The easing of the number.", .value(.easing), example: "ease-out", synonyms: ["easing"],
    field: .at(\CounterSettings.easing), default: "linear")
  let format = Key(
    "format",
    "How digits group, and the text around them: each `#` is a digit, and the leftmost group takes all that remain.",
    .value(.numberFormat), example: "\"# ### €\"",
    field: .at(\CounterSettings.format, ValueText { onOneLine($0) }),
    default: .words("plain digits"))
  let decimals = Key(
    "decimals",
    "The number of decimal places. They are the last group of a `format` with several, as in `# ###,##`.",
    .value(.integer(in: 0...DecimalNumber.mostDecimals)), example: "2",
    synonyms: ["precision"], field: .at(\CounterSettings.decimals),
    default: .words("as many as the numbers have"))
  let of = Key(
    "of", "The item whose source is shown; `story` is the whole timeline.",
    Shape<String>.value(.name).naming(.item), example: "story", synonyms: ["item", "source"],
    field: .at(\CounterSettings.source))
  let show = Key(
    "show",
    "What is shown of the source: `timecode`, `frame`, `file`, `name`, `date`, or a text with such fields in braces.",
    .value(.sourceText), example: "\"{file}  {timecode}\"",
    field: .at(\CounterSettings.shown, ValueText { $0.dumpText }),
    default: "timecode")

  static func decode(_ reader: MappingReader<CounterKeys>) -> CounterSettings? {
    let hasSource = reader.hasValue(for: \.of)
    let ofSources = reader.written.filter { ["of", "show"].contains($0.key.name) }
    let ofNumbers = reader.written.filter { !["of", "show"].contains($0.key.name) }
    if let number = ofNumbers.first, let source = ofSources.first {
      reader.reading.report(
        Diagnostic(
          .competingKeys,
          "`\(source.entry.key)` shows the source of an item, but `\(number.entry.key)` is about a number",
          at: source.entry.keyRange, notes: [.init("the other key", at: number.entry.keyRange)],
          hint: "keep one of them"))
      return nil
    }
    guard hasSource || reader.hasValue(for: \.to) else {
      reader.reading.report(
        Diagnostic(
          .missingKey, "`counter` has neither `to` nor `of`", at: reader.subject.keyRange,
          hint: ofSources.isEmpty
            ? "write the number in the last frame: `to: 100`" : "write whose source it shows: `of: story`"))
      return nil
    }
    let settings = reader.filled(CounterSettings())
    guard settings.to != nil || settings.source != nil else { return nil }
    do throws(NumberFormat.Problem) { _ = try settings.numberFormat() } catch {
      let place = settings.format?.range ?? reader.subject.node.range
      reader.reading.report(.otherDecimals(error, settings, at: place))
      return nil
    }
    return settings
  }
}

extension Shape<CounterContent> {
  /// A unit, or the long form.
  static var counter: Shape {
    Shape<CounterName>.choice(CounterName.self, "a counter unit").orNothing(meaning: .timecode)
      .map { name, _, _ in .elapsed(name) }
      .or(Shape<CounterSettings>.mapping(CounterKeys.self).map { settings, _, _ in .settings(settings) })
  }
}

extension Diagnostic {
  fileprivate static func otherDecimals(
    _ problem: NumberFormat.Problem, _ settings: CounterSettings, at place: SourceRange
  ) -> Diagnostic {
    let places = settings.places
    let example = "# ###," + String(repeating: "#", count: places)
    let found =
      switch problem {
      case .noDigits: "no `#`"
      case .otherDecimals(let count): "\(count) in its last group"
      }
    return Diagnostic(
      .numberSyntax,
      "the number has \(places) decimal place\(places == 1 ? "" : "s"), but the format has \(found)",
      at: place,
      hint:
        "with decimals, the last group of `format` is the decimal places, as in `\(example)`; or write `decimals: 0`"
    )
  }
}
