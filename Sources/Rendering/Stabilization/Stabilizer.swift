import Basics
import Composition
import LibAV

/// Moves the pictures of a layer to where a steady camera would have seen them.
///
/// Each result depends only on the neighbouring pictures of the media.
final class Stabilizer {
  private let settings: Stabilization
  private let path: CameraPath
  private let layer: Int
  private let canvas: Canvas
  private let pool: FramePool
  /// The latest results, because both pictures of a pair are requested again.
  private var made: [(frame: VideoFrame, picture: SourcePicture)] = []

  /// `reader` must not be shared, because the stabilizer reads ahead.
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
