package import Composition

/// `dissolve 1s`, `wipe left 20f`: a transition in one scalar; without a duration, that of `defaults`.
package struct TransitionValue: Hashable, Sendable {
  package let kind: TransitionKind<String>
  package let duration: DurationExpression?

  package init(kind: TransitionKind<String>, duration: DurationExpression?) {
    self.kind = kind
    self.duration = duration
  }
}

/// The motion of a still: `zoom-in 10%`.
package struct MotionValue: Hashable, Sendable {
  package let kind: Kind
  /// The extent as a share of the picture; nil if not written.
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

/// The value of `loop`.
package enum LoopValue: Hashable, Sendable {
  /// `false`: played once.
  case off
  /// `true`: repeated for as long as the item lasts.
  case endless
  /// `3`: played three times in all.
  case times(Int)
  /// `fill`: repeated until its neighbours or the timeline end.
  case fill
}
