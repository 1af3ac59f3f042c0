import Basics
import Composition
import EditScript
import Lowering

/// The moment at which the levels of all sounds have the highest sum.
struct LevelSum {
  let moment: RationalTime
  let level: Double
  /// The sounds at this moment, in script order.
  let parts: [Part]

  struct Part {
    let item: Item
    let level: Double
  }

  /// The highest sum, on the louder side; nil if there is no sound, or if thousands of changing levels would
  /// take too long. `ranges` are those of all sounds, by number.
  static func highest(of items: [ResolvedItem], among ranges: [Int: TimeRange]) -> LevelSum? {
    // Both sides are equal if nothing is panned.
    let isCentered = items.allSatisfy { $0.sound?.pan.constantValue == 0 }
    let sums = SoundLevel.Side.allCases.prefix(isCentered ? 1 : 2).compactMap {
      highest(of: items, $0, among: ranges)
    }
    return sums.enumerated().max { ($0.element.level, -$0.offset) < ($1.element.level, -$1.offset) }?.element
  }

  /// Evaluated at every start, end and key, where sums of linear ramps are highest.
  private static func highest(
    of items: [ResolvedItem], _ side: SoundLevel.Side, among ranges: [Int: TimeRange]
  ) -> LevelSum? {
    let sounds = items.enumerated().compactMap { SoundLevel($1, index: $0, side, among: ranges) }
    var running = RunningSum()
    var best: (moment: RationalTime, level: Double, isBefore: Bool)?
    for change in changes(in: sounds) {
      guard let before = running.level(of: sounds, at: change.moment, isBefore: true) else { return nil }
      if before > best?.level ?? 0 { best = (change.moment, before, true) }
      running.apply(change, sounds)
      guard let after = running.level(of: sounds, at: change.moment, isBefore: false) else { return nil }
      if after > best?.level ?? 0 { best = (change.moment, after, false) }
    }
    guard let best else { return nil }
    let parts = sounds.compactMap { sound -> Part? in
      guard sound.isHeard(at: best.moment, isBefore: best.isBefore) else { return nil }
      return Part(
        item: items[sound.index].item, level: sound.level(at: best.moment, isBefore: best.isBefore))
    }
    return LevelSum(moment: best.moment, level: best.level, parts: parts)
  }

  /// The sounds that start or end at one moment.
  fileprivate struct Change {
    let moment: RationalTime
    var ends: [Int] = []
    var starts: [Int] = []
  }

  private static func changes(in sounds: [SoundLevel]) -> [Change] {
    var events: [(moment: RationalTime, sound: Int, kind: Int)] = []
    for (index, sound) in sounds.enumerated() {
      events.append((sound.range.start, index, 1))
      events.append((sound.range.end, index, -1))
      for moment in sound.moments { events.append((moment, index, 0)) }
    }
    events.sort { ($0.moment, $0.sound, $0.kind) < ($1.moment, $1.sound, $1.kind) }
    var changes: [Change] = []
    for event in events {
      if changes.last?.moment != event.moment { changes.append(Change(moment: event.moment)) }
      if event.kind < 0 { changes[changes.count - 1].ends.append(event.sound) }
      if event.kind > 0 { changes[changes.count - 1].starts.append(event.sound) }
    }
    return changes
  }
}

/// The sum of the levels: constant levels are added once, the others are evaluated at each moment.
private struct RunningSum {
  private var steady = 0.0
  /// Ascending, so that the sum is the same on every run.
  private var moving: [Int] = []
  private var evaluationsLeft = 2_000_000

  mutating func apply(_ change: LevelSum.Change, _ sounds: [SoundLevel]) {
    for index in change.ends {
      if let constant = sounds[index].constant {
        steady -= constant
      } else if let place = moving.firstIndex(of: index) {
        moving.remove(at: place)
      }
    }
    for index in change.starts {
      if let constant = sounds[index].constant {
        steady += constant
      } else {
        moving.insert(index, at: moving.firstIndex { $0 > index } ?? moving.count)
      }
    }
  }

  /// Nil if the limit of evaluations is reached.
  mutating func level(of sounds: [SoundLevel], at moment: RationalTime, isBefore: Bool) -> Double? {
    guard evaluationsLeft > moving.count else { return nil }
    evaluationsLeft -= moving.count
    return moving.reduce(steady) { $0 + sounds[$1].level(at: moment, isBefore: isBefore) }
  }
}
