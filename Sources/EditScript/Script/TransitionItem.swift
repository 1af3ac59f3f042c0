package import Composition

/// The change from one item of the timeline to the next.
package struct TransitionItem: Hashable, Sendable {
  package var kind: Located<TransitionKind<String>>
  package var duration: Located<DurationExpression>
  /// The easing of the change over its duration.
  package var easing: Easing = .linear
  package var room: Located<TransitionRoom>?
  package var sound: Located<TransitionSound>?
  /// The picture of a `luma`, as a media name or a path.
  package var picture: Located<String>?

  package init(kind: Located<TransitionKind<String>>, duration: Located<DurationExpression>) {
    self.kind = kind
    self.duration = duration
  }
}

extension TransitionItem: CanonicalValue {
  /// `dissolve 1s`, followed by the other written values.
  package var canonicalText: String {
    let others = TransitionKeys.fields.members(of: self).filter { !["kind", "for"].contains($0.name) }
    let short = "\(kind.value.canonicalText) \(duration.value.canonicalText)"
    return ([short] + others.map { "\($0.name) \($0.text)" }).joined(separator: ", ")
  }
}

/// Where a transition takes its time from.
package enum TransitionRoom: String, Hashable, Sendable, CaseIterable {
  /// The neighbours overlap, which shortens the timeline: only pictures of the takes are shown.
  case overlap
  /// The timeline keeps its length: media before and after the takes fill the time.
  case handles
}

/// How the sound changes in a transition.
package enum TransitionSound: String, Hashable, Sendable, CaseIterable {
  case equalPower = "equal-power"
  case linear
  /// Abruptly, in the middle.
  case cut
}
