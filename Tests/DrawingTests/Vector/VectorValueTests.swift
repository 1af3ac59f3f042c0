import Composition
import Drawing
import FoundationEssentials
import SVGTree
import TestSupport
import Testing

/// Values of variables against another reader of XML, and against the same picture without variables.
@Suite("SVG with values")
struct VectorValueTests {
  private static let judge = packageRoot + "/Tests/DrawingTests/Judges/svg_values.py"

  private static let template = """
    <?xml version="1.0"?>
    <!-- ${a} -->
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:i="http://example.org/i" width="200" height="100">
      <style>.x { fill: ${c} } <![CDATA[ .y { stroke: ${c} } ]]></style>
      <title>${a}</title><desc><![CDATA[${a}]>]]]></desc>
      <text font-size="9" x='${x}' class="${b}">${a} and <tspan fill="${c}">${b}</tspan>&#36;{a}</text>
      <a href="${a}"><rect width="1" height="${x}" id="${b}" i:label="${a}${b}"/></a>
    </svg>
    """

  private struct Filling: Encodable {
    let values: [String: String]
    let text: String
  }

  @Test("500 hostile values change nothing of the tree but texts and values")
  func hostile() throws {
    var random = SeededRandom(seed: 72)
    var fillings: [Filling] = []
    for round in 0..<500 {
      let values = [
        "a": hostileValue(&random), "b": hostileValue(&random), "x": "\(round % 90)",
        // Half of the colours are hostile, too; these are mostly refused.
        "c": round.isMultiple(of: 2) ? "teal" : hostileValue(&random),
      ]
      let picture = try SVGPicture(Array(Self.template.utf8), values: values)
      #expect(picture.facts.variables == ["c", "a", "x", "b"])
      #expect(
        picture.facts.problems.allSatisfy { $0.line > 0 && $0.column > 0 && $0.names.contains("c") },
        "\(values): \(picture.facts.problems)")
      if round.isMultiple(of: 2) { #expect(picture.facts.problems.isEmpty) }
      // A value that would end a property of a style is not inserted at all.
      if picture.bytes.isEmpty { continue }
      fillings.append(Filling(values: values, text: String(decoding: picture.bytes, as: UTF8.self)))
    }
    #expect(fillings.count >= 300)
    let folder = try TemporaryFolder()
    let template = try folder.write("template.svg", Self.template)
    let list = folder.path("fillings.json")
    try JSONEncoder().encode(fillings).write(to: URL(filePath: list))
    let result = try run(["/usr/bin/python3", Self.judge, template, list])
    #expect(
      result.exitCode == 0 && result.text == "\(fillings.count) trees\n", "\(result.text)\(result.errorText)")
  }

  private func hostileValue(_ random: inout SeededRandom) -> String {
    let pieces = [
      "\"/><script>alert(1)</script>", "'/>", "url(#x)", "url(http://x/a#b)", "${b}", "$${a}",
      "javascript:alert(1)",
      "]]>", "<![CDATA[", "<!--", "-->", "&amp;", "&#38;", "&#x3c;", "&x;", "<?xml version=\"1.0\"?>",
      "<!DOCTYPE svg [", "\u{0}", "\u{1}\u{1B}", "\u{FFFE}", "\u{FFFF}", "\r\n", "\r", "\t", "\n", "\u{85}",
      "\u{2028}",
      ";", "}", "{", "/*", "*/", "@import", "\\75rl(a)", "!important", "#fff", "\u{202E}abc", "e\u{301}",
      "\u{1F469}\u{200D}\u{1F680}",
      "</svg>", "</text>", "<use href=\"#a\"/>", "xmlns=\"\"", "=", " ", "a", "72", "\u{7F}", "\u{FEFF}",
    ]
    let count = Int.random(in: 0..<6, using: &random)
    return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  @Test("a picture with values is the one that contains them")
  func drawn() throws {
    let page = { (width: String, color: String, words: String) in
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">
        <style><![CDATA[.bar { fill: \(color) }]]></style>
        <rect class="bar" x="10" y="10" width="\(width)" height="40"/>
        <circle cx="150" cy="75" r="20" fill="\(color)"/><title>\(words)</title>
      </svg>
      """
    }
    let folder = try TemporaryFolder()
    let template = try folder.write("card.svg", page("${share}", "${accent}", "${title}"))
    let literal = try folder.write("literal.svg", page("72", "teal", "Ada &amp; Bob &lt;3"))
    let values = [
      VectorValue(name: "accent", text: "teal"), VectorValue(name: "share", text: "72"),
      VectorValue(name: "title", text: "Ada & Bob <3"),
    ]
    let painter = VectorPainter()
    let filled = try painter.draw(fileAt: template, VectorReading(values: values), width: 400, height: 200)
    let same = try painter.draw(fileAt: literal, VectorReading(), width: 400, height: 200)
    #expect(filled.pixels == same.pixels)
    #expect(throws: VectorFailure.self) {
      try painter.draw(fileAt: template, VectorReading(), width: 400, height: 200)
    }
    // Premultiplied red, green, blue and alpha of teal, in the middle of the bar and right of it.
    let pixel = { (x: Int, y: Int) in Array(filled.pixels[(y * 400 + x) * 4..<(y * 400 + x) * 4 + 4]) }
    #expect(pixel(160, 60) == [0, 128, 128, 255])
    #expect(pixel(170, 60) == [0, 0, 0, 0])
  }
}
