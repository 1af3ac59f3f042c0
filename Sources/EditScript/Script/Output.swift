package import Basics
package import Composition

/// One file to make.
package struct Output: Hashable, Sendable {
  package var range: SourceRange
  package var file: Located<String>
  package var name: Located<String>?
  package var preset: Located<String>?
  package var size: Located<CanvasSize>?
  package var rate: Located<RateValue>?
  /// The part of the film to make; nil for all of it.
  package var part: Located<RangeExpression>?
  package var video = VideoSettings()
  /// Where there are tracks, what the first one says.
  package var audio = AudioSettings()
  /// Where `audio` is a list.
  package var tracks: [OutputTrack] = []
  /// `render`, `passthrough`, `smart` or `auto`.
  package var mode: Located<String>?
  package var isFastStart: Located<Bool>?
  /// How long the fragments of the file are; nil for a file in one piece.
  package var fragment: Located<DurationExpression>?
  /// The playlists that name the file.
  package var playlist: Located<[Located<String>]>?
  /// What is written here of its tags.
  package var metadata = MetadataSettings()
  /// Whether markers become chapters of it.
  package var hasChapters: Located<Bool>?
  /// The language of the subtitles that a file of subtitles has, in three letters.
  package var subtitles: Located<String>?
  /// Of the film's first frame.
  package var timecode: Located<Timecode>?
  /// The time of the one picture that it is; nil for a film, and for pictures by number.
  package var still: Located<TimeExpression>?
  /// Whether the timeline and each audio item become tracks of their own.
  package var hasStems: Located<Bool>?
  /// The items that are different in it.
  package var overrides: [ItemOverride] = []
  /// The number in the name of the first picture, for pictures by number.
  package var firstNumber: Located<Int>?
  /// How often an animation plays; 0 for ever.
  package var plays: Located<Int>?

  package init(range: SourceRange, file: Located<String>) {
    self.range = range
    self.file = file
  }
}

extension Output {
  /// Whether everything is to be copied that is not left out.
  package var isPassthrough: Bool { mode?.value == "passthrough" || preset?.value == "passthrough" }

  /// Whether pictures are copied wherever nothing changes them, and encoded elsewhere.
  package var isSmart: Bool { mode.map { ["smart", "auto"].contains($0.value) } ?? false }

  /// Whether packets of pictures are copied from the media.
  package var copiesPicture: Bool {
    video.codec?.value == "copy" || (isPassthrough && video.codec == nil)
  }

  /// Whether packets of sound are copied from the media.
  package var copiesSound: Bool {
    audio.codec?.value == "copy" || (isPassthrough && audio.codec == nil)
  }
}

/// An item as one output shows it.
package struct ItemOverride: Hashable, Sendable {
  /// The name of the item, where the output says it.
  package let name: Located<String>
  /// The whole item with what is different. It has the place of the item that it replaces.
  package let item: Item
  /// What is different, a key a line, in canonical spelling.
  let text: [String]
}

/// What is written under `video` of an output.
package struct VideoSettings: Hashable, Sendable {
  /// The codec's word: `h264`, `copy`, `none`.
  package var codec: Located<String>?
  /// x264's constant rate factor.
  package var quality: Located<Int>?
  /// Bits a second.
  package var bitRate: Located<Int64>?
  /// How often the film is encoded to reach the bit rate.
  package var passes: Located<Int>?
  /// Bytes that the whole file may have.
  package var maximumFileSize: Located<Int64>?
  /// The encoder's speed preset: `veryfast`.
  package var speed: Located<String>?
  package var keyFrameInterval: Located<DurationExpression>?
  /// x264's name of the profile: `high10`.
  package var profile: Located<String>?
  package var level: Located<String>?
  package var tune: Located<String>?
  package var options = EncoderOptionTexts()
  package var depth: Located<EncodedDepth>?
  package var mastering = MasteringSettings()
  /// FFmpeg's name: `yuv420p`.
  package var pixelFormat: Located<String>?
  package var color: Located<CanvasColor>?
  /// What players call the track.
  package var title: Located<String>?

  package init() {}
}

/// What is written under `mastering`: brightness is in candela a square metre.
package struct MasteringSettings: Hashable, Sendable {
  package var peak: Located<Double>?
  package var black: Located<Double>?
  package var primaries: Located<MasteringDisplay.Primaries>?
  package var maxCLL: Located<Int>?
  package var maxFALL: Located<Int>?

  package init() {}
}

/// Parameters of encoders as they are written: `aq-mode=3:psy=0`.
package struct EncoderOptionTexts: Hashable, Sendable {
  package var x264: Located<String>?
  package var x265: Located<String>?

  package init() {}
}

/// What is written under `audio` of an output.
package struct AudioSettings: Hashable, Sendable {
  package var codec: Located<String>?
  package var bitRate: Located<Int64>?
  /// Samples a second.
  package var rate: Located<Int>?
  package var channels: Located<ChannelLayoutName>?
  /// What players call the track.
  package var title: Located<String>?

  package init() {}
}
