import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering
import Vocabulary

extension DiagnosticID {
  package static let alphaLost = DiagnosticID(
    "alpha-lost", .warning, "The transparency is lost",
    explanation: """
      The script has a transparent background, but an output cannot store transparency: VP9 with 8 bits and 4:2:0 can in \
      .webm and .mkv, ProRes with `profile: 4444`, FFV1, pictures by number (.png, .tif, .exr) and animations (.apng, .webp, .gif). No encoder \
      for Linux writes HEVC with alpha. In other files the background becomes an opaque colour: write that colour as the \
      `background`, or make one of those files. What is below a sequence or a script that is played shows through its \
      transparent background, unless it has transitions or blend modes.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30, background: transparent}
        timeline:
          - image: title.png
            for: 4s
        """,
        media: "title.png  still 1280x720  alpha",
        gives: ["the background is 100 % transparent, but the film is not: it is drawn as opaque #000000"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30, background: black}
        timeline:
          - image: title.png
            for: 4s
        """,
        media: "title.png  still 1280x720  alpha"),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30, background: transparent}
        timeline:
          - {text: Hello, for: 4s}
        outputs:
          - file: title.mov
            video: {codec: prores}
          - file: title.mp4
            video: {codec: vp9}
        """,
        media: "fonts",
        gives: [
          "the background is 100 % transparent, but the film is not: it is drawn as opaque #000000",
          "the background is 100 % transparent, but the film is not: it is drawn as opaque #000000",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30, background: transparent}
        timeline:
          - {text: Hello, for: 4s}
        outputs:
          - file: title.mov
            video: {codec: prores, profile: 4444}
          - file: title.webm
        """,
        media: "fonts"),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30, background: transparent}
        timeline:
          - {color: navy, for: 4s}
        overlays:
          - {sequence: title}
        sequences:
          title:
            timeline:
              - {color: red, for: 2s}
              - {transition: dissolve 1s}
              - {color: blue, for: 2s}
        """,
        gives: [
          "the background is 100 % transparent, but the film is not: it is drawn as opaque #000000",
          "the background is 100 % transparent in the sequence 'title', but covers what is below, as a film with"
            + " transitions or blend modes does: it is drawn as opaque #000000",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30, background: transparent}
        timeline:
          - {color: navy, for: 4s}
        overlays:
          - {sequence: title}
        sequences:
          title:
            timeline:
              - {text: Hello, for: 4s}
        """,
        media: "fonts",
        remark:
          "The sequence has a transparent background. Where the timeline shows nothing, the film is black."),
    ])
}

extension Rule {
  /// Transparent media show the layer below, so nothing is lost. There is no layer below the background, and only
  /// some codecs store transparency.
  static let alphaLost = Rule.film(.alphaLost, reach: .film, unlessCopied: .pictures) { film in
    guard film.settings.map({ $0.video != nil }) ?? true else { return [] }
    var seen: Set<String> = []
    if let settings = film.settings, settings.video?.canHoldAlpha(in: settings.container) == true {
      return [coveredPictures(of: film.film) ?? halfTransparent(film.film, settings)].compactMap(\.self)
        + played(in: film.film, &seen)
    }
    let own = film.film.script.canvas.background.flatMap { background -> Diagnostic? in
      guard background.value.alpha < 255, !showsThroughSequence(film.film) else { return nil }
      return Diagnostic(
        .alphaLost,
        "\(described(background.value)), but the film is not: it is drawn as opaque \(opaque(background.value))",
        at: background.range,
        hint: hint(for: film.settings))
    }
    return [own].compactMap(\.self) + played(in: film.film, &seen)
  }

  /// What the output lacks to be transparent.
  private static func hint(for settings: OutputSettings?) -> String {
    switch (settings?.video?.codec, settings?.container) {
    case (.prores, _): "write `profile: 4444`, or an opaque colour"
    case (.vp9, .mp4):
      "end the file with .webm, because a .mp4 file has no place for the alpha of VP9; or write an opaque colour"
    case (.vp9, _): "VP9 has alpha with 8 bits and 4:2:0 alone; or write an opaque colour"
    case (.hevc, _):
      "no encoder for Linux writes HEVC with alpha: make a .webm, or a .mov with `video: {codec: prores, profile: 4444}`; or write an"
        + " opaque colour"
    default:
      "write an opaque colour, or make a .webm, a .mov with `video: {codec: prores, profile: 4444}`, an .apng, or pictures"
        + " by number (out/%05d.png)"
    }
  }

  /// Pictures that could be transparent in a film that is not.
  private static func coveredPictures(of film: LoweredFilm) -> Diagnostic? {
    guard let background = film.script.canvas.background, background.value.alpha < 255,
      film.composition?.isSeenThrough == false
    else { return nil }
    return Diagnostic(
      .alphaLost,
      "\(described(background.value)), but a film with transitions or blend modes is not: it is drawn as opaque "
        + opaque(background.value), at: background.range,
      hint: "remove them, or write an opaque colour")
  }

  /// A background that is neither opaque nor invisible, in pictures of which each pixel is one of the two.
  private static func halfTransparent(_ film: LoweredFilm, _ settings: OutputSettings) -> Diagnostic? {
    guard settings.video?.codec == .gif, let background = film.script.canvas.background,
      (1...254).contains(background.value.alpha)
    else { return nil }
    return Diagnostic(
      .alphaLost,
      "\(described(background.value)), but a pixel of a GIF is either transparent or not: it is "
        + (background.value.alpha < 128 ? "not drawn" : "drawn as opaque \(opaque(background.value))"),
      at: background.range,
      hint: "write an opaque colour or `transparent`, or make an .apng, a .webp or a .webm")
  }

  /// Whether the background is transparent for a sequence, which is drawn on it and laid over the timeline.
  private static func showsThroughSequence(_ film: LoweredFilm) -> Bool {
    film.items.contains { item in
      guard item.list == .overlays, case .sequence(let name) = item.item.kind else { return false }
      return film.films[.sequence(name.value)]?.composition?.isSeenThrough == true
    }
  }

  /// What a film and its sequences play on a background that is meant to be seen through, and is not.
  private static func played(in film: LoweredFilm, _ seen: inout Set<String>) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    for item in film.items {
      switch item.item.kind {
      case .edit(let path):
        guard let played = film.films[.script(path.value)], played.composition?.isSeenThrough == false,
          let background = played.script.canvas.background?.value, background.alpha < 255
        else { continue }
        findings.append(covering("'\(path.value)'", background, at: path.range))
      case .sequence(let name):
        if item.list == .overlays, film.films[.sequence(name.value)]?.composition?.isSeenThrough == false,
          let background = film.script.canvas.background?.value, background.alpha < 255
        {
          findings.append(covering("the sequence '\(name.value)'", background, at: name.range))
        }
        if seen.insert(name.value).inserted, let part = film.films[.sequence(name.value)] {
          findings += played(in: part, &seen)
        }
      default: continue
      }
    }
    return findings
  }

  private static func covering(_ name: String, _ background: Color, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .alphaLost,
      "\(described(background)) in \(name), but covers what is below, as a film with transitions or blend modes does: "
        + "it is drawn as opaque \(opaque(background))", at: place,
      hint: "remove them, or put its items into this list instead")
  }

  private static func described(_ color: Color) -> String {
    "the background is \(rounded(Double(255 - color.alpha) / 255 * 100)) % transparent"
  }

  private static func opaque(_ color: Color) -> String {
    "#" + [color.red, color.green, color.blue].map { $0 < 16 ? "0\(hex($0))" : hex($0) }.joined()
  }

  private static func hex(_ number: UInt8) -> String { String(number, radix: 16) }
}
