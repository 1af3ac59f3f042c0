import Basics
import Composition
import Diagnostics
import YAMLTree

// The sound of an item: mappings under its keys.

/// Which of a clip's own audio is heard, and when.
struct ClipSoundKeys: MappingKeys {
  static let fields = MappingSchema(ClipSoundKeys.self)
  typealias Record = ClipSound

  static let title = "a clip's sound"
  static let documentation = "Which audio stream is heard, and how it is shifted against the picture."

  let stream = Key(
    "stream", "The number of the audio stream, from 0.", .value(.integer(in: 0...1000)),
    example: "1", field: .at(\ClipSound.stream.number))
  let language = Key(
    "language", "The language of the audio stream: `eng`.", .text, example: "deu",
    synonyms: ["lang"], field: .at(\ClipSound.stream.language))
  let characteristic = Key(
    "characteristic", "What the audio stream is for, as the file states it: `commentary`.",
    .choice(TrackUse.self, "a characteristic"), example: "commentary", synonyms: ["disposition"],
    field: .at(\ClipSound.stream.use))
  let lead = Key(
    "lead", "How long the sound starts before its picture (J-cut).", .value(.duration),
    example: "500ms", field: .at(\ClipSound.lead), default: "0s")
  let lag = Key(
    "lag", "How long the sound continues after its picture (L-cut).", .value(.duration),
    example: "500ms", field: .at(\ClipSound.lag), default: "0s")

  static func decode(_ reader: MappingReader<ClipSoundKeys>) -> SoundChoice? {
    .chosen(reader.filled(ClipSound()))
  }
}

/// The source channel for each channel of the mix.
struct ChannelsKeys: MappingKeys {
  static let fields = MappingSchema(ChannelsKeys.self)
  typealias Record = ItemChannels

  static let title = "channels"
  static let documentation =
    "The channel of the media for each speaker of the mix: by position, by number from 0, or `mono` for the"
    + " average of all. If the mix lacks a speaker, its channel is mixed into the others."

  let left = Key(
    "left", "The channel for the left speaker.", .choice(SourceChannel.self, "a channel"), example: "right",
    synonyms: ["front-left"], field: .at(\ItemChannels.left), default: .words("nothing"))
  let right = Key(
    "right", "The channel for the right speaker.", .choice(SourceChannel.self, "a channel"), example: "left",
    synonyms: ["front-right"], field: .at(\ItemChannels.right), default: .words("nothing"))
  let center = Key(
    "center", "The channel for the centre speaker.", .choice(SourceChannel.self, "a channel"),
    example: "mono",
    synonyms: ["centre", "front-center"], field: .at(\ItemChannels.center), default: .words("nothing"))
  let lfe = Key(
    "lfe", "The channel for the low-frequency speaker of 5.1 and 7.1.",
    .choice(SourceChannel.self, "a channel"),
    synonyms: ["sub", "subwoofer"], field: .at(\ItemChannels.lfe), default: .words("nothing"))
  let backLeft = Key(
    "back-left", "The channel for the back left speaker.", .choice(SourceChannel.self, "a channel"),
    synonyms: ["surround-left", "rear-left"], field: .at(\ItemChannels.backLeft),
    default: .words("nothing"))
  let backRight = Key(
    "back-right", "The channel for the back right speaker.", .choice(SourceChannel.self, "a channel"),
    synonyms: ["surround-right", "rear-right"], field: .at(\ItemChannels.backRight),
    default: .words("nothing"))
  let sideLeft = Key(
    "side-left", "The channel for the side left speaker of 7.1.", .choice(SourceChannel.self, "a channel"),
    field: .at(\ItemChannels.sideLeft), default: .words("nothing"))
  let sideRight = Key(
    "side-right", "The channel for the side right speaker of 7.1.",
    .choice(SourceChannel.self, "a channel"), field: .at(\ItemChannels.sideRight), default: .words("nothing"))

  static func decode(_ reader: MappingReader<ChannelsKeys>) -> ItemChannels? {
    let channels = reader.filled(ItemChannels())
    return channels == ItemChannels() && reader.written.isEmpty ? reader.refuseEmpty() : channels
  }
}

extension Shape<ItemChannels> {
  /// `left`, or a mapping by channels of the mix.
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
        .emptyValue, "`channels` names no speaker, so nothing would be heard", at: subject.node.range,
        hint: "write `channels: left`, or `channels: {center: mono}`"))
    return nil
  }
}

struct DuckKeys: MappingKeys {
  static let fields = MappingSchema(DuckKeys.self)
  typealias Record = ItemDuck

  static let title = "ducking"
  static let documentation = "How a sound is lowered while others are heard."
  static let alternatives = [["to", "by"]]

  let under = Key(
    "under", "The items that lower this sound while they are heard; `story` is the whole timeline.",
    .itemNames,
    isRequired: true, example: "talk", synonyms: ["below"], related: ["for"], field: .duckingNames)
  let to = Key(
    "to", "The level while ducked; -12dB by default.", .value(.level), example: "-12dB",
    related: ["level", "volume"], field: .at(\ItemDuck.level), default: "-12dB")
  let by = Key(
    "by", "Another name for `to`.", .value(.level), example: "-12dB",
    synonyms: ["amount"], field: .otherLevel)
  let attack = Key(
    "attack", "The time to fade down; 200ms by default.", .value(.duration), example: "200ms",
    field: .at(\ItemDuck.attack), default: "200ms")
  let release = Key(
    "release", "The time to fade back up; 1s by default.", .value(.duration), example: "1s",
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
  /// A synonym of `to`, which prints the value.
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
