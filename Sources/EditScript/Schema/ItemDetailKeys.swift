import SourceText
import YAMLTree

// Mappings under the keys of items.

/// Which of a clip's own sound is heard, and when.
struct ClipSoundKeys: MappingKeys {
  static let title = "a clip's sound"
  static let documentation = "Which sound of the media is heard, and how it is shifted against the picture."

  let stream = Key(
    "stream", "The number of the sound stream, from 0.", .value(.integer(in: 0...1000)),
    example: "1")
  let language = Key(
    "language", "The language of the sound stream: `eng`.", .text, example: "deu",
    synonyms: ["lang"])
  let lead = Key(
    "lead", "How long the sound is heard before its picture (a J cut).", .value(.duration),
    example: "500ms")
  let lag = Key(
    "lag", "How long the sound is heard after its picture (an L cut).", .value(.duration),
    example: "500ms")

  static func decode(_ reader: MappingReader<ClipSoundKeys>) -> SoundChoice? {
    .chosen(
      ClipSound(
        stream: StreamChoice(number: reader.stream, language: reader.language), lead: reader.lead,
        lag: reader.lag))
  }
}

struct TransitionKeys: MappingKeys {
  static let title = "a transition"
  static let documentation = "The long form of a transition between two items."

  let kind = Key(
    "kind", "What is seen: `dissolve`, `wipe left`, `fade through black`.", .value(.transitionKind),
    isRequired: true, synonyms: ["type", "name", "style"])
  let duration = Key(
    "for", "How long it takes.", .value(.duration), isRequired: true, example: "1s",
    synonyms: ["duration", "length", "dur"])
  let ease = Key(
    "ease", "How it gets going and comes to rest.", .value(.easing), example: "ease-in-out",
    synonyms: ["easing", "curve"])
  let using = Key(
    "using",
    "`overlap` takes the time from the neighbours; `handles` keeps their length and uses media outside the takes.",
    .choice(TransitionRoom.self, "a way to make room"), example: "handles")
  let audio = Key(
    "audio", "How the sound changes over.", .choice(TransitionSound.self, "a sound transition"),
    synonyms: ["sound"])

  static func decode(_ reader: MappingReader<TransitionKeys>) -> StoryTransition? {
    let easing = reader.ease
    let room = reader.using
    let sound = reader.audio
    guard let kind = reader.kind, let duration = reader.duration else { return nil }
    var transition = StoryTransition(kind: kind, duration: duration)
    transition.picture = lumaPicture(of: kind, reader.reading)
    transition.easing = easing?.value ?? .linear
    transition.room = room
    transition.sound = sound
    return transition
  }
}

extension Shape<StoryTransition> {
  /// `dissolve 1s`, or the long form.
  static var transition: Shape {
    Shape<TransitionValue>.value(.transition)
      .map { written, subject, reading in
        let kind = Located(written.kind, at: subject.node.range)
        var transition = StoryTransition(
          kind: kind, duration: Located(written.duration, at: subject.node.range))
        transition.picture = lumaPicture(of: kind, reading)
        return transition
      }
      .or(.mapping(TransitionKeys.self))
  }
}

/// The picture of a `luma`, where it stands in the text of its transition as it is; else at the whole text.
private func lumaPicture(of kind: Located<TransitionKind>, _ reading: Reading) -> Located<String>? {
  guard case .luma(let file) = kind.value else { return nil }
  let bytes = reading.source.bytes
  guard kind.range.end <= bytes.count, case let text = bytes[kind.range.start..<kind.range.end],
    let word = text.firstRange(of: Array("luma".utf8)),
    let found = text[word.upperBound...].firstRange(of: Array(file.utf8))
  else { return Located(file, at: kind.range) }
  return Located(file, at: SourceRange(found.lowerBound, found.upperBound))
}

struct MaskKeys: MappingKeys {
  static let title = "a mask"
  static let documentation = "What lets a picture through."
  static let alternatives = [["image", "shape"]]

