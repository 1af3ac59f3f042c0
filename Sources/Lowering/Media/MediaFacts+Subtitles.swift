import Basics
package import Composition

extension MediaFacts {
  /// The facts of a subtitle file, for locks and messages.
  package init(_ file: SubtitleFile, byteCount: Int64) {
    let codec =
      switch file.format {
      case .subRip: "subrip"
      case .webVTT: "webvtt"
      case .transcript: "json"
      case .subStation: "ass"
      }
    let end = file.cues.map(\.range.end).max() ?? .zero
    self.init(
      container: codec, extent: .finite(end),
      otherTracks: [OtherTrackFacts(streamIndex: 0, kind: "subtitle", codec: codec)], byteCount: byteCount)
  }
}
