import Basics
import Composition
import Diagnostics
import EditScript

extension Placement {
  // MARK: Lengths

  /// Determines the length of each transition, and reports those without two neighbours.
  mutating func measureTransitions() {
    for index in transitions.indices {
      let placed = transitions[index].written
      transitions[index].length = duration(placed.transition.duration, rate: rate)
      if placed.list == .audio {
        checkHeard(placed)
      } else {
        refuseOvershoot(of: placed.transition.easing, ofTransitionAt: placed.item.kindRange)
      }
      if placed.outgoing == nil || placed.incoming == nil { reportEdge(placed) }
    }
  }

  /// Reports visual settings of a transition between sounds.
  private mutating func checkHeard(_ placed: WrittenTransition) {
    let kind = placed.transition.kind
    if kind.value.canonicalText != Self.crossFade {
      report(.transitionOfPictures(kind.value.canonicalText, at: kind.range))
    } else if placed.transition.easing != .linear {
      report(.easingOfSound(at: placed.item.kindRange))
    }
  }

  private static let crossFade = PlainTransition.dissolve.rawValue

  private mutating func reportEdge(_ placed: WrittenTransition) {
    let missing =
      placed.outgoing == nil ? (placed.incoming == nil ? "on either side" : "before it") : "after it"
    report(
      .transitionAtEdge(missing: missing, in: placed.list, at: placed.item.kindRange))
  }

  // MARK: Room

  /// How much earlier an item begins than the previous one ends; nil if unknown.
  func overlap(beforeItemAt index: Int) -> RationalTime? {
    guard let before = items[index].written.transitionBefore, transitions[before].written.outgoing != nil,
      transitions[before].written.room == .overlap
    else { return .zero }
    return transitions[before].length
  }

  /// Compares each transition of a list with its neighbours, which are placed now, and places it.
  mutating func placeTransitions(in list: ItemList) {
    for index in transitions.indices where transitions[index].written.list == list {
      let placed = transitions[index].written
      guard let length = transitions[index].length, let outgoing = placed.outgoing,
        let incoming = placed.incoming
      else {
        continue
      }
      do throws(TimeOverflow) {
        let half = try length.scaled(by: 1, over: 2)
        let share = placed.room == .overlap ? length : half
        let hasRoom = try checkRoom(for: placed, share, in: [outgoing, incoming])
        let hasHandles =
          placed.room == .handles ? try checkHandles(of: placed, half, outgoing, incoming) : true
        guard hasRoom, hasHandles, let start = items[incoming].timelineRange?.start else { continue }
        let first = placed.room == .overlap ? start : try start - half
        let range = try TimeRange(start: first, duration: length)
        if list == .audio, let timelineEnd, let end = range?.end, end > timelineEnd {
          report(.transitionRunsPastTimeline(until: end, timelineEnd, at: placed.place))
          continue
        }
        transitions[index].timelineRange = range
        items[outgoing].exit = try side(of: placed, length, half, towards: -1)
        items[incoming].entry = try side(of: placed, length, half, towards: 1)
      } catch { reportOverflow(at: placed.place) }
    }
    for index in items.indices where items[index].list == list {
      do throws(TimeOverflow) { try checkRoomBetweenTransitions(of: index) } catch {
        reportOverflow(at: items[index].item.kindRange)
      }
    }
  }

  /// Checks that each neighbour is at least as long as its part of the transition.
  private mutating func checkRoom(
    for placed: WrittenTransition, _ share: RationalTime, in neighbours: [Int]
  ) throws(TimeOverflow) -> Bool {
    var hasRoom = true
    for neighbour in neighbours {
      guard let length = items[neighbour].ownLength, share > length else { continue }
      let shortage = try share - length
      hasRoom = false
      report(
        .transitionIsTooLong(
          share, of: items[neighbour].label, lasting: length, missing: frames(shortage), at: placed.place,
          items[neighbour].item.kindRange))
    }
    return hasRoom
  }

  /// Checks that the transitions at both ends of an item do not overlap.
  private mutating func checkRoomBetweenTransitions(of index: Int) throws(TimeOverflow) {
    guard let before = items[index].written.transitionBefore,
      let after = items[index].written.transitionAfter,
      let length = items[index].ownLength, let first = transitions[before].share,
      let second = transitions[after].share, first <= length, second <= length
    else { return }
    let both = try first + second
    guard both > length else { return }
    let shortage = try both - length
    report(
      .transitionsMeet(
        around: items[index].label, both, lasting: length, missing: frames(shortage),
        at: transitions[after].written.place, transitions[before].written.place))
  }

  // MARK: Handles

  /// Half of the transition shows media after the outgoing take, half of it media before the incoming one.
  private mutating func checkHandles(
    of placed: WrittenTransition, _ half: RationalTime, _ outgoing: Int, _ incoming: Int
  ) throws(TimeOverflow) -> Bool {
    var hasHandles = true
    if let rest = try restOfMedia(afterItemAt: outgoing), half > rest {
      reportHandle(placed, outgoing, "after its take there are \(rest) left", try half - rest)
      hasHandles = false
    }
    if let rest = try restOfMedia(beforeItemAt: incoming), half > rest {
      reportHandle(placed, incoming, "before its take there are \(rest)", try half - rest)
      hasHandles = false
    }
    return hasHandles
  }

  private mutating func reportHandle(
    _ placed: WrittenTransition, _ neighbour: Int, _ rest: String, _ shortage: RationalTime
  ) {
    report(
      .handlesAreMissing(
        of: items[neighbour].label, rest, missing: frames(shortage), at: placed.place,
        items[neighbour].item.kindRange))
  }

