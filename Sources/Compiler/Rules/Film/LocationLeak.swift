import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let locationLeak = DiagnosticID(
    "location-leak", .note, "The output reveals place or device",
    explanation: """
      `keep: all` copies all tags of the media into the output, including the location and the device of \
      the recording. Everyone who gets the file can read them. `keep: sharing` keeps the descriptive tags \
      and omits locations and devices.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mov
        metadata: {keep: all}
        outputs:
          - {file: film.mov}
        """,
        media: """
          beach.mov  video 1280x720 25 12s  tag title Beach  \
          tag com.apple.quicktime.location.ISO6709 +27.5916+086.5640+8850/  tag com.apple.quicktime.model iPhone
          """,
        gives: ["the output reveals where or with what 'beach.mov' was recorded: location, model"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mov
        metadata: {keep: sharing}
        outputs:
          - {file: film.mov}
        """,
        media: """
          beach.mov  video 1280x720 25 12s  tag title Beach  \
          tag com.apple.quicktime.location.ISO6709 +27.5916+086.5640+8850/  tag com.apple.quicktime.model iPhone
          """,
        remark: "The title is kept; the location and the device are not."),
    ])
}

extension Rule {
  static let locationLeak = Rule.film(.locationLeak, reach: .film) { film in
    guard let settings = film.settings else { return [] }
    var names: [Int: [String]] = [:]
    for tag in film.film.tags(in: settings.container) where tag.isHeld {
      if case .medium(let index, let kept) = tag.source, kept.tellsPlaceOrDevice {
        names[index, default: []].append(kept.name)
      }
    }
    return names.sorted { $0.key < $1.key }.map { index, names in
      Diagnostic(
        .locationLeak,
        "the output reveals where or with what '\(film.film.media[index].reference.spelling)' was recorded:"
          + " \(enumeration(of: names))",
        at: film.film.keep?.range, hint: "write `keep: sharing`, which omits places and devices")
    }
  }
}
