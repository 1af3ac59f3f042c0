import Basics

extension FFmpegWriter {
  /// An item of a track, with the parts beyond its cuts that transitions show.
  struct Part {
    /// Nil for a gap.
    var clip: InterchangeClip?
    var start: RationalTime
    var end: RationalTime
    /// The lengths that transitions show before its start and after its end.
    var lead = RationalTime.zero
    var tail = RationalTime.zero
    /// The lengths of the transitions with its neighbours, for its sound.
    var crossIn = RationalTime.zero
    var crossOut = RationalTime.zero
    /// Its fades from and to nothing.
    var fadeIn: RationalTime?
    var fadeOut: RationalTime?

    /// The total played length.
    func length() throws(TimeOverflow) -> RationalTime { try end - start + lead + tail }
  }

  /// The items of a track; one that cannot be played becomes a gap.
  mutating func parts(of track: InterchangeTrack) throws(TimeOverflow) -> [Part] {
    var parts: [Part] = []
    var transitions: [(InterchangeTransition, before: Int?)] = []
    for placed in try track.placed() {
      switch placed.item {
      case .transition(let transition):
        transitions.append((transition, parts.indices.last))
      case .gap(let gap):
        parts.append(Part(clip: nil, start: placed.start, end: try placed.start + gap.duration))
      case .clip(let clip):
        guard clip.isEnabled, let duration = try timeline.playedDuration(of: clip), hasRoom else {
          let reason =
            !clip.isEnabled
            ? "it is disabled"
            : hasRoom ? "its duration is unknown" : "the command line would be too long"
          losses.drop(clip.place, reason)
          let duration = clip.duration ?? .zero
          parts.append(Part(clip: nil, start: placed.start, end: try placed.start + duration))
          continue
        }
        parts.append(
          Part(
            clip: clip, start: placed.start, end: try placed.start + duration, fadeIn: clip.fadeIn,
            fadeOut: clip.fadeOut))
      }
    }
    for (transition, before) in transitions { try add(transition, after: before, to: &parts) }
    return parts
  }

  private mutating func add(
    _ transition: InterchangeTransition, after before: Int?, to parts: inout [Part]
  ) throws(TimeOverflow) {
    let last = before.flatMap { parts[$0].clip == nil ? nil : $0 }
    let after = (before ?? -1) + 1
    let next = parts.indices.contains(after) && parts[after].clip != nil ? after : nil
    let length = try transition.before + transition.after
    guard length > .zero, !transition.before.isNegative, !transition.after.isNegative else {
      losses.drop(transition.place, "it has no duration")
      return
    }
    // Transitions do not overlap: one starts after the previous one has ended.
    func room(_ index: Int) throws(TimeOverflow) -> RationalTime {
      let crossed = try parts[index].crossIn - parts[index].lead
      return try parts[index].end - parts[index].start - max(crossed, .zero)
    }
    if case .named(let words) = transition.kind {
      losses.approximate(transition.place, "the transition `\(words)` is exported as a dissolve")
    }
    switch (last, next) {
    case (let last?, let next?):
      guard try room(last) >= transition.before, try room(next) >= transition.after else {
        losses.drop(transition.place, "the neighbouring items are too short")
        return
      }
      (parts[last].tail, parts[last].crossOut) = (transition.after, length)
      (parts[next].lead, parts[next].crossIn) = (transition.before, length)
    case (let last?, nil): parts[last].fadeOut = length
    case (nil, let next?): parts[next].fadeIn = length
    case (nil, nil): losses.drop(transition.place, "it has no neighbours")
    }
  }
}
