import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let readingSpeed = DiagnosticID(
    "reading-speed", .warning, "Too little time to read",
    explanation: """
      The text has more than 20 letters per second of display, the reading speed of adults for subtitles; \
      ideographs, kana and Hangul syllables count twice. Credits that roll must take at least 3.6 seconds to \
      cross the canvas, which is 12 pixels a frame with 1080 lines and 25 frames per second. Subtitles are checked as well, except those from \
      ASS files. Show the text longer, or shorten it.

      With `checks: {captions: ...}`, subtitles must meet the speed of the profile instead, which counts characters with \
      spaces, or words: 20 characters per second with `netflix`, 180 words per minute with `bbc`, 225 with `dcmp`. It is \
      then an error.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - text: All characters in this film are made up
            for: 1s
            width: 80%
        """,
        media: "fonts",
        gives: ["32 letters are shown for 1s, more than the 20 per second that people can read"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - text: All characters in this film are made up
            for: 2s
            width: 80%
        """, media: "fonts"),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 4s}
        subtitles: [en.srt]
        """,
        media: "en.srt  lines 1 | 00:00:01,000 --> 00:00:01,500 | Nobody reads as fast as this",
        gives: [
          "the cue in line 2 has 23 letters and is shown for 0.5s, more than"
            + " the 20 per second that people can read"
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 4s}
        subtitles: [en.srt]
        checks: {captions: bbc}
        """,
        media: "en.srt  lines 1 | 00:00:01,000 --> 00:00:02,000 | Four words a second",
        gives: [
          "the cue in line 2 has 4 words and is shown for 1s; the profile bbc allows 180 words per minute"
        ]),
    ])
}

extension Rule {
  static let readingSpeed = Rule.film(.readingSpeed, reach: .ownSpeed) { film in
    words(of: film) + rolls(of: film)
      + (CheckedCaptions(film).map(captions) ?? film.film.subtitles.flatMap(cues))
  }

  /// By the speed of a profile, for all but ASS files.
  private static func captions(_ checked: CheckedCaptions) -> [Diagnostic] {
    let speed = checked.limits.speed
    return checked.findings(.readingSpeed, "are too brief to read") { subtitles in
      subtitles.cues.compactMap { cue in
        guard speed.isExceeded(by: cue, checked), let shown = checked.lengths(of: cue)?.exact else {
          return nil
        }
        return checked.error(
          .readingSpeed,
          "\(cue.name) has \(speed.counted(speed.amount(of: cue))) and is shown for \(shown); \(checked.allowing)"
            + " \(speed.words)",
          at: cue, hint: "show it longer, or shorten the text")
      }
    }
  }

  private static func words(of film: CheckedFilm) -> [Diagnostic] {
    film.film.items.compactMap { item in
      guard case .text(let words) = item.item.kind, let length = item.length, let known = item.words,
        !known.isCounter
      else { return nil }
      let count = weight(of: known.text.isMarkup ? withoutTags(words.value) : words.value)
      // A word or two are read at a glance.
      guard count > 12, Double(count) > 20 * length.inSeconds else { return nil }
      return Diagnostic(
        .readingSpeed,
        "\(count) letters are shown for \(length), more than the 20 per second that people can read",
        at: item.item.duration?.range ?? item.item.at?.range ?? item.item.kindRange,
        hint: "show them longer, or shorten the text")
    }
  }

  /// Rolls that move faster than 12 pixels a frame would with 25 frames per second and 1080 lines.
  private static func rolls(of film: CheckedFilm) -> [Diagnostic] {
    guard let canvas = film.film.canvas else { return [] }
    return film.film.items.compactMap { item in
      guard case .credits(let credits)? = item.picture?.content else { return nil }
      let speed = Double(credits.motion.pixels.magnitude) / Double(credits.motion.frames)
      let rate = Double(canvas.rate.frames) / Double(canvas.rate.seconds)
      let crossing = Double(canvas.size.height) / max(speed * rate, 1e-9)
      guard crossing < 1080.0 / 12 / 25 else { return nil }
      return Diagnostic(
        .readingSpeed,
        "the roll is so fast that a line crosses the canvas in \(oneDigit(crossing)) seconds",
        at: item.item.duration?.range ?? item.item.at?.range ?? item.item.kindRange,
        hint: "show it longer, or leave `for` out: a line then takes about eleven seconds")
    }
  }

  /// Reports only the first cues of a file. Files with their own styles are not checked: signs and karaoke
  /// are many cues in one place.
  private static func cues(of subtitles: ResolvedSubtitles) -> [Diagnostic] {
    guard subtitles.format != .subStation else { return [] }
    let most = 10
    let found = subtitles.cues.lazy.compactMap { cue -> Diagnostic? in
      // If it is shown several times, one of them must be long enough.
      let longest = cue.shown.compactMap { try? $0.duration() }.max()
      let count = weight(of: cue.cue.text.plain)
      guard let longest, count > 12, Double(count) > 20 * longest.inSeconds else { return nil }
      return Diagnostic(
        .readingSpeed,
        "\(cue.name) has \(count) letters and is shown for \(longest), more than"
          + " the 20 per second that people can read",
        at: cue.place, hint: "show it longer, or shorten the text")
    }
    let findings = Array(found.prefix(most + 1))
    guard findings.count > most, let place = findings.last?.range else { return findings }
    return findings.prefix(most) + [
      Diagnostic(
        .readingSpeed, "further subtitles of '\(subtitles.label)' are too short to read", at: place)
    ]
  }

  private static func oneDigit(_ number: Double) -> Double { (number * 10).rounded() / 10 }

  /// Letters without spaces; ideographs and syllables count twice.
  private static func weight(of words: String) -> Int {
    words.reduce(0) { sum, letter in
      letter.isWhitespace ? sum : sum + (letter.isDense ? 2 : 1)
    }
  }

  private static func withoutTags(_ words: String) -> String {
    var isInTag = false
    return words.filter { character in
      if character == "<" { isInTag = true }
      defer { if character == ">" { isInTag = false } }
      return !isInTag
    }
  }
}
