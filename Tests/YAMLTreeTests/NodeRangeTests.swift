import Basics
import Testing
import YAMLTree

@Suite("The range of a node is its own text")
struct NodeRangeTests {
  @Test("Plain and quoted texts stand without the blanks and comments around them")
  func scalars() {
    let reading = Reading(
      "a:   plain words   # why\nb: 'it''s'  # c\n\"c\" : \"x\\ty\"\n")
    #expect(reading.findings == [])
    #expect(reading.slice(reading.value("a")) == "plain words")
    #expect(reading.slice(reading.value("b")) == "'it''s'")
    #expect(reading.slice(reading.value("c")) == "\"x\\ty\"")
    #expect(reading.value("b")?.scalar == YAMLScalar("it's", style: .singleQuoted))
    #expect(reading.value("c")?.scalar == YAMLScalar("x\ty", style: .doubleQuoted))
    guard case .mapping(let entries, isFlow: false) = reading.tree.root?.value else {
      Issue.record("no mapping")
      return
    }
    #expect(entries.map { reading.source[$0.keyRange] } == ["a", "b", "\"c\""])
    #expect(reading.source[entries[2].range] == "\"c\" : \"x\\ty\"")
  }

  @Test("Ranges count bytes, whatever stands before")
  func wideCharacters() {
    let reading = Reading("título: \"ñandú 🎬\" # 😀\nключ: значение\nend: x\n")
    #expect(reading.slice(reading.value("título")) == "\"ñandú 🎬\"")
    #expect(reading.slice(reading.value("ключ")) == "значение")
    #expect(reading.slice(reading.value("end")) == "x")
    #expect(reading.tree.comments.map { reading.source[$0.range] } == ["# 😀"])
    #expect(reading.value("end")?.range == SourceRange(63, 64))
  }

  @Test("A byte-order mark and Windows line ends change nothing")
  func byteOrderMark() {
    let reading = Reading([0xEF, 0xBB, 0xBF] + Array("a: 1 \r\nb:\r\n  - x\r\n".utf8))
    #expect(reading.findings == [])
    #expect(reading.slice(reading.value("a")) == "1")
    #expect(reading.slice(reading.value("b")) == "- x")
  }

  @Test("Block lists and mappings reach from their first key or dash to the end of their last value")
  func blocks() {
    let reading = Reading(
      "timeline:  # story\n  - clip: beach\n    take: 1s..2s  # best\n\n  - gap: 1s\n\n# end\nlast: 1\n")
    #expect(
      reading.slice(reading.value("timeline"))
        == "- clip: beach\n    take: 1s..2s  # best\n\n  - gap: 1s")
    #expect(reading.slice(reading.value("timeline", "0")) == "clip: beach\n    take: 1s..2s")
    #expect(reading.slice(reading.tree.root)?.hasSuffix("last: 1") == true)
  }

  @Test("A list at the column of its key begins at its first dash")
  func indentlessList() {
    let reading = Reading("a:\n- x\n- y  \nb: 1\n")
    #expect(reading.slice(reading.value("a")) == "- x\n- y")
    #expect(reading.slice(reading.value("b")) == "1")
  }

  @Test("Flow collections include their brackets, a bare pair ends with its value")
  func flow() {
    let reading = Reading("a: {size: [1, 2 ], b }  # c\nf: [blur: 2 , sepia]\n")
    #expect(reading.findings == [])
    #expect(reading.slice(reading.value("a")) == "{size: [1, 2 ], b }")
    #expect(reading.slice(reading.value("a", "size")) == "[1, 2 ]")
    #expect(reading.slice(reading.value("f", "0")) == "blur: 2")
    #expect(reading.value("a", "b")?.scalar?.isAbsent == true)
  }

  @Test(
    "An absent value has its place right after the colon",
    arguments: [
      ("clip:  # none\nb: 1\n", 5), ("clip :\n", 6), ("{clip:   }", 6), ("{clip  , a: 1}", 5),
      ("{\"clip\":\n }", 8),
    ])
  func absent(text: String, place: Int) {
    let reading = Reading(text)
    #expect(reading.findings == [])
    #expect(reading.value("clip")?.range == SourceRange(place, place))
    #expect(reading.value("clip")?.scalar?.isAbsent == true)
  }

  @Test("Block texts begin at their sign and end with their last visible character")
  func blockTexts() {
    let reading = Reading("a: |-  # c1\n  one\n  two\n\n\nb: >\n  x # no comment\n  y\nc: |\nd: 1\n")
    #expect(reading.slice(reading.value("a")) == "|-  # c1\n  one\n  two")
    #expect(reading.value("a")?.scalar == YAMLScalar("one\ntwo", style: .literal))
    #expect(reading.slice(reading.value("b")) == ">\n  x # no comment\n  y")
    #expect(reading.value("b")?.scalar == YAMLScalar("x # no comment y\n", style: .folded))
    #expect(reading.slice(reading.value("c")) == "|")
    #expect(reading.tree.comments.map { reading.source[$0.range] } == ["# c1"])
  }

  @Test("Escapes, folding and the styles come out as YAML says")
  func styles() {
    let reading = Reading(
      "a: one\n  two\n\n  three\nb: \"\\u00e9 \\\"q\\\" \\x41\\\n  z\"\nc: 'a\n  b'\nd: no\ne: 1:30\nf: \"\"\n"
    )
    #expect(reading.value("a")?.scalar == YAMLScalar("one two\nthree"))
    #expect(reading.value("b")?.scalar == YAMLScalar("é \"q\" Az", style: .doubleQuoted))
    #expect(reading.value("c")?.scalar == YAMLScalar("a b", style: .singleQuoted))
    #expect(reading.value("d")?.scalar == YAMLScalar("no"))
    #expect(reading.value("e")?.scalar == YAMLScalar("1:30"))
    #expect(reading.value("f")?.scalar?.isAbsent == false)
  }

  @Test(
    "An empty text, one of comments, and a bare `---` have no root",
    arguments: ["", "# a\n", "---\n", "\n\n"])
  func empty(text: String) {
    let reading = Reading(text)
    #expect(reading.tree.root == nil)
    #expect(reading.findings == [])
  }

  @Test("The printed tree has a line for each node, with its range and style")
  func dump() {
    let reading = Reading("é: 'x'  # c\nlist:\n  - [a, \"b\\n\"]\nnone:\n")
    #expect(reading.findings == [])
    #expect(
      reading.tree.dump(in: reading.source) == """
        mapping 1:1..4:6
          key "é" 1:1..1:2
            single-quoted "x" 1:4..1:7
          key "list" 2:1..2:5
            sequence 3:3..3:15
              flow sequence 3:5..3:15
                plain "a" 3:6..3:7
                double-quoted "b\\n" 3:9..3:14
          key "none" 4:1..4:5
            absent 4:6..4:6
        comment after text "# c" 1:9..1:12

        """)
  }
}
