import Diagnostics
import EditScript
import Testing

@Suite("Files that a pattern names")
struct FilePatternTests {
  @Test(
    "are those of the shell",
    arguments: [
      ("a/*.jpg", ["1.jpg", ".jpg.jpg", "a.b.jpg"], ["1.jpg", "a.b.jpg"]),
      ("*", ["a", ".a", "b.c"], ["a", "b.c"]), (".*", ["a", ".a"], [".a"]),
      ("a?c", ["ac", "abc", "aéc", "abbc"], ["abc", "aéc"]),
      ("*a*b*", ["ab", "xaxbx", "ba", "aab"], ["ab", "xaxbx", "aab"]),
      ("[a-c]1", ["a1", "c1", "d1", "-1"], ["a1", "c1"]), ("[!a-c]1", ["a1", "d1"], ["d1"]),
      ("[]x]", ["]", "x", "y"], ["]", "x"]), ("what[*].mp4", ["what*.mp4", "whats.mp4"], ["what*.mp4"]),
      ("x[[]1].*", ["x[1].a", "x1.a"], ["x[1].a"]), ("*[a.jpg", ["x[a.jpg", "xa.jpg"], ["x[a.jpg"]),
      ("*.jpg", ["A.JPG", "a.jpg"], ["a.jpg"]),
    ])
  func matches(pattern: String, names: [String], expected: [String]) throws {
    let pattern = try #require(FilePattern(pattern))
    #expect(names.filter(pattern.matches) == expected)
  }

  @Test("are none where the last name is plain: folders are taken as they are written")
  func plain() {
    for path in ["a.jpg", "shots [2]/a.jpg", "a*/b.jpg", "x[1.jpg", "a]b"] {
      #expect(FilePattern(path) == nil)
    }
    #expect(FilePattern("a [2]/*.jpg")?.folder == "a [2]/")
    #expect(FileSeries("https://x.org/*.jpg") == nil)
  }

  @Test("are found without regard to case for hints")
  func otherCase() throws {
    let pattern = try #require(FilePattern("Img_[A-C]*.jpg"))
    #expect(["IMG_B1.JPG", "img_d.jpg", "img_.jpg"].filter(pattern.matchesIgnoringCase) == ["IMG_B1.JPG"])
  }
}

@Suite("An item for each of several values")
struct EachTests {
  private func each(_ text: String, _ variables: [String: String] = [:]) throws -> (EachItem, ReadText) {
    let reading = read(text, variables: variables)
    return (try #require(reading.script.timeline.first?.each, "\(reading.findings)"), reading)
  }

  @Test("is read once for each value of its lists, which go side by side")
  func lists() throws {
    let text = """
      edit: 1
      vars:
        files: {type: media, list: true}
        spans: {type: time, default: [1s, 2s]}
      timeline:
        - each: {image: "p/${files}", for: "${spans}", filters: [{blur: 4px}]}
          transition: dissolve 0.5s
          captions: [One, ""]
          caption: {size: 5%}

      """
    for given in ["[a.jpg, \"b, c.jpg\"]", "[\"a.jpg\",'b, c.jpg']"] {
      let (each, reading) = try each(text, ["files": given])
      #expect(reading.findings == [])
      #expect(each.items.map(\.kind.label) == ["image p/a.jpg", "image p/b, c.jpg"])
      #expect(each.items.map { $0.duration?.value.canonicalText } == ["1s", "2s"])
      #expect(each.transition?.canonicalText == "dissolve 0.5s")
      #expect(each.captions.map(\.kind.subject) == ["One", ""])
      #expect(
        each.captions.map { $0.place?.value.canonicalText } == ["bottom, margin 6%", "bottom, margin 6%"])
      #expect(each.captions.map { $0.style?.size?.value.canonicalText } == ["5%", "5%"])
    }
  }

  @Test("has one override for each of its items in little time, also by the names of their files")
  func manyOverrides() throws {
    let count = 2000
    let paths = (1...count).map { "p/\($0)/x\($0).jpg" }.joined(separator: ", ")
    let changes = (1...count).map { $0.isMultiple(of: 2) ? "\($0): {for: 2s}" : "x\($0).jpg: {for: 2s}" }
    let (each, reading) = try each(
      """
      edit: 1
      timeline:
        - each: {image: [\(paths)], for: 1s}
          overrides: {\(changes.joined(separator: ", "))}

      """)
    #expect(reading.findings == [])
    #expect(each.overrides.map { $0.items.keys.sorted() } == (0..<count).map { [$0] })
  }

