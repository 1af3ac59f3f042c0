import Composition
import Diagnostics
import YAMLTree

struct MediaKeys: MappingKeys {
  typealias Record = MediaDeclaration

  static let title = "a media file"
  static let documentation = "The long form of an entry under `media`."

  let file = Key(
    "file",
    "The path, relative to the script; with `%04d`, or with `*` and `frames`, it is an image sequence.",
    .path,
    isRequired: true, example: "beach.mp4", synonyms: ["path", "src", "source", "url", "clip"],
    field: .requiredText(\MediaDeclaration.file))
  let from = Key(
    "from",
    "The URLs of the file (`https:`, `http:`, `s3:`), in order of preference. `editc fetch` and `--fetch` download it.",
    .urls, example: "s3://t/a.mp4", synonyms: ["origin", "download"],
    related: ["remote"], field: .at(\MediaDeclaration.from, .names), default: .words("not stated"))
  let words = Key(
    "words", "The words that are spoken, as the JSON of a speech recogniser, for `says` and subtitles.",
    .path, example: "talk.json", synonyms: ["transcript"],
    field: .text(\MediaDeclaration.words), default: .words("unknown"))
  let sync = Key(
    "sync",
    "Where a recording of an event is on the clock of another one, for `angles`; `editc sync` finds it.",
    .mapping(SyncKeys.self), example: "{at: 12.3s}",
    related: ["offset", "sync-offset"], field: .inside(\MediaDeclaration.sync, SyncKeys.self),
    default: .words("the clock itself"))
  let sha256 = Key(
    "sha256", "The digest that the file must have; any other file is refused.", .value(.sha256),
    synonyms: ["hash", "checksum", "digest"], field: .at(\MediaDeclaration.settings.sha256),
    default: .words("not checked"))
  let streams = Key(
    "streams", "The streams to use.", .mapping(StreamKeys.self), example: "{audio: 1}",
    synonyms: ["stream", "tracks"], field: .inside(\MediaDeclaration.settings.streams, StreamKeys.self))
  let frames = Key(
    "frames", "The file names and the frame rate of an image sequence.", .mapping(SequenceFrameKeys.self),
    example: "{rate: 24}",
    related: ["rate", "fps", "frame-rate"],
    field: .sequenceFrames, default: .words("from the file"))
  let raw = Key(
    "raw", "What a file without a header contains: pictures or samples, one after another.",
    .mapping(RawKeys.self), example: "{pixel-format: gray, size: 8x8}",
    synonyms: ["rawvideo"], related: ["format"],
    field: .inside(\MediaDeclaration.settings.raw, RawKeys.self))
  let deinterlace = Key(
    "deinterlace",
    "Deinterlaces the frames that the file marks as interlaced (`auto`, the default), all frames (`on`), or none.",
    .choice(DeinterlaceWord.self, "a deinterlacing mode"), example: "on",
    related: ["interlaced", "field-order"], field: .at(\MediaDeclaration.settings.deinterlace),
    default: .words("from the file"))
  let orientation = Key(
    "orientation", "The clockwise rotation of the stored picture in degrees, if the file is wrong about it.",
    .choice(OrientationWord.self, "an orientation"), example: "90",
    related: ["rotate", "rotation"], field: .at(\MediaDeclaration.settings.orientation),
    default: .words("from the file"))
  let pixelAspect = Key(
    "pixel-aspect", "The width of a pixel to its height, if the file is wrong about it.",
    .value(.pixelAspect),
    example: "2:1", synonyms: ["sar", "par", "sample-aspect-ratio"],
    field: .at(\MediaDeclaration.settings.pixelAspect), default: .words("from the file"))
  let aperture = Key(
    "aperture",
    "Which part of the pictures is shown: all that is stored, or the clean aperture that the file states.",
    .choice(ApertureWord.self, "an aperture"), example: "clean", synonyms: ["clean-aperture"],
    related: ["crop"], field: .at(\MediaDeclaration.settings.aperture), default: "stored")
  let color = Key(
    "color", "The colour space of the file, if the file does not specify it or is wrong about it.",
    .choice(CanvasColor.self, "a colour space"), example: "bt601",
    synonyms: ["colour", "color-space", "colorspace"], field: .at(\MediaDeclaration.settings.color),
    default: .words("from the file"))
  let alpha = Key(
    "alpha", "The alpha mode: straight, premultiplied into the colours, or ignored.",
    .choice(AlphaWord.self, "an alpha mode"), example: "straight",
    field: .at(\MediaDeclaration.settings.alpha), default: .words("from the file"))
  let onDamage = Key(
    "on-damage",
    "What replaces damaged parts: the previous picture or black, and silence. By default they are an error.",
    .choice(DamageWord.self, "a damage mode"), example: "hold",
    related: ["missing"], field: .at(\MediaDeclaration.settings.onDamage), default: "error")
  let missing = Key(
    "missing",
    "What an image sequence shows for a missing picture: the previous one or black. By default it is an error.",
    .choice(MissingPictures.self, "a mode for missing pictures"), example: "hold",
    field: .at(\MediaDeclaration.frames.missing), default: "error")
}

struct SyncKeys: MappingKeys {
  typealias Record = MediaSync

  static let title = "a place on a clock"
  static let documentation =
    "When a recording starts on the clock of an event, and how fast it plays to stay with it."

