import Composition
import Diagnostics
import EditScript
import EditTime
import MediaFacts
import SourceText

/// A transition of the story and what has been resolved of it so far.
struct PlacedTransition {
  let item: Item
  let transition: StoryTransition
  /// The items it stands between; nil where there is none, or where another transition stands.
  let outgoing: Int?
  let incoming: Int?
  var length: RationalTime?
  var timelineRange: TimeRange?
  /// The place of the file of a `luma` among the references.
  var reference: Int?

  /// What findings about its length point at.
  var place: SourceRange { transition.duration.range }

  var room: TransitionRoom { transition.room?.value ?? .overlap }
  var sound: TransitionSound { transition.sound?.value ?? .equalPower }
}

/// What a transition does to the end of an item where it stands: how far picture and sound go on beyond the item's
/// own range (or end inside of it), and how the sound comes or goes.
struct TransitionSide {
  var pictureReach = RationalTime.zero
  var soundReach = RationalTime.zero
  var fade: SoundFade?
}

/// The transitions of a story; `outgoing` and `incoming` count its items without them.
func storyTransitions(in timeline: [Item]) -> [PlacedTransition] {
  var transitions: [PlacedTransition] = []
  var next = 0
  let entries = timeline.filter(\.isEnabled)
  for (position, entry) in entries.enumerated() {
    guard case .transition(let transition) = entry.kind else {
      next += 1
      continue
    }
    let isAfterItem = position > 0 && !entries[position - 1].isTransition
    let isBeforeItem = position + 1 < entries.count && !entries[position + 1].isTransition
    transitions.append(
      PlacedTransition(
        item: entry, transition: transition, outgoing: isAfterItem ? next - 1 : nil,
        incoming: isBeforeItem ? next : nil))
  }
  return transitions
}

extension Item {
  var isTransition: Bool {
    if case .transition = kind { true } else { false }
  }
}

extension Lowering {
  // MARK: Lengths

  /// Finds how long each transition lasts, and says which ones stand between nothing.
  mutating func measureTransitions() {
    for index in transitions.indices {
      let placed = transitions[index]
      transitions[index].length = duration(placed.transition.duration, rate: rate)
      if placed.outgoing == nil || placed.incoming == nil { reportEdge(placed) }
    }
  }

  private mutating func reportEdge(_ placed: PlacedTransition) {
    let missing =
      placed.outgoing == nil ? (placed.incoming == nil ? "on either side" : "before it") : "after it"
    report(
      Diagnostic(
        .transitionAtEdge, "the transition stands between two items, but there is none \(missing)",
        at: placed.item.kindRange,
        hint: "to begin or end with a colour, put a `gap` or a `color` there; remove all but one of"
          + " transitions in a row"))
  }

  // MARK: Room

  /// How much earlier an item begins than the one before it ends; nil where that is not known.
  func overlap(beforeItemAt index: Int) -> RationalTime? {
    guard let before = items[index].transitionBefore, transitions[before].outgoing != nil,
      transitions[before].room == .overlap
    else { return .zero }
    return transitions[before].length
  }

  /// Holds each transition against its neighbours, which have their places now, and gives it its own.
  mutating func placeTransitions() {
    for index in transitions.indices {
      let placed = transitions[index]
      guard let length = placed.length, let outgoing = placed.outgoing, let incoming = placed.incoming else {
        continue
      }
      do throws(TimeOverflow) {
        let half = try length.scaled(by: 1, over: 2)
        let share = placed.room == .overlap ? length : half
        let findings = diagnostics.count
        try checkRoom(for: placed, share, in: [outgoing, incoming])
        if placed.room == .handles { try checkHandles(of: placed, half, outgoing, incoming) }
        guard diagnostics.count == findings, let start = items[incoming].timelineRange?.start else {
          continue
        }
        let first = placed.room == .overlap ? start : try start - half
        transitions[index].timelineRange = try TimeRange(start: first, duration: length)
        items[outgoing].exit = try side(of: placed, length, half, towards: -1)
        items[incoming].entry = try side(of: placed, length, half, towards: 1)
      } catch { reportOverflow(at: placed.place) }
    }
    for index in items.indices where items[index].lane == .story {
      do throws(TimeOverflow) { try checkRoomBetweenTransitions(of: index) } catch {
        reportOverflow(at: items[index].item.kindRange)
      }
    }
  }

  /// A neighbour must last at least as long as the part of the transition that lies in it.
  private mutating func checkRoom(
    for placed: PlacedTransition, _ share: RationalTime, in neighbours: [Int]
  ) throws(TimeOverflow) {
    for neighbour in neighbours {
      guard let length = items[neighbour].ownLength, share > length else { continue }
      let shortage = try share - length
      report(
        Diagnostic(
          .transitionTooLong,
          "the transition needs \(share) of '\(items[neighbour].label)', which lasts \(length):"
            + " \(frames(shortage)) missing",
          at: placed.place, notes: [Diagnostic.Note("the item", at: items[neighbour].item.kindRange)],
          hint: "shorten the transition, or make the item longer"))
    }
  }

