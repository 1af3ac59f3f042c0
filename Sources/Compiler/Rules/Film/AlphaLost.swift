import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let alphaLost = DiagnosticID(
    "alpha-lost", .warning, "The transparency is lost",
    explanation: """
      The script has a transparent background, but an output cannot store transparency. These formats can: \
      VP9 with 8 bits and 4:2:0 in .webm and .mkv, ProRes with `profile: 4444`, FFV1, image sequences \
      (.png, .tif, .exr) and animations (.apng, .webp, .gif); no encoder for Linux writes HEVC with alpha. \
      In other files the background becomes an opaque colour: write that colour as the `background`, or \
      use one of those formats. A sequence, or a script that another film plays, needs no key for this: it \
      is transparent wherever none of its items shows.
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
    ])
}

extension Rule {
  /// Transparent media show the layer below, so nothing is lost. The background has no layer below, and only
  /// some codecs store transparency.
  static let alphaLost = Rule.film(.alphaLost, reach: .film, unlessCopied: .pictures) { film in
    guard film.settings.map({ $0.video != nil }) ?? true,
      let background = film.film.script.canvas.background, background.value.alpha < 255,
      // Without an output, such a script is only played over other pictures.
      film.settings != nil || !film.film.script.canvas.inheritsCanvas
    else { return [] }
    if let settings = film.settings, settings.video?.canHoldAlpha(in: settings.container) == true {
      return halfTransparent(background, settings).map { [$0] } ?? []
    }
    return [
      Diagnostic(
        .alphaLost,
        "\(described(background.value)), but the film is not: it is drawn as opaque \(opaque(background.value))",
        at: background.range, hint: hint(for: film.settings))
    ]
  }

  /// The change that makes the output transparent.
  private static func hint(for settings: OutputSettings?) -> String {
    switch (settings?.video?.codec, settings?.container) {
    case (.prores, _): "write `profile: 4444`, or an opaque colour"
    case (.vp9, .mp4):
      "end the file with .webm, because .mp4 files cannot store VP9 alpha, or write an opaque colour"
    case (.vp9, _): "use 8 bits and 4:2:0, the only VP9 format with alpha, or write an opaque colour"
    case (.hevc, _):
      "no encoder for Linux writes HEVC with alpha: use .webm, or .mov with `video: {codec: prores, profile: 4444}`, or write an"
        + " opaque colour"
    default:
      "write an opaque colour, or use .webm, .mov with `video: {codec: prores, profile: 4444}`, .apng, or an image"
        + " sequence (out/%05d.png)"
    }
  }

  /// A translucent background in pictures whose pixels are either opaque or transparent.
  private static func halfTransparent(
    _ background: Located<Color>, _ settings: OutputSettings
  ) -> Diagnostic? {
    guard settings.video?.codec == .gif, background.value.alpha > 0 else { return nil }
    return Diagnostic(
      .alphaLost,
      "\(described(background.value)), but a pixel of a GIF is either transparent or not: it is "
        + (background.value.alpha < 128 ? "not drawn" : "drawn as opaque \(opaque(background.value))"),
      at: background.range,
      hint: "write an opaque colour or `transparent`, or make an .apng, a .webp or a .webm")
  }

  private static func described(_ color: Color) -> String {
    "the background is \(rounded(Double(255 - color.alpha) / 255 * 100)) % transparent"
  }

  private static func opaque(_ color: Color) -> String {
    "#" + [color.red, color.green, color.blue].map { $0 < 16 ? "0\(hex($0))" : hex($0) }.joined()
  }

  private static func hex(_ number: UInt8) -> String { String(number, radix: 16) }
}
