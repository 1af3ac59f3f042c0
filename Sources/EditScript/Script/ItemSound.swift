package import Composition

// The audio of items, and their fades, as written.

/// Which sound of an item is heard, and when.
package enum SoundChoice: Hashable, Sendable {
  case on
  case off
  case chosen(ClipSound)
  /// The sound of one of the item's angles.
  case angle(String)
}

/// `audio: {stream: 1, lead: 500ms}`
package struct ClipSound: Hashable, Sendable {
  package var stream: StreamChoice
  /// The time by which the sound starts before its picture.
  package var lead: Located<DurationExpression>?
  /// The time by which the sound continues after its picture.
  package var lag: Located<DurationExpression>?

  package init(
    stream: StreamChoice = StreamChoice(), lead: Located<DurationExpression>? = nil,
    lag: Located<DurationExpression>? = nil
  ) {
    self.stream = stream
    self.lead = lead
    self.lag = lag
  }
}

/// `channels: left`, or `channels: {center: mono}`
package struct ItemChannels: Hashable, Sendable {
  /// The only channel that is heard, as if the file had no other.
  package var only: Located<SourceChannel>?
  // The source of each channel of the mix.
  package var left: Located<SourceChannel>?
  package var right: Located<SourceChannel>?
  package var center: Located<SourceChannel>?
  package var lfe: Located<SourceChannel>?
  package var backLeft: Located<SourceChannel>?
  package var backRight: Located<SourceChannel>?
  package var sideLeft: Located<SourceChannel>?
  package var sideRight: Located<SourceChannel>?

  package init(only: Located<SourceChannel>? = nil) { self.only = only }
}

/// The choice of one of a file's audio tracks; the main one if nothing is written.
package struct StreamChoice: Hashable, Sendable {
  /// The track's number, from 0.
  package var number: Located<Int>?
  package var language: Located<String>?
  package var use: Located<TrackUse>?

  package init(
    number: Located<Int>? = nil, language: Located<String>? = nil, use: Located<TrackUse>? = nil
  ) {
    self.number = number
    self.language = language
    self.use = use
  }

  package var isWritten: Bool { number != nil || language != nil || use != nil }
}

/// `fade: 1s` or `fade: {in: 1s, out: 2s, curve: s-curve}`
package struct ItemFade: Hashable, Sendable {
  package var fadeIn: Located<DurationExpression>?
  package var fadeOut: Located<DurationExpression>?
  package var curve: Located<FadeCurve>?

  package init(
    fadeIn: Located<DurationExpression>? = nil, fadeOut: Located<DurationExpression>? = nil,
    curve: Located<FadeCurve>? = nil
  ) {
    self.fadeIn = fadeIn
    self.fadeOut = fadeOut
    self.curve = curve
  }
}

/// `duck: talk` or `duck: {under: talk, to: -12dB, attack: 200ms, release: 1s}`
package struct ItemDuck: Hashable, Sendable {
  /// Names of items, or `story` for all sound of the timeline.
  package var under: [Located<String>]
  package var level: Located<Level>?
  package var attack: Located<DurationExpression>?
  package var release: Located<DurationExpression>?

  package init(under: [Located<String>]) {
    self.under = under
  }

  /// The name for all sound of the timeline, unless an item has this name.
  package static let story = "story"
}

/// `tone: sine` with its frequency.
package struct ToneItem: Hashable, Sendable {
  package var waveform: Waveform
  package var frequency: Located<Frequency>?

  package init(waveform: Waveform = .sine, frequency: Located<Frequency>? = nil) {
    self.waveform = waveform
    self.frequency = frequency
  }
}

// MARK: - Spelling

extension ItemFade: CanonicalValue {
  /// `1s` if both ends are the same, else the long form.
  package var canonicalText: String {
    if curve == nil, let begin = fadeIn?.value, begin == fadeOut?.value { return begin.canonicalText }
    return FadeKeys.fields.flowText(of: self)
  }
}

extension ItemDuck: CanonicalValue {
  /// The name alone if nothing else is written, else the long form.
  package var canonicalText: String {
    let members = DuckKeys.fields.members(of: self)
    return members.count == 1 && under.count == 1 ? under[0].value : flow(members)
  }
}

extension ItemChannels: CanonicalValue {
  package var canonicalText: String { only?.value.rawValue ?? ChannelsKeys.fields.flowText(of: self) }
}

extension SoundChoice: CanonicalValue {
  package var canonicalText: String {
    switch self {
    case .on: "on"
    case .off: "off"
    case .chosen(let sound): ClipSoundKeys.fields.flowText(of: sound)
    case .angle(let name): name
    }
  }
}
