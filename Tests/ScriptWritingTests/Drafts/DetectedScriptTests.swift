import Basics
import Composition
import Testing

@testable import ScriptWriting

@Suite("Scripts of what was found")
struct DetectedScriptTests {
  private func time(_ text: String) throws -> RationalTime { try #require(RationalTime(spelling: text)) }

  private func range(_ text: String) throws -> TimeRange { try #require(TimeRange(spelling: text)) }

  @Test("take every frame that a sound touches, and nothing is to be said of them")
  func sounds() throws {
    let drafts = try Drafts("talk.mp4  video 1280x720 25 10s  audio 48000 stereo 10s\n")
    let script = DetectedScript(
      named: "cut/talk.edit", "the parts with sound",
      clips: [.init(drafts.media[0], parts: [try range("0.3s..3.28s"), try range("3.785s..9.995s")])])
    #expect(script.text.contains("- {clip: talk, take: 0.28s..3.28s}\n  - {clip: talk, take: 3.76s..10s}\n"))
    #expect(script.text.contains("file: out/talk.mp4"), "\(script.text)")
    #expect(drafts.findings(script.text) == [])
  }

  @Test("count in frames where seconds are not exact", arguments: ["23.976", "29.97"])
  func frames(rate: String) throws {
    let drafts = try Drafts("a.mp4  video 1280x720 \(rate) 10s  audio 48000 stereo 10s\n")
    let exact = try #require(FrameRate.broadcast(rate))
    let cut = try exact.start(ofFrame: 31)
    let shots = [TimeRange(start: .zero, end: cut), TimeRange(start: cut, end: try time("10s"))].compactMap(
      \.self)
    let script = DetectedScript(
      named: "a.edit", "the shots between the cuts", clips: [.init(drafts.media[0], parts: shots)],
      edges: .between)
    #expect(script.text.contains("take: 0s..31f}\n  - {clip: a, take: 31f.."), "\(script.text)")
    #expect(drafts.findings(script.text) == [])
    let marked = DetectedScript(
      named: "a.edit", "the cuts as markers", clips: [.init(drafts.media[0], parts: nil)],
      markers: [.init(name: "cut-001", time: cut), .init(name: "beat-001", time: try time("0.5125s"))])
    #expect(marked.text.contains("  cut-001: 31f\n  beat-001: 0.5125s\n"), "\(marked.text)")
    #expect(drafts.findings(marked.text) == [])
  }

  @Test("of sound alone have no canvas, and end with whole milliseconds")
  func heard() throws {
    let drafts = try Drafts("song.m4a  audio 44100 stereo 10s\n")
    let end = try #require(RationalTime(440_999, 44100))
    let part = try #require(TimeRange(start: try time("1.005s"), end: end))
    let script = DetectedScript(
      named: "-", "the parts with sound", clips: [.init(drafts.media[0], parts: [part])])
    #expect(script.text.contains("take: 1.005s..9.999s"), "\(script.text)")
    #expect(script.text.contains(".m4a") && !script.text.contains("canvas"))
    #expect(drafts.findings(script.text) == [])
  }

  @Test("fit portrait clips between landscape ones, and write any name")
  func names() throws {
    let drafts = try Drafts(
      """
      a.mp4  video 1280x720 25 10s
      b.mp4  video 1280x720 25 10s
      c.mp4  video 720x1280 25 10s
      """)
    let odd = DraftMedia(path: "it's #1: ${x}\n.mp4", facts: drafts.media[0].facts)
    let part = try range("0s..5s")
    let script = DetectedScript(
      named: "x.edit", "the shots between the cuts",
      clips: drafts.media.map { .init($0, parts: [part]) } + [.init(odd, parts: [part])])
    #expect(script.text.contains("{clip: c, take: 0s..5s, fit: contain}"), "\(script.text)")
    #expect(script.text.contains("\"it's #1: $${x}\\n.mp4\""), "\(script.text)")
  }

  @Test("have no part that appears as a flash, and none outside of the media")
  func flashes() throws {
    let rate = try #require(FrameRate(25))
    let length = try time("10.01s")
    func around(_ parts: String...) throws -> [Range<Int64>] {
      DraftEdges.around.frames(of: try parts.map(range), in: length, at: rate)
    }
    func between(_ parts: String...) throws -> [Range<Int64>] {
      DraftEdges.between.frames(of: try parts.map(range), in: length, at: rate)
    }
    #expect(try around("1s..1.03s") == [25..<28])
    #expect(try around("9.99s..10.01s") == [247..<250])
    #expect(try around("0s..0.01s") == [0..<3])
    #expect(try around("1s..2.01s", "2.03s..3s") == [25..<75])
    #expect(try around("1s..2s", "2.04s..3s") == [25..<50, 51..<75])
    #expect(try between("0s..0.04s", "0.04s..4s", "4s..10.01s") == [0..<100, 100..<250])
    #expect(try between("0s..4s", "4s..9.96s", "9.96s..10.01s") == [0..<100, 100..<250])
    // A frame whose middle is a cut shows the last picture before it.
    #expect(try between("0s..4.02s", "4.02s..8s") == [0..<101, 101..<200])
    #expect(try between("0s..4.0199s", "4.0199s..8s") == [0..<100, 100..<200])
  }
}
