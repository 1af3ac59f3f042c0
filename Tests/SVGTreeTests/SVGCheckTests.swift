import Composition
import SVGTree
import Testing
import XMLTree

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
      ##"<text font-size="9" font-family="'Inter', sans-serif" font-weight="bold" x="3">Hi <tspan fill="red">you</tspan></text>"##,
      ##"<filter id="f"><feGaussianBlur in="SourceAlpha" stdDeviation="2 3"/><feOffset dx="1"/></filter><g filter="url(#f)"/>"##,
      ##"<symbol id="s" viewBox="0 0 1 1"><path d="M0 0L1 1"/></symbol><use href="#s" x="3"/>"##,
      ##"<g xmlns:i="http://www.inkscape.org/x" i:label="a"><i:data><i:more/></i:data><title>t</title></g>"##,
      ##"<symbol id="s" viewBox="0 0 24 24"><path d="M1 1h9z"/></symbol><use href="#s" width="24" height="24"/>"##,
      ##"<style>.a{clip-path:url(#c)} .b{mask:url(#m);fill:red ! important}</style><clipPath id="c"><rect width="9" height="9"/></clipPath><mask id="m"/><g class="a b"/>"##,
      ##"<style>&lt;!-- .a{fill:red} --&gt;</style><g class="a"/>"##,
      ##"<path d="M1 1z" style="word-spacing:0px;letter-spacing:2px;text-align:start;text-indent:0;vector-effect:none;font-variant-ligatures:normal;text-decoration-line:none;solid-color:#000;solid-opacity:1;inline-size:0"/>"##,
      ##"<text font-size="9" xml:space="preserve" style="white-space: pre">a  b</text>"##,
      ##"<path p-id="12" t="1" data-a="b" d="M1 1z"/>"##,
      ##"<g fill="rgb(1 2 3 / 0.5)"/><g fill="hsla(120,50%,50%,.5)"/><g stroke-dasharray="1, 2 3,4"/>"##,
      ##"<text font-size="9" letter-spacing="0">a<tspan letter-spacing="normal" dy="1em">b</tspan></text>"##,
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
      (##"<path d="M0 0H40000V40000" stroke-dasharray=".1 .1"/>"##, "limit 1:1"),
      (##"<symbol id="s"/><use href="#s" width="3"/>"##, "notDrawn 2:17"),
      (##"<filter id="f"><feDropShadow dx="1" dy="1"/></filter>"##, "notDrawn 2:16"),
      (##"<desc><g id="a"/></desc><use href="#a"/>"##, "reference 2:25"),
      (##"<x:y xmlns:x="urn:x"><g id="a"/></x:y><use href="#a"/>"##, "reference 2:39"),
      (##"<metadata><style>rect{fill:lime}</style></metadata>"##, "notDrawn 2:11"),
      (
        ##"<filter id="f"><feOffset dx="1"/></filter><g transform="rotate(9)"><g filter="url(#f)"/></g>"##,
        "notDrawn 2:43"
      ),
      (
        ##"<filter id="f"><feOffset dx="1"/></filter><g id="a" filter="url(#f)"/><use href="#a" transform="skewX(9)"/>"##,
        "notDrawn 2:71"
      ),
      (##"<path d="M0 0H9" pathLength="9"/>"##, "notDrawn 2:1"),
      (##"<symbol id="s" style="opacity:.3"/>"##, "notDrawn 2:1"),
      (##"<style>.a{opacity:.3}</style><symbol class="a"/>"##, "notDrawn 2:30"),
      (##"<symbol transform="scale(2)"/>"##, "notDrawn 2:1"),
      (##"<symbol viewBox="0 0 9 9"><g><path d="M1 1h20"/></g></symbol>"##, "notDrawn 2:30"),
      (##"<symbol><circle r="4"/></symbol>"##, "notDrawn 2:9"),
      (##"<symbol x="3"/>"##, "notDrawn 2:1"),
      (##"<symbol overflow="visible"/>"##, "notDrawn 2:1"),
      (##"<clipPath id="c"/><clipPath><g style="clip-path:url(#c)"/></clipPath>"##, "notDrawn 2:29"),
      (
        ##"<clipPath id="c"/><rect id="r" clip-path="url(#c)"/><clipPath><use href="#r"/></clipPath>"##,
        "notDrawn 2:53"
      ),
      (##"<text font-size="9">a<tspan opacity=".2">b</tspan></text>"##, "notDrawn 2:22"),
      (##"<text font-size="9" font-variant="small-caps">a</text>"##, "notDrawn 2:1"),
      (##"<text font-size="9">a<tspan baseline-shift="super">b</tspan></text>"##, "notDrawn 2:22"),
      (##"<g font="bold 20px Inter"/>"##, "notDrawn 2:1"),
      (
        ##"<g letter-spacing="5"><text font-size="9">a<tspan letter-spacing="0">b</tspan></text></g>"##,
        "notDrawn 2:44"
      ),
      (##"<text>a</text>"##, "notDrawn 2:1"),
      (##"<rect width="2em"/>"##, "notDrawn 2:1"),
      (##"<rect x="-1e8" width="9"/>"##, "notDrawn 2:1"),
      (##"<path d="M0 0L2e7 5"/>"##, "notDrawn 2:1"),
      (##"<path d="M0 0H900000"/>"##, "limit 2:1"),
      (##"<filter id="f"><feOffset in="a"/></filter>"##, "reference 2:16"),
      (##"<filter id="f"><feColorMatrix values="3"/></filter>"##, "notDrawn 2:16"),
      (##"<filter id="f"><feColorMatrix type="table"/></filter>"##, "notDrawn 2:16"),
      (
        ##"<filter id="f"><feComponentTransfer><feFuncR type="table" tableValues="1"/></feComponentTransfer></filter>"##,
        "notDrawn 2:37"
      ),
      (##"<g id="g"/><linearGradient href="#g"/>"##, "notDrawn 2:12"),
      (##"<linearGradient x1="0" x2="0"/>"##, "notDrawn 2:1"),
      (##"<pattern opacity=".2"/>"##, "notDrawn 2:1"),
      (##"<mask id="n"/><mask mask="url(#n)"/>"##, "notDrawn 2:15"),
      (##"<path d="M10. 10"/>"##, "notDrawn 2:1"),
      (##"<path d="M10,,10"/>"##, "notDrawn 2:1"),
      (##"<path d="M10,10,"/>"##, "notDrawn 2:1"),
      (##"<g stroke-dasharray="5,,5"/>"##, "notDrawn 2:1"),
      (##"<g fill="rgb(255/0/0)"/>"##, "notDrawn 2:1"),
      (##"<g fill="rgb(255,0%,0)"/>"##, "notDrawn 2:1"),
      (##"<g fill="rgba(255 0 0 0.5)"/>"##, "notDrawn 2:1"),
      (##"<g fill="hsl(120,50,50)"/>"##, "notDrawn 2:1"),
      (##"<g stroke-miterlimit="0.5"/>"##, "notDrawn 2:1"),
      (##"<g id="g"/><rect fill="url(#g)"/>"##, "notDrawn 2:12"),
      (##"<rect Fill="red"/>"##, "notDrawn 2:1"),
      (##"<text font-size="9" style="white-space:pre">a  b</text>"##, "notDrawn 2:1"),
      (##"<rect fill="ultraviolet"/>"##, "notDrawn 2:1"),
      (##"<path d="M1 1 L 2"/>"##, "notDrawn 2:1"),
      (##"<path d="L1 1"/>"##, "notDrawn 2:1"),
      (##"<rect width="3vw"/>"##, "notDrawn 2:1"),
      (##"<text font-size="9" x="1 2 3">abc</text>"##, "notDrawn 2:1"),
      (##"<text font-size="9" textLength="30">abc</text>"##, "notDrawn 2:1"),
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
      (#"width="1em" height="2em" viewBox="0 0 24 24""#, 16, 32),
      (#"width="2em" font-size="9" height="8""#, 18, 8),
    ])
  func size(_ attributes: String, _ width: Double, _ height: Double) throws {
    let text = #"<svg xmlns="http://www.w3.org/2000/svg" \#(attributes)/>"#
    let facts = try SVGPicture(Array(text.utf8)).facts
    #expect((facts.width, facts.height) == (width, height))
  }

  @Test(
    "texts around the tree",
    arguments: [
      (
        #"<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://x/svg11.dtd"><svg xmlns="http://www.w3.org/2000/svg"/>"#,
        ""
      ),
      (
        #"<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"><text>&a;</text></svg>"#,
        "notDrawn 1:15"
      ),
      ("<!-- a > b --><svg xmlns=\"http://www.w3.org/2000/svg\"/>", ""),
      ("<!-- \(String(repeating: "a", count: 9000)) --><svg xmlns=\"http://www.w3.org/2000/svg\"/>", ""),
      ("<svg xmlns=\"http://www.w3.org/2000/svg\" display=\"none\"/>", "notDrawn 1:1"),
    ])
  func around(_ text: String, _ place: String) throws {
    #expect(SVGPicture.looksLikeOne(Array(text.utf8)))
    let found = try SVGPicture(Array(text.utf8)).facts.problems
    #expect(found.map { "\($0.kind.rawValue) \($0.line):\($0.column)" } == (place.isEmpty ? [] : [place]))
  }

  @Test("other encodings and compressed files are named")
  func encodings() throws {
    let text = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"
    let wide: [UInt8] = [0xFF, 0xFE] + text.utf8.flatMap { [$0, 0] }
    #expect(SVGPicture.looksLikeOne(wide))
    #expect(try SVGPicture(wide).facts.problems.map(\.hint) == ["save it in UTF-8"])
    let latin = Array("<svg><!-- ".utf8) + [0xE9] + Array(" --></svg>".utf8)
    #expect(try SVGPicture(latin).facts.problems.map(\.hint) == ["save it in UTF-8"])
    #expect(try SVGPicture([0x1F, 0x8B, 8, 0]).facts.problems.first?.hint?.contains("gunzip") == true)
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
      #"<svg xmlns="http://www.w3.org/2000/svg"><text font-size="9" fill="${color}">${a}, ${b}</text><!-- ${a} --></svg>"#
    let hostile = #""/><script>&x;]]>-->"#
    let picture = try SVGPicture(Array(text.utf8), values: ["a": hostile, "color": "red", "b": "ß\u{1}"])
    #expect(picture.facts.problems == [])
    #expect(picture.facts.variables == ["color", "a", "b"])
    let drawn = String(decoding: picture.bytes, as: UTF8.self)
    #expect(
      drawn
        == #"<svg xmlns="http://www.w3.org/2000/svg"><text font-size="9" fill="red">&quot;/&gt;&lt;script&gt;&amp;x;]]&gt;--&gt;, ß"#
        + "\u{FFFD}" + "</text><!-- ${a} --></svg>")
  }

  /// What a value leads to is refused as if the file contained it, at the element, with the name of the variable.
  @Test(
    "values are checked as if they were written in the file",
    arguments: [
      (##"<rect width="${v}" height="2"/>"##, "9", ""),
      (##"<rect width="${v}" height="2"/>"##, "-9", "notDrawn 3:2 v"),
      (##"<rect width="1" fill="${w}" height="${v}"/>"##, "9 9", "notDrawn 3:2 v"),
      (##"<rect fill="${v}" onclick="a"/>"##, "red", "notDrawn 3:2 "),
      (##"<rect fill="${v}"/>"##, "url(#ramp)", ""),
      (##"<rect fill="${v}"/>"##, "url(#none)", "reference 3:2 v"),
      (##"<rect fill="${v}"/>"##, "url(http://example.org/a#b)", "reference 3:2 v"),
      (##"<rect fill="${v}"/>"##, "javascript:alert(1)", "notDrawn 3:2 v"),
      (##"<rect width="${w}" fill="${v}"/>"##, "url(#none)", "notDrawn 3:2 w"),
      (##"<rect class="${w}" fill="${v}"/>"##, "url(#none)", "reference 3:2 v"),
      (##"<use href="${v}"/>"##, "#box", ""),
      (##"<use href="${v}"/>"##, "other.svg#box", "reference 3:2 v"),
      (##"<use href="#${v}"/>"##, "nothing", "reference 3:2 v"),
      (##"<image href="${v}"/>"##, "file:///etc/passwd", "reference 3:2 v"),
      (##"<image href="${v}"/>"##, "data:image/svg+xml,<svg/>", "notYet 3:2 v"),
      (##"<rect style="fill: ${v}"/>"##, "red", ""),
      (##"<rect style="fill: ${v}"/>"##, "red; opacity: 0", "notDrawn 3:2 v"),
      (##"<rect style="fill: ${v}"/>"##, "/* a", "notDrawn 3:2 v"),
      (##"<style>rect { fill: ${v} }</style>"##, "red } * { opacity: 0", "notDrawn 3:2 v"),
      (##"<style><![CDATA[rect { fill: ${v} }]]></style>"##, "tael", "notDrawn 3:2 v"),
      (##"<style><![CDATA[rect { fill: ${v} }]]></style>"##, "teal", ""),
      (##"<text font-size="9">${v}</text>"##, "<script>url(x)</script>", ""),
      (##"<text font-size="${v}">a</text>"##, "1e9", "notDrawn 3:2 v"),
      (##"<g><!-- ${v} --><rect transform="${v}"/></g>"##, "scale(0 1", "notDrawn 3:18 v"),
    ])
  func checked(_ snippet: String, _ value: String, _ expected: String) throws {
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">
      <linearGradient id="ramp"><stop stop-color="${w}"/></linearGradient><g id="box"/>
       \(snippet)
      </svg>
      """
    let facts = try SVGPicture(Array(text.utf8), values: ["v": value, "w": "red"]).facts
    let found = facts.problems.map {
      "\($0.kind.rawValue) \($0.line):\($0.column) \($0.names.joined(separator: " "))"
    }
    #expect(found.first ?? "" == expected)
  }

  @Test("values that make the text too large are refused before they are inserted")
  func large() throws {
    let uses = String(repeating: "<title>${v}</title>", count: 40000)
    let text = "<svg xmlns=\"http://www.w3.org/2000/svg\">\(uses)</svg>"
    let value = String(repeating: "a", count: 1 << 20)
    let problems = try SVGPicture(Array(text.utf8), values: ["v": value]).facts.problems
    #expect(problems.map(\.message) == ["with its values, the text is larger than 2 MiB"])
  }

  @Test("a value is no namespace")
  func namespaces() throws {
    let text = #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="${v}"><x:a/></svg>"#
    #expect(throws: XMLProblem.self) {
      try SVGPicture(Array(text.utf8), values: ["v": "http://www.w3.org/1999/xhtml"])
    }
  }

  private func problems(in snippet: String) throws -> [String] {
    let text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"100\">\n\(snippet)\n</svg>"
    return try SVGPicture(Array(text.utf8)).facts.problems.map {
      "\($0.kind.rawValue) \($0.line):\($0.column)"
    }
  }
}
