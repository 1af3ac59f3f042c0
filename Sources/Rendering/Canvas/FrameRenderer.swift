import Basics
package import Composition
package import LibAV
import MediaFacts
package import Vocabulary

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
    sources.release(unlessNeededAt: number)
    let transition = composition.transition(at: number)
    var shown: [ShownLayer] = []
    for index in layers.reversed() where transition?.joins(index) != true {
      guard let layer = try shownLayer(index, at: number) else { continue }
      shown.append(layer)
      if layer.coversCanvas { return try painter.paint(shown.reversed()) }
    }
    let base = try transition.map { transition throws(RenderingError) in
      try picture(of: transition, at: number)
    }
    return try painter.paint(shown.reversed(), over: base)
  }

  /// What a layer that plays a file shows of it in a frame, as it is decoded.
  package func mediaPicture(ofLayer index: Int, at number: Int64) throws(RenderingError) -> VideoFrame {
    try sources.mediaPicture(ofLayer: index, at: number)
  }

  /// The picture of a frame of a film without transitions, over nothing but its transparent background: 4:4:4 with
  /// alpha, which is multiplied in, in the colours of the canvas.
  func frameWithAlpha(_ number: Int64, among layers: [Int]) throws(RenderingError) -> VideoFrame {
    let painter = try transparentCanvas(number, among: layers)
    do throws(LibAVError) { return try painter.frame(pool: pool) } catch { throw .media(error) }
  }

  private func transparentCanvas(
    _ number: Int64, among layers: [Int]
  ) throws(RenderingError) -> AlphaPainter {
    sources.release(unlessNeededAt: number)
    var shown: [ShownLayer] = []
    for index in layers.reversed() {
      guard let layer = try shownLayer(index, at: number) else { continue }
      shown.append(layer)
      if layer.coversCanvas { break }
    }
    var painter = AlphaPainter(composition.canvas)
    for layer in shown.reversed() { painter.lay(layer) }
    return painter
  }

  /// The same with alpha that is not multiplied in: red, green, blue and alpha in sixteen bits.
  package func straightFrame(_ number: Int64, among layers: [Int]) throws(RenderingError) -> VideoFrame {
    let frame = try frameWithAlpha(number, among: layers)
    do throws(LibAVError) { return try frame.dividedByAlpha(pool: pool) } catch { throw .media(error) }
  }

  /// The same as luma, chroma for each block of pixels, and alpha: the pictures of an opaque film where it is opaque.
  package func straightFrame(
    _ number: Int64, among layers: [Int], depth: CanvasDepth
  ) throws(RenderingError) -> VideoFrame {
    let painter = try transparentCanvas(number, among: layers)
    do throws(LibAVError) { return try painter.straightFrame(depth: depth, pool: pool) } catch {
      throw .media(error)
    }
  }

  /// The timeline's picture on the way from one item to the next: each of them is painted as if it were alone.
  private func picture(of transition: Transition, at number: Int64) throws(RenderingError) -> VideoFrame {
    guard let start = try? composition.canvas.rate.start(ofFrame: number) else {
      throw .time(layer: transition.label, frame: number)
    }
    let outgoing = try picture(ofLayer: transition.outgoing, at: number)
    let incoming = try picture(ofLayer: transition.incoming, at: number)
    return try transitions.picture(
      from: outgoing, to: incoming, transition.kind, progress: transition.progress(at: start))
  }

  private func picture(ofLayer index: Int?, at number: Int64) throws(RenderingError) -> VideoFrame {
    let layer = try index.flatMap { index throws(RenderingError) in try shownLayer(index, at: number) }
    return try painter.paint(layer.map { [$0] } ?? [])
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

  /// Animated values are taken at the frame's start.
  private func opacity(of layer: Layer, at number: Int64) throws(RenderingError) -> Double {
    if let constant = layer.opacity.constantValue { return constant }
    return layer.opacity.value(at: try composition.ownTime(of: layer, at: number))
  }
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
    case .time(let layer, let frame): "\(layer): frame \(frame): its time cannot be told exactly"
    case .subtitles(let reason): reason
    case .words(let layer, .fontChanged): "\(layer): a font file is not the one that it was planned with"
    case .words(let layer, let failure): "\(layer): the text cannot be drawn: \(failure)"
    }
  }
}

/// Media errors as rendering errors.
func wrapping<Result>(_ body: () throws(LibAVError) -> Result) throws(RenderingError) -> Result {
  do throws(LibAVError) { return try body() } catch { throw .media(error) }
}
