/// Reads SRT: a number, a line of times, lines of words, an empty line.
struct SubRipReader {
  private let lines: [SubtitleLine]
  private var next = 0
  private var problems: ProblemList
  private var cues: [SubtitleCue] = []

  init(_ lines: [SubtitleLine], _ problems: ProblemList) {
    self.lines = lines
    self.problems = problems
  }

  mutating func read() -> SubtitleFile {
    while skipBlankLines(), cues.count < SubtitleLimits.cues { readCue() }
    if next < lines.count { problems.add(on: lines[next], tooManyCues) }
    var file = SubtitleFile(format: .subRip)
    file.cues = cues
    (file.problems, file.problemCount) = (problems.kept, problems.count)
    return file
  }

  /// Skips blank lines and returns whether another line follows.
  private mutating func skipBlankLines() -> Bool {
    while next < lines.count, lines[next].isBlank { next += 1 }
    return next < lines.count
  }

  private mutating func readCue() {
    let first = lines[next]
    if first.isNumber {
      next += 1
      guard next < lines.count, lines[next].text.contains("-->") else {
        problems.add(
          on: next < lines.count ? lines[next] : first,
          "the number of a cue must be followed by its times: `00:00:01,000 --> 00:00:02,500`")
        return skipToBlankLine()
      }
    } else if !first.text.contains("-->") {
      problems.add(on: first, "expected the number of a cue; its text follows a line with its times")
      return skipToBlankLine()
    }
    let times = lines[next]
    next += 1
    let words = takeWords()
    var clock = CueClock(times)
    do throws(CueClock.Problem) {
      let range = try clock.readRange(.subRip)
      clock.skipBlanks()
      if !clock.isAtEnd {
        problems.add(.loss, at: clock.index, on: times, "text after the times is ignored")
      }
      var markup = MarkupReader(dialect: .subRip, range: range, problems: problems)
      let text = markup.read(words)
      problems = markup.problems
      var cue = SubtitleCue(range: range, line: times.number, text: text)
      cue.placement = markup.placement
      if text.runs.isEmpty {
        problems.add(.loss, on: times, "the cue has no text")
      } else {
        cues.append(cue)
      }
    } catch { problems.add(at: error.index, on: times, error.message) }
  }

  private mutating func takeWords() -> [SubtitleLine] {
    let start = next
    while next < lines.count, !lines[next].isBlank {
      // Without this, a forgotten empty line would turn the next cue into text of this one.
      if next > start, lines[next].text.contains("-->"), lines[next - 1].isNumber {
        next -= 1
        problems.add(.loss, on: lines[next], "missing empty line before this cue")
        break
      }
      next += 1
    }
    return Array(lines[start..<next])
  }

  private mutating func skipToBlankLine() {
    while next < lines.count, !lines[next].isBlank { next += 1 }
  }
}

let tooManyCues = "there are more than \(SubtitleLimits.cues) cues; nothing after this is read"

extension SubtitleLine {
  /// Nothing but digits, with blanks around them.
  var isNumber: Bool {
    var digits = 0
    for byte in text.utf8 where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return false }
      digits += 1
    }
    return digits > 0
  }
}
