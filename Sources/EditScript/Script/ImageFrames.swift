/// How an image sequence is played.
package struct ImageFrames: Hashable, Sendable {
  /// Pictures a second.
  package var rate: Located<RateValue>?
  package var missing: Located<MissingPictures>?

  package init() {}
}

/// What is shown where a picture of an image sequence is missing.
package enum MissingPictures: String, Hashable, Sendable, CaseIterable {
  case error
  /// The picture before.
  case hold
  case black
}
