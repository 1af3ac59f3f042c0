package import Basics

/// How one picture of the story gives way to the next, over the frames in which both are there.
package struct Transition: Hashable, Sendable, Codable {
  /// For people: `dissolve`.
  package var label: String
  package var timelineRange: TimeRange
  package var frames: Range<Int64>
  package var effect: TransitionEffect
  /// How the change gets going and comes to rest.
  package var easing: Timing
  /// The layers that give way and come; nil where only the background is.
  package var outgoing: Int?
  package var incoming: Int?

  package init(
    label: String, timelineRange: TimeRange, frames: Range<Int64>, effect: TransitionEffect,
    easing: Timing = .linear, outgoing: Int?, incoming: Int?
  ) {
    self.label = label
    self.timelineRange = timelineRange
    self.frames = frames
    self.effect = effect
    self.easing = easing
    self.outgoing = outgoing
    self.incoming = incoming
  }

  /// How much of the change is done at a moment of the timeline: from 0 to 1.
  package func progress(at moment: RationalTime) -> Double {
    guard let passed = try? moment - timelineRange.start, let whole = try? timelineRange.duration(),
      whole > .zero
    else { return 0 }
    return min(max(easing.progress(at: passed.inSeconds / whole.inSeconds), 0), 1)
  }
}

extension Transition {
  /// Whether a layer is one of the two that it leads between.
  package func joins(_ layer: Int) -> Bool { layer == outgoing || layer == incoming }
}

extension Composition {
  /// The transition that shows in a frame.
  package func transition(at frame: Int64) -> Transition? {
    let index = transitions.partitioningIndex { $0.frames.upperBound > frame }
    return index < transitions.count && transitions[index].frames.contains(frame) ? transitions[index] : nil
  }
}

/// What is seen of a transition.
package enum TransitionEffect: Hashable, Sendable, Codable {
  case dissolve
  /// The first half of the change leads to the colour, the second half from it.
  case fadeThrough(Color)
  /// An edge moves over the canvas and uncovers the incoming picture.
  case wipe(Heading)
  /// Both pictures move, the outgoing one half as far, under the incoming one.
  case slide(Heading)
  /// The incoming picture pushes the outgoing one out.
  case push(Heading)
  /// The incoming picture moves over the outgoing one.
  case cover(Heading)
  /// The outgoing picture moves away and uncovers the incoming one.
  case reveal(Heading)
  case circleOpen
  case circleClose
  /// A hand turns clockwise from twelve and uncovers the incoming picture.
  case clock
  /// Two doors open from the middle to the sides.
  case barnDoor
  /// The outgoing picture falls into blocks, from which the incoming one comes together.
  case pixelate
  /// Both pictures are out of focus where they change over.
  case blur
  /// Both pictures grow while one dissolves into the other.
  case zoom
  /// Where a picture that covers the canvas is dark, the change comes first.
  case luma(media: Int, stream: Int)
}

/// Where an edge or a picture moves to; each part is -1, 0 or 1, and not both are 0.
package struct Heading: Hashable, Sendable, Codable {
  package let x: Int
  package let y: Int

  package static let left = Heading(x: -1, y: 0)
  package static let right = Heading(x: 1, y: 0)
  package static let up = Heading(x: 0, y: -1)
  package static let down = Heading(x: 0, y: 1)

  package static func corner(x: Int, y: Int) -> Heading { Heading(x: x.signum(), y: y.signum()) }
}
