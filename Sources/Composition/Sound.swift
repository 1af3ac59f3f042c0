package import EditTime

/// One sound over a stretch of the timeline.
package struct Sound: Hashable, Sendable, Codable {
  package var label: String
  package var timelineRange: TimeRange
  package var content: SoundContent
  /// In the item's own time: 0 is silence, 1 leaves the sound as it is.
  package var gain: Curve
  /// How it comes and goes at its ends, on top of its gain: what transitions, the item itself and splices ask for.
  package var fadesIn: [SoundFade]
  package var fadesOut: [SoundFade]
  /// In the item's own time: -1 is left, 0 leaves the sound as it is, 1 is right.
  package var pan: Curve
  /// What happens to the sound before its gain, one after the other; parameters are in the item's own time.
  package var filters: [SoundFilter]
  /// How it makes room for other sounds.
  package var duck: SoundDuck?
  /// The language of what is spoken, where it is known: for the tracks of outputs.
  package var language: String?

  package init(
    label: String, timelineRange: TimeRange, content: SoundContent, gain: Curve = .constant(1),
    fadesIn: [SoundFade] = [], fadesOut: [SoundFade] = [], pan: Curve = .constant(0),
    filters: [SoundFilter] = [], duck: SoundDuck? = nil, language: String? = nil
  ) {
    self.label = label
    self.timelineRange = timelineRange
    self.content = content
    self.gain = gain
    self.fadesIn = fadesIn
    self.fadesOut = fadesOut
    self.pan = pan
    self.filters = filters
    self.duck = duck
    self.language = language
  }
}

/// Where a sound comes from.
package enum SoundContent: Hashable, Sendable, Codable {
  /// A stream of a file; `mediaStart` is the media time at the start of the sound's timeline range.
  case media(Int, stream: Int, mediaStart: RationalTime)
  case tone(Tone)

  /// The index of the file it reads, if it reads one.
  package var media: Int? {
    if case .media(let media, _, _) = self { media } else { nil }
  }
}

/// A steady tone at full level, which begins with a rise from zero.
package struct Tone: Hashable, Sendable, Codable {
  package enum Waveform: String, Hashable, Sendable, Codable, CaseIterable {
    case sine
    case square
    case triangle
    case sawtooth
  }

  package var waveform: Waveform
  /// In hertz.
  package var frequency: Double

  package init(waveform: Waveform, frequency: Double) {
    self.waveform = waveform
    self.frequency = frequency
  }
}

/// A way in or out of a sound.
package struct SoundFade: Hashable, Sendable, Codable {
  package typealias Shape = FadeShape

  package var length: RationalTime
  package var shape: FadeShape

  package init(length: RationalTime, shape: FadeShape) {
    self.length = length
    self.shape = shape
  }
}

/// How a sound makes room for others: while they are heard it goes down to a level, and comes back afterwards.
package struct SoundDuck: Hashable, Sendable, Codable {
  /// The sounds of the composition that it listens to.
  package var under: [Int]
  /// The factor while they are heard.
  package var level: Double
  /// How long the whole way down and the whole way up take.
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
  /// A stream of a file, as it is.
  package init(
    label: String, timelineRange: TimeRange, media: Int, stream: Int, mediaStart: RationalTime,
    gain: Curve = .constant(1)
  ) {
    self.init(
      label: label, timelineRange: timelineRange,
      content: .media(media, stream: stream, mediaStart: mediaStart), gain: gain)
  }
}

extension Sound {
  /// The media time at the start of the timeline range; nil for what is made and not read.
  package var mediaStart: RationalTime? {
    if case .media(_, _, let mediaStart) = content { mediaStart } else { nil }
  }
}
