import Basics
import Composition
import Drawing
import LibAV

// Drawn pictures, cached as long as they stay the same.

/// The last picture of a layer, cached as long as its content stays the same.
struct PreparedPicture {
  enum Content: Hashable {
    case drawn
    case still
    case frame(ObjectIdentifier)
    /// After a picture, with the weight of the next one.
    case between(ObjectIdentifier, Int32)
    case betweenFilmFrames(Int64, Int32)
    case subtitles(version: Int)
    case filmFrame(Int64)
    case words(WordsDrawing.State)
  }

  let content: Content
  /// The visible part of a picture in front of its blurred copy.
  let crop: ExactBox?
  /// The frame number, if filters change the same content differently in each frame.
  let change: Int64?
  /// Keeps the frame alive, because its identity could be reused.
  let frame: VideoFrame?
  let form: Form

  enum Form {
    case placed(LayerPicture?)
    /// Projected in every frame.
    case levels(TexelLevels)
  }
}

extension PictureSources {
  func keep(
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

  func source(_ frame: VideoFrame, media: Int, stream: Int) -> SourcePicture {
    let reference = composition.media[media]
    let track = reference.facts.video.first { $0.streamIndex == stream }
    return SourcePicture(
      frame: frame, orientation: track?.orientation ?? .upright, hasAlpha: track?.hasAlpha ?? false,
      isAlphaMultipliedIn: reference.reading.isPremultiplied, color: reference.reading.color,
      origin: .media(media))
  }

  /// Returns a layer's picture from pixels, prepared once as long as the layer shows the same content.
  func raster(
    _ layer: Layer, _ index: Int, _ number: Int64, _ content: PreparedPicture.Content,
    at moment: RationalTime, from source: () throws(RenderingError) -> SourcePicture
  ) throws(RenderingError) -> LayerPicture? {
    let crop = layer.blurredFrame?.crop?.part(at: moment)
    let change = filters.change(ofLayer: index, at: number)
    if let kept = prepared[index], kept.content == content, kept.crop == crop, kept.change == change {
      return try place(kept.form, layer, index, number, at: moment)
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
    return try place(form, layer, index, number, at: moment)
  }

  /// Returns the picture of a layer that is drawn from numbers.
  func drawn(
    _ layer: Layer, _ index: Int, _ number: Int64, at moment: RationalTime
  ) throws(RenderingError) -> LayerPicture? {
    if layer.hasFiltersOrKey { return try changedDrawing(layer, index, number, at: moment) }
    if case .color(let color) = layer.picture, layer.isPlain, layer.changes == nil {
      return try keep(.drawn, ofLayer: index) { () throws(RenderingError) in
        .blended(BlendedPicture(color: color, box: layer.visibleBox, in: composition.canvas.color))
      }
    }
    let projector = try projector(for: layer, index, number, at: moment)
    if !layer.isSteady { return projector.drawnPicture().map { .blended($0) } }
    return try keep(.drawn, ofLayer: index) { () throws(RenderingError) in
      projector.drawnPicture().map { .blended($0) }
    }
  }

  /// Returns a drawn picture with its key and filters applied, as pixels.
  func changedDrawing(
    _ layer: Layer, _ index: Int, _ number: Int64, at moment: RationalTime
  ) throws(RenderingError) -> LayerPicture? {
    // A shape that changes size is redrawn, because the width of its outline stays the same.
    let change = layer.isDrawnAgain ? number : filters.change(ofLayer: index, at: number)
    if let kept = prepared[index], kept.content == .drawn, kept.change == change {
      return try place(kept.form, layer, index, number, at: moment)
    }
    guard let (size, scale) = layer.drawnSize(at: moment) else { return nil }
    let filterMoment = try filters.moment(ofLayer: index, at: number)
    let texels = try wrapping { () throws(LibAVError) in
      try VideoFrame.drawn(
        layer, at: moment, frame: number - layer.frames.lowerBound, size: size, scale: scale,
        on: composition.canvas, pool: pool
      ).map { frame throws(LibAVError) in
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
    return try place(form, layer, index, number, at: moment)
  }

  func framed(
    _ source: SourcePicture, _ layer: Layer, _ index: Int, at moment: RationalTime
  ) throws(LibAVError) -> SourcePicture {
    guard let frame = layer.blurredFrame else { return source }
    return try preparer.blurredFrame(
      of: source, shown: layer.displaySize(in: composition) ?? source.frame.size, size: frame.size,
      crop: frame.crop?.held(at: moment), layer: index)
  }

  func place(
    _ form: PreparedPicture.Form, _ layer: Layer, _ index: Int, _ number: Int64, at moment: RationalTime
  ) throws(RenderingError) -> LayerPicture? {
    switch form {
    case .placed(let picture): picture
    case .levels(let levels):
      try projector(for: layer, index, number, at: moment).picture(levels).map { .blended($0) }
    }
  }

  // MARK: Subtitles

  func subtitles(
    _ picture: SubtitlePicture, ofLayer index: Int
  ) throws(RenderingError) -> SubtitleFrames {
    if let known = subtitles[index] { return known }
    let made = try SubtitleFrames(picture, on: composition.canvas)
    subtitles[index] = made
    return made
  }

  func blended(_ drawn: DrawnPicture, ofLayer index: Int) throws(RenderingError) -> BlendedPicture {
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

  func projector(
    for layer: Layer, _ index: Int, _ number: Int64, at moment: RationalTime
  ) throws(RenderingError) -> LayerProjector {
    LayerProjector(
      canvas: composition.canvas, layer: layer, moment: moment, frame: number - layer.frames.lowerBound,
      maskImage: try maskImage(of: layer, index, number))
  }

  private func maskImage(
    of layer: Layer, _ index: Int, _ number: Int64
  ) throws(RenderingError) -> TexelImage? {
    if case .film(let film, let clock, _) = layer.mask?.source {
      return try matte(film, by: clock, of: layer, index, number)
    }
    guard case .image(let media, let stream) = layer.mask?.source else { return nil }
    // An SVG is drawn as sharp as the picture that it masks.
    let isVector = composition.media[media].facts.isVector
    let key = isVector ? -1 - index : media
    if let known = maskImages[key] { return known }
    let image = try stillImage(
      ofMedia: media, stream: stream, size: isVector ? layer.shownSize ?? composition.canvas.size : nil)
    maskImages[key] = image
    return image
  }

  /// The picture of a film that is a mask; before its start and after its end, the first or the last one.
  private func matte(
    _ film: Int, by clock: MediaClock, of layer: Layer, _ index: Int, _ number: Int64
  ) throws(RenderingError) -> TexelImage? {
    let moment = try mediaTime(of: layer, by: clock, at: number)
    let played = composition.films[film].composition
    guard played.frameCount > 0, let shown = played.frame(before: moment) else { return nil }
    if let kept = mattes[index], kept.frame == shown { return kept.image }
    let picture = try matteFilms.matte(shown, of: film, ofLayer: index, in: composition)
    let image = try wrapping { () throws(LibAVError) in
      try preparer.texels(picture, size: picture.frame.size)
    }
    mattes[index] = (shown, image)
    return image
  }

  /// The picture of a file. An SVG is drawn in the given size, or else in its own.
  func stillPicture(
    ofMedia media: Int, stream: Int, size: PixelSize?, origin: SourcePicture.Origin
  ) throws(RenderingError) -> SourcePicture {
    let reference = composition.media[media]
    guard reference.facts.isVector else {
      let reader = try readers.open(media: media, stream: stream)
      let frame = try wrapping { () throws(LibAVError) in try reader.frame(at: .zero) }
      return source(frame, media: media, stream: stream)
    }
    let track = reference.facts.video.first { $0.streamIndex == stream }
    let orientation = track?.orientation ?? .upright
    let shown = size ?? track?.displaySize ?? PixelSize(width: 1, height: 1)
    return SourcePicture(
      frame: try vectors.frame(of: reference, size: orientation.swapsAxes ? shown.turned : shown),
      orientation: orientation, hasAlpha: true, isAlphaMultipliedIn: true, origin: origin)
  }

  /// Reads a file's picture, upright, in the given size or its own.
  func stillImage(ofMedia media: Int, stream: Int, size: PixelSize?) throws(RenderingError) -> TexelImage {
    let picture = try stillPicture(ofMedia: media, stream: stream, size: size, origin: .media(media))
    return try wrapping { () throws(LibAVError) in
      let natural = picture.frame.size
      return try preparer.texels(
        picture, size: size ?? (picture.orientation.swapsAxes ? natural.turned : natural))
    }
  }
}

extension VideoFrame {
  /// The same picture, with colour tags replaced by those that `tags` contains.
  func tagged(overriding tags: ColorTags) throws(LibAVError) -> VideoFrame {
    guard tags != ColorTags() else { return self }
    var color = color
    color.primaries = tags.primaries ?? color.primaries
    color.transfer = tags.transfer ?? color.transfer
    color.matrix = color.matrix == "gbr" ? "gbr" : tags.matrix ?? color.matrix
    return try tagged(color)
  }
}
