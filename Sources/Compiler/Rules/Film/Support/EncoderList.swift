import Composition

/// The encoders of the linked FFmpeg, by its names.
package struct EncoderList: Hashable, Sendable {
  package let absent: Set<String>

  /// FFmpeg was not queried, so nothing is reported about encoders.
  package static let unknown = EncoderList(without: [])

  /// All encoders that films need, except these.
  package init(without absent: Set<String>) {
    self.absent = absent
  }

  /// The encoders that films need, as far as `isThere` finds them.
  package init(where isThere: (String) -> Bool) {
    absent = Set(Self.needed.filter { !isThere($0) })
  }

  package func contains(_ name: String) -> Bool { !absent.contains(name) }

  private static let needed =
    VideoCodec.allCases.compactMap(\.declaration?.encoder) + SoundCodec.allCases.map(\.declaration.encoder)
}
