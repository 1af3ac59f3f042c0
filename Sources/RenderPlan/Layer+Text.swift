import Composition
import MediaFacts
import Vocabulary

extension Layer {
  /// What it has besides a picture in a box with an opacity, a thing a line; nothing for a plain layer.
  func lookLines(media: (Int) -> String) -> [String] {
    var lines: [String] = []
    if let movement {
      lines.append("moves \(movement.layout.text) drawn \(movement.drawnSize)")
    }
    if flip != .none {
      lines.append("flip" + (flip.isHorizontal ? " horizontal" : "") + (flip.isVertical ? " vertical" : ""))
    }
    if blend != .normal { lines.append("blend \(blend.rawValue)") }
    if let mask { lines.append("mask \(mask.text(media: media))") }
    if let blurredFrame {
      lines.append(
        "before a blurred copy \(blurredFrame.size)" + (blurredFrame.crop.map { " \($0.text)" } ?? ""))
    }
    return lines
  }
}

extension Picture {
  /// A picture that is drawn from numbers.
  var drawnText: String {
    switch self {
    case .color(let color): "color \(color.text)"
    case .gradient(let gradient):
      "gradient \(gradient.colors.map(\.text).joined(separator: " ")) at \(gradient.degrees)"
    case .bars(let bars): "bars \(bars.rawValue)"
    case .shape(let shape): "shape \(shape.text)"
    case .text(let words): words.description
    case .moving, .frozen, .film, .frozenFilm, .still, .subtitles: ""
    }
  }
}

extension DrawnShape {
  fileprivate var text: String {
    let name =
      switch outline {
      case .rectangle(let radius): "rectangle radius \(radius)"
      case .ellipse: "ellipse"
      case .line: "line"
      }
    return name + (fill.map { " fill \($0.text)" } ?? "")
      + (stroke.map { " stroke \($0.width) \($0.color.text)" } ?? "")
  }
}

extension Mask {
  fileprivate func text(media: (Int) -> String) -> String {
    let name =
      switch source {
      case .image(let index, let stream): "\(media(index)) stream \(stream)"
      case .rectangle(let radius): "rectangle radius \(radius)"
      case .ellipse: "ellipse"
      }
    return "\(name) \(layout.text) feather \(feather.text)" + (isInverted ? " inverted" : "")
  }
}

extension PictureLayout {
  fileprivate var text: String {
    var words = [
      "in \(canvas.width)x\(canvas.height)",
      fillsCanvas ? fit.rawValue : "\(fit.rawValue) at \(naturalScale)",
      "place \(place.x.text), \(place.y.text) anchor \(place.partX.text), \(place.partY.text)",
    ]
    if let natural { words.append("natural \(natural)") }
    if let width { words.append("width \(width.text)") }
    if let height { words.append("height \(height.text)") }
    if scale != .constant(1) { words.append("scale \(scale.text)") }
    if rotation != .constant(0) { words.append("rotate \(rotation.text)") }
    if let crop { words.append(crop.text) }
    return words.joined(separator: " ")
  }
}

extension CropCurves {
  fileprivate var text: String { "crop \(left.text) | \(top.text) | \(right.text) | \(bottom.text)" }
}
