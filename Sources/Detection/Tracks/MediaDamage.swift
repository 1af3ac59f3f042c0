package import Basics

/// A part of a track that could not be decoded as it was recorded. Nothing is found across it.
package struct MediaDamage: Hashable, Sendable {
  package let range: TimeRange
  /// The message of the decoder or the container.
  package let reason: String

  package init(range: TimeRange, reason: String) {
    (self.range, self.reason) = (range, reason)
  }
}

extension FeatureWriter {
  mutating func write(_ time: RationalTime) {
    write(time.value)
    write(time.timescale)
  }

  mutating func write(_ damages: [MediaDamage]) {
    write(damages.count)
    for damage in damages {
      write(damage.range.start)
      write(damage.range.end)
      write(damage.reason)
    }
  }
}

extension FeatureReader {
  mutating func time() throws(DamagedFeatures) -> RationalTime {
    guard let time = RationalTime(try number(), try number()) else { throw DamagedFeatures() }
    return time
  }

  mutating func damages() throws(DamagedFeatures) -> [MediaDamage] {
    var damages: [MediaDamage] = []
    for _ in 0..<(try count()) {
      guard let range = TimeRange(start: try time(), end: try time()) else { throw DamagedFeatures() }
      damages.append(MediaDamage(range: range, reason: try text()))
    }
    return damages
  }
}
