import Basics

/// Reads the JSON of speech recognisers: words with times, in segments or one after the other.
///
/// Each segment is a cue. Words without segments become cues that end with a sentence, before a pause, and
/// before they become too long to read.
struct TranscriptReader {
  private let places: LinePlaces
  private var problems = ProblemList()
  private var cues: [SubtitleCue] = []
  private var mediaDigest: String?

  /// Whether the first non-blank character begins a list or an object of JSON. Among the other formats only
  /// ASS begins with a bracket, and a letter follows it.
  static func begins(_ bytes: [UInt8]) -> Bool {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let text = content.drop { blanks.contains($0) }
    let next = text.dropFirst().first { !blanks.contains($0) }
    switch text.first {
    case UInt8(ascii: "{"): return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
    case UInt8(ascii: "["): return next == UInt8(ascii: "{") || next == UInt8(ascii: "]")
    default: return false
    }
  }

  static func read(_ bytes: [UInt8]) -> SubtitleFile {
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    var reader = TranscriptReader(places: LinePlaces(content))
    reader.read(content)
    var file = SubtitleFile(format: .transcript)
    file.cues = reader.cues
    file.mediaDigest = reader.mediaDigest
    (file.problems, file.problemCount) = (reader.problems.kept, reader.problems.count)
    return file
  }

  private init(places: LinePlaces) {
    self.places = places
  }

  private mutating func read(_ bytes: [UInt8]) {
    do throws(JSONProblem) {
      let (value, objects) = try JSONValue.parseLocatingObjects(bytes: bytes)
      var offsets = objects[...]
      let root = PlacedValue(value, &offsets)
      if let origin = root[TranscriptOrigin.member] {
        mediaDigest = origin["sha256"]?.text.flatMap(TranscriptOrigin.digest)
        read(root[TranscriptOrigin.list] ?? root)
      } else {
        read(root)
      }
    } catch { problem(error.message, at: error.offset) }
  }

  private mutating func read(_ root: PlacedValue) {
    if let segments = segments(of: root) {
      let loose = root["words"]?.elements.map { words(of: $0, unit: .seconds) } ?? []
      let sorted = loose.filter { $0.time != nil }.sorted { $0.start < $1.start }
      for segment in segments { readSegment(segment, sorted) }
    } else if let list = root["transcription"]?.elements {
      for segment in list { readSegment(segment, []) }
    } else if let list = wordList(of: root) {
      let unit: Unit = root["audio_duration"] == nil ? .seconds : .milliseconds
      group(words(of: list, unit: unit))
    } else {
      problem(
        "no words with times: expected `segments` with `start`, `end` and `text` as Whisper writes them, or a list"
          + " `words` with `word`, `start` and `end`", at: root.offset)
    }
  }

  /// The list of segments: Whisper and related tools.
  private func segments(of root: PlacedValue) -> [PlacedValue]? {
    if let list = root["segments"]?.elements, !list.isEmpty { return list }
    guard let list = root.elements, list.first?["text"] != nil, list.first?["start"] != nil else {
      return nil
    }
    return list
  }

  /// A list of words alone: Vosk, AssemblyAI, Deepgram, Amazon Transcribe, the API of OpenAI.
  private func wordList(of root: PlacedValue) -> [PlacedValue]? {
    if let list = root["words"]?.elements ?? root["result"]?.elements { return list }
    if let list = root["results"]?["items"]?.elements { return list }
    if let channel = root["results"]?["channels"]?.elements?.first {
      return channel["alternatives"]?.elements?.first?["words"]?.elements
    }
    guard let list = root.elements else { return nil }
    if list.first?["word"] != nil { return list }
    // Vosk: an object for each utterance.
    let words = list.flatMap { $0["result"]?.elements ?? [] }
    return words.isEmpty ? nil : words
  }

  // MARK: Segments

  /// `loose` are words outside of segments, sorted by time.
  private mutating func readSegment(_ segment: PlacedValue, _ loose: [SpokenWord]) {
    guard let range = range(of: segment, unit: .seconds) else {
      return problem("the segment needs `start` and `end`, in seconds", at: segment.offset)
    }
    guard let text = segment["text"]?.text else {
      return problem("the segment has no `text`", at: segment.offset)
    }
    guard range.start < range.end else {
      return problem(
        "the segment ends (\(range.end)) at or before its start (\(range.start))", at: segment.offset)
    }
    guard let time = TimeRange(start: range.start, end: range.end) else { return }
    var found: [SpokenWord] = []
    if let written = segment["words"]?.elements {
      found = words(of: written, unit: .seconds)
    } else if let tokens = segment["tokens"]?.elements, tokens.first?["offsets"] != nil {
      found = words(ofTokens: tokens)
    } else {
      let first = loose.partitioningIndex { $0.start >= range.start }
      let end = loose.partitioningIndex { $0.start >= range.end }
      if first < end { found = Array(loose[first..<end]) }
    }
    add(text, found, time, at: segment.offset)
  }

