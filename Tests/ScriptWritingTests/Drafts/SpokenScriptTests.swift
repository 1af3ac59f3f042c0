import Basics
import Composition
import TestSupport
import Testing

@testable import ScriptWriting

@Suite("Scripts of what was spoken")
struct SpokenScriptTests {
  @Test(
    "play all of a recording, with every cut between two words and at a frame where one begins there",
    arguments: ["23.976", "25", "29.97", "50", "sound"])
  func cuts(rate: String) throws {
    let isSound = rate == "sound"
    let drafts = try Drafts(
      isSound
        ? "talk.mp4  audio 48000 mono 600s\n"
        : "talk.mp4  video 1280x720 \(rate) 600s  audio 48000 stereo 600s\n")
    let frames = isSound ? nil : FrameRate.broadcast(rate) ?? Int64(rate).flatMap { FrameRate($0) }
    var random = SeededRandom(seed: 11)
    for round in 0..<200 {
      let words = try randomWords(using: &random)
      let isTimed = round % 2 == 0
      var file = SubtitleFile(format: .transcript)
      file.cues = words.map { word in
        let run = StyledRun(text: word.text, look: TextLook(), time: isTimed ? word.range : nil)
        return SubtitleCue(range: word.range, line: 1, text: StyledText([run]))
      }
      let script = SpokenScript(named: "cut.edit", of: drafts.media[0], transcript: "talk.json", file)
      let takes = try takes(in: script.text, rate: frames)
      #expect(takes.first?.start == .zero)
      for (take, next) in zip(takes, takes.dropFirst()) {
        let cut = try #require(take.end)
        #expect(cut == next.start)
        #expect(!words.contains { $0.range.start < cut && cut < $0.range.end }, "\(cut) in \(script.text)")
        guard let frames, let frame = frames.frame(at: cut), frame.wasRounded else { continue }
        let around = try [frame.value - 1, frame.value, frame.value + 1].map(frames.start(ofFrame:))
        let last = words.last { $0.range.end <= cut }?.range.end ?? .zero
        let following = words.first { $0.range.start >= cut }?.range.start ?? cut
        #expect(!around.contains { $0 >= last && $0 <= following }, "\(cut) in \(script.text)")
      }
      #expect(takes.last?.end == nil)
      let said = script.text.split(separator: "\n").filter {
        $0.contains("take:") && !$0.hasSuffix("# a pause")
      }
      let lines = said.map { line in
        isTimed
          ? String(line.split(separator: ", says: ").last?.dropLast() ?? "")
          : line.split(separator: "  # ").last.map(String.init) ?? ""
      }
      #expect(lines.joined(separator: " ") == words.map(\.text).joined(separator: " "))
    }
  }

  private struct Word {
    let range: TimeRange
    let text: String
  }

  private func randomWords(using random: inout SeededRandom) throws -> [Word] {
    var time = Int64.random(in: 0...2000, using: &random)
    return try (0..<Int.random(in: 1...30, using: &random)).map { number in
      let end = time + Int64.random(in: 1...600, using: &random)
      let range = try #require(
        RationalTime(time, 1000).flatMap { start in
          RationalTime(end, 1000).flatMap { TimeRange(start: start, end: $0) }
        })
      time =
        end
        + (Bool.random(using: &random)
          ? Int64.random(in: 0...60, using: &random) : Int64.random(in: 0...1500, using: &random))
      let ending = Bool.random(using: &random) ? "." : ""
      return Word(range: range, text: "w\(number)\(ending)")
    }
  }

  private func takes(in text: String, rate: FrameRate?) throws -> [(start: RationalTime, end: RationalTime?)]
  {
    try text.matches(of: /take: ([^.]+(?:\.\d+)?s|\d+f)\.\.([^},]*)[,}]/).map { match in
      let end = match.2.isEmpty ? nil : try time(match.2, rate)
      return (try time(match.1, rate), end)
    }
  }

  private func time(_ text: Substring, _ rate: FrameRate?) throws -> RationalTime {
    if text.hasSuffix("f") {
      return try #require(rate).start(ofFrame: try #require(Int64(text.dropLast())))
    }
    return try #require(RationalTime(spelling: String(text)))
  }

  @Test("join sentences that overlap, and write the words of strangers as harmless comments")
  func overlapping() throws {
    let drafts = try Drafts("talk.mp4  audio 48000 mono 20s\n")
    let cues = try [("1s..3s", "One.\u{202E}"), ("2s..4s", "Two.\n- x: # 1"), ("6s..8s", "Three.")].map {
      range, text in
      SubtitleCue(range: try #require(TimeRange(spelling: range)), line: 1, text: StyledText(plain: text))
    }
    var file = SubtitleFile(format: .subRip)
    file.cues = cues
    let text = SpokenScript(named: "c.edit", of: drafts.media[0], transcript: "t.srt", file).text
    #expect(text.contains("take: 0.88s..4.12s}  # One. Two. - x: # 1\n"), "\(text)")
    #expect(text.contains("take: 5.88s..8.12s}  # Three.\n"), "\(text)")
  }

  @Test("mark fillers and the earlier of words that are repeated within 30 s, and cut nothing")
  func proposals() throws {
    let drafts = try Drafts("talk.mp4  audio 48000 mono 200s\n")
    // Half a second each, with pauses of a second after sentences.
    let (json, file) = spoken([
      (0, "So, uh, this is the END."), (10, "This is the end, my Um friend."), (20, "äh, er, hm."),
      (100, "This is the end."), (131, "This is the end."),
    ])
    let script = { (language: FillerLanguage?) in
      SpokenScript(
        named: "c.edit", of: drafts.media[0], transcript: "talk.json", file, proposing: language
      ).text
    }
    let plain = script(nil)
    #expect(plain.contains("says: This is the end.}\n"), "\(plain)\(json)")
    let english = script(.english)
    #expect(english.contains("  # fillers: uh; again at 10s: this is the END.\n"), "\(english)")
    #expect(english.contains("  # fillers: um\n") && english.contains("  # fillers: er, hm\n"), "\(english)")
    #expect(english.split(separator: "again at").count == 2, "\(english)")
    #expect(script(.german).contains("  # fillers: äh, hm\n"), "\(script(.german))")
    #expect(english.replacing(#/  # (fillers|again).*/#, with: "") == plain)
  }

  /// Sentences by the second of their start, with words of half a second, as Vosk writes them.
  private func spoken(_ sentences: [(Int, String)]) -> (json: String, file: SubtitleFile) {
    let words = sentences.flatMap { start, text in
      text.split(separator: " ").enumerated().map { number, word in
        let time = Double(start) + Double(number) / 2
        return "{\"word\": \"\(word)\", \"start\": \(time), \"end\": \(time + 0.5)}"
      }
    }
    let json = "{\"words\": [\(words.joined(separator: ", "))]}"
    return (json, SubtitleFile(Array(json.utf8), name: "talk.json"))
  }
}
