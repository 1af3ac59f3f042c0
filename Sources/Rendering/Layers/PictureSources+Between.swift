import Basics
import Composition
import Drawing
import LibAV

// Pictures between two pictures of the media.

extension PictureSources {
  /// The media time at which a frame begins or, for backward playback, ends. Media at normal speed thus have
  /// their pictures on frames in both directions, and pictures after a take have no influence.
  func mediaTime(
    atEdgeOf number: Int64, of layer: Layer, by clock: MediaClock
  ) throws(RenderingError) -> RationalTime {
    let (rate, range) = (composition.canvas.rate, layer.timelineRange)
    do {
      // The first frame can begin before the layer does, and the last one can end after it.
      if clock.isBackwards {
        let edge = min(try rate.start(ofFrame: number + 1), range.end)
        return try clock.mediaTime(before: edge - range.start)
      }
      let edge = max(try rate.start(ofFrame: number), range.start)
      return try clock.mediaTime(at: edge - range.start)
    } catch { throw .time(layer: layer.label, frame: number) }
  }

  func picture(
    betweenThoseOf media: Int, _ stream: Int, by clock: MediaClock, _ layer: Layer, _ index: Int,
    _ number: Int64, at moment: RationalTime
  ) throws(RenderingError) -> LayerPicture? {
    let mediaMoment = try mediaTime(atEdgeOf: number, of: layer, by: clock)
    let reader = try readers.reader(forLayer: index, media: media, stream: stream)
    let pictures = try wrapping { () throws(LibAVError) in
      try reader.pictures(around: mediaMoment, goingBack: clock.isBackwards)
    }
    let before = source(pictures.before, media: media, stream: stream)
    let id = ObjectIdentifier(pictures.before)
    guard let next = pictures.after else {
      return try raster(layer, index, number, .frame(id), at: moment) { () throws(RenderingError) in
        try steady(before, media, stream, ofLayer: index)
      }
    }
    let content = PreparedPicture.Content.between(id, pictures.weight)
    return try raster(layer, index, number, content, at: moment) { () throws(RenderingError) in
      let after = source(next, media: media, stream: stream)
      let steadied = (
        try steady(before, media, stream, ofLayer: index), try steady(after, media, stream, ofLayer: index)
      )
      return try wrapping { () throws(LibAVError) in
        try mixed(steadied.0, steadied.1, pictures.weight, ofLayer: index)
      }
    }
  }

  func picture(
    betweenFramesOf film: Int, by clock: MediaClock, _ layer: Layer, _ index: Int, _ number: Int64,
    at moment: RationalTime
  ) throws(RenderingError) -> LayerPicture? {
    let filmMoment = try mediaTime(atEdgeOf: number, of: layer, by: clock)
    guard
      let (frame, weight) = composition.films[film].composition.frame(
        before: filmMoment, parts: SurroundingPictures.fullWeight)
    else { throw .time(layer: layer.label, frame: number) }
    let content: PreparedPicture.Content =
      weight == 0 ? .filmFrame(frame) : .betweenFilmFrames(frame, weight)
    return try raster(layer, index, number, content, at: moment) { () throws(RenderingError) in
      let before = try keptFilmFrame(frame, ofLayer: index)
      guard weight > 0 else { return before.picture }
      let after = try keptFilmFrame(frame + 1, ofLayer: index)
      return try wrapping { () throws(LibAVError) in
        // If only one picture has alpha, both are mixed as pictures with alpha.
        let (first, second) =
          before.picture.hasAlpha == after.picture.hasAlpha
          ? (before.picture, after.picture)
          : (try before.pictureWithAlpha(pool: pool), try after.pictureWithAlpha(pool: pool))
        return try mixed(first, second, weight, ofLayer: index)
      }
    }
  }

  /// A frame of a nested film, cached while pictures between it and its neighbour are needed.
  func keptFilmFrame(_ frame: Int64, ofLayer index: Int) throws(RenderingError) -> KeptFilmFrame {
    if let known = filmFrames[index]?.first(where: { $0.number == frame }) { return known }
    let kept = KeptFilmFrame(number: frame, picture: try filmPicture(frame, ofLayer: index))
    filmFrames[index] = (filmFrames[index] ?? []).suffix(1) + [kept]
    return kept
  }

  /// A picture of media, stabilised if its layer requires it.
  func steady(
    _ picture: SourcePicture, _ media: Int, _ stream: Int, ofLayer index: Int
  ) throws(RenderingError) -> SourcePicture {
    guard let settings = composition.layers[index].stabilization else { return picture }
    let stabilizer: Stabilizer
    if let known = stabilizers[index] {
      stabilizer = known
    } else {
      let reader = try readers.open(media: media, stream: stream)
      stabilizer = Stabilizer(settings, reader, layer: index, on: composition.canvas, pool: pool) {
        [unowned self] frame in source(frame, media: media, stream: stream)
      }
      stabilizers[index] = stabilizer
    }
    return try wrapping { () throws(LibAVError) in try stabilizer.picture(picture) }
  }

  func mixed(
    _ before: SourcePicture, _ after: SourcePicture, _ weight: Int32, ofLayer index: Int
  ) throws(LibAVError) -> SourcePicture {
    let painter =
      between[index]
      ?? BetweenPainter(
        composition.layers[index].between, layer: index, on: composition.canvas, pool: pool)
    between[index] = painter
    return try painter.picture(before, after, weight: weight)
  }
}

/// A frame of a nested film, in both forms. The form with alpha is made once, because pairs of pictures are
/// recognised by the identity of their frames.
final class KeptFilmFrame {
  let number: Int64
  let picture: SourcePicture
  var withAlpha: SourcePicture?

  init(number: Int64, picture: SourcePicture) {
    (self.number, self.picture) = (number, picture)
  }

  func pictureWithAlpha(pool: FramePool) throws(LibAVError) -> SourcePicture {
    if picture.hasAlpha { return picture }
    if let withAlpha { return withAlpha }
    var made = picture
    made.frame = try picture.frame.withAlpha(pool: pool)
    (made.hasAlpha, made.isAlphaMultipliedIn) = (true, true)
    withAlpha = made
    return made
  }
}
