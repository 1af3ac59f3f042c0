import Composition
import SVGTree
import Testing

/// Which parts of SVG are drawn. Each refused snippet has the place of the mistake, counted by hand.
@Suite struct SVGCheckTests {
  @Test(
    "accepted snippets",
    arguments: [
      ##"<rect x="1" y="2" width="30" height="40" rx="3" fill="teal" stroke="#fff" stroke-width="2"/>"##,
      ##"<path d="M10 10h5v-5.5l.5.5-3e1 2A 5 5 0 01 20 20z" fill-rule="evenodd"/>"##,
      ##"<g transform="translate(3,4) rotate(45 1 2)" opacity="0.5"><circle r="3"/></g>"##,
      ##"<linearGradient id="a"><stop offset="0"/><stop offset="50%" stop-color="rgb(1, 2, 3)"/></linearGradient><rect width="1" height="1" fill="url(#a) none"/>"##,
      ##"<style>/* a */ .b, rect > path { fill: red; opacity: .5 !important } #c{stroke:none}</style>"##,
      ##"<text font-family="'Inter', sans-serif" font-weight="bold" x="3">Hi <tspan fill="red">you</tspan></text>"##,
      ##"<filter id="f"><feGaussianBlur in="SourceAlpha" stdDeviation="2 3"/><feOffset dx="1"/></filter><g filter="url(#f)"/>"##,
      ##"<symbol id="s" viewBox="0 0 1 1"><path d="M0 0L1 1"/></symbol><use href="#s" x="3"/>"##,
      ##"<g xmlns:i="http://www.inkscape.org/x" i:label="a"><i:data><i:more/></i:data><title>t</title></g>"##,
      ##"<a href="https://example.org"><rect width="1" height="1"/></a>"##,
      ##"<text style="font: italic 700 12px/1.5 Inter, serif">a</text>"##,
    ])
  func accepted(_ snippet: String) throws {
    #expect(try problems(in: snippet) == [])
  }

  @Test(
    "refused snippets",
    arguments: [
      (##"<image href="photo.jpg"/>"##, "reference 2:1"),
      (##"<g> <use href="other.svg#a"/></g>"##, "reference 2:5"),
      (##"<use href="#nothing"/>"##, "reference 2:1"),
      (##"<rect fill="url(http://example.org/a#b)"/>"##, "reference 2:1"),
      (##"<rect style="fill: url('b.svg#c')"/>"##, "reference 2:1"),
      (##"<style>@import "a.css";</style>"##, "reference 2:1"),
      (##"<style>@media print {rect{fill:red}}</style>"##, "notDrawn 2:1"),
      (##"<style>rect:hover {fill:red}</style>"##, "notDrawn 2:1"),
      (##"<style>rect {fill:\75rl(a)}</style>"##, "notDrawn 2:1"),
      (##"<script>alert(1)</script>"##, "notDrawn 2:1"),
      (##"<foreignObject/>"##, "notDrawn 2:1"),
      (##"<rect onclick="a()"/>"##, "notDrawn 2:1"),
      (##"<animate attributeName="x"/>"##, "notYet 2:1"),
      (##"<filter id="f"><feTurbulence/></filter>"##, "notDrawn 2:16"),
      (##"<filter id="f"><feMorphology radius="1"/></filter>"##, "notDrawn 2:16"),
      (
        ##"<filter id="f"><feGaussianBlur stdDeviation="9"/></filter><g transform="scale(99)"><g filter="url(#f)"/></g>"##,
        "limit 2:16"
      ),
      (##"<path d="M0 0H1e6V1e6" stroke-dasharray="1 1"/>"##, "limit 1:1"),
      (##"<symbol id="s"/><use href="#s" width="3"/>"##, "notDrawn 2:17"),
      (##"<rect fill="ultraviolet"/>"##, "notDrawn 2:1"),
      (##"<path d="M1 1 L 2"/>"##, "notDrawn 2:1"),
      (##"<path d="L1 1"/>"##, "notDrawn 2:1"),
      (##"<rect width="3vw"/>"##, "notDrawn 2:1"),
      (##"<text x="1 2 3">abc</text>"##, "notDrawn 2:1"),
      (##"<text textLength="30">abc</text>"##, "notDrawn 2:1"),
      (##"<textPath/>"##, "notDrawn 2:1"),
      (##"<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="a"/>"##, "notDrawn 2:1"),
      (##"<g id="a"><use href="#a"/></g>"##, "notDrawn 2:1"),
      (##"<?xml-stylesheet href="a.css"?>"##, "reference 2:1"),
      (##"<image href="data:image/png;base64,AAAA"/>"##, "notYet 2:1"),
    ])
  func refused(_ snippet: String, _ place: String) throws {
    #expect(try problems(in: snippet) == [place])
  }

  @Test(
    "the size: its own, or that of its box, or that of CSS",
    arguments: [
      (#"width="40" height="20""#, 40.0, 20.0), (#"width="1in" height="72pt""#, 96, 96),
      (#"viewBox="0 0 30 10""#, 30, 10), (#"width="60" viewBox="0 0 30 10""#, 60, 20),
      (#"width="100%" height="50%" viewBox="0 0 30 10""#, 30, 10), ("", 300, 150),
      (#"width="50%""#, 300, 150),
    ])
  func size(_ attributes: String, _ width: Double, _ height: Double) throws {
    let text = #"<svg xmlns="http://www.w3.org/2000/svg" \#(attributes)/>"#
    let facts = try SVGPicture(Array(text.utf8)).facts
    #expect((facts.width, facts.height) == (width, height))
  }

  @Test("what is used many times is counted many times")
  func bomb() throws {
    var text = #"<g id="a0"><rect width="1" height="1"/></g>"#
    for level in 1...9 {
      let uses = String(repeating: ##"<use href="#a\##(level - 1)"/>"##, count: 9)
      text += #"<g id="a\#(level)">\#(uses)</g>"#
    }
    #expect(try problems(in: text) == ["limit 1:1"])
  }

  @Test("values are inserted as text")
  func values() throws {
    let text =
      #"<svg xmlns="http://www.w3.org/2000/svg"><text fill="${color}">${a}, ${b}</text><!-- ${a} --></svg>"#
    let hostile = #""/><script>&x;]]>-->"#
    let picture = try SVGPicture(Array(text.utf8), values: ["a": hostile, "color": "red", "b": "ß\u{1}"])
    #expect(picture.facts.problems == [])
    #expect(picture.facts.variables == ["color", "a", "b"])
    let drawn = String(decoding: picture.bytes, as: UTF8.self)
    #expect(
      drawn
        == #"<svg xmlns="http://www.w3.org/2000/svg"><text fill="red">&quot;/&gt;&lt;script&gt;&amp;x;]]&gt;--&gt;, ß"#
        + "\u{FFFD}" + "</text><!-- ${a} --></svg>")
  }

  private func problems(in snippet: String) throws -> [String] {
    let text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"100\">\n\(snippet)\n</svg>"
    return try SVGPicture(Array(text.utf8)).facts.problems.map {
      "\($0.kind.rawValue) \($0.line):\($0.column)"
    }
  }
}
