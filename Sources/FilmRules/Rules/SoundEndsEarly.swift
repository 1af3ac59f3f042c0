import Composition
import Diagnostics
import EditScript
import EditTime
import Lowering
import MediaFacts

extension FilmRules {
  /// A file can go on after its sound has ended; where people placed it for its sound, that is worth a word.
  static let soundEndsEarly = FilmRule(
    .soundEndsEarly,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - {color: navy, for: 10s}
        audio:
          - clip: talk.mp4
            take: 5s..15s
        """,
        media: "talk.mp4  video 1280x720 30 20s  audio 48000 stereo 12s",
        gives: ["the sound of 'talk.mp4' ends at 12s of the media, 3s before its item"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - {color: navy, for: 10s}
        audio:
          - clip: talk.mp4
            take: 2s..12s
        """,
        media: "talk.mp4  video 1280x720 30 20s  audio 48000 stereo 12s"),
    ]
  ) { film in
    film.film.items.compactMap { item in
      guard item.lane == .sound, case .clip = item.item.kind, item.item.sound?.value != .off,
        let medium = film.medium(of: item)?.reference, let track = item.soundTrack,
        let length = item.length, item.clock.plainStart != nil, let end = try? item.mediaStart + length,
        let silence = try? end - track.mediaRange.end, let tenth = RationalTime(1, 10), silence > tenth
      else { return nil }
      return Diagnostic(
        .soundEndsEarly,
        "the sound of '\(medium.spelling)' ends at \(track.mediaRange.end) of the media, \(silence) before"
          + " its item",
        at: item.item.take?.range ?? item.item.kindRange,
        hint: "shorten the take, or play another sound over the rest")
    }
  }
}
