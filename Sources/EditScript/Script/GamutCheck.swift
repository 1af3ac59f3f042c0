/// `gamut: r103`, or `gamut: {levels: 16..235, area: 2%}`: EBU R 103, with numbers of the author's own.
package struct GamutCheck: Hashable, Sendable {
  package var levels: Located<CodeRange>?
  /// From 0 to 1.
  package var area: Located<Double>?

  package init() {}
}

/// The lowest and the highest level, as codes of 8 bits.
package struct CodeRange: Hashable, Sendable {
  package var lowest: Int
  package var highest: Int

  package init(lowest: Int, highest: Int) {
    self.lowest = lowest
    self.highest = highest
  }
}

extension CodeRange: CanonicalValue {
  package var canonicalText: String { "\(lowest)..\(highest)" }
}

/// The recommendations for levels of colours.
package enum GamutProfile: String, Hashable, Sendable, CaseIterable {
  /// EBU R 103.
  case r103
}

extension GamutCheck: CanonicalValue {
  package var canonicalText: String {
    self == GamutCheck() ? GamutProfile.r103.rawValue : GamutCheckKeys.fields.flowText(of: self)
  }
}
