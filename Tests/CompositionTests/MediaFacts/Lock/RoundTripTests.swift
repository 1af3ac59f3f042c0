import Basics
import Composition
import ContentDigest
import LibAV
import TestSupport
import Testing

@Suite("A lock reads back what was written")
struct RoundTripTests {
  private func digest(_ text: String) throws -> ContentDigest { try ContentDigest.of(text: text) }

  @Test("Random facts, hostile texts and the ends of 64 bits among them, come back as they were")
  func randomFacts() throws {
    var random = SeededRandom(seed: 11)
    for round in 0..<150 {
      var lock = LockFile()
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        lock.entries[random.text()] = LockEntry(digest: try digest("\(round)"), facts: random.facts())
      }
      let text = lock.text
      let read = try LockFile(Array(text.utf8))
      #expect(read == lock)
      #expect(read.text == text)
    }
  }

  @Test("What the random facts leave out nobody has tested: every property takes several values")
  func everyProperty() {
    var random = SeededRandom(seed: 12)
    let facts = (0..<100).map { _ in random.facts() }
    expectVariety(facts)
    expectVariety(facts.flatMap(\.video))
    expectVariety(facts.flatMap(\.video).map(\.color))
    expectVariety(facts.flatMap(\.audio))
    expectVariety(facts.flatMap(\.otherTracks))
    expectVariety(facts.flatMap(\.tags))
  }

  private func expectVariety<Subject>(_ subjects: [Subject]) {
    var values: [String: Set<String>] = [:]
    for subject in subjects {
      for (label, value) in Mirror(reflecting: subject).children {
        values[label ?? "", default: []].insert("\(value)")
      }
    }
    #expect(!values.isEmpty)
    for (label, seen) in values { #expect(seen.count > 1, "\(Subject.self).\(label)") }
  }

  @Test("A text holds no line that is not a fact of one file, and no character that cannot be seen")
  func visible() throws {
    var random = SeededRandom(seed: 13)
    let facts = (0..<30).map { _ in random.facts() }
    let entries = try facts.map { (random.text(), LockEntry(digest: try digest(""), facts: $0)) }
    let text = LockFile(entries: Dictionary(entries, uniquingKeysWith: { first, _ in first })).text
    for line in text.split(separator: "\n").dropFirst(2) { #expect(line.hasPrefix("\"")) }
    for scalar in text.unicodeScalars where scalar != "\n" {
      let category = scalar.properties.generalCategory
      #expect(![.control, .format, .lineSeparator, .privateUse].contains(category), "U+\(scalar.value)")
    }
  }

  @Test(
    "The facts of real clips come back, alone and in a lock",
    .enabled(if: RealMedia.isPresent, "the folder of real clips is not beside the checkout"))
  func realMedia() throws {
    let all = try run(["ls", RealMedia.path("")]).text.split(separator: "\n").map(String.init)
    let names = cases(all, quick: 60)
    var lock = LockFile()
    for name in names {
      guard let facts = try? MediaProbe.facts(ofFileAt: RealMedia.path(name)) else { continue }
      #expect(FactsText(Array(try FactsText(facts).text().utf8))?.facts == facts, "\(name)")
      lock.entries[name] = LockEntry(digest: try digest(name), facts: facts)
    }
    #expect(lock.entries.count > rounds(50, quick: 20))
    #expect(try LockFile(Array(lock.text.utf8)) == lock)
  }

  @Test("Lines may be in any order, with blank lines, comments and the line ends of Windows")
  func order() throws {
    var random = SeededRandom(seed: 14)
    let lock = LockFile(entries: [
      "a.mp4": LockEntry(digest: try digest("a"), facts: random.facts()),
      "b.mp4": LockEntry(digest: try digest("b"), facts: random.facts()),
    ])
    let lines = lock.text.split(separator: "\n")
    let shuffled = [lines[0]] + lines.dropFirst().shuffled(using: &random)
    #expect(try LockFile(Array(shuffled.joined(separator: "\r\n\r\n# a word\r\n").utf8)) == lock)
  }

  @Test("Facts in the cache count as missing when a single byte of them is another")
  func damage() throws {
    var random = SeededRandom(seed: 15)
    let text = Array(try FactsText(random.facts()).text().utf8)
    #expect(FactsText(text) != nil)
    for position in text.indices {
      var damaged = text
      damaged[position] ^= 1
      #expect(FactsText(damaged) == nil, "byte \(position)")
    }
    for length in 0..<text.count { #expect(FactsText(Array(text[..<length])) == nil) }
  }

  @Test("What differs is said in the words of the lock")
  func differences() {
    var old = MediaFacts(container: "mov", extent: .finite(RationalTime(seconds: 12)), byteCount: 7)
    old.remarks = ["late"]
    var new = old
    new.byteCount = 8
    new.extent = .infinite
    new.remarks = []
    new.tags = [MediaTag(name: "title", value: "Beach")]
    #expect(
      new.differences(from: old) == [
        "bytes 8, not 7", "lasts endless, not 12s", "tag 0 \"title\" \"Beach\", which is new",
        "remark 0 \"late\" no longer",
      ])
    #expect(new.differences(from: new) == [])
  }
}
