import Basics
import Composition

/// The transitions of layers, and the starts of sounds. Indexed once, because long films have many.
struct TransitionIndex {
  /// The transitions by incoming and by outgoing layer.
  private(set) var into: [Int: Int] = [:]
  private(set) var outOf: [Int: Int] = [:]
  /// The sounds by the frame nearest to their start.
  private var starts: [Int64: [Int]] = [:]

  init(_ film: Composition) {
    for (number, transition) in film.transitions.enumerated() {
      if let layer = transition.incoming, into[layer] == nil { into[layer] = number }
      if let layer = transition.outgoing, outOf[layer] == nil { outOf[layer] = number }
    }
    for (number, sound) in film.sounds.enumerated() {
      guard let frame = film.canvas.rate.frame(at: sound.timelineRange.start) else { continue }
      starts[frame.value, default: []].append(number)
    }
  }

  /// The sounds that start within half a frame of a time, and possibly some more.
  func sounds(near moment: RationalTime, _ rate: FrameRate) -> [Int] {
    guard let frame = rate.frame(at: moment)?.value else { return [] }
    let frames = [frame.subtractingReportingOverflow(1), (frame, false), frame.addingReportingOverflow(1)]
    return frames.filter { !$0.1 }.flatMap { starts[$0.0] ?? [] }.sorted()
  }
}
