package import Basics
import Synchronization

/// A stretch of a file that cannot be decoded as it was recorded, and was replaced because the script says so.
package struct Concealment: Hashable, Sendable, Codable {
  package enum Kind: String, Hashable, Sendable, Codable {
    case held
    case black
    case silent
  }

  package let path: String
  package let kind: Kind
  /// In the file's media time; empty where a single picture is known.
  package private(set) var range: TimeRange
  /// What the decoder or the container says.
  package let reason: String

  package init(path: String, kind: Kind, range: TimeRange, reason: String) {
    self.path = path
    self.kind = kind
    self.range = range
    self.reason = reason
  }

  /// Extends the stretch by another one of the same damage; false if that is another matter.
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

  /// What is closer together is one place to look at for an author.
  private static let distance = RationalTime(1, 5) ?? .zero
}

/// Places that were replaced, each once, in the order in which they were met.
package struct Concealments: Hashable, Sendable {
  package private(set) var all: [Concealment] = []

  package init() {}

  package mutating func add(_ concealment: Concealment) {
    for index in all.indices where all[index].absorb(concealment) { return }
    guard all.count < Self.limit else { return }
    all.append(concealment)
  }

  /// Whoever reads so many places knows the state of the file.
  private static let limit = 200
}

/// What the readers of this process replaced since it was taken last.
///
/// The log belongs to the process, as FFmpeg's own does: a reader can lie inside several films, and has no other way to tell.
/// A worker takes the entries after each task.
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