  /// Adds a cue with the text of its segment, in which the words are found one after the other.
  private mutating func add(_ text: String, _ words: [SpokenWord], _ range: TimeRange, at offset: Int) {
    guard cues.count < SubtitleLimits.cues else {
      if cues.count == SubtitleLimits.cues { problem(tooManyCues, at: offset) }
      return
    }
    let trimmed = text.trimmingBlanks
    guard !trimmed.isEmpty else { return }
    var cue = SubtitleCue(range: range, line: places.line(of: offset), text: StyledText(plain: trimmed))
    if words.count > SubtitleLimits.timedWords {
      problem("the cue has more than \(SubtitleLimits.timedWords) words with times", at: offset)
    } else if let timed = timed(trimmed, words, within: range) {
      cue.text = timed
    }
    cues.append(cue)
  }

  /// Nil if no word has a time, or if the words differ from the text.
  private func timed(_ text: String, _ words: [SpokenWord], within range: TimeRange) -> StyledText? {
    var runs: [StyledRun] = []
    var rest = text[...]
    for word in words {
      let wanted = word.text.trimmingBlanks
      guard !wanted.isEmpty, let time = word.time else { continue }
      guard let place = rest.firstRange(of: wanted) else { return nil }
      // Text between two words belongs to the first one; text before all words, to the first of all.
      if !runs.isEmpty {
        runs[runs.count - 1].text += rest[..<place.lowerBound]
        runs.append(StyledRun(text: wanted, look: TextLook(), time: clamped(time, to: range)))
      } else {
        runs.append(
          StyledRun(
            text: rest[..<place.lowerBound] + wanted, look: TextLook(), time: clamped(time, to: range)))
      }
      rest = rest[place.upperBound...]
    }
    guard !runs.isEmpty else { return nil }
    runs[runs.count - 1].text += rest
    return StyledText(runs).blanksBehindWords()
  }

  private func clamped(_ time: TimeRange, to range: TimeRange) -> TimeRange? {
    TimeRange(
      start: min(max(time.start, range.start), range.end), end: max(min(time.end, range.end), range.start))
  }

  // MARK: Words

  private struct SpokenWord {
    var text: String
    /// Nil for punctuation, and for words whose time is unknown.
    var time: TimeRange?
    let offset: Int

    var start: RationalTime { time?.start ?? .zero }
  }

  private mutating func words(of list: [PlacedValue], unit: Unit) -> [SpokenWord] {
    var words: [SpokenWord] = []
    for entry in list {
      let content = entry["alternatives"]?.elements?.first?["content"]?.text
      guard let text = entry["punctuated_word"]?.text ?? entry["word"]?.text ?? entry["text"]?.text ?? content
      else {
        problem("the word has no `word`", at: entry.offset)
        continue
      }
      let isPunctuation = entry["type"]?.text == "punctuation"
      if isPunctuation, let last = words.indices.last {
        words[last].text += text
        continue
      }
      guard let range = range(of: entry, unit: unit) else {
        if entry["start"] != nil || entry["start_time"] != nil {
          problem("the word '\(text.prefix(40))' needs `start` and `end` as numbers", at: entry.offset)
        }
        words.append(SpokenWord(text: text, time: nil, offset: entry.offset))
        continue
      }
      guard let time = TimeRange(start: range.start, end: range.end) else {
        problem(
          "the word '\(text.prefix(40))' ends (\(range.end)) before it starts (\(range.start))",
          at: entry.offset)
        continue
      }
      words.append(SpokenWord(text: text, time: time, offset: entry.offset))
    }
    return words
  }

  /// whisper.cpp: parts of words; a part with a leading blank begins a word.
  private mutating func words(ofTokens tokens: [PlacedValue]) -> [SpokenWord] {
    var words: [SpokenWord] = []
    for token in tokens {
      guard let text = token["text"]?.text, !text.hasPrefix("[_"),
        let range = range(of: token, unit: .milliseconds),
        let time = TimeRange(start: range.start, end: range.end)
      else { continue }
      if text.hasPrefix(" ") || words.isEmpty {
        words.append(SpokenWord(text: text, time: time, offset: token.offset))
      } else if let last = words.indices.last {
        words[last].text += text
        words[last].time = words[last].time.flatMap { TimeRange(start: $0.start, end: max($0.end, time.end)) }
      }
    }
    return words
  }

  private enum Unit {
    case seconds, milliseconds
  }

