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
  /// The last scaled picture of each layer whose filters change it from frame to frame.
  private var upright: [Int: UprightPicture] = [:]
  private let filters: LayerFilters
  private var converters: [ConverterID: PictureConverter] = [:]

  private static let keptReaders = 4
  private static let keptConverters = 8

  init(_ composition: Composition, pool: FramePool) {
    self.composition = composition
    self.pool = pool
    filters = LayerFilters(composition, pool: pool)
  }

  /// Takes readers and pictures back from layers that do not show at this frame.
  func release(unlessNeededAt number: Int64) {
    for layer in readers.keys.sorted() where !composition.layers[layer].frames.contains(number) {
      if let reader = readers.removeValue(forKey: layer), let stream = StreamID(composition.layers[layer]) {
        idle.append((stream, reader))
      }
    }
    if idle.count > Self.keptReaders { idle.removeFirst(idle.count - Self.keptReaders) }
    prepared = prepared.filter { composition.layers[$0.key].frames.contains(number) }
    upright = upright.filter { composition.layers[$0.key].frames.contains(number) }
    filters.release(unlessNeededAt: number)
  }

  /// The picture of a layer at a frame. Filters that remember have seen those of all its frames before.
  func picture(ofLayer index: Int, at number: Int64) throws(RenderingError) -> LayerPicture {
    let frames = filters.frames(ofLayer: index, upTo: number)
    for earlier in frames.dropLast() { _ = try onePicture(ofLayer: index, at: earlier) }
    return try onePicture(ofLayer: index, at: frames.upperBound)
  }

  private func onePicture(ofLayer index: Int, at number: Int64) throws(RenderingError) -> LayerPicture {
    let layer = composition.layers[index]
    switch layer.picture {
    case .color(let color):
      return try keep(.color, ofLayer: index, at: number) { () throws(RenderingError) in
        guard layer.isChanged else { return .blended(BlendedPicture(color: color, box: layer.visibleBox)) }
        let plain = try wrapping { () throws(LibAVError) in try flatPicture(color, in: layer.contentBox) }
        return try finished(plain, ofLayer: index, at: number)
      }
    case .still(let media, let stream):
      return try keep(.still, ofLayer: index, at: number) { () throws(RenderingError) in
        let picture = try keepUpright(.still, ofLayer: index) { () throws(RenderingError) in
          let reader = try open(media: media, stream: stream)
          let frame = try wrapping { () throws(LibAVError) in try reader.frame(at: .zero) }
          return try prepare(frame, media: media, stream: stream, layer: layer)
        }
        return try finished(picture, ofLayer: index, at: number)
      }
    case .moving(let media, let stream, let mediaStart):
      let moment = try mediaTime(of: layer, from: mediaStart, at: number)
      let reader = try reader(forLayer: index, media: media, stream: stream)
      let frame = try wrapping { () throws(LibAVError) in try reader.frame(at: moment) }
      let content = PreparedPicture.Content.frame(ObjectIdentifier(frame))
      return try keep(content, of: frame, ofLayer: index, at: number) { () throws(RenderingError) in
        let picture = try keepUpright(content, of: frame, ofLayer: index) { () throws(RenderingError) in
          try prepare(frame, media: media, stream: stream, layer: layer)
        }
        return try finished(picture, ofLayer: index, at: number)
      }
    }
  }

  /// The middle of the frame's interval, in the media's own time.
  private func mediaTime(
    of layer: Layer, from mediaStart: RationalTime, at number: Int64
  ) throws(RenderingError) -> RationalTime {
    do {
      let passed = try composition.canvas.rate.middle(ofFrame: number) - layer.timelineRange.start
      return try mediaStart + passed
    } catch { throw .time(layer: layer.label, frame: number) }
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
  }

  let content: Content
  /// The frame's number where filters make something else of the same content at each frame.
  let change: Int64?
  /// Keeps the frame alive, so that its identity is not given to another one.
  let frame: VideoFrame?
  let picture: LayerPicture
}

/// A picture scaled and turned for its layer, before its filters.
private struct UprightPicture {
  let content: PreparedPicture.Content
  let frame: VideoFrame?
  let picture: VideoFrame
}

