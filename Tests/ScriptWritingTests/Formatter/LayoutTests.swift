import Testing

@Suite("Lines, blanks and brackets")
struct LayoutTests {
  @Test("Two blanks a level, lists inside mappings too, and a list item begins behind its dash")
  func indentation() {
    check(
      """
      edit: 1
      media:
         beach: beach.mp4
      timeline:
      - clip: beach
        audio:
              stream: 1
      -
           color: red
           for: 1s
      -   gap:
              2s
      """,
      becomes: """
        edit: 1
        media:
          beach: beach.mp4
        timeline:
          - clip: beach
            audio:
              stream: 1
          - color: red
            for: 1s
          - gap: 2s

        """)
  }

  @Test("Empty lines that are content of a text above separate nothing")
  func keptLines() {
    let text = "canvas:\n  size: auto\nmetadata:\n  title: |+\n    a\n\n\noutputs:\n  - file: a.mp4\n"
    check(text, becomes: text)
  }

  @Test("One blank behind colons, dashes and commas, none inside brackets")
  func blanks() {
    check(
      "canvas:   { size : 1280x720 ,rate:\t30 }\ntimeline: [ {clip: a,take: all} , { gap: 1s}  ]\n",
      becomes: "canvas: {size: 1280x720, rate: 30}\ntimeline: [{clip: a, take: all}, {gap: 1s}]\n")
  }

  @Test("Values are not aligned")
  func alignment() {
    check(
      "media:\n  beach: beach.mp4\n  logo:  logo.png\n  park : park.mp4\n",
      becomes: "media:\n  beach: beach.mp4\n  logo: logo.png\n  park: park.mp4\n")
  }

  @Test("Brackets on one line stay on one line, others get a line for each member")
  func brackets() {
    checkStays("outputs: [{file: a.mp4, preset: web}, {file: b.mp4}]\n")
    check(
      """
      canvas: {size: 1280x720,
        rate: 30}
      timeline:
        - {clip: a, take: all
          }
        - {clip: b, audio: {
           stream: 1}}
      overlays: [
        ]
      """,
      becomes: """
        canvas: {
            size: 1280x720,
            rate: 30
          }
        timeline:
          - {
              clip: a,
              take: all
            }
          - {
              clip: b,
              audio: {
                stream: 1
              }
            }
        overlays: []

        """)
  }

  @Test(
    "A comma behind the last member goes, a pair without brackets gets them, a key without a value stays bare"
  )
  func oddBrackets() {
    check("x-a: [1, 2,]\nx-b: {c: d,}\n", becomes: "x-a: [1, 2]\nx-b: {c: d}\n")
    check("x-a: [b: c, d: ]\n", becomes: "x-a: [{b: c}, {d}]\n")
    check(
      "timeline: [{bars: , for: 2s}, {\"tone\":\"sine\"}]\n",
      becomes: "timeline: [{bars, for: 2s}, {tone: sine}]\n")
    check("x-a: {\"b:c\": , d:e : }\n", becomes: "x-a: {\"b:c\": , d:e: }\n")
  }

  @Test("Runs of empty lines become one; none stands at the start, the end or at the top of a block")
  func emptyLines() {
    check(
      "\n\nedit: 1\n\n \n   \ntimeline:\n\n\n  - clip: a\n\n\n    take: all\n\n\n  - gap: 1s\n\n\n",
      becomes: "edit: 1\n\ntimeline:\n  - clip: a\n\n    take: all\n\n  - gap: 1s\n")
    checkStays("edit: 1\ncanvas: {rate: 30}\ntimeline:\n  - clip: a\noutputs:\n  - file: a.mp4\n")
  }

  @Test(
    "Where an empty line stands between entries of the top level, one stands around all that take several lines"
  )
  func blocks() {
    check(
      "edit: 1\ntitle: a\n\nmedia:\n  a: b\ntimeline:\n  - clip: a\nchecks: {audio: required}\nmetadata: {}\n",
      becomes:
        "edit: 1\ntitle: a\n\nmedia:\n  a: b\n\ntimeline:\n  - clip: a\n\nchecks: {audio: required}\nmetadata: {}\n"
    )
  }

  @Test("Blanks at the ends of lines go; the text ends with one line break")
  func ends() {
    check("edit: 1  \t\ntitle: a   # b  \n\n\n", becomes: "edit: 1\ntitle: a  # b\n")
    check("edit: 1", becomes: "edit: 1\n")
    check("", becomes: "")
    check("\n \n\n", becomes: "")
    check("  # only a comment  ", becomes: "# only a comment\n")
  }

  @Test("Line ends of other systems, a byte-order mark and the marks of a document go")
  func otherSystems() {
    check("edit: 1 \r\n\r\n\r\ntitle: \"a\r\n  b\"\r\n", becomes: "edit: 1\n\ntitle: \"a\n  b\"\n")
    check("\u{FEFF}edit: 1\n", becomes: "edit: 1\n")
    check("# a\n---\nedit: 1\n...\n# b\n", becomes: "# a\nedit: 1\n# b\n")
    check("--- # a\nedit: 1\n", becomes: "# a\nedit: 1\n")
  }

  @Test("A script in brackets, and a text that is no script")
  func otherRoots() {
    check("{\"edit\": 1,\n\"timeline\": []}", becomes: "{\n  edit: 1,\n  timeline: []\n}\n")
    check("# a\n- 1\n-   - 2\n    - 3\n", becomes: "# a\n- 1\n- - 2\n  - 3\n")
    check("  words # a\n# b", becomes: "words  # a\n# b\n")
    check("--- |\n a\n", becomes: "|\n  a\n")
  }
}
