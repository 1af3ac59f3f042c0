import Basics
package import Composition
package import LibAV

/// Makes the frames of a film, pulled one by one.
///
/// For one thread. Files are opened when a frame first needs them and kept only while they are likely to be
/// needed again, so memory does not grow with the number of clips.
package final class FrameRenderer {
  private let composition: Composition
  private let sources: PictureSources
  private let painter: CanvasPainter
  private let transitions: TransitionPainter
  private let pool: FramePool

  /// With several threads for each decoder, a frame far from its key frame is there sooner; with `keptBytes` of decoded
  /// pictures for each, so is one a little before the last. They are the same frames.
  package init(_ composition: Composition, decoderThreads: Int = 1, keptBytes: Int = 0) {
    self.composition = composition
    pool = FramePool()
    sources = PictureSources(
      composition, pool: pool, decoderThreads: decoderThreads, keptBytes: keptBytes)
    painter = CanvasPainter(composition.canvas, pool: pool)
    transitions = TransitionPainter(composition.canvas, sources, pool: pool)
  }

  /// Goes on with the clips that a renderer of another composition has opened, and with what it keeps of them. That one is
  /// not to be used again.
  package init(_ composition: Composition, takingOver other: FrameRenderer) {
    self.composition = composition
    pool = FramePool()
    sources = PictureSources(composition, pool: pool, takingOver: other.sources)
    painter = CanvasPainter(composition.canvas, pool: pool)
    transitions = TransitionPainter(composition.canvas, sources, pool: pool)
  }

  /// The picture of a frame; `layers` are the ones that can show in it, in drawing order.
  ///
  /// Invisible work is skipped: layers under an opaque layer are not decoded, and a frame of a single such layer is
  /// returned as its decoder or scaler made it.
  package func frame(_ number: Int64, among layers: [Int]) throws(RenderingError) -> VideoFrame {
    try opaquePicture(of: shownFrame(number, among: layers))
  }

  /// What a layer that plays a file shows of it in a frame, as it is decoded.
  package func mediaPicture(ofLayer index: Int, at number: Int64) throws(RenderingError) -> VideoFrame {
    try sources.mediaPicture(ofLayer: index, at: number)
  }

  /// What a frame contributes to a film with the same canvas that shows it as it is.
  func layerPicture(_ number: Int64, among layers: [Int]) throws(RenderingError) -> LayerPicture {
    let shown = try shownFrame(number, among: layers)
    guard composition.isSeenThrough, !shown.coversCanvas else {
      return .aligned(try opaquePicture(of: shown), offset: (0, 0))
    }
    return .blended(try alphaPainter(of: shown).picture)
  }

  /// The picture of a frame for a film that shows this one: with alpha only if something can be seen through it.
  func frameInFilm(
    _ number: Int64, among layers: [Int]
  ) throws(RenderingError) -> (frame: VideoFrame, hasAlpha: Bool) {
    let shown = try shownFrame(number, among: layers)
    guard composition.isSeenThrough, !shown.coversCanvas else { return (try opaquePicture(of: shown), false) }
    return (try alphaPicture(of: shown), true)
  }

  /// The picture of a frame over nothing but its transparent background: 4:4:4 with alpha, which is multiplied in, in
  /// the colours of the canvas.
  package func frameWithAlpha(_ number: Int64, among layers: [Int]) throws(RenderingError) -> VideoFrame {
    try alphaPicture(of: shownFrame(number, among: layers))
  }

  /// The same with alpha that is not multiplied in: red, green, blue and alpha in sixteen bits.
  package func straightFrame(_ number: Int64, among layers: [Int]) throws(RenderingError) -> VideoFrame {
    let frame = try frameWithAlpha(number, among: layers)
    return try wrapping { () throws(LibAVError) in try frame.dividedByAlpha(pool: pool) }
  }

  /// The same as luma, chroma for each block of pixels, and alpha: the pictures of an opaque film where it is opaque.
  package func straightFrame(
    _ number: Int64, among layers: [Int], depth: CanvasDepth
  ) throws(RenderingError) -> VideoFrame {
    let painter = try alphaPainter(of: shownFrame(number, among: layers))
    return try wrapping { () throws(LibAVError) in try painter.straightFrame(depth: depth, pool: pool) }
  }

  // MARK: What shows

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

  /// A transition mixes or moves samples, so what it does to colours over black and to coverage, each by itself, is what
  /// it does to a transparent picture.
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

  /// Animated values are taken at the frame's start.
  private func opacity(of layer: Layer, at number: Int64) throws(RenderingError) -> Double {
    if let constant = layer.opacity.constantValue { return constant }
    return layer.opacity.value(at: try composition.ownTime(of: layer, at: number))
  }
}

/// What shows in a frame, from the bottom to the top.
private struct ShownFrame {
  /// Nil where there is none, or where a layer covers it.
  let transition: ShownTransition?
  let layers: [ShownLayer]

  /// Whether nothing below the film can be seen.
  var coversCanvas: Bool {
    guard let transition else { return layers.first?.coversCanvas == true }
    return transition.outgoing?.coversCanvas == true && transition.incoming?.coversCanvas == true
  }
}

/// The way from one item of the timeline to the next: each is painted as if it were alone.
private struct ShownTransition {
  let kind: TransitionKind<TransitionPicture>
  let progress: Double
  let outgoing: ShownLayer?
  let incoming: ShownLayer?
}

/// A picture of a layer, ready to be laid onto the canvas.
struct ShownLayer {
  let picture: LayerPicture
  let box: PixelBox
  let opacity: Double
  let blend: BlendMode
  let canvas: PixelSize

  /// Whether nothing below it can be seen.
  var coversCanvas: Bool {
    opacity == 1 && blend == .normal && picture.isOpaque
      && box == PixelBox(x: 0, y: 0, width: canvas.width, height: canvas.height)
  }
}

/// Why a frame or samples cannot be made.
package enum RenderingError: Error, Sendable {
  case media(LibAVError)
  /// A moment of this layer cannot be told exactly in 64 bits.
  case time(layer: String, frame: Int64)
  /// Why subtitles cannot be drawn.
  case subtitles(String)
  case words(layer: String, TextFailure)
}

extension RenderingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .media(let error): error.description
    case .time(let layer, let frame): "\(layer): frame \(frame): its time cannot be represented exactly"
    case .subtitles(let reason): reason
    case .words(let layer, .fontChanged): "\(layer): a font file has changed since the film was planned"
    case .words(let layer, let failure): "\(layer): the text cannot be drawn: \(failure)"
    }
  }
}

/// Media errors as rendering errors.
func wrapping<Result>(_ body: () throws(LibAVError) -> Result) throws(RenderingError) -> Result {
  do throws(LibAVError) { return try body() } catch { throw .media(error) }
}
