import Basics
import Compiler
import Composition
import Diagnostics
import Testing

@Suite("Values of SVG pictures")
struct PictureValueTests {
  private static let media = """
    card.svg  lines <svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="50"> | <rect width="9" height="9" \
    fill="${accent}"/><text font-size="9">${title}</text> | </svg>
    plain.svg  lines <svg xmlns="http://www.w3.org/2000/svg"/>
    photo.png  still 640x360
    """

  private func film(_ items: String, _ more: String = "") throws -> Playing {
    try Playing(
      "edit: 1\n\(more)canvas: {size: 1280x720, rate: 30}\ntimeline: [\(items)]\noutputs: [{file: a.mp4}]",
      [:], media: Self.media)
  }

  @Test(
    "Each mistake is found at the value that causes it, once",
    arguments: [
      ("title: Ada, accent: teal, w: 100", []),
      ("titel: Ada, accent: teal, w: 100", ["unknown-parameter titel"]),
      ("title: Ada, accent: teal, w: 100, other: 3", ["unknown-parameter other"]),
      ("accent: teal, w: 100", ["unset-variable {accent: teal, w: 100}"]),
      ("w: 100", ["unset-variable {w: 100}", "unset-variable {w: 100}"]),
      ("title: Ada, accent: tael, w: 100", ["svg-not-drawn tael"]),
      ("title: Ada, accent: 'url(http://x/a)', w: 100", ["svg-reference 'url(http://x/a)'"]),
      ("title: Ada, accent: 'url(#x)', w: 100", ["svg-reference 'url(#x)'"]),
      ("title: 'url(#x)<script>', accent: teal, w: 100", []),
      ("title: Ada, accent: teal, w: 1 0", ["svg-not-drawn 1 0"]),
      ("title: Ada, accent: teal, w: 1 -> 2", ["svg-not-drawn 1 -> 2"]),
      ("title: [A, B], accent: teal, w: 100", ["wrong-type [A, B]"]),
      ("title: 'to ${x}', accent: teal, w: 100", ["unknown-variable ${x}"]),
    ])
  func mistakes(_ values: String, _ expected: [String]) throws {
    let film = try film("{image: card.svg, with: {\(values)}, for: 2s}")
    #expect(film.findings == expected)
    for finding in film.compilation.diagnostics where finding.id == .unsetVariable {
      #expect(finding.fixes.count == 1 && finding.hint != nil)
    }
    #expect((film.compilation.films.first?.composition == nil) == !expected.isEmpty)
  }

  @Test("A missing value is added by a repair that leaves no other mistake")
  func repaired() throws {
    let film = try film("{image: card.svg, with: {accent: teal, w: 100}, for: 2s}")
    let fix = try #require(film.all(.unsetVariable).first?.fixes.first)
    let text = try #require(film.source.applying(fix.edits))
    #expect(text.contains("with: {accent: teal, w: 100, title: \"\"}"))
    let again = try Playing(text, [:], media: Self.media)
    #expect(again.findings == [])
  }

  @Test("Without `with`, the text is literal, and a hint names `with`")
  func literal() throws {
    let film = try film("{image: card.svg, for: 2s}")
    let finding = try #require(film.compilation.diagnostics.first { $0.id == .svgNotDrawn })
    #expect(
      finding.message.contains("'${w}' of 'width' is not drawn") || finding.message.contains("${accent}"))
    #expect(finding.hint?.contains("with:") == true)
  }

  @Test(
    "Values beside anything else are refused",
    arguments: [
      ("{image: photo.png, with: {a: 1}, for: 2s}", ["unknown-parameter {a: 1}"]),
      ("{image: plain.svg, with: {a: 1}, for: 2s}", ["unknown-parameter a"]),
      ("{color: red, with: {a: 1}, for: 2s}", ["key-of-another-kind with"]),
      ("{text: Hi, with: {a: 1}, for: 2s}", ["key-of-another-kind with"]),
      (
        "{color: red, for: 2s, mask: {shape: ellipse, with: {a: 1}}, width: 50%, height: 50%}",
        ["key-of-another-kind with"]
      ),
    ])
  func elsewhere(_ item: String, _ expected: [String]) throws {
    #expect(try film(item).findings.filter { !$0.hasPrefix("upscaled") } == expected)
  }

  @Test("Pictures with other values are other media, of their own size")
  func media() throws {
    let item = { (title: String, width: Int) in
      "{image: card.svg, with: {title: \(title), accent: teal, w: \(width)}, for: 2s}"
    }
    let film = try film(
      [item("Ada", 100), item("Bob", 100), item("Ada", 100), item("Ada", 200)].joined(separator: ", "))
    #expect(film.findings == [])
    let composition = try #require(film.compilation.films.first?.composition)
    #expect(
      composition.media.map { $0.vector?.values?.map { "\($0.name) \($0.text)" } } == [
        ["accent teal", "title Ada", "w 100"], ["accent teal", "title Bob", "w 100"],
        ["accent teal", "title Ada", "w 200"],
      ])
    #expect(composition.media.map { $0.facts.video.first?.storedSize.width } == [100, 100, 200])
  }

  @Test("Values come from variables, from lists of an `each`, and into masks")
  func variables() throws {
    let vars =
      "vars: {names: {type: text, list: true, default: [Ada, Bob]}, ground: {type: colour, default: teal}}\n"
    let each = try film(
      "{each: {image: card.svg, with: {title: \"${names}\", accent: \"${ground}\", w: 60}, for: 2s}}", vars)
    #expect(each.findings == [])
    let composition = try #require(each.compilation.films.first?.composition)
    #expect(
      composition.media.map { $0.vector?.values?.byName["title"] } == ["Ada", "Bob"]
        && composition.media.allSatisfy { $0.vector?.values?.byName["accent"] == "teal" })
    let masked = try film(
      "{color: red, for: 2s, mask: {image: card.svg, with: {title: \"\", accent: white, w: 60}}}")
    #expect(masked.findings == [])
    let mask = try #require(masked.compilation.films.first?.composition?.media.first)
    #expect(mask.vector?.values?.map(\.text) == ["white", "", "60"])
  }
}