  /// `9 frames are`, or the time if the frame rate is unknown.
  private func frames(_ shortage: RationalTime) -> String {
    guard let rate, let rounded = rate.frame(at: shortage),
      let start = try? rate.start(ofFrame: rounded.value)
    else { return "\(shortage) are" }
    // A missing part of a frame counts as a whole frame.
    let count = start < shortage ? rounded.value + 1 : rounded.value
    return count == 1 ? "1 frame is" : "\(count) frames are"
  }

  // MARK: Sides

  /// The effect of the transition on a neighbour's end: -1 for the end of the outgoing item, 1 for the start
  /// of the incoming one. Reaches are positive towards later times.
  private func side(
    of placed: WrittenTransition, _ length: RationalTime, _ half: RationalTime, towards direction: Int64
  ) throws(TimeOverflow) -> TransitionSide {
    let beyond = try half.scaled(by: -direction, over: 1)
    var side = TransitionSide()
    if placed.room == .handles { side.pictureReach = beyond }
    switch placed.sound {
    case .cut:
      // The sound changes in the middle, which is where the items meet if there are handles.
      if placed.room == .overlap { side.soundReach = try half.scaled(by: direction, over: 1) }
    case .linear, .equalPower:
      side.soundReach = side.pictureReach
      side.fade = SoundFade(length: length, shape: placed.sound == .linear ? .linear : .equalPower)
    }
    return side
  }
}

extension TimedTransition {
  /// The part of each neighbour that it takes; one without an exact half has a finding.
  fileprivate var share: RationalTime? {
    written.room == .overlap ? length : length.flatMap { try? $0.scaled(by: 1, over: 2) }
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func transitionAtEdge(
    missing: String, in list: ItemList, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .transitionAtEdge, "a transition needs an item on both sides; there is none \(missing)",
      at: place,
      hint: (list == .audio
        ? "to start or end softly, write `fade: 1s` in the item"
        : "to start or end with a colour, put a `gap` or a `color` there")
        + "; of adjacent transitions, keep one")
  }

  fileprivate static func transitionOfPictures(_ kind: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongList, "`\(kind)` applies to pictures, but items under `audio` have only sound", at: place,
      hint: "write `dissolve 1s`, which cross-fades the sounds")
  }

  fileprivate static func easingOfSound(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "`ease` has no effect: there is no picture to ease", at: place,
      hint: "write `audio: linear` or `audio: equal-power`")
  }

  fileprivate static func transitionRunsPastTimeline(
    until end: RationalTime, _ timelineEnd: RationalTime, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .overlayOutsideTimeline, "the transition lasts until \(end), but the timeline ends at \(timelineEnd)",
      at: place, hint: "shorten the item before it, or extend the timeline with a `gap:`")
  }

  fileprivate static func transitionIsTooLong(
    _ share: RationalTime, of label: String, lasting length: RationalTime, missing frames: String,
    at place: SourceRange, _ item: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .transitionTooLong,
      "the transition needs \(share) of '\(label)', which lasts \(length):"
        + " \(frames) missing",
      at: place, notes: [Diagnostic.Note("the item", at: item)],
      hint: "shorten the transition, or make the item longer")
  }

  fileprivate static func transitionsMeet(
    around label: String, _ both: RationalTime, lasting length: RationalTime, missing frames: String,
    at place: SourceRange, _ other: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .transitionsOverlap,
      "the transitions before and after '\(label)' need \(both), but it lasts \(length):"
        + " \(frames) missing",
      at: place,
      notes: [Diagnostic.Note("the transition before it", at: other)],
      hint: "shorten one of them, or make the item longer")
  }

  fileprivate static func handlesAreMissing(
    of label: String, _ rest: String, missing frames: String, at place: SourceRange, _ item: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .missingHandles,
      "the transition needs '\(label)' beyond its take, but \(rest) of the media:"
        + " \(frames) missing",
      at: place, notes: [Diagnostic.Note("the item", at: item)],
      hint: "shorten the transition or the take, or let the items overlap with `using: overlap`")
  }
}

// The media that an item leaves unplayed at its ends, in the item's own time.

extension Placement {
  /// Nil for media without an end.
  func restOfMedia(afterItemAt index: Int) throws(TimeOverflow) -> RationalTime? {
    guard let clock = playedClock(ofItemAt: index), let length = items[index].ownLength else { return nil }
    let last = try clock.mediaTime(at: length)
    return try rest(
      from: last, ofItemAt: index, isTowardsEnd: !clock.isBackwards, speed: clock.keys.last?.speed)
  }

  func restOfMedia(beforeItemAt index: Int) throws(TimeOverflow) -> RationalTime? {
    guard let clock = playedClock(ofItemAt: index) else { return nil }
    let first = try clock.mediaTime(at: .zero)
    return try rest(
      from: first, ofItemAt: index, isTowardsEnd: clock.isBackwards, speed: clock.keys.first?.speed)
  }

  /// Nil for items with endless media on both sides: frozen pictures, loops, and items without media.
  private func playedClock(ofItemAt index: Int) -> MediaClock? {
    let placed = items[index]
    guard placed.source != .unknown, let playing = placed.playing, playing.frozenAt == nil,
      playing.clock.pass == nil
    else { return nil }
    return playing.clock
  }

  private func rest(
    from moment: RationalTime, ofItemAt index: Int, isTowardsEnd: Bool, speed: RationalTime?
  ) throws(TimeOverflow) -> RationalTime? {
    guard let speed else { return nil }
    guard isTowardsEnd else { return try moment.divided(by: speed) }
    guard let end = mediaAxis(ofItemAt: index, rate: rate).length else { return nil }
    return try (end - moment).divided(by: speed)
  }
}
