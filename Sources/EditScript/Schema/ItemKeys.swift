import Composition

/// The keys of an item of the timeline, the overlays or the audio list.
///
/// Each declaration includes the kinds and lists that its key belongs to.
///
/// A class, because every item is read with it, and a copy of some sixty keys for each is not free.
package final class ItemKeys: KeySet {
  package typealias Record = Item

  package static let title = "an item"
  package static let documentation =
    "One entry of `timeline`, `overlays` or `audio`. Exactly one of its keys sets the kind of the item."
  static let schema = MappingSchema(ItemKeys.self)

  // MARK: What an item is

  let clip = Key(
    kind: .clip, "Plays media, given by a name under `media` or a path.", .mediaOrPath, example: "beach",
    synonyms: [
      "src", "path", "source", "file", "video", "media", "footage", "asset", "url", "resource", "producer",
      "i", "asset-clip", "video-clip", "video-file-clip", "offthread-video", "ref",
    ])
  let image = Key(
    kind: .image, "Shows a still picture, given by a name under `media` or a path.", .mediaOrPath,
    example: "logo",
    synonyms: ["picture", "photo", "img", "image-clip"], related: ["still", "image-overlay"])
  let color = Key(
    kind: .color, "Fills the canvas with one colour; in a `text` item, the colour of the text.",
    .animated(.color),
    alsoOf: [.text, .counter, .credits], example: "navy",
    synonyms: ["colour", "solid", "text-color", "txt-color", "font-color", "fill-color", "color-clip"],
    field: .words(\.color), default: .words("white"))
  let gradient = Key(
    kind: .gradient,
    "Fills the canvas with a gradient between colours, `{colors, angle}`, or `{colors, radial, radius}`.",
    .gradient, example: "red -> blue")
  let bars = Key(
    kind: .bars, "Shows colour bars.",
    Shape.choice(ColorBars.self, "colour bars").orNothing(meaning: .smpte), example: "smpte",
    synonyms: ["colorbars", "test-pattern"])
  let noise = Key(
    kind: .noise, "Fills the canvas with random grays or colours; with `blend: overlay`, a film grain.",
    Shape<NoiseSettings>.mapping(NoiseKeys.self).orNothing(meaning: NoiseSettings()),
    example: "{amount: 0.2}", related: ["grain", "static", "snow"])
  let counter = Key(
    kind: .counter,
    "Shows the elapsed time of the item, as timecode, in frames or in seconds; a number that changes; or the source of other items.",
    Shape<CounterContent>.counter, example: "frames",
    related: ["countdown", "timer"])
  let text = Key(
    kind: .text, "Shows text.", .text, example: "Hello",
    synonyms: ["words", "txt"], related: ["caption", "subtitle", "title", "headline", "drawtext", "html"])
  let credits = Key(
    kind: .credits,
    "Shows names with their roles: a list of `Role: Name, Name`, or a CSV file with the columns `role,name`.",
    Shape<CreditsContent>.credits, example: "[\"Director: Ada\"]",
    synonyms: ["end-credits", "credit-roll"], related: ["crawl", "cast"])
  let shape = Key(
    kind: .shape, "Draws a shape of the given `width` and `height`.", Shape<ShapeChoice>.drawnShape,
    example: "rectangle", synonyms: [], related: ["polygon", "star", "arrow"])
  let gap = Key(
    kind: .gap, "Shows the background, without sound.", .value(.duration), example: "2s",
    synonyms: ["blank", "spacer"], related: ["black", "pause", "wait", "empty"])
  let sequence = Key(
    kind: .sequence, "Plays a timeline named under `sequences`.",
    Shape<String>.value(.usableName).naming(.sequence), example: "opener",
    synonyms: ["nested", "compound"])
  let edit = Key(
    kind: .edit, "Plays another `.edit` file.", Shape<String>.path.naming(.script),
    example: "intro.edit",
    synonyms: ["include"])
  let tone = Key(
    kind: .tone, "Plays a tone at full level.",
    Shape<Waveform>.choice(Waveform.self, "a waveform").orNothing(meaning: .sine),
    related: [
      .parts(["sine", "beep", "tone-frequency"]) { parts in parts.first??.isNumber == true ? ["sine"] : [] }
    ])
  let silence = Key(
    kind: .silence, "Plays silence.",
    Shape<DurationExpression?>.writtenDuration.orNothing(meaning: nil), example: "2s")
  let transition = Key(
    kind: .transition,
    "Joins the items before and after it, which overlap for its duration; under `audio` it must be a `dissolve`.",
    .transition, alsoOf: [.each],
    related: [
      .parts(["crossfade", "dissolve", "mix", "cross-dissolve", "xfade"]) { parts in
        parts.first.map { ["dissolve \($0?.text ?? "1s")"] } ?? []
      }, "wipe",
    ], field: .betweenEach)
  let each = Key(
    kind: .each,
    "Makes several items: one for each file that matches a pattern (`photos/*.jpg`), or for each value of a list.",
    Shape<EachItem>.each, example: "{image: \"*.jpg\", for: 3s}",
    synonyms: ["slideshow", "foreach", "for-each", "gallery"], related: ["repeat", "images", "photos"])
  let angles = Key(
    kind: .angles,
    "Plays recordings of one event, one shown at a time; `take` counts on the clock that their `sync` refers to.",
    Shape<AnglesItem>.angles, example: "{a: cam1, b: cam2}",
    synonyms: ["multicam", "multi-cam", "cameras", "mc-clip"], related: ["camera", "angle"])

  // MARK: Every item

  let name = Key(
    "name", of: .all, "The name by which times refer to this item: `intro.end`.",
    Shape<String>.value(.name).declaring(.item), isPersonal: true,
    example: "intro",
    synonyms: ["id", "label", "alias"], field: .text(\Item.name))
  let note = Key(
    "note", of: .all, "A note for readers of the script.", .text, isPersonal: true, example: "Best take.",
    synonyms: ["comment", "description", "notes", "remark", "memo"], field: .text(\Item.note))
  let enabled = Key(
    "enabled", of: .all, "`false` leaves the item out of the film; it is still checked.", .flag,
    example: "false",
    synonyms: ["active", "src-enable"],
    related: [
      .flags("visible", yes: "true", no: "false"),
      .flags(
        "hidden", "disabled", "disable", "inactive", "hide", "skip", "omit", "exclude", "invisible",
        yes: "false",
        no: "true"),
    ], field: .enabled, default: "true")
  let when = Key(
    "when", of: .all,
    "Includes the item only if a variable is true, not empty, or one of the listed texts.", .condition,
    isPersonal: true, example: "role", synonyms: ["if", "show-if"], field: .at(\Item.when),
    default: .words("always"))
  let unless = Key(
    "unless", of: .all, "The opposite of `when`.", .condition, isPersonal: true,
    example: "{side: left}",
    synonyms: ["if-not", "hide-if"], field: .at(\Item.unless), default: .words("never"))
  let style = Key(
    "style", of: .styled, "The name under `styles` of keys that the item starts from.",
    Shape<String>.value(.usableName).naming(.style), example: "big",
    synonyms: ["class", "look", "theme"],
    field: .text(\Item.styleName))

  // MARK: When

  let at = Key(
    "at", of: Set<ItemKeyword>.all.subtracting([.transition, .each, .angles]), in: ItemList.timed,
    "When the item starts, or starts and ends: a time, a range, a time in a named item, or a marker.",
    .value(.momentOrRange), isPersonal: true, example: "intro.end - 1s",
    synonyms: ["when", "position-time", "set-start", "with-start"],
    related: [
      .range(ItemKeys.starts, ItemKeys.ends), .span(ItemKeys.starts, ItemKeys.lengths), "offset", "itsoffset",
      "show-from", "delay",
      "audio-delay",
    ], field: .at(\Item.at), default: "start")
  let duration = Key(
    "for",
    of: [
      .clip, .image, .color, .gradient, .bars, .noise, .counter, .text, .credits, .shape, .sequence, .edit,
      .tone, .silence,
    ],
    "The duration of the item; a clip with `take` changes its speed to fit, and a roll is rounded to whole pixels.",
    .value(.duration), example: "4s",
    // Beside media, some tools play that much of it, and others change the speed to fit.
    synonyms: [
      .words(
        "duration", "length", "dur", "lasts", "set-duration", "with-duration",
        unlessBeside: ["clip", "sequence", "edit"])
    ],
    related: [
      .words("duration", "length", "dur", "lasts", "set-duration", "with-duration", onlyBeside: ["take"]),
      .words("time", "seconds", "t", unlessBeside: ["clip", "sequence", "edit"]),
      .frames("duration-in-frames", "frames", "n-frames", unlessBeside: ["clip", "sequence", "edit"]),
      .parts(ItemKeys.starts, ItemKeys.ends, unlessBeside: ["clip", "sequence", "edit"]) { parts in
        guard parts.count == 2, let start = parts[0].flatMap({ Double($0.text) }),
          let end = parts[1].flatMap({ Double($0.text) }), end > start
        else { return [] }
        return [(end - start).canonicalText]
      },
    ], field: .at(\Item.duration))

  // MARK: Playing media

  let take = Key(
    "take", of: .taking, "The part of the media to play; all of it by default.", .value(.takeRange),
    example: "2s..8s",
    synonyms: ["clip-range", "source-range", "subclip", "subclipped", "part"],
    related: [
      .range(ItemKeys.starts + ItemKeys.cuts, ItemKeys.ends + ItemKeys.cutEnds),
      .span(ItemKeys.starts + ItemKeys.cuts, ItemKeys.lengths),
      .range(
        ["trim-before", "start-from", "from-frame"], ["trim-after", "end-at", "to-frame"], inFrames: true),
      .parts(ItemKeys.lengths + ["lasts", "set-duration", "with-duration", "time", "seconds"]) { parts in
        parts.first.map { ["..\($0?.text ?? "")"] } ?? []
      },
      .parts(["duration-in-frames", "frames", "n-frames"]) { parts in
        parts.first.map { ["..\($0?.counted(in: "f") ?? "")"] } ?? []
      },
      "trim", "range", "cut", "offset",
    ], field: .at(\Item.take), default: "all")
  let says = Key(
    "says", of: [.clip], in: [.timeline],
    "The words of the take that are kept; the others are cut. The media need `words`.", .spokenText,
    isPersonal: true, example: "It works", synonyms: ["spoken"],
    field: .at(\Item.says), default: .words("all of the take"))
  let show = Key(
    "show", of: [.angles], in: [.timeline],
    "Which angle is shown from when on, in the item's time; the first one throughout by default.",
    .shownAngles, isPersonal: true, example: "{0s: a, 4.2s: b}", synonyms: ["switches", "cuts"],
    field: .at(\Item.show), default: .words("the first angle"))
  let speed = Key(
    "speed", of: .playing,
    "The playback speed: `2x`, `0.5x`, or `-1x` for backwards; it may change over time.",
    .animated(.speed), example: "2x",
    synonyms: ["playback-rate", "velocity", "timewarp", "speed-factor", "speedx"],
    related: [
      .flags("reverse", "reversed", "backwards", "time-mirror", "areverse", yes: "-1x", no: "1x"), "tempo",
      "rate",
      "setpts", "atempo", "multiply-speed", "time-map",
    ], field: .at(\Item.speed), default: "1x")
  let pitch = Key(
    "pitch", of: .playing,
    "Whether the sound keeps its pitch when the speed changes (the default) or follows the speed.",
    .choice(PitchRule.self, "a pitch mode"), example: "follow", field: .at(\Item.pitch), default: "keep")
  let with = Key(
    "with", of: [.edit, .image], "Values for the variables of the played script, or of the SVG.",
    .passedValues,
    isPersonal: true, example: "{name: Ada}",
    synonyms: ["props", "params", "parameters", "arguments", "args", "variables", "vars"],
    field: .at(\Item.passed))
  let freeze = Key(
    "freeze", of: .playing, "Holds the picture at this time of the media, without sound.", .value(.takeTime),
    example: "2s",
    related: ["freeze-frame", "hold"], field: .at(\Item.freeze))
  let loop = Key(
    "loop", of: .playing,
    "Repeats the media: endlessly (`true`), a number of times, or until the item's time is filled (`fill`).",
    .value(.loop),
    example: "fill", synonyms: ["looped"], related: ["repeat", "stream-loop"], field: .at(\Item.loop),
    default: "false")
  let between = Key(
    "between", of: .playing, in: ItemList.seen,
    "How slow motion fills missing frames: repeat the previous picture, blend both, or interpolate the motion.",
    .choice(BetweenPictures.self, "an interpolation mode"), example: "motion",
    synonyms: [
      "interpolation", "interpolate", "frame-interpolation", "frame-blending", "optical-flow", "minterpolate",
      "frame-sampling", "slow-motion",
    ], field: .at(\Item.between), default: "repeat")
  let stabilize = Key(
    "stabilize", of: [.clip], in: ItemList.seen,
    "Stabilises shaky pictures; a mapping adjusts how.", .stabilization,
    example: "true",
    synonyms: ["stabilise", "stabilization", "stabilisation", "deshake", "vidstab", "vidstabtransform"],
    field: .at(\Item.stabilize), default: "false")
  let audio = Key(
    "audio", of: .taking,
    "Whether the clip's own sound is heard; a mapping selects a stream or shifts the sound; of `angles`, which is heard.",
    Shape.heardSound.or(.mapping(ClipSoundKeys.self)), example: "off",
    synonyms: ["sound", "with-audio"],
    related: [
      .flags(
        "muted", "mute", "an", "silent", "without-audio", "no-audio", "no-sound", "disable-audio", yes: "off",
        no: "on"),
      .flags("keep-source-audio", "keep-audio", "has-audio", "unmute", "unmuted", yes: "on", no: "off"),
    ], field: .at(\Item.sound), default: "on")

  // MARK: Seen

  let fit = Key(
    "fit", of: Set<ItemKeyword>.pictured.subtracting([.text, .counter]), in: ItemList.seen,
    "How a picture with a different aspect ratio fits into its box.",
    .choice(Fit.self, "a fit mode"), example: "cover",
    synonyms: ["object-fit", "fit-mode", "resize-mode"],
    related: ["resize", "resized", "scaling", "pad", "adjust-conform", "conform"],
    field: .at(\Item.fit),
    default: "contain")
  let focus = Key(
    "focus", of: Set<ItemKeyword>.pictured.subtracting([.text, .counter]), in: ItemList.seen,
    "The point of the picture that stays inside if `fit: cover` cuts it: from the left and from the top.",
    .animated(.picturePoint), example: "30% 40%", synonyms: ["focal-point", "object-position"],
    field: .at(\Item.focus), default: .words("its middle"))
  let place = Key(
    "place", of: .seen, in: ItemList.seen,
    "The position of the picture on the canvas; a margin is the distance from the side, then from the top or bottom.",
    .animatedItemPlace,
    example: "top right",
    synonyms: [.words("position", "pos", "location", "set-position", "with-position", ifWord: ())],
    related: [
      .point(["x", "left", "offset-x", "pos-x", "x-pos"], ["y", "top", "offset-y", "pos-y", "y-pos"]),
      .parts(
        ["margin", "margins"], hint: "a margin is part of the place, as in `place: bottom right, margin 24px`"
      ) { _ in [] },
      .words("xy", "gravity", "anchor", "offset", "lane", hint: Synonym.pointHint),
    ], field: .at(\Item.place), default: "center")
  let width = Key(
    "width", of: .seen, in: ItemList.seen, "The width of the picture; lines of a `text` wrap at it.",
    .animated(.length), example: "12%", synonyms: ["w"], field: .at(\Item.width), default: .words("auto"))
  let height = Key(
    "height", of: .pictured, in: ItemList.seen, "The height of the picture.", .animated(.length),
    example: "50%",
    synonyms: ["h"], field: .at(\Item.height), default: .words("auto"))
  let scale = Key(
    "scale", of: .pictured, in: ItemList.seen, "Enlarges or shrinks the placed picture around its anchor.",
    .animated(.scale), synonyms: ["magnify"], related: ["zoom", "zoom-level", "enlarge"],
    field: .at(\Item.scale),
    default: "1")
  let rotate = Key(
    "rotate", of: .pictured, in: ItemList.seen, "Rotates the placed picture clockwise around its centre.",
    // Some tools rotate counterclockwise.
    .animated(.angle), related: ["rotation", "angle", "turn", "rotated"],
    field: .at(\Item.rotation),
    default: "0deg")
  let skew = Key(
    "skew", of: .pictured, in: ItemList.seen,
    "Slants the picture about its centre, before `rotate`: its vertical sides, then its horizontal ones.",
    .animated(.skew), example: "10deg", synonyms: ["shear"], related: ["skew-x", "skew-y", "slant"],
    field: .at(\Item.skew), default: "0deg")
  let flip = Key(
    "flip", of: .pictured, in: ItemList.seen, "Mirrors the picture.",
    .choice(FlipChoice.self, "a flip direction"),
    related: [
      .parts(["mirror-x", "hflip", "flip-x", "flip-horizontal", "flop"]) { _ in ["horizontal"] },
      .parts(["mirror-y", "vflip", "flip-y", "flip-vertical"]) { _ in ["vertical"] }, "mirror",
    ], field: .at(\Item.flip), default: .words("none"))
  let crop = Key(
    "crop", of: .pictured, in: ItemList.seen,
    "The amounts to cut off at the left, top, right and bottom, in this order, or the rectangle to keep.",
    .crop,
    example: "10% 0px 10% 0px", related: ["cropped", "adjust-crop", "crop-rect", "trim-rect", "crop-box"],
    field: .at(\Item.crop), default: .words("nothing"))
  let opacity = Key(
    "opacity", of: .seen, in: ItemList.seen, "The opacity, from 0 (transparent) to 1 (opaque).",
    .animated(.opacity), example: "1 -> 0 over last 1s", synonyms: ["alpha", "set-opacity", "with-opacity"],
    related: ["transparency", "adjust-blend"],
    field: .at(\Item.opacity), default: "1")
  let blend = Key(
    "blend", of: .seen, in: ItemList.seen, "How the picture's colours are blended with those below.",
    .choice(BlendMode.self, "a blend mode"), example: "screen",
    synonyms: ["blend-mode", "composite", "compositing"], field: .at(\Item.blend), default: "normal")
  let mask = Key(
    "mask", of: .pictured, in: ItemList.seen,
    "A mask that shows part of the picture: an image, a shape, a film or a text.",
    .mask, example: "{shape: ellipse}", synonyms: ["matte"], field: .at(\Item.mask),
    default: .words("none"))
  let chromaKey = Key(
    "chroma-key", of: .pictured, in: ItemList.seen, "Makes one colour of the picture transparent.",
    .mapping(ChromaKeyKeys.self), example: "{color: lime}",
    synonyms: ["green-screen", "color-key", "keying", "mask-color"], field: .at(\Item.chromaKey),
    default: .words("none"))
  let motion = Key(
    "motion", of: [.image], in: ItemList.seen, "Zooms or pans across a still picture: `zoom-in 10%`.",
    .value(.motion),
    synonyms: ["ken-burns", "kenburns"],
    related: [
      .parts(["zoom-direction"], ["zoom-amount"]) { parts in
        guard let kind = parts.first??.text, ["in", "out"].contains(kind) else { return [] }
        let amount = parts.count > 1 ? parts[1]?.asShare : nil
        return ["zoom-\(kind)" + (amount.map { " \($0)" } ?? "")]
      },
      "movement", "zoompan",
    ], field: .at(\Item.motion), default: .words("none"))

  // MARK: Heard

  let volume = Key(
    "volume", of: .heard, "The volume: 1 as recorded, 0 silent, or decibels.", .animated(.level),
    example: "80%",
    // A gain without a unit may be in decibels.
    synonyms: ["volumex", "multiply-volume", .words("gain", "audio-volume", ifUnit: ())],
    related: ["mix-volume", "level", "adjust-volume", "loudness-gain"], field: .at(\Item.volume), default: "1"
  )
  let loudness = Key(
    "loudness", of: .heard,
    "Normalises the played part of the item to this loudness, before `volume`; peaks are limited to `mix.peak`.",
    .value(.loudness), synonyms: ["lufs"], related: ["normalize", "loudnorm", "audio-normalize"],
    field: .at(\Item.loudness), default: .words("as recorded"))
  let pan = Key(
    "pan", of: .heard, "The position of the sound, from left (-1) to right (1).", .animated(.pan),
    example: "-0.5", related: ["balance", "panning", "adjust-panner"], field: .at(\Item.pan), default: "0")
  let duck = Key(
    "duck", of: .heard, "Lowers this sound while other items are heard; `story` is the whole timeline.",
    .duck, example: "talk",
    synonyms: ["ducking", "sidechain"], field: .at(\Item.duck))
  let channels = Key(
    "channels", of: .playing,
    "The channel of the media to play, or the one for each speaker of the mix; all channels by default.",
    Shape<ItemChannels>.channels, example: "left",
    related: ["channel", "channel-map", "channelmap", "remap-channels"], field: .at(\Item.channels),
    default: .words("as in the media"))
  let frequency = Key(
    "frequency", of: [.tone], "The pitch of the tone; 1kHz by default.", .value(.frequency),
    example: "440Hz", synonyms: ["hertz", "freq"], field: .at(\Item.frequency), default: "1000Hz")

  // MARK: Seen or heard

  let fade = Key(
    "fade", of: Set<ItemKeyword>.seen.union(Set<ItemKeyword>.heard),
    "Fades in and out at the ends; shorthand for ramps of opacity and volume.", .fade, example: "1s",
    synonyms: ["fades"],
    related: [
      .parts(
        ["fade-in", "crossfadein", "audio-fadein", "afadein", "fade-in-duration", "cross-fade-in"],
        ["fade-out", "crossfadeout", "audio-fadeout", "afadeout", "fade-out-duration", "cross-fade-out"]
      ) { parts in
        let (fadeIn, fadeOut) = (parts.first ?? nil, parts.count > 1 ? parts[1] : nil)
        let written = [fadeIn.map { "in: \($0.text)" }, fadeOut.map { "out: \($0.text)" }].compactMap(\.self)
        return ["{\(written.joined(separator: ", "))}"]
      }, "afade",
    ],
    field: .at(\Item.fade), default: .words("none"))
  let filters = Key(
    "filters", of: Set<ItemKeyword>.pictured.union(Set<ItemKeyword>.heard),
    "Filters for picture or sound, applied in order.", .filters, example: "[sepia, {blur: 4px}]",
    // A filter of other tools may be one of FFmpeg's, and `fade` is a look here.
    related: [
      .parts(["filter", "filter-video", "filter-audio", "effects", "effect", "fx"]) { parts in
        guard let text = parts.first??.text else { return [] }
        return [text.contains("=") ? "[{ffmpeg: \(MappingLayout.quoted(text))}]" : text]
      },
      .parts(["lut", "lut3d"]) { parts in
        parts.first.map { ["[{lut: \(MappingLayout.inBraces($0?.text ?? ""))}]"] } ?? []
      },
      .parts(["vf", "af", "video-filter", "audio-filter", "lavfi"]) { parts in
        parts.first.map { ["[{ffmpeg: \(MappingLayout.quoted($0?.text ?? ""))}]"] } ?? []
      }, "filter-complex",
    ],
    field: .at(\Item.filters, .filters), default: .words("none"))

  // MARK: Several items at once

  let captions = Key(
    "captions", of: [.each], in: [.timeline],
    "A text over each of the items, in order; an empty text means no caption.", .captions, isPersonal: true,
    example: "[Ada, Bob]", synonyms: ["texts", "titles"], field: .captions)
  let caption = Key(
    "caption", of: [.each], in: [.timeline],
    "Look and duration of the captions: keys of `text`. By default they are 6% above the bottom.",
    .captionKeys, example: "{size: 5%}", field: .captionKeys)
  let overrides = Key(
    "overrides", of: [.each], in: ItemList.seen,
    "What differs in single items, by their numbers, from 1, or the names of their files.", .eachOverrides,
    isPersonal: true, example: "{3: {for: 6s}}", synonyms: ["exceptions", "except"], field: .eachOverrides)

  // MARK: Words and shapes

  let font = Key(
    "font", of: [.text, .counter, .credits], in: ItemList.seen,
    "A font family that `editc fonts` lists, several separated by commas, or a font file beside the script.",
    Shape<String>.text.naming(.font),
    example: "Inter",
    synonyms: ["font-family", "typeface", "family", "font-path", "fontfile"], field: .words(\.font, .quoted),
    default: "sans-serif")
  let size = Key(
    "size", of: [.text, .counter, .credits], in: ItemList.seen,
    "The font size; a range such as `6vmin..12vmin` is the largest that fits `width`, `height` and `lines`.",
    .letterSize, example: "6%", synonyms: ["font-size", "text-size"], field: .words(\.size), default: "6%")
  let lines = Key(
    "lines", of: [.text], in: ItemList.seen, "The largest number of lines that a range of sizes may give.",
    .value(.integer(in: 1...1000)), example: "2", synonyms: ["max-lines"], field: .words(\.lines),
    default: .words("any"))
  let weight = Key(
    "weight", of: [.text, .counter, .credits], in: ItemList.seen, "The font weight.",
    .choice(FontWeight.self, "a font weight"), example: "bold", synonyms: ["font-weight"],
    related: [.flags("bold", yes: "bold", no: "regular"), "font-face"],
    field: .words(\.weight), default: "regular")
  let align = Key(
    "align", of: [.text, .counter], in: ItemList.seen,
    "The alignment of the lines; by default towards the side of their `place`, and centred in a `counter`.",
    .choice(TextAlignment.self, "an alignment"), example: "left", synonyms: ["alignment", "text-align"],
    related: ["horizontal-align", "h-align"],
    field: .words(\.alignment), default: .words("the side of its place"))
  let lineHeight = Key(
    "line-height", of: [.text, .credits], in: ItemList.seen,
    "The line spacing, as a factor of the font size.",
    .value(.number(in: 0.1...10)), example: "1.2", related: ["leading", "line-spacing"],
    field: .words(\.lineHeight), default: .words("from the font"))
  let tracking = Key(
    "tracking", of: [.text, .counter, .credits], in: ItemList.seen,
    "Additional space between letters; `%` is a share of the font size.", .value(.tracking), example: "16%",
    synonyms: ["letter-spacing"], related: ["spacing", "kerning"], field: .words(\.tracking), default: "0%")
  let features = Key(
    "features", of: [.text, .counter, .credits], in: ItemList.seen,
    "OpenType features of the font, such as `tnum` for digits of equal width.", .fontFeatures,
    example: "[tnum]", synonyms: ["font-features", "font-feature-settings"],
    related: ["font-variant", "opentype"], field: .words(\.features), default: .words("those of the font"))
  let box = Key(
    "box", of: [.text, .counter], in: ItemList.seen, "A box behind the text.", .mapping(BoxKeys.self),
    example: "{color: navy}",
    synonyms: ["text-background", "background-box"],
    related: [
      .words("background-color", "bg-color", "background", "boxcolor", inside: "color"),
      .words("padding", inside: "padding"),
    ], field: .words(\.box), default: .words("none"))
  let shadow = Key(
    "shadow", of: [.text, .counter, .credits], in: ItemList.seen, "A shadow behind the text.", .shadow,
    example: "{blur: 4px}",
    synonyms: ["drop-shadow", "text-shadow"], related: ["shadow-color"], field: .words(\.shadow),
    default: .words("none"))
  let animate = Key(
    "animate", of: [.text], in: ItemList.seen, "How the text appears and disappears.", .textAnimation,
    example: "fade", synonyms: ["animation"], field: .words(\.animation),
    default: .words("nothing"))
  let markup = Key(
    "markup", of: [.text], in: ItemList.seen, "Whether the text is Pango markup: `<b>bold</b>`.", .flag,
    example: "true", field: .words(\.isMarkup), default: "false")
  let stroke = Key(
    "stroke", of: [.text, .counter, .credits, .shape], in: ItemList.seen,
    "The outline of letters or of a shape.",
    .animated(.stroke), example: "2px black", synonyms: ["outline"],
    related: [
      .parts(
        ["stroke-width", "border-width", "border-w", "outline-width"], ["stroke-color", "border-color"]
      ) { parts in
        guard parts.count == 2, let width = parts[0] else { return [] }
        return ["\(width.counted(in: "px")) \(parts[1]?.text ?? "black")"]
      }, "border",
    ],
    field: .at(\Item.writtenStroke), default: .words("none"))
  let fill = Key(
    "fill", of: [.shape], in: ItemList.seen,
    "The colour inside a shape; none by default if it has a `stroke`.",
    .animated(.color), example: "navy",
    synonyms: ["fill-colour", "fill-color"], related: ["background"], field: .at(\Item.fill),
    default: .words("none"))
  let radius = Key(
    "radius", of: [.shape], in: ItemList.seen, "The corner radius of a rectangle.",
    .animated(.length),
    example: "8px", synonyms: ["corner-radius", "border-radius"], field: .at(\Item.radius), default: "0px")

  // MARK: Credits

  let columns = Key(
    "columns", of: [.credits], in: ItemList.seen,
    "Whether roles are beside their names (`side`) or above them (`stacked`).",
    .choice(CreditsColumns.self, "an arrangement of columns"), example: "stacked",
    field: .at(\Item.columns), default: "side")
  let gutter = Key(
    "gutter", of: [.credits], in: ItemList.seen, "The space between the two columns.", .value(.length),
    example: "3%", synonyms: ["column-gap"], field: .at(\Item.gutter), default: "3%")
  let roles = Key(
    "roles", of: [.credits], in: ItemList.seen, "How the text of roles differs from that of names.",
    .mapping(RoleKeys.self), example: "{weight: regular}", field: .at(\Item.roles),
    default: .words("as names"))
  let roll = Key(
    "roll", of: [.credits], in: ItemList.seen,
    "Where the credits move over the canvas, by whole pixels per frame; without it they stand still.",
    .choice(RollDirection.self, "a direction"), example: "up", related: ["scroll"],
    field: .at(\Item.roll), default: .words("they stand"))

  package init() {}

  /// Other tools' words for parts of a range, of the film or of media.
  private static let starts = ["start", "begin", "from", "start-time", "t-start"]
  private static let ends = [
    "end", "to", "until", "stop", "end-time", "t-end", "finish", "set-end", "with-end",
  ]
  private static let lengths = ["duration", "length", "dur", "t"]
  /// Words for parts of media only.
  private static let cuts = [
    "cut-from", "in", "in-point", "inpoint", "trim-start", "ss", "seek", "entry", "source-start",
    "media-start",
    "clip-start", "subclip-start",
  ]
  private static let cutEnds = [
    "cut-to", "out", "out-point", "outpoint", "trim-end", "exit", "source-end", "media-end", "clip-end",
    "subclip-end",
  ]
}

extension KeyField<Bool> {
  static let enabled = KeyField { (item: Item) in item.isEnabled ? nil : "false" }
}

extension ValueText<[Located<Filter>]> {
  static let filters = ValueText { filters in
    "[" + filters.map(\.value.canonicalText).joined(separator: ", ") + "]"
  } lines: { filters in
    filters.map(\.value.dumpText)
  }
}
