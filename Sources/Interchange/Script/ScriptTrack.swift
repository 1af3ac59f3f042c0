import Basics

/// A clip as a script plays it, including the parts shown by transitions.
struct ScriptClip {
  var clip: InterchangeClip
  /// Its start in its sequence, including transitions; nil if unknown.
  var start: RationalTime?
}

/// A track in the form of a script.
struct ScriptTrack {
  enum Element {
    case clip(ScriptClip)
    case gap(RationalTime)
    case transition(String, RationalTime)
  }

  private(set) var elements: [Element] = []
  private(set) var losses: [WritingLoss] = []

  /// How a track expresses that one clip dissolves into the next.
  enum Style {
    /// By an item between the two, during which they overlap.
    case items
    /// The upper of two pictures fades in.
    case fadesIn
    /// One sound fades out and the next one in.
    case fadesBoth
  }

  /// `limit` is the length of a clip's source; nil if it is endless or unknown.
  init(
    _ track: InterchangeTrack, style: Style,
    limit: (InterchangeClip.Source) throws(TimeOverflow) -> RationalTime?
  ) throws(TimeOverflow) {
    var items = track.items
    // Transitions lengthen their neighbours: the one before ends later, the one after starts earlier.
    var shifts: [Int: RationalTime] = [:]
    var marks: [Int: Element] = [:]
    for index in items.indices {
      guard case .transition(let transition) = items[index] else { continue }
      let length = try transition.before + transition.after
      guard length > .zero else { continue }
      let before = index > 0 ? items[index - 1] : nil
      let after = index + 1 < items.count ? items[index + 1] : nil
      if let problem = try Self.problem(transition, items, index, limit) {
        losses.append(
          WritingLoss(
            place: transition.place, fate: .dropped(reason: problem),
            affects: track.kind == .sound ? .sound : .picture))
        continue
      }
      if case .clip(var clip)? = before {
        clip.duration = try clip.duration.map { duration throws(TimeOverflow) in
          try duration + transition.after
        }
        if case .clip? = after {
          if style == .fadesBoth { clip.fadeOut = length }
        } else {
          clip.fadeOut = length
        }
        items[index - 1] = .clip(clip)
      } else if case .gap(var gap)? = before {
        gap.duration = try gap.duration - transition.before
        items[index - 1] = .gap(gap)
      }
      if case .clip(var clip)? = after {
        try clip.begin(earlierBy: transition.before)
        clip.duration = try clip.duration.map { duration throws(TimeOverflow) in
          try duration + transition.before
        }
        if case .clip? = before {
          if style == .items {
            let words = if case .named(let words) = transition.kind { words } else { "dissolve" }
            marks[index] = .transition(words, length)
          } else {
            clip.fadeIn = length
            losses.append(
              WritingLoss(
                place: transition.place,
                fate: .approximated(difference: "the transition is imported as fades"),
                affects: track.kind == .sound ? .sound : .picture))
          }
        } else {
          clip.fadeIn = length
        }
        shifts[index + 1] = transition.before
        items[index + 1] = .clip(clip)
      } else if case .gap(var gap)? = after {
        gap.duration = try gap.duration - transition.after
        items[index + 1] = .gap(gap)
      }
    }
    try place(items, track.items, shifts, marks, limit)
  }

  /// Places the items, with times from before transitions changed them.
  private mutating func place(
    _ items: [InterchangeItem], _ written: [InterchangeItem], _ shifts: [Int: RationalTime],
    _ marks: [Int: Element],
    _ limit: (InterchangeClip.Source) throws(TimeOverflow) -> RationalTime?
  ) throws(TimeOverflow) {
    var cursor: RationalTime? = .zero
    for (index, item) in items.enumerated() {
      switch item {
      case .clip(let clip):
        let start = try cursor.map { cursor throws(TimeOverflow) in try cursor - (shifts[index] ?? .zero) }
        for (offset, piece) in try clip.piecesOfOneDirection(sourceLength: limit(clip.source)) {
          let start = try start.map { start throws(TimeOverflow) in try start + offset }
          elements.append(.clip(ScriptClip(clip: piece, start: start)))
        }
      case .gap(let gap):
        if gap.duration > .zero { elements.append(.gap(gap.duration)) }
      case .transition:
        if let mark = marks[index] { elements.append(mark) }
      }
      if let length = written[index].length {
        cursor = try cursor.map { cursor throws(TimeOverflow) in try cursor + length }
      } else {
        cursor = nil
      }
    }
  }

  /// The reason why a transition cannot be written; nil if it can.
  private static func problem(
    _ transition: InterchangeTransition, _ items: [InterchangeItem], _ index: Int,
    _ limit: (InterchangeClip.Source) throws(TimeOverflow) -> RationalTime?
  ) throws(TimeOverflow) -> String? {
    let before = index > 0 ? items[index - 1] : nil
    let after = index + 1 < items.count ? items[index + 1] : nil
    switch before {
    case .transition?: return "it follows another transition"
    case .gap(let gap)?:
      if gap.duration < transition.before { return "the gap before it is too short" }
      if transition.before > .zero, index == 1 { break }
    case .clip(let clip)?:
      guard let duration = clip.duration else { return "the end of the clip before it is unknown" }
      if let end = try limit(clip.source), case .factor(let speed) = clip.speed, !speed.isNegative {
        let needed = try clip.source(at: duration + transition.after)
        if needed > end { return "the source before it would have to last \(needed), but lasts \(end)" }
      }
    case nil: if transition.before > .zero { return "it starts before the film" }
    }
    switch after {
    case .transition?: return "another transition follows it"
    case .gap(let gap)?: if gap.duration < transition.after { return "the gap after it is too short" }
    case .clip(let clip)?:
      guard let duration = clip.duration else { return "the length of the clip after it is unknown" }
      var needed = transition.after
      if index + 2 < items.count, case .transition(let next) = items[index + 2] {
        needed = try needed + next.before
      }
      if needed > duration { return "the clip after it is shorter than its transitions" }
      if case .media = clip.source, case .factor(let speed) = clip.speed, !speed.isNegative,
        try clip.source(at: -transition.before) < .zero
      {
        return "the source after it has no frames before its start"
      }
      if case .sequence = clip.source, try clip.source(at: -transition.before) < .zero {
        return "the sequence after it has no frames before its start"
      }
    case nil: break
    }
    if case .clip? = before { return nil }
    if case .clip? = after { return nil }
    return "it has no neighbouring clip"
  }
}
