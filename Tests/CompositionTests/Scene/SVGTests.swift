import Basics
import Composition
import TestSupport
import Testing

@Suite("A scene as SVG")
struct SVGTests {
  /// What Python's XML parser makes of a drawing: of every element its name, its attributes and its words.
  private func parsed(_ svg: String) throws -> [JSONValue] {
    let program = """
      import json, sys
      import xml.etree.ElementTree as tree
      root = tree.fromstring(sys.stdin.buffer.read())
      print(json.dumps([{"name": e.tag.split("}")[1], "attributes": e.attrib, "text": e.text or ""} for e in root.iter()]))
      """
    let result = try run(["/usr/bin/python3", "-c", program], input: Array(svg.utf8))
    try #require(result.exitCode == 0, "\(result.errorText)")
    return try #require(try JSONValue.parse(result.text).elements)
  }

  private func scene(_ elements: SceneElement..., title: String = "") -> Scene {
    Scene(width: 100, height: 50, background: SceneColor(0xFFFFFF), title: title, elements: elements)
  }

  private let style = SceneTextStyle(size: 12)

  @Test(
    "Hostile words come out of a parser as they went in",
    arguments: [
      "a < b && \"c\" > 'd'", "]]> <!-- --> <script>alert(1)</script>", "&amp; &#60; &lt;", "日本 שקיעה क्ष",
      "tab\tand line\nbreak",
    ])
  func words(_ words: String) throws {
    let text = SceneElement.text(
      SceneText(words, x: 1, baseline: 2, style: style, color: SceneColor(0)))
    let found = try parsed(scene(.group(SceneGroup(title: words, elements: [text])), title: words).svg())
    #expect(found.filter { $0["text"]?.stringValue == words }.count == 3)
    #expect(!found.contains { $0["name"]?.stringValue == "script" })
  }

  @Test("What XML forbids stands as a replacement character")
  func forbidden() throws {
    let found = try parsed(scene(title: "a\u{0}b\u{1B}[31mc\u{FFFE}").svg())
    #expect(found[1]["text"]?.stringValue == "a\u{FFFD}b\u{FFFD}[31mc\u{FFFD}")
  }

  @Test("Numbers are short, and what is no number is nothing")
  func numbers() throws {
    let box = SceneBox(x: 1.0 / 3, y: -0.005, width: 1e300, height: .nan)
    let found = try parsed(scene(.rectangle(SceneRectangle(box, fill: SceneColor(0x0A0B0C)))).svg())
    let attributes = try #require(found.last?["attributes"])
    #expect(attributes["x"]?.stringValue == "0.33")
    #expect(attributes["y"]?.stringValue == "-0.01")
    #expect(attributes["width"]?.stringValue == "0")
    #expect(attributes["height"]?.stringValue == "0")
    #expect(attributes["fill"]?.stringValue == "#0a0b0c")
  }

  @Test(
    "Pictures are in the file, letter by letter as another encoder writes them; those that are not given are left out"
  )
  func images() throws {
    for count in [0, 1, 2, 3, 4, 255, 256] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      let box = SceneBox(x: 0, y: 0, width: 8, height: 4)
      let drawing = scene(.image(SceneImage(id: 7, box: box)), .image(SceneImage(id: 8, box: box)))
      let found = try parsed(drawing.svg(images: [7: bytes]))
      let images = found.filter { $0["name"]?.stringValue == "image" }
      #expect(images.count == 1)
      let judge = try run(["base64", "-w0"], input: bytes).text
      #expect(images[0]["attributes"]?["href"]?.stringValue == "data:image/jpeg;base64," + judge)
    }
  }

  @Test("A cut has a name of its own, however many there are")
  func clips() throws {
    let box = SceneRectangle(SceneBox(x: 0, y: 0, width: 9, height: 9), leftRadius: 2, rightRadius: 0)
    let inner = SceneElement.group(SceneGroup(clip: box, elements: []))
    let found = try parsed(scene(.group(SceneGroup(clip: box, elements: [inner])), inner).svg())
    let names = found.filter { $0["name"]?.stringValue == "clipPath" }.map {
      $0["attributes"]?["id"]?.stringValue
    }
    #expect(Set(names) == ["c1", "c2", "c3"])
  }
}
