/// A small film that shows what one key or one kind of item does.
struct FrameCase {
  let name: String
  /// After the head that all of them share.
  let script: String

  /// One item over a background.
  init(_ name: String, _ item: String) {
    self.name = name
    script = "timeline:\n  - {color: \"#204060\", for: 1s}\noverlays:\n  - {\(item)}\n"
  }

  /// A timeline.
  init(_ name: String, story: String, rest: String = "") {
    self.name = name
    script = "timeline: [\(story)]\n\(rest)"
  }

  static let head = """
    edit: 1
    media:
      clip: clip.mkv
      still: still.png
      mask: mask.png
      older: {file: clip.mkv, color: bt601}
      halves: {file: clip.mkv, deinterlace: on}
      multiplied: {file: still.png, alpha: premultiplied}
      opaque: {file: still.png, alpha: ignore}
      turned: {file: still.png, orientation: 90}
      shots: {file: "shot-%02d.png", frames: {rate: 10}, missing: hold}
    canvas: {size: 64x36, rate: 10, background: "#102030"}

    """

  static let all: [FrameCase] =
    kinds + media + playing + placing + looks + transitions + filters + words + canvases
    + captions

  private static let still = "image: still, for: 1s"
  static let font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

  private static let kinds = [
    FrameCase("clip", story: "{clip: clip, take: ..1s}"),
    FrameCase("image", "image: still, for: 1s"),
    FrameCase("color", "color: \"#80ff4080\", for: 1s"),
    FrameCase("gradient", "gradient: {colors: [red, \"#00ff0080\", blue], angle: 30deg}, for: 1s"),
    FrameCase(
      "gradient radial",
      "gradient: {colors: [red, \"#00ff0080\", blue], radial: 30% 60%, radius: 80%}, for: 1s"),
    FrameCase(
      "gradient radial changing",
      "gradient: {colors: [red, blue], radial: 30% 60% -> 110% 0%, radius: 50% -> 100%}, for: 1s"),
    FrameCase("bars smpte", "bars: smpte, for: 1s"), FrameCase("bars ebu", "bars: ebu, for: 1s"),
    FrameCase("noise", "noise: {size: 3px, amount: 0.5}, for: 1s"),
    FrameCase(
      "noise in colour", "noise: {size: 5px, amount: 1, color: true, still: true}, for: 1s, blend: overlay"),
    FrameCase("noise changing", "noise: {amount: 0 -> 1}, for: 1s, width: 50%, rotate: 20deg"),
    FrameCase("filter of noise", "noise: {amount: 1}, for: 1s, width: 50%, filters: [{blur: 2px}]"),
    FrameCase("counter", "counter: frames, for: 1s, font: \(font), size: 40%"),
    FrameCase(
      "counter of a number",
      "counter: {from: -3, to: 1250.5, ease: ease-out, format: \"# ###.# €\"}, for: 1s, font: \(font), size: 30%"
    ),
    FrameCase(
      "counter of the source", story: "{clip: clip, take: 1s..2s, speed: 2x}, {color: red, for: 500ms}",
      rest:
        "overlays: [{counter: {of: story, show: \"{frame} {name} {timecode}\"}, font: \(font), size: 12%}]\n"),
    FrameCase("text", "text: \"Ag\", for: 1s, font: \(font), size: 60%"),
    FrameCase(
      "shape rectangle", "shape: rectangle, for: 1s, fill: lime, width: 20px, height: 50%, radius: 5px"),
    FrameCase(
      "shape ellipse", "shape: ellipse, for: 1s, fill: red, stroke: 3px white, width: 50%, height: 60%"),
    FrameCase(
      "shape line", "shape: line, for: 1s, stroke: 3px white, width: 80%, height: 10px, rotate: 15deg"),
    FrameCase(
      "shape polygon",
      "shape: {polygon: \"10% 0%, 100% 30%, 50% 100%\"}, for: 1s, fill: red, width: 30px, height: 90%, rotate: 0deg -> 40deg"
    ),
    FrameCase(
      "shape star", "shape: {star: 5}, for: 1s, fill: gold, stroke: 2px white, width: 30px, height: 30px"),
    FrameCase("shape arrow", "shape: {arrow: up}, for: 1s, fill: gold, width: 20px, height: 30px"),
    FrameCase(
      "credits", "credits: [\"Do: Ag, Hi\", \"\", Thanks], at: 0s..1s, font: \(font), size: 20%, roll: up"),
    FrameCase(
      "credits still",
      "credits: [\"Do: Ag, Hi\"], for: 1s, font: \(font), size: 25%, columns: stacked, roles: {color: lime, size: 20%}"
    ),
    FrameCase(
      "credits down",
      "credits: [\"Do: Ag, Hi\"], at: 0s..1s, font: \(font), size: 15%, gutter: 10%, opacity: 0.5, roll: down"
    ),
    FrameCase("gap", story: "{gap: 500ms}, {color: red, for: 500ms}"),
    FrameCase(
      "sequence", story: "{sequence: part}", rest: "sequences: {part: [{clip: clip, take: 1s..2s}]}\n"),
    FrameCase(
      "sequence over a clip", story: "{clip: clip, take: ..1s}",
      rest: """
        overlays: [{sequence: part}]
        sequences:
          part:
            timeline:
              - {image: still, for: 700ms, width: 60%}
              - {transition: dissolve 400ms}
              - {color: lime, for: 700ms, width: 30%, height: 50%, place: right}
            overlays: [{color: "#ff8040", for: 1s, height: 30%, blend: multiply}]

        """),
  ]

