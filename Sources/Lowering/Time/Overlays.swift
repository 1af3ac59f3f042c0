import Basics
import Diagnostics
import EditScript

extension Placement {
  /// Places overlays, audio items and markers, which have times of their own.
  mutating func placeOverlaysSoundsAndMarkers() {
    let named = ReferableNames(
      items: ItemNames(items, written: script.allItems), markers: script.markers)
    for index in items.indices where items[index].list != .timeline {
      placeWithReferred(.item(index), named: named)
    }
    for index in script.markers.indices { placeWithReferred(.marker(index), named: named) }
  }

  /// Places an item or a marker after those to which its time refers.
  ///
  /// A list, not recursion, stores those that wait for each other, because a script may chain thousands.
  private mutating func placeWithReferred(_ thing: PlacedThing, named: ReferableNames) {
    var waiting = WaitingThings()
    if !isPlaced(thing) { waiting.append(thing) }
    while let current = waiting.last {
      let referred = things(before: current, named)
      if let earlier = referred.first(where: { !isPlaced($0) && !waiting.contains($0) }) {
        waiting.append(earlier)
      } else {
        switch current {
        case .item(let index):
          place(itemAt: index, named: named, waiting: waiting)
          wasPlaced[index] = true
        case .marker(let index):
          placeMarker(at: index, named: named, waiting: waiting)
          wasMarkerPlaced[index] = true
        }
        waiting.removeLast()
      }
    }
  }

  private func references(of thing: PlacedThing) -> [Reference] {
    switch thing {
    case .item(let index): items[index].item.at?.value.references ?? []
    case .marker(let index): script.markers[index].at.value.references
    }
  }

  /// The things that are placed before another one: those to which its time refers, and the preceding sound.
  private func things(before thing: PlacedThing, _ named: ReferableNames) -> [PlacedThing] {
    var things = references(of: thing).compactMap { named[$0] }
    if case .item(let index) = thing, let outgoing = predecessor(ofItemAt: index) {
      things.append(.item(outgoing))
    }
    return things
  }

  /// The sound from which a transition leads to this item.
  private func predecessor(ofItemAt index: Int) -> Int? {
    guard items[index].list == .audio else { return nil }
    return items[index].written.transitionBefore.flatMap { transitions[$0].written.outgoing }
  }

  /// Places a sound after a transition where the preceding sound ends, or earlier by the transition.
  private mutating func place(itemAt index: Int, after outgoing: Int, _ waiting: WaitingThings) {
    let item = items[index].item
    if let at = item.at {
      report(.atAfterTransition(items[outgoing].label, at: at.range))
      return
    }
    guard isPlaced(.item(outgoing)) else {
      reportCycle(from: .item(outgoing), waiting, at: item.kindRange)
      return
    }
    // An item without a place or a length has a finding.
    guard let start = items[outgoing].timelineRange?.start, let length = items[outgoing].ownLength,
      let overlap = overlap(beforeItemAt: index)
    else { return }
    do throws(TimeOverflow) {
      setRange(from: try start + length - overlap, ofItemAt: index, rate: rate)
    } catch { reportOverflow(at: item.kindRange) }
  }

  /// Places an item after everything to which its time refers, unless they wait for each other.
  private mutating func place(itemAt index: Int, named: ReferableNames, waiting: WaitingThings) {
    let item = items[index].item
    if item.hasUnreadTime { return }
    if let outgoing = predecessor(ofItemAt: index) { return place(itemAt: index, after: outgoing, waiting) }
    let axis = TimeAxis(rate: rate, length: timelineEnd)
    let placed = placedTimes(of: item.at?.value.references ?? [], named)
    do throws(TimeProblem) {
      switch item.at?.value {
      case .range(let expression):
        let range = try axis.range(
          expression, names: placed.item, markers: placed.marker, chapters: placed.chapter)
        try setRange(range, ofItemAt: index, rate: rate)
      case .moment(let expression):
        let start = try axis.moment(
          expression, names: placed.item, markers: placed.marker, chapters: placed.chapter)
        setRange(from: start, ofItemAt: index, rate: rate)
      case nil: setRange(from: .zero, ofItemAt: index, rate: rate)
      }
    } catch {
      report(error, at: item.at?.range ?? item.kindRange, named, waiting)
    }
  }

