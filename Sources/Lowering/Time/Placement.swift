import Basics
import EditScript

/// Finds the time of every item, transition and marker.
struct Placement: LoweringPhase {
  var context: LoweringContext
  let canvas: FilmCanvas
  let media: FilmMedia
  var items: [TimedItem]
  var transitions: [TimedTransition]
  /// Whether placing an overlay or a sound was attempted, successfully or not.
  var wasPlaced: [Bool]
  /// The times of the script's markers; nil for unknown ones.
  var markerTimes: [RationalTime?]
  var wasMarkerPlaced: [Bool]
  var timelineEnd: RationalTime?

  var rate: FrameRate? { canvas.rate }

  init(_ matched: MatchedFilm, on canvas: FilmCanvas, context: LoweringContext) {
    self.context = context
    self.canvas = canvas
    media = matched.media
    items = matched.items.map { TimedItem($0) }
    transitions = matched.transitions.map { TimedTransition(matched: $0) }
    wasPlaced = Array(repeating: false, count: items.count)
    markerTimes = Array(repeating: nil, count: context.script.markers.count)
    wasMarkerPlaced = Array(repeating: false, count: context.script.markers.count)
  }

  mutating func run() -> TimedFilm {
    measureTransitions()
    placeTimeline()
    placeOverlaysSoundsAndMarkers()
    placeTransitions(in: .audio)
    return TimedFilm(
      canvas: canvas, media: media, items: items, transitions: transitions, markerTimes: markerTimes,
      timelineEnd: timelineEnd)
  }

  /// Whether the time of an item or a marker is settled.
  func isPlaced(_ thing: PlacedThing) -> Bool {
    switch thing {
    case .item(let index): items[index].list == .timeline || wasPlaced[index]
    case .marker(let index): wasMarkerPlaced[index]
    }
  }
}
