/// A length on the canvas, as written.
package struct Length: Hashable, Sendable {
  package let amount: Double
  package let unit: Unit

  package init(_ amount: Double, _ unit: Unit) {
    self.amount = amount
    self.unit = unit
  }

  package enum Unit: String, Hashable, Sendable, CaseIterable {
    case pixels = "px"
    /// Of the canvas along the axis that the key measures.
    case percent = "%"
    /// Hundredths of the canvas's shorter side.
    case vmin
  }
}

/// `1280x720`, `50%x50%`
package struct SizeValue: Hashable, Sendable {
  package let width: Length
  package let height: Length

  package init(width: Length, height: Length) {
    self.width = width
    self.height = height
  }
}

/// `auto` or a size.
package enum CanvasSize: Hashable, Sendable {
  case auto
  case exactly(width: Int, height: Int)
}

/// The nine names; each names a point of the canvas and the same point of the placed picture.
package enum NinePlace: String, Hashable, Sendable, CaseIterable {
  case topLeft = "top left"
  case top
  case topRight = "top right"
  case left
  case center
  case right
  case bottomLeft = "bottom left"
  case bottom
  case bottomRight = "bottom right"
}

package enum Place: Hashable, Sendable {
  /// `bottom right, margin 24px`
  case named(NinePlace, horizontalMargin: Length, verticalMargin: Length)
  /// `50%, 20px anchor top left`
  case at(x: Length, y: Length, anchor: NinePlace)
  /// `below headline left, margin 3vmin`
  case beside(Neighbour)
}

/// A place relative to another item of the same list.
package struct Neighbour: Hashable, Sendable {
  package let side: Side
  package let name: String
  package let alignment: Alignment
  package let margin: Length

  package enum Side: String, Hashable, Sendable, CaseIterable {
    case above
    case below
    case leftOf = "left of"
    case rightOf = "right of"

    package var isVertical: Bool { self == .above || self == .below }
  }

  /// The edges that are aligned: the left or upper ones, the centres, or the right or lower ones.
  package enum Alignment: Hashable, Sendable, CaseIterable {
    case start
    case center
    case end

    func word(_ side: Side) -> String {
      switch self {
      case .start: side.isVertical ? "left" : "top"
      case .center: "center"
      case .end: side.isVertical ? "right" : "bottom"
      }
    }
  }
}

/// `30% 40%`: a point of a picture, as shares of its width and height.
package struct PicturePoint: Hashable, Sendable {
  package let x: Double
  package let y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// `90deg`, `0.25turn`
package struct Angle: Hashable, Sendable {
  package let degrees: Double

  package init(degrees: Double) {
    self.degrees = degrees
  }
}

/// `10deg`, `10deg 5deg`
package struct SkewValue: Hashable, Sendable {
  /// In degrees.
  package let x: Double
  package let y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The limit of each angle, and of their sum.
  package static let largest = 80.0
}

/// A gain: `0.8`, `80%`, `-6dB`; 0 is silence, 1 leaves the sound unchanged.
package struct Level: Hashable, Sendable {
  package let factor: Double

  package init(factor: Double) {
    self.factor = factor
  }
}
