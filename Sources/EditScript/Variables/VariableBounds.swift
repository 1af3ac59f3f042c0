import Basics
import Diagnostics

/// The least and the greatest value of a variable: `0..1`, `1s..`, `..40vmin`.
struct VariableBounds {
  private let least: Amount?
  private let most: Amount?

  /// A value that can be compared with others of its unit.
  private struct Amount: Equatable {
    let number: Double
    let unit: String

    func isComparable(with other: Amount) -> Bool { unit == other.unit }
  }

  /// Nil if the text is no range of the type, or if values of the type have no order.
  init?(_ text: String, of type: VariableType) {
    guard let dots = text.firstRange(of: "..") else { return nil }
    let ends = [text[..<dots.lowerBound], text[dots.upperBound...]].map {
      String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    guard ends != ["", ""] else { return nil }
    let amounts = ends.map { $0.isEmpty ? nil : Self.amount($0, of: type) }
    for (end, amount) in zip(ends, amounts) where amount == nil && !end.isEmpty { return nil }
    (least, most) = (amounts[0], amounts[1])
    if let least, let most, !least.isComparable(with: most) || least.number > most.number { return nil }
  }

  /// Whether a value of the type is within the bounds; nil if its unit is another one.
  func contain(_ text: String, of type: VariableType) -> Bool? {
    guard let amount = Self.amount(text, of: type) else { return nil }
    for bound in [least, most].compactMap(\.self) where !bound.isComparable(with: amount) { return nil }
    return (least.map { $0.number <= amount.number } ?? true)
      && (most.map { amount.number <= $0.number } ?? true)
  }

  /// An example of a range, for messages; nil if values of the type have no order.
  static func example(of type: VariableType) -> String? {
    switch type {
    case .number: "0..1"
    case .time: "1s..10s"
    case .length: "2vmin..12vmin"
    case .text, .colour, .media, .flag, .place, .range, .font: nil
    }
  }

  private static func amount(_ text: String, of type: VariableType) -> Amount? {
    let scalar = ScalarText(text: text, range: SourceRange(0, 0), start: nil)
    switch type {
    case .number:
      guard case .success(let number) = ValueGrammar<Double>.anyNumber.read(scalar) else { return nil }
      return Amount(number: number, unit: "")
    case .time:
      guard case .success(let time) = ValueGrammar<TimeExpression>.time.read(scalar), time.anchor == .start,
        time.offset.terms.count == 1, let term = time.offset.terms.first, !term.isSubtracted,
        case .seconds(let seconds) = term.amount
      else { return nil }
      return Amount(number: Double(seconds.value) / Double(seconds.timescale), unit: "s")
    case .length:
      guard case .success(let length) = ValueGrammar<Length>.length.read(scalar) else { return nil }
      return Amount(number: length.amount, unit: length.unit.rawValue)
    case .text, .colour, .media, .flag, .place, .range, .font: return nil
    }
  }
}
