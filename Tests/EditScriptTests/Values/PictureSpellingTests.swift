import Basics
import Composition
import Diagnostics
import EditScript
import TestSupport
import Testing

private func px(_ amount: Double) -> Length { Length(amount, .pixels) }
private func percent(_ amount: Double) -> Length { Length(amount, .percent) }

@Test("each spelling of a length, a size and a canvas is the measure it says")
func lengthsAndSizes() {
  #expect(value(.length, "24px") == px(24))
  #expect(value(.length, "12.5%") == percent(12.5))
  #expect(value(.length, "5vmin") == Length(5, .vmin))
  #expect(value(.size, "1280x720") == SizeValue(width: px(1280), height: px(720)))
  #expect(value(.size, "1280 x 720") == SizeValue(width: px(1280), height: px(720)))
  #expect(value(.size, "50%x50%") == SizeValue(width: percent(50), height: percent(50)))
  #expect(value(.size, "10pxx20vmin") == SizeValue(width: px(10), height: Length(20, .vmin)))
  #expect(value(.canvasSize, "auto") == .auto)
  #expect(value(.canvasSize, "1280x720") == .exactly(width: 1280, height: 720))
}

@Test("a mistake in a length or a size is named at its place, with the repair")
func lengthMistakes() {
  let lengths: [(String, Refusal)] = [
    ("24", Refusal(.bareNumber, "24", fixed: "24px")),
    ("0", Refusal(.bareNumber, "0", fixed: "0px")),
    ("24 px", Refusal(.wrongUnit, "24 px", fixed: "24px")),
    ("24pt", Refusal(.wrongUnit, "pt")),
    ("24PX", Refusal(.wrongUnit, "PX", fixed: "24px")),
    ("50 percent", Refusal(.wrongUnit, "50 percent", fixed: "50%")),
    ("5vmni", Refusal(.wrongUnit, "vmni", fixed: "5vmin")),
    ("+5px", Refusal(.lengthSyntax, "+5px", fixed: "5px")),
    ("-5px", Refusal(.sizeOutOfRange, "-5px")),
    ("auto", Refusal(.lengthSyntax, "auto")),
    ("99999999999px", Refusal(.sizeOutOfRange, "99999999999")),
  ]
  for (text, expected) in lengths { #expect(refusal(.length, text) == expected, "\(text)") }
  let sizes: [(String, Refusal)] = [
    ("1280X720", Refusal(.lengthSyntax, "X", fixed: "1280x720")),
    ("1280*720", Refusal(.lengthSyntax, "*", fixed: "1280x720")),
    ("1280:720", Refusal(.lengthSyntax, ":", fixed: "1280x720")),
    ("1280×720", Refusal(.lookAlikeCharacter, "×", fixed: "1280x720")),
    ("1080p", Refusal(.lengthSyntax, "1080p", fixed: "1920x1080")),
    ("4k", Refusal(.lengthSyntax, "4k", fixed: "3840x2160")),
    ("1280", Refusal(.lengthSyntax, "1280")),
    ("1280x", Refusal(.lengthSyntax, "1280x")),
    ("0x720", Refusal(.sizeOutOfRange, "0")),
    ("1280x720x3", Refusal(.lengthSyntax, "x3")),
  ]
  for (text, expected) in sizes { #expect(refusal(.size, text) == expected, "\(text)") }
  #expect(refusal(.canvasSize, "50%x50%") == Refusal(.lengthSyntax, "50%x50%"))
  #expect(refusal(.canvasSize, "40000x20") == Refusal(.sizeOutOfRange, "40000x20"))
}

@Test("each spelling of a place is the place it names")
func places() {
  let zero = px(0)
  let spellings: [(String, Place)] = [
    ("center", .named(.center, horizontalMargin: zero, verticalMargin: zero)),
    ("top left", .named(.topLeft, horizontalMargin: zero, verticalMargin: zero)),
    ("bottom right, margin 24px", .named(.bottomRight, horizontalMargin: px(24), verticalMargin: px(24))),
    ("bottom right margin 24px", .named(.bottomRight, horizontalMargin: px(24), verticalMargin: px(24))),
    ("top, margin 5% 20px", .named(.top, horizontalMargin: percent(5), verticalMargin: px(20))),
    ("50%, 20px", .at(x: percent(50), y: px(20), anchor: .center)),
    ("50%,20px anchor top left", .at(x: percent(50), y: px(20), anchor: .topLeft)),
    ("-20px, 50%, anchor right", .at(x: px(-20), y: percent(50), anchor: .right)),
  ]
  for (text, expected) in spellings { #expect(value(.place, text) == expected, "\(text)") }
}

@Test("a mistake in a place is named at its place, with the repair")
func placeMistakes() {
  let mistakes: [(String, Refusal)] = [
    ("right bottom", Refusal(.unknownValue, "right bottom", fixed: "bottom right")),
    ("top-left", Refusal(.unknownValue, "top-left", fixed: "top left")),
    ("topLeft", Refusal(.unknownValue, "topLeft", fixed: "top left")),
    ("top center", Refusal(.unknownValue, "top center", fixed: "top")),
    ("middle", Refusal(.unknownValue, "middle", fixed: "center")),
    ("top letf", Refusal(.unknownValue, "top letf", fixed: "top left")),
    ("botom", Refusal(.unknownValue, "botom", fixed: "bottom")),
    ("somewhere", Refusal(.unknownValue, "somewhere")),
    ("top, margin 24", Refusal(.bareNumber, "24", fixed: "top, margin 24px")),
    ("top, margins 24px", Refusal(.unknownValue, "margins", fixed: "top, margin 24px")),
    ("50% 20px", Refusal(.lengthSyntax, "50% 20px", fixed: "\"50%, 20px\"")),
    ("100, 50px", Refusal(.bareNumber, "100", fixed: "100px, 50px")),
    ("50%, 20px anchor", Refusal(.lengthSyntax, "50%, 20px anchor")),
    ("top left 24px", Refusal(.lengthSyntax, "24px", fixed: "top left margin 24px")),
    ("top middle", Refusal(.unknownValue, "top middle", fixed: "top")),
    ("top,", Refusal(.lengthSyntax, ",")),
  ]
  for (text, expected) in mistakes { #expect(refusal(.place, text) == expected, "\(text)") }
}

@Test("each spelling of a colour has the channels it says")
func colors() {
  let spellings: [(String, Color)] = [
    ("red", Color(red: 255, green: 0, blue: 0)),
    ("rebeccapurple", Color(red: 0x66, green: 0x33, blue: 0x99)),
    ("grey", Color(red: 128, green: 128, blue: 128)),
    ("#f80", Color(red: 255, green: 0x88, blue: 0)),
    ("#Ff8800", Color(red: 255, green: 0x88, blue: 0)),
    ("#12345678", Color(red: 0x12, green: 0x34, blue: 0x56, alpha: 0x78)),
    ("transparent", Color(red: 0, green: 0, blue: 0, alpha: 0)),
  ]
  for (text, expected) in spellings { #expect(value(.color, text) == expected, "\(text)") }
}

@Test("every colour name that ffmpeg knows has ffmpeg's value, but for two that CSS changed")
func colorNames() throws {
  var lines = try run(["ffmpeg", "-hide_banner", "-colors"]).text.split(separator: "\n").dropFirst()
  // Old X11 values: CSS has #9370db and #db7093.
  lines = lines.filter { !$0.hasPrefix("MediumPurple") && !$0.hasPrefix("PaleVioletRed") }[...]
  #expect(lines.count == 138)
  for line in lines {
    let columns = line.split(separator: " ")
    #expect(
      value(.color, columns[0].lowercased())?.canonicalText == columns[1].lowercased(), "\(columns[0])")
  }
  #expect(value(.color, "mediumpurple")?.canonicalText == "#9370db")
  #expect(value(.color, "palevioletred")?.canonicalText == "#db7093")
}

@Test("a mistake in a colour is named at its place, with the repair")
func colorMistakes() {
  let mistakes: [(String, Refusal)] = [
    ("Red", Refusal(.unknownValue, "Red", fixed: "red")),
    ("red-ish", Refusal(.unknownValue, "red-ish", fixed: "red")),
    ("slatgray", Refusal(.unknownValue, "slatgray", fixed: "slategray")),
    ("dark blue", Refusal(.unknownValue, "dark blue", fixed: "darkblue")),
    ("ff8800", Refusal(.wrongColor, "ff8800", fixed: "\"#ff8800\"")),
    ("0xff8800", Refusal(.wrongColor, "0xff8800", fixed: "\"#ff8800\"")),
    ("red@0.5", Refusal(.wrongColor, "red@0.5", fixed: "\"#ff000080\"")),
    ("rgb(255, 136, 0)", Refusal(.wrongColor, "rgb(255, 136, 0)", fixed: "\"#ff8800\"")),
    ("rgba(255,136,0,0.5)", Refusal(.wrongColor, "rgba(255,136,0,0.5)", fixed: "\"#ff880080\"")),
    ("hsl(10, 50%, 50%)", Refusal(.wrongColor, "hsl(10, 50%, 50%)")),
    ("#f808", Refusal(.wrongColor, "#f808", fixed: "\"#ff880088\"")),
    ("#ggg", Refusal(.wrongColor, "#ggg")),
    ("#+ff", Refusal(.wrongColor, "#+ff")),
    ("", Refusal(.emptyValue, "")),
  ]
  for (text, expected) in mistakes { #expect(refusal(.color, text) == expected, "\(text)") }
  #expect(diagnostic(.color, "")?.hint == "an unquoted `#` starts a YAML comment; write `\"#ff0000\"`")
}

@Test("a repair inside quotes stays inside them, and one of escaped text replaces all of it")
func quotedRepairs() {
  let source = SourceText(name: "test", "color: '0xff8800'")
  let inQuotes = ScalarText(text: "0xff8800", range: SourceRange(7, 17), start: 8)
  let escaped = ScalarText(text: "0xff8800", range: SourceRange(7, 17), start: nil)
  let fixed = [inQuotes, escaped].map { scalar -> String? in
    guard case .failure(let problem) = ValueGrammar<Color>.color.read(scalar) else { return nil }
    return problem.diagnostic.fixes.first.flatMap { source.applying($0.edits) }
  }
  #expect(fixed == ["color: '#ff8800'", "color: \"#ff8800\""])
}

@Test("crops, strokes, angles and motions are read")
func otherPictureValues() {
  #expect(
    value(.crop, "10% 0px 10% 5px")
      == .insets(left: percent(10), top: px(0), right: percent(10), bottom: px(5)))
  #expect(
    value(.crop, "100px,50px 640x360")
      == .window(x: px(100), y: px(50), size: SizeValue(width: px(640), height: px(360))))
  #expect(refusal(.crop, "10% 5%") == Refusal(.lengthSyntax, "10% 5%"))
  #expect(refusal(.crop, "100,50 640x360") == Refusal(.bareNumber, "100", fixed: "100px,50 640x360"))
  #expect(
    value(.stroke, "2px #fff")
      == StrokeValue(width: px(2), color: Color(red: 255, green: 255, blue: 255)))
  #expect(value(.angle, "90deg") == Angle(degrees: 90))
  #expect(value(.angle, "-0.25turn") == Angle(degrees: -90))
  #expect(refusal(.angle, "90") == Refusal(.bareNumber, "90", fixed: "90deg"))
  #expect(refusal(.angle, "90°") == Refusal(.lookAlikeCharacter, "°", fixed: "90deg"))
  #expect(refusal(.angle, "90 degrees") == Refusal(.wrongUnit, "90 degrees", fixed: "90deg"))
  #expect(value(.motion, "zoom-in 10%") == MotionValue(kind: .zoomIn, amount: 0.1))
  #expect(value(.motion, "pan-left") == MotionValue(kind: .panLeft))
  #expect(refusal(.motion, "zoomIn") == Refusal(.unknownValue, "zoomIn", fixed: "zoom-in"))
  #expect(refusal(.motion, "zoom-in 10") == Refusal(.bareNumber, "10", fixed: "zoom-in 10%"))
}

@Test("a word that means a side of another item is none of the nine places")
func misspelledSides() {
  let mistakes: [(String, Refusal?)] = [
    ("belw headline", Refusal(.unknownValue, "belw", fixed: "below headline")),
    (
      "bellow headline left, margin 3vmin",
      Refusal(.unknownValue, "bellow", fixed: "below headline left, margin 3vmin")
    ),
    ("abvoe headline", Refusal(.unknownValue, "abvoe", fixed: "above headline")),
    ("Below headline", Refusal(.unknownValue, "Below", fixed: "below headline")),
    ("under headline", Refusal(.unknownValue, "under", fixed: "below headline")),
    ("over headline", Refusal(.unknownValue, "over", fixed: "above headline")),
    ("botom right", Refusal(.unknownValue, "botom right", fixed: "bottom right")),
    ("middle left", Refusal(.unknownValue, "middle left", fixed: "left")), ("below headline", nil),
    ("bottom right", nil),
  ]
  for (text, expected) in mistakes { #expect(refusal(.itemPlace, text) == expected, "\(text)") }
  // Elsewhere there are no items to be beside.
  #expect(refusal(.place, "belw headline")?.fixed == nil)
  #expect(diagnostic(.itemPlace, "belw headline")?.message == "unknown side `belw`, did you mean `below`?")
  #expect(
    diagnostic(.itemPlace, "belw headline")?.hint == "allowed: `above`, `below`, `left of` or `right of`")
}
