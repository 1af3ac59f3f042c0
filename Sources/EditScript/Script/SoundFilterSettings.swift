import SourceText

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
    case .highpass(let frequency), .lowpass(let frequency): frequency.flowText
    case .equalize(let settings): settings.canonicalText
    case .compress(let settings): settings.canonicalText
    case .limit(let level): level?.flowText
    case .reverb(let strength): strength?.flowText
    }
  }
}

extension EqualizerSettings {
  fileprivate var canonicalText: String {
    flow([
      ("frequency", frequency.value.flowText), ("gain", gain.value.flowText),
      ("width", width?.value.flowText),
    ])
  }
}

extension CompressorSettings {
  fileprivate var canonicalText: String? {
    let others = [
      ("ratio", ratio?.value.flowText), ("attack", attack?.value.canonicalText),
      ("release", release?.value.canonicalText), ("makeup", makeup?.value.flowText),
    ]
    guard others.contains(where: { $0.1 != nil }) else { return threshold?.value.flowText }
    return flow([("threshold", threshold?.value.flowText)] + others)
  }
}

/// `{frequency: 1000Hz, gain: 0.5}`
private func flow(_ members: [(String, String?)]) -> String {
  "{" + members.compactMap { key, value in value.map { "\(key): \($0)" } }.joined(separator: ", ") + "}"
}
