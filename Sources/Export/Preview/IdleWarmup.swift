import ContentDigest

/// The place in the films at which the worker of pictures has, or is to have, its clips open.
///
/// The first picture of a clip costs the start of the worker, the opening of the clip and all frames from the key frame on; the
/// picture beside it costs a tenth of that. So when no wish is open, the worker makes the picture at the playhead, although the
/// page shows it already. Then the first save is as quick as those after it.
struct IdleWarmup {
  struct Place: Hashable {
    let position: PreviewScheduler.Position
    /// Of the plan: a changed film may have other clips there.
    let plan: ContentDigest
  }

  /// How long the playhead rests before the worker makes itself ready there.
  static let rest = Duration.milliseconds(400)

  /// The place at which the worker is ready, or could not be.
  private var ready: Place?
  /// The place at which the playhead rests.
  private var resting: Place?

  /// What to do with the timer. `place` is the place of the playhead, or nil while a wish is open.
  mutating func rest(at place: Place?) -> Change {
    let place = place == ready ? nil : place
    defer { resting = place }
    return place == resting ? .keep : place == nil ? .cancel : .start
  }

  /// The timer has run: the place to make ready.
  mutating func takePlace() -> Place? {
    defer { resting = nil }
    if let resting { ready = resting }
    return resting
  }

  enum Change { case keep, start, cancel }
}
