import Basics
import Composition
import Diagnostics
import EditScript
import Testing

private func ramp(_ text: String) -> Ramp<Double>? { value(.ramp(.opacity), text) }

@Test("easings are CSS's curves by name, or written out")
func easings() {
  let spellings: [(String, Easing)] = [
    ("linear", .linear),
    ("hold", .hold),
    ("ease", .cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)),
    ("ease-in", .cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)),
    ("ease-out", .cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)),
    ("ease-in-out", .cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)),
    ("cubic-bezier(0.2, -0.5,0,1.5)", .cubicBezier(x1: 0.2, y1: -0.5, x2: 0, y2: 1.5)),
    ("spring(200,20)", .spring(stiffness: 200, damping: 20)),
    ("spring", .spring(stiffness: 100, damping: 10)),
  ]
  for (text, expected) in spellings { #expect(value(.easing, text) == expected, "\(text)") }
  let mistakes: [(String, Refusal)] = [
    ("easeInOut", Refusal(.unknownValue, "easeInOut", fixed: "ease-in-out")),
    ("ease_in", Refusal(.unknownValue, "ease_in", fixed: "ease-in")),
    ("liner", Refusal(.unknownValue, "liner", fixed: "linear")),
    ("step-end", Refusal(.unknownValue, "step-end", fixed: "hold")),
    ("cubic-bezier(1.2,0,0,1)", Refusal(.numberOutOfRange, "1.2")),
    ("cubic-bezier(0,0,1)", Refusal(.rampSyntax, "(0,0,1)")),
    ("cubic-bezier", Refusal(.rampSyntax, "cubic-bezier")),
    ("spring(0,1)", Refusal(.numberOutOfRange, "0")),
    ("spring(1 2)", Refusal(.rampSyntax, "2)")),
  ]
  for (text, expected) in mistakes { #expect(refusal(.easing, text) == expected, "\(text)") }
}

@Test("a ramp has values, a range with its place, and an easing")
func ramps() {
  #expect(ramp("1 -> 0") == Ramp(values: [1, 0]))
  #expect(ramp("1->0") == Ramp(values: [1, 0]))
  #expect(ramp("0 -> 100% -> .5") == Ramp(values: [0, 1, 0.5]))
  let lastSecond = RangeExpression.last(DurationExpression([.init(.seconds(RationalTime(seconds: 1)))]))
  #expect(
    ramp("1 -> 0 over last 1s") == Ramp(values: [1, 0], range: Located(lastSecond, at: SourceRange(12, 19))))
  #expect(
    ramp("1 -> 0 over last 1s hold")
      == Ramp(values: [1, 0], range: Located(lastSecond, at: SourceRange(12, 19)), easing: .hold))
  #expect(
    ramp("1 -> 0 cubic-bezier(0, 0, 1, 1)")
      == Ramp(values: [1, 0], easing: .cubicBezier(x1: 0, y1: 0, x2: 1, y2: 1)))
  let places = value(.ramp(.place), "center -> top left, margin 5px over all ease")
  #expect(places?.values.count == 2)
  #expect(places?.range?.value == .all)
  #expect(
    places?.values.last
      == .named(.topLeft, horizontalMargin: Length(5, .pixels), verticalMargin: Length(5, .pixels)))
  #expect(
    value(.ramp(.speed), "1x -> 4x")
      == Ramp(values: [.normal, Speed(numerator: 4, denominator: 1)]))
}

@Test("an animated value is a plain value or a ramp that knows its place")
func animated() {
  #expect(value(.animated(.opacity), "0.5") == .constant(0.5))
  #expect(
    value(.animated(.opacity), " 1 -> 0") == .ramps([Located(Ramp(values: [1, 0]), at: SourceRange(1, 7))]))
  #expect(value(.keyFrameValue(.opacity), "1") == KeyFrameValue(value: 1))
  #expect(value(.keyFrameValue(.opacity), "1 hold") == KeyFrameValue(value: 1, easing: .hold))
  #expect(value(.keyFrameValue(.place), "top left hold")?.easing == .hold)
}

@Test("a mistake in a ramp is named at its place, with the repair")
func rampMistakes() {
  let mistakes: [(String, Refusal)] = [
    ("1 => 0", Refusal(.rampSyntax, "=>", fixed: "1 -> 0")),
    ("1 → 0", Refusal(.lookAlikeCharacter, "→", fixed: "1 -> 0")),
    ("1 --> 0", Refusal(.rampSyntax, "-->", fixed: "1 -> 0")),
    ("1 to 0", Refusal(.rampSyntax, "to", fixed: "1 -> 0")),
    ("1 -> 5", Refusal(.bareNumber, "5", fixed: "1 -> 5%")),
    ("1 -> ", Refusal(.rampSyntax, "1 ->")),
    ("1 -> 0 ovr 1s..2s", Refusal(.rampSyntax, "ovr", fixed: "1 -> 0 over 1s..2s")),
    ("1 -> 0 for first 1s", Refusal(.rampSyntax, "for", fixed: "1 -> 0 over first 1s")),
    ("1 -> 0 over 1s", Refusal(.rangeSyntax, "1s", fixed: "1 -> 0 over ..1s")),
    ("1 -> 0 over last 1", Refusal(.bareNumber, "1", fixed: "1 -> 0 over last 1s")),
    ("1 -> 0 ease-inn", Refusal(.unknownValue, "ease-inn", fixed: "1 -> 0 ease-in")),
    ("1 -> 0 ease-in over last 1s", Refusal(.rampSyntax, "ease-in", fixed: "1 -> 0 over last 1s ease-in")),
    ("1 over last 1s", Refusal(.rampSyntax, "last 1s")),
    ("half -> 1", Refusal(.numberSyntax, "half")),
  ]
  for (text, expected) in mistakes { #expect(refusal(.animated(.opacity), text) == expected, "\(text)") }
  #expect(refusal(.animated(.color), "red -> bleu") == Refusal(.unknownValue, "bleu", fixed: "red -> blue"))
  #expect(
    refusal(.animated(.color), "red -> 0x0000ff")
      == Refusal(.wrongColor, "0x0000ff", fixed: "\"red -> #0000ff\""))
  #expect(refusal(.keyFrameValue(.opacity), "1 -> 0") == Refusal(.rampSyntax, "1 -> 0"))
}

@Test("the nearest word is suggested, and none where none is near")
func suggestions() {
  let words = ["opacity", "clip", "take", "at", "ease-in-out", "for", "fit"]
  let pairs: [(String, String?)] = [
    ("opactiy", "opacity"), ("Opacity", "opacity"), ("opaque", nil), ("clpi", "clip"), ("clips", "clip"),
    ("tkae", "take"), ("easeInOut", "ease-in-out"), ("EASE_IN_OUT", "ease-in-out"), ("ta", "at"), ("x", nil),
    ("", nil), ("frr", "for"), (String(repeating: "a", count: 100_000), nil),
  ]
  for (word, expected) in pairs {
    #expect(Suggestion.best(for: word, among: words) == expected, "\(word.prefix(20))")
  }
}
