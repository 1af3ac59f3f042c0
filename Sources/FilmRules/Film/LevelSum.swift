import Composition
import EditScript
import EditTime
import Lowering

/// Where the levels of all sounds that are heard at one moment add up to the most.
struct LevelSum {
  let moment: RationalTime
  let level: Double
  /// What is heard there, in the order of the script.
  let parts: [Part]

  struct Part {
    let item: Item
    let level: Double
  }

  /// Looked for at every start, end and key, which is where sums of straight ramps are greatest; nil where nothing
  /// is heard, or where thousands of moving levels at once would take too long.
  static func highest(of items: [ResolvedItem]) -> LevelSum? {
    let sounds = items.enumerated().compactMap { Level($1, index: $0) }
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

  /// What begins and what ends at one moment.
  fileprivate struct Change {
    let moment: RationalTime
    var ends: [Int] = []
    var starts: [Int] = []
  }

  private static func changes(in sounds: [Level]) -> [Change] {
    var events: [(moment: RationalTime, sound: Int, kind: Int)] = []
    for (index, sound) in sounds.enumerated() {
      events.append((sound.range.start, index, 1))
      events.append((sound.range.end, index, -1))
      guard sound.constant == nil else { continue }
      for key in sound.gain.keys {
        guard let moment = sound.moment(of: key), sound.range.contains(moment) else { continue }
        events.append((moment, index, 0))
      }
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

/// One sound on the timeline.
private struct Level {
  /// Its place among the items.
  let index: Int
  let range: TimeRange
  /// Where the gain's time begins.
  private let start: RationalTime
  let gain: Curve
  let constant: Double?

  init?(_ item: ResolvedItem, index: Int) {
    guard let range = item.soundRange, let start = item.timelineRange?.start, let gain = item.gain,
      !range.isEmpty
    else { return nil }
    self.index = index
    self.range = range
    self.start = start
    self.gain = gain
    constant = gain.constantValue
  }

  func moment(of key: Curve.Key) -> RationalTime? { try? start + key.time }

  /// At a moment, or just before it.
  func level(at moment: RationalTime, isBefore: Bool) -> Double {
    if let constant { return constant }
    guard let time = try? moment - start else { return 0 }
    return isBefore ? gain.value(before: time) : gain.value(at: time)
  }

  func isHeard(at moment: RationalTime, isBefore: Bool) -> Bool {
    isBefore ? range.start < moment && moment <= range.end : range.contains(moment)
  }
}

/// The sum of what is heard: levels that do not move are added once, the others asked at each moment.
private struct RunningSum {
  private var steady = 0.0
  /// Rising, so that the sum never depends on an order by chance.
  private var moving: [Int] = []
  private var evaluationsLeft = 2_000_000

  mutating func apply(_ change: LevelSum.Change, _ sounds: [Level]) {
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

  /// Nil when it has been asked too often.
  mutating func level(of sounds: [Level], at moment: RationalTime, isBefore: Bool) -> Double? {
    guard evaluationsLeft > moving.count else { return nil }
    evaluationsLeft -= moving.count
    return moving.reduce(steady) { $0 + sounds[$1].level(at: moment, isBefore: isBefore) }
  }
}
