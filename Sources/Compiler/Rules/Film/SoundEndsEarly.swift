import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let soundEndsEarly = DiagnosticID(
    "sound-ends-early", .warning, "Sound is shorter than its item",
    explanation: """
      The sound of the media starts after the take or ends before it, by more than a tenth of a second. \
      The rest is silent; nothing is shifted. Shorten the take, or play another sound there. For clips \
      with pictures this is only a note.
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
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: talk.mp4
            take: 5s..15s
        """,
        media: "talk.mp4  video 1280x720 30 20s  audio 48000 stereo 12s",
        gives: ["the sound of 'talk.mp4' ends at 12s of the media, 3s before its item"]),
    ])
}

extension Rule {
  /// A file may begin before its sound and end after it; the rest is silent.
  static let soundEndsEarly = Rule.film(.soundEndsEarly, reach: .film) { film in
    film.film.items.flatMap { item -> [Diagnostic] in
      if let found = findings(aboutAnglesOf: item, in: film.film) { return found }
      guard case .clip = item.item.kind, item.item.freeze == nil, item.clock.pass == nil,
        let medium = film.medium(of: item)?.reference, let track = item.soundTrack,
        let length = item.length, let start = try? item.clock.mediaTime(at: .zero),
        let end = try? item.clock.mediaTime(at: length)
      else { return [] }
      let played = (first: min(start, end), last: max(start, end))
      return findings(about: track.mediaRange, of: medium.spelling, played, item)
    }
  }

  /// Nil for other items.
  private static func findings(aboutAnglesOf item: ResolvedItem, in film: LoweredFilm) -> [Diagnostic]? {
    guard item.item.anglePart != nil, let sound = item.sound else { return nil }
    guard case .media(let index, _, let clock) = sound.content, film.media.indices.contains(index),
      case let medium = film.media[index].reference, let track = item.heardTrack,
      let length = try? sound.timelineRange.duration(), let start = try? clock.mediaTime(at: .zero),
      let end = try? clock.mediaTime(at: length)
    else { return [] }
    return findings(about: track.mediaRange, of: medium.spelling, (start, end), item)
  }

  private static func findings(
    about heard: TimeRange, of file: String, _ played: (first: RationalTime, last: RationalTime),
    _ item: ResolvedItem
  ) -> [Diagnostic] {
    let isPlain = item.clock.plainStart != nil
    let before = silence(from: played.first, to: min(heard.start, played.last))
    let after = silence(from: max(heard.end, played.first), to: played.last)
    return [
      before.map { length in
        finding(
          "starts at \(heard.start) of the media"
            + (isPlain ? ", \(length) after its item" : ", after its take"),
          of: file, item)
      },
      after.map { length in
        finding(
          "ends at \(heard.end) of the media"
            + (isPlain ? ", \(length) before its item" : ", before its take"),
          of: file, item)
      },
    ].compactMap(\.self)
  }

  /// The silence, if it is long enough to be noticed.
  private static func silence(from start: RationalTime, to end: RationalTime) -> RationalTime? {
    guard let length = try? end - start, let tenth = RationalTime(1, 10), length > tenth else { return nil }
    return length
  }

  /// Only a note for a clip with pictures, which may have been cut for its picture.
  private static func finding(_ what: String, of file: String, _ item: ResolvedItem) -> Diagnostic {
    Diagnostic(
      .soundEndsEarly, severity: item.list == .audio ? nil : .note, "the sound of '\(file)' \(what)",
      at: item.item.take?.range ?? item.item.kindRange,
      hint: "shorten the take, or play another sound over the silence")
  }
}
