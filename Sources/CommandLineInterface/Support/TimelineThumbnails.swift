import Composition
import FilmComparison
import LibAV
import Rendering

/// Renders the thumbnails in a drawing of a timeline: frames of single layers at full opacity.
struct TimelineThumbnails {
  /// The thumbnails by their numbers in the scene, without those that failed.
  private(set) var pictures: [Int: VideoFrame] = [:]
  /// The reasons of failures, each once.
  private(set) var problems: [String] = []

  /// Pixels of a thumbnail per pixel of the drawing, for high-resolution screens.
  private static let density = 1.5

  mutating func add(
    _ images: [SceneImage], of film: Composition, from sources: [Int: TimelineFilm.PictureSource]
  ) {
    let plain = film.withoutChanges
    let small = plain.reduced
    let wanted = images.compactMap { image in sources[image.id].map { (image, $0) } }
    // In film order, so that decoded pictures are reused.
    let onCanvas = wanted.filter(\.1.showsCanvas).sorted { $0.1.frame < $1.1.frame }
    let renderers = (full: FrameRenderer(plain), small: FrameRenderer(small))
    for (image, source) in onCanvas where plain.layers.indices.contains(source.layer) {
      let isReducible = plain.layers[source.layer].isReducible
      make(image, source, with: isReducible ? renderers.small : renderers.full)
    }
    for (image, source) in wanted where !source.showsCanvas {
      guard plain.layers.indices.contains(source.layer) else { continue }
      make(image, source, with: FrameRenderer(plain.cut(toLayer: source.layer)))
    }
  }

  private mutating func make(
    _ image: SceneImage, _ source: TimelineFilm.PictureSource, with renderer: FrameRenderer
  ) {
    do {
      let frame = try renderer.frame(source.frame, among: [source.layer])
      let side = { (length: Double) in
        let half = Int(min(max((length * Self.density / 2).rounded(), 1), 2048))
        return 2 * half
      }
      let size = PixelSize(width: side(image.box.width), height: side(image.box.height))
      let target = PictureTarget(size: size, layout: .rgb24, color: .sRGB, scaling: .area)
      pictures[image.id] = try PictureConverter(to: target).convert(frame)
    } catch {
      let problem = "\(error)"
      if !problems.contains(problem) { problems.append(problem) }
    }
  }
}

extension Composition {
  /// The same layers, opaque and without blending or transitions.
  fileprivate var withoutChanges: Composition {
    var film = self
    film.transitions = []
    for index in film.layers.indices {
      film.layers[index].opacity = .constant(1)
      film.layers[index].blend = .normal
    }
    return film
  }

  /// The same film on a small canvas, for layers that can be reduced; this takes a fraction of the time.
  fileprivate var reduced: Composition {
    let factor = min(1, 320 / Double(max(canvas.size.width, canvas.size.height, 1)))
    let part = { (length: Int) in Int((Double(length) * factor / 2).rounded()) * 2 }
    let scaled = { (box: PixelBox) in
      PixelBox(
        x: part(box.x), y: part(box.y), width: max(2, part(box.width)), height: max(2, part(box.height)))
    }
    var film = self
    film.canvas.size = PixelSize(
      width: max(2, part(canvas.size.width)), height: max(2, part(canvas.size.height)))
    for index in film.layers.indices where film.layers[index].isReducible {
      film.layers[index].contentBox = scaled(layers[index].contentBox)
      film.layers[index].visibleBox = scaled(layers[index].visibleBox)
      film.layers[index].filters = layers[index].filters.map { $0.reduced(by: factor) }
    }
    return film
  }

  /// The same film with a canvas of the size of one layer.
  fileprivate func cut(toLayer index: Int) -> Composition {
    var film = self
    let content = layers[index].contentBox
    // Chroma is on a grid of two by two.
    let size = PixelSize(width: max(2, content.width & ~1), height: max(2, content.height & ~1))
    film.canvas.size = size
    film.canvas.background = Color(red: 58, green: 63, blue: 72)
    let box = PixelBox(x: 0, y: 0, width: size.width, height: size.height)
    film.layers[index].contentBox = box
    film.layers[index].visibleBox = box
    film.layers[index].mask = nil
    return film
  }
}

extension Layer {
  /// Whether only its boxes and filters depend on the size of the canvas.
  fileprivate var isReducible: Bool {
    guard movement == nil, mask == nil, blurredFrame == nil else { return false }
    switch picture {
    case .moving, .frozen, .still, .bars: return true
    default: return false
    }
  }
}

extension PictureFilter {
  /// The same filter for a smaller picture. Only the width of a blur is in pixels.
  fileprivate func reduced(by factor: Double) -> PictureFilter {
    guard case .effect(.blur, let width) = self else { return self }
    let keys = width.keys.map { Curve.Key(time: $0.time, value: $0.value * factor, easing: $0.easing) }
    return .effect(.blur, Curve(keys) ?? width)
  }
}
