import Basics
import Composition
import Diagnostics
import YAMLTree

// Mappings under the keys of items.

/// Which of a clip's own sound is heard, and when.
struct ClipSoundKeys: MappingKeys {
  static let fields = MappingSchema(ClipSoundKeys.self)
  typealias Record = ClipSound

  static let title = "a clip's sound"
  static let documentation = "Which sound of the media is heard, and how it is shifted against the picture."

  let stream = Key(
    "stream", "The number of the sound stream, from 0.", .value(.integer(in: 0...1000)),
    example: "1", field: .at(\ClipSound.stream.number))
  let language = Key(
    "language", "The language of the sound stream: `eng`.", .text, example: "deu",
    synonyms: ["lang"], field: .at(\ClipSound.stream.language))
  let lead = Key(
    "lead", "How long the sound is heard before its picture (a J cut).", .value(.duration),
    example: "500ms", field: .at(\ClipSound.lead), default: "0s")
  let lag = Key(
    "lag", "How long the sound is heard after its picture (an L cut).", .value(.duration),
    example: "500ms", field: .at(\ClipSound.lag), default: "0s")

  static func decode(_ reader: MappingReader<ClipSoundKeys>) -> SoundChoice? {
    .chosen(reader.filled(ClipSound()))
  }
}

/// What is heard from each place of the mix.
struct ChannelsKeys: MappingKeys {
  static let fields = MappingSchema(ChannelsKeys.self)
  typealias Record = ItemChannels

  static let title = "channels"
  static let documentation =
    "Which channel of the media is heard from each place of the mix: by its place, by its number from 0, or `mono` for all"
    + " of them, averaged. A mix without a place has it in the others."

  let left = Key(
    "left", "What is heard from the left.", .choice(SourceChannel.self, "a channel"), example: "right",
    synonyms: ["front-left"], field: .at(\ItemChannels.left), default: .words("nothing"))
  let right = Key(
    "right", "What is heard from the right.", .choice(SourceChannel.self, "a channel"), example: "left",
    synonyms: ["front-right"], field: .at(\ItemChannels.right), default: .words("nothing"))
  let center = Key(
    "center", "What is heard from the middle.", .choice(SourceChannel.self, "a channel"), example: "mono",
    synonyms: ["centre", "front-center"], field: .at(\ItemChannels.center), default: .words("nothing"))
  let lfe = Key(
    "lfe", "What the low-frequency channel of 5.1 and 7.1 plays.", .choice(SourceChannel.self, "a channel"),
    synonyms: ["sub", "subwoofer"], field: .at(\ItemChannels.lfe), default: .words("nothing"))
  let backLeft = Key(
    "back-left", "What is heard from behind on the left.", .choice(SourceChannel.self, "a channel"),
    synonyms: ["surround-left", "rear-left"], field: .at(\ItemChannels.backLeft),
    default: .words("nothing"))
  let backRight = Key(
    "back-right", "What is heard from behind on the right.", .choice(SourceChannel.self, "a channel"),
    synonyms: ["surround-right", "rear-right"], field: .at(\ItemChannels.backRight),
    default: .words("nothing"))
  let sideLeft = Key(
    "side-left", "What is heard from the side on the left, in 7.1.", .choice(SourceChannel.self, "a channel"),
    field: .at(\ItemChannels.sideLeft), default: .words("nothing"))
  let sideRight = Key(
    "side-right", "What is heard from the side on the right, in 7.1.",
    .choice(SourceChannel.self, "a channel"), field: .at(\ItemChannels.sideRight), default: .words("nothing"))

  static func decode(_ reader: MappingReader<ChannelsKeys>) -> ItemChannels? {
    let channels = reader.filled(ItemChannels())
    return channels == ItemChannels() && reader.written.isEmpty ? reader.refuseEmpty() : channels
  }
}

extension Shape<ItemChannels> {
  /// `left`, or a mapping of the mix's places.
  static var channels: Shape {
    Shape<SourceChannel>.choice(SourceChannel.self, "a channel")
      .map { channel, subject, _ in ItemChannels(only: Located(channel, at: subject.node.range)) }
      .or(.mapping(ChannelsKeys.self))
  }
}

