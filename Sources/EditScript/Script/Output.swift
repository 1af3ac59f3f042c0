package import Basics
package import Composition

/// One file to render.
package struct Output: Hashable, Sendable {
  package var range: SourceRange
  package var file: Located<String>
  /// The file as written, with `%n`, if `file` has the number in its place.
  package var numberedFile: Located<String>?
  package var name: Located<String>?
  package var preset: Located<String>?
  package var size: Located<CanvasSize>?
  package var rate: Located<RateValue>?
  /// The part of the film to render; nil for all of it.
  package var part: Located<RangeExpression>?
  package var video = VideoSettings()
  /// With several tracks, the settings of the first.
  package var audio = AudioSettings()
  /// The tracks, if `audio` is a list.
  package var tracks: [OutputTrack] = []
  /// `render`, `passthrough`, `smart` or `auto`.
  package var mode: Located<String>?
  package var isFastStart: Located<Bool>?
  /// The length of the file's fragments; nil for an unfragmented file.
  package var fragment: Located<DurationExpression>?
  /// The playlists that list the file.
  package var playlist: Located<[Located<String>]>?
  /// The tags written for this output.
  package var metadata = MetadataSettings()
  /// Whether markers become chapters.
  package var hasChapters: Located<Bool>?
  /// What becomes part of the file besides pictures, sound and tags.
  package var keep: Located<[Located<KeptContent>]>?
  /// The language of the subtitle track to write, if the output is a subtitle file, as three letters.
  package var subtitles: Located<String>?
  /// The timecode of the film's first frame.
  package var timecode: Located<Timecode>?
  /// The time of a still; nil for a film or an image sequence.
  package var still: Located<TimeExpression>?
  /// Whether the timeline and each audio item become separate tracks.
  package var hasStems: Located<Bool>?
  /// The items that differ in this output.
  package var overrides: [ItemOverride] = []
  /// The subtitles that differ in this output.
  package var subtitleOverrides: [SubtitleOverride] = []
  /// The number in the name of the first picture of an image sequence.
  package var firstNumber: Located<Int>?
  /// How often an animation plays; 0 for endlessly.
  package var plays: Located<Int>?

  package init(range: SourceRange, file: Located<String>) {
    self.range = range
    self.file = file
  }
}

extension Output {
  /// Whether anything of the film differs in it.
  package var hasOverrides: Bool { !overrides.isEmpty || !subtitleOverrides.isEmpty }

  /// Whether it keeps the chapters of the media.
  package var keepsChapters: Bool { kept(.chapters) != nil }

  /// The word in `keep` for what it keeps; nil if it does not keep it.
  package func kept(_ content: KeptContent) -> Located<KeptContent>? {
    keep?.value.first { $0.value == content }
  }

  /// Whether everything is copied that is not left out.
  package var isPassthrough: Bool { mode?.value == "passthrough" || preset?.value == "passthrough" }

  /// Whether unchanged pictures are copied, and all others encoded.
  package var isSmart: Bool { mode.map { ["smart", "auto"].contains($0.value) } ?? false }

  /// Whether coded pictures are copied from the media.
  package var copiesPicture: Bool {
    video.codec?.value == "copy" || (isPassthrough && video.codec == nil)
  }

  /// Whether coded sound is copied from the media.
  package var copiesSound: Bool {
    audio.codec?.value == "copy" || (isPassthrough && audio.codec == nil)
  }
}

/// What an output can keep of the media of the timeline, cut and moved as its clips are.
package enum KeptContent: String, Hashable, Sendable, CaseIterable {
  case chapters
  /// The subtitle streams, as streams.
  case subtitles
  /// The timecode of the first clip, if the others continue it.
  case timecode
  /// The other audio tracks of a file whose sound is copied.
  case tracks
  /// Timed metadata, which cannot be kept: a finding gives the reason.
  case data
}

/// An item as overridden by one output.
package struct ItemOverride: Hashable, Sendable {
  /// The name of the item, at its place under `overrides`.
  package let name: Located<String>
  /// The whole item with the overrides, at the place of the item that it replaces.
  package let item: Item
  /// The same on canvases of shapes for which the script overrides the item, too.
  var itemsByShape: [PictureShape: Item] = [:]
  /// The overridden keys and their values in canonical spelling, one key per line.
  let text: [String]
}

extension ItemOverride {
  /// The same with the item changed, as it is on each shape.
  package func mapped(_ change: (Item) -> Item) -> ItemOverride {
    ItemOverride(
      name: name, item: change(item), itemsByShape: itemsByShape.mapValues(change), text: text)
  }
}

extension SubtitleOverride {
  /// The same with the track changed.
  package func mapped(_ change: (SubtitleTrack) -> SubtitleTrack) -> SubtitleOverride {
    SubtitleOverride(name: name, track: change(track), text: text)
  }
}

/// Subtitles as overridden by one output.
package struct SubtitleOverride: Hashable, Sendable {
  /// The name of the track, at its place under `overrides`.
  package let name: Located<String>
  /// The whole track with the overrides.
  package let track: SubtitleTrack
  /// The overridden keys and their values in canonical spelling, one key per line.
  let text: [String]
}

/// The values under `video` of an output.
package struct VideoSettings: Hashable, Sendable {
  /// `h264`, `copy`, `none`.
  package var codec: Located<String>?
  /// The constant quality, on the encoder's scale.
  package var quality: Located<Int>?
  /// Bits per second.
  package var bitRate: Located<Int64>?
  /// The number of encoding passes.
  package var passes: Located<Int>?
  /// The maximum size of the whole file, in bytes.
  package var maximumFileSize: Located<Int64>?
  /// The encoder's speed preset: `veryfast`.
  package var speed: Located<String>?
  package var keyFrameInterval: Located<DurationExpression>?
  /// The encoder's name of the profile: `high10`.
  package var profile: Located<String>?
  package var level: Located<String>?
  package var tune: Located<String>?
  package var options = EncoderOptionTexts()
  package var depth: Located<EncodedDepth>?
  package var mastering = MasteringSettings()
  /// FFmpeg's name: `yuv420p`.
  package var pixelFormat: Located<String>?
  package var color: Located<CanvasColor>?
  /// The name of the track in players.
  package var title: Located<String>?

  package init() {}
}

/// The values under `mastering`; brightness is in candela per square metre.
package struct MasteringSettings: Hashable, Sendable {
  package var peak: Located<Double>?
  package var black: Located<Double>?
  package var primaries: Located<MasteringDisplay.Primaries>?
  package var maxCLL: Located<Int>?
  package var maxFALL: Located<Int>?

  package init() {}
}

/// Encoder parameters, as written: `aq-mode=3:psy=0`.
package struct EncoderOptionTexts: Hashable, Sendable {
  package var x264: Located<String>?
  package var x265: Located<String>?

  package init() {}
}

/// The values under `audio` of an output.
package struct AudioSettings: Hashable, Sendable {
  package var codec: Located<String>?
  package var bitRate: Located<Int64>?
  /// Samples per second.
  package var rate: Located<Int>?
  package var channels: Located<ChannelLayoutName>?
  /// The name of the track in players.
  package var title: Located<String>?

  package init() {}
}
