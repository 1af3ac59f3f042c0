import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let mixedRates = DiagnosticID(
    "mixed-rates", .note, "Media with different frame rates",
    explanation: """
      The main clips have different frame rates. Each plays at its own speed; frames are repeated or \
      dropped where its rate differs from the canvas. Set `canvas: {rate: ...}` to the most important \
      rate. In a clip with `between`, pictures are interpolated for each frame instead.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - clip: beach.mp4
          - clip: park.mp4
        """,
        media: """
          beach.mp4  video 1280x720 30 12s
          park.mp4   video 1280x720 25 12s
          """,
        gives: [
          "'park.mp4' has 25 frames per second, the film 30: about 5 of them per second are shown twice"
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - clip: beach.mp4
          - clip: harbour.mp4
        """,
        media: """
          beach.mp4    video 1280x720 30 12s
          harbour.mp4  video 1280x720 30 12s
          """),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - clip: beach.mp4
          - clip: park.mp4
            between: motion
        """,
        media: """
          beach.mp4  video 1280x720 30 12s
          park.mp4   video 1280x720 25 12s
          """),
    ])
}

extension Rule {
  /// Once for each rate that differs from the film's, at the first file of the timeline with it.
  static let mixedRates = Rule.film(.mixedRates, reach: .film) { film in
    guard let rate = film.film.rate else { return [] }
    let clips = timelineRates(film)
    guard let first = clips.first, let second = clips.first(where: { $0.rate != first.rate }) else {
      return []
    }
    let asFilm = clips.first { $0.rate == rate }
    let counts = Dictionary(clips.map { ($0.rate, Int64(1)) }, uniquingKeysWith: +)
    var reported: Set<FrameRate> = [rate]
    return clips.compactMap { clip in
      guard reported.insert(clip.rate).inserted else { return nil }
      let other = asFilm ?? (clip.rate == first.rate ? second : first)
      let others = (counts[clip.rate] ?? 1) - 1
      let subject =
        others == 0
        ? "'\(clip.file)' has" : "'\(clip.file)' and \(counted(others, "more file")) have"
      return Diagnostic(
        .mixedRates,
        "\(subject) \(clip.rate.spellingForPeople) frames per second, the film"
          + " \(rate.spellingForPeople): \(effect(of: clip.rate, in: rate))",
        at: clip.place,
        notes: [
          Diagnostic.Note("'\(other.file)' has \(other.rate.spellingForPeople)", at: other.place)
        ],
        hint: "each clip keeps its speed; set `canvas: {rate: …}` to the most important rate, or write"
          + " `between: motion` to interpolate the missing pictures")
    }
  }

  private struct TimelineRate {
    let file: String
    let rate: FrameRate
    let place: SourceRange
  }

  /// The constant rates of the files of the timeline, each file once.
  private static func timelineRates(_ film: CheckedFilm) -> [TimelineRate] {
    var seen: Set<Int> = []
    return film.film.items.compactMap { item in
      guard item.list == .timeline, case .clip = item.item.kind, let index = item.medium,
        let medium = film.medium(of: item), let track = item.seenTrack(of: medium.reference.facts),
        !track.hasVariableRate, let rate = track.rate, item.item.between?.value ?? .repeated == .repeated,
        seen.insert(index).inserted
      else { return nil }
      return TimelineRate(file: medium.reference.spelling, rate: rate, place: medium.place)
    }
  }

  /// The effect on frames of one rate in a film of another.
  private static func effect(of rate: FrameRate, in film: FrameRate) -> String {
    if let times = wholeQuotient(film, rate) {
      return "each of them is shown \(times == 2 ? "twice" : "\(times) times")"
    }
    if let times = wholeQuotient(rate, film) { return "one in \(times) of them is shown" }
    if film.inFrames > 2 * rate.inFrames { return "each of them is shown several times" }
    let difference = abs(film.inFrames - rate.inFrames)
    let isSlower = rate < film
    guard difference < 1 else {
      return "about \(rounded(difference)) of them per second are \(isSlower ? "shown twice" : "dropped")"
    }
    let distance = rounded(1 / difference)
    return "one of them is \(isSlower ? "shown twice" : "dropped") about every \(distance) s"
  }

  private static func wholeQuotient(_ a: FrameRate, _ b: FrameRate) -> Int128? {
    let (numerator, denominator) = (
      Int128(a.frames) * Int128(b.seconds), Int128(a.seconds) * Int128(b.frames)
    )
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return remainder == 0 && quotient > 1 ? quotient : nil
  }
}
