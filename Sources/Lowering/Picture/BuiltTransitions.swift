import Basics
import Composition
import EditScript

extension PictureBuilding {
  /// Builds the transitions of the film, between the layers of its items.
  mutating func buildTransitions(on canvas: ResolvedCanvas) {
    for placed in transitions where placed.written.list != .audio {
      guard let range = placed.timelineRange, let frames = canvas.rate.frames(of: range), !frames.isEmpty,
        let kind = kind(of: placed.matched)
      else { continue }
      builtTransitions.append(
        Transition(
          label: placed.written.transition.kind.value.canonicalText, timelineRange: range,
          frames: frames, kind: kind, easing: placed.written.transition.easing,
          outgoing: placed.written.outgoing.flatMap { seen[$0].layer },
          incoming: placed.written.incoming.flatMap { seen[$0].layer }))
    }
  }

  /// Nil if the picture that controls it is unknown.
  private func kind(of placed: MatchedTransition) -> TransitionKind<TransitionPicture>? {
    placed.written.transition.kind.value.mapPicture { _ in
      guard let medium = placed.picture.medium, let track = media.stillTrack(of: medium) else { return nil }
      return TransitionPicture(media: medium, stream: track.streamIndex)
    }
  }
}
