import Composition

extension LanguageSchema {
  /// The filters as a page in Markdown, made from their declarations.
  package static var filtersPage: String {
    """
    # Filters

    Made from the declarations in `Sources/Composition/Vocabulary`; do not edit it by hand.

    `filters` of an item is a list; each entry is the name of a filter, or a mapping with one filter and its value. They
    work one after the other: those of pictures on what is seen of the item, those of sound on what is heard, and
    `denoise` on both. Every number may change over time, as `opacity` may. What a value cannot be is said by `editc
    lint`; a value that changes nothing costs nothing.

    ## Filters of pictures

    ```yaml
    timeline:
      - clip: beach.mp4
        filters:
          - brightness: 0.1
          - saturation: 1 -> 0 over last 2s
          - sepia
          - lut: looks/warm.cube
    ```

    They work on the picture as it lies in its place, before anything lies over it; `chroma-key` works before them.

    In the formulas `c` is each of red, green and blue, as coded, from 0 to 1, and what leaves that range is cut. `luma`
    is the weighted sum of the three that the canvas's colour has. Where a strength is below 1, that share of the
    result is mixed with the picture as it was. Levels are steps of 8-bit pictures, whatever the depth; the same
    script gives the same bytes on every machine.

    | filter | value | without a value | what | how | example |
    | --- | --- | --- | --- | --- | --- |
    \(EffectName.allCases.map { row($0) }.joined(separator: "\n"))
    | `lut` | a path | | Maps colours with a `.cube` file. | between the entries around a colour: four in a table of three dimensions (tetrahedral), two in one of one | `lut: looks/warm.cube` |
    | `ffmpeg` | a filter of FFmpeg | | Does what FFmpeg does, to picture or sound. | see below | `ffmpeg: "eq=gamma=1.2"` |

    Lengths are pixels of the canvas (`4px`) or parts of its shorter side (`1%`, `1vmin`).

    ## Tables of colours

    `lut:` reads a `.cube` file of one dimension (2 to 65536 entries) or of three (2 to 129 along each side), with
    `DOMAIN_MIN` and `DOMAIN_MAX`, or `LUT_1D_INPUT_RANGE` and `LUT_3D_INPUT_RANGE`. The path is relative to the script.
    A malformed file is refused with the line and the reason. The film is made again when the file's content changes.

    ## Filters of FFmpeg

    `ffmpeg: "name=option=value:option=value"` is the way out where the catalogue ends. The name, the options and their
    values are held against the libavfilter of this machine when the script is linted
    ([`filter-not-available`](rules/filter-not-available.md)). Filters that open files or talk to networks, that have other
    than one picture or one sound in and out, or that change size, rate or times are refused
    ([`filter-forbidden`](rules/filter-forbidden.md)). Values may be quoted and escaped as FFmpeg has it. Such a filter may
    remember the pictures it saw, so an item with one is always made in one piece, from its first frame on: use it on
    items of seconds rather than hours.

    The name says whether a filter is one of sound. Such a filter hears the item's sound in the form of the mix, from its
    first sample on, where it stands among the other filters of sound. Each sample stays at its time, and what the filter
    adds after the item's end is not heard: `ffmpeg: "aecho=0.8:0.9:60:0.4"`, `ffmpeg: "equalizer=f=1000:w=200:g=-6"`.

    ## Chroma key

    ```yaml
    overlays:
      - clip: presenter.mp4
        at: 0s
        chroma-key: {color: "#00b140", edge: {choke: 1px}}
    ```

    `editc frame presenter.mp4 --at 2s --pick 40,40` prints the colour of a screen as scripts write it.

    ![A figure before a green screen, and keyed](pictures/chroma-key.jpg)

    The share of `color` in a pixel is what its colour differences (Cb and Cr, each from -0.5 to 0.5) have more along the
    direction of the colour than across it, relative to the colour itself: 1 for the screen, 0 for grey, skin and hair, and
    in between at edges, where a pixel shows some of both. Up to a share of 0.1 a pixel covers, from 0.7 on it is
    transparent, and in between evenly. The share is taken out of the pixel, its light included; `spill: 0.5` takes half of
    it, `spill: 0` leaves the colour as it is.

    With `tolerance` or `softness`, distances decide instead: up to `tolerance` (0.15 where it is not written) from the
    colour a pixel is transparent, from `tolerance + softness` (0.1) on it covers, and in between evenly. `spill` takes the
    colour differences of the share out, and leaves the light.

    `edge` changes what stays, inwards, in both cases. `choke` takes the edge back: a pixel covers as much as the one that
    covers least within so many pixels. `feather` softens the edge over so many pixels behind it.

    \(soundFilters)
    """
  }

  private static var soundFilters: String {
    """
    ## Filters of sound

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

    They work on the item's sound in the form of the mix, before `volume`, `fade`, `pan` and `duck`, computed in double
    precision and by basic arithmetic, so that the same script gives the same samples on every machine. Values that
    change over time are looked at every 32 samples. A filter remembers what it heard: it hears its item from the first
    sample on, whatever part of the film is made, and what it adds after the item's end is not heard.

    | filter | value | without a value | what | how | example |
    | --- | --- | --- | --- | --- | --- |
    \(SoundFilterName.allCases.map { row($0) }.joined(separator: "\n"))

    Frequencies lie below half of the mix's samples a second; a `width` is 1 Hz or more. `limit` and `compress` move all
    channels together. What filters may raise counts in [`clipping-risk`](rules/clipping-risk.md).

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
