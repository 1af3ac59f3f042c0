import ContentDigest

/// The place in the films at which the picture worker has its clips open, or will open them.
///
/// The first picture of a clip costs the start of the worker, opening the clip and decoding all frames from
/// the key frame on; the next picture costs a tenth of that. So when the playhead rests and no picture is
/// requested, the worker renders the picture there, although the page shows it already. Then the first save is
/// as quick as those after it, also while cells further on are rendered.
struct IdleWarmup {
  struct Place: Hashable {
    let position: PreviewScheduler.Position
    /// Of the plan: a changed film may have other clips there.
    let plan: ContentDigest
  }

  /// How long the playhead rests before the worker gets ready there.
  static let rest = Duration.milliseconds(400)

  /// The place at which the worker is ready, or failed to get ready.
  private var ready: Place?
  /// The place at which the playhead rests.
  private var resting: Place?

  /// Returns what to do with the timer. `place` is the place of the playhead, or nil while the worker must not get
  /// ready there.
  mutating func rest(at place: Place?) -> Change {
    let place = place == ready ? nil : place
    defer { resting = place }
    return place == resting ? .keep : place == nil ? .cancel : .start
  }

  /// Returns the place to get ready at, once the timer has fired.
  mutating func takePlace() -> Place? {
    defer { resting = nil }
    if let resting { ready = resting }
    return resting
  }

  enum Change { case keep, start, cancel }
}
