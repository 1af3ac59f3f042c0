import Basics
import Composition
import ContentDigest
import EditScript
import Lowering
import RenderPlan

/// One item of a film, with everything that a comparison needs.
struct ItemFacts {
  let item: Item
  /// The index among all items of its list, including disabled ones.
  let index: Int
  let line: Int
  /// The number of its media, the same for the same media of both films.
  let media: Int?
  let digest: ContentDigest?
  let timelineRange: TimeRange?
  /// Nil if the time of the item is unknown; then only spellings can be compared.
  let resolved: ItemEffect?
}

/// The result of an item in its film.
struct ItemEffect {
  let timelineRange: TimeRange
  let length: RationalTime?
  /// Nil if unknown, or for an item without a take.
  let mediaStart: RationalTime?
  /// The media time over the item's time; nil in the same cases.
  let clock: MediaClock?
  /// Whether the whole film is known; if not, the item's picture and sound are unknown.
  let isOfKnownFilm: Bool
  /// Nil if the item has no picture.
  let layer: Layer?
  /// The still picture that it shows, and that of its mask; nil if there is none.
  let stillPicture: MediaReference?
  let maskPicture: MediaReference?
  /// The effects of its filters, with LUTs by their content.
  let filters: [String]
  /// Nil if the item has no sound.
  let sound: Sound?

  /// The offsets of the sound's start and end from those of the item.
  var soundReach: [RationalTime?]? {
    sound.map {
      [try? $0.timelineRange.start - timelineRange.start, try? $0.timelineRange.end - timelineRange.end]
    }
  }
}

/// The items of one lane, enabled and disabled.
struct LaneFacts {
  var items: [ItemFacts] = []
  var switchedOff: [ItemFacts] = []
}

/// Looks up the resulting facts of the items of one lane.
func itemFacts(of lane: ItemList, in version: FilmVersion, media: NumberedMedia) -> LaneFacts {
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
      resolved: place.flatMap { ItemEffect($0, in: version.film.composition) })
    if item.isEnabled { facts.items.append(found) } else { facts.switchedOff.append(found) }
  }
  return facts
}

extension EditScript {
  /// The index of the lane's first item in the list of all enabled items.
  fileprivate func firstPlace(of lane: ItemList) -> Int {
    ItemList.allCases.prefix { $0 != lane }.reduce(0) { $0 + items(of: $1).count(where: \.isEnabled) }
  }
}

extension ItemEffect {
  fileprivate init?(_ place: ItemPlace, in composition: Composition?) {
    guard let range = place.timelineRange else { return nil }
    timelineRange = range
    length = try? range.duration()
    mediaStart = place.mediaStart
    clock = place.clock
    isOfKnownFilm = composition != nil
    layer = place.layer.flatMap { layer in
      composition.flatMap { $0.layers.indices.contains(layer) ? $0.layers[layer] : nil }
    }
    let files = composition?.media ?? []
    if case .still(let media, _)? = layer?.picture, files.indices.contains(media) {
      stillPicture = files[media]
    } else {
      stillPicture = nil
    }
    if case .image(let media, _)? = layer?.mask?.source, files.indices.contains(media) {
      maskPicture = files[media]
    } else {
      maskPicture = nil
    }
    filters = layer.map { layer in layer.filters.map { $0.text(composition?.luts ?? []) } } ?? []
    sound = place.sound.flatMap { sound in
      composition.flatMap { $0.sounds.indices.contains(sound) ? $0.sounds[sound] : nil }
    }
  }
}
