import Basics

/// Reads the text of an SRT or WebVTT cue with its formatting tags.
struct MarkupReader {
  enum Dialect {
    case subRip
    case webVTT
  }

  let dialect: Dialect
  var problems: ProblemList
  /// The placement that the text itself sets, as `{\an8}` does.
  private(set) var placement = CuePlacement()
  private var runs: [StyledRun] = []
  private var open: [(name: String, look: TextLook)] = []
  private var look = TextLook()
  /// When the cue shows; words in it can have times.
  private let range: TimeRange
  /// When the next words are spoken; nil before the first word time.
  private var wordStart: RationalTime?

  init(
    dialect: Dialect, range: TimeRange, problems: ProblemList, placement: CuePlacement = CuePlacement()
  ) {
    self.dialect = dialect
    self.range = range
    self.problems = problems
    self.placement = placement
  }

  mutating func read(_ lines: [SubtitleLine]) -> StyledText {
    for (number, line) in lines.enumerated() {
      if number > 0 { append("\n") }
      read(line)
    }
    guard wordStart != nil else {
      return StyledText(runs.map { StyledRun(text: $0.text, look: $0.look) })
    }
    return StyledText(endingWithNext(runs)).blanksBehindWords()
  }

  private mutating func append(_ text: some StringProtocol) {
    guard !text.isEmpty else { return }
    let time = TimeRange(start: wordStart ?? range.start, end: range.end)
    if let last = runs.indices.last, runs[last].look == look, runs[last].time == time {
      runs[last].text += text
    } else {
      runs.append(StyledRun(text: String(text), look: look, time: time))
    }
  }

  /// Reads `<00:00:01.000>`, the time at which the next words are spoken; returns whether it was one.
  private mutating func readWordTime(_ text: Substring, on line: SubtitleLine) -> Bool {
    guard text.first?.isNumber == true, text.contains(":") else { return false }
    let clockLine = SubtitleLine(number: line.number, text: text)
    var clock = CueClock(clockLine)
    do throws(CueClock.Problem) {
      let time = try clock.readTime(.webVTT)
      guard clock.isAtEnd else { return false }
      guard time >= wordStart ?? range.start, time < range.end else {
        problems.add(
          .loss, at: text.startIndex, on: line,
          "the time of a word is outside its cue or before the previous word, and is ignored")
        return true
      }
      wordStart = time
      return true
    } catch {
      problems.add(at: error.index, on: line, error.message)
      return true
    }
  }

  private mutating func read(_ line: SubtitleLine) {
    var rest = line.text
    while let special = rest.firstIndex(where: isSpecial) {
      append(rest[..<special])
      rest = rest[special...]
      let taken =
        switch rest[special] {
        case "<": readTag(&rest, on: line)
        case "{": readOverride(&rest, on: line)
        default: readEntity(&rest)
        }
      if !taken {
        append(rest.prefix(1))
        rest = rest.dropFirst()
      }
    }
    append(rest)
  }

  private func isSpecial(_ character: Character) -> Bool {
    switch character {
    case "<": true
    case "{": dialect == .subRip
    case "&": dialect == .webVTT
    default: false
    }
  }

  // MARK: Tags

  /// Reads a tag at the front and returns whether it was one; anything else remains text.
  private mutating func readTag(_ rest: inout Substring, on line: SubtitleLine) -> Bool {
    guard let end = rest.firstIndex(of: ">") else {
      if dialect == .webVTT {
        problems.add(at: rest.startIndex, on: line, "the tag is not closed: `>` is missing")
      }
      return false
    }
    let inside = rest[rest.index(after: rest.startIndex)..<end]
    let isClosing = inside.hasPrefix("/")
    let body = isClosing ? inside.dropFirst() : inside
    let name = body.prefix { $0.isASCII && $0.isLetter }.lowercased()
    let details = body.dropFirst(name.count)
    guard isTag(name, details) else {
      if dialect == .webVTT, !isClosing, readWordTime(inside, on: line) {
        rest = rest[rest.index(after: end)...]
        return true
      }
      if dialect == .webVTT {
        problems.add(
          .loss, at: rest.startIndex, on: line, "`<\(inside)>` is not a WebVTT tag and is ignored")
        rest = rest[rest.index(after: end)...]
        return true
      }
      // In SRT, everything that is not a tag is text: `<3`.
      return false
    }
    if isClosing {
      close(name, at: rest.startIndex, on: line)
    } else {
      open(name, details, at: rest.startIndex, on: line)
    }
    rest = rest[rest.index(after: end)...]
    return true
  }

