package import Composition
package import LibAV

/// Frames of a film, rendered one after another by one renderer.
///
/// `@unchecked Sendable`: used by one thread at a time, like every `WorkSource`.
package final class FilmPictureSource: WorkSource, @unchecked Sendable {
  private let renderer: FrameRenderer
  private let layers: [Int]
  private let hasAlpha: Bool
  private var wanted: ArraySlice<(place: Int, frame: Int64)>
  private let beginning: @Sendable (Int64) -> Void
  private let found: @Sendable (Int, Result<VideoFrame, RenderingError>) -> Void

  /// Passes each frame to `found` with its index among those requested; ascending frames cost the least. With
  /// `hasAlpha`, uncovered pixels are transparent, and alpha is premultiplied. `beginning` receives the
  /// number of each frame before it is rendered.
  package init(
    of film: Composition, frames: [Int64], hasAlpha: Bool, beginning: @escaping @Sendable (Int64) -> Void,
    found: @escaping @Sendable (Int, Result<VideoFrame, RenderingError>) -> Void
  ) {
    renderer = FrameRenderer(film)
    layers = Array(film.layers.indices)
    self.hasAlpha = hasAlpha
    let order = frames.indices.sorted { (frames[$0], $0) < (frames[$1], $1) }
    wanted = order.map { (place: $0, frame: frames[$0]) }[...]
    self.beginning = beginning
    self.found = found
  }

  package func next() -> (@Sendable () -> Void)? {
    guard let (place, frame) = wanted.popFirst() else { return nil }
    beginning(frame)
    let result = Result { () throws(RenderingError) in
      hasAlpha
        ? try renderer.frameWithAlpha(frame, among: layers) : try renderer.frame(frame, among: layers)
    }
    return { [found] in found(place, result) }
  }
}
