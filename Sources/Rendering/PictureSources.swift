import Composition
import EditTime
import LibAV
import MediaFacts

/// Gives each layer its picture at a frame: opens and closes readers, scales, and keeps what does not change.
final class PictureSources {
  private let composition: Composition
  private let pool: FramePool
  /// The readers that layers hold now, and those that wait for the next take from their file.
  private var readers: [Int: VideoReader] = [:]
  private var idle: [(stream: StreamID, reader: VideoReader)] = []
  private var prepared: [Int: PreparedPicture] = [:]
  private var films = FilmPictures()
  private var converters: [ConverterID: PictureConverter] = [:]

  private static let keptReaders = 4
  private static let keptConverters = 8

  init(_ composition: Composition, pool: FramePool) {
    self.composition = composition
    self.pool = pool
  }

  /// Takes readers and pictures back from layers that do not show at this frame.
  func release(unlessNeededAt number: Int64) {
    for layer in readers.keys.sorted() where !composition.layers[layer].frames.contains(number) {
      if let reader = readers.removeValue(forKey: layer), let stream = StreamID(composition.layers[layer]) {
        reader.rest()
        idle.append((stream, reader))
      }
    }
    if idle.count > Self.keptReaders { idle.removeFirst(idle.count - Self.keptReaders) }
    prepared = prepared.filter { composition.layers[$0.key].frames.contains(number) }
    films.release { !composition.layers[$0].frames.contains(number) }
  }

  func picture(ofLayer index: Int, at number: Int64) throws(RenderingError) -> LayerPicture {
    let layer = composition.layers[index]
    switch layer.picture {
    case .color(let color):
      return try keep(.color, ofLayer: index) { () throws(RenderingError) in
        .blended(BlendedPicture(color: color, box: layer.visibleBox))
      }
    case .still(let media, let stream):
      return try keep(.still, ofLayer: index) { () throws(RenderingError) in
        let reader = try open(media: media, stream: stream)
        let frame = try wrapping { () throws(LibAVError) in try reader.frame(at: .zero) }
        return try prepare(frame, media: media, stream: stream, layer: layer)
      }
    case .frozen(let media, let stream, let moment):
      return try keep(.still, ofLayer: index) { () throws(RenderingError) in
        let reader = try open(media: media, stream: stream)
        let frame = try wrapping { () throws(LibAVError) in try reader.frame(shownAt: moment) }
        return try prepare(frame, media: media, stream: stream, layer: layer)
      }
    case .film, .frozenFilm:
      let shown = try filmFrame(ofLayer: index, at: number)
      return try keep(.filmFrame(shown), ofLayer: index) { () throws(RenderingError) in
        let frame = try films.frame(shown, ofLayer: index, in: composition)
        return try prepare(frame, media: nil, stream: 0, layer: layer)
      }
    case .moving(let media, let stream, let clock):
      let moment = try mediaTime(of: layer, by: clock, at: number)
      let reader = try reader(forLayer: index, media: media, stream: stream)
      let frame = try wrapping { () throws(LibAVError) in
        try clock.isBackwards ? reader.frame(goingBackTo: moment) : reader.frame(at: moment)
      }
      return try keep(.frame(ObjectIdentifier(frame)), of: frame, ofLayer: index) {
        () throws(RenderingError) in
        try prepare(frame, media: media, stream: stream, layer: layer)
      }
    }
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

// MARK: - Readers

/// One stream of one file.
private struct StreamID: Hashable {
  let media: Int
  let stream: Int

  init(media: Int, stream: Int) {
    self.media = media
    self.stream = stream
  }

  init?(_ layer: Layer) {
    guard case .moving(let media, let stream, _) = layer.picture else { return nil }
    self.init(media: media, stream: stream)
  }
}

extension PictureSources {
  private func reader(forLayer index: Int, media: Int, stream: Int) throws(RenderingError) -> VideoReader {
    if let reader = readers[index] { return reader }
    let id = StreamID(media: media, stream: stream)
    let reader: VideoReader
    if let waiting = idle.lastIndex(where: { $0.stream == id }) {
      reader = idle.remove(at: waiting).reader
    } else {
      reader = try open(media: media, stream: stream)
    }
    readers[index] = reader
    return reader
  }

  private func open(media: Int, stream: Int) throws(RenderingError) -> VideoReader {
    let reference = composition.media[media]
    return try wrapping { () throws(LibAVError) in
      try VideoReader(fileAt: reference.path, streamIndex: stream, origin: reference.facts.origin)
    }
  }
}

// MARK: - Pictures

/// What a layer showed last, kept as long as it shows the same.
private struct PreparedPicture {
  enum Content: Hashable {
    case color
    case still
    case frame(ObjectIdentifier)
    case filmFrame(Int64)
  }

  let content: Content
  /// Keeps the frame alive, so that its identity is not given to another one.
  let frame: VideoFrame?
  let picture: LayerPicture
}

private struct ConverterID: Hashable {
  let media: Int?
  let target: PictureTarget
}

extension PictureSources {
  private func keep(
    _ content: PreparedPicture.Content, of frame: VideoFrame? = nil, ofLayer index: Int,
    making make: () throws(RenderingError) -> LayerPicture
  ) throws(RenderingError) -> LayerPicture {
    if let kept = prepared[index], kept.content == content { return kept.picture }
    let picture = try make()
    prepared[index] = PreparedPicture(content: content, frame: frame, picture: picture)
    return picture
  }

  /// Turns, scales and colours a decoded frame for its layer.
  private func prepare(
    _ frame: VideoFrame, media: Int?, stream: Int, layer: Layer
  ) throws(RenderingError) -> LayerPicture {
    let facts = media.map { composition.media[$0].facts }
    let track = facts?.video.first { $0.streamIndex == stream }
    let orientation = track?.orientation ?? .upright
    let content = layer.contentBox
    let contentSize = PixelSize(width: content.width, height: content.height)
    let offset = (x: layer.visibleBox.x - content.x, y: layer.visibleBox.y - content.y)
    let hasAlpha = track?.hasAlpha ?? false
    let isAligned =
      !hasAlpha && [content.x, content.y, content.width, content.height].allSatisfy { $0 % 2 == 0 }
      && [layer.visibleBox.x, layer.visibleBox.y].allSatisfy { $0 % 2 == 0 }

    let size = orientation.swapsAxes ? contentSize.turned : contentSize
    let layout: PixelLayout = hasAlpha ? .yuva444p : isAligned ? .yuv420p : .yuv444p
    let target = PictureTarget(size: size, layout: layout)
    return try wrapping { () throws(LibAVError) in
      let source = hasAlpha ? try frame.withAlphaMultipliedIn(pool: pool) : frame
      let scaled = try converter(media: media, target: target).convert(source)
      let upright = try PictureTurn(orientation, pool: pool).apply(to: scaled)
      return isAligned
        ? .aligned(upright, offset: offset)
        : .blended(BlendedPicture(upright, offset: offset, box: layer.visibleBox))
    }
  }

  private func converter(media: Int?, target: PictureTarget) -> PictureConverter {
    let id = ConverterID(media: media, target: target)
    if let known = converters[id] { return known }
    if converters.count >= Self.keptConverters { converters.removeAll() }
    let converter = PictureConverter(to: target, pool: pool)
    converters[id] = converter
    return converter
  }
}

/// Media errors as rendering errors.
private func wrapping<Result>(_ body: () throws(LibAVError) -> Result) throws(RenderingError) -> Result {
  do throws(LibAVError) { return try body() } catch { throw .media(error) }
}
