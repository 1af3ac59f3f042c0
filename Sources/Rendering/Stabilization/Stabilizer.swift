import Basics
import Composition
import LibAV

/// Moves the pictures of a layer to where a steady camera would have seen them.
///
/// What a picture becomes follows from the pictures of its media around it alone.
final class Stabilizer {
  private let settings: Stabilization
  private let path: CameraPath
  private let layer: Int
  private let canvas: Canvas
  private let pool: FramePool
  /// Those that were asked for last, as both of two neighbours are asked for again.
  private var made: [(frame: VideoFrame, picture: SourcePicture)] = []

  /// `reader` is its own: it reads ahead.
  init(
    _ settings: Stabilization, _ reader: VideoReader, layer: Int, on canvas: Canvas, pool: FramePool,
    source: @escaping (VideoFrame) -> SourcePicture
  ) {
    (self.settings, self.layer, self.canvas, self.pool) = (settings, layer, canvas, pool)
    path = CameraPath(reader) { frame throws(LibAVError) in
      try MixablePicture(source(frame), layer: layer, on: canvas, pool: pool).brightness
    }
  }

  func picture(_ source: SourcePicture) throws(LibAVError) -> SourcePicture {
    if let known = made.first(where: { $0.frame === source.frame }) { return known.picture }
    guard let time = source.frame.presentationTime else { return source }
    let correction = try path.correction(at: time, smoothing: settings.smoothing)
    let picture = try MixablePicture(source, layer: layer, on: canvas, pool: pool)
    let warp = PictureWarp(correction, zoom: settings.zoom, size: source.frame.size)
    var steady = picture.source
    steady.frame = try picture.warped(warp, pool: pool)
    made = made.suffix(1) + [(source.frame, steady)]
    return steady
  }
}
