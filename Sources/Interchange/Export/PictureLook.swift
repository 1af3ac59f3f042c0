import Basics
import Composition

/// An opacity or level that is constant except for fades.
struct SteadyCurve {
  var value: Double
  var fadeIn: RationalTime?
  var fadeOut: RationalTime?
  /// Whether this describes the curve completely.
  var isExact: Bool

  init(_ curve: Curve, length: RationalTime) {
    var keys = curve.keys[...]
    isExact = true
    if let constant = curve.constantValue {
      value = constant
      return
    }
    if let first = keys.first, let next = keys.dropFirst().first, first.time == .zero, first.value == 0,
      first.easing == .linear, next.time > .zero, next.value > 0
    {
      fadeIn = next.time
      keys = keys.dropFirst()
    }
    if let last = keys.last, let before = keys.dropLast().last, last.time == length, last.value == 0,
      before.value > 0, before.time < length, before.easing == .linear,
      let way = try? length - before.time
    {
      fadeOut = way
      keys = keys.dropLast()
    }
    let values = keys.map(\.value)
    value = values.max() ?? 1
    isExact = values.allSatisfy { $0 == value }
    if !isExact { (fadeIn, fadeOut) = (nil, nil) }
  }
}

/// The placement of a picture on its canvas, in the terms of a timeline.
struct PictureStand {
  var fit: String?
  var layout: InterchangeLayout?

  /// `natural` is the size of the picture itself; nil if it has none. `words` is the size of a text before
  /// scaling; nil for other pictures.
  init(content: ExactBox, natural: PixelSize?, canvas: PixelSize, degrees: Double, words: PixelSize?) {
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    guard width > 0, height > 0 else { return }
    let isCentered =
      abs(content.x + content.width / 2 - width / 2) <= 1
      && abs(content.y + content.height / 2 - height / 2) <= 1
    if degrees == 0, isCentered {
      if let words, Self.scale(content, words) == nil { return }
      let fills = abs(content.width - width) <= 1 && abs(content.height - height) <= 1
      guard let natural, natural.width > 0, natural.height > 0 else {
        if fills, words == nil { return }
        layout = Self.layout(content, canvas, degrees, words: words)
        return
      }
      let across = width / Double(natural.width)
      let down = height / Double(natural.height)
      let isLike: (Double) -> Bool = { scale in
        abs(content.width - Double(natural.width) * scale) <= 1
          && abs(content.height - Double(natural.height) * scale) <= 1
      }
      if isLike(min(across, down)) { return }
      if isLike(max(across, down)) {
        fit = "cover"
        return
      }
      if fills {
        fit = "fill"
        return
      }
    }
    layout = Self.layout(content, canvas, degrees, words: words)
  }

  private static func layout(
    _ content: ExactBox, _ canvas: PixelSize, _ degrees: Double, words: PixelSize?
  ) -> InterchangeLayout {
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    return InterchangeLayout(
      x: (content.x + content.width / 2) / width * 100, y: (content.y + content.height / 2) / height * 100,
      width: words != nil ? nil : content.width / width * 100,
      height: words != nil ? nil : content.height / height * 100,
      scale: words.flatMap { scale(content, $0) }, rotation: degrees == 0 ? nil : degrees)
  }

  /// The scale of a text; nil if its size is unchanged to within a pixel.
  private static func scale(_ content: ExactBox, _ words: PixelSize) -> Double? {
    guard words.width > 0, abs(content.width - Double(words.width)) > 1 else { return nil }
    return content.width / Double(words.width)
  }
}