  private mutating func placeMarker(at index: Int, named: ReferableNames, waiting: WaitingThings) {
    let marker = script.markers[index]
    let axis = TimeAxis(rate: rate, length: timelineEnd)
    let placed = placedTimes(of: marker.at.value.references, named)
    do throws(TimeProblem) {
      let time = try axis.moment(
        marker.at.value, names: placed.item, markers: placed.marker, chapters: placed.chapter)
      guard let timelineEnd else { return }
      guard !time.isNegative, time <= timelineEnd else {
        report(.markerOutsideFilm(marker.name.value, at: time, timelineEnd, marker.at.range))
        return
      }
      markerTimes[index] = time
    } catch {
      report(error, at: marker.at.range, named, waiting)
    }
  }

  private mutating func report(
    _ problem: TimeProblem, at place: SourceRange, _ named: ReferableNames, _ waiting: WaitingThings
  ) {
    switch problem {
    case .unknownName(let name): context.reportUnknownName(name, at: place, known: named.items)
    case .unknownMarker(let name, _) where named.markers.isEmpty && !context.ancestors.isEmpty:
      report(.markerInSequence(name, at: place))
    case .cycle:
      // The first one that waits for itself is the one to which the last one refers.
      let first = waiting.last.flatMap { last in
        things(before: last, named).first { waiting.contains($0) }
      }
      reportCycle(from: first, waiting, at: place)
    default: context.report(problem, at: place)
    }
  }

  private mutating func reportCycle(from first: PlacedThing?, _ waiting: WaitingThings, at place: SourceRange)
  {
    let circle = waiting.things.drop { $0 != first }
    let notes = circle.dropLast().map { thing in
      Diagnostic.Note("\(label(of: thing)) refers to the next one here", at: writtenTime(of: thing))
    }
    report(.timeDependsOnItself(circle.last.map { label(of: $0) } ?? "''", at: place, notes: notes))
  }

  private func label(of thing: PlacedThing) -> String {
    switch thing {
    case .item(let index): "'\(items[index].label)'"
    case .marker(let index): "the marker '\(script.markers[index].name.value)'"
    }
  }

  private func writtenTime(of thing: PlacedThing) -> SourceRange? {
    switch thing {
    case .item(let index): items[index].item.at?.range
    case .marker(let index): script.markers[index].at.range
    }
  }

  /// Sets a range whose ends are both written.
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

  /// Compares a take with the range of its item; if the take's end is written, an unplayed rest is reported.
  private mutating func compare(takeOf item: Item, _ length: RationalTime, with asked: RationalTime) {
    if length < asked {
      let place = item.at?.range ?? item.kindRange
      if case .edit = item.kind {
        let longer = script.call(of: item).flatMap { table.scripts[$0]?.text }?.lasting(asked, for: item)
        report(.scriptIsTooShort(length, for: asked, at: place, longer))
      } else {
        report(.takeIsTooShort(length, for: asked, at: place))
      }
    } else if length > asked, let take = item.take, !take.value.hasOpenEnd {
      report(
        .restIsNotPlayed(length, in: asked, at: take.range))
    }
  }

