import Basics
import Detection
import TestSupport
import Testing

@testable import ScriptWriting

/// Random edits by hand between two detections: what a person wrote is never lost.
@Suite("The laws of merging into a script")
struct MergeLawTests {
  @Test("hold for takes", arguments: 0..<rounds(1000, quick: 16))
  func takes(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let proposed = randomParts(&random)
    var merging = try Merging(EditedScript().text)
    try merging.merge(proposed)
    var unchanged = merging
    try unchanged.merge(proposed)
    #expect(unchanged.text == merging.text && unchanged.base == merging.base)

    var script = EditedScript(timeline: try items(in: merging.text))
    script.edit(&random)
    merging.source = SourceText(name: "film.edit", script.text)
    let findings = merging.drafts.findings(script.text)
    try merging.merge(proposed)
    #expect(merging.text == script.text, "the same detection changes a byte")

    let found = wandered(proposed, &random)
    guard !found.isEmpty else { return }
    let last = merging
    try merging.merge(found)
    checkHands(script, merging.text)
    // What was deleted comes back only if it is found elsewhere.
    for (range, text) in zip(script.deleted, script.deletedLines) where found.contains(range) {
      #expect(!merging.text.contains(text) || script.text.contains(text), "\(text) is proposed again")
    }
    let newFindings = merging.drafts.findings(merging.text)
    #expect(Set(newFindings.map(kind)).isSubset(of: findings.map(kind)), "\(newFindings)\n\(merging.text)")

    let first = merging
    try merging.merge(found)
    #expect(merging.text == first.text && merging.base == first.base, "the second merge")
    // Killed before the base was written.
    merging.base = last.base
    try merging.merge(found)
    #expect(merging.text == first.text, "after a kill")
    // Without a base, all of it is the person's.
    merging.source = last.source
    merging.base = nil
    try merging.merge(found)
    checkHands(script, merging.text)
    for item in script.timeline { #expect(item.lines.allSatisfy { merging.text.contains($0) }) }
  }

  @Test("hold for markers", arguments: 0..<rounds(400, quick: 12))
  func markers(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed) + 5000)
    var time = 20
    let proposed = (0..<Int.random(in: 1...25, using: &random)).compactMap { _ in
      time += .random(in: 10...70, using: &random)
      return RationalTime(Int64(time), 100)
    }
    var merging = try Merging(
      EditedScript().text.replacing("0s..10s}", with: "0s..400s}\n  - {clip: talk}"))
    try merging.merge(beats: proposed)
    var unchanged = merging
    try unchanged.merge(beats: proposed)
    #expect(unchanged.text == merging.text && unchanged.base == merging.base)

    var lines = merging.text.lines
    let first = try #require(lines.firstIndex { $0.hasPrefix("  beat-") })
    var kept: [String] = []
    for number in 0..<Int.random(in: 0...8, using: &random) {
      let end = lines.firstIndex { $0 == "timeline:" } ?? first
      guard end - first > 1 else { break }
      let index = Int.random(in: first..<end, using: &random)
      guard lines[index].hasPrefix("  beat-"), !lines[index].contains("#"), !lines[index].contains("{") else {
        continue
      }
      let name = lines[index].prefix { $0 != ":" }
      let at = String(lines[index].dropFirst(name.count + 2))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: lines[index] = "  own-\(number): \(at)"
      case 1: lines[index] += "  # comment \(number)"
      case 2: lines[index] = "\(name): {at: \(at), chapter: true}"
      case 3:
        lines.remove(at: index)
        continue
      case 4:
        lines.swapAt(index, index + 1 < end ? index + 1 : index)
        continue
      default: lines.insert("  mark-\(number): \(500 - number)s", at: index)
      }
      kept.append(lines[index])
    }
    let edited = lines.joined(separator: "\n")
    merging.source = SourceText(name: "film.edit", edited)
    try merging.merge(beats: proposed)
    #expect(merging.text == edited, "the same detection changes a byte")

    let found = proposed.compactMap { time -> RationalTime? in
      switch Int.random(in: 0..<6, using: &random) {
      case 0: nil
      case 1: try? time + (RationalTime(Int64.random(in: -2...2, using: &random), 100) ?? .zero)
      case 2: try? time + (RationalTime(1, 5) ?? .zero)
      default: time
      }
    }
    try merging.merge(beats: found)
    for line in kept {
      #expect(merging.text.lines.contains(line), "\(line) is lost\n\(edited)\n\(merging.text)")
    }
    #expect(
      merging.drafts.findings(merging.text).map(kind) == merging.drafts.findings(edited).map(kind))
    let once = merging
    try merging.merge(beats: found)
    #expect(merging.text == once.text && merging.base == once.base, "the second merge")
  }

  private func kind(_ finding: String) -> String {
    finding.split(separator: "\n").first?.split(separator: "[").last.map(String.init) ?? finding
  }

  private func checkHands(_ script: EditedScript, _ text: String) {
    var position = text.startIndex
    for item in script.timeline where item.isTouched {
      for line in item.lines {
        guard let place = text[position...].firstRange(of: line + "\n") else {
          Issue.record("\(line) is lost, or in another order\n\(script.text)\n\(text)")
          return
        }
        position = place.upperBound
      }
    }
    for mark in script.marks { #expect(text.contains(mark), "\(mark) is lost") }
    #expect(text.split(separator: "#").count == script.text.split(separator: "#").count, "a comment is lost")
  }

  /// Parts apart from each other, as whole frames.
  private func randomParts(_ random: inout SeededRandom) -> [TimeRange] {
    var at = 0
    return (0..<Int.random(in: 1...14, using: &random)).compactMap { _ in
      at += .random(in: 8...40, using: &random)
      let start = at
      at += .random(in: 10...120, using: &random)
      return frames(start, at)
    }
  }

  /// Another detection: ends that wander or move, parts that are gone, split or new.
  private func wandered(_ parts: [TimeRange], _ random: inout SeededRandom) -> [TimeRange] {
    var found: [TimeRange] = []
    var last = 0
    for (start, end) in parts.map({ (frame($0.start), frame($0.end)) }) {
      var new = [(start, end)]
      switch Int.random(in: 0..<8, using: &random) {
      case 0: new = []
      case 1: new = [(start - 1, end + 1)]
      case 2:
        new = [(start + .random(in: -15...15, using: &random), end + .random(in: -15...15, using: &random))]
      case 3 where end - start > 20: new = [(start, (start + end) / 2 - 2), ((start + end) / 2 + 2, end)]
      case 4: new += [(end + 3, end + 7)]
      default: break
      }
      for (start, end) in new where max(start, last) + 3 < end {
        found += [frames(max(start, last), end)].compactMap(\.self)
        last = end + 1
      }
    }
    return found
  }

  private func items(in text: String) throws -> [EditedScript.Item] {
    try text.lines.filter { $0.hasPrefix("  - {clip: talk") }.map { line in
      let range = try #require(
        TimeRange(spelling: String(line.drop { $0 != "," }.dropFirst(8).prefix { $0 != "}" })))
      return EditedScript.Item(lines: [line], range: range)
    }
  }
}