  let image = Key(
    "image", "A picture whose brightness is the mask.", .mediaOrPath, example: "art/mask.png",
    synonyms: ["file", "path"])
  let shape = Key(
    "shape", "A shape that lets through what is inside it.", .choice(MaskShape.self, "a shape"))
  let place = Key(
    "place", "Where the mask stands on the item.", .animated(.place), example: "center",
    synonyms: ["position"])
  let width = Key("width", "How wide the mask is.", .animated(.length), example: "50%")
  let height = Key("height", "How high the mask is.", .animated(.length), example: "50%")
  let radius = Key("radius", "How round the corners of a rectangle are.", .value(.length), example: "8px")
  let feather = Key(
    "feather", "How soft the edge is.", .animated(.length), example: "4px", synonyms: ["softness", "blur"])
  let invert = Key(
    "invert", "Whether what is outside is let through instead.", .flag, example: "true",
    synonyms: ["inverted"])

  static func decode(_ reader: MappingReader<MaskKeys>) -> MaskSettings? {
    let image = reader.image
    let shape = reader.shape
    let keys = (reader.place, reader.width, reader.height, reader.radius, reader.feather, reader.invert)
    guard let source = image.map({ MaskSettings.Source.image($0) }) ?? shape.map({ .shape($0.value) }) else {
      return nil
    }
    var mask = MaskSettings(source: source)
    (mask.place, mask.width, mask.height, mask.radius, mask.feather) = (
      keys.0, keys.1, keys.2, keys.3, keys.4
    )
    mask.isInverted = keys.5?.value ?? false
    return mask
  }
}

struct ChromaKeyKeys: MappingKeys {
  static let title = "a chroma key"
  static let documentation = "The colour that becomes transparent, and how much of what is near it."

  let color = Key(
    "color", "The colour that disappears.", .value(.color), isRequired: true, example: "lime",
    synonyms: ["colour"])
  let tolerance = Key(
    "tolerance", "How far a colour may be from it and still disappear.", .animated(.portion("a tolerance")),
    example: "0.2",
    synonyms: ["threshold", "similarity"])
  let softness = Key(
    "softness", "How gradually colours come back.", .animated(.portion("a softness")), example: "0.1",
    synonyms: ["blend", "halo"])
  let spill = Key(
    "spill", "How much of its reflection is taken out of the rest.", .animated(.portion("a spill")))

  static func decode(_ reader: MappingReader<ChromaKeyKeys>) -> ChromaKeySettings? {
    let (tolerance, softness, spill) = (reader.tolerance, reader.softness, reader.spill)
    guard let color = reader.color else { return nil }
    var settings = ChromaKeySettings(color: color)
    settings.tolerance = tolerance
    settings.softness = softness
    settings.spill = spill
    return settings
  }
}

struct FadeKeys: MappingKeys {
  static let title = "a fade"
  static let documentation = "How an item comes and goes."

  let fadeIn = Key(
    "in", "How long it takes to come.", .value(.duration), example: "1s", synonyms: ["fade-in", "start"])
  let fadeOut = Key(
    "out", "How long it takes to go.", .value(.duration), example: "2s", synonyms: ["fade-out", "end"])
  let curve = Key(
    "curve", "How it moves between nothing and all; `linear` by default.",
    .choice(FadeCurve.self, "a fade curve"), example: "s-curve", synonyms: ["ease", "easing", "shape"])

  static func decode(_ reader: MappingReader<FadeKeys>) -> ItemFade? {
    ItemFade(fadeIn: reader.fadeIn, fadeOut: reader.fadeOut, curve: reader.curve)
  }
}

extension Shape<ItemFade> {
  /// `1s` for both ends, or the long form.
  static var fade: Shape {
    Shape<DurationExpression>.value(.duration)
      .map { length, subject, _ in
        let written = Located(length, at: subject.node.range)
        return ItemFade(fadeIn: written, fadeOut: written)
      }
      .or(.mapping(FadeKeys.self))
  }
}

struct DuckKeys: MappingKeys {
  static let title = "ducking"
  static let documentation = "How a sound makes room for other ones."
  static let alternatives = [["to", "by"]]

  let under = Key(
    "under", "The item or the items that are heard instead; `story` is all of the timeline.", .itemNames,
    isRequired: true, example: "talk", synonyms: ["below", "for"])
  let to = Key(
    "to", "The level it goes down to; -12dB by default.", .value(.level), example: "-12dB",
    synonyms: ["level", "volume"])
  let by = Key(
    "by", "How far it is lowered: another word for `to`.", .value(.level), example: "-12dB",
    synonyms: ["amount"])
  let attack = Key(
    "attack", "How long the way down takes; 200ms by default.", .value(.duration), example: "200ms")
  let release = Key(
    "release", "How long the way back takes; 1s by default.", .value(.duration), example: "1s")

