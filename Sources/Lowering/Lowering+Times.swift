import Diagnostics
import EditScript
import EditTime
import MediaFacts
import SourceText

// MARK: - The story

extension Lowering {
  /// Lays the items of the timeline one after the other.
  mutating func placeStory() {
    guard let rate = ratesForTimes else { return }
    var position: RationalTime? = .zero
    for index in items.indices where items[index].lane == .story {
      let length = storyLength(ofItemAt: index, rate: rate)
      if items[index].item.at != nil {
        report(
          Diagnostic(
            .conflictingKeys, "`at` has no meaning in the timeline, where items follow each other",
            at: items[index].item.at?.range,
            hint: "put a `gap:` before the item, or move the item to `overlays:`"))
      }
      guard let start = position, let length else {
        position = nil
        continue
      }
      do throws(TimeOverflow) {
        items[index].timelineRange = try TimeRange(start: start, duration: length)
        position = try start + length
      } catch {
        position = nil
        reportOverflow(at: items[index].item.range)
      }
    }
    storyEnd = position
    if position == .zero, !diagnostics.hasErrors {
      report(
        Diagnostic(
          .emptyRange, "the timeline has no item that lasts, so there is no film", at: nil,
          hint: "add a `- clip:` below `timeline:`"))
    }
  }

  /// Times can be resolved before the canvas is complete, as long as its rate was said.
  private var ratesForTimes: FrameRate? {
    if let canvas { return canvas.rate }
    for written in [output?.rate, script.canvas.rate] {
      if case .exactly(let rate)? = written?.value { return rate }
    }
    return nil
  }

  private mutating func storyLength(ofItemAt index: Int, rate: FrameRate) -> RationalTime? {
    let item = items[index].item
    if item.hasUnreadTime { return nil }
    switch item.kind {
    case .clip: return takeLength(ofItemAt: index, rate: rate)
    case .image:
      return duration(item.duration, rate: rate) ?? (item.duration == nil ? RationalTime(seconds: 4) : nil)
    case .color:
      guard item.duration != nil else {
        report(
          Diagnostic(
            .missingKey, "this item does not say how long it lasts", at: item.kindRange,
            hint: "add `for: 2s`"))
        return nil
      }
      return duration(item.duration, rate: rate)
    case .gap(let length): return duration(length, rate: rate)
    case .unsupported: return nil
    }
  }
}

// MARK: - Overlays and sounds

extension Lowering {
  /// Places the items that say themselves when they are: over the story, or under it.
  mutating func placeOverlaysAndSounds() {
    guard let rate = ratesForTimes else { return }
    for index in items.indices where items[index].lane != .story {
      place(itemAt: index, rate: rate)
    }
  }

  /// Places one item, and before it the ones its time refers to, however long the chain of them is.
  private mutating func place(itemAt index: Int, rate: FrameRate) {
    var waiting = [index]
    var isWaiting: Set<Int> = [index]
    while let current = waiting.last {
      let next = referredItems(ofItemAt: current).first { index in
        items[index].lane != .story && !items[index].wasPlaced && !isWaiting.contains(index)
      }
      if let next {
        waiting.append(next)
        isWaiting.insert(next)
      } else {
        placeAlone(itemAt: current, rate: rate)
        waiting.removeLast()
        isWaiting.remove(current)
      }
    }
  }

  private func referredItems(ofItemAt index: Int) -> [Int] {
    (items[index].item.at?.value.referredNames ?? []).compactMap { indicesOfNames[$0] }
  }

  /// Places one item after those it refers to; one that is not placed by now waits for this one.
  private mutating func placeAlone(itemAt index: Int, rate: FrameRate) {
    if items[index].wasPlaced { return }
    let referred = referredRanges(by: items[index].item.at?.value)
    items[index].wasPlaced = true
    if items[index].item.hasUnreadTime { return }
    let item = items[index].item
    let axis = TimeAxis(rate: rate, length: storyEnd)
    do throws(TimeProblem) {
      let names = { (name: String, edge: TimeExpression.Edge) throws(TimeProblem) -> RationalTime in
        try referred.time(of: name, edge)
      }
      switch item.at?.value {
      case .range(let expression):
        let range = try axis.range(expression, names: names)
        setRange(range, ofItemAt: index, rate: rate)
      case .moment(let expression):
        setRange(from: try axis.moment(expression, names: names), ofItemAt: index, rate: rate)
      case nil: setRange(from: .zero, ofItemAt: index, rate: rate)
      }
    } catch {
      let names = items.compactMap { $0.item.name?.value }
      if let diagnostic = error.diagnostic(at: item.at?.range ?? item.kindRange, knownNames: names) {
        report(diagnostic)
      }
    }
  }

