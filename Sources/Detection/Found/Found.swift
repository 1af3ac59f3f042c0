package import Basics

/// One thing that was found, in media time.
package struct Found: Hashable, Sendable {
  package let kind: FoundKind
  /// Empty for a moment: the start of the first picture after a cut, or a beat.
  package private(set) var range: TimeRange
  /// The number of the first picture after a cut: at a constant rate, pictures that are missing count too.
  package let frame: Int?
  /// How clear it is, up to 99.
  package let strength: Int?
  /// Why a part could not be decoded.
  package let reason: String?

  package init(
    _ kind: FoundKind, _ range: TimeRange, frame: Int? = nil, strength: Int? = nil, reason: String? = nil
  ) {
    self.kind = kind
    self.range = range
    self.frame = frame
    self.strength = strength
    self.reason = reason
  }

  init(_ damage: MediaDamage) { self.init(.damage, damage.range, reason: damage.reason) }

  package var isMoment: Bool { kind == .cut || kind == .beat }

  /// The part of it that is in a range; nil if there is none.
  package func clipped(to limits: TimeRange) -> Found? {
    if isMoment || range.isEmpty { return limits.contains(range.start) ? self : nil }
    guard let part = range.intersection(limits) else { return nil }
    var clipped = self
    clipped.range = part
    return clipped
  }
}

extension [Found] {
  /// In the order of their times.
  package func inOrder() -> [Found] {
    sorted {
      ($0.range.start, $0.range.end, $0.kind.rawValue) < ($1.range.start, $1.range.end, $1.kind.rawValue)
    }
  }
}