extension MappingReader<ChannelsKeys> {
  fileprivate func refuseEmpty() -> ItemChannels? {
    reading.report(
      Diagnostic(
        .emptyValue, "`channels` names no place, so nothing would be heard", at: subject.node.range,
        hint: "write `channels: left`, or `channels: {center: mono}`"))
    return nil
  }
}

struct TransitionKeys: MappingKeys {
  static let fields = MappingSchema(TransitionKeys.self)
  typealias Record = TransitionItem

  static let title = "a transition"
  static let documentation = "The long form of a transition between two items."

  let kind = Key(
    "kind", "What is seen: `dissolve`, `wipe left`, `fade through black`.", .value(.transitionKind),
    isRequired: true, synonyms: ["type", "name", "style"], field: .required(\TransitionItem.kind))
  let duration = Key(
    "for", "How long it takes.", .value(.duration), isRequired: true, example: "1s",
    synonyms: ["duration", "length", "dur"], field: .required(\TransitionItem.duration))
  let ease = Key(
    "ease", "How it gets going and comes to rest.", .value(.easing), example: "ease-in-out",
    synonyms: ["easing", "curve"], field: .plain(\TransitionItem.easing, unless: .linear), default: "linear")
  let using = Key(
    "using",
    "`overlap` takes the time from the neighbours; `handles` keeps their length and uses media outside the takes.",
    .choice(TransitionRoom.self, "a way to make room"), example: "handles", field: .at(\TransitionItem.room),
    default: "overlap")
  let audio = Key(
    "audio", "How the sound changes over.", .choice(TransitionSound.self, "a sound transition"),
    synonyms: ["sound"], field: .at(\TransitionItem.sound), default: "equal-power")

  static func decode(_ reader: MappingReader<TransitionKeys>) -> TransitionItem? {
    let (kind, duration) = (reader.kind, reader.duration)
    guard let kind, let duration else { return nil }
    var transition = reader.filled(TransitionItem(kind: kind, duration: duration))
    transition.picture = followedPicture(of: kind, reader.reading)
    return transition
  }
}

extension Shape<TransitionItem> {
  /// `dissolve 1s`, or the long form.
  static var transition: Shape {
    Shape<TransitionValue>.value(.transition)
      .map { written, subject, reading in
        let kind = Located(written.kind, at: subject.node.range)
        var transition = TransitionItem(
          kind: kind, duration: Located(written.duration, at: subject.node.range))
        transition.picture = followedPicture(of: kind, reading)
        return transition
      }
      .or(.mapping(TransitionKeys.self))
  }
}

/// The picture that a transition follows, where it stands in the text of its transition as it is; else at the whole text.
private func followedPicture(of kind: Located<TransitionKind<String>>, _ reading: Reading) -> Located<String>?
{
  guard case .pictured(let transition, let file) = kind.value else { return nil }
  let bytes = reading.source.bytes
  guard kind.range.end <= bytes.count, case let text = bytes[kind.range.start..<kind.range.end],
    let word = text.firstRange(of: Array(transition.rawValue.utf8)),
    let found = text[word.upperBound...].firstRange(of: Array(file.utf8))
  else { return Located(file, at: kind.range) }
  return Located(file, at: SourceRange(found.lowerBound, found.upperBound))
}

/// The long form of `crop`.
struct CropKeys: MappingKeys {
  static let fields = MappingSchema(CropKeys.self)
  typealias Record = CropSettings

  static let title = "a crop"
  static let documentation =
    "What is cut off a picture by its sides, or the part that is kept; and where that part is shown."
  static let alternatives = SideKeys.names.map { ["part", $0] }

