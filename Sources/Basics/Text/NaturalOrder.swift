/// The order of names in which numbers count as numbers: `img2` before `img10`.
///
/// Digits from 0 to 9 that follow each other are one number, however many zeros it begins with. All else goes by the
/// values of its code points, so the order is the same on every machine and in every language.
package struct NaturalOrder: Hashable, Sendable, Comparable {
  private let parts: [Part]

  private enum Part: Hashable {
    /// Its digits without leading zeros.
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
      // A number stands where its digits stand among the characters.
      case (.number, .character(let b)): UInt32(UInt8(ascii: "0")) < b
      case (.character(let a), .number): a < UInt32(UInt8(ascii: "0"))
      }
    }
  }
}
