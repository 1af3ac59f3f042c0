import Basics
import EditScript
import Testing

@Suite struct ValueFileTests {
  @Test("a YAML mapping is one set, whose values are text whatever YAML makes of them")
  func yaml() {
    let file = values("answer: no\nclock: 1:30\nnumber: 0755\nwords: \"a: b\"\nempty: ''\n", as: .yaml)
    #expect(file.findings == [])
    #expect(file.names == ["answer", "clock", "number", "words", "empty"])
    #expect(file.texts == [["no", "1:30", "0755", "a: b", ""]])
  }

  @Test("a JSON object is one set, whose numbers and words are the text that stands there")
  func json() {
    let file = values(
      "\u{FEFF}{\"a\": \"J\\u00e9\\n\", \"b\": 1.50,\n \"c\": 1e3, \"d\": true, \"e\": \"\"}", as: .json)
    #expect(file.findings == [])
    #expect(file.texts == [["J\u{E9}\n", "1.50", "1e3", "true", ""]])
  }

  @Test(
    "values that are no text are found where they stand",
    arguments: [
      (
        VariableFormat.yaml, "a: [[1]]\nb:\nc: {d: 1}\ne: 1\n",
        ["1:4 wrong-type [[1]]", "2:1 empty-value b", "3:4 wrong-type {d: 1}"]
      ),
      (
        VariableFormat.json, "{\"a\": [[1]], \"b\": null,\n \"c\": {}, \"e\": 1}",
        ["1:7 wrong-type [[1]]", "1:19 empty-value null", "2:7 wrong-type {}"]
      ),
    ])
  func nested(format: VariableFormat, text: String, findings: [String]) {
    let file = values(text, as: format)
    #expect(file.findings == findings)
    #expect(file.texts == [["1"]])
    #expect(file.file.sets.first?.unread == ["a", "b", "c"])
  }

  @Test(
    "a file that is no mapping is one finding",
    arguments: [
      (VariableFormat.yaml, "", "1:1 data-syntax "), (.yaml, "- a\n- b\n", "1:1 wrong-type - a\n- b"),
      (.yaml, "a: 1\na: 2\n", "2:1 duplicate-key a"), (.yaml, "a: &x 1\n", "1:4 unsupported-yaml &x"),
      (.json, "[1]", "1:1 wrong-type [1]"), (.json, "{\"a\": 1,}", "1:9 data-syntax }"),
      (.json, "{\"a\": 1, \"a\": 2}", "1:10 data-syntax \""), (.json, "", "1:1 data-syntax "),
    ])
  func noMapping(format: VariableFormat, text: String, finding: String) {
    #expect(values(text, as: format).findings == [finding])
  }

  @Test("the extension of a file says how it is written")
  func formats() {
    #expect(VariableFormat(path: "a/b.csv") == .csv)
    #expect(VariableFormat(path: "b.YML") == .yaml)
    #expect(VariableFormat(path: "b.x.json") == .json)
    #expect(VariableFormat(path: "csv") == nil)
    #expect(VariableFormat(path: "a.csv/b") == nil)
  }

  private static let script = """
    edit: 1
    vars:
      name: {type: text}
      long: {type: time, default: 1s}
      tint: {type: colour, default: red, allowed: [red, blue]}

    """

  private func check(_ file: ReadValues) -> (given: [GivenVariables], findings: [String]) {
    let script = read(Self.script)
    let checked = file.file.checked(
      file.file.sets, against: script.script.variables, in: script.source)
    return (checked.given, file.described(checked.diagnostics))
  }

  @Test("values are held against the declarations, each where it stands")
  func checks() {
    let (given, findings) = check(
      values("name,long,tint,extra\nAda,2s,red,1\nBob,2,green,1\n"))
    #expect(findings == ["1:16 unknown-variable extra", "3:5 bare-number 2", "3:7 unknown-value green"])
    #expect(
      given == [
        GivenVariables(["name": "Ada", "long": "2s", "tint": "red"]),
        GivenVariables(["name": "Bob"], refused: ["long", "tint"]),
      ])
  }

  @Test("an empty cell is the empty text, which is no time")
  func emptyCells() {
    let (given, findings) = check(values("name,long\n,2s\nBob,\n"))
    #expect(findings == ["3:5 empty-value "])
    #expect(given.map(\.values) == [["name": "", "long": "2s"], ["name": "Bob"]])
  }

  @Test("a misspelled column is one finding: that its variable has no value is none")
  func misspelled() {
    let (given, findings) = check(values("nmae,long\nAda,2s\n"))
    #expect(findings == ["1:1 unknown-variable nmae"])
    #expect(given == [GivenVariables(["long": "2s"], refused: ["name"])])
    let reading = read(Self.script + "title: ${name}\ncanvas: {background: \"${tint}\"}\n")
    #expect(reading.findings.contains("unset-variable ${name}"))
  }

  @Test("the command line overrides a file")
  func overridden() {
    let given = GivenVariables(["a": "1", "b": "2"], refused: ["c"])
    #expect(given.overridden(by: ["b": "3", "c": "4"]) == GivenVariables(["a": "1", "b": "3", "c": "4"]))
  }
}
