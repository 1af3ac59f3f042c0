import ContentDigest

/// The first line that a worker on another machine is sent, and the first one that it answers. They stay as they are in all
/// versions: unlike versions find out by them that they are unlike.
enum Handshake {
  /// Sent to the worker before its plan.
  struct Request: Hashable, Codable, Sendable {
    static let currentForm = 1

    var form = Self.currentForm
    /// What the versions are asked for.
    let codec: String?
    let hasFilters: Bool
    /// The plan comes next, on one line.
    let plan: ContentDigest
    /// The store of the machine that asks.
    let store: String
    let sandbox: String
  }

  /// What it answers.
  struct Reply: Hashable, Codable, Sendable {
    let engine: String
    /// Whether it sends what it makes over the pipe, because it has no store in common with who asks.
    let carries: Bool
  }
}
