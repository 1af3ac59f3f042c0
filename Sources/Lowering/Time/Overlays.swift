import Basics
import Diagnostics
import EditScript

extension Placement {
  /// Places the items that say themselves when they are: over the timeline, or under it.
  mutating func placeOverlaysAndSounds() {
    let named = ItemNames(items, written: script.allItems)
    for index in items.indices where items[index].list != .timeline {
      placeWithReferred(itemAt: index, named: named, rate: rate)
    }
  }

  /// Places one item, and before it the ones its time refers to.
  ///
  /// The items that wait for each other are a list and not calls, because a script may chain thousands.
  private mutating func placeWithReferred(itemAt index: Int, named: ItemNames, rate: FrameRate?) {
    var waiting = WaitingItems()
    if !isPlaced(index) { waiting.append(index) }
    while let current = waiting.last {
      let referred = items[current].item.at?.value.referredNames.compactMap { named[$0] } ?? []
      if let earlier = referred.first(where: { !isPlaced($0) && !waiting.contains($0) }) {
        waiting.append(earlier)
      } else {
        place(itemAt: current, named: named, waiting: waiting, rate: rate)
        wasPlaced[current] = true
        waiting.removeLast()
      }
    }
  }

  /// Everything that its time refers to has been placed, unless they wait for each other.
  private mutating func place(
    itemAt index: Int, named: ItemNames, waiting: WaitingItems, rate: FrameRate?
  ) {
    let item = items[index].item
    if item.hasUnreadTime { return }
    var referred = ReferredRanges()
    for name in item.at?.value.referredNames ?? [] {
      guard let other = named[name] else { continue }
      if isPlaced(other) {
        referred.ranges[name] = .some(items[other].timelineRange)
      } else {
        referred.cyclic.insert(name)
      }
    }
    let axis = TimeAxis(rate: rate, length: timelineEnd)
    let times = { (name: String, edge: TimeExpression.Edge) throws(TimeProblem) -> RationalTime in
      try referred.time(of: name, edge)
    }
    do throws(TimeProblem) {
      switch item.at?.value {
      case .range(let expression):
        try setRange(try axis.range(expression, names: times), ofItemAt: index, rate: rate)
      case .moment(let expression):
        setRange(from: try axis.moment(expression, names: times), ofItemAt: index, rate: rate)
      case nil: setRange(from: .zero, ofItemAt: index, rate: rate)
      }
    } catch {
      let place = item.at?.range ?? item.kindRange
      switch error {
      case .unknownName(let name): context.reportUnknownName(name, at: place, known: named)
      case .cycle(let name): reportCycle(from: named[name], waiting, at: place)
      default: if let diagnostic = error.diagnostic(at: place) { report(diagnostic) }
      }
    }
  }

  private mutating func reportCycle(from first: Int?, _ waiting: WaitingItems, at place: SourceRange) {
    let circle = waiting.items.drop { $0 != first }
    let notes = circle.dropLast().map { index in
      Diagnostic.Note("'\(items[index].label)' refers to the next one here", at: items[index].item.at?.range)
    }
    report(
      .timeDependsOnItself(circle.last.map { items[$0].label } ?? "", at: place, notes: notes))
  }

  /// Both ends are written.
  private mutating func setRange(
    _ range: TimeRange, ofItemAt index: Int, rate: FrameRate?
  ) throws(TimeProblem) {
    guard let asked = try? range.duration() else { throw .overflow }
    let item = items[index].item
    if let written = item.duration {
      report(
        .atRangeAndFor(at: written.range))
    }
    if item.playsMedia, item.duration == nil,
      let length = playedExtent(ofItemAt: index, rate: rate)?.finite
    {
      compare(takeOf: item, length, with: asked)
    }
    items[index].ownLength = asked
    finishPlacing(range, ofItemAt: index, mayRunOver: false)
  }

  /// A take fills the range of its item; if its end is written, a rest is reported.
  private mutating func compare(takeOf item: Item, _ length: RationalTime, with asked: RationalTime) {
    if length < asked {
      report(
        .takeIsTooShort(length, for: asked, at: item.at?.range ?? item.kindRange))
    } else if length > asked, let take = item.take, !take.value.hasOpenEnd {
      report(
        .restIsNotPlayed(length, in: asked, at: take.range))
    }
  }

  /// Only the start is written: a clip lasts for its take, anything else to the end of the timeline.
  private mutating func setRange(from start: RationalTime, ofItemAt index: Int, rate: FrameRate?) {
    let item = items[index].item
    var length: RationalTime?
    var endsWithTimeline = false
    if item.playsMedia {
      guard let extent = playedExtent(ofItemAt: index, rate: rate) else { return }
      length = extent.finite
      // A song under the timeline is as long as the timeline, unless the script says which part to play, or how long.
      endsWithTimeline = length == nil || item.saysNoLength
    } else if case .silence(let written?) = item.kind {
      guard let silence = silenceLength(written, ofItemAt: index, rate: rate) else { return }
      length = silence
    } else if item.duration != nil {
      guard let written = duration(item.duration, ofItemAt: index, rate: rate) else { return }
      length = written
    } else {
      endsWithTimeline = true
    }
    items[index].ownLength = endsWithTimeline ? nil : length
    guard let timelineEnd else { return }
    do throws(TimeOverflow) {
      var end = try length.map { length throws(TimeOverflow) in try start + length } ?? timelineEnd
      if endsWithTimeline { end = max(min(end, timelineEnd), start) }
      guard let range = TimeRange(start: start, end: end) else { return }
      finishPlacing(range, ofItemAt: index, mayRunOver: true)
    } catch {
      reportOverflow(at: item.at?.range ?? item.kindRange)
    }
  }

