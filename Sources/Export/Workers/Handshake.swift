import ContentDigest

/// The first line to a worker on another machine, and its first line back. They stay the same in all
/// versions, because different versions recognise each other by them.
enum Handshake {
  /// Sent to the worker before its plan.
  struct Request: Hashable, Codable, Sendable {
    static let currentForm = 1

    var form = Self.currentForm
    /// The codec whose encoder the reported versions include.
    let codec: String?
    let hasFilters: Bool
    /// The digest of the plan, which follows on one line.
    let plan: ContentDigest
    /// The store of the machine that renders.
    let store: String
    let sandbox: String
  }

  /// The answer of the worker.
  struct Reply: Hashable, Codable, Sendable {
    let engine: String
    /// Whether it sends entries over the pipe, because it shares no store with the machine that renders.
    let carries: Bool
  }
}
