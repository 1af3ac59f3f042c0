import Basics
import Composition
import Drawing
import LibAV

/// Provides each layer's picture in a frame: opens and closes readers, scales, and caches what does not
/// change.
final class PictureSources {
  let composition: Composition
  let readers: LayerReaders
  var prepared: [Int: PreparedPicture] = [:]
  var films = FilmPictures()
  var between: [Int: BetweenPainter] = [:]
  var stabilizers: [Int: Stabilizer] = [:]
  /// The last two frames of each nested film that is interpolated, by layer.
  var filmFrames: [Int: [KeptFilmFrame]] = [:]
  /// By the index of the file, or for an SVG by -1 minus that of the layer.
  var maskImages: [Int: TexelImage] = [:]
  /// The films that are masks, and the last frame of each, by layer.
  var matteFilms = FilmPictures()
  var mattes: [Int: (frame: Int64, image: TexelImage)] = [:]
  var subtitles: [Int: SubtitleFrames] = [:]
  /// The drawn texts of credits, by layer.
  var credits: [Int: DrawnCredits] = [:]
  let vectors: VectorStills
  let preparer: PicturePreparer
  let pool: FramePool
  let words: WordsDrawing
  let filters: LayerFilters

  init(_ composition: Composition, _ readers: LayerReaders, pool: FramePool) {
    self.composition = composition
    self.readers = readers
    self.pool = pool
    words = WordsDrawing(pool: pool)
    vectors = VectorStills(pool: pool)
    preparer = PicturePreparer(composition.canvas, pool: pool)
    filters = LayerFilters(composition, pool: pool)
  }

  convenience init(_ composition: Composition, pool: FramePool, decoderThreads: Int, keptBytes: Int) {
    self.init(
      composition, LayerReaders(composition, decoderThreads: decoderThreads, keptBytes: keptBytes), pool: pool
    )
  }

  convenience init(_ composition: Composition, pool: FramePool, takingOver other: PictureSources) {
    self.init(composition, LayerReaders(composition, takingOver: other.readers), pool: pool)
  }

  /// Releases the readers and pictures of layers that do not show in this frame.
  func release(unlessNeededAt number: Int64) {
    readers.release(unlessNeededAt: number)
    prepared = prepared.filter { composition.layers[$0.key].frames.contains(number) }
    between = between.filter { composition.layers[$0.key].frames.contains(number) }
    stabilizers = stabilizers.filter { composition.layers[$0.key].frames.contains(number) }
    filmFrames = filmFrames.filter { composition.layers[$0.key].frames.contains(number) }
    credits = credits.filter { composition.layers[$0.key].frames.contains(number) }
    films.release { !composition.layers[$0].frames.contains(number) }
    matteFilms.release { !composition.layers[$0].frames.contains(number) }
    mattes = mattes.filter { composition.layers[$0.key].frames.contains(number) }
    filters.release(unlessNeededAt: number)
  }

  /// The picture of a layer in a frame; nil if nothing of it is on the canvas. Temporal filters process all
  /// earlier frames that they depend on first.
  func picture(ofLayer index: Int, at number: Int64) throws(RenderingError) -> LayerPicture? {
    let frames = filters.frames(ofLayer: index, upTo: number)
    for earlier in frames.dropLast() { _ = try onePicture(ofLayer: index, at: earlier) }
    return try onePicture(ofLayer: index, at: frames.upperBound)
  }

  /// The picture of its file that a layer shows in a frame, before anything is done to it.
  func mediaPicture(ofLayer index: Int, at number: Int64) throws(RenderingError) -> VideoFrame {
    let layer = composition.layers[index]
    guard case .moving(let media, let stream, let clock) = layer.picture else {
      throw .time(layer: layer.label, frame: number)
    }
    return try mediaPicture(ofLayer: index, media, stream, by: clock, at: number)
  }

  func mediaPicture(
    ofLayer index: Int, _ media: Int, _ stream: Int, by clock: MediaClock, at number: Int64
  ) throws(RenderingError) -> VideoFrame {
    let moment = try mediaTime(of: composition.layers[index], by: clock, at: number)
    let reader = try readers.reader(forLayer: index, media: media, stream: stream)
    return try wrapping { () throws(LibAVError) in
      try clock.isBackwards ? reader.frame(goingBackTo: moment) : reader.frame(at: moment)
    }
  }

