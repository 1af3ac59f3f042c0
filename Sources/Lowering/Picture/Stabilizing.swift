import Basics
import Composition
import Diagnostics
import EditScript

extension PictureBuilding {
  /// The stabilisation of an item's pictures; nil if there is none, and after a finding.
  mutating func stabilization(
    of item: Item, showing picture: Picture, on canvas: ResolvedCanvas
  ) -> Stabilization? {
    guard let written = item.stabilize, case .on(let settings) = written.value else { return nil }
    if case .film = picture {
      report(.sequenceIsNotStabilized(at: written.range))
      return nil
    }
    var smoothing = RationalTime(seconds: 1)
    if let smooth = settings.smooth {
      guard let length = wayLength(smooth, rate: canvas.rate) else { return nil }
      guard length >= .shortest, length <= .longest else {
        report(.smoothingOutOfRange(length, at: smooth.range))
        return nil
      }
      smoothing = length
    }
    return Stabilization(smoothing: smoothing, zoom: settings.zoom?.value ?? 1.1)
  }
}

extension RationalTime {
  fileprivate static let shortest = RationalTime(1, 10) ?? .zero
  fileprivate static let longest = RationalTime(seconds: 5)
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func sequenceIsNotStabilized(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .notSupportedYet, "an image sequence cannot be stabilized yet", at: place,
      hint: "render it to a film first, and play that")
  }

  fileprivate static func smoothingOutOfRange(_ length: RationalTime, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .numberOutOfRange, "`smooth` is \(length), but must be from 0.1 s to 5 s", at: place,
      hint: "`1s` removes shaking and keeps pans")
  }
}