  private func referredRanges(by at: MomentOrRange?) -> ReferredRanges {
    var referred = ReferredRanges()
    for name in at?.referredNames ?? [] {
      guard let index = indicesOfNames[name] else { continue }
      if items[index].lane == .story || items[index].wasPlaced {
        referred.ranges[name] = .some(items[index].timelineRange)
      } else {
        referred.cyclic.insert(name)
      }
    }
    return referred
  }

  /// Both ends are written.
  private mutating func setRange(_ range: TimeRange, ofItemAt index: Int, rate: FrameRate) {
    let item = items[index].item
    if let written = item.duration {
      report(
        Diagnostic(
          .conflictingKeys, "`at` is a range, which says the length already", at: written.range,
          hint: "remove `for`, or give `at` only the start"))
    }
    if case .clip = item.kind, let length = takeLength(ofItemAt: index, rate: rate),
      let asked = try? range.duration(), length < asked
    {
      report(
        Diagnostic(
          .takeOutsideMedia, "the range lasts \(asked), but there are only \(length) of the clip to fill it",
          at: item.at?.range ?? item.kindRange, hint: "shorten the range, or take more of the media"))
    }
    finishPlacing(range, ofItemAt: index, mayRunOver: false)
  }

  /// Only the start is written: a clip lasts for its take, anything else to the end of the story.
  private mutating func setRange(from start: RationalTime, ofItemAt index: Int, rate: FrameRate) {
    let item = items[index].item
    var length: RationalTime?
    var endsWithStory = false
    if case .clip = item.kind {
      guard let take = takeLength(ofItemAt: index, rate: rate) else { return }
      length = take
      // A song under the story is as long as the story, unless somebody said which part to play.
      endsWithStory = item.take?.value.hasOpenEnd ?? true
    } else if item.duration != nil {
      guard let written = duration(item.duration, rate: rate) else { return }
      length = written
    } else {
      endsWithStory = true
    }
    guard let storyEnd else { return }
    do throws(TimeOverflow) {
      var end = try length.map { length throws(TimeOverflow) in try start + length } ?? storyEnd
      if endsWithStory { end = max(min(end, storyEnd), start) }
      guard let range = TimeRange(start: start, end: end) else { return }
      finishPlacing(range, ofItemAt: index, mayRunOver: true)
    } catch {
      reportOverflow(at: item.at?.range ?? item.kindRange)
    }
  }

  /// Holds the range against the story and keeps the part inside of it.
  private mutating func finishPlacing(_ range: TimeRange, ofItemAt index: Int, mayRunOver: Bool) {
    let item = items[index].item
    let place = item.at?.range ?? item.kindRange
    guard let storyEnd, let story = TimeRange(start: .zero, end: storyEnd) else { return }
    guard !range.start.isNegative, range.start < storyEnd else {
      report(
        Diagnostic(
          .overlayOutsideTimeline,
          "the item starts at \(range.start), outside of the story, which lasts from 0s to \(storyEnd)",
          at: place))
      return
    }
    if range.end > storyEnd {
      let over = (try? range.end - storyEnd) ?? .zero
      report(
        Diagnostic(
          .overlayOutsideTimeline, severity: mayRunOver ? .warning : .error,
          "the item runs \(over) past the end of the story at \(storyEnd)"
            + (mayRunOver ? " and is cut there" : ""),
          at: mayRunOver ? item.duration?.range ?? item.take?.range ?? place : place,
          hint: "shorten it, or lengthen the story with a `gap:`"))
    }
    items[index].timelineRange = range.intersection(story)
  }
}

/// The items that one item's time refers to.
private struct ReferredRanges {
  var ranges: [String: TimeRange?] = [:]
  var cyclic: Set<String> = []

  func time(of name: String, _ edge: TimeExpression.Edge) throws(TimeProblem) -> RationalTime {
    if cyclic.contains(name) { throw .cycle(name) }
    guard let found = ranges[name] else { throw .unknownName(name) }
    guard let range = found else { throw .unknownLength }
    return edge == .start ? range.start : range.end
  }
}

extension MomentOrRange {
  /// The items whose times it uses.
  fileprivate var referredNames: [String] {
    switch self {
    case .moment(let time): time.referredNames
    case .range(.between(let from, let to)): (from?.referredNames ?? []) + (to?.referredNames ?? [])
    case .range(.starting(let from, _)): from.referredNames
    case .range: []
    }
  }
}

extension TimeExpression {
  fileprivate var referredNames: [String] {
    if case .item(let name, _) = anchor { [name] } else { [] }
  }
}

extension RangeExpression {
  /// Whether nobody said where it ends.
  fileprivate var hasOpenEnd: Bool {
    switch self {
    case .all, .between(_, nil): true
    default: false
    }
  }
}