  func onePicture(ofLayer index: Int, at number: Int64) throws(RenderingError) -> LayerPicture? {
    let layer = composition.layers[index]
    let moment = try composition.ownTime(of: layer, at: number)
    switch layer.picture {
    case .color, .gradient, .bars, .noise, .shape: return try drawn(layer, index, number, at: moment)
    case .text(let words):
      let state = WordsDrawing.state(
        of: words, at: moment, frame: number - layer.frames.lowerBound,
        look: layer.changes.map { words.text.changed(by: $0, at: moment) })
      return try raster(layer, index, number, .words(state), at: moment) { () throws(RenderingError) in
        SourcePicture(
          frame: try self.words.frame(of: words, in: state, label: layer.label), hasAlpha: true,
          isAlphaMultipliedIn: true, isInMotion: state.unitsMove(in: words), origin: .drawn(layer: index))
      }
    case .credits(let picture): return .several(try texts(of: picture, layer, index, at: number))
    case .still(let media, let stream):
      return try raster(layer, index, number, .still, at: moment) { () throws(RenderingError) in
        try stillPicture(
          ofMedia: media, stream: stream, size: layer.shownSize, origin: .drawn(layer: index))
      }
    case .subtitles(let picture):
      let subtitles = try subtitles(picture, ofLayer: index)
      guard let drawn = try subtitles.picture(at: number) else { return nil }
      return try keep(.subtitles(version: subtitles.version), ofLayer: index) { () throws(RenderingError) in
        .blended(try blended(drawn, ofLayer: index))
      }
    case .frozen(let media, let stream, let mediaMoment):
      return try raster(layer, index, number, .still, at: moment) { () throws(RenderingError) in
        let reader = try readers.open(media: media, stream: stream)
        let frame = try wrapping { () throws(LibAVError) in try reader.frame(shownAt: mediaMoment) }
        return try steady(source(frame, media: media, stream: stream), media, stream, ofLayer: index)
      }
    case .film(let film, let clock) where layer.between != .repeated:
      return try picture(betweenFramesOf: film, by: clock, layer, index, number, at: moment)
    case .film, .frozenFilm:
      let shown = try filmFrame(ofLayer: index, at: number)
      if composition.showsFilmUnchanged(layer) {
        return try keep(.filmFrame(shown), ofLayer: index) { () throws(RenderingError) in
          try films.layerPicture(shown, ofLayer: index, in: composition)
        }
      }
      return try raster(layer, index, number, .filmFrame(shown), at: moment) { () throws(RenderingError) in
        try filmPicture(shown, ofLayer: index)
      }
    case .moving(let media, let stream, let clock) where layer.between != .repeated:
      return try picture(betweenThoseOf: media, stream, by: clock, layer, index, number, at: moment)
    case .moving(let media, let stream, let clock):
      let frame = try mediaPicture(ofLayer: index, media, stream, by: clock, at: number)
      return try raster(layer, index, number, .frame(ObjectIdentifier(frame)), at: moment) {
        () throws(RenderingError) in
        try steady(source(frame, media: media, stream: stream), media, stream, ofLayer: index)
      }
    }
  }

  /// A frame of the nested film that a layer shows.
  func filmPicture(_ number: Int64, ofLayer index: Int) throws(RenderingError) -> SourcePicture {
    if let still = films.still(number, ofLayer: index, in: composition) {
      return try stillPicture(
        ofMedia: still.media, stream: still.stream, size: nil, origin: .drawn(layer: index))
    }
    return try films.picture(number, ofLayer: index, in: composition)
  }

  /// The middle of a frame, in media time.
  func mediaTime(
    of layer: Layer, by clock: MediaClock, at number: Int64
  ) throws(RenderingError) -> RationalTime {
    do {
      let passed = try composition.canvas.rate.middle(ofFrame: number) - layer.timelineRange.start
      return try clock.mediaTime(before: passed)
    } catch { throw .time(layer: layer.label, frame: number) }
  }

  /// The number of the nested film's frame that is on screen.
  func filmFrame(ofLayer index: Int, at number: Int64) throws(RenderingError) -> Int64 {
    let layer = composition.layers[index]
    let shown: Int64?
    switch layer.picture {
    case .film(let film, let clock):
      let moment = try mediaTime(of: layer, by: clock, at: number)
      let played = composition.films[film].composition
      // Backwards, the frame that starts at the moment was on screen just before.
      shown = clock.isBackwards ? played.frame(shownAt: moment) : played.frame(before: moment)
    case .frozenFilm(let film, let moment):
      shown = composition.films[film].composition.frame(shownAt: moment)
    default: shown = nil
    }
    guard let shown else { throw .time(layer: layer.label, frame: number) }
    return shown
  }
}

extension Composition {
  /// Whether a layer shows frames of a nested film in their own size and colours over the whole canvas.
  func showsFilmUnchanged(_ layer: Layer) -> Bool {
    let canvas = canvas
    let whole = PixelBox(x: 0, y: 0, width: canvas.size.width, height: canvas.size.height)
    switch layer.picture {
    case .film(let film, _), .frozenFilm(let film, _):
      let shown = films[film].composition.canvas
      guard !films[film].hasAlpha, shown.size == canvas.size, shown.color == canvas.color,
        shown.depth == canvas.depth
      else { return false }
    default: return false
    }
    let isEven = canvas.size.width % 2 == 0 && canvas.size.height % 2 == 0
    return isEven && layer.isPlain && !layer.hasFiltersOrKey && layer.flip == .none
      && layer.blurredFrame == nil
      && layer.contentBox == whole && layer.visibleBox == whole
  }
}