  private static let media = [
    FrameCase("media color", story: "{clip: older, take: ..1s}"),
    FrameCase("media deinterlace", story: "{clip: halves, take: ..1s}"),
    FrameCase("media alpha multiplied", "image: multiplied, for: 1s"),
    FrameCase("media alpha ignored", "image: opaque, for: 1s"),
    FrameCase("media orientation", "image: turned, for: 1s"),
    FrameCase("image sequence", story: "{clip: shots, speed: 0.3x}"),
    FrameCase("edit", story: "{edit: inner.edit}"),
    FrameCase("subtitles", story: "{color: navy, for: 1s}", rest: "subtitles: [signs.ass]\n"),
  ]

  private static let captions = [
    FrameCase(
      "subtitles words", story: talk, rest: captions("words: karaoke, box: {by: word, radius: 3px}")),
    FrameCase(
      "subtitles words lit", story: talk,
      rest: captions(
        "words: karaoke, "
          + "highlight: {color: black, box: {color: yellow, radius: 2px}, animate: pop, for: 300ms}")),
    FrameCase(
      "subtitles words rise", story: talk,
      rest: captions(
        "words: reveal, box: {padding: 1px 4px, by: line}, highlight: {animate: rise, for: 300ms}")),
  ]

  private static let talk = "{color: navy, for: 1s}"

  private static func captions(_ style: String) -> String {
    "subtitles: [{file: talk.vtt, style: {size: 45%, place: center, stroke: 1px black, \(style)}}]\n"
  }

  private static let playing = [
    FrameCase("take", story: "{clip: clip, take: 500ms..1.5s}"),
    FrameCase("for", story: "{clip: clip, take: ..2s, for: 1s}"),
    FrameCase("speed", story: "{clip: clip, take: ..2s, speed: 1x -> 3x}"),
    FrameCase("speed backwards", story: "{clip: clip, take: ..1s, speed: -1x}"),
    FrameCase("between blend", story: "{clip: clip, take: ..1s, speed: 0.4x, between: blend}"),
    FrameCase("between motion", story: "{clip: clip, take: ..1s, speed: 0.4x, between: motion}"),
    FrameCase("stabilize", story: "{clip: clip, take: ..1s, stabilize: {smooth: 500ms, zoom: 1.3}}"),
    FrameCase("freeze", story: "{clip: clip, freeze: 1s, for: 1s}"),
    FrameCase("loop", story: "{clip: clip, take: ..300ms, loop: 3}"),
    FrameCase("motion", "\(still), motion: zoom-in 40%"),
    FrameCase("motion pan", "\(still), motion: pan-left 30%"),
    FrameCase("fade", "\(still), fade: {in: 500ms, out: 300ms}"),
    FrameCase("at", "color: white, at: 200ms..700ms, width: 50%, height: 50%"),
  ]

