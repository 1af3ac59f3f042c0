package import Basics

/// The properties of a media file that checking and lowering use.
///
/// They come from a probe, a lock or a table in a test. **Media time 0** is where the presentation of the
/// file's earliest picture or sound starts, with edit lists and encoder delay applied; every range counts
/// from there.
package struct MediaFacts: Hashable, Sendable, Codable {
  /// The container's short name: `mov`, `matroska`, `mpegts`, `png`.
  package var container: String
  /// From media time 0 to the end of the last picture or sound; exact if the packets allow it.
  package var extent: Extent
  /// The file's own timestamp of media time 0.
  package var origin: RationalTime
  package var video: [VideoTrackFacts]
  package var audio: [AudioTrackFacts]
  package var otherTracks: [OtherTrackFacts]
  /// Tags of the file as a whole, in the order of the file.
  package var tags: [MediaTag]
  /// How many chapters the file states.
  package var chapterCount: Int
  /// Those with a plausible range, in the order of the file.
  package var chapters: [MediaChapter]
  package var byteCount: Int64
  /// Whether it is a recording of `editc record` that is not an ordinary file yet.
  package var isUnfinishedRecording: Bool
  /// Remarks of the probe for readers: "the file ends 3.2 s before its header says".
  package var remarks: [String]

  package init(
    container: String, extent: Extent, origin: RationalTime = .zero, video: [VideoTrackFacts] = [],
    audio: [AudioTrackFacts] = [], otherTracks: [OtherTrackFacts] = [], tags: [MediaTag] = [],
    chapterCount: Int = 0, chapters: [MediaChapter] = [], byteCount: Int64 = 0,
    isUnfinishedRecording: Bool = false, remarks: [String] = []
  ) {
    self.container = container
    self.extent = extent
    self.origin = origin
    self.video = video
    self.audio = audio
    self.otherTracks = otherTracks
    self.tags = tags
    self.chapterCount = chapterCount
    self.chapters = chapters
    self.byteCount = byteCount
    self.isUnfinishedRecording = isUnfinishedRecording
    self.remarks = remarks
  }

  /// The remarks, with what readers can do.
  package var notes: [String] {
    isUnfinishedRecording
      ? ["the recording is unfinished: `editc record --finish FILE` makes an ordinary file of it"] + remarks
      : remarks
  }

  /// The video track that is shown by default: the first moving one, else the first still. Never a cover.
  package var mainVideo: VideoTrackFacts? {
    video.first { !$0.isAttachedPicture && !$0.isStill } ?? video.first { !$0.isAttachedPicture }
  }

  /// The audio track that plays by default: the first one marked as default, else the first.
  package var mainAudio: AudioTrackFacts? {
    audio.first { $0.isDefault } ?? audio.first
  }
}