  private func isTag(_ name: String, _ details: Substring) -> Bool {
    switch dialect {
    case .subRip:
      name == "font"
        ? details.isEmpty || details.first == " " : ["i", "b", "u", "s"].contains(name) && details.isEmpty
    case .webVTT:
      ["i", "b", "u", "c", "v", "lang", "ruby", "rt"].contains(name)
        && (details.isEmpty || details.first == "." || details.first == " ")
    }
  }

  private mutating func open(
    _ name: String, _ details: Substring, at place: Substring.Index, on line: SubtitleLine
  ) {
    open.append((name, look))
    switch name {
    case "i": look.isItalic = true
    case "b": look.isBold = true
    case "u": look.isUnderlined = true
    case "s": look.isStruck = true
    case "font": readFont(details, at: place, on: line)
    case "ruby", "rt":
      problems.add(.loss, at: place, on: line, "ruby text is shown inline")
    default: break
    }
    guard dialect == .webVTT else { return }
    for word in details.prefix(while: { $0 != " " }).split(separator: ".") {
      guard !word.hasPrefix("#"), let color = CueColor(spelling: word) else {
        problems.add(.loss, at: place, on: line, "the class `\(word)` is not supported")
        continue
      }
      look.color = color
    }
  }

  private mutating func close(_ name: String, at place: Substring.Index, on line: SubtitleLine) {
    guard let index = open.lastIndex(where: { $0.name == name }) else {
      problems.add(.loss, at: place, on: line, "`</\(name)>` has no opening tag")
      return
    }
    look = open[index].look
    open.removeSubrange(index...)
  }

  /// `<font color="#ff0000">`
  private mutating func readFont(_ details: Substring, at place: Substring.Index, on line: SubtitleLine) {
    for attribute in details.split(separator: " ") {
      let parts = attribute.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "color" else {
        problems.add(.loss, at: place, on: line, "`\(attribute)` is not supported")
        continue
      }
      let value = parts[1].filter { $0 != "\"" && $0 != "'" }
      guard let color = CueColor(spelling: value) else {
        problems.add(.loss, at: place, on: line, "`\(value)` is not a colour; write `#ff0000`")
        continue
      }
      look.color = color
    }
  }

  // MARK: Overrides and entities

  /// Reads `{\an8}`, an ASS override that many SRT files contain.
  private mutating func readOverride(_ rest: inout Substring, on line: SubtitleLine) -> Bool {
    guard rest.hasPrefix("{\\"), let end = rest.firstIndex(of: "}") else { return false }
    let inside = rest[rest.index(after: rest.startIndex)..<end]
    for word in inside.split(separator: "\\") {
      if word.hasPrefix("an"), word.count == 3, let place = word.last?.wholeNumberValue,
        (1...9).contains(place)
      {
        placement.horizontal = .init(rawValue: (place - 1) % 3) ?? .center
        placement.vertical = .init(rawValue: (place - 1) / 3) ?? .bottom
      } else {
        problems.add(.loss, at: rest.startIndex, on: line, "`\\\(word)` is not supported in SRT")
      }
    }
    rest = rest[rest.index(after: end)...]
    return true
  }

  private static let entities: [(name: String, text: String)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{A0}"), ("&lrm;", "\u{200E}"),
    ("&rlm;", "\u{200F}"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"),
  ]

  private mutating func readEntity(_ rest: inout Substring) -> Bool {
    guard let entity = Self.entities.first(where: { rest.hasPrefix($0.name) }) else { return false }
    append(entity.text)
    rest = rest.dropFirst(entity.name.count)
    return true
  }
}

/// Ends each run where the next one begins, instead of at the end of the cue.
private func endingWithNext(_ runs: [StyledRun]) -> [StyledRun] {
  var runs = runs
  var next: RationalTime?
  for index in runs.indices.reversed() {
    guard let time = runs[index].time else { continue }
    if let next, next > time.start {
      runs[index].time = TimeRange(start: time.start, end: next)
    } else if index + 1 < runs.count, runs[index + 1].time?.start == time.start {
      runs[index].time = runs[index + 1].time
    }
    next = time.start
  }
  return runs
}
