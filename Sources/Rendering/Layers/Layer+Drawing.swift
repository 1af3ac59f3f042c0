import Basics
import Composition

// What a layer shows at a moment of its own time.

extension Layer {
  /// Whether it is redrawn in each frame, as shapes are whose outline and corners do not scale with them.
  var isDrawnAgain: Bool {
    guard changes == nil else { return true }
    switch picture {
    case .noise(let noise): return !noise.isStill
    case .shape: return movement.map { !$0.layout.isStill } ?? false
    default: return false
    }
  }

  /// The size at which the layer is drawn, and the scale of lengths in shapes; nil if nothing of it is
  /// visible.
  func drawnSize(at moment: RationalTime) -> (size: PixelSize, scale: Double)? {
    guard let movement else {
      return (PixelSize(width: contentBox.width, height: contentBox.height), 1)
    }
    guard let pose = movement.layout.pose(at: moment), pose.content.width > 0, pose.content.height > 0 else {
      return nil
    }
    guard case .shape = picture else {
      // Noise scales with its picture.
      return (movement.drawnSize, pose.scale * Double(movement.drawnSize.width) / pose.content.width)
    }
    let greatest = Double(max(movement.drawnSize.width, movement.drawnSize.height))
    let part = min(1, greatest / max(pose.content.width, pose.content.height))
    let size = PixelSize(
      width: max(1, Int((pose.content.width * part).rounded())),
      height: max(1, Int((pose.content.height * part).rounded())))
    return (size, pose.scale * part)
  }

  /// The largest size at which its picture is shown; nil if that is not the size of the layer.
  var shownSize: PixelSize? {
    guard blurredFrame == nil else { return nil }
    return movement?.drawnSize ?? PixelSize(width: contentBox.width, height: contentBox.height)
  }

  /// The picture with its animated values at a moment.
  func picture(at moment: RationalTime) -> Picture {
    changes.map { picture.changed(by: $0, at: moment) } ?? picture
  }

  /// Whether it looks the same in every frame, apart from opacity.
  var isSteady: Bool {
    if case .noise(let noise) = picture, !noise.isStill { return false }
    guard changes == nil, movement?.layout.isStill ?? true else { return false }
    return mask?.isStill ?? true
  }

  /// The natural size of the layer's picture, as displayed.
  func displaySize(in composition: Composition) -> PixelSize? {
    switch picture {
    case .moving(let media, let stream, _), .frozen(let media, let stream, _), .still(let media, let stream):
      composition.media[media].facts.video.first { $0.streamIndex == stream }?.displaySize
    case .film(let film, _), .frozenFilm(let film, _): composition.films[film].composition.canvas.size
    case .color, .gradient, .bars, .noise, .shape, .text, .credits, .subtitles: nil
    }
  }
}

extension Mask {
  fileprivate var isStill: Bool {
    switch source {
    case .rectangle(let radius): guard radius.constantValue != nil else { return false }
    case .film: return false
    case .image, .ellipse, .polygon: break
    }
    return layout.isStill && feather.constantValue != nil
  }
}

extension CropCurves {
  /// The crop at one moment, as constant curves.
  func held(at moment: RationalTime) -> CropCurves {
    let change: (Curve) -> Curve = { .constant($0.value(at: moment)) }
    return mapCurves(change)
  }
}

extension Composition {
  /// A layer's own time at the start of a frame, where animated values are evaluated.
  func ownTime(of layer: Layer, at number: Int64) throws(RenderingError) -> RationalTime {
    do { return try canvas.rate.start(ofFrame: number) - layer.timelineRange.start } catch {
      throw .time(layer: layer.label, frame: number)
    }
  }
}
