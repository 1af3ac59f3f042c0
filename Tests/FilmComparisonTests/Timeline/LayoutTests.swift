import Composition
import TestSupport
import Testing

@testable import FilmComparison

@Suite("How a timeline is laid out")
struct LayoutTests {
  private let ruler = TextRuler { words, style in Double(words.count) * style.size * 0.6 }

  private func entry(_ title: String, _ start: Double, _ end: Double) -> TimelineEntry {
    TimelineEntry(kind: .clip, title: title, tooltip: title, start: start, end: end)
  }

  /// Items of these lengths one after the other.
  private func film(_ lengths: [Double]) -> TimelineContent {
    var content = TimelineContent(title: "film", duration: lengths.reduce(0, +))
    var time = 0.0
    for (index, length) in lengths.enumerated() {
      content.timeline.append(entry("item \(index)", time, time + length))
      time += length
    }
    return content
  }

  // MARK: Rows

  @Test("Overlays take as few rows as there are at once, and none covers another", arguments: 0..<20)
  func rows(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let entries = (0..<60).map { index in
      let start = Double(Int.random(in: 0..<1000, using: &random)) / 10
      return entry("\(index)", start, start + Double(Int.random(in: 1..<200, using: &random)) / 10)
    }
    let (rows, count) = stackedRows(entries)
    // Counted at every start, which is where there are most.
    let most = entries.map { moment in entries.count { $0.start <= moment.start && moment.start < $0.end } }
      .max()
    #expect(count == most)
    for (index, entry) in entries.enumerated() {
      for other in entries.indices where other < index && rows[other] == rows[index] {
        #expect(entry.start >= entries[other].end || entry.end <= entries[other].start)
      }
    }
  }

  @Test("What is drawn later stands higher where that takes no more rows")
  func order() {
    let entries = [entry("below", 5, 15), entry("above", 0, 10), entry("alone", 20, 30)]
    #expect(stackedRows(entries).rows == [0, 1, 0])
  }

  // MARK: Lines

  @Test("A few items are one line, hundreds are several, and none is lost between them")
  func windows() {
    let few = film([1, 30, 0.1, 5, 9]).scene(TimelineStyle(), ruler: ruler)
    let lengths = (0..<200).map { 1 + Double($0 % 7) }
    let many = TimelineSystems(
      duration: lengths.reduce(0, +), cuts: film(lengths).timeline.map(\.start), lengths: lengths, width: 1068
    )
    #expect(few.height < 300)
    #expect((8...16).contains(many.windows.count))
    #expect(many.windows.first?.start == 0)
    #expect(many.windows.last?.end == lengths.reduce(0, +))
    #expect(zip(many.windows, many.windows.dropFirst()).allSatisfy { $0.end == $1.start })
    // Each ends where an item does.
    let cuts = Set(film(lengths).timeline.map(\.end))
    #expect(many.windows.allSatisfy { cuts.contains($0.end) })
    #expect(many.windows.allSatisfy { ($0.end - $0.start) * many.pixelsPerSecond <= 1068.001 })
  }

  @Test(
    "Lengths that no film has give a drawing all the same",
    arguments: [0, 1e-300, 1e-9, 1e15, 1e300, .infinity, .nan, -5])
  func oddLengths(duration: Double) {
    var content = TimelineContent(title: "film", duration: duration)
    content.timeline = [entry("item", 0, duration)]
    content.audio = [entry("song", 0, duration)]
    let scene = content.scene(TimelineStyle(width: 480), ruler: ruler)
    #expect(scene.height > 50 && scene.height < 2000)
  }

  @Test("Thousands of items, and overlays of which all are there at once, are a drawing of a bearable size")
  func crowd() {
    var content = film(Array(repeating: 0.5, count: 3000))
    content.overlays = (0..<1000).map { entry("overlay \($0)", Double($0) / 10, 1500) }
    let scene = content.scene(TimelineStyle(showsPictures: false), ruler: ruler)
    #expect(scene.height < 20_000)
    let words = scene.elements.flatMap(texts)
    #expect(words.contains { $0.words.hasPrefix("and ") && $0.words.hasSuffix(" more at the same time") })
  }

  // MARK: Times

  @Test(
    "The ruler counts in steps that people count in",
    arguments: [
      (100.0, 10.0, ["0s", "1s", "2s"]), (50, 21.5, ["0s", "2s", "4s"]), (12, 90, ["0:00", "0:10", "0:20"]),
      (400, 2, ["0s", "0.2s", "0.4s"]), (0.02, 90_000, ["0:00", "1:00:00", "2:00:00"]),
    ])
  func ticks(pixelsPerSecond: Double, duration: Double, labels: [String]) {
    let ticks = TimeTicks(pixelsPerSecond: pixelsPerSecond, duration: duration, room: 64)
    let moments = ticks.moments(in: TimeWindow(start: 0, end: duration)).filter(\.isLabelled)
    #expect(moments.prefix(3).map { ticks.label($0.time) } == labels)
  }

  @Test("Nothing is said of times after a length that nobody knows")
  func unknownLengths() {
    var content = film([10, 10])
    content.knownEnd = 10
    let words = content.scene(TimelineStyle(), ruler: ruler).elements.flatMap(texts).map(\.words)
    #expect(words.contains("10s") && !words.contains("12s"))
  }

  // MARK: Names

  @Test("An item that is too short for its name has it below, and one that is long enough inside")
  func callouts() throws {
    let scene = film([10, 0.1, 10]).scene(TimelineStyle(), ruler: ruler)
    let names = scene.elements.flatMap(texts).filter { $0.words.hasPrefix("item") }
    try #require(names.map(\.words).sorted() == ["item 0", "item 1", "item 2"])
    let short = try #require(names.first { $0.words == "item 1" })
    #expect(names.filter { $0.words != "item 1" }.allSatisfy { $0.baseline < short.baseline - 30 })
  }

  @Test("A transition takes its time from both of its neighbours, whose boxes end and begin with it")
  func transitions() throws {
    var content = film([10, 10])
    content.timeline[1].start = 8
    content.duration = 20
    content.transitions = [
      TimelineTransition(title: "dissolve", tooltip: "fade", start: 8, end: 10, outgoing: 0, incoming: 1)
    ]
    let scene = content.scene(TimelineStyle(width: 1108), ruler: ruler)
    let groups = scene.elements.compactMap { element -> SceneGroup? in
      if case .group(let group) = element { group } else { nil }
    }
    // The film of 20 s lies from 108 to 1084.
    let x = { (time: Double) in 108 + time * (1084 - 108) / 20 }
    for (title, start, end) in [("item 0", 0.0, 8.0), ("item 1", 10, 20)] {
      let group = try #require(groups.first { $0.title == title })
      guard case .rectangle(let box)? = group.elements.first else {
        Issue.record("\(title) is no box")
        continue
      }
      #expect(abs(box.box.x - x(start)) <= 0.5 && abs(box.box.right - x(end)) <= 0.5, "\(title)")
    }
    #expect(groups.contains { $0.title == "fade" })
  }

  private func texts(_ element: SceneElement) -> [SceneText] {
    switch element {
    case .text(let text): [text]
    case .group(let group): group.elements.flatMap(texts)
    default: []
    }
  }
}
