import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let clippingRisk = DiagnosticID(
    "clipping-risk", .warning, "The sound may clip",
    explanation: """
      Sounds that play at the same time are added, and the sum may exceed full scale and clip, which is \
      heard as crackling. editc computes the highest possible level from volumes, fades, pan, filters and \
      ducking, not from the samples. It reports a sound that is amplified more than twice, or levels that \
      add up to more than 2 on one side; equal-power cross-fades count as one sound. Lower some of the \
      volumes, or switch off sound that is not needed. With `mix: {peak: -1 dBTP}` a limiter prevents \
      clipping, so only the tracks of `stems` are reported.
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
          "the sounds at 4s add up to 3 times full scale: coinciding peaks are clipped",
          "'bell.m4a' is amplified 10 times: samples above 0.1 of full scale are clipped",
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
  /// Computed from gains, fades, pan, filters and ducking, not from samples. Two sounds at full scale are
  /// usual and rarely loud at the same moment; a higher sum is a risk.
  static let clippingRisk = Rule.film(.clippingRisk, reach: .film, unlessCopied: .sound) { film in
    let heard = film.film.items.filter { $0.isHeard && $0.sound != nil }
    // A limiter limits the mix. Stems have none, and a stem of the timeline is also a sum.
    let mix = film.film.script.mix
    let isHeld =
      mix.peak != nil || mix.loudness != nil || film.film.canvas.map { $0.mix.loudness != nil } ?? false
    guard isHeld else {
      let tracks = film.film.trackSounds.map { numbers in
        let chosen = Set(numbers)
        return heard.filter { $0.soundNumber.map(chosen.contains) ?? false }
      }
      return (tracks.isEmpty ? [heard] : tracks).flatMap { findings($0, film) }
        .reduce(into: []) { all, finding in if !all.contains(finding) { all.append(finding) } }
    }
    guard film.film.output?.hasStems?.value == true else { return [] }
    let timeline = findings(heard.filter { $0.list != .audio }, film)
    return timeline + heard.filter { $0.list == .audio }.compactMap { amplified($0, film) }
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
      "'\(file)' is amplified \(rounded(highest)) times: samples above"
        + " \(rounded(1 / highest, places: 4)) of full scale are clipped",
      at: item.item.volume?.range ?? item.item.filters?.range ?? item.item.kindRange,
      hint: "lower `volume`: 1 is as recorded")
  }

  /// Reported at the loudest sound, with notes at the others.
  private static func together(_ worst: LevelSum) -> Diagnostic {
    let loudest = worst.parts.enumerated().max {
      ($0.element.level, $0.offset) < ($1.element.level, $1.offset)
    }
    let others = worst.parts.enumerated().filter { $0.offset != loudest?.offset }.prefix(5)
    return Diagnostic(
      .clippingRisk,
      "the sounds at \(worst.moment) add up to \(rounded(worst.level)) times full scale:"
        + " coinciding peaks are clipped",
      at: loudest?.element.item.soundPlace,
      notes: others.map {
        Diagnostic.Note("level \(rounded($0.element.level, places: 2))", at: $0.element.item.soundPlace)
      },
      hint: "lower the `volume` of some items, or write `audio: off` in clips whose sound you do not need")
  }
}

extension ResolvedItem {
  /// The highest level that full scale reaches through its filters and gain.
  fileprivate var highestLevel: Double { (gain?.greatest ?? 0) * (sound?.filterCeiling ?? 1) }
}

extension CheckedFilm {
  /// The range of each sound in the film, by its number.
  fileprivate var soundRanges: [Int: TimeRange] {
    var ranges: [Int: TimeRange] = [:]
    for item in film.items {
      if let number = item.soundNumber, let sound = item.sound { ranges[number] = sound.timelineRange }
    }
    return ranges
  }
}

extension Item {
  /// The place of its `volume`, or else of its kind.
  fileprivate var soundPlace: SourceRange { volume?.range ?? kindRange }
}
