import Composition
import ContentDigest
import EditScript
import EditTime

/// A key of items: how it is spelled, and whether two items look or sound the same by it.
///
/// What an item is (`clip: beach`) comes first and is no property: see `Item.keyword`.
struct ItemProperty: Sendable {
  let name: String
  /// As written, in canonical spelling; nil where it is not written.
  let text: @Sendable (Item) -> String?
  /// What holds where nothing is written.
  let unwritten: String
  /// Whether the film shows or plays the same by this key, however it is spelled.
  ///
  /// Asked only of keys of time where the film is not known as a whole.
  let hasSameEffect: @Sendable (ResolvedItem, ResolvedItem) -> Bool

  /// Whether it says when an item is rather than what it is like.
  var isOfTime: Bool { ["take", "for", "at"].contains(name) }

  static let all: [ItemProperty] = [
    ItemProperty(
      name: "take", text: { $0.take?.value.canonicalText }, unwritten: "all",
      hasSameEffect: {
        $0.mediaStart != nil && $0.mediaStart == $1.mediaStart && $0.length == $1.length
      }),
    ItemProperty(
      name: "for", text: { $0.duration?.value.canonicalText }, unwritten: "not written",
      hasSameEffect: {
        $0.length == $1.length
      }),
    ItemProperty(
      name: "speed", text: { $0.speed?.value.canonicalText }, unwritten: "1x", hasSameEffect: hasSameClock),
    ItemProperty(
      name: "pitch", text: { $0.pitch?.value.rawValue }, unwritten: "keep",
      hasSameEffect: { $0.sound?.pitch == $1.sound?.pitch }),
    ItemProperty(
      name: "freeze", text: { $0.freeze?.value.canonicalText }, unwritten: "not written",
      hasSameEffect: hasSameClock),
    ItemProperty(
      name: "loop", text: { $0.loop?.value.canonicalText }, unwritten: "false", hasSameEffect: hasSameClock),
    ItemProperty(
      name: "at", text: { $0.at?.value.canonicalText }, unwritten: "start",
      hasSameEffect: {
        $0.timelineRange == $1.timelineRange
      }),
    ItemProperty(
      name: "fit", text: { $0.fit?.value.rawValue }, unwritten: "contain", hasSameEffect: hasSameBoxes),
    ItemProperty(
      name: "place", text: { $0.place?.value.canonicalText }, unwritten: "center", hasSameEffect: hasSameBoxes
    ),
    ItemProperty(
      name: "width", text: { $0.width?.value.canonicalText }, unwritten: "auto", hasSameEffect: hasSameBoxes),
    ItemProperty(
      name: "height", text: { $0.height?.value.canonicalText }, unwritten: "auto", hasSameEffect: hasSameBoxes
    ),
    ItemProperty(
      name: "opacity", text: { $0.opacity?.value.canonicalText }, unwritten: "1",
      hasSameEffect: {
        $0.layer?.opacity == $1.layer?.opacity
      }),
    look("scale", unwritten: "1", text: { $0.scale?.value.canonicalText }, part: { $0.movement }),
    look("rotate", unwritten: "0deg", text: { $0.rotation?.value.canonicalText }, part: { $0.movement }),
    look("crop", unwritten: "nothing", text: { $0.crop?.value.canonicalText }, part: { PlacedPicture($0) }),
    look("motion", unwritten: "none", text: { $0.motion?.value.canonicalText }, part: { $0.movement }),
    look("flip", unwritten: "none", text: { $0.flip?.value.rawValue }, part: { $0.flip }),
    look("blend", unwritten: "normal", text: { $0.blend?.value.rawValue }, part: { $0.blend }),
    look("mask", unwritten: "none", text: { $0.mask?.value.canonicalText }, part: { $0.mask }),
    words("font", unwritten: "sans-serif") { $0.font?.value },
    words("size", unwritten: "6%") { $0.size?.value.canonicalText },
    words("weight", unwritten: "regular") { $0.weight?.value.rawValue },
    words("color", unwritten: "white") { $0.color?.value.canonicalText },
    words("align", unwritten: "on the side of its place") { $0.alignment?.value.rawValue },
    words("line-height", unwritten: "as the font says") { $0.lineHeight?.value.canonicalText },
    words("stroke", unwritten: "none") { $0.stroke?.value.canonicalText },
    words("shadow", unwritten: "none") { $0.shadow?.value.canonicalText },
    words("box", unwritten: "none") { $0.box?.value.canonicalText },
    words("animate", unwritten: "nothing") { $0.animation?.value.rawValue },
    words("markup", unwritten: "false") { $0.isMarkup.map { $0.value ? "true" : "false" } },
    look("fill", unwritten: "none", text: { $0.fill?.value.canonicalText }, part: { $0.picture }),
    look("stroke", unwritten: "none", text: { $0.stroke?.value.canonicalText }, part: { $0.picture }),
    look("radius", unwritten: "0px", text: { $0.radius?.value.canonicalText }, part: { $0.picture }),
    ItemProperty(
      name: "chroma-key", text: { $0.chromaKey?.value.canonicalText }, unwritten: "none",
      hasSameEffect: {
        $0.layer?.chromaKey == $1.layer?.chromaKey
      }),
    ItemProperty(
      name: "filters",
      text: { item in
        item.filters.map { "[" + $0.value.map(\.value.canonicalText).joined(separator: ", ") + "]" }
      }, unwritten: "none",
      hasSameEffect: {
        $0.filters == $1.filters && $0.sound?.filters == $1.sound?.filters
      }),
    ItemProperty(
      name: "volume", text: { $0.volume?.value.canonicalText }, unwritten: "1",
      hasSameEffect: {
        $0.sound?.gain == $1.sound?.gain
      }),
    ItemProperty(
      name: "pan", text: { $0.pan?.value.canonicalText }, unwritten: "0",
      hasSameEffect: { $0.sound?.pan == $1.sound?.pan }),
    ItemProperty(
      name: "duck", text: { $0.duck?.value.canonicalText }, unwritten: "not written",
      hasSameEffect: { $0.sound?.duck == $1.sound?.duck }),
    ItemProperty(
      name: "frequency", text: { $0.frequencyText }, unwritten: "1000Hz",
      hasSameEffect: { $0.sound?.content == $1.sound?.content }),
    ItemProperty(
      name: "audio", text: { $0.sound?.value.canonicalText }, unwritten: "on", hasSameEffect: hasSameSoundPart
    ),
    ItemProperty(
      name: "fade", text: { $0.fade?.value.canonicalText }, unwritten: "none",
      hasSameEffect: {
        $0.layer?.opacity == $1.layer?.opacity && $0.sound?.fadesIn == $1.sound?.fadesIn
          && $0.sound?.fadesOut == $1.sound?.fadesOut
      }),
  ]
}

