import Basics
import Composition
import ContentDigest
package import EditScript

/// One key of an item, and whether two items look and sound the same by it.
///
/// The kind of an item (`clip: beach`) is no property: see `ItemKind.keyword`.
struct ItemProperty: Sendable {
  let written: WrittenProperty<Item>
  /// Whether the film looks and sounds the same by this key, however it is spelled.
  ///
  /// If the film is not known as a whole, it is called only for keys of time.
  let hasSameEffect: @Sendable (ItemEffect, ItemEffect) -> Bool

  var name: String { written.name }
  /// As written, in canonical spelling; nil if nothing is written.
  var text: @Sendable (Item) -> String? { written.text }

  /// Whether the key is about the time of an item.
  var isOfTime: Bool { ["take", "says", "show", "for", "at"].contains(name) }

  /// Every item key whose value affects the film.
  static let all: [ItemProperty] = LanguageSchema.itemProperties.filter { !withoutEffect.contains($0.name) }
    // A key without a known effect changes the film whenever its spelling differs.
    .map { ItemProperty(written: $0, hasSameEffect: effects[$0.name] ?? { _, _ in false }) }

  /// Keys that do not affect an enabled item. Those of an `each` are part of its items, and so are those of a style.
  static let withoutEffect: Set = [
    "name", "note", "enabled", "when", "unless", "style", "transition", "captions", "caption",
    "overrides",
  ]

  /// By key: whether two items look and sound the same by it.
  static let effects: [String: @Sendable (ItemEffect, ItemEffect) -> Bool] = {
    var effects = ownEffects
    for aspect in LayerAspect.all {
      for key in aspect.keys { effects[key] = { aspect.isSame($0.layer, $1.layer) } }
    }
    let hasSameMask = effects["mask"]
    effects["mask"] = { hasSameMaskPicture($0, $1) && hasSameMask?($0, $1) ?? false }
    return effects
  }()

  /// The effects of keys that do not correspond to one aspect of a picture.
  private static let ownEffects: [String: @Sendable (ItemEffect, ItemEffect) -> Bool] = [
    // Another value may change anything in a played script.
    "with": { a, b in
      guard let values = a.stillPicture?.vector?.values else { return false }
      return values == b.stillPicture?.vector?.values
    },
    "take": hasSameTake,
    "says": hasSameTake,
    "show": hasSameTake,
    "for": { $0.length == $1.length },
    "at": { $0.timelineRange == $1.timelineRange },
    "speed": hasSameClock,
    "freeze": hasSameClock,
    "loop": hasSameClock,
    "pitch": { $0.sound?.pitch == $1.sound?.pitch },
    "audio": hasSameSoundPart,
    "fit": hasSameBoxes,
    "focus": hasSameBoxes,
    "place": hasSameBoxes,
    "width": hasSameBoxes,
    "height": hasSameBoxes,
    "crop": hasSameBoxes,
    "filters": { $0.filters == $1.filters && $0.sound?.filters == $1.sound?.filters },
    "fade": {
      $0.layer?.opacity == $1.layer?.opacity && $0.sound?.fadesIn == $1.sound?.fadesIn
        && $0.sound?.fadesOut == $1.sound?.fadesOut
    },
    "volume": { $0.sound?.gain == $1.sound?.gain },
    "channels": { $0.sound?.channels == $1.sound?.channels },
    "loudness": { $0.sound?.loudness == $1.sound?.loudness },
    "pan": { $0.sound?.pan == $1.sound?.pan },
    "duck": { $0.sound?.duck == $1.sound?.duck },
    "frequency": { $0.sound?.content == $1.sound?.content },
    "font": hasSameWords,
    "size": hasSameWords,
    "weight": hasSameWords,
    "color": hasSameWords,
    "align": hasSameWords,
    "line-height": hasSameWords,
    "lines": hasSameWords,
    "tracking": hasSameWords,
    "features": hasSameWords,
    "box": hasSameWords,
    "shadow": hasSameWords,
    "animate": hasSameWords,
    "markup": hasSameWords,
    "stroke": hasSameStroke,
    "fill": hasSameDrawing,
    "radius": hasSameDrawing,
    "columns": hasSameWords,
    "gutter": hasSameWords,
    "roles": hasSameWords,
    "roll": hasSameWords,
  ]
}

@Sendable private func hasSameTake(_ a: ItemEffect, _ b: ItemEffect) -> Bool {
  a.mediaStart != nil && a.mediaStart == b.mediaStart && a.length == b.length
}

/// Whether both masks are the same file with the same values. A layer only has the number of the file.
@Sendable private func hasSameMaskPicture(_ a: ItemEffect, _ b: ItemEffect) -> Bool {
  a.maskPicture?.spelling == b.maskPicture?.spelling
    && a.maskPicture?.vector?.values == b.maskPicture?.vector?.values
}

/// Whether the same media is shown and played at the same times.
@Sendable private func hasSameClock(_ a: ItemEffect, _ b: ItemEffect) -> Bool {
  a.length == b.length && a.layer?.picture == b.layer?.picture && a.clock == b.clock
}

