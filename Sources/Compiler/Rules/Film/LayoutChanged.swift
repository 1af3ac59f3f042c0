import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let layoutChanged = DiagnosticID(
    "layout-changed", .warning, "The channel layout changes",
    explanation: """
      The sound of the media has a different number of channels from the mix. Extra channels are mixed \
      down, which changes the balance; mono sound plays from both sides, as loud as it was recorded. `mix: \
      {channels: ...}` sets the channels of the mix.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - {color: navy, for: 10s}
        audio:
          - clip: concert.mkv
            take: ..10s
        """,
        media: "concert.mkv  audio 48000 5.1 60s",
        gives: [
          "'concert.mkv' has 6 channels (5.1), the mix 2: centre and surround are mixed in at -3 dB,"
            + " the low-frequency channel is dropped"
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - {color: navy, for: 10s}
        audio:
          - clip: song.m4a
            take: ..10s
        """,
        media: "song.m4a  audio 48000 stereo 60s"),
    ])
}

extension Rule {
  /// Fewer channels are a warning, one channel in two speakers is a note. Nothing is reported if the script
  /// sets the channels of the mix.
  static let layoutChanged = Rule.film(.layoutChanged, reach: .everywhere, unlessCopied: .sound) { film in
    guard let mix = film.film.canvas?.mix.channelCount, film.film.script.mix.channels == nil else {
      return []
    }
    // An explicit channel mapping needs no explanation.
    let converted = Set(
      film.film.items.filter { $0.item.channels == nil }.compactMap {
        film.medium(of: $0)?.reference.spelling
      })
    return film.heardMedia.filter { converted.contains($0.file) }.compactMap { medium in
      let track = medium.track
      guard track.channelCount != mix else { return nil }
      let isLoss = track.channelCount > mix
      let name = counted(track.channelCount, "channel")
      return Diagnostic(
        .layoutChanged, severity: isLoss ? .warning : .note,
        "'\(medium.file)' has \(name) (\(track.channelLayout)), the mix \(mix): \(effect(on: track, mix))",
        at: medium.place,
        hint: isLoss
          ? "listen to the film if the channels matter"
          : "no change is needed: its level stays the same")
    }
  }

  private static func effect(on track: AudioTrackFacts, _ mix: Int) -> String {
    if track.channelCount < mix {
      guard track.channelCount == 1 else { return "its channels keep their positions" }
      return mix > 2 ? "it is heard from the centre" : "it plays from both sides"
    }
    if mix == 1 { return "they are averaged" }
    let hasSurround = ["5.1", "7.1"].contains { track.channelLayout.hasPrefix($0) }
    return hasSurround
      ? "centre and surround are mixed in at -3 dB, the low-frequency channel is dropped"
      : "they are mixed down"
  }
}
