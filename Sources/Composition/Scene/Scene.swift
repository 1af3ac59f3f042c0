/// A drawing as plain values, in pixels; the first element is lowest.
///
/// Pure code creates it and others render it: as SVG here, as pixels in `Drawing`. Pictures have only ids;
/// writers receive their content, and omit pictures without content.
package struct Scene: Hashable, Sendable {
  package var width: Double
  package var height: Double
  package var background: SceneColor
  /// A description of the drawing for people who cannot see it.
  package var title: String
  package var elements: [SceneElement]

  package init(
    width: Double, height: Double, background: SceneColor, title: String = "", elements: [SceneElement] = []
  ) {
    self.width = width
    self.height = height
    self.background = background
    self.title = title
    self.elements = elements
  }

  /// The pictures of the drawing, each once, in drawing order.
  package var images: [SceneImage] {
    var seen: Set<Int> = []
    return elements.flatMap(\.images).filter { seen.insert($0.id).inserted }
  }
}

/// One thing that is drawn.
package enum SceneElement: Hashable, Sendable {
  case rectangle(SceneRectangle)
  case path(ScenePath)
  case text(SceneText)
  case image(SceneImage)
  case group(SceneGroup)

  var images: [SceneImage] {
    switch self {
    case .image(let image): [image]
    case .group(let group): group.elements.flatMap(\.images)
    case .rectangle, .path, .text: []
    }
  }
}

/// Elements that belong together.
package struct SceneGroup: Hashable, Sendable {
  /// The tooltip, in viewers that show tooltips.
  package var title: String?
  package var opacity: Double
  /// Nothing outside of it is drawn.
  package var clip: SceneRectangle?
  package var elements: [SceneElement]

  package init(
    title: String? = nil, opacity: Double = 1, clip: SceneRectangle? = nil, elements: [SceneElement]
  ) {
    self.title = title
    self.opacity = opacity
    self.clip = clip
    self.elements = elements
  }
}

/// A picture in a box, scaled to fill it.
package struct SceneImage: Hashable, Sendable {
  /// The id under which writers receive its content.
  package var id: Int
  package var box: SceneBox

  package init(id: Int, box: SceneBox) {
    self.id = id
    self.box = box
  }
}
