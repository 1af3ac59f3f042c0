import Basics
import Composition
import Drawing
import LibAV

/// Gives each layer its picture at a frame: opens and closes readers, scales, and keeps what does not change.
final class PictureSources {
  private let composition: Composition
  private let readers: LayerReaders
  private var prepared: [Int: PreparedPicture] = [:]
  private var films = FilmPictures()
  private var between: [Int: BetweenPainter] = [:]
  private var stabilizers: [Int: Stabilizer] = [:]
  /// The last two frames of films that layers show frames between of.
  private var filmFrames: [Int: [KeptFilmFrame]] = [:]
  private var maskImages: [Int: TexelImage] = [:]
  private var subtitles: [Int: SubtitleFrames] = [:]
  private let preparer: PicturePreparer
  private let pool: FramePool
  private let words: WordsDrawing
  private let filters: LayerFilters

  init(_ composition: Composition, _ readers: LayerReaders, pool: FramePool) {
    self.composition = composition
    self.readers = readers
    self.pool = pool
    words = WordsDrawing(pool: pool)
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

  /// Takes readers and pictures back from layers that do not show at this frame.
  func release(unlessNeededAt number: Int64) {
    readers.release(unlessNeededAt: number)
    prepared = prepared.filter { composition.layers[$0.key].frames.contains(number) }
    between = between.filter { composition.layers[$0.key].frames.contains(number) }
    stabilizers = stabilizers.filter { composition.layers[$0.key].frames.contains(number) }
    filmFrames = filmFrames.filter { composition.layers[$0.key].frames.contains(number) }
    films.release { !composition.layers[$0].frames.contains(number) }
    filters.release(unlessNeededAt: number)
  }

  /// What a layer shows in a frame; nil where nothing of it is on the canvas. Filters that remember have seen those
  /// of all its frames before.
  func picture(ofLayer index: Int, at number: Int64) throws(RenderingError) -> LayerPicture? {
    let frames = filters.frames(ofLayer: index, upTo: number)
    for earlier in frames.dropLast() { _ = try onePicture(ofLayer: index, at: earlier) }
    return try onePicture(ofLayer: index, at: frames.upperBound)
  }

  /// What a layer that plays a file shows of it in a frame, before anything is done to it.
  func mediaPicture(ofLayer index: Int, at number: Int64) throws(RenderingError) -> VideoFrame {
    let layer = composition.layers[index]
    guard case .moving(let media, let stream, let clock) = layer.picture else {
      throw .time(layer: layer.label, frame: number)
    }
    return try mediaPicture(ofLayer: index, media, stream, by: clock, at: number)
  }

  private func mediaPicture(
    ofLayer index: Int, _ media: Int, _ stream: Int, by clock: MediaClock, at number: Int64
  ) throws(RenderingError) -> VideoFrame {
    let moment = try mediaTime(of: composition.layers[index], by: clock, at: number)
    let reader = try readers.reader(forLayer: index, media: media, stream: stream)
    return try wrapping { () throws(LibAVError) in
      try clock.isBackwards ? reader.frame(goingBackTo: moment) : reader.frame(at: moment)
    }
  }

  private func onePicture(ofLayer index: Int, at number: Int64) throws(RenderingError) -> LayerPicture? {
    let layer = composition.layers[index]
    let moment = try composition.ownTime(of: layer, at: number)
    switch layer.picture {
    case .color, .gradient, .bars, .shape: return try drawn(layer, index, number, at: moment)
    case .text(let words):
      let state = WordsDrawing.state(
        of: words, letters: words.letters?.value(at: moment), frame: number - layer.frames.lowerBound,
        look: layer.changes.map { words.text.changed(by: $0, at: moment) })
      return try raster(layer, index, number, .words(state), at: moment) { () throws(RenderingError) in
        SourcePicture(
          frame: try self.words.frame(of: words, in: state, label: layer.label), hasAlpha: true,
          isAlphaMultipliedIn: true, origin: .drawn(layer: index))
      }
    case .still(let media, let stream):
      return try raster(layer, index, number, .still, at: moment) { () throws(RenderingError) in
        let reader = try readers.open(media: media, stream: stream)
        let frame = try wrapping { () throws(LibAVError) in try reader.frame(at: .zero) }
        return source(frame, media: media, stream: stream)
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

  /// A frame of the film that a layer shows.
  private func filmPicture(_ number: Int64, ofLayer index: Int) throws(RenderingError) -> SourcePicture {
    if let still = films.still(number, ofLayer: index, in: composition) {
      let reader = try readers.open(media: still.media, stream: still.stream)
      let frame = try wrapping { () throws(LibAVError) in try reader.frame(at: .zero) }
      return source(frame, media: still.media, stream: still.stream)
    }
    return try films.picture(number, ofLayer: index, in: composition)
  }

  /// The middle of the frame's interval, in the media's own time.
  private func mediaTime(
    of layer: Layer, by clock: MediaClock, at number: Int64
  ) throws(RenderingError) -> RationalTime {
    do {
      let passed = try composition.canvas.rate.middle(ofFrame: number) - layer.timelineRange.start
      return try clock.mediaTime(before: passed)
    } catch { throw .time(layer: layer.label, frame: number) }
  }

  /// Which frame of the film that it shows is on screen.
  private func filmFrame(ofLayer index: Int, at number: Int64) throws(RenderingError) -> Int64 {
    let layer = composition.layers[index]
    let shown: Int64?
    switch layer.picture {
    case .film(let film, let clock):
      let moment = try mediaTime(of: layer, by: clock, at: number)
      let played = composition.films[film].composition
      // Backwards, what was on screen just before starts at the moment.
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
  /// Whether a layer shows frames of a film in its own size over all of the canvas, in the same colours.
  fileprivate func showsFilmUnchanged(_ layer: Layer) -> Bool {
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

// MARK: - Pictures between others

extension PictureSources {
  /// When a frame begins, in the media's own time; backwards, when it ends. So media that are played as they are have
  /// their pictures on frames, either way, and nothing after a take is near.
  private func mediaTime(
    atEdgeOf number: Int64, of layer: Layer, by clock: MediaClock
  ) throws(RenderingError) -> RationalTime {
    let (rate, range) = (composition.canvas.rate, layer.timelineRange)
    do {
      // The first frame can begin before the layer does, and the last one end after it.
      if clock.isBackwards {
        let edge = min(try rate.start(ofFrame: number + 1), range.end)
        return try clock.mediaTime(before: edge - range.start)
      }
      let edge = max(try rate.start(ofFrame: number), range.start)
      return try clock.mediaTime(at: edge - range.start)
    } catch { throw .time(layer: layer.label, frame: number) }
  }

  private func picture(
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

  private func picture(
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
        // What is seen through and what is not meet as pictures with alpha.
        let (first, second) =
          before.picture.hasAlpha == after.picture.hasAlpha
          ? (before.picture, after.picture)
          : (try before.pictureWithAlpha(pool: pool), try after.pictureWithAlpha(pool: pool))
        return try mixed(first, second, weight, ofLayer: index)
      }
    }
  }

  /// A frame of a film that is looked at again as long as pictures between it and its neighbour are wanted.
  private func keptFilmFrame(_ frame: Int64, ofLayer index: Int) throws(RenderingError) -> KeptFilmFrame {
    if let known = filmFrames[index]?.first(where: { $0.number == frame }) { return known }
    let kept = KeptFilmFrame(number: frame, picture: try filmPicture(frame, ofLayer: index))
    filmFrames[index] = (filmFrames[index] ?? []).suffix(1) + [kept]
    return kept
  }

  /// A picture of media moved to be steady, if its layer is to be.
  private func steady(
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

  private func mixed(
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

/// A frame of a film in both of its forms. The second one is made once, because pairs of pictures are known by their
/// frames.
private final class KeptFilmFrame {
  let number: Int64
  let picture: SourcePicture
  private var withAlpha: SourcePicture?

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

// MARK: - Pictures

/// What a layer showed last, kept as long as it shows the same.
private struct PreparedPicture {
  enum Content: Hashable {
    case drawn
    case still
    case frame(ObjectIdentifier)
    /// After a picture, by the weight of the next one.
    case between(ObjectIdentifier, Int32)
    case betweenFilmFrames(Int64, Int32)
    case subtitles(version: Int)
    case filmFrame(Int64)
    case words(WordsDrawing.State)
  }

  let content: Content
  /// The part that was kept of a picture before a blurred copy of itself.
  let crop: ExactBox?
  /// The frame's number where filters make something else of the same content at each frame.
  let change: Int64?
  /// Keeps the frame alive, because its identity could be reused.
  let frame: VideoFrame?
  let form: Form

  enum Form {
    case placed(LayerPicture?)
    /// Placed again in every frame.
    case levels(TexelLevels)
  }
}

extension PictureSources {
  private func keep(
    _ content: PreparedPicture.Content, ofLayer index: Int,
    making make: () throws(RenderingError) -> LayerPicture?
  ) throws(RenderingError) -> LayerPicture? {
    if let kept = prepared[index], kept.content == content, case .placed(let picture) = kept.form {
      return picture
    }
    let picture = try make()
    prepared[index] = PreparedPicture(
      content: content, crop: nil, change: nil, frame: nil, form: .placed(picture))
    return picture
  }

  private func source(_ frame: VideoFrame, media: Int, stream: Int) -> SourcePicture {
    let reference = composition.media[media]
    let track = reference.facts.video.first { $0.streamIndex == stream }
    return SourcePicture(
      frame: frame, orientation: track?.orientation ?? .upright, hasAlpha: track?.hasAlpha ?? false,
      isAlphaMultipliedIn: reference.reading.isPremultiplied, color: reference.reading.color,
      origin: .media(media))
  }

  /// A picture of pixels, prepared once for as long as its layer shows the same one.
  private func raster(
    _ layer: Layer, _ index: Int, _ number: Int64, _ content: PreparedPicture.Content,
    at moment: RationalTime, from source: () throws(RenderingError) -> SourcePicture
  ) throws(RenderingError) -> LayerPicture? {
    let crop = layer.blurredFrame?.crop?.part(at: moment)
    let change = filters.change(ofLayer: index, at: number)
    if let kept = prepared[index], kept.content == content, kept.crop == crop, kept.change == change {
      return try place(kept.form, layer, at: moment)
    }
    let filterMoment = try filters.moment(ofLayer: index, at: number)
    var source = try source()
    let form = try wrapping { () throws(LibAVError) in
      source.orientation = source.orientation.flipped(layer.flip)
      let picture = try framed(source, layer, index, at: moment)
      guard let movement = layer.movement else {
        let placed = try preparer.picture(picture, for: layer) { frame throws(LibAVError) in
          try filters.apply(to: frame, ofLayer: index, at: filterMoment)
        }
        return PreparedPicture.Form.placed(placed)
      }
      let texels = try preparer.texels(picture, size: movement.drawnSize) { frame throws(LibAVError) in
        try filters.apply(to: frame, ofLayer: index, at: filterMoment)
      }
      return .levels(TexelLevels(texels))
    }
    prepared[index] = PreparedPicture(
      content: content, crop: crop, change: change, frame: source.frame, form: form)
    return try place(form, layer, at: moment)
  }

  /// A picture that is drawn from numbers.
  private func drawn(
    _ layer: Layer, _ index: Int, _ number: Int64, at moment: RationalTime
  ) throws(RenderingError) -> LayerPicture? {
    if layer.hasFiltersOrKey { return try changedDrawing(layer, index, number, at: moment) }
    if case .color(let color) = layer.picture, layer.isPlain, layer.changes == nil {
      return try keep(.drawn, ofLayer: index) { () throws(RenderingError) in
        .blended(BlendedPicture(color: color, box: layer.visibleBox, in: composition.canvas.color))
      }
    }
    let projector = try projector(for: layer, at: moment)
    if !layer.isSteady { return projector.drawnPicture().map { .blended($0) } }
    return try keep(.drawn, ofLayer: index) { () throws(RenderingError) in
      projector.drawnPicture().map { .blended($0) }
    }
  }

  /// One that is keyed or filtered, as a picture of pixels.
  private func changedDrawing(
    _ layer: Layer, _ index: Int, _ number: Int64, at moment: RationalTime
  ) throws(RenderingError) -> LayerPicture? {
    // A shape whose size changes is drawn anew, because its outline keeps its width.
    let change = layer.isDrawnAgain ? number : filters.change(ofLayer: index, at: number)
    if let kept = prepared[index], kept.content == .drawn, kept.change == change {
      return try place(kept.form, layer, at: moment)
    }
    guard let (size, scale) = layer.drawnSize(at: moment) else { return nil }
    let filterMoment = try filters.moment(ofLayer: index, at: number)
    let texels = try wrapping { () throws(LibAVError) in
      try VideoFrame.drawn(layer, at: moment, size: size, scale: scale, on: composition.canvas, pool: pool)
        .map {
          frame throws(LibAVError) in
          TexelImage(try filters.apply(to: frame, ofLayer: index, at: filterMoment))
        }
    }
    guard let texels else { return nil }
    let (content, visible) = (layer.contentBox, layer.visibleBox)
    let form =
      layer.isPlain
      ? PreparedPicture.Form.placed(
        .blended(
          BlendedPicture(texels, offset: (x: visible.x - content.x, y: visible.y - content.y), box: visible)))
      : .levels(TexelLevels(texels))
    prepared[index] = PreparedPicture(content: .drawn, crop: nil, change: change, frame: nil, form: form)
    return try place(form, layer, at: moment)
  }

  private func framed(
    _ source: SourcePicture, _ layer: Layer, _ index: Int, at moment: RationalTime
  ) throws(LibAVError) -> SourcePicture {
    guard let frame = layer.blurredFrame else { return source }
    return try preparer.blurredFrame(
      of: source, shown: layer.displaySize(in: composition) ?? source.frame.size, size: frame.size,
      crop: frame.crop?.held(at: moment), layer: index)
  }

  private func place(
    _ form: PreparedPicture.Form, _ layer: Layer, at moment: RationalTime
  ) throws(RenderingError) -> LayerPicture? {
    switch form {
    case .placed(let picture): picture
    case .levels(let levels):
      try projector(for: layer, at: moment).picture(levels).map { .blended($0) }
    }
  }

  // MARK: Subtitles

  private func subtitles(
    _ picture: SubtitlePicture, ofLayer index: Int
  ) throws(RenderingError) -> SubtitleFrames {
    if let known = subtitles[index] { return known }
    let made = try SubtitleFrames(picture, on: composition.canvas)
    subtitles[index] = made
    return made
  }

  private func blended(_ drawn: DrawnPicture, ofLayer index: Int) throws(RenderingError) -> BlendedPicture {
    try wrapping { () throws(LibAVError) in
      let source = SourcePicture(
        frame: try VideoFrame.drawn(drawn), hasAlpha: true, isAlphaMultipliedIn: true,
        origin: .drawn(layer: index))
      let box = PixelBox(x: drawn.x, y: drawn.y, width: drawn.width, height: drawn.height)
      return BlendedPicture(
        try preparer.texels(source, size: PixelSize(width: drawn.width, height: drawn.height)),
        offset: (0, 0), box: box)
    }
  }

  // MARK: Masks

  private func projector(for layer: Layer, at moment: RationalTime) throws(RenderingError) -> LayerProjector {
    LayerProjector(
      canvas: composition.canvas, layer: layer, moment: moment, maskImage: try maskImage(of: layer))
  }

  private func maskImage(of layer: Layer) throws(RenderingError) -> TexelImage? {
    guard case .image(let media, let stream) = layer.mask?.source else { return nil }
    if let known = maskImages[media] { return known }
    let image = try stillImage(ofMedia: media, stream: stream, size: nil)
    maskImages[media] = image
    return image
  }

  /// A file's picture in memory, upright: of this size, or else as large as it is.
  func stillImage(ofMedia media: Int, stream: Int, size: PixelSize?) throws(RenderingError) -> TexelImage {
    let reader = try readers.open(media: media, stream: stream)
    return try wrapping { () throws(LibAVError) in
      let picture = source(try reader.frame(at: .zero), media: media, stream: stream)
      let natural = picture.frame.size
      return try preparer.texels(
        picture, size: size ?? (picture.orientation.swapsAxes ? natural.turned : natural))
    }
  }
}

extension VideoFrame {
  /// The same picture where nothing is said otherwise.
  func tagged(overriding tags: ColorTags) throws(LibAVError) -> VideoFrame {
    guard tags != ColorTags() else { return self }
    var color = color
    color.primaries = tags.primaries ?? color.primaries
    color.transfer = tags.transfer ?? color.transfer
    color.matrix = color.matrix == "gbr" ? "gbr" : tags.matrix ?? color.matrix
    return try tagged(color)
  }
}
