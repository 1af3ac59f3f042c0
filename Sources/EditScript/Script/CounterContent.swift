import Basics
package import Composition

/// What a counter shows.
package enum CounterContent: Hashable, Sendable {
  /// The elapsed time of its own item.
  case elapsed(CounterName)
  indirect case settings(CounterSettings)

  /// The item whose source it shows; nil for other counters.
  package var source: Located<String>? {
    if case .settings(let settings) = self { settings.source } else { nil }
  }

  /// In a few words: `timecode of story`.
  package var label: String {
    switch self {
    case .elapsed(let name): name.rawValue
    case .settings(let settings): settings.label
    }
  }
}

/// What a counter counts of its own item.
package enum CounterName: String, Hashable, Sendable, CaseIterable {
  case timecode
  case frames
  case seconds
}

/// `{from: 0, to: 12500, format: "# ### €"}` or `{of: story, show: timecode}`
package struct CounterSettings: Hashable, Sendable {
  package var from: Located<DecimalNumber>?
  package var to: Located<DecimalNumber>?
  package var easing: Located<Easing>?
  package var format: Located<String>?
  package var decimals: Located<Int>?
  /// The name of an item, or `story` for all items of the timeline.
  package var source: Located<String>?
  package var shown: Located<CounterText>?

  package init() {}

  /// The decimal places, by default as many as the numbers have.
  package var places: Int {
    decimals?.value ?? max(from?.value.decimals ?? 0, to?.value.decimals ?? 0)
  }

  /// How the number looks; without a format, plain digits.
  package func numberFormat() throws(NumberFormat.Problem) -> NumberFormat {
    guard let format else { return NumberFormat(decimals: places) }
    return try NumberFormat(format.value, decimals: places)
  }

  fileprivate var label: String {
    if let source { return "\((shown?.value ?? .timecode).canonicalText) of \(source.value)" }
    return "\(from?.value.canonicalText ?? "0") to \(to?.value.canonicalText ?? "")"
  }
}

/// A decimal number, exactly as written: 2.25 is 225 hundredths.
package struct DecimalNumber: Hashable, Sendable {
  /// In units of the last decimal place, which is not 0.
  package let units: Int64
  package let decimals: Int

  package static let mostDecimals = 6
  package static let largest: Int64 = 1_000_000_000_000

  package init(units: Int64, decimals: Int) {
    self.units = units
    self.decimals = decimals
  }

  /// The number in units of a decimal place, rounded half up; it is at most `largest`, so it always fits.
  package func rounded(toDecimals places: Int) -> Int64 {
    let power = { (exponent: Int) in (0..<max(0, exponent)).reduce(Int128(1)) { power, _ in power * 10 } }
    let (top, bottom) = (Int128(units) * power(places - decimals), power(decimals - places))
    return roundHalfUp(top, over: bottom)?.value ?? 0
  }
}

/// What a counter shows of an item, as a text with fields: `{file}  {timecode}`.
package struct CounterText: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case text(String)
    case field(Field)
  }

  package enum Field: String, Hashable, Sendable, CaseIterable {
    case timecode
    case frame
    case file
    case name
    case date
  }

  package let parts: [Part]

  package init(_ parts: [Part]) {
    self.parts = parts
  }

  package static let timecode = CounterText([.field(.timecode)])

  package func contains(_ field: Field) -> Bool { parts.contains(.field(field)) }
}

// MARK: - Canonical texts

extension DecimalNumber: CanonicalValue {
  package var canonicalText: String {
    let digits = String(units.magnitude)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
    let fraction = decimals > 0 ? "." + padded.suffix(decimals) : ""
    return (units < 0 ? "-" : "") + padded.dropLast(decimals) + fraction
  }
}

extension CounterText: CanonicalValue {
  package var canonicalText: String {
    if parts.count == 1, case .field(let field) = parts[0] { return field.rawValue }
    return parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let field): "{\(field.rawValue)}"
      }
    }.joined()
  }

  /// A text with fields is quoted.
  var dumpText: String {
    if parts.count == 1, case .field(let field) = parts[0] { return field.rawValue }
    return onOneLine(canonicalText)
  }
}

extension CounterContent: CanonicalValue {
  package var canonicalText: String {
    switch self {
    case .elapsed(let name): name.rawValue
    case .settings(let settings): CounterKeys.fields.flowText(of: settings)
    }
  }
}
