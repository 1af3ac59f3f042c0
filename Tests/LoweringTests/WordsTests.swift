import Basics
import Composition
import Diagnostics
import EditScript
import Lowering
import Testing
import YAMLTree

/// A script whose words are all of one size.
struct WordyScript {
  let film: LoweredFilm
  let messages: [String]
  let wanted: [TextPicture]

  static let facts = TextFacts(
    size: PixelSize(width: 200, height: 50), reach: PixelInsets(left: 3, top: 2, right: 5, bottom: 8),
    ink: PixelBox(x: 2, y: 10, width: 196, height: 30), letterCount: 30, unitCount: 5,
    fonts: [FontReference(path: "/fonts/a.ttf", digest: "aa")])

  /// Without a state nobody measures anything.
  init(_ items: String, state: TextState? = .measured(facts)) {
    let text =
      "edit: 1\ncanvas: {size: 1000x500, rate: 25}\ntimeline: [{color: navy, for: 4s}]\noverlays:\n\(items)\n"
    let source = SourceText(name: "test.edit", text)
    let reading = EditScript.read(YAMLTree.parse(source).tree, in: source)
    var table = MediaTable()
    wanted = wantedFonts(of: reading.script, media: table).texts
    if let state {
      table.texts = TextTable(Dictionary(uniqueKeysWithValues: wanted.map { ($0, state) }))
    }
    film = lower(reading.script, media: table)
    messages = (reading.diagnostics + film.diagnostics).map { "\($0.id.name): \($0.message)" }
  }

  func layer() throws -> Layer { try #require(film.composition?.layers.last, "\(messages)") }

  func words() throws -> ShownWords {
    guard case .text(let words) = try layer().picture else { throw NoWords() }
    return words
  }

  struct NoWords: Error {}
}

@Suite("Words on the canvas")
struct WordsTests {
  private var half: RationalTime { RationalTime(1, 2) ?? .zero }

  @Test("are placed by their lines and box, not by what shadows add")
  func places() throws {
    let corner = try WordyScript("  - text: Hello\n    place: bottom right, margin 20px").layer()
    // 1000 - 20 - 200 and 500 - 20 - 50, less the reach of 3 and 2 pixels.
    #expect(corner.contentBox == PixelBox(x: 777, y: 428, width: 208, height: 60))
    let middle = try WordyScript("  - text: Hello").layer()
    #expect(middle.contentBox == PixelBox(x: 397, y: 223, width: 208, height: 60))
  }

  @Test("have six hundredths of the canvas's height, are white, and stand on the side of their place")
  func defaults() throws {
    let text = try #require(WordyScript("  - text: Hello").wanted.first)
    let white = Color(red: 255, green: 255, blue: 255)
    #expect(text == TextPicture(words: "Hello", size: 30, color: white, alignment: .center))
    #expect(WordyScript("  - {text: a, place: top left}").wanted.first?.alignment == .left)
    #expect(WordyScript("  - {text: a, place: right}").wanted.first?.alignment == .right)
    #expect(WordyScript("  - {text: a, place: right, align: justify}").wanted.first?.alignment == .justify)
  }

  @Test("carry every key in pixels")
  func keys() throws {
    let script = WordyScript(
      """
        - text: <b>Hello</b>
          font: fonts/A.TTF
          size: 10%
          weight: semibold
          color: red
          width: 50%
          height: 40%
          line-height: 1.3
          stroke: 2px black
          shadow: {color: blue, x: 1px, y: 2px, blur: 3px}
          box: {color: lime, padding: 4px, radius: 5px}
          markup: true
      """)
    var expected = TextPicture(
      words: "<b>Hello</b>", isMarkup: true, font: .file("fonts/A.TTF"), size: 50, weight: 600,
      color: Color(red: 255, green: 0, blue: 0), alignment: .center, width: 500, height: 200, lineHeight: 1.3)
    expected.outline = TextOutline(width: 2, color: .black)
    expected.shadow = TextShadow(color: Color(red: 0, green: 0, blue: 255), x: 1, y: 2, blur: 3)
    expected.box = TextBox(color: Color(red: 0, green: 255, blue: 0), padding: 4, radius: 5)
    #expect(script.wanted == [expected])
  }

