import Basics
package import Composition

extension Composition {
  /// For each frame, whether moving media are seen in it: media behind an opaque picture that fills the canvas are not,
  /// and stills, frozen pictures and drawn ones do not move.
  package func framesWithMovingMedia() -> [Bool] {
    var moves = [Bool](repeating: false, count: Int(clamping: max(0, frameCount)))
    // From the bottom up.
    for layer in layers {
      let frames = layer.frames.clamped(to: 0..<Int64(moves.count))
      switch layer.picture {
      case .moving:
        guard layer.opacity.constantValue != 0 else { continue }
        for frame in frames { moves[Int(frame)] = true }
      case .film(let index, let clock):
        guard layer.opacity.constantValue != 0, films.indices.contains(index) else { continue }
        let played = film(index)
        let inner = played.framesWithMovingMedia()
        for frame in frames {
          guard let middle = try? canvas.rate.middle(ofFrame: frame),
            let elapsed = try? middle - layer.timelineRange.start,
            let time = try? clock.mediaTime(at: elapsed),
            let number = played.canvas.rate.frame(at: time)?.value, let place = Int(exactly: number),
            !inner.isEmpty
          else { continue }
          if inner[min(max(0, place), inner.count - 1)] { moves[Int(frame)] = true }
        }
      default:
        guard hidesAll(layer) else { continue }
        for frame in frames { moves[Int(frame)] = false }
      }
    }
    return moves
  }

  /// Whether nothing is seen behind a layer.
  private func hidesAll(_ layer: Layer) -> Bool {
    let whole = PixelBox(x: 0, y: 0, width: canvas.size.width, height: canvas.size.height)
    guard layer.isPlain, layer.opacity.constantValue == 1, layer.chromaKey == nil,
      layer.visibleBox.intersection(whole) == whole, layer.changes == nil
    else { return false }
    switch layer.picture {
    case .color(let color): return color.alpha == 255
    case .gradient(let gradient): return gradient.colors.allSatisfy { $0.alpha == 255 }
    case .bars: return true
    case .frozen(let index, let stream, _), .still(let index, let stream):
      return media.indices.contains(index)
        && media[index].facts.video.contains { $0.streamIndex == stream && !$0.hasAlpha }
    default: return false
    }
  }
}
