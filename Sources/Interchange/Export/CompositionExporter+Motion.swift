import Basics
import Composition

/// The formats with key frames and crops.
let formatsWithKeyFrames: Set<InterchangeFormat> = [.fcpxml]

extension CompositionExporter {
  /// Adds the opacity of a layer, with key frames if it is more than fades or transitions shorten these.
  mutating func addOpacity(
    of index: Int, _ range: TimeRange, in pieces: [PlayedPiece], _ place: String,
    to clip: inout InterchangeClip
  ) throws(TimeOverflow) {
    let layer = film.layers[index]
    var steady = SteadyCurve(layer.opacity, length: try layer.timelineRange.duration())
    // A fade over several passes of a loop cannot be a fade of one of its clips.
    if pieces.count > 1, let first = try pieces.first?.length(), let last = try pieces.last?.length(),
      steady.fadeIn ?? .zero > first || steady.fadeOut ?? .zero > last
    {
      (steady.fadeIn, steady.fadeOut, steady.isExact) = (nil, nil, false)
    }
    if steady.value != 1 { clip.opacity = steady.value }
    (clip.fadeIn, clip.fadeOut) = (steady.fadeIn, steady.fadeOut)
    let isShortened =
      (steady.fadeIn != nil && joints.into[index] != nil)
      || (steady.fadeOut != nil && joints.outOf[index] != nil)
    if steady.isExact, !isShortened { return }
    if !steady.isExact {
      losses.approximate(
        place, LayerProperty.opacity,
        "it changes over time; the constant \(shortNumber(steady.value)) is exported",
        heldBy: formatsWithKeyFrames)
    }
    var fit = KeyFrameFit(rate: rate, origin: layer.timelineRange.start, range: range)
    clip.motion.opacity = try fit.curve(of: [layer.opacity], tolerance: 1e-5) { time in
      // Easings may overshoot.
      [min(max(layer.opacity.value(at: time), 0), 1)]
    }
    reportRoughness(fit, place, LayerProperty.opacity)
  }

  /// The key frames of a gain, from a time of the film on.
  mutating func volume(
    of sound: Sound, from start: RationalTime, _ place: String
  ) throws(TimeOverflow) -> InterchangeCurve? {
    guard let range = TimeRange(start: start, end: sound.timelineRange.end), !range.isEmpty else {
      return nil
    }
    var fit = KeyFrameFit(rate: rate, origin: sound.timelineRange.start, range: range)
    // At -60 dB, these are 0.04 dB.
    let curve = try fit.curve(of: [sound.gain], tolerance: 5e-6, bends: false) { time in
      [max(sound.gain.value(at: time), 0)]
    }
    reportRoughness(fit, place, SoundProperty.gain)
    return curve
  }

  private mutating func reportRoughness(
    _ fit: KeyFrameFit, _ place: String, _ property: some FilmProperty
  ) {
    if fit.isRough {
      losses.approximate(place, property, "it has too many frames for a key frame each")
    }
  }

  /// Adds the key frames of a moving picture and of its visible part.
  mutating func addMovement(
    _ movement: Movement, of layer: Layer, _ range: TimeRange, words: PixelSize?, natural: PixelSize?,
    _ place: String, to clip: inout InterchangeClip
  ) throws(TimeOverflow) {
    let layout = movement.layout
    let canvas = film.canvas.size
    var fit = KeyFrameFit(rate: rate, origin: layer.timelineRange.start, range: range)
    func curve(_ tolerance: Double, _ values: (PicturePose) -> [Double]) throws(TimeOverflow)
      -> InterchangeCurve?
    {
      try fit.curve(of: layout.curves, tolerance: tolerance) { time in layout.pose(at: time).map(values) }
    }
    // A thousandth of a percent is a fiftieth of a pixel.
    let middle = try curve(0.001) { pose in
      let content = pose.turnedContent
      return [
        (content.x + content.width / 2) / Double(canvas.width) * 100,
        (content.y + content.height / 2) / Double(canvas.height) * 100,
      ]
    }
    let size = try curve(0.001) { pose in
      [pose.content.width / Double(canvas.width) * 100, pose.content.height / Double(canvas.height) * 100]
    }
    let degrees = try curve(0.001) { [$0.degrees] }
    let sides = try curve(0.001) { $0.cutSides }
    guard let middle, let size, let degrees, let sides else {
      losses.drop(place, LayerProperty.movement, "its position cannot be calculated at all times")
      return
    }
    clip.motion.place = middle
    clip.motion.rotation = degrees
    if let words, words.width > 0 {
      let factor = 100 * Double(words.width) / Double(canvas.width)
      clip.motion.scale = size.map { [$0[0] / factor] }
    } else {
      clip.motion.size = size
      clip.fit = natural.map { isFilled(size, $0) } == true ? "fill" : nil
    }
    if sides.isConstant, sides.first.allSatisfy({ $0 < 0.001 }) {
      clip.crop = nil
    } else {
      clip.crop = InterchangeCrop(sides: sides, staysInPlace: true)
    }
    reportRoughness(fit, place, LayerProperty.movement)
  }

  /// Whether the aspect differs from the picture's own, by more than a pixel.
  private func isFilled(_ size: InterchangeCurve, _ natural: PixelSize) -> Bool {
    let canvas = film.canvas.size
    return size.keys.contains { key in
      let width = key.values[0] / 100 * Double(canvas.width)
      let height = key.values[1] / 100 * Double(canvas.height)
      return abs(width * Double(natural.height) / Double(max(natural.width, 1)) - height) > 1
    }
  }
}

extension PicturePose {
  /// The content before rotation, placed so that rotating it about its own centre gives the same picture.
  var turnedContent: ExactBox {
    guard degrees != 0 else { return content }
    let turn = (x: visible.x + pivot.x, y: visible.y + pivot.y)
    let (right, down) = (content.x + content.width / 2 - turn.x, content.y + content.height / 2 - turn.y)
    let (cos, sin) = (cosine(ofTurns: degrees / 360), sine(ofTurns: degrees / 360))
    return ExactBox(
      x: turn.x + cos * right - sin * down - content.width / 2,
      y: turn.y + sin * right + cos * down - content.height / 2, width: content.width, height: content.height)
  }

  /// The parts cut off at the left, top, right and bottom, in percent of the content.
  var cutSides: [Double] {
    guard content.width > 0, content.height > 0 else { return [0, 0, 0, 0] }
    let sides = [
      (visible.x - content.x) / content.width, (visible.y - content.y) / content.height,
      (content.x + content.width - visible.x - visible.width) / content.width,
      (content.y + content.height - visible.y - visible.height) / content.height,
    ]
    return sides.map { min(max($0 * 100, 0), 100) }
  }
}