  private static let placing =
    ["contain", "cover", "fill", "none", "blur"].map {
      FrameCase("fit \($0)", "image: mask, for: 1s, fit: \($0)")
    } + [
      FrameCase("focus", "image: mask, for: 1s, fit: cover, height: 9px, focus: 50% 0%"),
      FrameCase("focus moving", "\(still), width: 20px, height: 100%, fit: cover, focus: 0% 0% -> 90% 50%"),
      FrameCase("place", "\(still), width: 50%, place: \"bottom right, margin 3px\""),
      FrameCase("place moving", "\(still), width: 30%, place: \"10%, 20% -> 90%, 80% anchor top left\""),
      FrameCase("width", "\(still), width: 20px -> 50px"),
      FrameCase("height", "\(still), height: 10% -> 90%"),
      FrameCase("scale", "\(still), width: 50%, scale: 0.5 -> 1.5 ease-in-out"),
      FrameCase("scale spring", "\(still), width: 50%, scale: 0.5 -> 1 spring"),
      FrameCase("rotate", "\(still), width: 50%, rotate: 0deg -> 90deg"),
      FrameCase("skew", "\(still), width: 50%, skew: 20deg"),
      FrameCase("skew moving", "\(still), width: 50%, rotate: 15deg, skew: 0deg -> 20deg -30deg"),
      FrameCase("flip horizontal", "\(still), flip: horizontal"),
      FrameCase("flip vertical", "\(still), flip: vertical"),
      FrameCase("crop", "\(still), crop: 10px 20% 5px 3px"),
      FrameCase("crop moving", "\(still), crop: \"0px,0px 32x18 -> 20px,10px 32x18\""),
      FrameCase("crop in its place", "\(still), crop: {part: 10px 20% 5px 3px, anchor: keep}, rotate: 20deg"),
      FrameCase(
        "crop in its place moving",
        "\(still), crop: {part: 0% 0% 100% 0% -> 0% 0% 0% 0%, anchor: keep}, mask: {shape: ellipse}"),
      FrameCase("opacity", "\(still), opacity: 0 -> 1 ease-in"),
      FrameCase("opacity keys", "\(still), opacity: {0s: 0, 300ms: 1 ease-out, 900ms: 0.2 hold}"),
    ]

  private static let looks =
    [
      "normal", "multiply", "screen", "overlay", "add", "darken", "lighten", "subtract", "difference",
      "exclusion", "hard-light", "soft-light", "color-dodge", "color-burn", "hue", "saturation", "color",
      "luminosity",
    ].map {
      FrameCase("blend \($0)", "\(still), blend: \($0), opacity: 0.8")
    } + [
      FrameCase("mask image", "\(still), mask: {image: mask}"),
      FrameCase("mask shape", "\(still), mask: {shape: ellipse, feather: 4px, invert: true}"),
      FrameCase("mask clip", "\(still), mask: {clip: clip}"),
      FrameCase("mask text", "\(still), mask: {text: Ag, font: \(font), size: 60%}"),
      FrameCase(
        "mask sequence", story: "{clip: clip, take: ..1s, mask: {sequence: part, by: alpha, invert: true}}",
        rest: "sequences: {part: [{color: black, for: 1s, width: 10% -> 90%, opacity: 0.8}]}\n"),
      FrameCase("mask polygon", "\(still), mask: {shape: {polygon: \"0% 0%, 100% 50%, 0% 100%\"}}"),
      FrameCase("mask star", "\(still), mask: {shape: {star: 6}, feather: 3px, invert: true}"),
      FrameCase(
        "chroma-key", "\(still), chroma-key: {color: lime, tolerance: 0.2, softness: 0.3, spill: 0.5}"),
      FrameCase("chroma-key share", "\(still), chroma-key: {color: lime}"),
      FrameCase("chroma-key edge", "\(still), chroma-key: {color: lime, edge: {choke: 1px, feather: 2px}}"),
      FrameCase("fill", "shape: rectangle, for: 1s, fill: \"#ff000080\", width: 50%, height: 50%"),
      FrameCase("stroke", "shape: rectangle, for: 1s, stroke: 2px lime, width: 50%, height: 50%"),
      FrameCase(
        "shape changing",
        "shape: rectangle, for: 1s, fill: red -> transparent, stroke: 1px white -> 5px blue, radius: 0px -> 9px,"
          + " width: 50%, height: 80%"),
      FrameCase("color changing", "color: red -> blue, for: 1s, width: 50%, height: 80%"),
      FrameCase(
        "gradient changing", "gradient: {colors: [red -> lime, blue], angle: 0deg -> 90deg}, for: 1s"),
      FrameCase("mask radius changing", "\(still), mask: {shape: rectangle, radius: 0px -> 9px}"),
      FrameCase("radius", "shape: rectangle, for: 1s, fill: red, radius: 8px, width: 50%, height: 80%"),
    ]