  let part = Key(
    "part",
    "What is cut off at the left, top, right and bottom, in this order, or the rectangle that is kept.",
    .animated(.crop), example: "10% 0px 10% 0px", related: ["rectangle", "rect", "window", "insets"],
    field: .required(\CropSettings.part))
  let sides = SideKeys.keys { "How much is cut off at the \($0)." }
  let anchor = Key(
    "anchor",
    "`place` fits and places the part like a picture of its own; `keep` leaves it where it is in the whole picture.",
    .choice(CropAnchor.self, "an anchor of a crop"), example: "keep", field: .at(\CropSettings.anchor),
    default: "place")

  static func decode(_ reader: MappingReader<CropKeys>) -> CropSettings? {
    let (part, sides) = (reader.part, SideKeys.lengths(reader.allWritten(of: \.sides)))
    if let part { return reader.filled(CropSettings(part: part)) }
    guard let range = sides.first?.value.range else {
      if !reader.hasValue(for: \.part),
        !reader.written.contains(where: { SideKeys.names.contains($0.key.name) })
      {
        reader.reading.report(
          Diagnostic(
            .missingKey, "a crop needs `part` or a side", at: reader.subject.keyRange,
            hint: "add one, as in `left: 10%`"))
      }
      return nil
    }
    let nothing = Length(0, .pixels)
    let value = CropValue.insets(
      left: sides["left"]?.value ?? nothing, top: sides["top"]?.value ?? nothing,
      right: sides["right"]?.value ?? nothing, bottom: sides["bottom"]?.value ?? nothing)
    return reader.filled(CropSettings(part: Located(.constant(value), at: range)))
  }
}

/// A length for each side of a picture, by its name.
enum SideKeys {
  static let names = ["left", "top", "right", "bottom"]

  static func keys(_ documentation: (String) -> String) -> [Key<Length>] {
    names.map { Key($0, documentation($0), .value(.length), example: "10%", default: "0px") }
  }

