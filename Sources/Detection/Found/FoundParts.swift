package import Basics

/// Some of a silence stays around each part with sound: consonants are weaker than noise.
package struct SoundMargins: Hashable, Sendable {
  package let before: RationalTime
  package let after: RationalTime

  package init(before: RationalTime, after: RationalTime) {
    (self.before, self.after) = (before, after)
  }

  package static let usual = SoundMargins(
    before: RationalTime(120, 1000) ?? .zero, after: RationalTime(100, 1000) ?? .zero)
}

extension [Found] {
  /// The parts of a file between its silences, with some of the silence around each; parts that meet are one.
  package func partsWithSound(
    in limits: TimeRange, before: RationalTime, after: RationalTime
  ) throws(TimeOverflow) -> [TimeRange] {
    let silent = filter { $0.kind == .silence || $0.kind == .noSound }
    let heard = silent.reduce([limits]) { parts, silence in parts.flatMap { $0.without(silence.range) } }
    var parts: [TimeRange] = []
    for part in heard where !part.isEmpty {
      let (start, end) = (try part.start - before, try part.end + after)
      guard let wide = TimeRange(start: Swift.max(limits.start, start), end: Swift.min(limits.end, end))
      else { continue }
      if let last = parts.last, wide.start <= last.end {
        parts[parts.count - 1] = last.union(wide)
      } else {
        parts.append(wide)
      }
    }
    return parts
  }

  /// The shots between the cuts.
  package func shots(in limits: TimeRange) -> [TimeRange] {
    let cuts = filter { $0.kind == .cut && limits.start < $0.range.start && $0.range.start < limits.end }
    let edges = [limits.start] + cuts.map(\.range.start) + [limits.end]
    return zip(edges, edges.dropFirst()).compactMap { TimeRange(start: $0, end: $1) }
  }
}
