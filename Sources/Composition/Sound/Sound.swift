package import Basics

/// One sound over a range of the timeline.
package struct Sound: Hashable, Sendable, Codable {
  /// For people: the item's name, or its kind and value.
  package var label: String
  /// The item's name; nil if it has none.
  package var name: String?
  package var timelineRange: TimeRange
  package var content: SoundContent
  /// Whether speed changes the pitch.
  package var pitch: PitchRule
  /// In the item's own time: 0 is silence, 1 leaves the sound as it is.
  package var gain: Curve
  /// Fades at its ends, on top of its gain: from transitions, the item itself and splices.
  package var fadesIn: [SoundFade]
  package var fadesOut: [SoundFade]
  /// In the item's own time: -1 is left, 0 leaves the sound as it is, 1 is right.
  package var pan: Curve
  /// Applied in order before the gain; parameters are in the item's own time.
  package var filters: [SoundStep]
  /// The mapping of its source's channels, applied before anything else; nil for the usual conversion.
  package var channels: ChannelMatrix?
  /// The loudness to which the sound is normalised between its filters and its gain, in LUFS; nil for none.
  package var loudness: Double?
  /// How it ducks under other sounds; nil if it does not.
  package var duck: SoundDuck?
  /// The spoken language, for the tracks of outputs; nil if unknown.
  package var language: String?

  package init(
    label: String, name: String? = nil, timelineRange: TimeRange, content: SoundContent,
    pitch: PitchRule = .keep,
    gain: Curve = .constant(1), fadesIn: [SoundFade] = [], fadesOut: [SoundFade] = [],
    pan: Curve = .constant(0), filters: [SoundStep] = [], duck: SoundDuck? = nil, language: String? = nil
  ) {
    self.label = label
    self.name = name
    self.timelineRange = timelineRange
    self.content = content
    self.pitch = pitch
    self.gain = gain
    self.fadesIn = fadesIn
    self.fadesOut = fadesOut
    self.pan = pan
    self.filters = filters
    self.duck = duck
    self.language = language
  }
}

/// The source of a sound.
package enum SoundContent: Hashable, Sendable, Codable {
  /// A stream of a file; time 0 of the clock is the start of the sound's timeline range.
  case media(Int, stream: Int, clock: MediaClock)
  /// The mix of a nested film, by its index in the composition.
  case film(Int, clock: MediaClock)
  case tone(Tone)

  /// A stream of a file at recorded speed, from a moment on.
  package static func media(_ media: Int, stream: Int, mediaStart: RationalTime) -> SoundContent {
    .media(media, stream: stream, clock: MediaClock(start: mediaStart))
  }

  /// The clock; nil for generated sound.
  package var clock: MediaClock? {
    switch self {
    case .media(_, _, let clock), .film(_, let clock): clock
    case .tone: nil
    }
  }
}

/// A steady tone at full level that starts with a rise from zero.
package struct Tone: Hashable, Sendable, Codable {
  package var waveform: Waveform
  /// In hertz.
  package var frequency: Double

  package init(waveform: Waveform, frequency: Double) {
    self.waveform = waveform
    self.frequency = frequency
  }
}

/// A fade at one end of a sound.
package struct SoundFade: Hashable, Sendable, Codable {
  package var length: RationalTime
  package var shape: FadeCurve

  package init(length: RationalTime, shape: FadeCurve) {
    self.length = length
    self.shape = shape
  }
}

/// Ducking: lowers a sound to a level while other sounds are audible.
package struct SoundDuck: Hashable, Sendable, Codable {
  /// The indices of the sounds under which it ducks.
  package var under: [Int]
  /// The factor while they are audible.
  package var level: Double
  /// How long the complete fall and the complete rise take.
  package var attack: RationalTime
  package var release: RationalTime

  package init(under: [Int], level: Double, attack: RationalTime, release: RationalTime) {
    self.under = under
    self.level = level
    self.attack = attack
    self.release = release
  }
}

extension Sound {
  /// A stream of a file, unchanged.
  package init(
    label: String, timelineRange: TimeRange, media: Int, stream: Int, mediaStart: RationalTime,
    gain: Curve = .constant(1)
  ) {
    self.init(
      label: label, timelineRange: timelineRange,
      content: .media(media, stream: stream, mediaStart: mediaStart), gain: gain)
  }
}
