import Testing
import XMLTree

func parsed(_ text: String) throws -> XMLDocument { try XMLDocument.parse(bytes: Array(text.utf8)) }

func problem(_ text: String) -> String? {
  do throws(XMLProblem) {
    _ = try XMLDocument.parse(bytes: Array(text.utf8))
    return nil
  } catch {
    return error.description
  }
}

@Suite("The reader of XML")
struct XMLReaderTests {
  @Test("keeps elements, attributes and texts in their order, with their places")
  func tree() throws {
    let document = try parsed(
      "<?xml version=\"1.0\"?>\n<!DOCTYPE fcpxml><!-- <x> -->\n<a x=\"1 &amp; 2\" y='>'>\n  <b/>text &#65;&lt;<![CDATA[<c>]]>\n  <d>\n<e z=\"3\"\n/></d></a>"
    )
    #expect(document.count == 4)
    #expect(document.documentType == "fcpxml")
    let root = document.root
    #expect(root.name == "a" && root.line == 3 && root.column == 1)
    #expect(root.attributes == [XMLAttribute("x", "1 & 2"), XMLAttribute("y", ">")])
    #expect(root["y"] == ">" && root["z"] == nil)
    #expect(root.trimmedText == "text A<<c>")
    #expect(root.children.map(\.name) == ["b", "d"])
    #expect(root.children.map(\.line) == [4, 5] && root.children.map(\.column) == [3, 3])
    let inner = try #require(root.first("d")?.first("e"))
    #expect(inner.line == 6 && inner.column == 1 && inner.index == 3)
  }

  @Test("says where a document is broken")
  func broken() {
    #expect(problem("<a>\n<b></a>")?.hasPrefix("2:") == true)
    #expect(problem("") != nil)
    #expect(problem("<a/><b/>") != nil)
    #expect(problem("<a>&unknown;</a>") != nil)
    #expect(problem("<!DOCTYPE a SYSTEM \"x.dtd\"><a>&unknown;</a>") != nil)
    #expect(problem("<!DOCTYPE a SYSTEM \"x.dtd\"><a b=\"&unknown;\"/>") != nil)
    #expect(throws: XMLProblem.self) { try XMLDocument.parse(bytes: Array("<a>".utf8) + [0xFF]) }
  }

  @Test("refuses entities")
  func entities() {
    let laughs =
      "<!DOCTYPE l [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\">]><l>&c;</l>"
    #expect(problem(laughs) == "1:1: the document declares entities, which are not read")
    let external = "<!DOCTYPE l [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><l>&x;</l>"
    #expect(problem(external)?.contains("declares entities") == true)
    let parameter = "<!DOCTYPE l [<!ENTITY % p SYSTEM \"file:///etc/passwd\">%p;]><l/>"
    #expect(problem(parameter)?.contains("declares entities") == true)
    #expect(problem("<!DOCTYPE l [<!ELEMENT l ANY>]><l/>") == nil)
  }

  @Test("refuses what is too deep or too large")
  func limits() {
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(problem(deep) == "1:601: more than 200 elements are in each other")
    #expect(throws: XMLProblem.self) {
      try XMLDocument.parse(bytes: Array("<a/>".utf8), limits: XMLLimits(size: 3))
    }
    let attributes = (0...1000).map { " a\($0)='x'" }.joined()
    #expect(problem("<a>\n<b\(attributes)/></a>") == "2:1: an element has more than 1000 attributes")
    #expect(throws: XMLProblem.self) {
      try XMLDocument.parse(bytes: Array("<a><b/><b/></a>".utf8), limits: XMLLimits(elements: 2))
    }
  }

  @Test("reads what is written")
  func written() throws {
    let element = XMLElement(
      "a", [XMLAttribute("q", "\"<\n\t&>'"), XMLAttribute("e", "")],
      [XMLElement("b", text: "x < y & \"z\" ü\r"), XMLElement("c", [], [XMLElement("d")])])
    let document = try parsed(element.document(type: "a"))
    #expect(document.root["q"] == "\"<\n\t&>'")
    #expect(document.root.first("b")?.text == "x < y & \"z\" ü\r")
    #expect(document.root.first("c")?.first("d") != nil)
    #expect(XMLElement("a", text: "\u{1}").document().contains("\u{FFFD}"))
  }
}