private func frames(_ start: Int, _ end: Int) -> TimeRange? {
  guard let first = RationalTime(Int64(start), 25), let last = RationalTime(Int64(end), 25) else {
    return nil
  }
  return TimeRange(start: first, end: last)
}

private func frame(_ time: RationalTime) -> Int { Int(time.value * 25 / time.timescale) }

/// A script as the lines of its items, and what hands do to it.
private struct EditedScript {
  struct Item {
    var lines: [String]
    var range: TimeRange
    /// Its lines are the person's, and must stay as they are.
    var isTouched = false
  }

  var timeline: [Item] = []
  /// Words of a person, in items whose takes are still those proposed.
  var marks: [String] = []
  var deleted: [TimeRange] = []
  var deletedLines: [String] = []

  var text: String {
    """
    edit: 1
    media:
      talk: talk.mp4  # an hour
      other: other.mp4
    canvas: {size: 1280x720, rate: 25}
    timeline:
      # The film
      - {clip: other, take: 0s..10s}

    """ + timeline.flatMap(\.lines).map { $0 + "\n" }.joined() + "outputs: [{file: out/film.mp4}]\n"
  }

  mutating func edit(_ random: inout SeededRandom) {
    for number in 0..<Int.random(in: 0...7, using: &random) {
      guard let index = timeline.indices.randomElement(using: &random) else { return }
      let item = timeline[index]
      let (start, end) = (frame(item.range.start), frame(item.range.end))
      let isTalk = item.lines.last?.hasPrefix("  - {clip: talk") == true
      switch Int.random(in: 0..<10, using: &random) {
      case 0 where end - start > 20 && isTalk:
        set(index, start + .random(in: 1...8, using: &random), end)
      case 1 where end - start > 20 && isTalk:
        set(index, start, end - .random(in: 1...(end - start) / 2, using: &random))
      case 2 where isTalk:
        let half = (start + end) / 2
        timeline.insert(Item(lines: [], range: item.range), at: index + 1)
        set(index, start, half)
        set(index + 1, half, end)
      case 3:
        guard item.lines.count == 1, !item.lines[0].contains("#"), !item.lines[0].contains("note") else {
          continue
        }
        if !item.isTouched {
          deleted.append(item.range)
          deletedLines += item.lines
        }
        timeline.remove(at: index)
      case 4: timeline.swapAt(index, Int.random(in: timeline.indices, using: &random))
      case 5 where item.lines.last?.hasSuffix("}") == true && item.lines.last?.contains("note") == false:
        timeline[index].lines[item.lines.count - 1].removeLast()
        timeline[index].lines[item.lines.count - 1] += ", note: n\(number)}"
        if !item.isTouched { marks.append("note: n\(number)") }
      case 6 where item.lines.last?.contains("#") == false:
        timeline[index].lines[item.lines.count - 1] += "  # behind \(number)"
        if !item.isTouched { marks.append("# behind \(number)") }
      case 7:
        timeline[index].lines.insert(contentsOf: ["", "  # above \(number)"], at: 0)
        if !item.isTouched { marks.append("  # above \(number)\n") }
      case 8:
        timeline.insert(
          Item(
            lines: ["  - clip: other", "    take: \(number)s..\(number + 3)s"], range: item.range,
            isTouched: true), at: index)
      default:
        let place = 3000 + 200 * number
        timeline.insert(Item(lines: [], range: item.range), at: index)
        set(index, place, place + 50)
      }
    }
  }

  private mutating func set(_ index: Int, _ start: Int, _ end: Int) {
    guard let range = frames(start, end) else { return }
    var lines = timeline[index].lines
    let line = "  - {clip: talk, take: \(range.spelling)}"
    if let last = lines.indices.last(where: { lines[$0].contains("take: ") }) {
      let tail = lines[last].drop { $0 != "," }.dropFirst(8).drop { $0 != "," && $0 != "}" }
      lines[last] = String(line.dropLast()) + tail
    } else {
      lines = [line]
    }
    timeline[index] = Item(lines: lines, range: range, isTouched: true)
  }
}
