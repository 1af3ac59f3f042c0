package import Composition

/// What leads from one item of the timeline to the next.
package struct TransitionItem: Hashable, Sendable {
  package var kind: Located<TransitionKind<String>>
  package var duration: Located<DurationExpression>
  /// How the change gets going and comes to rest.
  package var easing: Easing = .linear
  package var room: Located<TransitionRoom>?
  package var sound: Located<TransitionSound>?
  /// The picture of a `luma`: a media name or a path, and its place.
  package var picture: Located<String>?

  package init(kind: Located<TransitionKind<String>>, duration: Located<DurationExpression>) {
    self.kind = kind
    self.duration = duration
  }
}

extension TransitionItem: CanonicalValue {
  /// `dissolve 1s`, and what else is said of it.
  package var canonicalText: String {
    let others = TransitionKeys.fields.members(of: self).filter { !["kind", "for"].contains($0.name) }
    let short = "\(kind.value.canonicalText) \(duration.value.canonicalText)"
    return ([short] + others.map { "\($0.name) \($0.text)" }).joined(separator: ", ")
  }
}

/// Where the time of a transition comes from.
package enum TransitionRoom: String, Hashable, Sendable, CaseIterable {
  /// The neighbours overlap, and the timeline gets shorter: everything seen is named by the takes.
  case overlap
  /// The timeline keeps its length: media before and after the takes fill the time.
  case handles
}

/// How the sound changes over in a transition.
package enum TransitionSound: String, Hashable, Sendable, CaseIterable {
  case equalPower = "equal-power"
  case linear
  /// At once, in the middle.
  case cut
}