private struct ConverterID: Hashable {
  let media: Int
  let target: PictureTarget
}

extension PictureSources {
  private func keep(
    _ content: PreparedPicture.Content, of frame: VideoFrame? = nil, ofLayer index: Int, at number: Int64,
    making make: () throws(RenderingError) -> LayerPicture
  ) throws(RenderingError) -> LayerPicture {
    let change = filters.change(ofLayer: index, at: number)
    if let kept = prepared[index], kept.content == content, kept.change == change { return kept.picture }
    let picture = try make()
    prepared[index] = PreparedPicture(content: content, change: change, frame: frame, picture: picture)
    return picture
  }

  /// Scaling is done once for a picture that only its filters change.
  private func keepUpright(
    _ content: PreparedPicture.Content, of frame: VideoFrame? = nil, ofLayer index: Int,
    making make: () throws(RenderingError) -> VideoFrame
  ) throws(RenderingError) -> VideoFrame {
    guard composition.layers[index].isChanged else { return try make() }
    if let kept = upright[index], kept.content == content { return kept.picture }
    let picture = try make()
    upright[index] = UprightPicture(content: content, frame: frame, picture: picture)
    return picture
  }

  /// One colour over a box, its alpha multiplied in.
  private func flatPicture(_ color: Color, in box: PixelBox) throws(LibAVError) -> VideoFrame {
    let (yuv, alpha) = (YUVColor(color), Double(color.alpha) / 255)
    let codes = [16 + (yuv.y - 16) * alpha, 128 + (yuv.u - 128) * alpha, 128 + (yuv.v - 128) * alpha]
    return try VideoFrame.allocate(
      size: PixelSize(width: box.width, height: box.height),
      layout: color.alpha == 255 ? .yuv444p : .yuva444p, color: .bt709
    ) { planes in
      for (plane, code) in zip(planes, codes.map { UInt8($0.rounded()) } + [color.alpha]) { plane.fill(code) }
    }
  }

  /// Keyed and filtered, as it is laid over the canvas.
  private func finished(
    _ upright: VideoFrame, ofLayer index: Int, at number: Int64
  ) throws(RenderingError) -> LayerPicture {
    let layer = composition.layers[index]
    let picture = try filters.apply(to: upright, ofLayer: index, at: number)
    let offset = (
      x: layer.visibleBox.x - layer.contentBox.x, y: layer.visibleBox.y - layer.contentBox.y
    )
    return picture.layout == .yuv420p
      ? .aligned(picture, offset: offset)
      : .blended(BlendedPicture(picture, offset: offset, box: layer.visibleBox))
  }

  /// Turns, scales and colours a decoded frame for its layer: 4:2:0 where its samples lie on the canvas's.
  private func prepare(
    _ frame: VideoFrame, media: Int, stream: Int, layer: Layer
  ) throws(RenderingError) -> VideoFrame {
    let facts = composition.media[media].facts
    let track = facts.video.first { $0.streamIndex == stream }
    let orientation = track?.orientation ?? .upright
    let content = layer.contentBox
    let contentSize = PixelSize(width: content.width, height: content.height)
    let hasAlpha = track?.hasAlpha ?? false
    let isAligned =
      !hasAlpha && layer.chromaKey == nil && [content.x, content.y, content.width, content.height].allSatisfy { $0 % 2 == 0 }
      && [layer.visibleBox.x, layer.visibleBox.y].allSatisfy { $0 % 2 == 0 }

    let size = orientation.swapsAxes ? contentSize.turned : contentSize
    let layout: PixelLayout = hasAlpha ? .yuva444p : isAligned ? .yuv420p : .yuv444p
    let target = PictureTarget(size: size, layout: layout)
    return try wrapping { () throws(LibAVError) in
      let source = hasAlpha ? try frame.withAlphaMultipliedIn(pool: pool) : frame
      let scaled = try converter(media: media, target: target).convert(source)
      return try PictureTurn(orientation, pool: pool).apply(to: scaled)
    }
  }

  private func converter(media: Int, target: PictureTarget) -> PictureConverter {
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
