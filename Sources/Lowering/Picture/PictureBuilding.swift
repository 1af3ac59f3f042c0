import Basics
import Composition
import Diagnostics
import EditScript

/// The pictures of a film.
struct LoweredPicture {
  let layers: [Layer]
  let transitions: [Transition]
  /// One for each item.
  let items: [SeenItem]
  let luts: [LUT]
  /// Whether all text was measured and all LUT files were read.
  let isComplete: Bool
}

/// The picture of an item.
struct SeenItem {
  /// Its layer in the composition; nil if it shows nothing.
  var layer: Int?
  /// Its picture, also outside of the canvas; nil if it shows nothing.
  var picture: ResolvedPicture?
  /// The fades of its picture; nil if there are none, and after a finding.
  var fades: FadeLengths?
  /// Its text as measured; nil if it has none, or if it was not measured.
  var words: ResolvedWords?
  /// The texts of its credits as measured; empty for other items, or if one was not measured.
  var credits: [ResolvedWords] = []
  /// Whether it is a counter of items that have no picture meanwhile.
  var showsNothing = false
}

/// Builds the layers and transitions of a film.
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
  /// The items of each list by name.
  let named: [ItemList: [String: Int]]
  /// The boxes in their last frames, as far as they are known; for the places of others.
  var lastBoxes: [Int: ExactBox] = [:]
  /// The items whose boxes are being resolved.
  var resolving: [Int] = []
  /// The LUT files that filters read, each once, and the index of each; nil after a finding.
  var luts: [LUT] = []
  var lookIndices: [String: Int?] = [:]
  /// Whether one of them was not read.
  var hasUnknownLooks = false

  init(_ timed: TimedFilm, context: LoweringContext) {
    self.context = context
    (canvas, rate, media) = (timed.canvas.canvas, timed.canvas.rate, timed.media)
    (items, transitions) = (timed.items, timed.transitions)
    named = Dictionary(grouping: timed.items.indices) { timed.items[$0].list }.mapValues { indices in
      Dictionary(
        indices.compactMap { index in timed.items[index].item.name.map { ($0.value, index) } },
        uniquingKeysWith: { first, _ in first })
    }
    seen = Array(repeating: SeenItem(), count: items.count)
  }

  mutating func run() -> LoweredPicture {
    if context.wantsOnlyTexts {
      return LoweredPicture(layers: [], transitions: [], items: seen, luts: [], isComplete: false)
    }
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
    let hasAllWords = zip(items, seen).allSatisfy {
      $0.item.style == nil || $1.words != nil || !$1.credits.isEmpty || $1.showsNothing
    }
    return LoweredPicture(
      layers: layers, transitions: builtTransitions, items: seen, luts: luts,
      isComplete: hasAllWords && !hasUnknownLooks)
  }
}