/// Which moment of the media is shown and played when.
private func hasSameClock(_ a: ResolvedItem, _ b: ResolvedItem) -> Bool {
  a.length == b.length && a.layer?.picture == b.layer?.picture && a.clock == b.clock
}

/// Which sound of the media is heard, and how it is shifted against the picture.
private func hasSameSoundPart(_ a: ResolvedItem, _ b: ResolvedItem) -> Bool {
  guard let first = a.sound, let second = b.sound else { return a.sound == nil && b.sound == nil }
  guard case .media(_, let stream, _) = first.content, case .media(_, let other, _) = second.content,
    stream == other
  else { return first.content == second.content }
  return a.soundReach == b.soundReach
}

/// A key that shows only in a part of its item's layer.
private func look<Part: Equatable & SendableMetatype>(
  _ name: String, unwritten: String, text: @escaping @Sendable (Item) -> String?,
  part: @escaping @Sendable (Layer) -> Part
) -> ItemProperty {
  ItemProperty(name: name, text: text, unwritten: unwritten) { $0.layer.map(part) == $1.layer.map(part) }
}

/// A key of letters, which shows in what is drawn and how large that is.
private func words(
  _ name: String, unwritten: String, _ text: @escaping @Sendable (WordsStyle) -> String?
) -> ItemProperty {
  ItemProperty(
    name: name, text: { $0.style.flatMap(text) }, unwritten: unwritten,
    hasSameEffect: {
      $0.layer?.picture == $1.layer?.picture && $0.layer?.opacity == $1.layer?.opacity && hasSameBoxes($0, $1)
    })
}

