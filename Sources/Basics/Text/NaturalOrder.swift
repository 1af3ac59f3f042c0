/// The order of names in which digits count as numbers: `img2` before `img10`.
///
/// Consecutive digits from 0 to 9 are one number; leading zeros do not matter. Everything else is ordered by
/// code point, so the order is the same on every machine and in every language.
package struct NaturalOrder: Hashable, Sendable, Comparable {
  private let parts: [Part]

  private enum Part: Hashable {
    /// The digits without leading zeros.
    case number([UInt8])
    case character(UInt32)
  }

  package init(_ name: String) {
    var parts: [Part] = []
    var digits: [UInt8]?
    func number(_ digits: [UInt8]) -> Part { .number(Array(digits.drop { $0 == UInt8(ascii: "0") })) }
    for scalar in name.unicodeScalars {
      if ("0"..."9").contains(scalar) {
        digits = (digits ?? []) + [UInt8(truncatingIfNeeded: scalar.value)]
        continue
      }
      if let run = digits { parts.append(number(run)) }
      digits = nil
      parts.append(.character(scalar.value))
    }
    if let run = digits { parts.append(number(run)) }
    self.parts = parts
  }

  package static func < (first: NaturalOrder, second: NaturalOrder) -> Bool {
    first.parts.lexicographicallyPrecedes(second.parts) { a, b in
      switch (a, b) {
      case (.number(let a), .number(let b)):
        a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count < b.count
      case (.character(let a), .character(let b)): a < b
      // A number sorts among other characters like its digits.
      case (.number, .character(let b)): UInt32(UInt8(ascii: "0")) < b
      case (.character(let a), .number): a < UInt32(UInt8(ascii: "0"))
      }
    }
  }
}
