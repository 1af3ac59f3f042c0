import Basics
import Composition
import Diagnostics
import EditScript
import Vocabulary

extension SoundBuilding {
  /// The filters of an item's sound, in its own time; `mix` is nil where there is no canvas, and nothing comes of it.
  mutating func soundFilters(
    ofItemAt index: Int, length: RationalTime, rate: FrameRate?, mix: MixFormat?
  ) -> [SoundFilter] {
    (items[index].item.filters?.value ?? []).compactMap { entry in
      switch entry.value.value {
      case .effect(.denoise, let amount):
        let (strength, findings) = settingFindingsAside { phase in
          phase.curve(of: .denoise, amount, at: entry.range, length: length, rate: rate, nil)
        }
        // What is wrong with it was said of the picture already, if there is one.
        let isSaid = items[index].lane != .sound && (seen[index].picture != nil || mix == nil)
        if !isSaid { context.findings.report(findings) }
        return .denoise(strength: strength)
      case .sound(let settings):
        return filter(settings, at: entry.range, FilteredTime(length: length, rate: rate, mix: mix))
      case .effect, .look, .ffmpeg: return nil
      }
    }
  }

  /// What a filter's numbers count in.
  private struct FilteredTime {
    let length: RationalTime
    let rate: FrameRate?
    let mix: MixFormat?
  }

  private mutating func filter(
    _ settings: SoundFilterSettings, at place: SourceRange, _ time: FilteredTime
  ) -> SoundFilter? {
    switch settings {
    case .highpass(let frequency):
      return .highpass(frequency: frequencies(Located(frequency, at: place), time))
    case .lowpass(let frequency):
      return .lowpass(frequency: frequencies(Located(frequency, at: place), time))
    case .equalize(let written):
      return .equalize(
        frequency: frequencies(written.frequency, time),
        gain: levels(written.gain, usual: 1, time), width: written.width.map { widths($0, time) })
    case .compress(let written): return compressor(written, time)
    case .limit(let level):
      return .limit(level: levels(level.map { Located($0, at: place) }, usual: Usual.limit, time))
    case .reverb(let strength):
      return .reverb(
        strength: curve(
          strength.map { Located($0, at: place) }, initial: Usual.reverb, itemLength: time.length,
          rate: time.rate, number: { $0 }))
    }
  }

  private mutating func compressor(_ written: CompressorSettings, _ time: FilteredTime) -> SoundFilter? {
    let threshold = levels(written.threshold, usual: Usual.threshold, time)
    let ratio = curve(
      written.ratio, initial: Usual.ratio, itemLength: time.length, rate: time.rate, number: { $0 })
    let attack = written.attack.map { wayLength($0, rate: time.rate) } ?? RationalTime(1, 200)
    let release = written.release.map { wayLength($0, rate: time.rate) } ?? RationalTime(1, 10)
    let makeup = levels(written.makeup, usual: 1, time)
    guard let attack, let release else { return nil }
    return .compress(
      SoundCompressor(threshold: threshold, ratio: ratio, attack: attack, release: release, makeup: makeup))
  }

  private mutating func levels(
    _ written: Located<Animated<Level>>?, usual: Double, _ time: FilteredTime
  ) -> Curve {
    curve(written, initial: usual, itemLength: time.length, rate: time.rate, number: { $0.factor })
  }

  /// Frequencies that the mix can hold; reports others.
  private mutating func frequencies(
    _ written: Located<Animated<Frequency>>, _ time: FilteredTime
  ) -> Curve {
    let found = curve(
      written, initial: 1000, itemLength: time.length, rate: time.rate, number: { $0.hertz })
    let highest = found.keys.map(\.value).max() ?? 0
    if let sampleRate = time.mix?.sampleRate, highest >= Double(sampleRate) / 2 {
      report(
        .frequencyIsTooHigh(highest, of: sampleRate, at: written.range))
    }
    return found
  }

  private mutating func widths(_ written: Located<Animated<Frequency>>, _ time: FilteredTime) -> Curve {
    let found = curve(
      written, initial: 1000, itemLength: time.length, rate: time.rate, number: { $0.hertz })
    if let least = found.keys.map(\.value).min(), least < 1 {
      report(
        .bandIsTooNarrow(least, at: written.range))
    }
    return found
  }
}

/// What filters do where nothing is written.
private enum Usual {
  /// -1 dB.
  static let limit = 0.8912509381337456
  /// -18 dB.
  static let threshold = 0.12589254117941673
  static let ratio = 4.0
  static let reverb = 0.5
}

extension SoundFilter {
  /// The same filter with its times counted from `offset` earlier.
  func shifted(by offset: RationalTime) throws(TimeOverflow) -> SoundFilter {
    switch self {
    case .highpass(let frequency): .highpass(frequency: try frequency.shifted(by: offset))
    case .lowpass(let frequency): .lowpass(frequency: try frequency.shifted(by: offset))
    case .equalize(let frequency, let gain, let width):
      .equalize(
        frequency: try frequency.shifted(by: offset), gain: try gain.shifted(by: offset),
        width: try width?.shifted(by: offset))
    case .compress(let compressor):
      .compress(
        SoundCompressor(
          threshold: try compressor.threshold.shifted(by: offset),
          ratio: try compressor.ratio.shifted(by: offset), attack: compressor.attack,
          release: compressor.release, makeup: try compressor.makeup.shifted(by: offset)))
    case .limit(let level): .limit(level: try level.shifted(by: offset))
    case .denoise(let strength): .denoise(strength: try strength.shifted(by: offset))
    case .reverb(let strength): .reverb(strength: try strength.shifted(by: offset))
    }
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func frequencyIsTooHigh(_ highest: Double, of sampleRate: Int, at place: SourceRange)
    -> Diagnostic
  {
    Diagnostic(
      .numberOutOfRange,
      "sound of \(sampleRate) samples a second does not reach \(highest.canonicalText)Hz",
      at: place, hint: "write a frequency below \(sampleRate / 2)Hz")
  }

  fileprivate static func bandIsTooNarrow(_ least: Double, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .numberOutOfRange,
      "a band cannot be narrower than 1Hz, and this one is \(least.canonicalText)Hz wide",
      at: place, hint: "write a greater `width`")
  }
}
