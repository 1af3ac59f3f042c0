import Basics

/// A filter of sound, as written; nil and what is not written have their usual values.
package enum SoundFilterSettings: Hashable, Sendable {
  case highpass(Animated<Frequency>)
  case lowpass(Animated<Frequency>)
  case equalize(EqualizerSettings)
  case compress(CompressorSettings)
  case limit(Animated<Level>?)
  case reverb(Animated<Double>?)
}

/// `eq: {frequency: 1kHz, gain: -3dB}`
package struct EqualizerSettings: Hashable, Sendable {
  package var frequency: Located<Animated<Frequency>>
  package var gain: Located<Animated<Level>>
  package var width: Located<Animated<Frequency>>?

  package init(
    frequency: Located<Animated<Frequency>>, gain: Located<Animated<Level>>,
    width: Located<Animated<Frequency>>? = nil
  ) {
    self.frequency = frequency
    self.gain = gain
    self.width = width
  }
}

/// `compress: -18dB`, or `compress: {threshold: -18dB, ratio: 4}`
package struct CompressorSettings: Hashable, Sendable {
  package var threshold: Located<Animated<Level>>?
  package var ratio: Located<Animated<Double>>?
  package var attack: Located<DurationExpression>?
  package var release: Located<DurationExpression>?
  package var makeup: Located<Animated<Level>>?

  package init(threshold: Located<Animated<Level>>? = nil) {
    self.threshold = threshold
  }
}

// MARK: - Spelling

extension SoundFilterSettings {
  /// The value as it could stand behind the filter's name; nil where only the name is written.
  package var canonicalText: String? {
    switch self {
    case .highpass(let frequency), .lowpass(let frequency): frequency.canonicalText
    case .equalize(let settings): settings.canonicalText
    case .compress(let settings): settings.canonicalText
    case .limit(let level): level?.canonicalText
    case .reverb(let strength): strength?.canonicalText
    }
  }
}

extension EqualizerSettings {
  fileprivate var canonicalText: String { EqualizerKeys.fields.flowText(of: self) }
}

extension CompressorSettings {
  /// The threshold alone where nothing else is written, else the long form; nil if nothing is written.
  fileprivate var canonicalText: String? {
    let members = CompressorKeys.fields.members(of: self)
    let isShort = !members.contains { $0.name != "threshold" }
    return isShort ? threshold?.value.canonicalText : flow(members)
  }
}