/// Whether the same sound of the media is heard, with the same offset from the picture.
@Sendable private func hasSameSoundPart(_ a: ItemEffect, _ b: ItemEffect) -> Bool {
  guard let first = a.sound, let second = b.sound else { return a.sound == nil && b.sound == nil }
  guard case .media(_, let stream, _) = first.content, case .media(_, let other, _) = second.content,
    stream == other
  else { return first.content == second.content }
  return a.soundReach == b.soundReach
}

/// Letters affect the drawing, its size and its fades.
@Sendable private func hasSameWords(_ a: ItemEffect, _ b: ItemEffect) -> Bool {
  hasSameDrawing(a, b) && a.layer?.opacity == b.layer?.opacity && hasSameBoxes(a, b)
}

@Sendable private func hasSameDrawing(_ a: ItemEffect, _ b: ItemEffect) -> Bool {
  a.layer?.picture == b.layer?.picture && a.layer?.changes == b.layer?.changes
}

/// The outline of a shape is inside its box; that of letters enlarges them.
@Sendable private func hasSameStroke(_ a: ItemEffect, _ b: ItemEffect) -> Bool {
  if case .shape? = a.layer?.picture { return hasSameDrawing(a, b) }
  return hasSameWords(a, b)
}

/// Whether the picture has the same place, which depends on many keys.
@Sendable private func hasSameBoxes(_ a: ItemEffect, _ b: ItemEffect) -> Bool {
  a.layer.map(PlacedPicture.init) == b.layer.map(PlacedPicture.init)
}

private struct PlacedPicture: Equatable {
  let content: PixelBox
  let visible: PixelBox
  let movement: Movement?
  let blurredFrame: BlurredFrame?

  init(_ layer: Layer) {
    content = layer.contentBox
    visible = layer.visibleBox
    movement = layer.movement
    blurredFrame = layer.blurredFrame
  }
}

extension Item {
  /// The key of the kind.
  var keyword: String { kind.keyword }

  /// The value of that key, in canonical spelling.
  var subject: String { kind.subject }

  /// The item's name in reports: `clip beach`.
  var label: String { kind.label }
}

// MARK: - Comparing

/// The differences between two versions of an item; empty if the film looks and sounds the same.
func valueChanges(from old: ItemFacts, to new: ItemFacts) -> [ValueChange] {
  let isSameKind = old.item.keyword == new.item.keyword
  return kindChange(from: old, to: new)
    + ItemProperty.all.compactMap { property in
      let (before, after) = (property.text(old.item), property.text(new.item))
      // If both are spelled the same, any difference is a consequence of another key.
      guard before != after else { return nil }
      if let before = old.resolved, let after = new.resolved,
        property.isOfTime || (before.isOfKnownFilm && after.isOfKnownFilm),
        property.hasSameEffect(before, after)
      {
        return nil
      }
      // A still has no take, so its default `all` does not apply either.
      return ValueChange(
        property: property.name, old: before, new: after,
        unwritten: isSameKind ? property.written.unwritten : "not written")
    }
}

private func kindChange(from old: ItemFacts, to new: ItemFacts) -> [ValueChange] {
  guard old.item.keyword == new.item.keyword else {
    return [ValueChange(property: "kind", old: old.item.label, new: new.item.label, unwritten: "")]
  }
  guard old.item.subject != new.item.subject else { return [] }
  if old.item.mediaName != nil {
    if old.media == new.media { return [] }
    if let digest = old.digest, digest == new.digest { return [] }
  }
  if case .gap = old.item.kind, let before = old.resolved?.length, before == new.resolved?.length {
    return []
  }
  if case .transition(let before) = old.item.kind, case .transition(let after) = new.item.kind,
    let length = old.resolved?.length, length == new.resolved?.length, before.isLike(after)
  {
    return []
  }
  return [
    ValueChange(
      property: new.item.keyword, old: old.item.subject, new: new.item.subject, unwritten: "")
  ]
}

extension TransitionItem {
  /// Whether both have the same effect, if they have the same duration.
  fileprivate func isLike(_ other: TransitionItem) -> Bool {
    kind.value == other.kind.value && easing == other.easing
      && room?.value ?? .overlap == other.room?.value ?? .overlap
      && sound?.value ?? .equalPower == other.sound?.value ?? .equalPower
  }
}

/// All written properties of an item except its kind, as added or removed values.
func writtenValues(of item: Item, wasRemoved: Bool) -> [ValueChange] {
  ItemProperty.all.compactMap { property in
    property.text(item).map { text in
      ValueChange(
        property: property.name, old: wasRemoved ? text : nil, new: wasRemoved ? nil : text,
        unwritten: property.written.unwritten)
    }
  }
}

extension Item {
  /// The kind of the item as written: `clip beach`.
  package var writtenKind: String { label }

  /// All written properties except the kind, in canonical spelling.
  package var writtenProperties: [(name: String, text: String)] {
    ItemProperty.all.compactMap { property in property.text(self).map { (property.name, $0) } }
  }
}
