import Basics
import Composition
import Testing

/// When words are spoken, by each format that says it.
@Suite struct TimedWordTests {
  /// The words of the first cue, each with its times in milliseconds.
  private func words(_ file: SubtitleFile, cue: Int = 0) -> [String] {
    guard file.cues.indices.contains(cue) else { return [] }
    return file.cues[cue].text.runs.map { run in
      let times = run.time.map { [$0.start, $0.end].map { Int(($0.inSeconds * 1000).rounded()) } } ?? []
      return "\(run.text)|\(times.map(String.init).joined(separator: "-"))"
    }
  }

  private let spoken = ["Hello |200-600", "big |600-1000", "world|1000-2000"]

  @Test("WebVTT, ASS and transcripts give the same words and times")
  func sameWords() {
    let vtt = subtitles(
      "WEBVTT\n\n00:00.200 --> 00:02.000\nHello<00:00.600><c> big</c><00:01.000> world\n", "a.vtt")
    let ass = subtitles(
      "[Script Info]\n[Events]\nFormat: Start, End, Text\n"
        + "Dialogue: 0:00:00.20,0:00:02.00,{\\k40}Hello {\\kf40}big {\\K100}world\n", "a.ass")
    let whisper = subtitles(
      """
      {"text": " Hello big world", "segments": [{"id": 0, "start": 0.2, "end": 2.0, "text": " Hello big world",
        "words": [{"word": " Hello", "start": 0.2, "end": 0.6, "probability": 0.9},
          {"word": " big", "start": 0.6, "end": 1.0000000002}, {"word": " world", "start": 1, "end": 2}]}]}
      """, "a.json")
    for file in [vtt, ass, whisper] {
      #expect(problems(file) == [])
      #expect(words(file) == spoken)
      #expect(file.cues.map(\.range) == [seconds(200, 2000)])
      #expect(file.cues.first?.text.plain == "Hello big world")
    }
    #expect(whisper.format == .transcript)
  }

  @Test(
    "transcripts of other tools",
    arguments: [
      // The interface of OpenAI: words beside segments.
      #"{"segments":[{"start":0.2,"end":2,"text":"Hello big world"}],"words":[{"word":"Hello","start":0.2,"end":0.6},{"word":"big","start":0.6,"end":1},{"word":"world","start":1,"end":2}]}"#,
      // WhisperX: a list of segments; words without blanks.
      #"[{"start":0.2,"end":2,"text":" Hello big world","words":[{"word":"Hello","start":0.2,"end":0.6,"score":1},{"word":"big","start":0.6,"end":1},{"word":"world","start":1,"end":2}]}]"#,
      // whisper.cpp: pieces of words, in milliseconds.
      #"{"transcription":[{"offsets":{"from":200,"to":2000},"text":" Hello big world","tokens":[{"text":"[_BEG_]","offsets":{"from":200,"to":200}},{"text":" Hel","offsets":{"from":200,"to":400}},{"text":"lo","offsets":{"from":400,"to":600}},{"text":" big","offsets":{"from":600,"to":1000}},{"text":" world","offsets":{"from":1000,"to":2000}}]}]}"#,
      // Vosk.
      #"{"result":[{"conf":1,"word":"Hello","start":0.2,"end":0.6},{"word":"big","start":0.6,"end":1},{"word":"world","start":1,"end":2}],"text":"x"}"#,
      // Deepgram.
      #"{"results":{"channels":[{"alternatives":[{"words":[{"word":"hello","punctuated_word":"Hello","start":0.2,"end":0.6},{"word":"big","start":0.6,"end":1},{"word":"world","start":1,"end":2}]}]}]}}"#,
      // Amazon Transcribe.
      #"{"results":{"items":[{"type":"pronunciation","start_time":"0.2","end_time":"0.6","alternatives":[{"content":"Hello"}]},{"type":"pronunciation","start_time":"0.6","end_time":"1.0","alternatives":[{"content":"big"}]},{"type":"pronunciation","start_time":"1.0","end_time":"2.0","alternatives":[{"content":"world"}]}]}}"#,
      // AssemblyAI, in milliseconds.
      #"{"audio_duration":2,"words":[{"text":"Hello","start":200,"end":600},{"text":"big","start":600,"end":1000},{"text":"world","start":1000,"end":2000}]}"#,
    ])
  func otherTools(_ text: String) {
    let file = subtitles(text, "words.txt")
    #expect(problems(file) == [])
    #expect(words(file) == spoken)
    #expect(file.cues.map(\.range) == [seconds(200, 2000)])
  }

