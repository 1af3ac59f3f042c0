package import Basics
import Diagnostics
import YAMLTree

/// What `editc detect` uses where no option says otherwise; nil if not written.
package struct DetectSettings: EmptyRecord, Hashable, Sendable {
  package var shortest: Located<RationalTime>?
  package var before: Located<RationalTime>?
  package var after: Located<RationalTime>?
  package var tempo: Located<TempoRange>?

  package init() {}
}

/// A range of beats a minute: `60..120`, `..100` or `90..`.
package struct TempoRange: Hashable, Sendable {
  package let beats: ClosedRange<Double>

  /// Nil unless it is a range between 40 and 240.
  package init?(_ text: String) {
    guard let dots = text.firstRange(of: "..") else { return nil }
    let (low, high) = (text[..<dots.lowerBound], text[dots.upperBound...])
    guard !(low.isEmpty && high.isEmpty), let first = low.isEmpty ? 40 : Self.beats(low),
      let last = high.isEmpty ? 240 : Self.beats(high), first < last
    else { return nil }
    beats = first...last
  }

  private static func beats(_ text: Substring) -> Double? {
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(text),
      (40...240).contains(number)
    else { return nil }
    return number
  }

  /// Both ends, so that it reads back.
  package var text: String { "\(Self.text(beats.lowerBound))..\(Self.text(beats.upperBound))" }

  private static func text(_ beats: Double) -> String { Int(exactly: beats).map { "\($0)" } ?? "\(beats)" }
}

struct DetectKeys: MappingKeys {
  typealias Record = DetectSettings

  static let title = "detection"
  static let documentation =
    "What `editc detect` uses where neither an option nor the last run of `--into` decides."

  let shortest = Key(
    "min", "The shortest silence; sets `--min`.", .secondsOnly, example: "0.6s",
    synonyms: ["shortest", "silence", "minimum"],
    field: .at(\DetectSettings.shortest, ValueText { $0.spelling }), default: "0.4s")
  let before = Key(
    "before", "The silence that a take keeps before a sound; sets `--before`.", .secondsOnly,
    example: "200ms",
    synonyms: ["pre", "lead"], field: .at(\DetectSettings.before, ValueText { $0.spelling }), default: "120ms"
  )
  let after = Key(
    "after", "The silence that a take keeps after a sound; sets `--after`.", .secondsOnly, example: "200ms",
    synonyms: ["post", "tail"], field: .at(\DetectSettings.after, ValueText { $0.spelling }), default: "100ms"
  )
  let tempo = Key(
    "tempo", "The beats per minute that music can have; sets `--tempo`.", .tempoRange, example: "60..120",
    synonyms: ["bpm", "beats"], field: .at(\DetectSettings.tempo, ValueText { $0.text }))

  static func decode(_ reader: MappingReader<DetectKeys>) -> DetectSettings? {
    reader.filled(DetectSettings())
  }
}

extension Shape<RationalTime> {
  /// A length without frames, because there is no film whose frames could count.
  static var secondsOnly: Shape {
    Shape<DurationExpression>.value(.duration).map { duration, subject, reading in
      if let seconds = duration.plainSeconds { return seconds }
      reading.report(
        Diagnostic(
          .timeSyntax, "frames cannot be counted here, because there is no film", at: subject.node.range,
          hint: "write seconds, such as `0.5s`"))
      return nil
    }
  }
}

extension Shape<TempoRange> {
  static var tempoRange: Shape {
    let text = ValueGrammar<String>.text
    let form = ScalarForm(
      noun: "a range of beats per minute", examples: ["60..120", "..100"], production: text.production)
    return .scalar(form) { written, subject, reading in
      guard let text = reading.value(of: written, as: text) else { return nil }
      if let range = TempoRange(text) { return range }
      reading.report(
        Diagnostic(
          .rangeSyntax, "expected a range of beats per minute between 40 and 240, found '\(text)'",
          at: subject.node.range, hint: "as in `60..120` or `..100`"))
      return nil
    }
  }
}

extension DetectSettings {
  var dumpText: String {
    let members = [
      shortest.map { "min: \($0.value.spelling)" }, before.map { "before: \($0.value.spelling)" },
      after.map { "after: \($0.value.spelling)" }, tempo.map { "tempo: \($0.value.text)" },
    ]
    return "{\(members.compactMap(\.self).joined(separator: ", "))}"
  }
}