  /// The transitions at both ends of an item must not run at the same time.
  private mutating func checkRoomBetweenTransitions(of index: Int) throws(TimeOverflow) {
    guard let before = items[index].transitionBefore, let after = items[index].transitionAfter,
      let length = items[index].ownLength, let first = transitions[before].share,
      let second = transitions[after].share, first <= length, second <= length
    else { return }
    let both = try first + second
    guard both > length else { return }
    let shortage = try both - length
    report(
      Diagnostic(
        .transitionsOverlap,
        "the transitions before and after '\(items[index].label)' need \(both), but it lasts \(length):"
          + " \(frames(shortage)) missing",
        at: transitions[after].place,
        notes: [Diagnostic.Note("the transition before it", at: transitions[before].place)],
        hint: "shorten one of them, or make the item longer"))
  }

  // MARK: Handles

  /// Half of the transition shows media after the outgoing take, and half of it media before the incoming one.
  private mutating func checkHandles(
    of placed: PlacedTransition, _ half: RationalTime, _ outgoing: Int, _ incoming: Int
  ) throws(TimeOverflow) {
    if let rest = try restOfMedia(afterItemAt: outgoing), half > rest {
      reportHandle(placed, outgoing, "after its take there are \(rest) left", try half - rest)
    }
    if let rest = try restOfMedia(beforeItemAt: incoming), half > rest {
      reportHandle(placed, incoming, "before its take there are \(rest)", try half - rest)
    }
  }

  private mutating func reportHandle(
    _ placed: PlacedTransition, _ neighbour: Int, _ rest: String, _ shortage: RationalTime
  ) {
    report(
      Diagnostic(
        .missingHandles,
        "the transition shows '\(items[neighbour].label)' beyond its take, but \(rest) of the media:"
          + " \(frames(shortage)) missing",
        at: placed.place, notes: [Diagnostic.Note("the item", at: items[neighbour].item.kindRange)],
        hint: "shorten the transition or the take, or let the items overlap with `using: overlap`"))
  }

  /// `9 frames are`, or the time where nobody knows how long a frame is.
  private func frames(_ shortage: RationalTime) -> String {
    guard let rate, let rounded = rate.frame(at: shortage),
      let start = try? rate.start(ofFrame: rounded.value)
    else { return "\(shortage) are" }
    // A part of a frame is missing as a whole one.
    let count = start < shortage ? rounded.value + 1 : rounded.value
    return count == 1 ? "1 frame is" : "\(count) frames are"
  }

  // MARK: Sides

  /// What the transition does to a neighbour's end: -1 for the end of the outgoing item, 1 for the start of the
  /// incoming one. Reaches grow towards the later.
  private func side(
    of placed: PlacedTransition, _ length: RationalTime, _ half: RationalTime, towards direction: Int64
  ) throws(TimeOverflow) -> TransitionSide {
    let beyond = try half.scaled(by: -direction, over: 1)
    var side = TransitionSide()
    if placed.room == .handles { side.pictureReach = beyond }
    switch placed.sound {
    case .cut:
      // The sound changes over in the middle, which is where the items meet when there are handles.
      if placed.room == .overlap { side.soundReach = try half.scaled(by: direction, over: 1) }
    case .linear, .equalPower:
      side.soundReach = side.pictureReach
      side.fade = SoundFade(length: length, shape: placed.sound == .linear ? .linear : .equalPower)
    }
    return side
  }

  // MARK: The composition's transitions

  /// The transitions of the film, between the layers that the items became.
  mutating func buildTransitions() {
    guard let canvas else { return }
    for placed in transitions {
      guard let range = placed.timelineRange, let frames = canvas.rate.frames(of: range), !frames.isEmpty,
        let effect = effect(of: placed)
      else { continue }
      builtTransitions.append(
        Transition(
          label: placed.transition.kind.value.canonicalText, timelineRange: range,
          frames: frames, effect: effect, easing: Timing(placed.transition.easing),
          outgoing: placed.outgoing.flatMap { items[$0].layer },
          incoming: placed.incoming.flatMap { items[$0].layer }))
    }
  }
}

extension Lowering {
  /// Nil where the picture that it goes by is not known.
  private func effect(of placed: PlacedTransition) -> TransitionEffect? {
    guard case .luma = placed.transition.kind.value else {
      return TransitionEffect(placed.transition.kind.value)
    }
    guard let media = placed.reference, let track = stillTrack(of: media) else { return nil }
    return .luma(media: media, stream: track.streamIndex)
  }
}

extension PlacedTransition {
  /// Whether nothing is left to find out about its picture.
  var hasKnownPicture: Bool { transition.picture == nil || reference != nil }

  /// How much of each neighbour it takes.
  fileprivate var share: RationalTime? {
    room == .overlap ? length : length.flatMap { try? $0.scaled(by: 1, over: 2) }
  }
}

extension TransitionEffect {
  /// Nil for those that hang on a file.
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