  static func lengths(_ written: [(key: KeyDeclaration, value: Located<Length>)]) -> [String: Located<Length>]
  {
    Dictionary(written.map { ($0.key.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}

/// The long form of `place`: `{at: bottom right, margin: {right: 24px, bottom: 12px}}`.
struct PlaceKeys: MappingKeys {
  static let title = "a place with a margin"
  static let documentation = "One of the nine places, and how far from the sides it is."

  let at = Key(
    "at", "The place.", .value(.place), isRequired: true, example: "bottom right",
    related: ["position", "anchor", "gravity"])
  let margin = Key(
    "margin", "How far from the side, then from the top or bottom; one length is for both; or by the sides.",
    Shape<Margin>.margin, example: "24px 12px", synonyms: ["margins"],
    related: ["padding", "inset", "insets"],
    default: "0px")

  static func decode(_ reader: MappingReader<PlaceKeys>) -> Animated<Place>? {
    let (at, margin) = (reader.at, reader.margin)
    guard let at else { return nil }
    guard let margin else { return .constant(at.value) }
    guard case .named(let name, let horizontal, let vertical) = at.value, horizontal.amount == 0,
      vertical.amount == 0
    else {
      reader.reading.report(
        Diagnostic(
          .competingKeys, "`margin` is for one of the nine places without a margin of its own",
          at: margin.range,
          notes: [.init("the place", at: at.range)], hint: "write `at: bottom right`, or leave `margin` out"))
      return nil
    }
    return margin.value.place(name, reader.reading).map { .constant($0) }
  }
}

/// How far a named place is from the sides of the canvas.
struct Margin: Hashable, Sendable {
  var horizontal = Length(0, .pixels)
  var vertical = Length(0, .pixels)
  /// Where each side is written by its name.
  var sides: [String: Located<Length>] = [:]

  /// Nil after a finding: only the sides that a place is at have a distance to it.
  fileprivate func place(_ name: NinePlace, _ reading: Reading) -> Place? {
    let words = name.rawValue.split(separator: " ").map(String.init)
    var (horizontal, vertical) = (horizontal, vertical)
    for (side, length) in sides.sorted(by: { $0.value.range < $1.value.range }) {
      guard words.contains(side) else {
        reading.report(
          Diagnostic(
            .competingKeys, "`\(name.rawValue)` has no distance to the \(side)", at: length.range,
            hint: words == ["center"] ? "leave `margin` out" : "write \(listing(words, last: "and"))"))
        return nil
      }
      if side == "left" || side == "right" { horizontal = length.value } else { vertical = length.value }
    }
    return .named(name, horizontalMargin: horizontal, verticalMargin: vertical)
  }
}

struct MarginKeys: MappingKeys {
  static let title = "a margin"
  static let documentation = "How far a place is from each of its sides."

  let sides = SideKeys.keys { "How far from the \($0)." }

  static func decode(_ reader: MappingReader<MarginKeys>) -> Margin? {
    var margin = Margin()
    margin.sides = SideKeys.lengths(reader.allWritten(of: \.sides))
    return margin
  }
}

extension Shape<Animated<Place>> {
  /// A place, over time too, or the long form.
  static var animatedPlace: Shape { animated(.place).orLongForm(PlaceKeys.self) }
}

extension Shape<Margin> {
  /// `24px`, `24px 12px`, or by the sides.
  fileprivate static var margin: Shape { .value(.margin).or(.mapping(MarginKeys.self)) }
}

extension Shape<CropSettings> {
  /// The part alone, or the long form.
  static var crop: Shape {
    Shape<Animated<CropValue>>.animated(.crop)
      .map { part, subject, _ in CropSettings(part: Located(part, at: subject.node.range)) }
      .orLongForm(CropKeys.self)
  }
}

struct MaskKeys: MappingKeys {
  static let fields = MappingSchema(MaskKeys.self)
  typealias Record = MaskSettings

  static let title = "a mask"
  static let documentation = "What lets a picture through."
  static let alternatives = [["image", "shape"]]

  let image = Key(
    "image", "A picture whose brightness is the mask.", .mediaOrPath, example: "art/mask.png",
    synonyms: ["file", "path"], field: .maskImage)
  let shape = Key(
    "shape", "A shape; the item shows inside of it.", .choice(MaskShape.self, "a shape"),
    field: .maskShape)
  let place = Key(
    "place", "The place of the mask on the item.", .animatedPlace, example: "center",
    synonyms: [.words("position", ifWord: ())], field: .at(\MaskSettings.place), default: "center")
  let width = Key(
    "width", "How wide the mask is.", .animated(.length), example: "50%", field: .at(\MaskSettings.width))
  let height = Key(
    "height", "How high the mask is.", .animated(.length), example: "50%", field: .at(\MaskSettings.height))
  let radius = Key(
    "radius", "How round the corners of a rectangle are.", .animated(.length), example: "8px",
    field: .at(\MaskSettings.radius), default: "0px")
  let feather = Key(
    "feather", "How soft the edge is.", .animated(.length), example: "4px", synonyms: ["softness", "blur"],
    field: .at(\MaskSettings.feather), default: "0px")
  let invert = Key(
    "invert", "Shows the item outside of the shape instead.", .flag, example: "true",
    synonyms: ["inverted"], field: .plain(\MaskSettings.isInverted, unless: false), default: "false")

  static func decode(_ reader: MappingReader<MaskKeys>) -> MaskSettings? {
    let image = reader.image
    let shape = reader.shape
    let source = image.map { MaskSettings.Source.image($0) } ?? shape.map { .shape($0.value) }
    return source.map { reader.filled(MaskSettings(source: $0)) }
  }
}

extension KeyField<String> {
  static let maskImage = KeyField { (mask: MaskSettings) in
    if case .image(let image) = mask.source { image.value } else { nil }
  }
}

extension KeyField<MaskShape> {
  static let maskShape = KeyField { (mask: MaskSettings) in
    if case .shape(let shape) = mask.source { shape.rawValue } else { nil }
  }
}

struct ChromaKeyKeys: MappingKeys {
  static let fields = MappingSchema(ChromaKeyKeys.self)
  typealias Record = ChromaKeySettings

  static let title = "a chroma key"
  static let documentation = "The colour that becomes transparent, and how much of similar colours."

  let color = Key(
    "color", "The colour that disappears.", .value(.color), isRequired: true, example: "lime",
    synonyms: ["colour"], field: .required(\ChromaKeySettings.color))
  let tolerance = Key(
    "tolerance", "How far a colour may be from it and still disappear.", .animated(.portion("a tolerance")),
    example: "0.2",
    related: ["threshold", "similarity"], field: .at(\ChromaKeySettings.tolerance),
    default: .words("the share of the colour in a pixel decides"))
  let softness = Key(
    "softness", "How gradually colours come back.", .animated(.portion("a softness")), example: "0.1",
    related: ["blend", "halo"], field: .at(\ChromaKeySettings.softness),
    default: .words("as `tolerance`"))
  let spill = Key(
    "spill", "How much of the colour is taken out of the rest.", .animated(.portion("a spill")),
    field: .at(\ChromaKeySettings.spill), default: "1")
  let edge = Key(
    "edge", "What is done to the edge of what stays.", .mapping(KeyEdgeKeys.self),
    example: "{choke: 1px, feather: 2px}",
    synonyms: ["matte"], related: ["choke", "feather"], field: .at(\ChromaKeySettings.edge),
    default: .words("nothing"))

  static func decode(_ reader: MappingReader<ChromaKeyKeys>) -> ChromaKeySettings? {
    reader.color.map { reader.filled(ChromaKeySettings(color: $0)) }
  }
}

struct KeyEdgeKeys: MappingKeys {
  static let fields = MappingSchema(KeyEdgeKeys.self)
  typealias Record = KeyEdgeSettings

  static let title = "the edge of a chroma key"
  static let documentation = "Makes what a chroma key leaves smaller or softer, inwards."

  let choke = Key(
    "choke", "How far the edge is taken back; at most 32px.", .animated(.length), example: "1px",
    synonyms: ["shrink", "erode"], field: .at(\KeyEdgeSettings.choke), default: "0px")
  let feather = Key(
    "feather", "How wide the edge is softened, on its inner side; at most 64px.", .animated(.length),
    example: "2px",
    synonyms: ["softness", "blur"], field: .at(\KeyEdgeSettings.feather), default: "0px")

  static func decode(_ reader: MappingReader<KeyEdgeKeys>) -> KeyEdgeSettings? {
    reader.filled(KeyEdgeSettings())
  }
}

struct FadeKeys: MappingKeys {
  static let fields = MappingSchema(FadeKeys.self)
  typealias Record = ItemFade

  static let title = "a fade"
  static let documentation = "How an item comes and goes."

  let fadeIn = Key(
    "in", "How long it takes to come.", .value(.duration), example: "1s", synonyms: ["fade-in"],
    related: ["start"],
    field: .at(\ItemFade.fadeIn), default: "0s")
  let fadeOut = Key(
    "out", "How long it takes to go.", .value(.duration), example: "2s", synonyms: ["fade-out"],
    related: ["end"],
    field: .at(\ItemFade.fadeOut), default: "0s")
  let curve = Key(
    "curve", "The curve of the fade; `linear` by default.",
    .choice(FadeCurve.self, "a fade curve"), example: "s-curve", synonyms: ["ease", "easing", "shape"],
    field: .at(\ItemFade.curve), default: "linear")

  static func decode(_ reader: MappingReader<FadeKeys>) -> ItemFade? { reader.filled(ItemFade()) }
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
  static let fields = MappingSchema(DuckKeys.self)
  typealias Record = ItemDuck

  static let title = "ducking"
  static let documentation = "How a sound makes room for other ones."
  static let alternatives = [["to", "by"]]

  let under = Key(
    "under", "The item or the items that are heard instead; `story` is all of the timeline.", .itemNames,
    isRequired: true, example: "talk", synonyms: ["below"], related: ["for"], field: .duckingNames)
  let to = Key(
    "to", "The level while ducked; -12dB by default.", .value(.level), example: "-12dB",
    related: ["level", "volume"], field: .at(\ItemDuck.level), default: "-12dB")
  let by = Key(
    "by", "How far it is lowered: another word for `to`.", .value(.level), example: "-12dB",
    synonyms: ["amount"], field: .otherLevel)
  let attack = Key(
    "attack", "How long the way down takes; 200ms by default.", .value(.duration), example: "200ms",
    field: .at(\ItemDuck.attack), default: "200ms")
  let release = Key(
    "release", "How long the way back takes; 1s by default.", .value(.duration), example: "1s",
    field: .at(\ItemDuck.release), default: "1s")

  static func decode(_ reader: MappingReader<DuckKeys>) -> ItemDuck? {
    guard let under = reader.under?.value, !under.isEmpty else { return nil }
    return reader.filled(ItemDuck(under: under))
  }
}

extension KeyField<[Located<String>]> {
  static let duckingNames = KeyField { (duck: ItemDuck) in ValueText.names.line(duck.under) }
}

extension KeyField<Level> {
  /// Another word for `to`, which prints it.
  static let otherLevel = KeyField { (_: ItemDuck) in
    nil
  } set: { duck, level in
    duck.level = level
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
  static var itemNames: Shape {
    Shape<String>.value(.name).naming(.item)
      .map { name, subject, _ in [Located(name, at: subject.node.range)] }
      .or(
        Shape<[Located<String>]>.list(of: Shape<String>.value(.name).naming(.item)).map {
          names, subject, reading in
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
  static let fields = MappingSchema(BoxKeys.self)
  typealias Record = BoxSettings

  static let title = "a box"
  static let documentation = "A box behind words."

  let color = Key(
    "color", "The colour of the box.", .animated(.color), example: "navy",
    synonyms: ["colour", "background", "fill"], field: .at(\BoxSettings.color))
  let padding = Key(
    "padding", "The room between the words and the edge.", .animated(.length), example: "8px",
    field: .at(\BoxSettings.padding))
  let radius = Key(
    "radius", "How round its corners are.", .animated(.length), example: "4px", synonyms: ["border-radius"],
    field: .at(\BoxSettings.radius), default: "0px")
}

struct ShadowKeys: MappingKeys {
  static let fields = MappingSchema(ShadowKeys.self)
  typealias Record = ShadowSettings

  static let title = "a shadow"
  static let documentation = "A shadow behind words."

  let color = Key(
    "color", "The colour of the shadow.", .animated(.color), example: "black", synonyms: ["colour"],
    field: .at(\ShadowSettings.color))
  let x = Key(
    "x", "How far it falls to the right.", .value(.length), example: "2px", synonyms: ["dx", "offset-x"],
    field: .at(\ShadowSettings.x))
  let y = Key(
    "y", "How far it falls down.", .value(.length), example: "2px", synonyms: ["dy", "offset-y"],
    field: .at(\ShadowSettings.y))
  let blur = Key(
    "blur", "How soft it is.", .animated(.length), example: "4px", synonyms: ["softness"],
    field: .at(\ShadowSettings.blur))

  static func decode(_ reader: MappingReader<ShadowKeys>) -> ShadowSettings? {
    reader.filled(ShadowSettings())
  }
}

extension Shape<ShadowSettings> {
  /// A colour, or the long form.
  static var shadow: Shape {
    Shape<Animated<Color>>.value(.animated(.color))
      .map { color, subject, _ in ShadowSettings(color: Located(color, at: subject.node.range)) }
      .or(.mapping(ShadowKeys.self))
  }
}

struct GradientKeys: MappingKeys {
  static let title = "a gradient"
  static let documentation = "Colours that run into each other."

  let colors = Key(
    "colors", "The colours in even steps, at least two.", .list(of: .animated(.color)), isRequired: true,
    example: "[navy, teal]",
    synonyms: ["colours", "stops"])
  let angle = Key(
    "angle", "The direction in which they run; 0deg is upwards.", .animated(.angle), synonyms: ["direction"])

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