  /// Sets a range with only its start written: a clip lasts for its take, others to the end of the timeline.
  private mutating func setRange(from start: RationalTime, ofItemAt index: Int, rate: FrameRate?) {
    let item = items[index].item
    var length: RationalTime?
    var endsWithTimeline = false
    if item.playsMedia {
      guard let extent = playedExtent(ofItemAt: index, rate: rate) else { return }
      length = extent.finite
      // A song under the timeline lasts as long as the timeline, unless its take or length is written.
      endsWithTimeline =
        length == nil || item.saysNoLength && items[index].written.transitionAfter == nil
    } else if item.roll != nil {
      guard let roll = rollLength(ofItemAt: index) else { return }
      length = roll
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
    if endsWithTimeline, items[index].list == .audio, items[index].written.transitionAfter != nil {
      report(.noEndBeforeTransition(at: item.kindRange))
      return
    }
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

  /// Compares the range with the timeline and keeps the part inside of it.
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

/// The times of the items and markers to which one time refers.
private struct PlacedTimes {
  /// Nil for an unknown time, which has a finding.
  var items: [String: TimeRange?] = [:]
  var markers: [String: RationalTime?] = [:]
  var cyclic: Set<Reference> = []
  let knownMarkers: [String]
  /// Finds the time of a chapter that an item plays.
  let chapterTime: (ChapterReference) throws(TimeProblem) -> RationalTime

  func chapter(_ reference: ChapterReference) throws(TimeProblem) -> RationalTime {
    let name = reference.item ?? ""
    if cyclic.contains(.item(name)) { throw .cycle(name) }
    guard items[name] != nil else { throw .unknownName(name) }
    return try chapterTime(reference)
  }

  func item(_ name: String, _ edge: TimeExpression.Edge) throws(TimeProblem) -> RationalTime {
    if cyclic.contains(.item(name)) { throw .cycle(name) }
    guard let found = items[name] else { throw .unknownName(name) }
    guard let range = found else { throw .unknownLength }
    return edge == .start ? range.start : range.end
  }

  func marker(_ name: String) throws(TimeProblem) -> RationalTime {
    if cyclic.contains(.marker(name)) { throw .cycle(name) }
    guard let found = markers[name] else { throw .unknownMarker(name, known: knownMarkers) }
    guard let time = found else { throw .unknownLength }
    return time
  }
}

extension Placement {
  private func placedTimes(of references: [Reference], _ named: ReferableNames) -> PlacedTimes {
    let (items, media) = (items, media)
    var times = PlacedTimes(knownMarkers: named.markers) { reference throws(TimeProblem) in
      try media.time(of: reference, playedBy: named.items.all(reference.item ?? "").map { items[$0] })
    }
    for reference in references {
      guard let thing = named[reference] else { continue }
      guard isPlaced(thing) else {
        times.cyclic.insert(reference)
        continue
      }
      switch (reference, thing) {
      case (.item(let name), .item(let index)):
        let last = named.items.group(name)?.upperBound ?? index
        let range = items[index].timelineRange.flatMap { first in
          items[last].timelineRange.flatMap { TimeRange(start: first.start, end: $0.end) }
        }
        times.items[name] = .some(range)
      case (.marker(let name), .marker(let index)): times.markers[name] = .some(markerTimes[index])
      default: break
      }
    }
    return times
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

  /// Whether neither its take nor another key sets how long it plays.
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
      .takeOutsideMedia, "the range lasts \(asked), but the clip lasts only \(length)",
      at: place, hint: "shorten the range, or use more of the media")
  }

  fileprivate static func scriptIsTooShort(
    _ length: RationalTime, for asked: RationalTime, at place: SourceRange, _ longer: (name: String, Fix?)?
  ) -> Diagnostic {
    Diagnostic(
      .takeOutsideMedia, "the range lasts \(asked), but the script lasts only \(length)", at: place,
      hint: longer.map { "pass `\($0.name): \(asked.spelling)`, or shorten the range" }
        ?? "shorten the range, or make the script longer",
      fixes: [longer?.1].compactMap(\.self))
  }

  fileprivate static func restIsNotPlayed(
    _ length: RationalTime, in asked: RationalTime, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .takeCutShort,
      "the take lasts \(length), but `at` only \(asked): the rest is not played", at: place,
      hint: "shorten the take, or give `at` only the start")
  }

  fileprivate static func itemStartsOutsideTimeline(
    at start: RationalTime, _ timelineEnd: RationalTime, _ place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .overlayOutsideTimeline,
      "the item starts at \(start), outside the timeline, which lasts from 0s to \(timelineEnd)",
      at: place, hint: "move it, or extend the timeline with a `gap:`")
  }