  static func decode(_ reader: MappingReader<DuckKeys>) -> ItemDuck? {
    let (level, other, attack, release) = (reader.to, reader.by, reader.attack, reader.release)
    guard let under = reader.under?.value, !under.isEmpty else { return nil }
    var duck = ItemDuck(under: under)
    duck.level = level ?? other
    duck.attack = attack
    duck.release = release
    return duck
  }
}

extension Shape<ItemDuck> {
  /// A name, names, or the long form.
  static var duck: Shape {
    Shape<[Located<String>]>.itemNames.map { names, _, _ in names.isEmpty ? nil : ItemDuck(under: names) }
      .or(.mapping(DuckKeys.self))
  }
}

extension Shape<[Located<String>]> {
  /// The name of an item, or a list of names.
  fileprivate static var itemNames: Shape {
    Shape<String>.value(.name).map { name, subject, _ in [Located(name, at: subject.node.range)] }
      .or(
        Shape<[Located<String>]>.list(of: .value(.name)).map { names, subject, reading in
          if case .sequence(let written, _) = subject.node.value, written.isEmpty {
            reading.reportEmptyCollection(subject, expecting: "the name of an item")
          }
          return names
        })
  }
}

extension Shape<DurationExpression?> {
  /// A duration, which need not be there.
  static var writtenDuration: Shape {
    Shape<DurationExpression>.value(.duration).map { length, _, _ in .some(length) }
  }
}

struct BoxKeys: MappingKeys {
  static let title = "a box"
  static let documentation = "A box behind words."

  let color = Key(
    "color", "The colour of the box.", .value(.color), example: "navy",
    synonyms: ["colour", "background", "fill"])
  let padding = Key("padding", "The room between the words and the edge.", .value(.length), example: "8px")
  let radius = Key(
    "radius", "How round its corners are.", .value(.length), example: "4px", synonyms: ["border-radius"])

  static func decode(_ reader: MappingReader<BoxKeys>) -> BoxSettings? {
    var box = BoxSettings()
    box.color = reader.color
    box.padding = reader.padding
    box.radius = reader.radius
    return box
  }
}

struct ShadowKeys: MappingKeys {
  static let title = "a shadow"
  static let documentation = "A shadow behind words."

  let color = Key(
    "color", "The colour of the shadow.", .value(.color), example: "black", synonyms: ["colour"])
  let x = Key(
    "x", "How far it falls to the right.", .value(.length), example: "2px", synonyms: ["dx", "offset-x"])
  let y = Key("y", "How far it falls down.", .value(.length), example: "2px", synonyms: ["dy", "offset-y"])
  let blur = Key("blur", "How soft it is.", .value(.length), example: "4px", synonyms: ["softness"])

  static func decode(_ reader: MappingReader<ShadowKeys>) -> ShadowSettings? {
    var shadow = ShadowSettings(color: reader.color?.value)
    shadow.x = reader.x
    shadow.y = reader.y
    shadow.blur = reader.blur
    return shadow
  }
}

extension Shape<ShadowSettings> {
  /// A colour, or the long form.
  static var shadow: Shape {
    Shape<ColorValue>.value(.color).map { color, _, _ in ShadowSettings(color: color) }
      .or(.mapping(ShadowKeys.self))
  }
}

struct GradientKeys: MappingKeys {
  static let title = "a gradient"
  static let documentation = "Colours that run into each other."

  let colors = Key(
    "colors", "The colours in even steps, at least two.", .list(of: .value(.color)), isRequired: true,
    example: "[navy, teal]",
    synonyms: ["colours", "stops"])
  let angle = Key(
    "angle", "The direction in which they run; 0deg is upwards.", .value(.angle), synonyms: ["direction"])

  static func decode(_ reader: MappingReader<GradientKeys>) -> GradientValue? {
    let angle = reader.angle
    guard let colors = reader.colors else { return nil }
    return GradientValue(colors: colors.value.map(\.value), angle: angle?.value)
  }
}

extension Shape<GradientValue> {
  /// `red -> blue`, or the long form.
  static var gradient: Shape { .value(.gradient).or(.mapping(GradientKeys.self)) }
}