/// A tag of a media file.
package struct MediaTag: Hashable, Sendable, Codable {
  package var name: String
  package var value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// A chapter of a media file.
package struct MediaChapter: Hashable, Sendable, Codable {
  package var name: String?
  /// From media time 0.
  package var range: TimeRange

  package init(name: String?, range: TimeRange) {
    (self.name, self.range) = (name, range)
  }
}

/// The facts of a video track.
package struct VideoTrackFacts: Hashable, Sendable, Codable {
  package var streamIndex: Int
  package var codec: String
  package var profile: String?
  /// The size in the file, before rotation and pixel aspect.
  package var storedSize: PixelSize
  package var pixelAspect: PixelAspect
  package var orientation: PictureOrientation
  /// The part of the stored picture that the file specifies for display; nil for all of it.
  package var cleanAperture: CleanAperture?
  package var pixelFormat: String
  package var bitDepth: Int
  package var hasAlpha: Bool
  package var color: ColorTags
  package var fieldOrder: FieldOrder
  /// Nil for a still picture or a variable rate.
  package var rate: FrameRate?
  /// Whether the durations of frames differ by more than rounding in the container explains.
  package var hasVariableRate: Bool
  /// Whether the file states only decoding times; its pictures are shown at these, in presentation order.
  package var hasDecodingTimes: Bool
  /// From the first picture shown to the end of the last one.
  package var mediaRange: TimeRange
  package var frameCount: Int64
  /// A cover or thumbnail in addition to the real content.
  package var isAttachedPicture: Bool
  /// One picture without a duration: PNG, JPEG.
  package var isStill: Bool
  package var language: String?
  /// The media's own timecode at its first frame, as the file spells it.
  package var timecode: String?

  package init(
    streamIndex: Int, codec: String, profile: String? = nil, storedSize: PixelSize,
    pixelAspect: PixelAspect = .square, orientation: PictureOrientation = .upright,
    cleanAperture: CleanAperture? = nil,
    pixelFormat: String = "yuv420p", bitDepth: Int = 8, hasAlpha: Bool = false,
    color: ColorTags = ColorTags(), fieldOrder: FieldOrder = .progressive, rate: FrameRate? = nil,
    hasVariableRate: Bool = false, hasDecodingTimes: Bool = false, mediaRange: TimeRange = .zero,
    frameCount: Int64 = 1,
    isAttachedPicture: Bool = false, isStill: Bool = false, language: String? = nil,
    timecode: String? = nil
  ) {
    self.streamIndex = streamIndex
    self.codec = codec
    self.profile = profile
    self.storedSize = storedSize
    self.pixelAspect = pixelAspect
    self.orientation = orientation
    self.cleanAperture = cleanAperture
    self.pixelFormat = pixelFormat
    self.bitDepth = bitDepth
    self.hasAlpha = hasAlpha
    self.color = color
    self.fieldOrder = fieldOrder
    self.rate = rate
    self.hasVariableRate = hasVariableRate
    self.hasDecodingTimes = hasDecodingTimes
    self.mediaRange = mediaRange
    self.frameCount = frameCount
    self.isAttachedPicture = isAttachedPicture
    self.isStill = isStill
    self.language = language
    self.timecode = timecode
  }

  /// The size as shown: pixel aspect changes the width, never the height; then rotation is applied.
  package var displaySize: PixelSize {
    let unturned = pixelAspect.displaySize(of: storedSize)
    return orientation.swapsAxes ? unturned.turned : unturned
  }
}

/// A part of a stored picture, in pixels; fractions in the media are rounded.
package struct CleanAperture: Hashable, Sendable, Codable, CustomStringConvertible {
  package var x: Int
  package var y: Int
  package var size: PixelSize

  package init(x: Int, y: Int, size: PixelSize) {
    self.x = x
    self.y = y
    self.size = size
  }

  /// `16,9,1888x1062`
  package var description: String { "\(x),\(y),\(size)" }
}

/// The facts of an audio track.
package struct AudioTrackFacts: Hashable, Sendable, Codable {
  package var streamIndex: Int
  package var codec: String
  package var profile: String?
  package var sampleRate: Int
  package var channelCount: Int
  /// FFmpeg's name of the layout: `mono`, `stereo`, `5.1`.
  package var channelLayout: String
  /// From the first sample heard to the end of the last one.
  package var mediaRange: TimeRange
  package var sampleCount: Int64
  package var isDefault: Bool
  package var language: String?
  /// What the file states it is for, in the order of the words.
  package var uses: [TrackUse]

  package init(
    streamIndex: Int, codec: String, profile: String? = nil, sampleRate: Int, channelCount: Int,
    channelLayout: String, mediaRange: TimeRange, sampleCount: Int64, isDefault: Bool = false,
    language: String? = nil, uses: [TrackUse] = []
  ) {
    self.streamIndex = streamIndex
    self.codec = codec
    self.profile = profile
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.channelLayout = channelLayout
    self.mediaRange = mediaRange
    self.sampleCount = sampleCount
    self.isDefault = isDefault
    self.language = language
    self.uses = uses
  }
}

/// A stream that is neither video nor audio.
package struct OtherTrackFacts: Hashable, Sendable, Codable {
  package var streamIndex: Int
  /// `subtitle`, `data`, `attachment`.
  package var kind: String
  package var codec: String
  package var language: String?

  package init(streamIndex: Int, kind: String, codec: String, language: String? = nil) {
    self.streamIndex = streamIndex
    self.kind = kind
    self.codec = codec
    self.language = language
  }
}