  @Test("words without segments become cues that end with sentences, before pauses, and before 84 letters")
  func groups() {
    func word(_ text: String, _ start: Double, _ end: Double) -> String {
      #"{"word":"\#(text)","start":\#(start),"end":\#(end)}"#
    }
    var list = [word("One.", 0, 0.5), word("Two", 0.5, 1), word("three", 1.7, 2)]
    list += (0..<30).map { word("abcdef", 2 + 0.1 * Double($0), 2.1 + 0.1 * Double($0)) }
    let file = subtitles(#"{"words":[\#(list.joined(separator: ","))]}"#, "a.json")
    #expect(problems(file) == [])
    let texts = file.cues.map(\.text.plain)
    #expect(texts.prefix(2) == ["One.", "Two"])
    #expect(texts.dropFirst(2).allSatisfy { $0.count <= 84 })
    #expect(texts.dropFirst(2).map { $0.split(separator: " ").count } == [12, 12, 7])
  }

  @Test("a word without a time belongs to the one before it, and punctuation stays")
  func untimedWords() {
    let file = subtitles(
      """
      [{"start": 1, "end": 3, "text": "Born in 1984, here.", "words": [{"word": "Born", "start": 1, "end": 1.5},
        {"word": "in", "start": 1.5, "end": 2}, {"word": "1984,"}, {"word": "here.", "start": 2.5, "end": 3}]}]
      """, "a.json")
    #expect(problems(file) == [])
    #expect(words(file) == ["Born |1000-1500", "in 1984, |1500-2000", "here.|2500-3000"])
  }

  @Test("mistakes have their line and column")
  func mistakes() {
    let cases: [(text: String, name: String, problem: String)] = [
      ("{\"a\": 1,\n \"b\" 2}", "a.json", "2:6 mistake: expected `:`"),
      (
        "{\"language\": \"en\"}", "a.json",
        "1:1 mistake: no words with times: expected `segments` with `start`, `end` and `text` as Whisper writes them, or a"
          + " list `words` with `word`, `start` and `end`"
      ),
      (
        "{\"segments\": [\n  {\"start\": 1, \"text\": \"A\"}]}", "a.json",
        "2:3 mistake: the segment needs `start` and `end`, in seconds"
      ),
      (
        "{\"segments\": [{\"start\": 2, \"end\": 1,\n \"text\": \"A\"}]}", "a.json",
        "1:15 mistake: the segment ends (1s) at or before its start (2s)"
      ),
      (
        "{\"segments\": [{\"start\": 1, \"end\": 4, \"text\": \"A B\", \"words\": [\n{\"word\": \"A\", \"start\": 3, \"end\": 2}]}]}",
        "a.json", "2:1 mistake: the word 'A' ends (2s) before it starts (3s)"
      ),
      (
        "WEBVTT\n\n00:01.000 --> 00:02.000\nA <00:01,500>B\n", "a.vtt",
        "4:9 mistake: expected `.` and a fraction of a second, as in `00:01:02.500`"
      ),
      (
        "WEBVTT\n\n00:01.000 --> 00:02.000\nA <00:03.500>B\n", "a.vtt",
        "4:4 loss: the time of a word is outside its cue or before the previous word, and is ignored"
      ),
    ]
    for (text, name, problem) in cases { #expect(problems(subtitles(text, name)).first == problem) }
  }
}
