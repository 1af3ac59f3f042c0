/// `dissolve 1s`, `wipe left 20f`: a transition in one scalar.
package struct TransitionValue: Hashable, Sendable {
  package let kind: TransitionKind
  package let duration: DurationExpression

  package init(kind: TransitionKind, duration: DurationExpression) {
    self.kind = kind
    self.duration = duration
  }
}

/// How one picture gives way to the next.
package enum TransitionKind: Hashable, Sendable {
  case dissolve
  /// `fade through red`
  case fadeThrough(ColorValue)
  case wipe(WipeDirection)
  case slide(Direction)
  case push(Direction)
  case cover(Direction)
  case reveal(Direction)
  case circleOpen
  case circleClose
  case clock
  case barnDoor
  case pixelate
  case blur
  case zoom
  /// The brightness of a picture says which part changes first.
  case luma(file: String)
}

/// Where a picture moves to.
package enum Direction: String, Hashable, Sendable, CaseIterable {
  case left
  case right
  case up
  case down
}

/// Where the edge of a wipe moves to.
package enum WipeDirection: String, Hashable, Sendable, CaseIterable {
  case left
  case right
  case up
  case down
  case topLeft = "top left"
  case topRight = "top right"
  case bottomLeft = "bottom left"
  case bottomRight = "bottom right"
}

/// How a still picture moves: `zoom-in 10%`.
package struct MotionValue: Hashable, Sendable {
  package let kind: Kind
  /// How far as a share of the picture; nil where nothing is written.
  package let amount: Double?

  package init(kind: Kind, amount: Double? = nil) {
    self.kind = kind
    self.amount = amount
  }

  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case zoomIn = "zoom-in"
    case zoomOut = "zoom-out"
    case panLeft = "pan-left"
    case panRight = "pan-right"
    case panUp = "pan-up"
    case panDown = "pan-down"
  }
}

/// What `loop` holds.
package enum LoopValue: Hashable, Sendable {
  /// `false`: played once.
  case off
  /// `true`: again and again for as long as the item lasts.
  case endless
  /// `3`: played three times in all.
  case times(Int)
  /// `fill`: again and again until its neighbours or the story end.
  case fill
}
