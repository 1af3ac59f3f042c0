import Composition

extension LanguageSchema {
  /// The page of filters in Markdown, made from their declarations.
  package static var filtersPage: String {
    """
    # Filters

    Generated from the declarations in `Sources/Composition/Vocabulary`; do not edit it by hand.

    `filters` of an item is a list; each entry is the name of a filter,
    or a mapping with one filter and its value.
    Filters are applied in order: picture filters to the picture of the item, audio filters to its sound, and
    `denoise` to both. Every number may change over time,
    like `opacity`. `editc lint` reports invalid values; a value
    that changes nothing costs no time.

    ## Picture filters

    ```yaml
    timeline:
      - clip: beach.mp4
        filters:
          - brightness: 0.1
          - saturation: 1 -> 0 over last 2s
          - sepia
          - lut: looks/warm.cube
    ```

    They are applied to the placed picture, after `chroma-key` and before anything is drawn over it.

    In the formulas `c` is each of red, green and blue, as coded,
    from 0 to 1; results outside that range are clipped.
    `luma` is their weighted sum for the canvas's colour space. With a strength below 1,
    that share of the result is
    mixed with the original picture. Levels are steps of 8-bit pictures,
    whatever the depth; the same script gives the
    same bytes on every machine.

    | filter | value | default | effect | definition | example |
    | --- | --- | --- | --- | --- | --- |
    \(EffectName.allCases.map { row($0) }.joined(separator: "\n"))
    | `lut` | a path | | Applies a colour lookup table from a `.cube` file. | interpolates between the entries around a colour: tetrahedrally between four in a 3D table, linearly between two in a 1D table | `lut: looks/warm.cube` |
    | `ffmpeg` | an FFmpeg filter | | Applies an FFmpeg filter to picture or sound. | see below | `ffmpeg: "eq=gamma=1.2"` |

    Lengths are pixels of the canvas (`4px`) or parts of its shorter side (`1%`, `1vmin`).

    ## Colour lookup tables

    `lut:` reads a `.cube` file with a 1D table (2 to 65536 entries) or a 3D table (2 to 129 along each side),
    with
    `DOMAIN_MIN` and `DOMAIN_MAX`, or `LUT_1D_INPUT_RANGE` and `LUT_3D_INPUT_RANGE`. The path is relative to the script.
    A malformed file is rejected with the line and the reason. If the content of the file changes,
    the film is rendered
    again.

    ## FFmpeg filters

    For anything else, write `ffmpeg: "name=option=value:option=value"`. `editc lint` checks the name,
    the options and
    their values against libavfilter on this machine ([`filter-not-available`](rules/filter-not-available.md)). Filters
    that open files or use the network, that do not have exactly one picture or one sound as input and output,
    or that
    change size,
    rate or times are rejected ([`filter-forbidden`](rules/filter-forbidden.md)). Quote and escape values
    as for FFmpeg. An FFmpeg filter may depend on previous pictures,
    so its item is always rendered in one piece, from
    its first frame: use such filters on items of seconds rather than hours.

    Whether a filter is an audio filter follows from its name. Audio filters receive the item's sound in the format of
    the mix, from its first sample, in their place among the other audio filters. Every sample keeps its time,
    and
    whatever the filter adds after the item's end is not heard: `ffmpeg: "aecho=0.8:0.9:60:0.4"`,
    `ffmpeg: "equalizer=f=1000:w=200:g=-6"`.

    ## Chroma key

    ```yaml
    overlays:
      - clip: presenter.mp4
        at: 0s
        chroma-key: {color: "#00b140", edge: {choke: 1px}}
    ```

    `editc frame presenter.mp4 --at 2s --pick 40,40` prints the colour of a pixel,
    ready to paste into a script.

    ![A figure before a green screen, and keyed](pictures/chroma-key.jpg)

    The share of `color` in a pixel is how much more its colour differences (Cb and Cr, each from -0.5 to 0.5) lie along
    the direction of the colour than across it, relative to the colour itself: 1 for the screen, 0 for grey,
    skin and
    hair, and in between at edges, where a pixel shows some of both. A pixel is opaque up to a share of 0.1,
    transparent
    from 0.7, and changes linearly in between. The share is removed from the pixel,
    including its light; `spill: 0.5`
    removes half of it, `spill: 0` leaves the colour unchanged.

    With `tolerance` or `softness`, the distance from the colour decides instead: a pixel is transparent up to
    `tolerance` (0.15 by default), opaque from `tolerance + softness` (0.1 by default),
    and changes linearly in between.
    `spill` then removes the colour differences of the share and keeps the light.

    `edge` shrinks or softens the remaining picture, inwards,
    in both cases. `choke` moves the edge: each pixel becomes
    as opaque as the least opaque one within that distance. `feather` softens the edge over that many pixels inside it.

    \(soundFilters)
    """
  }

  private static var soundFilters: String {
    """
    ## Audio filters

    ```yaml
    timeline:
      - clip: interview.mp4
        filters: [{highpass: 80Hz}, {denoise: 0.4}, {compress: {threshold: -20dB, ratio: 3, makeup: 4dB}}]
    audio:
      - clip: song.m4a
        filters:
          - lowpass: 12kHz -> 400Hz over last 2s
          - limit: -3dB
    ```

    They are applied to the item's sound in the format of the mix, before `volume`, `fade`,
    `pan` and `duck`. They use
    basic arithmetic in double precision,
    so the same script gives the same samples on every machine. Values that change
    over time are updated every 32 samples. Because a filter depends on earlier sound,
    it always processes its item from
    the first sample,
    whichever part of the film is rendered; whatever it adds after the item's end is not heard.

    | filter | value | default | effect | definition | example |
    | --- | --- | --- | --- | --- | --- |
    \(SoundFilterName.allCases.map { row($0) }.joined(separator: "\n"))

    Frequencies must be below half of the mix's sample rate; a `width` is at least 1 Hz. `limit` and `compress` change
    all channels together. [`clipping-risk`](rules/clipping-risk.md) takes the gain of filters into account.

    """
  }

  private static func row(_ name: SoundFilterName) -> String {
    let declaration = name.declaration
    let cells = [
      "`\(name.rawValue)`", declaration.value, declaration.standard ?? "", declaration.summary,
      declaration.definition, "`\(name.rawValue): \(declaration.example)`",
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private static func row(_ name: EffectName) -> String {
    let declaration = name.effect.declaration
    let cells = [
      "`\(name.rawValue)`", declaration.amount.text, declaration.standard.map { $0.canonicalText } ?? "",
      declaration.summary, declaration.definition, "`\(name.rawValue): \(declaration.example)`",
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }
}

extension EffectAmount {
  fileprivate var text: String {
    switch self {
    case .number(let range): "\(range.lowerBound.canonicalText) to \(range.upperBound.canonicalText)"
    case .strength: "0 to 1, or percent"
    case .angle: "an angle"
    case .length: "a length"
    }
  }
}
