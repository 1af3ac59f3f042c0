import ContentDigest
import TestSupport
import Testing

@testable import Composition

@Suite("A damaged lock says in which line")
struct DamagedLockTests {
  /// A small lock whose first fact is in line 3.
  private static let lines = [
    "editc lock 1", "# made by hand", #""a.wav" sha256 "# + String(repeating: "0", count: 64),
    #""a.wav" bytes 44"#, #""a.wav" container "wav""#, #""a.wav" lasts 2.5s"#, #""a.wav" origin 0s"#,
    #""a.wav" audio 0 stream 0"#, #""a.wav" audio 0 codec "pcm_s16le""#, #""a.wav" audio 0 rate 48000"#,
    #""a.wav" audio 0 channels 1"#, #""a.wav" audio 0 layout "mono""#, #""a.wav" audio 0 range 0s..2.5s"#,
    #""a.wav" audio 0 samples 120000"#,
  ]

  private func problem(_ lines: [String]) -> String? {
    do throws(LockProblem) {
      _ = try LockFile(Array(lines.joined(separator: "\n").utf8))
      return nil
    } catch { return error.description(of: "x.lock") }
  }

  @Test("A lock made by hand is read")
  func whole() throws {
    let lock = try LockFile(Array(Self.lines.joined(separator: "\n").utf8))
    #expect(lock.entries["a.wav"]?.facts.audio.first?.sampleCount == 120_000)
  }

  @Test(
    "What stands in a line that means nothing",
    arguments: [
      (0, "", "1: this is not a lock"), (0, "edit: 1", "1: this is not a lock"),
      (0, "editc lock 3", "1: this lock has version 3, but this editc reads versions 1 and 2"),
      (1, "<<<<<<< HEAD", "2: the lock has an unresolved merge conflict"),
      (9, "=======", "10: the lock has an unresolved merge conflict"),
      (1, "a.wav bytes 44", "2: this line is not a fact"), (1, #""a.wav"#, "2: this line is not a fact"),
      (1, #""a.wav" 7"#, "2: this version of editc knows no fact '7'"),
      (1, #""a.wav""#, "2: the name of a fact is missing"),
      (1, #""a.wav" colour "red""#, "2: this version of editc knows no fact 'colour'"),
      (3, #""a.wav" bytes 4e1"#, "4: `bytes` needs a whole number"),
      (3, #""a.wav" bytes 044"#, "4: `bytes` needs a whole number"),
      (3, #""a.wav" bytes 9223372036854775808"#, "4: `bytes` needs a whole number"),
      (3, #""a.wav" bytes 44 44"#, "4: `bytes` needs a whole number"),
      (4, #""a.wav" container wav"#, "5: `container` needs quoted text"),
      (5, #""a.wav" lasts 2.50s"#, "6: `lasts` needs a time such as `2.5s`, `endless` or `unknown`"),
      (5, #""a.wav" lasts 1/0s"#, "6: `lasts` needs"),
      (12, #""a.wav" audio 0 range 2s..1s"#, "13: `range` needs a range"),
      (7, #""a.wav" audio 1 stream 0"#, "9: 'stream' is missing"),
      (7, #""a.wav" audio -1 stream 0"#, "8: `audio` needs a number after it"),
      (1, #""a.wav" audio 2 stream 0"#, "2: there is no `audio 1` before `audio 2`"),
      (1, #""a.wav" audio 99999999999999999999 stream 0"#, "2: `audio` needs a number after it"),
      (1, #""a.wav" bytes 44"#, "4: 'bytes' appears a second time, after line 2"),
      (1, #""a.wav" tag 0 "a""#, "2: `tag` needs a name and a value in quotes"),
      (2, #""a.wav" sha256 12"#, "3: `sha256` needs 64 hexadecimal digits"),
      (2, "", "4: 'sha256' is missing"), (4, "", "4: 'container' is missing"),
      (1, #""b.wav" bytes 44"#, "2: 'sha256' is missing"),
    ])
  func replaced(line: Int, text: String, message: String) throws {
    var lines = Self.lines
    lines[line] = text
    let found = try #require(problem(lines))
    #expect(found.hasPrefix("x.lock:\(message)"), "\(found)")
  }

  @Test("A file that both sides of a merge added otherwise is said twice")
  func twice() throws {
    let found = try #require(problem(Self.lines + Self.lines.dropFirst(2)))
    #expect(found == "x.lock:15: the file appears a second time, after line 3")
  }

  @Test("Whatever is done to a lock, it is refused or says what it would say itself")
  func mutations() throws {
    var random = SeededRandom(seed: 21)
    let facts = (0..<3).map { _ in random.facts() }
    var lock = LockFile()
    for (index, facts) in facts.enumerated() {
      lock.entries["\(index).mp4"] = LockEntry(digest: try ContentDigest.of(text: "\(index)"), facts: facts)
    }
    let original = Array(lock.text.utf8)
    var refused = 0
    for _ in 0..<600 {
      var bytes = original
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let position = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes[position] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: position)
        case 2: bytes.insert(contentsOf: bytes[position...].prefix(40), at: position)
        default: bytes.removeSubrange(position..<min(bytes.count, position + 40))
        }
      }
      guard let read = try? LockFile(bytes) else {
        refused += 1
        continue
      }
      #expect(try LockFile(Array(read.text.utf8)) == read)
    }
    #expect(refused > 400)
  }

  @Test("A lock of endless facts is refused at the first one too many")
  func tooMany() {
    let facts = (0..<1001).map { _ in "\"\" a\n" }.joined()
    #expect(throws: LockProblem("a lock can contain at most 1000 facts", line: 1002)) {
      try LockFile(Array("editc lock 1\n\(facts)".utf8), mostFacts: 1000)
    }
  }

  @Test("A lock is known for one however it is damaged, and other files are not")
  func wasLock() {
    for text in ["", "editc lock 1\n", "<<<<<<< HEAD\neditc lock 1\n=======\neditc lock 2\n>>>>>>> b\n"] {
      #expect(LockFile.wasLock(Array(text.utf8)))
    }
    for text in ["edit: 1\n", "\u{0}\u{0}", "\n\n# editc lock 1"] {
      #expect(!LockFile.wasLock(Array(text.utf8)))
    }
  }
}
