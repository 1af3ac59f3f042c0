/// Reads WebVTT: a line that begins with `WEBVTT`, then blocks separated by empty lines.
struct WebVTTReader {
  private let lines: [SubtitleLine]
  private var next = 0
  private var problems: ProblemList
  private var cues: [SubtitleCue] = []

  init(_ lines: [SubtitleLine], _ problems: ProblemList) {
    self.lines = lines
    self.problems = problems
  }

  /// Whether a text begins like WebVTT.
  static func begins(_ lines: [SubtitleLine]) -> Bool {
    guard let first = lines.first?.text, first.hasPrefix("WEBVTT") else { return false }
    let after = first.dropFirst(6).first
    return after == nil || after == " " || after == "\t"
  }

  mutating func read() -> SubtitleFile {
    if Self.begins(lines) {
      readHeader()
    } else {
      problems.add(line: 1, "a WebVTT file must start with `WEBVTT`")
    }
    while skipBlankLines(), cues.count < SubtitleLimits.cues { readBlock() }
    if next < lines.count { problems.add(on: lines[next], tooManyCues) }
    var file = SubtitleFile(format: .webVTT)
    file.cues = cues
    (file.problems, file.problemCount) = (problems.kept, problems.count)
    return file
  }

  private mutating func skipBlankLines() -> Bool {
    while next < lines.count, lines[next].text.isEmpty { next += 1 }
    return next < lines.count
  }

  private mutating func readHeader() {
    next = 1
    while next < lines.count, !lines[next].text.isEmpty, !lines[next].text.contains("-->") {
      if lines[next].text.hasPrefix("X-TIMESTAMP-MAP") {
        problems.add(.loss, on: lines[next], "the time map is not supported: times count from 0")
      }
      next += 1
    }
  }

  private mutating func readBlock() {
    let block = takeBlock()
    guard let first = block.first else { return }
    if let times = block.prefix(2).firstIndex(where: { $0.text.contains("-->") }) {
      return readCue(block[times], words: Array(block[(times + 1)...]))
    }
    let word = first.text.prefix { $0 != " " && $0 != "\t" }
    switch word {
    case "NOTE": break
    case "STYLE": problems.add(.loss, on: first, "style sheets are not supported")
    case "REGION": problems.add(.loss, on: first, "regions are not supported")
    default:
      problems.add(on: first, "expected a line with times: `00:00:01.000 --> 00:00:02.500`")
    }
  }

  private mutating func takeBlock() -> ArraySlice<SubtitleLine> {
    let start = next
    while next < lines.count, !lines[next].text.isEmpty {
      // Times in the middle of a block begin another block.
      if next > start + 1, lines[next].text.contains("-->") { break }
      next += 1
    }
    return ArraySlice(lines[start..<next].map(\.self))
  }

  private mutating func readCue(_ times: SubtitleLine, words: [SubtitleLine]) {
    var clock = CueClock(times)
    do throws(CueClock.Problem) {
      let range = try clock.readRange(.webVTT)
      var settings = CueSettings(problems: problems)
      settings.read(times, from: clock.index)
      var markup = MarkupReader(
        dialect: .webVTT, range: range, problems: settings.problems, placement: settings.placement)
      let text = markup.read(words)
      problems = markup.problems
      guard !text.runs.isEmpty else { return problems.add(.loss, on: times, "the cue has no text") }
      var cue = SubtitleCue(range: range, line: times.number, text: text)
      cue.placement = markup.placement
      cues.append(cue)
    } catch { problems.add(at: error.index, on: times, error.message) }
  }
}