  @Test("that fade, slide or zoom do so for half a second at each end")
  func animations() throws {
    let fading = try WordyScript("  - {text: a, animate: fade, opacity: 0.5}").layer().opacity
    #expect(fading.value(at: .zero) == 0)
    #expect(fading.value(at: half) == 0.5)
    #expect(fading.value(at: RationalTime(seconds: 3)) == 0.5)
    #expect(fading.value(at: RationalTime(seconds: 4)) == 0)
    let y = try #require(try WordyScript("  - {text: a, animate: slide}").layer().movement).layout.place.y
    #expect(y.value(at: .zero) - y.value(at: half) == 60)
    let scale = try #require(try WordyScript("  - {text: a, animate: zoom}").layer().movement).layout.scale
    #expect(scale.value(at: .zero) == 0.75)
    #expect(scale.value(at: half) == 1)
  }

  @Test("that are typed come fifteen letters a second, and faster where time is short")
  func typing() throws {
    let letters = try #require(try WordyScript("  - {text: a, animate: typewriter}").words().letters)
    #expect(letters.value(at: .zero) == 1)
    #expect(letters.value(at: RationalTime(seconds: 2)) == 30)
    let short = WordyScript("  - {text: a, animate: typewriter, for: 1500ms}")
    let quick = try #require(try short.words().letters)
    #expect(quick.value(at: RationalTime(seconds: 1)) == 30)
  }

  @Test("whose units move need the time of all of them, at each end")
  func motion() throws {
    let item = "  - {text: a, animate: {in: rise, out: slide up, by: letter, for: 500ms, stagger: 100ms}}"
    let words = try WordyScript(item).words()
    #expect(words.text.motion?.unit == .letter)
    #expect(words.text.motion?.appearing == TextMotion.Passage(.rise, .easeOut))
    #expect(words.text.motion?.leaving == TextMotion.Passage(.slide(.up), .easeOut))
    let times = try #require(words.motion)
    // Five letters of the facts: 0.5 + 4 * 0.1 seconds of the four.
    #expect(times.total == 0.9)
    let moments = try [0, 400, 899, 900, 3100, 3101, 3900].map { times.moment(at: try time($0, 1000)) }
    #expect(moments.map { $0?.appeared != nil } == [true, true, true, false, false, false, false])
    #expect(moments.map { $0?.left != nil } == [false, false, false, false, false, true, true])
    #expect(moments[1]?.appeared == 0.4)
    #expect(abs((moments[6]?.left ?? 0) - 0.1) < 1e-9)
  }

  @Test("of which the first and the last unit move as the order says")
  func order() throws {
    let words = try WordyScript(
      "  - {text: a, animate: {in: fade, by: letter, stagger: 100ms, order: center}}"
    ).words()
    // Two letters begin later than the one in the middle, and two later than these.
    #expect(words.motion?.total == 0.7)
    let pop = try WordyScript("  - {text: a, animate: {in: pop, by: word}}").words()
    #expect(pop.text.motion?.appearing == TextMotion.Passage(.zoom(0.8), .shaped(.back, .out)))
    #expect(try WordyScript("  - {text: a, animate: {in: none}}").words().motion == nil)
  }

  @Test(
    "whose motion is impossible are refused with what would be possible",
    arguments: [
      (
        "in: rise, by: letter, stagger: 1s", "the letters need 4.5s to move, and the item lasts 4s",
        "write `stagger: 875ms`, or a shorter `for`"
      ),
      (
        "in: rise, out: rise, by: word, stagger: 500ms",
        "the words need 2.5s to move, and the item lasts 4s, half of it for appearing and half for leaving",
        "write `stagger: 375ms`, or a shorter `for`"
      ),
      ("in: fade, for: 5s", "the text needs 5s to move, and the item lasts 4s", "write a shorter `for`"),
      (
        "in: fade, ease: ease-out-back", "`ease-out-back` goes beyond the end of `fade`",
        "use `ease-out`, which stays between the two values"
      ),
      (
        "in: rise, out: wipe left, ease: spring", "`spring` goes beyond the end of `wipe left`",
        "use `ease-out`, which stays between the two values"
      ),
    ])
  func impossible(settings: String, message: String, hint: String) {
    let script = WordyScript("  - {text: a, animate: {\(settings)}}")
    let finding = script.film.diagnostics.first { $0.message == message }
    #expect(finding?.hint == hint, "\(script.messages)")
    #expect(script.film.composition == nil)
  }

