package import Basics

/// An edit in the form common to all formats: media, and sequences of tracks with consecutive items.
///
/// Every reader creates one and every writer starts from one. All times are exact seconds.
package struct InterchangeTimeline: Hashable, Sendable {
  package var name: String?
  package var canvas: InterchangeCanvas
  package var media: [InterchangeMedia]
  /// The first is the film; items play the others.
  package var sequences: [InterchangeSequence]

  package init(
    name: String? = nil, canvas: InterchangeCanvas = InterchangeCanvas(), media: [InterchangeMedia] = [],
    sequences: [InterchangeSequence] = []
  ) {
    self.name = name
    self.canvas = canvas
    self.media = media
    self.sequences = sequences
  }

  /// The film itself; an empty sequence if there is none.
  package var main: InterchangeSequence { sequences.first ?? InterchangeSequence() }
}

/// The properties of the film's picture that the input contains.
package struct InterchangeCanvas: Hashable, Sendable {
  package var width: Int?
  package var height: Int?
  package var rate: FrameRate?
  /// Whether the film has drop-frame timecode.
  package var isDropFrame: Bool
  /// The timecode of the first frame, as a time since 00:00:00:00.
  package var start: RationalTime?

  package init(
    width: Int? = nil, height: Int? = nil, rate: FrameRate? = nil, isDropFrame: Bool = false,
    start: RationalTime? = nil
  ) {
    self.width = width
    self.height = height
    self.rate = rate
    self.isDropFrame = isDropFrame
    self.start = start
  }
}

/// A media file.
package struct InterchangeMedia: Hashable, Sendable {
  /// The name in the input.
  package var name: String
  /// The path or URL as written; nil if the input names no file.
  package var path: String?
  package var kind: Kind
  package var timing: Timing
  package var duration: RationalTime?
  package var rate: FrameRate?
  package var width: Int?
  package var height: Int?
  package var hasPicture: Bool
  package var hasSound: Bool
  package var channels: Int?
  package var place: InputPlace

  package enum Kind: Hashable, Sendable {
    case film, still
  }

  /// The origin of times in a media file.
  package enum Timing: Hashable, Sendable {
    /// The first frame, whose timecode may be known.
    case fromStart(timecode: RationalTime?)
    /// The file's own timecode, which is unknown here.
    case timecode(rate: FrameRate, isDropFrame: Bool)
  }

  package init(
    name: String, path: String? = nil, kind: Kind = .film, timing: Timing = .fromStart(timecode: nil),
    duration: RationalTime? = nil, rate: FrameRate? = nil, width: Int? = nil, height: Int? = nil,
    hasPicture: Bool = true, hasSound: Bool = true, channels: Int? = nil, place: InputPlace
  ) {
    self.name = name
    self.path = path
    self.kind = kind
    self.timing = timing
    self.duration = duration
    self.rate = rate
    self.width = width
    self.height = height
    self.hasPicture = hasPicture
    self.hasSound = hasSound
    self.channels = channels
    self.place = place
  }
}

/// A timeline: picture tracks from bottom to top, and sound tracks.
package struct InterchangeSequence: Hashable, Sendable {
  package var name: String?
  package var tracks: [InterchangeTrack]
  package var markers: [InterchangeMarker]
  package var captions: [InterchangeCaption]

  package init(
    name: String? = nil, tracks: [InterchangeTrack] = [], markers: [InterchangeMarker] = [],
    captions: [InterchangeCaption] = []
  ) {
    self.name = name
    self.tracks = tracks
    self.markers = markers
    self.captions = captions
  }

  package var pictures: [InterchangeTrack] { tracks.filter { $0.kind == .picture } }
  package var sounds: [InterchangeTrack] { tracks.filter { $0.kind == .sound } }

  var hasSound: Bool { !sounds.isEmpty || pictures.contains { $0.clips.contains(where: \.playsSound) } }
}

/// Consecutive items.
package struct InterchangeTrack: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case picture, sound
  }

  package var kind: Kind
  package var name: String?
  package var isEnabled: Bool
  package var items: [InterchangeItem]

  package init(kind: Kind, name: String? = nil, isEnabled: Bool = true, items: [InterchangeItem] = []) {
    self.kind = kind
    self.name = name
    self.isEnabled = isEnabled
    self.items = items
  }
}

/// A named time of a sequence.
package struct InterchangeMarker: Hashable, Sendable {
  package var name: String
  package var note: String?
  package var time: RationalTime
  package var isChapter: Bool
  package var place: InputPlace

  package init(
    name: String, note: String? = nil, time: RationalTime, isChapter: Bool = false, place: InputPlace
  ) {
    self.name = name
    self.note = note
    self.time = time
    self.isChapter = isChapter
    self.place = place
  }
}

/// A text shown for some time.
package struct InterchangeCaption: Hashable, Sendable {
  package var text: String
  package var range: TimeRange
  package var language: String?
  package var place: InputPlace

  package init(text: String, range: TimeRange, language: String? = nil, place: InputPlace) {
    self.text = text
    self.range = range
    self.language = language
    self.place = place
  }
}
