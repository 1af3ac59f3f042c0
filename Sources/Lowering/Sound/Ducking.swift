import Basics
import Composition
import Diagnostics
import EditScript

extension SoundBuilding {
  /// Connects ducked sounds with the sounds under which they duck, once all of them exist.
  mutating func buildDucking() {
    let named = ItemNames(items, written: script.allItems)
    for index in items.indices {
      guard let written = items[index].item.duck else { continue }
      guard let sound = heard[index].sound else {
        // Other mistakes may be the reason for a missing sound; unknown names are reported all the same.
        for name in written.value.under where name.value != ItemDuck.story && named[name.value] == nil {
          context.reportUnknownName(name.value, at: name.range, known: named)
        }
        continue
      }
      guard let duck = duck(written, ofItemAt: index, named: named) else { continue }
      sounds[sound].duck = duck
    }
  }

  private mutating func duck(
    _ written: Located<ItemDuck>, ofItemAt index: Int, named: ItemNames
  ) -> SoundDuck? {
    var under: [Int] = []
    for name in written.value.under {
      guard let others = heardItems(name, besides: index, named: named) else { return nil }
      under += others.compactMap { heard[$0].sound }
    }
    let level = written.value.level?.value.factor ?? SoundDuck.usualLevel
    guard level <= 1 else {
      report(
        .duckRaises(by: level, at: written.value.level?.range ?? written.range))
      return nil
    }
    let attack = written.value.attack.map { wayLength($0, rate: rate) } ?? RationalTime(1, 5)
    let release = written.value.release.map { wayLength($0, rate: rate) } ?? RationalTime(seconds: 1)
    guard let attack, let release else { return nil }
    return SoundDuck(under: Array(Set(under)).sorted(), level: level, attack: attack, release: release)
  }

  /// The items with a name; nil, with a finding, if there are none.
  private mutating func heardItems(_ name: Located<String>, besides index: Int, named: ItemNames) -> [Int]? {
    if let item = named[name.value] {
      guard item != index else {
        report(
          .duckUnderItself(items[index].label, at: name.range))
        return nil
      }
      if heard[item].sound == nil {
        report(
          .duckUnderSilence(name, items[item].item.kindRange))
      }
      return named.group(name.value).map { Array($0) } ?? [item]
    }
    guard name.value == ItemDuck.story else {
      context.reportUnknownName(name.value, at: name.range, known: named)
      return nil
    }
    guard items[index].list != .timeline else {
      report(
        .duckUnderOwnStory(items[index].label, at: name.range))
      return nil
    }
    return items.indices.filter { items[$0].list == .timeline }
  }
}

extension SoundDuck {
  /// -12 dB.
  fileprivate static let usualLevel = 0.251188643150958
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func duckRaises(by level: Double, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .numberOutOfRange,
      "ducking must lower the sound, but this level raises it \(level.canonicalText) times",
      at: place, hint: "write a level below 1, such as `-12dB`")
  }

  fileprivate static func duckUnderItself(_ label: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .referenceCycle, "'\(label)' cannot be ducked under itself", at: place,
      hint: "write the name of another item")
  }

  fileprivate static func duckUnderSilence(_ name: Located<String>, _ item: SourceRange) -> Diagnostic {
    Diagnostic(
      .noSound, "'\(name.value)' is not heard, so it ducks nothing", at: name.range,
      notes: [Diagnostic.Note("the item", at: item)],
      hint: "name an item that is heard, or remove `duck`")
  }

  fileprivate static func duckUnderOwnStory(_ label: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .referenceCycle, "'\(label)' is on the timeline and cannot be ducked under `story`",
      at: place, hint: "write the name of another item")
  }
}
