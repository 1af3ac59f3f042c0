import Basics
import EditScript

/// Finds the time of every item and transition.
struct Placement: LoweringPhase {
  var context: LoweringContext
  let canvas: FilmCanvas
  let media: FilmMedia
  var items: [TimedItem]
  var transitions: [TimedTransition]
  /// Whether the place of an overlay or a sound was looked for already, found or not.
  var wasPlaced: [Bool]
  var timelineEnd: RationalTime?

  var rate: FrameRate? { canvas.rate }

  init(_ matched: MatchedFilm, on canvas: FilmCanvas, context: LoweringContext) {
    self.context = context
    self.canvas = canvas
    media = matched.media
    items = matched.items.map { TimedItem($0) }
    transitions = matched.transitions.map { TimedTransition(matched: $0) }
    wasPlaced = Array(repeating: false, count: items.count)
  }

  mutating func run() -> TimedFilm {
    measureTransitions()
    placeTimeline()
    placeOverlaysAndSounds()
    return TimedFilm(
      canvas: canvas, media: media, items: items, transitions: transitions, timelineEnd: timelineEnd)
  }

  /// Whether nothing is left to find out about the place of an item.
  func isPlaced(_ index: Int) -> Bool { items[index].list == .timeline || wasPlaced[index] }
}
