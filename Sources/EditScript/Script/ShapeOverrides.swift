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

  var items: [Item] {
    PictureShape.allCases.flatMap { self[$0].items.map(\.item) }
  }
}
