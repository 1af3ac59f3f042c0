import Basics
import Composition
import Lowering

/// The level of one sound on one side at each moment, if its media are at full level: gain, fades, pan,
/// filters and ducking.
struct SoundLevel {
  enum Side: CaseIterable {
    case left
    case right
  }

  /// Its index among the items.
  let index: Int
  let range: TimeRange
  /// The level, if it is constant.
  let constant: Double?
  private let sound: Sound
  private let side: Side
  private let ceiling: Double
  private let length: RationalTime
  private let ducking: Ducking?

  init?(_ item: ResolvedItem, index: Int, _ side: Side, among ranges: [Int: TimeRange]) {
    guard let sound = item.sound, !sound.timelineRange.isEmpty,
      let length = try? sound.timelineRange.duration()
    else { return nil }
    self.index = index
    self.sound = sound
    self.side = side
    self.length = length
    range = sound.timelineRange
    ceiling = sound.filterCeiling
    ducking = sound.duck.map { Ducking($0, start: sound.timelineRange.start, ranges) }
    if sound.fadesIn.isEmpty, sound.fadesOut.isEmpty, ducking == nil, let gain = sound.gain.constantValue,
      let pan = sound.pan.constantValue
    {
      constant = ceiling * gain * side.factor(pan)
    } else {
      constant = nil
    }
  }

  /// The moments within its range at which its slope may change.
  var moments: [RationalTime] {
    guard constant == nil else { return [] }
    var times = (sound.gain.keys + sound.pan.keys).map(\.time)
    for fade in sound.fadesIn {
      times += [try? fade.length.scaled(by: 1, over: 2), fade.length].compactMap(\.self)
    }
    for fade in sound.fadesOut {
      times += [try? length - fade.length.scaled(by: 1, over: 2), try? length - fade.length].compactMap(
        \.self)
    }
    let own = times.compactMap { try? range.start + $0 }
    return (own + (ducking?.moments ?? [])).filter { range.contains($0) }
  }

  /// The level at a moment, or just before it.
  func level(at moment: RationalTime, isBefore: Bool) -> Double {
    if let constant { return constant }
    guard let time = try? moment - range.start else { return 0 }
    let gain = isBefore ? sound.gain.value(before: time) : sound.gain.value(at: time)
    let pan = isBefore ? sound.pan.value(before: time) : sound.pan.value(at: time)
    let (position, end) = (time.inSeconds, length.inSeconds)
    let comes = sound.fadesIn.reduce(1) { $0 * $1.level(position) }
    let goes = sound.fadesOut.reduce(1) { $0 * $1.level(end - position) }
    return ceiling * gain * side.factor(pan) * comes * goes * (ducking?.factor(at: moment) ?? 1)
  }

  func isHeard(at moment: RationalTime, isBefore: Bool) -> Bool {
    isBefore ? range.start < moment && moment <= range.end : range.contains(moment)
  }
}

extension SoundLevel.Side {
  fileprivate func factor(_ pan: Double) -> Double {
    switch self {
    case .left: min(1, 1 - pan)
    case .right: min(1, 1 + pan)
    }
  }
}

extension SoundFade {
  /// The level a number of seconds after the start of a fade-in, or before the end of a fade-out. Equal-power
  /// fades count by their power: two sounds in such a crossfade are together as loud as one.
  fileprivate func level(_ position: Double) -> Double {
    let whole = length.inSeconds
    guard whole > 0, position < whole else { return 1 }
    let value = shape.value(at: max(position / whole, 0))
    return shape == .equalPower ? value * value : value
  }
}

extension Sound {
  /// The highest level that full scale reaches through its filters; if a loudness is set, a limiter keeps it
  /// below 1.
  var filterCeiling: Double { loudness == nil ? filters.reduce(1) { $1.peak(of: $0) } : 1 }
}

extension Curve {
  /// The highest value at its keys; easings that overshoot go slightly beyond.
  var greatest: Double { keys.map(\.value).max() ?? 0 }
}

/// The ducking of a sound, if the other sounds are loud from start to end.
private struct Ducking {
  private let duck: SoundDuck
  private let start: RationalTime
  private let others: [TimeRange]
  /// The time for which other sounds count as playing after their end.
  private static let hold = 0.2

  init(_ duck: SoundDuck, start: RationalTime, _ ranges: [Int: TimeRange]) {
    self.duck = duck
    self.start = start
    others = duck.under.compactMap { ranges[$0] }
  }

  /// The moments at which its slope changes.
  var moments: [RationalTime] {
    guard let hold = RationalTime(1, 5) else { return [] }
    return others.flatMap { other in
      [
        other.start, try? other.start + duck.attack, try? other.end + hold,
        try? other.end + hold + duck.release,
      ].compactMap(\.self)
    }
  }

  func factor(at moment: RationalTime) -> Double {
    others.reduce(1) { min($0, factor(at: moment, for: $1)) }
  }

  private func factor(at moment: RationalTime, for other: TimeRange) -> Double {
    guard moment >= other.start else { return 1 }
    let depth = 1 - duck.level
    let (attack, release) = (duck.attack.inSeconds, duck.release.inSeconds)
    // A sound that starts while others are playing starts ducked.
    let isLow = other.start <= start && start < other.end
    let since = moment.inSeconds - other.start.inSeconds
    let down = isLow || attack <= 0 ? 1 : min(1, since / attack)
    let after = moment.inSeconds - other.end.inSeconds - Self.hold
    let up = after <= 0 ? 0 : release <= 0 ? 1 : min(1, after / release)
    return 1 - depth * max(0, down - up)
  }
}
