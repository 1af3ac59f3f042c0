import Basics
import Composition
import Diagnostics
import EditScript
import Lowering

extension Rule {
  static let noSound = Rule.film(.noSound, reach: .everywhere) { film in
    film.film.items.flatMap { item -> [Diagnostic] in
      guard case .clip(let name) = item.item.kind, let medium = film.medium(of: item)?.reference,
        medium.facts.mainAudio == nil
      else { return [] }
      return item.list == .audio
        ? [missing(medium.spelling, at: name.range)] : pointless(item.item, medium.spelling)
    }
  }

  private static func missing(_ file: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noSound, severity: .error, "'\(file)' has no sound", at: place,
      hint: "remove the item, or use a file with sound")
  }

  /// The findings for audio keys on media without sound.
  private static func pointless(_ item: Item, _ file: String) -> [Diagnostic] {
    guard item.sound?.value != .off else { return [] }
    let volume = item.volume.map {
      Diagnostic(
        .noSound, "'\(file)' has no sound, so `volume` has no effect", at: $0.range,
        hint: "remove `volume`, or use media with sound")
    }
    let loudness = item.loudness.map {
      Diagnostic(
        .noSound, "'\(file)' has no sound, so `loudness` has no effect", at: $0.range,
        hint: "remove `loudness`, or use media with sound")
    }
    let channels = item.channels.map {
      Diagnostic(
        .noSound, "'\(file)' has no sound, so `channels` has no effect", at: $0.range,
        hint: "remove `channels`, or use media with sound")
    }
    let sound = item.sound.map {
      Diagnostic(
        .noSound, "'\(file)' has no sound, so `audio` has no effect", at: $0.range,
        hint: "remove `audio`, or use media with sound")
    }
    let filters = (item.filters?.value ?? []).filter { $0.value.sense == .sound }.map {
      Diagnostic(
        .noSound, "'\(file)' has no sound, so `\($0.value.name)` has no effect", at: $0.value.place,
        hint: "remove it, or use media with sound")
    }
    return [volume, loudness, channels, sound].compactMap(\.self) + filters
  }
}
