import Basics
import Detection
import EditScript
import TestSupport
import Testing

@testable import ScriptWriting

@Suite("The base of a merge")
struct DetectedBaseTests {
  private let digest = String(repeating: "5a", count: 32)

  private func base(_ lines: String) throws -> DetectedBase {
    try DetectedBase(Array(("editc detected 1\n" + lines).utf8))
  }

  @Test("is the same text again, whatever its lines' order, comments and line endings")
  func text() throws {
    let text = """
      editc detected 1
      # What `editc detect --into` proposed last. Keep it beside the script, in git.

      "media/it's \\"A\\".mp4" sha256 \(digest) detector 1
      "media/it's \\"A\\".mp4" takes of silence, min 0.4s, before 0.12s, after 0.1s, range 1s..120s, stream 1
      "media/it's \\"A\\".mp4" take 0.3s..1001/300s
      "media/it's \\"A\\".mp4" take 3.78s..7.115s dropped

      "song.m4a" sha256 \(digest) detector 1
      "song.m4a" markers of cuts
      "song.m4a" markers of beats, tempo 60..120
      "song.m4a" marker beat-001 0.512s
      "song.m4a" marker beat 0.9s dropped

      """
    let base = try DetectedBase(Array(text.utf8))
    #expect(base.text == text)
    #expect(base.media.keys.sorted() == ["media/it's \"A\".mp4", "song.m4a"])
    let song = try #require(base.media["song.m4a"]?.lists[.markers(.beats)])
    #expect(song.options.tempo?.text == "60..120")
    #expect(
      song.proposals.map(\.name) == ["beat-001", nil] && song.proposals.map(\.isDropped) == [false, true])
    let lines = text.split(separator: "\n")
    let mixed = ([lines[0]] + lines.dropFirst().reversed() + lines.dropFirst(3)).joined(separator: "\r\n")
    let read = try DetectedBase(Array(mixed.utf8))
    #expect(Set(read.media["song.m4a"]?.lists[.markers(.beats)]?.proposals ?? []) == Set(song.proposals))
    #expect(read.media.keys == base.media.keys)
  }

  @Test("can have its lengths in milliseconds")
  func milliseconds() throws {
    let base = try base(
      "\"a\" sha256 \(digest) detector 1\n\"a\" takes of silence, min 400ms, before 120ms, after 100ms\n")
    let options = try #require(base.media["a"]?.lists[.takes]?.options)
    #expect(options.shortest == RationalTime(2, 5) && options.before == RationalTime(3, 25))
  }

  @Test(
    "is refused with the line",
    arguments: [
      ("", 1), ("editc lock 1\n", 1), ("editc detected 2\n", 1),
      ("editc detected 1\n<<<<<<< HEAD\n\"a\" take 0s..1s\n", 2),
      ("editc detected 1\n\"a\" sha256 @ detector 1\n=======\n", 3),
      ("editc detected 1\n\na take 0s..1s\n", 3), ("editc detected 1\n\"a\"\n", 2),
      ("editc detected 1\n\"a\" sha256 5a detector 1\n", 2), ("editc detected 1\n\"a\" stake 0s..1s\n", 2),
      ("editc detected 1\n\"a\" take 0s..1s\n", 2), ("editc detected 1\n\"a\" takes of silence\n", 2),
      ("editc detected 1\n\"a\" sha256 @ detector 1\n\"a\" sha256 @ detector 2\n", 3),
      ("editc detected 1\n\"a\" sha256 @ detector 1\n\"a\" takes of noise\n", 3),
      ("editc detected 1\n\"a\" sha256 @ detector 1\n\"a\" takes of silence, min\n", 3),
      ("editc detected 1\n\"a\" sha256 @ detector 1\n\"a\" takes of silence, min -1s\n", 3),
      ("editc detected 1\n\"a\" sha256 @ detector 1\n\"a\" takes of silence, level 4\n", 3),
      ("editc detected 1\n\"a\" sha256 @ detector 1\n\"a\" takes of cuts\n\"a\" takes of silence\n", 4),
      ("editc detected 1\n\"a\" sha256 @ detector 1\n\"a\" takes of cuts\n\"a\" take 2s..1s\n", 4),
      ("editc detected 1\n\"a\" sha256 @ detector 1\n\"a\" takes of cuts\n\"a\" take 2s..2s\n", 4),
      ("editc detected 1\n\"a\" sha256 @ detector 1\n\"a\" markers of cuts\n\"a\" marker beat-001 1s\n", 4),
      ("editc detected 1\n\"a\" sha256 @ detector 1\n\"a\" markers of cuts\n\"a\" marker cut-001 1\n", 4),
    ])
  func refused(text: String, line: Int) throws {
    do throws(DetectedBase.Problem) {
      _ = try DetectedBase(Array(text.replacing("@", with: digest).utf8))
      Issue.record("it is read")
    } catch {
      #expect(error.line == line, "\(error)")
    }
  }

  @Test("does not trap on any bytes")
  func hostile() throws {
    var random = SeededRandom(seed: 3)
    let text = Array(
      "editc detected 1\n\"a\" sha256 \(digest) detector 1\n\"a\" takes of silence, min 0.4s\n\"a\" take 0s..1s dropped\n"
        .utf8)
    for _ in 0..<2000 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 17..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? DetectedBase(bytes)
    }
  }
}