  let at = Key(
    "at", "When the recording starts on the clock; negative if it began before the clock.", .value(.syncTime),
    example: "-3.2s", synonyms: ["start", "offset"], field: .at(\MediaSync.at), default: "0s")
  let speed = Key(
    "speed", "Seconds of the recording per second of the clock, if their clocks drift apart.",
    .value(.speed), example: "1.0001x", synonyms: ["drift", "rate"], field: .at(\MediaSync.speed),
    default: "1x")
}

struct StreamKeys: MappingKeys {
  typealias Record = MediaStreams

  static let title = "a file's streams"
  static let documentation = "The streams of a file to use."

  let video = Key(
    "video", "The number of the video stream, from 0.", .value(.integer(in: 0...1000)),
    field: .at(\MediaStreams.video), default: .words("from the file"))
  let audio = Key(
    "audio", "The number of the audio stream, from 0.", .value(.integer(in: 0...1000)), example: "1",
    field: .at(\MediaStreams.audio), default: .words("from the file"))
  let language = Key(
    "language", "The language of the audio stream: `eng`.", .text, example: "eng", synonyms: ["lang"],
    field: .text(\MediaStreams.language), default: .words("from the file"))
  let characteristic = Key(
    "characteristic", "What the audio stream is for, as the file states it: `commentary`.",
    .choice(TrackUse.self, "a characteristic"), example: "commentary", synonyms: ["disposition"],
    field: .at(\MediaStreams.use), default: .words("from the file"))
}

struct RawKeys: MappingKeys {
  typealias Record = RawSettings

  static let title = "raw media"
  static let documentation =
    "The form of the pictures (`pixel-format`, `size`, `rate`) or the samples (the other keys) of a file."

  let pixelFormat = Key(
    "pixel-format", "The pixel format of the pictures, by FFmpeg's name.", .value(.rawPixelFormat),
    example: "rgba", synonyms: ["pix-fmt", "pixels"], field: .at(\RawSettings.pixelFormat))
  let size = Key(
    "size", "Width and height of the pictures in pixels.", .value(.pixelSize), example: "8x8",
    synonyms: ["resolution", "video-size"], field: .at(\RawSettings.size))
  let rate = Key(
    "rate", "Pictures per second; a file without it is one still picture.", .value(.frameRate), example: "25",
    synonyms: ["fps", "frame-rate", "framerate"], field: .at(\RawSettings.rate))
  let sampleFormat = Key(
    "sample-format", "The format of the samples, by FFmpeg's name.",
    .choice(RawSampleFormat.self, "a sample format"), example: "u8", synonyms: ["sample-fmt", "samples"],
    field: .at(\RawSettings.sampleFormat))
  let sampleRate = Key(
    "sample-rate", "Samples per second.", .value(.integer(in: 1000...LanguageLimits.sampleRate)),
    example: "48000", synonyms: ["samplerate", "hz"], field: .at(\RawSettings.sampleRate))
  let channels = Key(
    "channels", "The channels of each sample, in the order of WAV files.",
    .choice(ChannelLayoutName.self, "a channel layout"), example: "mono",
    synonyms: ["layout", "channel-layout"], field: .at(\RawSettings.channels))

  static func decode(_ reader: MappingReader<RawKeys>) -> RawSettings? {
    let settings = reader.filled(RawSettings())
    let pictures = ["pixel-format", "size", "rate"]
    let samples = ["sample-format", "sample-rate", "channels"]
    let written = Set(reader.written.map(\.key.name))
    if written.contains("pixel-format") {
      reader.require(["size"])
      refuse(samples, beside: "pixel-format", "pictures", reader)
    } else if written.contains("sample-format") {
      reader.require(["sample-rate", "channels"])
      refuse(pictures, beside: "sample-format", "samples", reader)
    } else {
      reader.requireOne(of: ["pixel-format", "sample-format"])
    }
    return settings
  }

  /// Reports the keys of the other kind of file.
  private static func refuse(
    _ names: [String], beside format: String, _ content: String, _ reader: MappingReader<RawKeys>
  ) {
    for key in reader.written where names.contains(key.key.name) {
      reader.reading.report(
        Diagnostic(
          .keyOfAnotherKind,
          "with `\(format)`, the file contains \(content), which have no `\(key.key.name)`",
          at: key.entry.keyRange, hint: "remove it; a file contains pictures or samples"))
    }
  }
}

struct SequenceFrameKeys: MappingKeys {
  typealias Record = SequenceFrames

  static let title = "an image sequence"
  static let documentation = "The file names and the frame rate of an image sequence."

  let pattern = Key(
    "pattern",
    "The file names, with a placeholder for the number, in the folder given by `file`: `shot-%04d.png`.",
    .path, example: "shot-%04d.png", field: .text(\SequenceFrames.pattern))
  let rate = Key(
    "rate", "Pictures per second.", .value(.rate), synonyms: ["fps", "frame-rate"],
    field: .at(\SequenceFrames.rate))
}

/// The value of `frames` of an image sequence.
struct SequenceFrames: Hashable, Sendable {
  var pattern: Located<String>?
  var rate: Located<RateValue>?
}

extension KeyField<SequenceFrames> {
  /// The pattern becomes part of the path, so only the rate is a separate value.
  static let sequenceFrames = KeyField { (media: MediaDeclaration) in
    media.frames.rate.map { "{rate: \($0.value.canonicalText)}" }
  } set: { media, frames in
    media.frames.rate = frames.value.rate
    guard let pattern = frames.value.pattern else { return }
    let folder = media.file.value
    let separator = folder.hasSuffix("/") ? "" : "/"
    media.file = Located(
      folder == "." ? pattern.value : folder + separator + pattern.value, at: pattern.range)
  }
}
