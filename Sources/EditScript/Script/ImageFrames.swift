/// How an image sequence is played.
package struct ImageFrames: Hashable, Sendable {
  /// Pictures per second.
  package var rate: Located<RateValue>?
  package var missing: Located<MissingPictures>?

  package init() {}
}

/// What replaces a missing picture of an image sequence.
package enum MissingPictures: String, Hashable, Sendable, CaseIterable {
  case error
  /// The previous picture.
  case hold
  case black
}
