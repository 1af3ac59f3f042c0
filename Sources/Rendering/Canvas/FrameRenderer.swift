import Basics
package import Composition
package import Drawing
package import LibAV

/// Renders the frames of a film on demand.
///
/// Not thread-safe. Files are opened when a frame first needs them and kept only while they are likely to be
/// needed again, so memory does not grow with the number of clips.
package final class FrameRenderer {
  private let composition: Composition
  private let sources: PictureSources
  private let painter: CanvasPainter
  private let transitions: TransitionPainter
  private let pool: FramePool

  /// Several decoder threads reach a frame far from its key frame sooner; `keptBytes` of cached pictures per
  /// decoder do so for a frame slightly before the last one. The frames are the same.
  package init(_ composition: Composition, decoderThreads: Int = 1, keptBytes: Int = 0) {
    self.composition = composition
    pool = FramePool()
    sources = PictureSources(
      composition, pool: pool, decoderThreads: decoderThreads, keptBytes: keptBytes)
    painter = CanvasPainter(composition.canvas, pool: pool)
    transitions = TransitionPainter(composition.canvas, sources, pool: pool)
  }

  /// Takes over the open clips and cached pictures of another composition's renderer, which must not be used
  /// again.
  package init(_ composition: Composition, takingOver other: FrameRenderer) {
    self.composition = composition
    pool = FramePool()
    sources = PictureSources(composition, pool: pool, takingOver: other.sources)
    painter = CanvasPainter(composition.canvas, pool: pool)
    transitions = TransitionPainter(composition.canvas, sources, pool: pool)
  }

  /// Renders a frame; `layers` are those that can show in it, in drawing order.
  ///
  /// Invisible work is skipped: layers under an opaque layer are not decoded, and a frame of a single such
  /// layer is returned as its decoder or scaler produced it.
  package func frame(_ number: Int64, among layers: [Int]) throws(RenderingError) -> VideoFrame {
    try opaquePicture(of: shownFrame(number, among: layers))
  }

  /// The decoded picture of its file that a layer shows in a frame.
  package func mediaPicture(ofLayer index: Int, at number: Int64) throws(RenderingError) -> VideoFrame {
    try sources.mediaPicture(ofLayer: index, at: number)
  }

  /// The contribution of a frame to a film with the same canvas that shows it unchanged.
  func layerPicture(_ number: Int64, among layers: [Int]) throws(RenderingError) -> LayerPicture {
    let shown = try shownFrame(number, among: layers)
    guard composition.isSeenThrough, !shown.coversCanvas else {
      return .aligned(try opaquePicture(of: shown), offset: (0, 0))
    }
    return .blended(try alphaPainter(of: shown).picture)
  }

  /// Renders a frame for an outer film: with alpha only if parts of it are transparent.
  func frameInFilm(
    _ number: Int64, among layers: [Int]
  ) throws(RenderingError) -> (frame: VideoFrame, hasAlpha: Bool) {
    let shown = try shownFrame(number, among: layers)
    guard composition.isSeenThrough, !shown.coversCanvas else { return (try opaquePicture(of: shown), false) }
    return (try alphaPicture(of: shown), true)
  }

  /// Renders a frame over its transparent background: 4:4:4 with premultiplied alpha, in the colours of the
  /// canvas.
  package func frameWithAlpha(_ number: Int64, among layers: [Int]) throws(RenderingError) -> VideoFrame {
    try alphaPicture(of: shownFrame(number, among: layers))
  }

  /// The same with straight alpha: RGBA in sixteen bits.
  package func straightFrame(_ number: Int64, among layers: [Int]) throws(RenderingError) -> VideoFrame {
    let frame = try frameWithAlpha(number, among: layers)
    return try wrapping { () throws(LibAVError) in try frame.dividedByAlpha(pool: pool) }
  }

  /// The same as luma, subsampled chroma and alpha: opaque parts equal those of an opaque film.
  package func straightFrame(
    _ number: Int64, among layers: [Int], depth: CanvasDepth
  ) throws(RenderingError) -> VideoFrame {
    let painter = try alphaPainter(of: shownFrame(number, among: layers))
    return try wrapping { () throws(LibAVError) in try painter.straightFrame(depth: depth, pool: pool) }
  }

  // MARK: Visible layers

  private func shownFrame(_ number: Int64, among layers: [Int]) throws(RenderingError) -> ShownFrame {
    sources.release(unlessNeededAt: number)
    let transition = composition.transition(at: number)
    var shown: [ShownLayer] = []
    for index in layers.reversed() where transition?.joins(index) != true {
      guard let layer = try shownLayer(index, at: number) else { continue }
      shown.append(layer)
      if layer.coversCanvas { return ShownFrame(transition: nil, layers: shown.reversed()) }
    }
    return ShownFrame(
      transition: try transition.map { transition throws(RenderingError) in
        try shownTransition(transition, at: number)
      }, layers: shown.reversed())
  }

  private func shownTransition(
    _ transition: Transition, at number: Int64
  ) throws(RenderingError) -> ShownTransition {
    guard let start = try? composition.canvas.rate.start(ofFrame: number) else {
      throw .time(layer: transition.label, frame: number)
    }
    let layer = { (index: Int?) throws(RenderingError) in
      try index.flatMap { index throws(RenderingError) in try self.shownLayer(index, at: number) }
    }
    return ShownTransition(
      kind: transition.kind, progress: transition.progress(at: start),
      outgoing: try layer(transition.outgoing), incoming: try layer(transition.incoming))
  }

  private func shownLayer(_ index: Int, at number: Int64) throws(RenderingError) -> ShownLayer? {
    let layer = composition.layers[index]
    guard layer.frames.contains(number) else { return nil }
    let opacity = min(max(try self.opacity(of: layer, at: number), 0), 1)
    guard opacity > 0 else { return nil }
    guard let picture = try sources.picture(ofLayer: index, at: number) else { return nil }
    return ShownLayer(
      picture: picture, box: layer.visibleBox, opacity: opacity, blend: layer.blend,
      canvas: composition.canvas.size)
  }

  // MARK: Pictures

  private func opaquePicture(of shown: ShownFrame) throws(RenderingError) -> VideoFrame {
    let base = try shown.transition.map { transition throws(RenderingError) in
      try transitions.picture(
        from: painter.paint(transition.outgoing), to: painter.paint(transition.incoming), transition.kind,
        progress: transition.progress)
    }
    return try painter.paint(shown.layers, over: base)
  }

  private func alphaPicture(of shown: ShownFrame) throws(RenderingError) -> VideoFrame {
    let painter = try alphaPainter(of: shown)
    return try wrapping { () throws(LibAVError) in try painter.frame(pool: pool) }
  }

  private func alphaPainter(of shown: ShownFrame) throws(RenderingError) -> AlphaPainter {
    var painter =
      try shown.transition.map { transition throws(RenderingError) in try alphaPainter(of: transition) }
      ?? AlphaPainter(composition.canvas)
    for layer in shown.layers { painter.lay(layer) }
    return painter
  }

  /// A transition mixes or moves samples, so it can be applied to the colours over black and to the coverage
  /// separately, with the same effect as on a transparent picture.
  private func alphaPainter(of transition: ShownTransition) throws(RenderingError) -> AlphaPainter {
    let painters = [transition.outgoing, transition.incoming].map { layer in
      var painter = AlphaPainter(composition.canvas)
      if let layer { painter.lay(layer) }
      return painter
    }
    let (colors, coverage) = try wrapping { () throws(LibAVError) in
      (
        try painters.map { painter throws(LibAVError) in try painter.overBlack(pool: pool) },
        try painters.map { painter throws(LibAVError) in try painter.coverage(pool: pool) }
      )
    }
    return AlphaPainter(
      composition.canvas,
      overBlack: try transitions.picture(
        from: colors[0], to: colors[1], transition.kind, progress: transition.progress),
      coverage: try transitions.coverage(
        from: coverage[0], to: coverage[1], transition.kind, progress: transition.progress))
  }

  /// Animated values are evaluated at the frame's start.
  private func opacity(of layer: Layer, at number: Int64) throws(RenderingError) -> Double {
    if let constant = layer.opacity.constantValue { return constant }
    return layer.opacity.value(at: try composition.ownTime(of: layer, at: number))
  }
}

