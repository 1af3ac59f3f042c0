import Basics
import Diagnostics
import EditScript
import Testing

private func seconds(_ value: Int64, _ scale: Int64 = 1) -> DurationExpression.Amount {
  .seconds(RationalTime(value, scale) ?? .zero)
}

private func plain(_ amount: DurationExpression.Amount) -> DurationExpression {
  DurationExpression([.init(amount)])
}

private func time(_ amount: DurationExpression.Amount) -> TimeExpression {
  TimeExpression(.start, offset: plain(amount))
}

private func beforeEnd(_ amount: DurationExpression.Amount) -> TimeExpression {
  TimeExpression(.end, offset: DurationExpression([.init(amount, isSubtracted: true)]))
}

private func timecode(_ h: Int64, _ m: Int64, _ s: Int64, _ f: Int64, drop: Bool = false) -> Timecode {
  Timecode(hours: h, minutes: m, seconds: s, frames: f, isDropFrame: drop)
}

@Test("each spelling of a duration is exactly the time it says")
func durations() {
  let spellings: [(String, DurationExpression)] = [
    ("2.5s", plain(seconds(5, 2))),
    ("0.1s", plain(seconds(1, 10))),
    (".5s", plain(seconds(1, 2))),
    ("0s", plain(seconds(0))),
    ("250ms", plain(seconds(1, 4))),
    ("3min", plain(seconds(180))),
    ("3m", plain(seconds(180))),
    ("1h", plain(seconds(3600))),
    ("1h02m03.5s", plain(seconds(7447, 2))),
    ("1m02.5s", plain(seconds(125, 2))),
    ("1m500ms", plain(seconds(121, 2))),
    ("3/2s", plain(seconds(3, 2))),
    ("1001/30000s", plain(seconds(1001, 30000))),
    ("12f", plain(.frames(12))),
    ("01:02.5", plain(seconds(125, 2))),
    ("1:30", plain(seconds(90))),
    ("90:00", plain(seconds(5400))),
    ("00:00:05", plain(seconds(5))),
    ("00:01:02.500", plain(seconds(125, 2))),
    ("00:00:01:12", plain(.timecode(timecode(0, 0, 1, 12)))),
    ("00:00:01;12", plain(.timecode(timecode(0, 0, 1, 12, drop: true)))),
    ("9223372036854775807s", plain(seconds(.max))),
    ("1.000000000000000000000000000000000000000000s", plain(seconds(1))),
    (
      "2s - 5f + 1s",
      DurationExpression([
        .init(seconds(2)), .init(.frames(5), isSubtracted: true), .init(seconds(1)),
      ])
    ),
    ("2s-5f", DurationExpression([.init(seconds(2)), .init(.frames(5), isSubtracted: true)])),
    (" 2s ", plain(seconds(2))),
  ]
  for (text, expected) in spellings { #expect(value(.duration, text) == expected, "\(text)") }
}

@Test("a mistake in a duration is named at its place, with the repair")
func durationMistakes() {
  let mistakes: [(String, Refusal)] = [
    ("5", Refusal(.bareNumber, "5", fixed: "5s")),
    ("2.5", Refusal(.bareNumber, "2.5", fixed: "2.5s")),
    ("0", Refusal(.bareNumber, "0", fixed: "0s")),
    ("5 seconds", Refusal(.wrongUnit, "5 seconds", fixed: "5s")),
    ("5sec", Refusal(.wrongUnit, "sec", fixed: "5s")),
    ("1.5 s", Refusal(.wrongUnit, "1.5 s", fixed: "1.5s")),
    ("1m 30s", Refusal(.timeSyntax, "1m 30s", fixed: "1m30s")),
    ("1h 2 minutes", Refusal(.timeSyntax, "1h 2 minutes", fixed: "1h2min")),
    ("2,5s", Refusal(.numberSyntax, ",", fixed: "2.5s")),
    ("00:01:02,500", Refusal(.numberSyntax, ",", fixed: "00:01:02.500")),
    ("5S", Refusal(.wrongUnit, "S", fixed: "5s")),
    ("5q", Refusal(.wrongUnit, "q")),
    ("2s12f", Refusal(.timeSyntax, "2s12f", fixed: "2s + 12f")),
    ("30s1m", Refusal(.timeSyntax, "30s1m")),
    ("12.5f", Refusal(.timeSyntax, "12.5")),
    ("-2s", Refusal(.negativeDuration, "-2s")),
    ("2s - 5s", Refusal(.negativeDuration, "2s - 5s")),
    ("5.s", Refusal(.numberSyntax, "5.", fixed: "5s")),
    ("1:5", Refusal(.timeSyntax, "5", fixed: "1:05")),
    ("01:75", Refusal(.timeSyntax, "75")),
    ("00:60:00", Refusal(.timeSyntax, "60")),
    ("00;00;01;12", Refusal(.timeSyntax, "00;00;01;12", fixed: "00:00:01;12")),
    ("1/0s", Refusal(.numberSyntax, "1/0")),
    ("1.5/2s", Refusal(.numberSyntax, "1.5/2")),
    ("9223372036854775808s", Refusal(.numberOutOfRange, "9223372036854775808")),
    ("0.12345678901234567891234s", Refusal(.numberOutOfRange, "0.12345678901234567891234")),
    (
      "99999999999999999999999999999999999999999999s",
      Refusal(.numberOutOfRange, String(repeating: "9", count: 44))
    ),
    ("99999999999999999999f", Refusal(.numberOutOfRange, "99999999999999999999")),
    ("", Refusal(.emptyValue, "")),
    ("2s 3s", Refusal(.timeSyntax, "3s")),
    ("2s -", Refusal(.timeSyntax, "2s -")),
    ("1e3s", Refusal(.numberSyntax, "e")),
    ("fast", Refusal(.timeSyntax, "fast")),
    ("2\u{2212}1s", Refusal(.lookAlikeCharacter, "\u{2212}", fixed: "2-1s")),
  ]
  for (text, expected) in mistakes { #expect(refusal(.duration, text) == expected, "\(text)") }
}

@Test("a bare number offers both readings, and neither is applied without a person")
func bareNumber() {
  let found = diagnostic(.duration, "5")
  #expect(found?.fixes.map(\.title) == ["write `5s`", "write `5f`"])
  #expect(found?.fixes.map(\.isSafe) == [false, false])
  #expect(found?.message == "`5` has no unit, expected `5s` or `5f`")
  #expect(diagnostic(.duration, "0")?.fixes.map(\.isSafe) == [true])
}

@Test("each spelling of a time hangs on the anchor it names")
func times() {
  let spellings: [(String, TimeExpression)] = [
    ("2s", time(seconds(2))),
    ("start", TimeExpression(.start)),
    ("end", TimeExpression(.end)),
    ("-2s", beforeEnd(seconds(2))),
    ("end - 2s", beforeEnd(seconds(2))),
    ("end-2s", beforeEnd(seconds(2))),
    ("start + 5f", time(.frames(5))),
    ("intro.end", TimeExpression(.item(name: "intro", edge: .end))),
    (
      "intro.end + 1s",
      TimeExpression(.item(name: "intro", edge: .end), offset: plain(seconds(1)))
    ),
    (
      "part-2.start - 5f",
      TimeExpression(
        .item(name: "part-2", edge: .start),
        offset: DurationExpression([.init(.frames(5), isSubtracted: true)]))
    ),
    ("été.end", TimeExpression(.item(name: "été", edge: .end))),
    ("end.start", TimeExpression(.item(name: "end", edge: .start))),
  ]
  for (text, expected) in spellings { #expect(value(.time, text) == expected, "\(text)") }
  #expect(
    value(.takeTime, "tc 01:00:10:00") == TimeExpression(.mediaTimecode(timecode(1, 0, 10, 0))))
}

@Test("a mistake in a time is named at its place, with the repair")
func timeMistakes() {
  let mistakes: [(String, Refusal)] = [
    ("intro", Refusal(.timeSyntax, "intro", fixed: "intro.start")),
    ("intro.ned", Refusal(.unknownValue, "ned", fixed: "intro.end")),
    ("intro.out", Refusal(.unknownValue, "out", fixed: "intro.end")),
    ("begin", Refusal(.unknownValue, "begin", fixed: "start")),
    ("strat", Refusal(.unknownValue, "strat", fixed: "start")),
    ("tc 01:00:10:00", Refusal(.timeSyntax, "tc")),
    ("+2s", Refusal(.timeSyntax, "+2s")),
    ("7", Refusal(.bareNumber, "7", fixed: "7s")),
    ("intro.end + 1", Refusal(.bareNumber, "1", fixed: "intro.end + 1s")),
  ]
  for (text, expected) in mistakes { #expect(refusal(.time, text) == expected, "\(text)") }
  #expect(refusal(.takeTime, "tc 10s") == Refusal(.timeSyntax, "10"))
}

@Test("a share is exact, from nothing to all of the length")
func shares() {
  let spellings: [(String, Int64, Int64, TimeExpression.Edge)] = [
    ("50%", 1, 2, .start), ("0%", 0, 1, .start), ("100%", 1, 1, .start), ("12.5%", 1, 8, .start),
    ("100/3%", 1, 3, .start), ("-25%", 1, 4, .end), ("- 33.3%", 333, 1000, .end),
  ]
  for (text, numerator, denominator, edge) in spellings {
    let anchor = TimeExpression.Anchor.share(
      Share(numerator: numerator, denominator: denominator), from: edge)
    #expect(value(.time, text) == TimeExpression(anchor), "\(text)")
    #expect(
      value(.takeTime, text + " - 12f")
        == TimeExpression(anchor, offset: DurationExpression([.init(.frames(12), isSubtracted: true)])))
    #expect(value(.filmRange, text + "..") == .between(TimeExpression(anchor), nil), "\(text)")
  }
  let mistakes: [(String, Refusal)] = [
    ("101%", Refusal(.numberOutOfRange, "101%")),
    ("-100.1%", Refusal(.numberOutOfRange, "100.1%")),
    ("1s + 50%", Refusal(.wrongUnit, "%")),
    ("end - 50%", Refusal(.wrongUnit, "%")),
  ]
  for (text, expected) in mistakes { #expect(refusal(.time, text) == expected, "\(text)") }
  #expect(refusal(.takeRange, "50%") == Refusal(.rangeSyntax, "50%", fixed: "..50%"))
  #expect(refusal(.takeRange, "first 50%") == Refusal(.rangeSyntax, "first 50%", fixed: "..50%"))
  #expect(refusal(.takeRange, "last 25%") == Refusal(.rangeSyntax, "last 25%", fixed: "-25%.."))
  #expect(refusal(.duration, "50%") == Refusal(.wrongUnit, "%"))
}

/// A scalar of a script with these markers.
private func scalar(_ text: String, markers: Set<String>) -> ScalarText {
  ScalarText(text: text, range: SourceRange(0, text.utf8.count), start: 0, markers: markers)
}

@Test("the name of a marker is a time of the film, before every word but those that are times themselves")
func markers() throws {
  let names: Set = ["turn", "end-card", "lost", "begin", "first", "from", "tc", "end", "part-2", "all"]
  let read = { (text: String) in ValueGrammar<MomentOrRange>.momentOrRange.read(scalar(text, markers: names))
  }
  let times: [(String, String)] = [
    ("turn", "turn"), ("turn + 1s", "turn + 1s"), ("end-card - 2f", "end-card - 2f"), ("lost", "lost"),
    ("begin", "begin"), ("first", "first"), ("from..turn", "from..turn"), ("tc", "tc"),
    ("part-2..", "part-2.."),
    ("first 1s", "first 1s"), ("turn for 2s", "turn for 2s"), ("turn.end", "turn.end"), ("..lost", "..lost"),
  ]
  for (text, canonical) in times {
    #expect(try read(text).get().canonicalText == canonical)
  }
  let marked = TimeExpression(.marker("lost"))
  #expect(try read("lost").get() == .moment(marked))
  let mistakes: [(String, DiagnosticID, String?)] = [
    ("end", .ambiguousMarker, nil), ("end - 1s", .ambiguousMarker, nil), ("all", .ambiguousMarker, nil),
    ("trun", .unknownValue, "turn"), ("turn-1s", .unknownName, "turn - 1s"),
    ("strat", .unknownValue, "start"),
    ("frist 1s", .unknownValue, "first 1s"), ("elsewhere", .timeSyntax, "elsewhere.start"),
  ]
  for (text, id, fixed) in mistakes {
    guard case .failure(let problem) = read(text) else {
      Issue.record("\(text)")
      continue
    }
    #expect(problem.diagnostic.id == id, "\(text): \(problem.diagnostic.message)")
    let source = SourceText(name: "test", text)
    #expect(problem.diagnostic.fixes.first.flatMap { source.applying($0.edits) } == fixed, "\(text)")
  }
  // Only times of the film are marked.
  for grammar in [ValueGrammar<RangeExpression>.range, .takeRange] {
    guard case .failure(let problem) = grammar.read(scalar("turn..", markers: names)) else {
      Issue.record("turn.. is no range of media")
      continue
    }
    #expect(problem.diagnostic.id == .unknownName)
  }
}

@Test("each spelling of a range has the ends it names")
func ranges() {
  let one = plain(seconds(1))
  let spellings: [(String, RangeExpression)] = [
    ("all", .all),
    ("2s..5s", .between(time(seconds(2)), time(seconds(5)))),
    ("2s .. 5s", .between(time(seconds(2)), time(seconds(5)))),
    ("2s..", .between(time(seconds(2)), nil)),
    ("..5s", .between(nil, time(seconds(5)))),
    ("...5s".replacing("...", with: ".. ."), .between(nil, time(seconds(1, 2)))),
    ("-3s..", .between(beforeEnd(seconds(3)), nil)),
    ("-3s..-1s", .between(beforeEnd(seconds(3)), beforeEnd(seconds(1)))),
    ("2s for 1s", .starting(time(seconds(2)), duration: one)),
    ("first 1s", .first(one)),
    ("last 1s", .last(one)),
    (
      "intro.end..outro.start",
      .between(
        TimeExpression(.item(name: "intro", edge: .end)), TimeExpression(.item(name: "outro", edge: .start)))
    ),
    ("first.end..", .between(TimeExpression(.item(name: "first", edge: .end)), nil)),
    ("start..end", .between(TimeExpression(.start), TimeExpression(.end))),
  ]
  for (text, expected) in spellings {
    #expect(value(.range, text) == expected, "\(text)")
    #expect(value(.momentOrRange, text) == .range(expected), "\(text)")
  }
  #expect(value(.momentOrRange, "2s") == .moment(time(seconds(2))))
  #expect(
    value(.takeRange, "tc 01:00:10:00 for 1s")
      == .starting(TimeExpression(.mediaTimecode(timecode(1, 0, 10, 0))), duration: one))
  #expect(value(.durationLimit, "..1s") == one)
  #expect(value(.durationRange, "..60s") == .between(nil, time(seconds(60))))
}

@Test("a mistake in a range is named at its place, with the repair")
func rangeMistakes() {
  let mistakes: [(String, Refusal)] = [
    ("5s", Refusal(.rangeSyntax, "5s", fixed: "..5s")),
    ("2s-5s", Refusal(.rangeSyntax, "2s-5s", fixed: "2s..5s")),
    ("2s to 5s", Refusal(.rangeSyntax, "to", fixed: "2s..5s")),
    ("from 2s to 5s", Refusal(.rangeSyntax, "from", fixed: "2s to 5s")),
    ("2s, 5s", Refusal(.rangeSyntax, ",", fixed: "2s..5s")),
    ("2s...5s", Refusal(.rangeSyntax, "...", fixed: "2s..5s")),
    ("2s..<5s", Refusal(.rangeSyntax, "..<", fixed: "2s..5s")),
    ("2s…5s", Refusal(.lookAlikeCharacter, "…", fixed: "2s..5s")),
    ("..", Refusal(.rangeSyntax, "..", fixed: "all")),
    ("2..5s", Refusal(.bareNumber, "2", fixed: "2s..5s")),
    ("2s..5", Refusal(.bareNumber, "5", fixed: "2s..5s")),
    ("first -1s", Refusal(.negativeDuration, "-1s")),
    ("2s for", Refusal(.rangeSyntax, "2s for")),
    ("frist 1s", Refusal(.unknownValue, "frist", fixed: "first 1s")),
    ("2s..5s,", Refusal(.rangeSyntax, ",")),
    ("tc 01:00:10:00..", Refusal(.timeSyntax, "tc")),
  ]
  for (text, expected) in mistakes { #expect(refusal(.range, text) == expected, "\(text)") }
  #expect(refusal(.durationLimit, "2s") == Refusal(.rangeSyntax, "2s", fixed: "..2s"))
  #expect(refusal(.durationLimit, "2") == Refusal(.rangeSyntax, "2", fixed: "..2s"))
  #expect(refusal(.durationRange, "60s") == Refusal(.rangeSyntax, "60s", fixed: "..60s"))
  #expect(refusal(.momentOrRange, "2s to 5s") == Refusal(.rangeSyntax, "to", fixed: "2s..5s"))
}

@Test("rates are the exact broadcast fractions, and speeds exact factors")
func ratesAndSpeeds() {
  let rates: [(String, RateValue?)] = [
    ("auto", .auto),
    ("30", FrameRate(30).map(RateValue.exactly)),
    ("29.97", FrameRate(30000, per: 1001).map(RateValue.exactly)),
    ("29.970", FrameRate(30000, per: 1001).map(RateValue.exactly)),
    ("23.976", FrameRate(24000, per: 1001).map(RateValue.exactly)),
    ("30000/1001", FrameRate(30000, per: 1001).map(RateValue.exactly)),
    ("12.5", FrameRate(25, per: 2).map(RateValue.exactly)),
  ]
  for (text, expected) in rates { #expect(value(.rate, text) == expected, "\(text)") }
  let speeds: [(String, Int64, Int64)] = [
    ("2x", 2, 1), ("2", 2, 1), ("0.5x", 1, 2), ("-1x", -1, 1), ("3/2x", 3, 2), ("1.001x", 1001, 1000),
  ]
  for (text, numerator, denominator) in speeds {
    #expect(value(.speed, text) == Speed(numerator: numerator, denominator: denominator), "\(text)")
  }
  #expect(refusal(.rate, "30fps") == Refusal(.wrongUnit, "fps", fixed: "30"))
  #expect(refusal(.rate, "30 fps") == Refusal(.wrongUnit, "fps", fixed: "30"))
  #expect(refusal(.rate, "23.97") == Refusal(.numberSyntax, "23.97", fixed: "23.976"))
  #expect(refusal(.rate, "0") == Refusal(.numberOutOfRange, "0"))
  #expect(refusal(.rate, "30000") == Refusal(.numberOutOfRange, "30000"))
  #expect(refusal(.rate, "ntsc") == Refusal(.numberSyntax, "ntsc", fixed: "29.97"))
  #expect(refusal(.speed, "50%") == Refusal(.wrongUnit, "50%", fixed: "0.5x"))
  #expect(refusal(.speed, "-50%") == Refusal(.wrongUnit, "-50%", fixed: "-0.5x"))
  #expect(refusal(.speed, "2 x") == Refusal(.wrongUnit, "2 x", fixed: "2x"))
  #expect(refusal(.rate, "Auto") == Refusal(.unknownValue, "Auto", fixed: "auto"))
  #expect(refusal(.speed, "0x") == Refusal(.speedOutOfRange, "0"))
  #expect(refusal(.speed, "2X") == Refusal(.wrongUnit, "X", fixed: "2x"))
}
