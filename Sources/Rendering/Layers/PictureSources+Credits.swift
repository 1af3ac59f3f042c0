import Basics
import Composition
import LibAV

// Credits move by whole pixels, so each of their texts is drawn once and laid where it is, like a still picture.

/// The texts of credits that are on the canvas, by their number.
struct DrawnCredits {
  fileprivate var texts: [Int: DrawnCreditsText]
}

private struct DrawnCreditsText {
  let image: TexelImage
  /// The part of the image that is not empty, with its corner on the canvas if the text were at its top.
  let ink: PixelBox
  /// Two forms, because chroma has one sample for two lines: from an even and from an odd line on.
  var forms: [BlendedPicture?] = [nil, nil]

  /// - Parameter left: The left edge of the image on a canvas of this width.
  init(_ image: TexelImage, left: Int, canvas: Int) {
    self.image = image
    ink = image.ink(from: max(0, -left), to: min(image.size.width, canvas - left))
  }

  mutating func form(atLine line: Int, left: Int) -> BlendedPicture {
    if let known = forms[line] { return known }
    let picture = BlendedPicture(
      image, offset: (x: ink.x, y: ink.y),
      box: PixelBox(x: left + ink.x, y: line, width: ink.width, height: ink.height))
    forms[line] = picture
    return picture
  }
}

extension PictureSources {
  /// The texts of credits that are on the canvas in a frame.
  func texts(
    of credits: CreditsPicture, _ layer: Layer, _ index: Int, at number: Int64
  ) throws(RenderingError) -> [BlendedPicture] {
    let canvas = composition.canvas.size
    let distance = credits.motion.distance(atFrame: number - layer.frames.lowerBound)
    var kept: [Int: DrawnCreditsText] = [:]
    var pictures: [BlendedPicture] = []
    for (place, text) in credits.texts.enumerated() {
      let (top, size) = (text.y + distance, text.words.pictureSize)
      guard top < canvas.height, top + size.height > 0 else { continue }
      var drawn =
        if let known = self.credits[index]?.texts[place] { known } else {
          try drawnText(text, of: layer, index)
        }
      if !drawn.ink.isEmpty {
        let line = (top + drawn.ink.y) & 1
        let picture = drawn.form(atLine: line, left: text.x)
          .moved(down: top + drawn.ink.y - line, onCanvasOfHeight: canvas.height)
        if let picture { pictures.append(picture) }
      }
      kept[place] = drawn
    }
    self.credits[index] = DrawnCredits(texts: kept)
    return pictures
  }

  private func drawnText(
    _ text: CreditsText, of layer: Layer, _ index: Int
  ) throws(RenderingError) -> DrawnCreditsText {
    let frame = try words.frame(of: text.words, in: WordsDrawing.State(), label: layer.label)
    let image = try wrapping { () throws(LibAVError) in
      try preparer.texels(
        SourcePicture(
          frame: frame, hasAlpha: true, isAlphaMultipliedIn: true, origin: .drawn(layer: index)),
        size: frame.size)
    }
    return DrawnCreditsText(image, left: text.x, canvas: composition.canvas.size.width)
  }
}

extension TexelImage {
  /// The smallest box around everything visible between two columns.
  fileprivate func ink(from first: Int, to end: Int) -> PixelBox {
    var (left, top, right, bottom) = (end, size.height, first, 0)
    guard first < end else { return PixelBox(x: 0, y: 0, width: 0, height: 0) }
    for y in 0..<size.height {
      for x in first..<end where texel(x: x, y: y).w > 0 {
        (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x + 1), y + 1)
      }
    }
    guard left < right else { return PixelBox(x: 0, y: 0, width: 0, height: 0) }
    return PixelBox(x: left, y: top, width: right - left, height: bottom - top)
  }
}