/// Where the picture lies, which many keys say together.
private func hasSameBoxes(_ a: ResolvedItem, _ b: ResolvedItem) -> Bool {
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
  /// The key that says what the item is.
  var keyword: String {
    switch kind {
    case .clip: "clip"
    case .image: "image"
    case .color: "color"
    case .gradient: "gradient"
    case .bars: "bars"
    case .shape: "shape"
    case .text: "text"
    case .counter: "counter"
    case .gap: "gap"
    case .sequence: "sequence"
    case .edit: "edit"
    case .tone: "tone"
    case .silence: "silence"
    case .transition: "transition"
    case .unsupported(let keyword): keyword
    }
  }

  /// The value of that key, in canonical spelling.
  var subject: String {
    switch kind {
    case .clip(let media), .image(let media): media.value
    case .color(let color): color.value.canonicalText
    case .gradient(let gradient): gradient.value.canonicalText
    case .bars(let bars): bars.value.rawValue
    case .shape(let shape): shape.value.rawValue
    case .text(let words): words.value
    case .counter(let counter): counter.value.rawValue
    case .gap(let duration): duration.value.canonicalText
    case .sequence(let name), .edit(let name): name.value
    case .tone(let tone): tone.waveform.rawValue
    case .silence(let duration): duration?.value.canonicalText ?? ""
    case .transition(let transition): transition.canonicalText
    case .unsupported: ""
    }
  }

  fileprivate var frequencyText: String? {
    if case .tone(let tone) = kind { tone.frequency.map { $0.value.canonicalText } } else { nil }
  }

  /// How reports call it: `clip beach`.
  var label: String { subject.isEmpty ? keyword : keyword + " " + subject }
}

// MARK: - Comparing

/// What is different between two forms of one item; empty when the film shows and plays the same.
func valueChanges(from old: ItemFacts, to new: ItemFacts) -> [ValueChange] {
  let isSameKind = old.item.keyword == new.item.keyword
  return kindChange(from: old, to: new)
    + ItemProperty.all.compactMap { property in
      let (before, after) = (property.text(old.item), property.text(new.item))
      // Written the same: what differs all the same follows from something else.
      guard before != after else { return nil }
      if let before = old.resolved, let after = new.resolved,
        property.isOfTime || (before.isOfKnownFilm && after.isOfKnownFilm),
        property.hasSameEffect(before, after)
      {
        return nil
      }
      // A still has no take, not even all of it.
      return ValueChange(
        property: property.name, old: before, new: after,
        unwritten: isSameKind ? property.unwritten : "not written")
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

extension StoryTransition {
  /// Whether both do the same, if they last equally long.
  fileprivate func isLike(_ other: StoryTransition) -> Bool {
    kind.value == other.kind.value && easing == other.easing
      && room?.value ?? .overlap == other.room?.value ?? .overlap
      && sound?.value ?? .equalPower == other.sound?.value ?? .equalPower
  }
}

/// All that is written about an item besides what it is, as values that were added or removed.
func writtenValues(of item: Item, wasRemoved: Bool) -> [ValueChange] {
  ItemProperty.all.compactMap { property in
    property.text(item).map { text in
      ValueChange(
        property: property.name, old: wasRemoved ? text : nil, new: wasRemoved ? nil : text,
        unwritten: property.unwritten)
    }
  }
}