  /// Holds the range against the timeline and keeps the part inside of it.
  private mutating func finishPlacing(_ range: TimeRange, ofItemAt index: Int, mayRunOver: Bool) {
    let item = items[index].item
    let place = item.at?.range ?? item.kindRange
    guard let timelineEnd, let timeline = TimeRange(start: .zero, end: timelineEnd) else { return }
    guard !range.start.isNegative, range.start < timelineEnd else {
      report(
        .itemStartsOutsideTimeline(at: range.start, timelineEnd, place))
      return
    }
    if range.isEmpty {
      report(
        .itemIsEmpty(at: range.start, place))
      return
    }
    if range.end > timelineEnd {
      guard let over = try? range.end - timelineEnd else { return reportOverflow(at: place) }
      report(
        .itemRunsPastTimeline(
          by: over, timelineEnd, isCut: mayRunOver,
          at: mayRunOver ? item.duration?.range ?? item.take?.range ?? place : place))
    }
    guard let shown = range.intersection(timeline), (try? shown.duration()) != nil else {
      return reportOverflow(at: place)
    }
    items[index].timelineRange = shown
  }
}

extension LoweringContext {
  mutating func reportUnknownName(_ name: String, at place: SourceRange, known: ItemNames) {
    if let disabled = known.switchedOffName(name) {
      report(
        .itemIsSwitchedOff(name, disabled, at: place))
      return
    }
    let near = suggestion(for: name, among: known.inOrder)
    report(
      .noItemIsCalled(name, near: near, known: known.inOrder, at: place))
  }
}

extension Item {
  /// Whether it plays media, or another timeline.
  var playsMedia: Bool {
    switch kind {
    case .clip, .sequence, .edit: true
    default: false
    }
  }

  /// Whether neither its take nor another key says how long it plays.
  fileprivate var saysNoLength: Bool {
    if duration != nil { return false }
    if case .times = loop?.value { return false }
    return take?.value.hasOpenEnd ?? true
  }
}

extension RangeExpression {
  /// Whether its end is not written.
  fileprivate var hasOpenEnd: Bool {
    switch self {
    case .all, .between(_, nil): true
    default: false
    }
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func atRangeAndFor(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .lengthGivenTwice, "`at` is a range, which already sets the length", at: place,
      hint: "remove `for`, or give `at` only the start")
  }

  fileprivate static func takeIsTooShort(
    _ length: RationalTime, for asked: RationalTime, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .takeOutsideMedia, "the range lasts \(asked), but the clip has only \(length) to fill it",
      at: place, hint: "shorten the range, or take more of the media")
  }

  fileprivate static func restIsNotPlayed(
    _ length: RationalTime, in asked: RationalTime, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .takeCutShort,
      "the take lasts \(length), but `at` gives it only \(asked): the rest is not played", at: place,
      hint: "shorten the take, or give `at` only the start")
  }

  fileprivate static func itemStartsOutsideTimeline(
    at start: RationalTime, _ timelineEnd: RationalTime, _ place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .overlayOutsideTimeline,
      "the item starts at \(start), outside of the timeline, which lasts from 0s to \(timelineEnd)",
      at: place, hint: "move it, or lengthen the timeline with a `gap:`")
  }

  fileprivate static func itemIsEmpty(at start: RationalTime, _ place: SourceRange) -> Diagnostic {
    Diagnostic(
      .emptyRange, "the item starts and ends at \(start)", at: place,
      hint: "the end of a range is not part of it")
  }

  fileprivate static func itemRunsPastTimeline(
    by over: RationalTime, _ timelineEnd: RationalTime, isCut mayRunOver: Bool, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .overlayOutsideTimeline, severity: mayRunOver ? .warning : .error,
      "the item runs \(over) past the end of the timeline at \(timelineEnd)"
        + (mayRunOver ? " and is cut there" : ""),
      at: place,
      hint: "shorten it, or lengthen the timeline with a `gap:`")
  }

  fileprivate static func timeDependsOnItself(_ label: String, at place: SourceRange, notes: [Note])
    -> Diagnostic
  {
    Diagnostic(
      .referenceCycle, "the start time of '\(label)' depends on itself",
      at: place,
      notes: notes, hint: "give one of the items a time of its own")
  }

  fileprivate static func itemIsSwitchedOff(_ name: String, _ disabled: SourceRange, at place: SourceRange)
    -> Diagnostic
  {
    Diagnostic(
      .unknownName, "the item '\(name)' is switched off", at: place,
      notes: [Diagnostic.Note("switched off here", at: disabled)],
      hint: "remove its `enabled: false`, or refer to another item")
  }

  fileprivate static func noItemIsCalled(
    _ name: String, near: String?, known: [String], at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .unknownName, "no item is called '\(name)'", at: place,
      hint: near.map { "did you mean '\($0)'?" }
        ?? (known.isEmpty
          ? "give an item `name: \(name)`" : "items with names are \(listed(known))"))
  }
}