  private static let transitions =
    [
      "dissolve", "fade through red", "wipe left", "wipe bottom right", "slide up", "push down",
      "cover right",
      "reveal left", "circle open", "circle close", "clock", "barn-door", "pixelate", "blur", "zoom",
      "luma mask",
    ].map {
      FrameCase(
        "transition \($0)",
        story:
          "{clip: clip, take: ..1s}, {transition: {kind: \($0), for: 1s, ease: ease}}, {image: still, for: 1s}"
      )
    } + [
      FrameCase(
        "transition handles",
        story: "{clip: clip, take: ..1s}, {transition: {kind: dissolve, for: 400ms, using: handles}},"
          + " {clip: clip, take: 2s..3s}")
    ]

  private static let filters =
    [
      "brightness: 0.2", "contrast: 1.5", "saturation: 0.3", "gamma: 1.8", "exposure: 1", "temperature: 0.7",
      "hue: 60deg", "grayscale", "sepia", "noir", "fade", "chrome", "instant", "mono", "process", "tonal",
      "transfer",
      "invert", "blur: 3px", "sharpen: 2", "denoise: 0.8", "vignette: 0.8", "grain: 0.5", "lut: warm.cube",
      "brightness: 0 -> 0.5",
    ].map { text in
      FrameCase("filter \(text)", "\(still), filters: [\(text.contains(":") ? "{\(text)}" : text)]")
    } + [
      FrameCase("filter of a clip", story: "{clip: clip, take: ..1s, filters: [sepia, {blur: 2px}]}"),
      FrameCase("filter of a gradient", "gradient: red -> blue, for: 1s, filters: [invert, {blur: 2px}]"),
      FrameCase(
        "filter of a shape",
        "shape: ellipse, for: 1s, fill: red, width: 30% -> 80%, height: 50%, stroke: 2px white, filters: [invert]"
      ),
    ]

  private static let words: [FrameCase] =
    [
      "color: red", "align: right, width: 60px", "line-height: 0.8, width: 20px",
      "stroke: 2px red",
      "shadow: {color: black, x: 2px, y: 2px, blur: 2px}", "box: {color: red, padding: 3px, radius: 4px}",
      "color: red -> blue", "stroke: 1px red -> 3px blue",
      "box: {color: \"red -> #0000ff80\", padding: 1px -> 4px, radius: 0px -> 4px}",
      "shadow: {color: black -> red, x: 2px, y: 2px, blur: 1px -> 3px}",
      "box: {color: red, padding: 1px 6px}", "tracking: 20%", "features: [smcp, liga=0]",
      "width: 50px, lines: 1",
      "animate: {in: slide left, by: letter, for: 300ms}", "animate: {in: rise, out: fade, for: 300ms}",
      "animate: {out: wipe up, by: word, for: 300ms}", "animate: {in: pop, by: letter, for: 300ms}",
      "animate: {in: blur 4px, by: line, for: 300ms}",
      "animate: fade", "animate: slide", "animate: typewriter", "animate: zoom",
    ].map { words in
      // `lines` needs a range of sizes.
      let size = words.contains("lines:") ? "10%..60%" : "40%"
      return FrameCase("text \(words)", "text: \"A g\", for: 1s, font: \(font), size: \(size), \(words)")
    } + [
      // A file holds letters of one weight.
      FrameCase(
        "text weight: bold", "text: \"A g\", for: 1s, font: DejaVu Sans, size: 40%, weight: bold"),
      FrameCase(
        "text markup: true",
        "text: \"<span foreground='red'>A</span> <b>g</b>\", for: 1s, font: DejaVu Sans, size: 40%, markup: true"
      ),
    ]

  private static let canvases = [
    FrameCase("depth 10", canvas: "depth: 10"), FrameCase("color bt2020", canvas: "color: bt2020, depth: 10"),
    FrameCase("color bt601", canvas: "color: bt601"), FrameCase("color hlg", canvas: "color: hlg, depth: 10"),
    FrameCase("color pq", canvas: "color: pq, depth: 10"),
  ]

  private init(_ name: String, canvas: String) {
    self.init(
      name,
      story:
        "{clip: clip, take: ..500ms}, {transition: dissolve 300ms}, {image: still, for: 600ms, opacity: 0.7}")
    canvasKeys = canvas
  }

  /// What the canvas has besides.
  private(set) var canvasKeys: String?

  var wholeScript: String {
    let head = canvasKeys.map { Self.head.replacing("rate: 10,", with: "rate: 10, \($0),") } ?? Self.head
    return head + script
  }
}
