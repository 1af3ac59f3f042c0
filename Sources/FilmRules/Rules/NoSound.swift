import Composition
import Diagnostics
import EditScript
import Lowering
import MediaFacts
import SourceText

extension FilmRules {
  static let noSound = FilmRule(
    .noSound, reach: .everywhere,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - clip: drone.mp4
            volume: 0.5
        audio:
          - clip: drone.mp4
        """,
        media: "drone.mp4  video 1280x720 30 12s",
        gives: ["'drone.mp4' has no sound whose volume could be set", "'drone.mp4' has no sound"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - clip: drone.mp4
            audio: off
        audio:
          - clip: song.m4a
            volume: 0.5
        """,
        media: """
          drone.mp4  video 1280x720 30 12s
          song.m4a   audio 48000 stereo 60s
          """),
    ]
  ) { film in
    film.film.items.flatMap { item -> [Diagnostic] in
      guard case .clip(let name) = item.item.kind, let medium = film.medium(of: item)?.reference,
        medium.facts.mainAudio == nil
      else { return [] }
      return item.lane == .sound
        ? [missing(medium.spelling, at: name.range)] : pointless(item.item, medium.spelling)
    }
  }

  private static func missing(_ file: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noSound, severity: .error, "'\(file)' has no sound", at: place,
      hint: "remove the item, or name a file with sound")
  }

  /// What is said about a sound that is not there.
  private static func pointless(_ item: Item, _ file: String) -> [Diagnostic] {
    guard item.sound?.value != .off else { return [] }
    let volume = item.volume.map {
      Diagnostic(
        .noSound, "'\(file)' has no sound whose volume could be set", at: $0.range,
        hint: "remove `volume`, or use media with sound")
    }
    let sound = item.sound.map {
      Diagnostic(
        .noSound, "'\(file)' has no sound that could be heard", at: $0.range,
        hint: "remove `audio`, or use media with sound")
    }
    let filters = (item.filters?.value ?? []).filter { $0.value.sense == .sound }.map {
      Diagnostic(
        .noSound, "'\(file)' has no sound that `\($0.value.name)` could change", at: $0.value.place,
        hint: "remove it, or use media with sound")
    }
    return [volume, sound].compactMap(\.self) + filters
  }
}
