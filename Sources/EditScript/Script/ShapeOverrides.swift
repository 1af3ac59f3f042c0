import Composition

/// What differs on canvases of each shape.
package struct ShapeOverrides: Hashable, Sendable {
  var landscape = OutputOverrides()
  var portrait = OutputOverrides()
  var square = OutputOverrides()

  package init() {}

  package var isEmpty: Bool { self == ShapeOverrides() }

  subscript(shape: PictureShape) -> OutputOverrides {
    switch shape {
    case .landscape: landscape
    case .portrait: portrait
    case .square: square
    }
  }

  /// The same with each item and each track changed.
  package func mapped(
    _ item: (Item) -> Item, _ track: (SubtitleTrack) -> SubtitleTrack
  ) -> ShapeOverrides {
    func mapped(_ overrides: OutputOverrides) -> OutputOverrides {
      OutputOverrides(
        items: overrides.items.map { $0.mapped(item) },
        subtitles: overrides.subtitles.map { $0.mapped(track) })
    }
    var shapes = ShapeOverrides()
    (shapes.landscape, shapes.portrait, shapes.square) = (mapped(landscape), mapped(portrait), mapped(square))
    return shapes
  }

  var items: [Item] {
    PictureShape.allCases.flatMap { self[$0].items.map(\.item) }
  }
}
