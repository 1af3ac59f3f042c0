import Basics
import Composition
import Diagnostics
import YAMLTree

// What is heard of an item: mappings under its keys.

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
