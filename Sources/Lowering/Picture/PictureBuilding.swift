import Basics
import Composition
import Diagnostics
import EditScript

/// What is seen of a film.
struct LoweredPicture {
  let layers: [Layer]
  let transitions: [Transition]
  /// Of each item.
  let items: [SeenItem]
  let luts: [LUT]
  /// Whether all words were measured and all files of colours were looked at.
  let isComplete: Bool
}

/// What is seen of an item.
struct SeenItem {
  /// Its layer in the composition; nil if it shows nothing.
  var layer: Int?
  /// What it shows, also outside of the canvas; nil if it shows nothing.
  var picture: ResolvedPicture?
  /// How its picture comes and goes; nil if nothing says so, and after a finding.
  var fades: FadeLengths?
  /// Its words as they were measured; nil if it shows none, or they were not measured.
  var words: ResolvedWords?
}

/// Makes the layers and transitions of a film.
struct PictureBuilding: LoweringPhase {
  var context: LoweringContext
  let canvas: ResolvedCanvas?
  let rate: FrameRate?
  let media: FilmMedia
  let items: [TimedItem]
  let transitions: [TimedTransition]
  var seen: [SeenItem]
  var layers: [Layer] = []
  var builtTransitions: [Transition] = []
  /// The files of colours that filters read, each once, and the place of each; nil after a finding.
  var luts: [LUT] = []
  var lookIndices: [String: Int?] = [:]
  /// Whether one of them was not looked at.
  var hasUnknownLooks = false

  init(_ timed: TimedFilm, context: LoweringContext) {
    self.context = context
    (canvas, rate, media) = (timed.canvas.canvas, timed.canvas.rate, timed.media)
    (items, transitions) = (timed.items, timed.transitions)
    seen = Array(repeating: SeenItem(), count: items.count)
  }

  mutating func run() -> LoweredPicture {
    if let canvas, !canvas.hasPicture {
      reportUnseen()
      return LoweredPicture(layers: [], transitions: [], items: seen, luts: [], isComplete: true)
    }
    if let canvas {
      for index in items.indices where items[index].list != .audio { buildLayer(ofItemAt: index, on: canvas) }
      buildTransitions(on: canvas)
    } else {
      checkCurves()
    }
    let hasAllWords = zip(items, seen).allSatisfy { $0.item.style == nil || $1.words != nil }
    return LoweredPicture(
      layers: layers, transitions: builtTransitions, items: seen, luts: luts,
      isComplete: hasAllWords && !hasUnknownLooks)
  }
}
