/// How long something lasts in its own time.
///
/// The cases that `CMTime` folds into one value as *infinite* and *indefinite* are told apart by the type
/// here, so that arithmetic never meets them.
package enum Extent: Hashable, Sendable, Codable {
  case finite(RationalTime)
  /// A still picture or a generator: as long as somebody wants.
  case infinite
  /// A stream whose length nobody can know before it has been read.
  case indefinite

  package var finite: RationalTime? {
    if case .finite(let time) = self { time } else { nil }
  }
}
