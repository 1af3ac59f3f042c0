package import Basics
import Synchronization

/// A stretch of a file that could not be decoded and was replaced, as the script allows.
package struct Concealment: Hashable, Sendable, Codable {
  package enum Kind: String, Hashable, Sendable, Codable {
    case held
    case black
    case silent
  }

  package let path: String
  package let kind: Kind
  /// In the file's media time; empty if a single picture is known.
  package private(set) var range: TimeRange
  /// The message of the decoder or the container.
  package let reason: String

  package init(path: String, kind: Kind, range: TimeRange, reason: String) {
    self.path = path
    self.kind = kind
    self.range = range
    self.reason = reason
  }

  /// Extends the stretch by another one; returns false if it is too far away, or of another file or kind.
  fileprivate mutating func absorb(_ other: Concealment) -> Bool {
    guard other.path == path, other.kind == kind,
      let before = try? range.start - Self.distance, let after = try? range.end + Self.distance,
      other.range.start <= after, other.range.end >= before,
      let union = TimeRange(
        start: min(range.start, other.range.start), end: max(range.end, other.range.end))
    else { return false }
    range = union
    return true
  }

  /// Stretches that are closer together are one place for an author to check.
  private static let distance = RationalTime(1, 5) ?? .zero
}

/// Replaced stretches, each once, in the order in which they were found.
package struct Concealments: Hashable, Sendable {
  package private(set) var all: [Concealment] = []

  package init() {}

  package mutating func add(_ concealment: Concealment) {
    for index in all.indices where all[index].absorb(concealment) { return }
    guard all.count < Self.limit else { return }
    all.append(concealment)
  }

  /// After so many places, the state of the file is known.
  private static let limit = 200
}

/// The stretches that the readers of this process have replaced since they were last taken.
///
/// The log belongs to the process, like FFmpeg's own: a reader can be part of several films, and has no other
/// way to report. A worker takes the entries after each task.
package enum ConcealmentLog {
  private static let kept = Mutex(Concealments())

  static func note(_ concealment: Concealment) { kept.withLock { $0.add(concealment) } }

  package static func take() -> [Concealment] {
    kept.withLock { kept in
      defer { kept = Concealments() }
      return kept.all
    }
  }
}

extension Concealment: CustomStringConvertible {
  package var description: String {
    let time =
      range.start == range.end
      ? "at \(range.start.clockReading)"
      : "from \(range.start.clockReading) to \(range.end.clockReading)"
    return switch kind {
    case .held: "\(path): undecodable pictures \(time) are replaced by the previous picture (\(reason))"
    case .black: "\(path): undecodable pictures \(time) are black (\(reason))"
    case .silent: "\(path): undecodable sound \(time) is silent (\(reason))"
    }
  }
}
