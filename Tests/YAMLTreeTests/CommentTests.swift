import Basics
import Diagnostics
import Testing
import YAMLTree

@Suite("Comments")
struct CommentTests {
  @Test("A `#` inside a text of any style is no comment")
  func notComments() {
    let reading = Reading("a: x#y\nb: '# no'\nc: \"x # no\"\nd: |\n  # no\n  x # no\n'#k': [a#b, '#']\n")
    #expect(reading.findings == [])
    #expect(reading.tree.comments == [])
  }

  @Test("Comments are found in every gap, and it is known whether they stand alone")
  func gaps() {
    let reading = Reading(
      "# top\nedit: 1 # one\n  # alone\ntimeline: # two\n  - # three\n    clip: x\na: [ # four\n  1, # five\n  2 ] # six\n... # seven\n# last"
    )
    #expect(reading.findings == [])
    #expect(
      reading.tree.comments.map { reading.source[$0.range] } == [
        "# top", "# one", "# alone", "# two", "# three", "# four", "# five", "# six", "# seven", "# last",
      ])
    #expect(
      reading.tree.comments.map(\.standsAlone) == [
        true, false, true, false, false, false, false, false, false, true,
      ])
  }

  @Test("The comment that swallowed a colour is found from the absent value")
  func colour() throws {
    let reading = Reading("color: #ff0000\nb: 1 # c\nc:\n# d\n")
    let color = try #require(reading.value("color"))
    #expect(color.scalar?.isAbsent == true)
    let comment = try #require(reading.tree.comment(after: color, in: reading.source))
    #expect(reading.source[comment.range] == "#ff0000")
    let absent = try #require(reading.value("c"))
    #expect(reading.tree.comment(after: absent, in: reading.source) == nil)
  }

  @Test(
    "A comment without a blank before it is refused and repaired",
    arguments: [
      ("[a, b]#c\n", "[a, b] #c\n"), ("[ a,#b\n c]\n", "[ a, #b\n c]\n"), ("a: \"x\"#c\n", "a: \"x\" #c\n"),
      ("a: |#c\n  x\n", "a: | #c\n  x\n"),
    ])
  func tight(text: String, repaired: String) {
    let reading = Reading(text)
    #expect(reading.diagnostics.map(\.message) == ["a comment needs a space before its `#`"])
    #expect(reading.repaired == repaired)
  }
}
