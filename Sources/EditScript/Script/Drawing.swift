package import Composition

// What items draw, and the effects on it, as written.

/// The axes along which a picture is mirrored.
package enum FlipChoice: String, Hashable, Sendable, CaseIterable {
  case horizontal
  case vertical
  case both
}

/// `{shape: ellipse, feather: 4px}`
package struct MaskSettings: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// A media name or a path.
    case image(Located<String>)
    case shape(ShapeChoice)
    /// The name of a sequence.
    case sequence(Located<String>)
    /// A media name or a path.
    case clip(Located<String>)
    case text(MaskText)
  }

  package var source: Source
  /// What an SVG gets for its variables; nil if nothing is passed.
  package var passed: Located<PassedValues>?
  /// Of a film; nil if not written, which means luma.
  package var channel: Located<MatteChannel>?
  package var place: Located<Animated<Place>>?
  package var width: Located<Animated<Length>>?
  package var height: Located<Animated<Length>>?
  package var radius: Located<Animated<Length>>?
  package var feather: Located<Animated<Length>>?
  package var isInverted: Bool

  package init(source: Source) {
    self.source = source
    isInverted = false
  }
}

/// Letters that are a mask.
package struct MaskText: Hashable, Sendable {
  package let words: Located<String>
  package var font: Located<String>?
  package var size: Located<Length>?
  package var weight: Located<FontWeight>?

  package init(words: Located<String>) {
    self.words = words
  }

  /// The font file, relative to the script; nil for a family.
  package var fontFile: Located<String>? { font.flatMap { $0.value.looksLikeFontFile ? $0 : nil } }
}

extension MaskSettings {
  /// The name of the film that is used as the mask; nil for still pictures and shapes.
  package var matteName: String? {
    switch source {
    case .image, .shape: nil
    case .sequence(let name): name.value
    case .clip(let media): "mask of clip \(media.value)"
    case .text(let text):
      [
        "mask of text", text.words.value, text.font?.value, text.size?.value.canonicalText,
        text.weight?.value.rawValue,
      ]
      .map { $0 ?? "" }.joined(separator: " | ")
    }
  }
}

/// The shapes of masks.
package enum MaskShape: String, Hashable, Sendable, CaseIterable {
  case rectangle
  case ellipse
}

/// Colours in even steps.
package struct GradientValue: Hashable, Sendable {
  package var colors: [Animated<Color>]
  /// 0deg points up; nil if not written, which means down.
  package var angle: Animated<Angle>?
  /// The centre of a radial gradient; nil for a linear one.
  package var radial: Located<Animated<PicturePoint>>?
  /// A share of the distance to the farthest corner; nil if not written, which means all of it.
  package var radius: Located<Animated<Double>>?

  package init(colors: [Animated<Color>], angle: Animated<Angle>? = nil) {
    self.colors = colors
    self.angle = angle
  }
}

/// `{size: 2px, amount: 0.2}`
package struct NoiseSettings: Hashable, Sendable {
  package var size: Located<Length>?
  package var amount: Located<Animated<Double>>?
  package var isColored = false
  package var isStill = false

  package init() {}

  package static let usualSize = Length(2, .pixels)
  package static let usualAmount = 0.2
}

/// The shapes that an item can draw.
package enum ShapeName: String, Hashable, Sendable, CaseIterable {
  case rectangle
  case ellipse
  case line
}

/// A shape with a word, or one with straight sides that fills a part of its box.
package enum ShapeChoice: Hashable, Sendable {
  case word(ShapeName)
  case polygon(PolygonValue)
  /// A star with this number of points.
  case star(Int)
  case arrow(ArrowDirection)

  /// For listings.
  package var name: String {
    switch self {
    case .word(let name): name.rawValue
    case .polygon: "polygon"
    case .star: "star"
    case .arrow: "arrow"
    }
  }
}

/// The direction in which an arrow points.
package enum ArrowDirection: String, Hashable, Sendable, CaseIterable {
  case left
  case right
  case up
  case down
}

/// `0% 0%, 100% 0%, 50% 100%`: the corners, from the left and the top of the box.
package struct PolygonValue: Hashable, Sendable {
  /// At least three.
  package let points: [PicturePoint]

  package init(points: [PicturePoint]) {
    self.points = points
  }
}

// MARK: - Canonical texts

extension PolygonValue: CanonicalValue {
  package var canonicalText: String { points.map(\.canonicalText).joined(separator: ", ") }
}

extension ShapeChoice: CanonicalValue {
  package var canonicalText: String {
    switch self {
    case .word(let name): name.rawValue
    case .polygon(let polygon): "{polygon: \"\(polygon.canonicalText)\"}"
    case .star(let points): "{star: \(points)}"
    case .arrow(let direction): "{arrow: \(direction.rawValue)}"
    }
  }
}

extension GradientValue: CanonicalValue {
  package var canonicalText: String {
    colors.map(\.canonicalText).joined(separator: " -> ")
      + (angle.map { ", angle \($0.canonicalText)" } ?? "")
      + (radial.map { ", radial \($0.value.canonicalText)" } ?? "")
      + (radius.map { ", radius \($0.value.canonicalText)" } ?? "")
  }
}

extension NoiseSettings: CanonicalValue {
  package var canonicalText: String { NoiseKeys.fields.flowText(of: self) }
}

extension MaskSettings: CanonicalValue {
  package var canonicalText: String { MaskKeys.fields.flowText(of: self) }
}

extension Animated: CanonicalValue where Value: CanonicalValue {
  /// The spelling in a script, on one line.
  package var canonicalText: String {
    switch self {
    case .constant(let value): value.canonicalText
    case .ramps(let ramps):
      ramps.count == 1
        ? ramps[0].value.canonicalText
        : "[" + ramps.map(\.value.canonicalText).joined(separator: ", ") + "]"
    case .keyFrames(let frames):
      "{"
        + frames.map { frame in
          let held = KeyFrameValue(value: frame.value.value, easing: frame.value.easing)
          return "\(frame.value.time.value.canonicalText): \(held.canonicalText)"
        }.joined(separator: ", ") + "}"
    }
  }
  /// Each ramp and each key frame has a line of its own.
  package var dumpLines: [String] {
    switch self {
    case .constant(let value): [value.canonicalText]
    case .ramps(let ramps): ramps.map(\.value.canonicalText)
    case .keyFrames(let frames):
      frames.map { frame in
        let held = KeyFrameValue(value: frame.value.value, easing: frame.value.easing)
        return "at \(frame.value.time.value.canonicalText): \(held.canonicalText)"
      }
    }
  }
}
