package import Basics

/// The change from one picture of the timeline to the next, over the frames in which both are present.
package struct Transition: Hashable, Sendable, Codable {
  /// For people: `dissolve`.
  package var label: String
  package var timelineRange: TimeRange
  package var frames: Range<Int64>
  package var kind: TransitionKind<TransitionPicture>
  /// How the change accelerates and slows down.
  package var easing: Easing
  /// The layers before and after; nil where there is only the background.
  package var outgoing: Int?
  package var incoming: Int?

  package init(
    label: String, timelineRange: TimeRange, frames: Range<Int64>, kind: TransitionKind<TransitionPicture>,
    easing: Easing = .linear, outgoing: Int?, incoming: Int?
  ) {
    self.label = label
    self.timelineRange = timelineRange
    self.frames = frames
    self.kind = kind
    self.easing = easing
    self.outgoing = outgoing
    self.incoming = incoming
  }

  /// The completed fraction of the change at a moment of the timeline, from 0 to 1.
  package func progress(at moment: RationalTime) -> Double {
    guard let passed = try? moment - timelineRange.start, let whole = try? timelineRange.duration(),
      whole > .zero
    else { return 0 }
    return easing.progress(at: passed.inSeconds / whole.inSeconds)
  }
}

extension Transition {
  /// Whether it leads from or to a layer.
  package func joins(_ layer: Int) -> Bool { layer == outgoing || layer == incoming }
}

extension Composition {
  /// The transition that shows in a frame.
  package func transition(at frame: Int64) -> Transition? {
    let index = transitions.partitioningIndex { $0.frames.upperBound > frame }
    return index < transitions.count && transitions[index].frames.contains(frame) ? transitions[index] : nil
  }
}

/// The picture that controls a transition.
package struct TransitionPicture: Hashable, Sendable, Codable {
  package var media: Int
  package var stream: Int

  package init(media: Int, stream: Int) {
    self.media = media
    self.stream = stream
  }
}
