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
      name: "at", text: { $0.at?.value.canonicalText }, unwritten: "start",
      hasSameEffect: {
        $0.timelineRange == $1.timelineRange
      }),
    ItemProperty(
      name: "fit", text: { $0.fit?.value.rawValue }, unwritten: "contain", hasSameEffect: hasSameBoxes),
    ItemProperty(
      name: "place", text: { $0.place?.value.text }, unwritten: "center", hasSameEffect: hasSameBoxes),
    ItemProperty(
      name: "width", text: { $0.width?.value.text }, unwritten: "auto", hasSameEffect: hasSameBoxes),
    ItemProperty(
      name: "height", text: { $0.height?.value.text }, unwritten: "auto", hasSameEffect: hasSameBoxes),
    ItemProperty(
      name: "opacity", text: { $0.opacity?.value.text }, unwritten: "1",
      hasSameEffect: {
        $0.layer?.opacity == $1.layer?.opacity
      }),
    ItemProperty(
      name: "volume", text: { $0.volume?.value.text }, unwritten: "1",
      hasSameEffect: {
        $0.sound?.gain == $1.sound?.gain
      }),
    ItemProperty(
      name: "pan", text: { $0.pan?.value.text }, unwritten: "0",
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

/// Which sound of the media is heard, and how it is shifted against the picture.
private func hasSameSoundPart(_ a: ResolvedItem, _ b: ResolvedItem) -> Bool {
  guard let first = a.sound, let second = b.sound else { return a.sound == nil && b.sound == nil }
  guard case .media(_, let stream, _) = first.content, case .media(_, let other, _) = second.content,
    stream == other
  else { return first.content == second.content }
  return a.soundReach == b.soundReach
}

/// Where the picture lies, which four keys say together.
private func hasSameBoxes(_ a: ResolvedItem, _ b: ResolvedItem) -> Bool {
  a.layer?.contentBox == b.layer?.contentBox && a.layer?.visibleBox == b.layer?.visibleBox
}

extension Item {
  /// The key that says what the item is.
  var keyword: String {
    switch kind {
    case .clip: "clip"
    case .image: "image"
    case .color: "color"
    case .gap: "gap"
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
    case .gap(let duration): duration.value.canonicalText
    case .tone(let tone): tone.waveform.rawValue
    case .silence(let duration): duration?.value.canonicalText ?? ""
    case .transition(let transition): transition.canonicalText
    case .unsupported: ""
    }
  }

  fileprivate var frequencyText: String? {
    if case .tone(let tone) = kind { tone.frequency.map { "\($0.value.canonicalText)Hz" } } else { nil }
  }

  /// How reports call it: `clip beach`.
  var label: String { subject.isEmpty ? keyword : keyword + " " + subject }
}

extension Animated where Value: CanonicalValue {
  /// On one line, as it could stand in a script.
  fileprivate var text: String {
    switch self {
    case .constant(let value): value.canonicalText
    case .ramps(let ramps):
      ramps.count == 1
        ? ramps[0].value.canonicalText
        : "[" + ramps.map(\.value.canonicalText).joined(separator: ", ") + "]"
    case .keyFrames(let frames):
      "{"
        + frames.map { frame in
          let held = KeyFrameValue(value: frame.value.value, easing: frame.value.easing)
          return "\(frame.value.time.value.canonicalText): \(held.canonicalText)"
        }.joined(separator: ", ") + "}"
    }
  }
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
