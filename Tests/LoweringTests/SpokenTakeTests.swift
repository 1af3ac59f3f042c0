import Basics
import Composition
import Diagnostics
import EditScript
import Lowering
import TestSupport
import Testing

@Suite("The words that an item says")
struct SpokenTakeTests {
  // MARK: Random edits

  /// 20 transcripts in each kind of film, with five edits in each of its scripts.
  @Test(
    "are heard, and no others, with every cut between words; captions have the same words",
    arguments: ["24", "25", "29.97", "50", "sound"])
  func edits(rate: String) throws {
    let frames = rate == "sound" ? nil : FrameRate.broadcast(rate) ?? Int64(rate).flatMap { FrameRate($0) }
    var random = SeededRandom(seed: 5)
    var counts = (plays: 0, refusals: 0)
    for _ in 0..<rounds(400, quick: 8, sample: 80) {
      let talk = MadeTalk(using: &random)
      let edits = (0..<5).map { _ in talk.edit(using: &random) }
      let lists = edits.map { edit in
        let take = edit.take.map { "take: \($0.lowerBound)ms..\($0.upperBound)ms, " } ?? ""
        return "  - {clip: talk, \(take)says: \"\(edit.text)\"}\n"
      }
      let script = LoweredScript(
        "edit: 1\nmedia: {talk: {file: talk.mov, words: talk.json}}\n"
          + (frames == nil ? "" : "canvas: {size: 64x36, rate: \(rate)}\n")
          + "timeline:\n\(lists.joined())subtitles: [{of: talk, mode: stream}]\n"
          + "outputs: [{file: film.\(frames == nil ? "m4a" : "mp4")}]\n",
        media: [
          "talk.mov": frames == nil
            ? .known(Shelf.facts(seconds: 600, sound: true), path: "/talk.mov")
            : Shelf.clip(64, 36, rate: FrameRate(25), seconds: 600)
        ], subtitles: ["talk.json": talk.json])
      let expected = edits.map { talk.best($0) }
      guard !expected.contains(where: { $0 == nil }) else {
        // Words that overlap cannot be cut apart.
        #expect(script.messages.allSatisfy { $0.contains("they overlap at") }, "\(script.messages)")
        #expect(!script.messages.isEmpty && script.film.composition == nil)
        counts.refusals += 1
        continue
      }
      let kept = expected.compactMap(\.self)
      #expect(script.messages == [], "\(script.text)\n\(talk.json)")
      let film = try script.composition()
      try talk.check(film, script.film.items.map(\.mediaStart), edits, kept, frames)
      #expect(
        film.subtitles.flatMap(\.cues).map(\.text.plain).joined(separator: " ").spokenWords
          == kept.joined().map { talk.words[$0].text }.joined(separator: " ").spokenWords,
        "\(script.text)\n\(talk.json)")
      counts.plays += 1
    }
    #expect(counts.plays > counts.refusals && (counts.refusals > 0 || !testsAll))
  }

  // MARK: Mistakes

  private let talk = #"""
    {"segments": [
      {"start": 1, "end": 4, "text": " So this is, uh, the first thing.", "words": [
        {"word": " So", "start": 1, "end": 1.2}, {"word": " this", "start": 1.2, "end": 1.4},
        {"word": " is,", "start": 1.5, "end": 1.7}, {"word": " uh,", "start": 2, "end": 2.2},
        {"word": " the", "start": 2.5, "end": 2.6}, {"word": " first", "start": 2.6, "end": 3},
        {"word": " thing.", "start": 3.1, "end": 4}]},
      {"start": 6, "end": 8, "text": " Straße, Ändern", "words": [
        {"word": " Straße,", "start": 6, "end": 7}, {"word": " Ändern", "start": 7, "end": 8}]}]}
    """#

  private func script(
    _ item: String, words: String = ", words: talk.json", more: String = "", files: [String: String] = [:]
  ) -> LoweredScript {
    LoweredScript(
      "edit: 1\nmedia: {talk: {file: land.mp4\(words)}}\ncanvas: {size: 1280x720, rate: 25}\n"
        + "timeline:\n  - {clip: talk, \(item)}\n\(more)",
      subtitles: files.merging(["talk.json": talk]) { own, _ in own })
  }

  @Test(
    "that are not spoken are named, with the nearest ones",
    arguments: [
      ("says: so this is the furst thing", "furst", "did you mean `first`?"),
      ("says: the this", "this", "it is spoken before that, at 1.2s; for another order, write another item"),
      ("take: ..5s, says: \"thing, strasse\"", "strasse", "it is spoken at 6s, outside the take"),
      ("take: 4.5s..5.5s, says: thing", "thing", "no word is spoken from 4.5s to 5.5s"),
      ("take: 5s.., says: elephant", "elephant", "the take has: Straße, Ändern"),
    ])
  func missing(item: String, word: String, hint: String) throws {
    let script = script(item)
    let finding = try script.finding(.noSuchWords)
    #expect(script.messages.count == 1, "\(script.messages)")
    #expect(script.guilty(finding) == word)
    #expect(finding.hint == hint)
    #expect(script.film.composition == nil)
  }

  @Test(
    "need a transcript with the times of words, and a take of their own",
    arguments: [
      ("says: so", "", "missing-key: the words of 'talk' are unknown"),
      (
        "says: so", ", words: lines.json",
        "wrong-type: 'lines.json' has times of its segments, but not of its words"
      ),
      (
        "says: so", ", words: talk.srt",
        "wrong-type: 'talk.srt' is a subtitle file (SRT), not the JSON of a speech recogniser"
      ),
      (
        "says: so", ", words: bad.json",
        "subtitle-syntax: 'bad.json' line 1, column 15: the segment needs `start` and `end`, in seconds"
      ),
      (
        "says: so", ", words: gone.json",
        "media-not-checked: 'gone.json' was not read, so rules that depend on it are not checked"
      ),
      ("says: \"—\"", ", words: talk.json", "empty-value: `says` has no words, only punctuation"),
      (
        "says: so, for: 2s", ", words: talk.json",
        "length-given-twice: the words set the duration, so `for` cannot"
      ),
      (
        "says: so, loop: 2", ", words: talk.json",
        "competing-keys: `loop` and `says` cannot be combined: each run of words would be repeated separately"
      ),
      (
        "says: so, loudness: -16 LUFS", ", words: talk.json",
        "competing-keys: `loudness` and `says` cannot be combined: each run of words would be measured separately"
      ),
      (
        "says: so, freeze: 2s", ", words: talk.json",
        "key-with-freeze: `says` has no meaning with `freeze`, which holds one picture without sound"
      ),
      (
        "says: so, take: 1s..30s", ", words: talk.json",
        "take-outside-media: the take ends at 30s, 10s past the end of the media"
      ),
    ])
  func refusals(item: String, words: String, message: String) {
    let script = script(
      item, words: words,
      files: [
        "talk.srt": "1\n00:00:01,000 --> 00:00:02,000\nSo\n",
        "lines.json": #"{"segments": [{"start": 1, "end": 2, "text": "So"}]}"#,
        "bad.json": #"{"segments": [{"text": "So"}]}"#,
      ])
    #expect(script.messages.contains(message), "\(script.messages)")
    #expect(script.film.composition == nil)
  }

  @Test("are refused outside the timeline")
  func lists() {
    let script = script("take: ..5s", more: "audio:\n  - {clip: talk, says: so}\n")
    #expect(script.messages.first?.hasPrefix("wrong-list: `says`") == true, "\(script.messages)")
  }

  // MARK: What an item stands for

  private func takes(_ item: String, more: String = "") throws -> [String] {
    let script = script(item, more: more)
    #expect(script.messages == [])
    return try script.film.items.filter { $0.list == .timeline }.map { item in
      let length = try #require(item.length)
      return "\(item.mediaStart.spelling) for \(length.spelling)"
    }
  }

  @Test("have the punctuation, case and blanks of the author")
  func letters() throws {
    #expect(try takes("says: \"SO… this-is; Thef irst\"") == ["0s for 1.8s", "2.4s for 0.64s"])
    #expect(try takes("take: 5s.., says: STRASSE ändern") == ["5s for 15s"])
  }

  @Test("keep the ends of the take with its first and last word, and 0.12 s of longer pauses elsewhere")
  func margins() throws {
    // Frames of 0.04 s: 1.82 s and 2.38 s are none.
    #expect(try takes("take: ..5s, says: So this is the first thing.") == ["0s for 1.8s", "2.4s for 2.6s"])
    #expect(try takes("take: ..5s, says: is the first") == ["1.44s for 0.36s", "2.4s for 0.64s"])
    #expect(try takes("take: ..5s, says: uh") == ["1.88s for 0.44s"])
    #expect(try takes("says: straße") == ["5.88s for 1.12s"])
  }

  @Test("play at the speed of the item, backwards from the last one")
  func speeds() throws {
    #expect(try takes("says: this the, speed: 2x") == ["1.2s for 0.12s", "2.4s for 0.1s"])
    #expect(try takes("says: this the, speed: -1x") == ["2.6s for 0.2s", "1.44s for 0.24s"])
  }

  @Test("share a name, and fade and reach over as a single take does")
  func ends() throws {
    let script = LoweredScript(
      """
      edit: 1
      canvas: {size: 1280x720, rate: 25}
      media: {talk: {file: land.mp4, words: talk.json}}
      timeline:
        - {color: red, for: 1s}
        - {clip: talk, name: intro, take: 500ms..5s, says: So the thing, fade: 100ms, audio: {lead: 200ms, lag: 300ms}}
        - {gap: 1s}
      overlays:
        - {color: red, at: intro.start + 100ms..intro.end}
        - {color: red, for: 1s, at: intro.end - 1s}
      """, subtitles: ["talk.json": talk])
    #expect(script.messages == [])
    let items = script.film.items
    let own = items[1...3]
    #expect(items.count == 7 && own.allSatisfy { $0.item.says != nil })
    #expect(items[5].timelineRange?.end == items[3].timelineRange?.end)
    #expect(own.map { $0.item.fade?.value.fadeIn != nil } == [true, false, false])
    #expect(own.map { $0.item.fade?.value.fadeOut != nil } == [false, false, true])
    let reaches = own.map { item -> [Bool] in
      guard case .chosen(let sound)? = item.item.sound?.value else { return [] }
      return [sound.lead != nil, sound.lag != nil]
    }
    #expect(reaches == [[true, false], [false, false], [false, true]])
    #expect(own.map(\.item.says?.value.canonicalText) == ["So", "the", "thing."])
  }

  @Test("of an item that an output overrides are its own")
  func overrides() throws {
    let text =
      "edit: 1\nmedia: {talk: {file: land.mp4, words: talk.json}}\ntimeline:\n"
      + "  - {clip: talk, name: intro, says: So the thing}\n"
      + "outputs: [{file: a.mp4}, {file: b.mp4, overrides: {intro: {says: this is}}}]\n"
    for (output, words) in [["So", "the", "thing."], ["this is,"]].enumerated() {
      let film = LoweredScript(text, output: output, subtitles: ["talk.json": talk]).film
      #expect(film.items.map(\.item.says?.value.canonicalText) == words)
      #expect(film.places.count == words.count && film.composition != nil)
    }
  }

  @Test("are between transitions, which lead to the first and from the last of their takes")
  func transitions() throws {
    let script = LoweredScript(
      "edit: 1\nmedia: {talk: {file: land.mp4, words: talk.json}}\ntimeline:\n  - {color: red, for: 2s}\n"
        + "  - transition: dissolve 200ms\n  - {clip: talk, says: So the thing}\n"
        + "  - transition: dissolve 200ms\n  - {color: blue, for: 2s}\ncanvas: {size: 1280x720, rate: 25}\n",
      subtitles: ["talk.json": talk])
    #expect(script.messages == [])
    let film = try script.composition()
    let ranges = script.film.items.compactMap(\.timelineRange)
    #expect(film.transitions.map(\.frames.lowerBound) == [45, Int64(ranges[4].start.inSeconds * 25 + 0.5)])
    #expect(try ranges[1].start == time(18, 10) && ranges[4].start == ranges[3].end - time(2, 10))
  }

  @Test("of another script and of sequences are cut on their canvas")
  func sequences() throws {
    let script = script(
      "says: So the",
      more: "  - {sequence: again}\nsequences:\n  again:\n    - {clip: talk, says: So the thing}\n")
    #expect(script.messages == [])
    #expect(try script.composition().films.map(\.composition.layers.count) == [3])
  }
}

extension String {
  /// Its words in lower case, without punctuation.
  fileprivate var spokenWords: [String] {
    lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}

// MARK: - Made transcripts

/// A transcript of few different words, so that most edits can be found in several ways. Times are milliseconds.
private struct MadeTalk {
  struct Word {
    let text: String
    let start: Int64
    let end: Int64

    var letters: String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
    var twiceMiddle: Int64 { start + end }
  }

  struct Edit {
    /// Nil for all of the recording.
    let take: ClosedRange<Int64>?
    let text: String
    /// The written words, each of the letters of some words.
    let letters: String
  }

  private(set) var words: [Word] = []
  private(set) var json = ""

  init(using random: inout SeededRandom) {
    var time = Int64.random(in: 0...1500, using: &random)
    var segments: [String] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      var segment: [Word] = []
      for number in 0..<Int.random(in: 1...6, using: &random) {
        let texts = ["the", "a", "thing", "no", "ton", "ight", "Näh", "42"]
        let text = texts.randomElement(using: &random) ?? "the"
        let ending = ["", "", ",", ".", "?!"].randomElement(using: &random) ?? ""
        let isEmpty = number > 0 && Int.random(in: 0..<25, using: &random) == 0
        let end = time + (isEmpty ? 0 : Int64.random(in: 40...500, using: &random))
        segment.append(Word(text: text + ending, start: time, end: end))
        let pause = Int.random(in: 0..<20, using: &random)
        // Two people speak at the same time.
        time =
          pause == 0
          ? max(end - 30, segment[segment.count - 1].start)
          : pause < 8
            ? end : end + Int64.random(in: 1...(pause < 14 ? 60 : 1200), using: &random)
      }
      let end = segment.map(\.end).max() ?? time
      guard let first = segment.first, segment.last?.end == end, segment.last?.start != end else { continue }
      time = max(time, end)
      words += segment
      let listed = segment.map { "{\"word\": \" \($0.text)\", \($0.times)}" }.joined(separator: ", ")
      let text = segment.map(\.text).joined(separator: " ")
      segments.append(
        "{\"start\": \(seconds(first.start)), \"end\": \(seconds(end)), \"text\": \"\(text)\", "
          + "\"words\": [\(listed)]}")
    }
    guard !segments.isEmpty else {
      self = MadeTalk(using: &random)
      return
    }
    json = "{\"segments\": [\(segments.joined(separator: ", "))]}"
  }

  /// Some words of a part of the talk, as a person may write them.
  func edit(using random: inout SeededRandom) -> Edit {
    var part = words[...]
    var take: ClosedRange<Int64>?
    if Bool.random(using: &random) {
      let first = Int.random(in: words.indices, using: &random)
      part = words[first...Int.random(in: first..<words.count, using: &random)]
      take = (part.first?.start ?? 0)...max((part.map(\.end).max() ?? 0), (part.first?.start ?? 0) + 1)
      part = ArraySlice(words.filter { heard($0, in: take) })
    }
    let share = Int.random(in: 1...4, using: &random)
    var kept = part.filter { _ in Int.random(in: 0...share, using: &random) > 0 }
    if kept.isEmpty { kept = Array(part.prefix(1)) }
    let written = kept.map { word in
      var text = Bool.random(using: &random) ? word.text : word.letters
      if Bool.random(using: &random) { text = text.uppercased() }
      return text + ([" ", " ", " ", "", ", ", " — "].randomElement(using: &random) ?? " ")
    }
    return Edit(take: take, text: written.joined(), letters: kept.map(\.letters).joined())
  }

  private func heard(_ word: Word, in take: ClosedRange<Int64>?) -> Bool {
    guard let take else { return true }
    return word.twiceMiddle >= 2 * take.lowerBound && word.twiceMiddle < 2 * take.upperBound
  }

  // MARK: The judge

  /// The words to keep by trying all ways: with the fewest parts, then the latest. Nil if words that overlap would have
  /// to be cut apart.
  func best(_ edit: Edit) -> [Int]? {
    let candidates = words.indices.filter { heard(words[$0], in: edit.take) }
    var best: (parts: Int, kept: [Int])?
    func search(_ next: Int, _ rest: Substring, _ kept: [Int], _ parts: Int) {
      if parts > best?.parts ?? .max { return }
      if rest.isEmpty {
        if let last = kept.last, last != candidates.count - 1, !canCut(behind: candidates[last]) { return }
        guard let known = best else {
          best = (parts, kept)
          return
        }
        if parts < known.parts || (parts == known.parts && known.kept.lexicographicallyPrecedes(kept)) {
          best = (parts, kept)
        }
        return
      }
      for index in next..<max(next, candidates.count) {
        let letters = words[candidates[index]].letters
        guard rest.hasPrefix(letters) else { continue }
        let isNew = kept.last != index - 1
        if isNew {
          if let last = kept.last, !canCut(behind: candidates[last]) { continue }
          if index > 0, !canCut(behind: candidates[index - 1]) { continue }
        }
        search(index + 1, rest.dropFirst(letters.count), kept + [index], parts + (isNew ? 1 : 0))
      }
    }
    search(0, edit.letters[...], [], 0)
    return best.map { $0.kept.map { candidates[$0] } }
  }

  /// Whether a time is in no word, and not before the middle of an earlier or after that of a later one.
  private func canCut(behind index: Int) -> Bool {
    let (before, after) = (words[...index], words[(index + 1)...])
    guard let end = before.map(\.end).max(), let start = after.map(\.start).min() else { return false }
    if end < start { return true }
    return end == start && before.allSatisfy { $0.twiceMiddle < 2 * start }
  }

  /// Checks what is played: `starts` are media times of the film's items.
  func check(
    _ film: Composition, _ starts: [RationalTime], _ edits: [Edit], _ kept: [[Int]], _ frames: FrameRate?
  ) throws {
    let milliseconds = { (time: RationalTime) in Double(time.value) * 1000 / Double(time.timescale) }
    var ranges: [(start: Double, end: Double)] = []
    let spans = film.sounds.map(\.timelineRange)
    #expect(spans.count == starts.count)
    for (start, span) in zip(starts, spans) {
      let length = try milliseconds(span.duration())
      ranges.append((milliseconds(start), milliseconds(start) + length))
    }
    var next = 0
    for (edit, kept) in zip(edits, kept) {
      let take = edit.take.map { (Double($0.lowerBound), Double($0.upperBound)) } ?? (0, 600_000)
      var left = kept[...]
      while let first = left.first {
        try #require(next < ranges.count)
        let range = ranges[next]
        next += 1
        let inside = words.indices.filter { heard(words[$0], in: edit.take) }.filter {
          let middle = Double(words[$0].twiceMiddle) / 2
          return range.start - 1e-6 <= middle && middle < range.end - 1e-6
        }
        #expect(Array(left.prefix(inside.count)) == inside, "\(range) of \(edit)\n\(json)")
        left = left.dropFirst(max(1, inside.count))
        let (starts, ends) = (Double(words[first].start), Double(words[inside.last ?? first].end))
        for (cut, edge, nearest) in [(range.start, take.0, starts), (range.end, take.1, ends)]
        where abs(cut - edge) > 1e-6 {
          #expect(abs(cut - nearest) < 120 + 1e-6, "\(cut) is far from \(nearest) in \(json)")
          let isInWord = words.contains { Double($0.start) + 1e-6 < cut && cut < Double($0.end) - 1e-6 }
          #expect(!isInWord, "\(cut) in \(json)")
          guard let frames else { continue }
          let before = words.map { Double($0.end) }.filter { $0 <= cut + 1e-6 }.max() ?? 0
          let after = words.map { Double($0.start) }.filter { $0 >= cut - 1e-6 }.min() ?? cut
          let length = 1000 * Double(frames.seconds) / Double(frames.frames)
          let hasFrame = (before / length).rounded(.up) * length <= after
          let frame = (cut / length).rounded() * length
          // A word without length may be at the only frame.
          let isAtWord = words.contains { $0.start == $0.end && abs(Double($0.start) - before) < 1e-6 }
          #expect(!hasFrame || abs(cut - frame) < 1e-6 || isAtWord, "\(cut) is at no frame in \(json)")
        }
      }
    }
    #expect(next == ranges.count)
  }
}

extension MadeTalk.Word {
  fileprivate var times: String { "\"start\": \(seconds(start)), \"end\": \(seconds(end))" }
}

private func seconds(_ milliseconds: Int64) -> String {
  let rest = String(milliseconds % 1000 + 1000).dropFirst()
  return "\(milliseconds / 1000).\(rest)"
}