/// The visible contents of a frame, from bottom to top.
private struct ShownFrame {
  /// Nil if there is none, or if a layer covers it.
  let transition: ShownTransition?
  let layers: [ShownLayer]

  /// Whether nothing below the film is visible.
  var coversCanvas: Bool {
    guard let transition else { return layers.first?.coversCanvas == true }
    return transition.outgoing?.coversCanvas == true && transition.incoming?.coversCanvas == true
  }
}

/// A transition between two items of the timeline: each is painted as if it were alone.
private struct ShownTransition {
  let kind: TransitionKind<TransitionPicture>
  let progress: Double
  let outgoing: ShownLayer?
  let incoming: ShownLayer?
}

/// A layer's picture, ready for compositing.
struct ShownLayer {
  let picture: LayerPicture
  let box: PixelBox
  let opacity: Double
  let blend: BlendMode
  let canvas: PixelSize

  /// Whether nothing below it is visible.
  var coversCanvas: Bool {
    opacity == 1 && blend == .normal && picture.isOpaque
      && box == PixelBox(x: 0, y: 0, width: canvas.width, height: canvas.height)
  }
}

/// Why a frame or samples cannot be rendered.
package enum RenderingError: Error, Sendable {
  case media(LibAVError)
  /// A time of this layer cannot be represented exactly in 64 bits.
  case time(layer: String, frame: Int64)
  /// Why subtitles cannot be drawn.
  case subtitles(String)
  case words(layer: String, TextFailure)
  case vector(file: String, VectorFailure)
}

extension RenderingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .media(let error): error.description
    case .time(let layer, let frame): "\(layer): frame \(frame): its time cannot be represented exactly"
    case .subtitles(let reason): reason
    case .words(let layer, .fontChanged): "\(layer): a font file has changed since the film was planned"
    case .vector(let file, .isNoSVG): "\(file): it is no SVG any more"
    case .vector(let file, .malformed(let reason)): "\(file): \(reason)"
    case .vector(let file, .drawing(.fontChanged)):
      "\(file): a font file has changed since the film was planned"
    case .vector(let file, .drawing(let failure)): "\(file): the picture cannot be drawn: \(failure)"
    case .words(let layer, let failure): "\(layer): the text cannot be drawn: \(failure)"
    }
  }
}

/// Rethrows media errors as rendering errors.
func wrapping<Result>(_ body: () throws(LibAVError) -> Result) throws(RenderingError) -> Result {
  do throws(LibAVError) { return try body() } catch { throw .media(error) }
}