  @Test(
    "with a pattern among many values takes few overrides",
    arguments: [(100, 100, []), (101, 100, ["over-limit 1"]), (1, 10_000, [])] as [(Int, Int, [String])])
  func limit(values: Int, changes: Int, findings: [String]) throws {
    let paths = ["p/*.jpg"] + (1..<values).map { "\($0).jpg" }
    let (each, reading) = try each(
      """
      edit: 1
      timeline:
        - each: {image: [\(paths.joined(separator: ", "))], for: 1s}
          overrides: {\((1...changes).map { "\($0): {for: 2s}" }.joined(separator: ", "))}

      """)
    #expect(reading.findings == findings)
    #expect(each.overrides.count == (findings.isEmpty ? changes : 0))
  }

  @Test("takes the values of a list as they are, also where they look like variables")
  func notAgain() throws {
    let (each, reading) = try each(
      """
      edit: 1
      vars:
        names: {type: text, list: true}
      timeline:
        - each: {text: "x ${names}", for: 1s}

      """, ["names": "[a, \"b ${c}\"]"])
    #expect(reading.findings == [])
    #expect(each.items.map(\.kind.subject) == ["x a", "x b ${c}"])
  }

  @Test(
    "that is wrong says so once",
    arguments: [
      ("- each: {image: [a.jpg, b.jpg], for: \"${spans}\"}", ["count-differs \"${spans}\""]),
      ("- each: {image: []}", ["empty-value []", "unused-variable spans"]),
      ("- each: {transition: dissolve 1s}", ["wrong-list transition", "unused-variable spans"]),
      ("- each: {image: a.jpg, name: x, for: \"${spans}\"}", ["key-of-another-kind name"]),
      ("- each: \"${spans}\"", ["wrong-type \"${spans}\""]),
      ("- {image: a.jpg, for: \"${spans}\"}", ["wrong-type ${spans}"]),
      ("- {image: [a.jpg, b.jpg], for: 1s}", ["wrong-type [a.jpg, b.jpg]", "unused-variable spans"]),
      (
        "- {each: {color: red, for: \"${spans}\"}, for: 3s}",
        ["key-of-another-kind for"]
      ),
      ("- {each: {color: red, for: \"${spans}\"}, captions: One}", ["wrong-type One"]),
      ("- {each: {color: red, for: \"${spans}\"}, captions: []}", ["empty-value []"]),
      ("- {each: {color: red, for: [1s, 2s]}}", ["unused-variable spans", "wrong-type [1s, 2s]"]),
    ])
  func wrong(item: String, findings: [String]) {
    let reading = read("edit: 1\nvars:\n  spans: {type: time, default: [1s, 2s, 3s]}\ntimeline:\n  \(item)\n")
    #expect(Set(reading.findings) == Set(findings))
    #expect(reading.findings.count == findings.count)
  }

  @Test(
    "of a variable holds for each of its values",
    arguments: [
      ("[1s, 2]", "bare-number -"), ("1s", "wrong-type -"), ("[[1s]]", "wrong-type -"),
      ("[1s", "wrong-type -"),
    ])
  func given(value: String, finding: String) {
    let text =
      "edit: 1\nvars:\n  spans: {type: time, list: true}\ntimeline:\n  - each: {color: red, for: \"${spans}\"}\n"
    #expect(read(text, variables: ["spans": value]).findings == [finding])
    #expect(read(text, variables: ["spans": "[1s, 2s]"]).findings == [])
    #expect(read(text).findings == ["unset-variable ${spans}"])
  }

  @Test("of a variable is written in YAML and JSON as a list, and refused where the variable is none")
  func files() throws {
    let script = read("edit: 1\nvars:\n  a: {type: text, list: true}\n  b: {type: text}\ntitle: \"${b}\"\n")
    for (format, text) in [
      (VariableFormat.yaml, "a: [x, 1]\nb: [y]\n"), (.json, "{\"a\": [\"x\", 1], \"b\": [\"y\"]}"),
    ] {
      let file = values(text, as: format)
      #expect(file.findings == [])
      let checked = file.file.checked(
        file.file.sets, against: script.script.variables, in: script.source)
      #expect(checked.given.first?.values == ["a": "[\"x\",\"1\"]"])
      #expect(checked.diagnostics.map(\.id.name) == ["wrong-type"])
    }
  }
}
