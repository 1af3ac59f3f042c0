import Basics

/// Reads the events of an ASS or SSA file; the lines before them are passed to libass unchanged.
struct SubStationReader {
  private let lines: [SubtitleLine]
  private var problems: ProblemList
  private var cues: [SubtitleCue] = []
  private var header: [Substring] = []
  private var styles: Set<String> = []
  private var sizes = SubStationSizes()
  private var fields = Self.standardFields
  private var hasFormat = false

  /// The fields of an event without a `Format` line.
  private static let standardFields = [
    "layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text",
  ]

  init(_ lines: [SubtitleLine], _ problems: ProblemList) {
    self.lines = lines
    self.problems = problems
  }

  /// Whether a text begins like an ASS file.
  static func begins(_ lines: [SubtitleLine]) -> Bool {
    lines.first { !$0.isBlank && !$0.text.hasPrefix(";") }?.text.lowercased().hasPrefix("[script info]")
      == true
  }

  mutating func read() -> SubtitleFile {
    var section = ""
    var hasEvents = false
    for line in lines {
      let text = line.text.trimmed
      // Embedded fonts are lines of any printed characters.
      if text.hasPrefix("["), text.hasSuffix("]"), section != "[fonts]" || isSectionName(text) {
        section = text.lowercased()
        hasEvents = hasEvents || section == "[events]"
      }
      if section != "[events]" {
        header.append(line.text)
        sizes.note(text)
        if section.contains("styles") { noteStyle(text) }
        continue
      }
      guard cues.count < SubtitleLimits.cues else {
        problems.add(on: line, tooManyCues)
        break
      }
      readEvent(line)
    }
    if !hasEvents { problems.add(line: max(1, lines.count), "the file has no `[Events]`") }
    var file = SubtitleFile(format: .subStation)
    file.cues = cues
    file.header = header.joined(separator: "\n") + "\n"
    (file.problems, file.problemCount) = (problems.kept, problems.count)
    return file
  }

  private func isSectionName(_ text: Substring) -> Bool {
    let names = ["[script info]", "[v4 styles]", "[v4+ styles]", "[fonts]", "[graphics]", "[events]"]
    return names.contains(text.lowercased())
  }

  /// libass ignores the asterisk that old files put before style names.
  private mutating func noteStyle(_ text: Substring) {
    guard text.lowercased().hasPrefix("style:") else { return }
    let name = text.dropFirst(6).prefix { $0 != "," }.trimmed
    styles.insert(String(name.drop { $0 == "*" }))
  }

  private mutating func readEvent(_ line: SubtitleLine) {
    let text = line.text.trimmed
    guard !text.isEmpty, !text.hasPrefix(";"), !text.hasPrefix("[") else { return }
    guard let colon = text.firstIndex(of: ":") else {
      return problems.add(on: line, "expected a line that starts with `Dialogue:`")
    }
    let rest = text[text.index(after: colon)...]
    switch text[..<colon].lowercased() {
    case "format": readFormat(rest, on: line)
    case "dialogue": readDialogue(rest, on: line)
    case "comment": break
    case "picture", "sound", "movie", "command":
      problems.add(.loss, on: line, "`\(text[..<colon])` is not supported")
    default: problems.add(on: line, "expected a line that starts with `Dialogue:`")
    }
  }

  private mutating func readFormat(_ rest: Substring, on line: SubtitleLine) {
    let names = rest.split(separator: ",").map { $0.trimmed.lowercased() }
    guard names.last == "text", names.contains("start"), names.contains("end") else {
      return problems.add(on: line, "the format must name `Start`, `End` and, as its last field, `Text`")
    }
    fields = names
    hasFormat = true
  }

  private mutating func readDialogue(_ rest: Substring, on line: SubtitleLine) {
    let values = rest.split(separator: ",", maxSplits: fields.count - 1, omittingEmptySubsequences: false)
    guard values.count == fields.count else {
      return problems.add(
        on: line, "the line has \(values.count) of the \(fields.count) fields in the format")
    }
    var event = SubStationEvent()
    var times: (start: Substring, end: Substring) = ("", "")
    for (name, value) in zip(fields, values) {
      switch name {
      case "start": times.start = value.trimmed
      case "end": times.end = value.trimmed
      case "text": event.text = String(value)
      default: set(name, value.trimmed, of: &event, on: line)
      }
    }
    guard let range = range(times.start, times.end, on: line) else { return }
    if let text = values.last, let excess = sizes.excess(in: text, style: event.style) {
      return problems.add(at: excess.place, on: line, excess.message)
    }
    let words = StyledText(subStation: event.text, during: range)
    if !styles.contains(String(event.style.drop { $0 == "*" })), event.style != "Default" {
      problems.add(.loss, on: line, "there is no style `\(event.style)`; `Default` is used")
    }
    var cue = SubtitleCue(range: range, line: line.number, text: words)
    cue.event = event
    cues.append(cue)
  }

  private mutating func set(
    _ name: String, _ value: Substring, of event: inout SubStationEvent, on line: SubtitleLine
  ) {
    switch name {
    case "style": event.style = String(value)
    case "name", "actor": event.name = String(value)
    case "effect": event.effect = String(value)
    case "layer": event.layer = number(value, on: line)
    case "marginl": event.leftMargin = number(value, on: line)
    case "marginr": event.rightMargin = number(value, on: line)
    case "marginv": event.verticalMargin = number(value, on: line)
    default: break
    }
  }

  private mutating func number(_ text: Substring, on line: SubtitleLine) -> Int {
    if let value = Int(text), abs(value) <= 1_000_000 { return value }
    problems.add(at: text.startIndex, on: line, "expected a whole number, found `\(text.prefix(20))`")
    return 0
  }

  private mutating func range(
    _ start: Substring, _ end: Substring, on line: SubtitleLine
  ) -> TimeRange? {
    var clock = CueClock(line, from: start.startIndex)
    do throws(CueClock.Problem) {
      let first = try clock.readTime(.subStation)
      clock = CueClock(line, from: end.startIndex)
      let last = try clock.readTime(.subStation)
      guard let range = TimeRange(start: first, end: last) else {
        problems.add(at: end.startIndex, on: line, "the cue ends (\(last)) before it starts (\(first))")
        return nil
      }
      // Typesetters leave such lines behind; they are invisible.
      return range.isEmpty ? nil : range
    } catch {
      problems.add(at: error.index, on: line, error.message)
      return nil
    }
  }
}

extension Substring {
  /// Without blanks at both ends.
  var trimmed: Substring {
    let start = drop { $0 == " " || $0 == "\t" }
    guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return start }
    return start[...last]
  }
}
