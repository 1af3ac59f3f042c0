/// How much of a file's claims is believed before it is refused: media can come from strangers.
package struct MediaLimits: Hashable, Sendable {
  /// Streams of a file that are looked into; the others are listed and left alone.
  package var readStreams = 64
  /// More streams than this are no film but an attack.
  package var streams = 1000
  /// Pixels of one picture: 8192 x 8192, a quarter of a gigabyte in RGBA.
  package var pixels = 67_108_864
  /// Packets that a probe counts before it gives up: 60 pictures a second for over three days.
  package var packets = 20_000_000

  package static let standard = MediaLimits()

  package init() {}
}
