import Basics
import Composition
import ContentDigest
import Detection
import EditScript

extension DetectedBase {
  /// Why the file cannot be used, and the line of the problem.
  package struct Problem: Error, Hashable, Sendable {
    /// From 1.
    package let line: Int
    /// One sentence in lower case without a full stop.
    package let message: String
  }

  /// More lines are an attack on the reader's memory.
  private static let mostLines = 400_000

  /// Reads the file; blank lines, comments, repeated lines and the order of lines have no effect.
  package init(_ bytes: [UInt8]) throws(Problem) {
    for line in TextLines(bytes) where isConflictMarker(line.bytes) {
      throw Problem(
        line: line.number,
        message: "this is a conflict mark of git: keep the lines of both sides, and delete the marks")
    }
    var lines = TextLines(bytes)
    let head = String(decoding: (lines.next()?.bytes ?? []).prefix(100), as: UTF8.self)
    guard head == "\(Self.opening) \(Self.version)" else {
      throw Problem(line: 1, message: "the file does not start with `\(Self.opening) \(Self.version)`")
    }
    var (digests, options, proposals): ([Line], [Line], [Line]) = ([], [], [])
    var seen: Set<ArraySlice<UInt8>> = []
    for (number, bytes) in lines where !bytes.isEmpty && bytes.first != UInt8(ascii: "#") {
      guard number <= Self.mostLines else {
        throw Problem(line: number, message: "the file has more than \(Self.mostLines) lines")
      }
      guard seen.insert(bytes).inserted else { continue }
      let line = try Line(bytes, number: number)
      switch line.words[0] {
      case "sha256": digests.append(line)
      case "takes", "markers": options.append(line)
      case "take", "marker": proposals.append(line)
      default: throw line.problem("expected `sha256`, `takes`, `markers`, `take` or `marker` behind the path")
      }
    }
    for line in digests { try addDigest(line) }
    for line in options { try addOptions(line) }
    for line in proposals { try addProposal(line) }
  }

  private mutating func addDigest(_ line: Line) throws(Problem) {
    guard line.words.count == 4, let digest = ContentDigest(hex: line.words[1]), line.words[2] == "detector",
      let detector = Int(line.words[3])
    else { throw line.problem("expected `sha256`, 64 hexadecimal digits, `detector` and a number") }
    guard media[line.path] == nil else {
      throw line.problem("'\(line.path)' has another digest in a line above; delete one of the lines")
    }
    media[line.path] = Medium(digest: digest, detector: detector)
  }

  private mutating func addOptions(_ line: Line) throws(Problem) {
    let kinds: [DetectionKind] = line.words[0] == "takes" ? [.silence, .cuts] : [.cuts, .beats]
    let words = line.words.map { $0.last == "," ? String($0.dropLast()) : $0 }
    guard words.count >= 3, words[1] == "of", let kind = DetectionKind(rawValue: words[2]),
      kinds.contains(kind)
    else {
      throw line.problem(
        "expected `\(words[0]) of`, \(kinds.map { "`\($0.rawValue)`" }.sentenceList()), and options")
    }
    var options = DetectionOptions(kind)
    var rest = words.dropFirst(3)
    while let name = rest.popFirst() {
      guard options.set(name, to: rest.popFirst() ?? "") else {
        throw line.problem("the option `\(name)` is not known, or has a wrong value")
      }
    }
    let list: ProposedList = words[0] == "takes" ? .takes : .markers(kind)
    guard media[line.path] != nil else {
      throw line.problem("the line with the `sha256` of '\(line.path)' is missing")
    }
    guard media[line.path]?.lists[list] == nil else {
      throw line.problem("'\(line.path)' has other options in a line above; delete one of the lines")
    }
    media[line.path]?.lists[list] = Proposed(options: options)
  }

  private mutating func addProposal(_ line: Line) throws(Problem) {
    var words = line.words.dropFirst()
    let isDropped = words.last == "dropped"
    if isDropped { words = words.dropLast() }
    let (list, proposal): (ProposedList, DetectionMerge.Proposal)
    if line.words[0] == "take" {
      guard words.count == 1, let range = words.first.flatMap({ TimeRange(spelling: $0) }), !range.isEmpty
      else {
        throw line.problem("expected a take such as `take 0.3s..3.28s`, and perhaps `dropped`")
      }
      list = .takes
      proposal = DetectionMerge.Proposal(range: range, isDropped: isDropped)
    } else {
      guard words.count == 2, let name = words.first,
        let time = words.last.flatMap({ RationalTime(spelling: $0) }),
        let kind = [DetectionKind.cuts, .beats].first(where: { name.hasPrefix($0.markerWord) })
      else { throw line.problem("expected a marker such as `marker beat-001 0.512s`, and perhaps `dropped`") }
      list = .markers(kind)
      proposal = DetectionMerge.Proposal(
        name: name == kind.markerWord ? nil : name, range: TimeRange(at: time), isDropped: isDropped)
    }
    guard media[line.path]?.lists[list] != nil else {
      throw line.problem("the line `\(list.word) of` with the options of '\(line.path)' is missing")
    }
    media[line.path]?.lists[list]?.proposals.append(proposal)
  }
}

/// A line: a path and words.
private struct Line {
  let number: Int
  let path: String
  /// At least one.
  let words: [String]

  init(_ bytes: ArraySlice<UInt8>, number: Int) throws(DetectedBase.Problem) {
    let line = FactLine(bytes: bytes, number: number)
    let words = line?.rest.tokens.compactMap { token in if case .word(let word) = token { word } else { nil }
    }
    guard let line, case .text(let path)? = line.tokens.first, let words, !words.isEmpty,
      words.count == line.tokens.count - 1
    else {
      throw DetectedBase.Problem(
        line: number, message: "expected the path of a medium in quotes, and words behind it")
    }
    (self.number, self.path, self.words) = (number, path, words)
  }

  func problem(_ message: String) -> DetectedBase.Problem {
    DetectedBase.Problem(line: number, message: message)
  }
}

extension DetectionOptions {
  /// False if there is no such option, or if its value is wrong.
  fileprivate mutating func set(_ name: String, to value: String) -> Bool {
    switch name {
    case "min": assign(time(value), to: \.shortest)
    case "before": assign(time(value), to: \.before)
    case "after": assign(time(value), to: \.after)
    case "tempo": assign(TempoRange(value), to: \.tempo)
    case "range": assign(TimeRange(spelling: value), to: \.part)
    case "stream": assign(Int(value), to: \.stream)
    default: false
    }
  }

  private mutating func assign<Value>(_ value: Value?, to option: WritableKeyPath<Self, Value?>) -> Bool {
    self[keyPath: option] = value
    return value != nil
  }

  /// A length, also in milliseconds: `0.4s`, `120ms`.
  private func time(_ text: String) -> RationalTime? {
    let milliseconds = text.hasSuffix("ms") ? Int64(text.dropLast(2)).flatMap { RationalTime($0, 1000) } : nil
    guard let time = RationalTime(spelling: text) ?? milliseconds, !time.isNegative else { return nil }
    return time
  }
}
