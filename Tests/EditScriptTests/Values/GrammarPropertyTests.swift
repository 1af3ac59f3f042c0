import Basics
import Composition
import Diagnostics
import EditScript
import FoundationEssentials
import TestSupport
import Testing

@Test(
  "every production that a grammar names stands in grammar/values.ebnf, and every name used there is defined")
func productions() throws {
  let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../grammar/values.ebnf")
  let text = String(decoding: try Data(contentsOf: path.standardizedFileURL), as: UTF8.self)
  // Comments, then quoted texts and special sequences: what remains are names and signs.
  let bare = text.replacing(#/(?s)\(\*.*?\*\)/#, with: " ")
    .replacing(#/"[^"\n]*"|\?[^?]*\?/#, with: "‘’")
  let rules = bare.split(separator: ";").compactMap { rule -> (name: String, body: Substring)? in
    guard let sign = rule.firstIndex(of: "=") else { return nil }
    return (rule[..<sign].split(whereSeparator: \.isWhitespace).joined(), rule[rule.index(after: sign)...])
  }
  let defined = Set(rules.map(\.name))
  #expect(defined.count == rules.count)
  for grammar in everyGrammar { #expect(defined.contains(grammar.production), "\(grammar.production)") }
  for rule in rules {
    for name in rule.body.matches(of: #/[A-Za-z_][A-Za-z0-9_-]*/#) {
      #expect(defined.contains(String(name.output)), "\(name.output) in \(rule.name)")
    }
  }
}

@Test("each example is read by its own grammar, and its canonical text reads back as the equal value")
func examples() {
  for grammar in everyGrammar {
    for example in grammar.examples {
      if case .failure(let problem) = grammar.canonical(scalar(example)) {
        Issue.record("\(grammar.production) \(example): \(problem.diagnostic.message)")
      }
      #expect(grammar.readsBack(scalar(example)), "\(grammar.production) \(example)")
    }
  }
}

/// Pieces that values are made of, so that random texts are nearly right.
private let pieces =
  everyGrammar.flatMap(\.examples) + [
    "-", "+", ".", "..", "->", " ", ",", ":", ";", "/", "(", ")", "#", "%", "0", "1", "9", "00",
    "99999999999999999999",
    "0.0000001", "s", "ms", "f", "px", "x", "dB", "for", "over", "margin", "anchor", "é", "\u{2212}", "\u{0}",
    "\t", "\n",
    "\u{1F600}", "tc", ".end", "start", "end", "first", "last", "all", "auto", "ease", "@", "=", "<", "e",
    "+-",
  ]

private func randomText(_ random: inout SeededRandom) -> String {
  switch Int.random(in: 0..<4, using: &random) {
  case 0:
    let count = Int.random(in: 0..<6, using: &random)
    return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  case 1:
    let count = Int.random(in: 0..<12, using: &random)
    return String(
      decoding: (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }, as: UTF8.self)
  default:
    var text = Array((pieces.randomElement(using: &random) ?? "").unicodeScalars)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let index = Int.random(in: 0...text.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0 where index < text.count: text.remove(at: index)
      case 1 where index < text.count:
        text[index] = Unicode.Scalar(UInt8.random(in: 32...126, using: &random))
      default: text.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").unicodeScalars, at: index)
      }
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: text)
    return String(result)
  }
}

@Test(
  "random texts: nothing traps, mistakes stay inside the text, and what is read can be written and matches its pattern"
)
func randomTexts() throws {
  var random = SeededRandom(seed: 20_260_101)
  var accepted: [(pattern: String, text: String)] = []
  var acceptedCount = 0
  for _ in 0..<rounds(20_000, quick: 2000) {
    let text = randomText(&random)
    guard let grammar = everyGrammar.randomElement(using: &random) else { continue }
    switch grammar.canonical(scalar(text)) {
    case .success:
      acceptedCount += 1
      if !grammar.readsBack(scalar(text)) {
        Issue.record("\(grammar.production) does not read back: \(text)")
      }
      if let pattern = grammar.pattern { accepted.append((pattern, text)) }
    case .failure(let problem):
      let found = problem.diagnostic
      let isInside = found.range.map { $0.end <= text.utf8.count } ?? false
      if !isInside || found.message.isEmpty { Issue.record("\(grammar.production): \(text)") }
      let source = SourceText(name: "test", text)
      for fix in found.fixes where source.applying(fix.edits) == nil {
        Issue.record("a fix outside: \(text)")
      }
    }
  }
  #expect(acceptedCount > rounds(400, quick: 40))
  for grammar in everyGrammar {
    for example in grammar.examples { accepted += grammar.pattern.map { [($0, example)] } ?? [] }
  }
  let strangers = try notMatching(accepted)
  #expect(strangers.isEmpty, "\(strangers)")
}

@Test("the longest scalar takes no time to speak of, whatever it repeats")
func longTexts() {
  let repeated = ["1->", "1f+", "(", "a", "9", " ", "over ", "😀", "cubic-bezier("]
  let productions: Set = [
    "duration", "take-range", "place", "colour", "easing", "transition", "ramp", "level", "name",
  ]
  for piece in repeated {
    let text = scalar(String(repeating: piece, count: 65_536 / piece.utf8.count))
    for grammar in everyGrammar where productions.contains(grammar.production) {
      let took = processorTime { _ = grammar.canonical(text) }
      #expect(took < .seconds(5), "\(grammar.production) on \(piece)")
    }
  }
}

@Test("each good spelling in these tests' tables matches the pattern of its grammar")
func patternsOfSpellings() throws {
  let spellings: [(String?, [String])] = [
    (
      ValueGrammar<DurationExpression>.duration.pattern,
      ["1m02.5s", ".5s", "3/2s", "1:30", "00:00:01;12", "2s-5f", " 2s "]
    ),
    (ValueGrammar<TimeExpression>.time.pattern, ["-2s", "end-2s", "part-2.start - 5f", "été.end", "🎬.end"]),
    (ValueGrammar<TimeExpression>.takeTime.pattern, ["tc 01:00:10:00"]),
    (
      ValueGrammar<RangeExpression>.range.pattern,
      ["all", "2s .. 5s", "-3s..-1s", "first 1s", "2s for 1s", "a.end..b.start"]
    ),
    (
      ValueGrammar<Place>.place.pattern,
      ["top, margin 5% 20px", "-20px, 50%, anchor right", "50%,20px anchor top left"]
    ),
    (ValueGrammar<SizeValue>.size.pattern, ["1280 x 720", "10pxx20vmin"]),
    (ValueGrammar<Level>.level.pattern, ["+60dB", "0.8", "80%"]),
    (ValueGrammar<Easing>.easing.pattern, ["cubic-bezier(0.2, -0.5,0,1.5)", "ease-in-out", "spring"]),
    (ValueGrammar<Ramp<Double>>.ramp(.opacity).pattern, ["1->0", "0 -> 100% -> .5 over last 1s ease-in"]),
    (ValueGrammar<TransitionValue>.transition.pattern, ["fade through #f00 1s", "luma art/my wipe.png 1s"]),
  ]
  let pairs = spellings.flatMap { pattern, texts in texts.map { (pattern ?? "never(", $0) } }
  #expect(try notMatching(pairs) == [])
  let refused = [
    (ValueGrammar<DurationExpression>.duration.pattern ?? "", "5"),
    (ValueGrammar<Double>.opacity.pattern ?? "", "half"),
    (ValueGrammar<Color>.color.pattern ?? "", "bleu"),
    (ValueGrammar<SizeValue>.size.pattern ?? "", "1280"),
  ]
  #expect(try notMatching(refused) == refused.map(\.1))
}

/// Python's judgement: the texts that their patterns do not match.
private func notMatching(_ pairs: [(pattern: String, text: String)]) throws -> [String] {
  let script = """
    import re, sys
    fields = sys.stdin.buffer.read().decode("utf-8").split("\\x1e")[:-1]
    for pattern, text in zip(fields[::2], fields[1::2]):
        if not re.search(pattern, text): sys.stdout.write(text + "\\x1e")
    """
  let input = pairs.map { $0.pattern + "\u{1E}" + $0.text + "\u{1E}" }.joined()
  let result = try run(["/usr/bin/python3", "-c", script], input: Array(input.utf8))
  #expect(result.exitCode == 0, "\(result.errorText)")
  return result.text.split(separator: "\u{1E}").map(String.init)
}

@Test("generated values read back from their canonical text as the equal value")
func generatedValues() {
  var random = SeededRandom(seed: 7)
  for _ in 0..<2_000 {
    let time = random.time()
    check(time, .time)
    check(random.duration(), .duration)
    check(random.range(), .range)
    check(random.length(), .length)
    check(SizeValue(width: random.length(), height: random.length()), .size)
    check(random.place(), .place)
    check(
      Color(red: random.byte(), green: random.byte(), blue: random.byte(), alpha: random.byte()), .color)
    check(Level(factor: random.double(0...1000)), .level)
    check(random.double(0...1), .opacity)
    check(random.double(-100...100) / 1_000_000_000, .number(in: -1...1))
    check(Angle(degrees: random.double(-720...720)), .angle)
    check(random.speed(), .speed)
    check(
      Easing.cubicBezier(
        x1: random.double(0...1), y1: random.double(-2...2), x2: random.double(0...1),
        y2: random.double(-2...2)),
      .easing)
  }
}

private func check<V: CanonicalValue>(_ expected: V, _ grammar: ValueGrammar<V>) {
  guard value(grammar, expected.canonicalText) != expected else { return }
  Issue.record("\(expected.canonicalText) is not \(expected)")
}

extension SeededRandom {
  fileprivate mutating func double(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }
  fileprivate mutating func byte() -> UInt8 { UInt8.random(in: .min ... .max, using: &self) }
  fileprivate mutating func whole(_ range: ClosedRange<Int64>) -> Int64 {
    Int64.random(in: range, using: &self)
  }

  fileprivate mutating func speed() -> Speed {
    let sign: Int64 = Bool.random(using: &self) ? 1 : -1
    let fraction = RationalTime(sign * whole(1...100_000), whole(1...100_000)) ?? RationalTime(seconds: 1)
    return Speed(numerator: fraction.value, denominator: fraction.timescale)
  }

  fileprivate mutating func length() -> Length {
    Length(double(0.001...10_000), Length.Unit.allCases.randomElement(using: &self) ?? .pixels)
  }

  fileprivate mutating func place() -> Place {
    let nine = NinePlace.allCases.randomElement(using: &self) ?? .center
    return Bool.random(using: &self)
      ? .named(nine, horizontalMargin: length(), verticalMargin: length())
      : .at(x: length(), y: length(), anchor: nine)
  }

  fileprivate mutating func amount() -> DurationExpression.Amount {
    switch whole(0...3) {
    case 0: .frames(whole(0...Int64.max))
    case 1:
      .timecode(
        Timecode(
          hours: whole(0...99), minutes: whole(0...59), seconds: whole(0...59), frames: whole(0...119),
          isDropFrame: Bool.random(using: &self)))
    case 2: .seconds(RationalTime(whole(0...Int64.max), whole(1...Int64.max)) ?? .zero)
    default: .seconds(RationalTime(whole(0...100_000), 1000) ?? .zero)
    }
  }

  fileprivate mutating func terms(firstMayBeSubtracted: Bool) -> DurationExpression {
    var terms = [
      DurationExpression.Term(amount(), isSubtracted: firstMayBeSubtracted && Bool.random(using: &self))
    ]
    for _ in 0..<whole(0...2) { terms.append(.init(amount(), isSubtracted: Bool.random(using: &self))) }
    return DurationExpression(terms)
  }

  fileprivate mutating func duration() -> DurationExpression {
    let duration = terms(firstMayBeSubtracted: false)
    return duration.plainSeconds?.isNegative == true ? DurationExpression([.init(amount())]) : duration
  }

  fileprivate mutating func time() -> TimeExpression {
    let anchors: [TimeExpression.Anchor] = [
      .start, .end, .item(name: "part-2", edge: .start), .item(name: "first", edge: .end),
    ]
    let anchor = anchors.randomElement(using: &self) ?? .start
    return Bool.random(using: &self)
      ? TimeExpression(anchor) : TimeExpression(anchor, offset: terms(firstMayBeSubtracted: true))
  }

  fileprivate mutating func range() -> RangeExpression {
    switch whole(0...5) {
    case 0: .all
    case 1: .first(duration())
    case 2: .last(duration())
    case 3: .starting(time(), duration: duration())
    case 4: .between(time(), Bool.random(using: &self) ? nil : time())
    default: .between(nil, time())
    }
  }
}
