import Basics

/// Builds a track from clips with times of the sequence.
struct TrackBuilder {
  struct Placed {
    let start: RationalTime
    var clip: InterchangeClip
    let duration: RationalTime
  }

  private(set) var placed: [Placed] = []
  private var transitions: [(cut: RationalTime, transition: InterchangeTransition)] = []

  mutating func add(_ clip: InterchangeClip, at start: RationalTime, for duration: RationalTime) {
    placed.append(Placed(start: start, clip: clip, duration: duration))
  }

  mutating func add(_ transition: InterchangeTransition, atCut cut: RationalTime) {
    transitions.append((cut, transition))
  }

  /// The clips in order of time, with gaps between them.
  ///
  /// Where two clips overlap, the one that starts later is shown, as on tape; `shortened` is called for the
  /// earlier one.
  func track(
    _ kind: InterchangeTrack.Kind, name: String? = nil, shortened: (InputPlace, String) -> Void
  ) throws(TimeOverflow) -> InterchangeTrack {
    var track = InterchangeTrack(kind: kind, name: name)
    var cursor = RationalTime.zero
    var open = transitions
    func addTransitions(at cut: RationalTime) {
      track.items += open.filter { $0.cut == cut }.map { .transition($0.transition) }
      open.removeAll { $0.cut == cut }
    }
    let sorted = placed.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
    for (index, element) in sorted.enumerated() {
      addTransitions(at: cursor)
      if element.start > cursor {
        track.items.append(
          .gap(InterchangeGap(duration: try element.start - cursor, place: element.clip.place)))
        cursor = element.start
        addTransitions(at: cursor)
      }
      var clip = element.clip
      var length = element.duration
      if index + 1 < sorted.count {
        let room = try sorted[index + 1].start - element.start
        if room < length {
          let words = "the next item starts before its end: it is shortened from \(length) to \(room)"
          clip.remarks.append(words)
          shortened(clip.place, words)
          length = room
        }
      }
      guard length > .zero else { continue }
      clip.duration = length
      track.items.append(.clip(clip))
      cursor = try element.start + length
    }
    addTransitions(at: cursor)
    for (_, transition) in open { shortened(transition.place, "no item starts or ends at the transition") }
    return track
  }
}
