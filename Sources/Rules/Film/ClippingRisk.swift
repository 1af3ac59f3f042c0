import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering
import MediaFacts

extension DiagnosticID {
  package static let clippingRisk = DiagnosticID(
    "clipping-risk", .warning, "The sound may be too loud",
    explanation: """
      Sounds that are heard together are added up and never made quieter behind your back, and what comes \
      out louder than full level is cut off, which crackles. editc computes from volumes, fades, places between \
      the speakers, filters and ducking how loud the loudest moment may become: it says so when one sound is \
      amplified more than twice, or when the levels of all sounds at one moment add up to more than 2 on one \
      side, where cross-fades of equal power count as one sound. How loud the media really are it does not know. \
      Lower some of the volumes, or switch off the sound of clips that need not be heard. With `mix: {peak: -1 dBTP}` \
      a limiter holds what would be too loud, and nothing is said but of the tracks that `stems` adds.
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
          - {clip: song.m4a, take: ..10s}
          - {clip: rain.m4a, at: 2s, take: ..6s}
          - {clip: talk.m4a, at: 4s, take: ..2s}
          - {clip: bell.m4a, at: 9s, take: ..1s, volume: 10}
        """,
        media: """
          song.m4a  audio 48000 stereo 60s
          rain.m4a  audio 48000 stereo 60s
          talk.m4a  audio 48000 stereo 60s
          bell.m4a  audio 48000 stereo 60s
          """,
        gives: [
          "the sounds heard at 4s add up to 3 times full level: where they are loud together they are cut off",
          "'bell.m4a' is amplified 10 times: what is louder in it than 0.1 of full level is cut off",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - {color: navy, for: 10s}
        audio:
          - {clip: song.m4a, take: ..10s, volume: 0.5}
          - {clip: rain.m4a, at: 2s, take: ..6s, volume: 0.5}
          - {clip: talk.m4a, at: 4s, take: ..2s}
        """,
        media: """
          song.m4a  audio 48000 stereo 60s
          rain.m4a  audio 48000 stereo 60s
          talk.m4a  audio 48000 stereo 60s
          """),
    ])
}

extension Rule {
  /// Computed from gains, fades, places, filters and ducking alone: nobody has listened. Two sounds at full level are usual and seldom loud at
  /// the same moment; what goes beyond is a risk.
  static let clippingRisk = Rule.film(.clippingRisk, reach: .film, unlessCopied: .sound) { film in
    let heard = film.film.items.filter { $0.isHeard && $0.sound != nil }
    // A limiter holds what would be too loud in the mix. The tracks of stems have none: that of the story is a sum too.
    let mix = film.film.script.mix
    let isHeld = mix.peak != nil || mix.loudness != nil
    guard isHeld else { return findings(heard, film) }
    guard film.film.output?.hasStems?.value == true else { return [] }
    let story = findings(heard.filter { $0.lane != .sound }, film)
    return story + heard.filter { $0.lane == .sound }.compactMap { amplified($0, film) }
  }

  private static func findings(_ heard: [ResolvedItem], _ film: CheckedFilm) -> [Diagnostic] {
    let boosted = heard.compactMap { amplified($0, film) }
    let usual = heard.filter { $0.highestLevel <= harmlessLevel }
    let worst = LevelSum.highest(of: usual, among: film.soundRanges)
    guard let worst, worst.level > harmlessLevel + 1e-6 else { return boosted }
    return boosted + [together(worst)]
  }

  private static let harmlessLevel = 2.0

  private static func amplified(_ item: ResolvedItem, _ film: CheckedFilm) -> Diagnostic? {
    let highest = item.highestLevel
    guard highest > harmlessLevel, let file = film.medium(of: item)?.reference.spelling
    else { return nil }
    return Diagnostic(
      .clippingRisk,
      "'\(file)' is amplified \(rounded(highest)) times: what is louder in it than"
        + " \(rounded(1 / highest, places: 4)) of full level is cut off",
      at: item.item.volume?.range ?? item.item.filters?.range ?? item.item.kindRange,
      hint: "lower `volume`: 1 is as loud as recorded")
  }

  /// At the loudest of them, with notes at the others.
  private static func together(_ worst: LevelSum) -> Diagnostic {
    let loudest = worst.parts.enumerated().max {
      ($0.element.level, $0.offset) < ($1.element.level, $1.offset)
    }
    let others = worst.parts.enumerated().filter { $0.offset != loudest?.offset }.prefix(5)
    return Diagnostic(
      .clippingRisk,
      "the sounds heard at \(worst.moment) add up to \(rounded(worst.level)) times full level:"
        + " where they are loud together they are cut off",
      at: loudest?.element.item.soundPlace,
      notes: others.map {
        Diagnostic.Note("heard at \(rounded($0.element.level, places: 2))", at: $0.element.item.soundPlace)
      },
      hint: "lower some `volume`s, or write `audio: off` on clips that need not be heard")
  }
}

extension ResolvedItem {
  /// The most that full level becomes by its filters and its gain.
  fileprivate var highestLevel: Double { (gain?.greatest ?? 0) * (sound?.filterCeiling ?? 1) }
}

extension CheckedFilm {
  /// When each sound is heard, by its number.
  fileprivate var soundRanges: [Int: TimeRange] {
    var ranges: [Int: TimeRange] = [:]
    for item in film.items {
      if let number = item.soundNumber, let sound = item.sound { ranges[number] = sound.timelineRange }
    }
    return ranges
  }
}

extension Item {
  /// The text that says how loud it is.
  fileprivate var soundPlace: SourceRange { volume?.range ?? kindRange }
}
