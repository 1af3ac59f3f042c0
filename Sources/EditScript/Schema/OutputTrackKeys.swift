import Composition
import Diagnostics
import YAMLTree

struct OutputTrackKeys: MappingKeys {
  static let fields = MappingSchema(OutputTrackKeys.self)
  typealias Record = OutputTrack

  static let title = "a track of an output's audio"
  static let documentation =
    "One of several audio tracks in one file. Each is a mix of all or some items of the same film."
  static let alternatives = [["only", "without"]]

  let name = Key(
    "name", "The name of the track in players.", .trackTitle, example: "Deutsch",
    synonyms: ["title", "handler"], related: ["label", "id"], field: .text(\OutputTrack.name),
    default: .words("none"))
  let language = Key(
    "language", "The spoken language as an ISO 639 code: `deu` or `de`.", .languageCode,
    example: "deu", synonyms: ["lang"], field: .at(\OutputTrack.language, .quoted),
    default: .words("the language of the media, if all agree"))
  let isDefault = Key(
    "default", "Whether players select this track by default; exactly one track is the default.", .flag,
    example: "true", synonyms: ["main"], field: .at(\OutputTrack.isDefault),
    default: .words("the first track"))
  let only = Key(
    "only", "The items heard in this track; `story` is the whole timeline.", .itemNames,
    example: "[talk]", synonyms: ["items", "from"], related: ["with", "include"],
    field: .at(\OutputTrack.only, .names), default: .words("all items"))
  let without = Key(
    "without", "The items not heard in this track; `story` is the whole timeline.", .itemNames,
    example: "[talk]", synonyms: ["except"], related: ["exclude", "mute"],
    field: .at(\OutputTrack.without, .names), default: .words("none"))
  let codec = Key(
    "codec", "The codec of the track.",
    .word("an audio codec", SoundCodec.allCases.map(\.rawValue), planned: ["copy"]),
    synonyms: ["acodec", "encoder", "format", "c:a", "audio-codec"], field: .at(\OutputTrack.codec),
    default: .words("the container's default"))
  let bitRate = Key(
    "bitrate", "Bits per second.", .value(.bitRate), example: "128k",
    synonyms: ["bit-rate", "bps", "b:a", "ab", "audio-bitrate"],
    field: .at(\OutputTrack.bitRate, ValueText { $0.bitRateText }), default: .words("the preset's"))
  let channels = Key(
    "channels", "The channel layout.", .choice(ChannelLayoutName.self, "a channel layout"),
    synonyms: ["layout", "ac"], field: .at(\OutputTrack.channels), default: .words("the mix's"))

  static func decode(_ reader: MappingReader<OutputTrackKeys>) -> OutputTrack? {
    reader.filled(OutputTrack(range: reader.subject.node.range))
  }
}

extension Shape<OutputSound> {
  /// The settings of the sound, or a list of tracks.
  static var outputSound: Shape {
    Shape<AudioSettings>.mapping(AudioKeys.self).map { settings, _, _ in OutputSound(settings: settings) }
      .or(
        Shape<[Located<OutputTrack>]>.list(of: .mapping(OutputTrackKeys.self)).map {
          tracks, subject, reading in
          if case .sequence(let written, _) = subject.node.value, written.isEmpty {
            reading.reportEmptyCollection(
              subject, expecting: "audio tracks such as `[{name: English, language: en}]`")
          }
          return tracks.isEmpty ? nil : OutputSound(tracks: tracks.map(\.value))
        })
  }
}

private let soundSchema = MappingSchema(AudioKeys.self)

extension KeyField<OutputSound> {
  /// The settings as separate properties; tracks as one.
  static let outputSound = KeyField { key in
    let settings = soundSchema.properties.map { inner in
      WrittenProperty(name: "\(key.name).\(inner.name)", key: inner.key) { (output: Output) in
        output.tracks.isEmpty ? inner.text(output.audio) : nil
      }
    }
    let tracks = WrittenProperty(name: key.name, key: key) { (output: Output) in
      output.tracks.isEmpty
        ? nil
        : "[" + output.tracks.map { OutputTrackKeys.fields.flowText(of: $0) }.joined(separator: ", ") + "]"
    }
    return settings + [tracks]
  } lines: { (output: Output) in
    guard !output.tracks.isEmpty else { return soundSchema.lines(of: output.audio) }
    return output.tracks.enumerated().flatMap { number, track in
      OutputTrackKeys.fields.lines(of: track).map { "\(number + 1) \($0)" }
    }
  } set: { output, sound in
    (output.audio, output.tracks) = (sound.value.settings, sound.value.tracks)
  }
}
