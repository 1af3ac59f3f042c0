import Composition
import ContentDigest
import EditScript
import EditTime
import Lowering
import SourceText

/// One enabled item of a film, with all that a comparison asks about it.
struct ItemFacts {
  let item: Item
  /// Among all items of its list, switched-off ones included.
  let index: Int
  let line: Int
  /// The number of its media, equal for equal media of both films.
  let media: Int?
  let digest: ContentDigest?
  let timelineRange: TimeRange?
  /// Nil where the film is not known as a whole: then only spellings can be compared.
  let resolved: ResolvedItem?
}

/// What became of an item in a film that is known as a whole.
struct ResolvedItem {
  let timelineRange: TimeRange
  let length: RationalTime?
  let mediaStart: RationalTime
  /// Nil where it shows nothing.
  let layer: Layer?
  /// Nil where it plays nothing.
  let sound: Sound?
}

/// The items of one lane: those that take part, and those that are switched off.
struct LaneFacts {
  var items: [ItemFacts] = []
  var switchedOff: [ItemFacts] = []
}

/// Looks up what became of the items of one lane.
func itemFacts(of lane: ItemLane, in version: FilmVersion, media: NumberedMedia) -> LaneFacts {
  var facts = LaneFacts()
  var placeIndex = version.script.firstPlace(of: lane)
  for (index, item) in version.script.items(of: lane).enumerated() {
    let place =
      item.isEnabled && placeIndex < version.film.places.count ? version.film.places[placeIndex] : nil
    if item.isEnabled { placeIndex += 1 }
    let name = item.mediaName?.value
    let found = ItemFacts(
      item: item, index: index, line: version.source.place(at: item.range.start).line,
      media: name.flatMap { media.number(of: $0) }, digest: name.flatMap { media.digest(of: $0) },
      timelineRange: place?.timelineRange,
      resolved: place.flatMap { place in
        version.film.composition.flatMap { ResolvedItem(place, in: $0) }
      })
    if item.isEnabled { facts.items.append(found) } else { facts.switchedOff.append(found) }
  }
  return facts
}

extension EditScript {
  fileprivate func items(of lane: ItemLane) -> [Item] {
    switch lane {
    case .timeline: timeline
    case .overlays: overlays
    case .audio: audio
    }
  }

  /// Where the lane begins in the list of all enabled items.
  fileprivate func firstPlace(of lane: ItemLane) -> Int {
    ItemLane.allCases.prefix { $0 != lane }.reduce(0) { $0 + items(of: $1).count(where: \.isEnabled) }
  }
}

extension ResolvedItem {
  fileprivate init?(_ place: ItemPlace, in composition: Composition) {
    guard let range = place.timelineRange else { return nil }
    timelineRange = range
    length = try? range.duration()
    mediaStart = place.mediaStart
    layer = place.layer.flatMap { composition.layers.indices.contains($0) ? composition.layers[$0] : nil }
    sound = place.sound.flatMap { composition.sounds.indices.contains($0) ? composition.sounds[$0] : nil }
  }
}
