import Basics
import Composition
import Diagnostics
import EditScript

extension SoundBuilding {
  /// The filters of an item's sound, in its own time. Without a canvas, `mix` is nil, and they are checked.
  mutating func soundFilters(
    ofItemAt index: Int, length: RationalTime, rate: FrameRate?, mix: MixFormat?
  ) -> [SoundStep] {
    (items[index].heardItem.filters?.value ?? []).compactMap { entry in
      switch entry.value.value {
      case .effect(.denoise, let amount):
        let (strength, findings) = settingFindingsAside { phase in
          phase.curve(of: .denoise, amount, at: entry.range, length: length, rate: rate, nil)
        }
        // The same mistakes were reported for the picture, if there is one.
        let isSaid = items[index].list != .audio && (seen[index].picture != nil || mix == nil)
        if !isSaid { context.findings.report(findings) }
        return .own(SoundFilter(.denoise, [SoundFilter.Number(.strength, strength)]))
      case .sound(let settings):
        return filter(settings, FilteredTime(length: length, rate: rate, mix: mix)).map { .own($0) }
      case .ffmpeg(let text): return entry.value.sense == .sound ? .ffmpeg(FFmpegFilter(text)) : nil
      case .effect, .look: return nil
      }
    }
  }

  /// The time and the mix that a filter's numbers refer to.
  private struct FilteredTime {
    let length: RationalTime
    let rate: FrameRate?
    let mix: MixFormat?
  }

  /// Nil after a finding about a duration.
  private mutating func filter(_ written: SoundFilterSettings, _ time: FilteredTime) -> SoundFilter? {
    var filter = SoundFilter(written.name, [])
    for parameter in written.name.declaration.parameters {
      if let amount = written.amounts[parameter.name] {
        guard let curve = curve(of: parameter, amount, time) else { return nil }
        filter.numbers.append(SoundFilter.Number(parameter.name, curve))
      } else if case .number(let usual, _) = parameter.usual {
        filter.numbers.append(SoundFilter.Number(parameter.name, .constant(usual)))
      }
    }
    return filter
  }

  private mutating func curve(
    of parameter: SoundParameter, _ amount: Located<SoundAmount>, _ time: FilteredTime
  ) -> Curve? {
    switch amount.value {
    case .frequency(let value):
      let curve = curve(
        Located(value, at: amount.range), initial: parameter.initial, itemLength: time.length,
        rate: time.rate,
        number: { $0.hertz })
      check(curve, of: parameter.quantity, at: amount.range, time)
      return curve
    case .level(let value):
      return curve(
        Located(value, at: amount.range), initial: parameter.initial, itemLength: time.length,
        rate: time.rate,
        number: { $0.factor })
    case .number(let value):
      return curve(
        Located(value, at: amount.range), initial: parameter.initial, itemLength: time.length,
        rate: time.rate,
        number: { $0 })
    case .duration(let value):
      return wayLength(Located(value, at: amount.range), rate: time.rate).map { .constant($0.inSeconds) }
    }
  }

  /// Reports frequencies that the mix cannot contain, and bands that are too narrow.
  private mutating func check(
    _ curve: Curve, of quantity: SoundQuantity, at place: SourceRange, _ time: FilteredTime
  ) {
    let values = curve.keys.map(\.value)
    if quantity == .frequency, let sampleRate = time.mix?.sampleRate, let highest = values.max(),
      highest >= Double(sampleRate) / 2
    {
      report(.frequencyIsTooHigh(highest, of: sampleRate, at: place))
    }
    if quantity == .width, let least = values.min(), least < 1 {
      report(.bandIsTooNarrow(least, at: place))
    }
  }
}

extension SoundParameter {
  /// The value before an animated value begins.
  fileprivate var initial: Double {
    if case .number(let usual, _) = usual { return usual }
    return switch quantity {
    case .frequency, .width: 1000
    case .level: 1
    case .number(let range): range.lowerBound
    case .strength, .duration: 0
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
      "sound with \(sampleRate) samples per second does not reach \(highest.canonicalText)Hz",
      at: place, hint: "write a frequency below \(sampleRate / 2)Hz")
  }

  fileprivate static func bandIsTooNarrow(_ least: Double, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .numberOutOfRange,
      "a band cannot be narrower than 1Hz, but this one is \(least.canonicalText)Hz wide",
      at: place, hint: "write a larger `width`")
  }
}