  fileprivate static func atAfterTransition(_ label: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .competingKeys, "the transition already sets when the item starts: when '\(label)' ends", at: place,
      hint: "remove `at`, or the transition")
  }

  fileprivate static func noEndBeforeTransition(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingKey, "the item has no end from which a transition could lead to the next", at: place,
      hint: "add `for: 20s`")
  }

  fileprivate static func itemIsEmpty(at start: RationalTime, _ place: SourceRange) -> Diagnostic {
    Diagnostic(
      .emptyRange, "the item starts and ends at \(start)", at: place,
      hint: "the end of a range is exclusive")
  }

  fileprivate static func itemRunsPastTimeline(
    by over: RationalTime, _ timelineEnd: RationalTime, isCut mayRunOver: Bool, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .overlayOutsideTimeline, severity: mayRunOver ? .warning : .error,
      "the item extends \(over) past the end of the timeline at \(timelineEnd)"
        + (mayRunOver ? " and is cut there" : ""),
      at: place,
      hint: "shorten it, or extend the timeline with a `gap:`")
  }

  fileprivate static func timeDependsOnItself(_ label: String, at place: SourceRange, notes: [Note])
    -> Diagnostic
  {
    Diagnostic(
      .referenceCycle, "the start time of \(label) depends on itself",
      at: place,
      notes: notes, hint: "give one of them an independent time")
  }

  fileprivate static func markerInSequence(_ name: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .unknownName, "'\(name)' is a marker of the film, but a sequence has its own time", at: place,
      hint: "write a time in the sequence, such as `2s` or `50%`")
  }

  fileprivate static func markerOutsideFilm(
    _ name: String, at time: RationalTime, _ timelineEnd: RationalTime, _ place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .markerOutside,
      "the marker '\(name)' is at \(time), outside the film, which lasts from 0s to \(timelineEnd)",
      at: place, hint: "write a time in the film")
  }

  fileprivate static func itemIsSwitchedOff(_ name: String, _ disabled: SourceRange, at place: SourceRange)
    -> Diagnostic
  {
    Diagnostic(
      .unknownName, "the item '\(name)' is disabled", at: place,
      notes: [Diagnostic.Note("disabled here", at: disabled)],
      hint: "remove its `enabled: false`, or refer to another item")
  }

  fileprivate static func noItemIsCalled(
    _ name: String, near: String?, known: [String], at place: SourceRange
  ) -> Diagnostic {
    let advice =
      !known.isEmpty
      ? "named items: \(listed(known))"
      : ["true", "yes", "on"].contains(name)
        ? "write the name of an item, which its `name` gives it" : "give an item `name: \(name)`"
    return Diagnostic(
      .unknownName, "no item is named '\(name)'", at: place,
      hint: near.map { "did you mean '\($0)'?" } ?? advice)
  }
}

extension CalledText {
  /// The parameter that makes the script last as long as asked, and the fix that passes it; nil if the script has no
  /// such parameter, or does not allow this length.
  fileprivate func lasting(_ asked: RationalTime, for item: Item) -> (name: String, Diagnostic.Fix?)? {
    guard let variable = variables.first(where: { $0.name.value == "length" && $0.type.value == .time }),
      item.take == nil, variable.problem(in: asked.spelling, at: item.kindRange) == nil
    else { return nil }
    let passed = item.passed?.value.list
    let title = "pass `length: \(asked.spelling)`"
    if let value = passed?.first(where: { variable.isNamed($0.name.value) }) {
      let edit = TextEdit(range: value.value.range, replacement: asked.spelling)
      return ("length", Diagnostic.Fix(title, [edit], isSafe: false))
    }
    let written = passed == nil ? "with: {length: \(asked.spelling)}" : "length: \(asked.spelling)"
    return (
      "length", item.nextValue.map { Diagnostic.Fix(title, [$0.inserting(written)], isSafe: false) }
    )
  }
}