  @Test("have their letters spaced by a share of their size, and their box padded on two axes")
  func setting() throws {
    let text = try #require(
      WordyScript(
        "  - {text: a, size: 10%, tracking: 16%, features: \"tnum, liga=0\", box: {padding: 1vmin 20px}}"
      )
      .wanted.first)
    #expect(text.tracking == 8)
    #expect(text.features == ["tnum", "liga=0"])
    #expect(text.box == TextBox(color: .black, padding: 5, sidePadding: 20, radius: 0))
    #expect(try #require(WordyScript("  - {text: a, tracking: -2px}").wanted.first).tracking == -2)
  }

  @Test("whose size changes are drawn once, at the greatest size, and scaled")
  func sizes() throws {
    let script = WordyScript("  - {text: a, size: 4% -> 8%}")
    #expect(script.wanted.map(\.size) == [40])
    let scale = try #require(try script.layer().movement).layout.scale
    #expect(scale.value(at: .zero) == 0.5)
    #expect(scale.value(at: RationalTime(seconds: 4)) == 1)
  }

  @Test("that count have digits for all they will count")
  func counters() throws {
    let frames = try WordyScript("  - counter: frames").words()
    #expect(frames.counter == .frames(digits: 2))
    #expect(frames.text.font == .family("monospace"))
    #expect(frames.counter?.words(atFrame: 7) == "07")
    let timecode = try WordyScript("  - counter:").words().counter
    #expect(timecode?.words(atFrame: 26) == "00:00:01:01")
    let seconds = try WordyScript("  - counter: seconds").words().counter
    #expect(seconds?.words(atFrame: 99) == "3")
    let rate = try #require(FrameRate(30000, per: 1001))
    #expect(Counter.timecode(rate).words(atFrame: 1800) == "00:01:00;02")
  }

  @Test(
    "are refused where they cannot be drawn as they are written",
    arguments: [
      (
        "{text: a, width: 10% -> 20%}",
        "not-animatable: the `width` of a text cannot be animated: it determines where lines wrap"
      ),
      ("{text: a, size: 0px}", "size-out-of-range: the font size must be 0.5 to 8192 pixels"),
      ("{text: a, size: 9000px}", "size-out-of-range: the font size must be 0.5 to 8192 pixels"),
      (
        "{text: a, animate: fade, opacity: 0 -> 1}",
        "competing-keys: `animate: fade` changes `opacity`, which is also written"
      ),
      (
        "{text: a, size: 4% -> 8%, scale: 2}",
        "competing-keys: `size` and `scale` both change the size over time"
      ),
      ("{text: a, box: {radius: 900px}}", "size-out-of-range: the `radius` must be 0 to 512 pixels"),
      (
        "{text: a, tracking: -60%}",
        "size-out-of-range: the space between letters must be -50% to 1000% of their size"
      ),
      ("{text: a, width: 0px}", "size-out-of-range: the `width` of a text must be 1 to 16384 pixels"),
    ])
  func refused(item: String, message: String) {
    let script = WordyScript("  - \(item)")
    #expect(script.messages.contains(message), "\(script.messages)")
    #expect(script.film.composition == nil)
  }

  @Test("that nobody measured leave the film open, and say so")
  func unmeasured() {
    let script = WordyScript("  - text: a", state: nil)
    #expect(
      script.messages == [
        "media-not-checked: the text was not measured, so rules that depend on fonts are not checked"
      ])
    #expect(script.film.composition == nil)
  }

  @Test("whose font or markup cannot be used say why")
  func failed() {
    let unclosed =
      "Error on line 1 char 21: Element “markup” was closed, but the currently open element is “b”"
    let cases: [(TextFailure, String)] = [
      (.noSuchFontFile, "missing-font: there is no font file 'a.ttf'"),
      (.notAFont, "missing-font: 'a.ttf' is not a font file"),
      (.noFonts, "missing-font: this machine has no fonts"),
      (
        .markup(unclosed),
        "markup-syntax: the markup cannot be read: line 1, character 13: the text ends inside “b”"
      ),
      (
        .tooLarge,
        "size-out-of-range: the drawn text would exceed 16384 pixels per side or 134217728 in total"
      ),
    ]
    for (failure, message) in cases {
      #expect(WordyScript("  - {text: x, font: a.ttf}", state: .failed(failure)).messages == [message])
    }
  }
}
