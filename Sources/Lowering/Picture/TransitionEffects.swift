import Basics
import Composition
import EditScript
import MediaFacts

extension PictureBuilding {
  /// The transitions of the film, between the layers that the items became.
  mutating func buildTransitions(on canvas: ResolvedCanvas) {
    for placed in transitions {
      guard let range = placed.timelineRange, let frames = canvas.rate.frames(of: range), !frames.isEmpty,
        let effect = effect(of: placed.matched)
      else { continue }
      builtTransitions.append(
        Transition(
          label: placed.written.transition.kind.value.canonicalText, timelineRange: range,
          frames: frames, effect: effect, easing: Timing(placed.written.transition.easing),
          outgoing: placed.written.outgoing.flatMap { seen[$0].layer },
          incoming: placed.written.incoming.flatMap { seen[$0].layer }))
    }
  }

  /// Nil if the picture that it follows is not known.
  private func effect(of placed: MatchedTransition) -> TransitionEffect? {
    let kind = placed.written.transition.kind.value
    guard case .luma = kind else { return TransitionEffect(kind) }
    guard let medium = placed.picture.medium, let track = media.stillTrack(of: medium) else { return nil }
    return .luma(media: medium, stream: track.streamIndex)
  }
}

extension TransitionEffect {
  /// Nil for those that follow a picture.
  init?(_ kind: TransitionKind) {
    switch kind {
    case .dissolve: self = .dissolve
    case .fadeThrough(let color): self = .fadeThrough(Color(color))
    case .wipe(let direction): self = .wipe(Heading(direction))
    case .slide(let direction): self = .slide(Heading(direction))
    case .push(let direction): self = .push(Heading(direction))
    case .cover(let direction): self = .cover(Heading(direction))
    case .reveal(let direction): self = .reveal(Heading(direction))
    case .circleOpen: self = .circleOpen
    case .circleClose: self = .circleClose
    case .clock: self = .clock
    case .barnDoor: self = .barnDoor
    case .pixelate: self = .pixelate
    case .blur: self = .blur
    case .zoom: self = .zoom
    case .luma: return nil
    }
  }
}

extension Heading {
  fileprivate init(_ direction: Direction) {
    self =
      switch direction {
      case .left: .left
      case .right: .right
      case .up: .up
      case .down: .down
      }
  }

  fileprivate init(_ direction: WipeDirection) {
    self =
      switch direction {
      case .left: .left
      case .right: .right
      case .up: .up
      case .down: .down
      case .topLeft: .corner(x: -1, y: -1)
      case .topRight: .corner(x: 1, y: -1)
      case .bottomLeft: .corner(x: -1, y: 1)
      case .bottomRight: .corner(x: 1, y: 1)
      }
  }
}