  /// `start` and `end` in the spellings of various tools, rounded to milliseconds.
  private func range(of entry: PlacedValue, unit: Unit) -> (start: RationalTime, end: RationalTime)? {
    if let offsets = entry["offsets"], let from = offsets["from"]?.number, let to = offsets["to"]?.number {
      return time(from, .milliseconds).flatMap { start in time(to, .milliseconds).map { (start, $0) } }
    }
    guard let from = entry["start"]?.number ?? entry["start_time"]?.number,
      let to = entry["end"]?.number ?? entry["end_time"]?.number
    else { return nil }
    return time(from, unit).flatMap { start in time(to, unit).map { (start, $0) } }
  }

  private func time(_ number: Double, _ unit: Unit) -> RationalTime? {
    let milliseconds = (unit == .seconds ? number * 1000 : number).rounded()
    guard milliseconds >= 0, milliseconds < 1e12 else { return nil }
    return RationalTime(Int64(milliseconds), 1000)
  }

  // MARK: Words without segments

  /// Two lines of 42 letters, which people read at a glance.
  private static let mostLetters = 84
  private static let mostMilliseconds: Int64 = 7000
  private static let pause = RationalTime(700, 1000) ?? .zero

  private mutating func group(_ words: [SpokenWord]) {
    var open: [SpokenWord] = []
    var letters = 0
    for word in words {
      let text = word.text.trimmingBlanks
      if let last = open.last, let first = open.first?.time, let before = last.time, let time = word.time {
        let gap = (try? time.start - before.end) ?? .zero
        let length = (try? time.end - first.start) ?? .zero
        let isLong =
          letters + 1 + text.count > Self.mostLetters
          || length > RationalTime(Self.mostMilliseconds, 1000) ?? .zero
        if isLong || gap >= Self.pause || ".?!…。？！".contains(last.text.trimmingBlanks.last ?? " ") {
          close(&open, &letters)
        }
      }
      guard !text.isEmpty, word.time != nil || !open.isEmpty else { continue }
      open.append(SpokenWord(text: text, time: word.time, offset: word.offset))
      letters += text.count + 1
    }
    close(&open, &letters)
  }

  private mutating func close(_ words: inout [SpokenWord], _ letters: inout Int) {
    let times = words.compactMap(\.time)
    if let first = times.first, let end = times.map(\.end).max(), first.start < end,
      let range = TimeRange(start: first.start, end: end)
    {
      add(words.map(\.text).joined(separator: " "), words, range, at: words[0].offset)
    }
    (words, letters) = ([], 0)
  }

  private mutating func problem(_ message: String, at offset: Int) {
    let (line, column) = places.place(of: offset)
    problems.add(line: line, column: column, message)
  }
}

/// A JSON value with the offset of the object that it is or belongs to.
private struct PlacedValue {
  let offset: Int
  private let content: Content

  private enum Content {
    case other(JSONValue)
    case elements([PlacedValue])
    case members([String: PlacedValue])
  }

  /// `objects` are the offsets of the objects from this value on; those within the value are removed.
  init(_ value: JSONValue, in outer: Int = 0, _ objects: inout ArraySlice<Int>) {
    switch value {
    case .object(let members):
      let place = objects.popFirst() ?? outer
      offset = place
      var placed: [String: PlacedValue] = [:]
      for member in members { placed[member.name] = PlacedValue(member.value, in: place, &objects) }
      content = .members(placed)
    case .array(let elements):
      offset = outer
      var placed: [PlacedValue] = []
      for element in elements { placed.append(PlacedValue(element, in: outer, &objects)) }
      content = .elements(placed)
    default:
      offset = outer
      content = .other(value)
    }
  }

  subscript(name: String) -> PlacedValue? {
    if case .members(let members) = content { members[name] } else { nil }
  }

  var elements: [PlacedValue]? { if case .elements(let elements) = content { elements } else { nil } }

  var text: String? { if case .other(let value) = content { value.stringValue } else { nil } }

  /// A number, or a text that contains one.
  var number: Double? {
    guard case .other(let value) = content else { return nil }
    return value.numberValue ?? value.stringValue.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }
}

/// The lines and columns of offsets in a text, both from 1.
private struct LinePlaces {
  private let bytes: [UInt8]
  /// The offsets at which lines begin.
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
  }

  func line(of offset: Int) -> Int { max(1, starts.partitioningIndex { $0 > offset }) }

  func place(of offset: Int) -> (line: Int, column: Int) {
    let line = line(of: offset)
    let end = min(max(offset, 0), bytes.count)
    let start = min(starts[line - 1], end)
    return (line, String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars.count + 1)
  }
}

extension StringProtocol {
  /// Without blanks and line ends around it.
  fileprivate var trimmingBlanks: String {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
