import Basics

/// A value with a spelling that reads back as an equal value.
package protocol CanonicalValue {
  /// The spelling that the formatter and messages use, without YAML's quotes.
  var canonicalText: String { get }
  /// The same as lines of `editc dump`; several only for values that change over time.
  var dumpLines: [String] { get }
}

extension CanonicalValue {
  package var dumpLines: [String] { [canonicalText] }
}

extension Double: CanonicalValue {
  /// The shortest digits, without an exponent, that read back as the same number.
  package var canonicalText: String {
    guard self != 0 else { return "0" }
    let shortest = "\(magnitude)".split(separator: "e")
    let parts = shortest[0].split(separator: ".")
    let whole = String(parts[0])
    let fraction = parts.count > 1 && parts[1] != "0" ? String(parts[1]) : ""
    let exponent = shortest.count > 1 ? Int(shortest[1]) ?? 0 : 0
    return (self < 0 ? "-" : "") + Self.withPoint(whole + fraction, at: whole.count + exponent)
  }

  private static func withPoint(_ digits: String, at point: Int) -> String {
    if point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
    if point >= digits.count { return digits + String(repeating: "0", count: point - digits.count) }
    return String(digits.prefix(point)) + "." + String(digits.dropFirst(point))
  }
}

extension Int: CanonicalValue {
  package var canonicalText: String { "\(self)" }
}

extension Bool: CanonicalValue {
  package var canonicalText: String { self ? "true" : "false" }
}

extension String: CanonicalValue {
  package var canonicalText: String { self }
}

extension Int64 {
  /// As a bit rate: `5M`, `128k`.
  package var bitRateText: String {
    let (unit, name): (Int64, String) =
      isMultiple(of: 1_000_000_000)
      ? (1_000_000_000, "G") : isMultiple(of: 1_000_000) ? (1_000_000, "M") : (1000, "k")
    return inUnits(of: unit) + name
  }

  /// As a file size: `50MB`.
  package var fileSizeText: String {
    let (unit, name): (Int64, String) =
      isMultiple(of: 1_000_000_000)
      ? (1_000_000_000, "GB") : isMultiple(of: 1_000_000) ? (1_000_000, "MB") : (1000, "kB")
    return inUnits(of: unit) + name
  }

  private func inUnits(of unit: Int64) -> String {
    RationalTime(self, unit)?.decimalDigits ?? "\(self / unit)"
  }
}

// MARK: - Times

extension DurationExpression: CanonicalValue {
  package var canonicalText: String {
    terms.enumerated().map { index, term in
      let sign = index == 0 ? (term.isSubtracted ? "-" : "") : (term.isSubtracted ? " - " : " + ")
      return sign + term.amount.canonicalText
    }.joined()
  }
}

extension DurationExpression.Amount: CanonicalValue {
  package var canonicalText: String {
    switch self {
    case .seconds(let seconds): seconds.spelling
    case .frames(let frames): "\(frames)f"
    case .timecode(let timecode): timecode.description
    }
  }
}

extension TimeExpression: CanonicalValue {
  package var canonicalText: String {
    guard let first = offset.terms.first else { return anchor.canonicalText }
    switch anchor {
    case .start where !first.isSubtracted, .end where first.isSubtracted: return offset.canonicalText
    default:
      let rest = DurationExpression([.init(first.amount)] + offset.terms.dropFirst()).canonicalText
      return anchor.canonicalText + (first.isSubtracted ? " - " : " + ") + rest
    }
  }
}

extension TimeExpression.Anchor: CanonicalValue {
  package var canonicalText: String {
    switch self {
    case .start: "start"
    case .end: "end"
    case .share(let share, let edge): (edge == .end ? "-" : "") + share.canonicalText
    case .item(let name, let edge): name + "." + edge.rawValue
    case .marker(let name): name
    case .mediaTimecode(let timecode): "tc " + timecode.description
    case .chapter(let chapter): chapter.canonicalText
    }
  }
}

extension ChapterReference: CanonicalValue {
  /// `beach.chapter("Arrival").end`
  package var canonicalText: String {
    let written =
      switch chapter {
      case .named(let name):
        "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
      case .numbered(let number): "\(number)"
      }
    return (item.map { $0 + "." } ?? "") + "chapter(\(written))" + (edge == .end ? ".end" : "")
  }
}

extension Share: CanonicalValue {
  /// `12.5%`, or `100/3%` if the digits never end.
  package var canonicalText: String {
    guard let percent = try? RationalTime(wide: Int128(numerator) * 100, over: Int128(denominator)) else {
      return "\(numerator)/\(denominator)"
    }
    return (percent.decimalDigits ?? "\(percent.value)/\(percent.timescale)") + "%"
  }
}

extension RangeExpression: CanonicalValue {
  package var canonicalText: String {
    switch self {
    case .all: "all"
    case .between(let start?, let end?) where wholeChapter(start, end) != nil: start.canonicalText
    case .between(let start, let end): (start?.canonicalText ?? "") + ".." + (end?.canonicalText ?? "")
    case .starting(let start, let duration): start.canonicalText + " for " + duration.canonicalText
    case .first(let duration): "first " + duration.canonicalText
    case .last(let duration): "last " + duration.canonicalText
    }
  }
}

/// The chapter of which two times are the start and the end; nil if there is none.
private func wholeChapter(_ start: TimeExpression, _ end: TimeExpression) -> ChapterReference? {
  guard case .chapter(let chapter) = start.anchor, chapter.item == nil, chapter.edge == .start,
    start == TimeExpression(start.anchor), end == TimeExpression(.chapter(chapter.at(.end)))
  else { return nil }
  return chapter
}

extension MomentOrRange: CanonicalValue {
  package var canonicalText: String {
    switch self {
    case .moment(let time): time.canonicalText
    case .range(let range): range.canonicalText
    }
  }
}

extension FrameRate: CanonicalValue {
  package var canonicalText: String { spelling }
}

extension RateValue: CanonicalValue {
  package var canonicalText: String {
    switch self {
    case .auto: "auto"
    case .exactly(let rate): rate.spelling
    }
  }
}

extension Speed: CanonicalValue {
  package var canonicalText: String {
    let digits = RationalTime(numerator, denominator)?.decimalDigits ?? "\(numerator)/\(denominator)"
    return digits + "x"
  }
}
