import Basics
import Diagnostics
import EditScript
import Testing

@Suite struct VariableTests {
  private static let head = """
    edit: 1
    vars:
      city: {type: text, default: Paris, allowed: [Paris, Rome]}
      long: {type: time}

    """

  @Test("a default and a value from outside take the place of the variable before the value is read")
  func replaced() {
    let text = Self.head + "title: in ${city}, ${city}!\ntimeline: [{gap: \"${long}\"}]\n"
    let reading = read(text, variables: ["long": "2s", "city": "Rome"])
    #expect(reading.findings == [])
    #expect(reading.script.title?.value == "in Rome, Rome!")
    #expect(reading.script.dump.contains("timeline 1 gap 2s\n"))
    #expect(reading.script.title.map { reading.source[$0.range] } == "in ${city}, ${city}!")
  }

  @Test("`$${` is the characters themselves, and a lone dollar sign is one")
  func literal() {
    let reading = read("{edit: 1, title: 'a $${city} costs $5 or 5$'}")
    #expect(reading.findings == [])
    #expect(reading.script.title?.value == "a ${city} costs $5 or 5$")
  }

  @Test("a value is text: what it holds is not replaced again")
  func notAgain() {
    let reading = read(
      "{edit: 1, vars: {a: {type: text}, b: {type: text, default: c}}, title: \"${a}${b}\"}",
      variables: ["a": "${b}"])
    #expect(reading.findings == [])
    #expect(reading.script.title?.value == "${b}c")
  }

  @Test(
    "what is wrong with variables",
    arguments: [
      WrongScript("{edit: 1, title: 'a ${b}'}", "unknown-variable ${b}"),
      WrongScript(
        "{edit: 1, vars: {city: {type: text, default: a}}, title: \"${citty} ${city}\"}",
        "unknown-variable ${citty}"),
      WrongScript(
        "{edit: 1, vars: {city: {type: text, default: a}}, title: \"${City} ${city}\"}",
        "unknown-variable ${City}",
        fixed: "{edit: 1, vars: {city: {type: text, default: a}}, title: \"${city} ${city}\"}"),
      WrongScript(
        "{edit: 1, vars: {a: {type: text}}, title: \"${a}\", note: \"${a}\"}", "unset-variable ${a}"),
      WrongScript(
        "{edit: 1, vars: {a: {type: text, default: b}}, timeline: [{gap: 1s}]}", "unused-variable a"),
      // A variable behind a misspelled key is used.
      WrongScript(
        "{edit: 1, vars: {a: {type: text, default: b}}, titlle: \"${a}\"}", "unknown-key titlle",
        fixed: "{edit: 1, vars: {a: {type: text, default: b}}, title: \"${a}\"}"),
      WrongScript(
        "{edit: 1, vars: {a: {type: text, default: b}}, title: [\"${a}\"]}", "wrong-type [\"${a}\"]"),
      WrongScript("{edit: 1, title: 'a ${b'}", "variable-syntax ${"),
      WrongScript("{edit: 1, vars: {a: {type: time, default: 5}}, title: \"${a}\"}", "bare-number 5"),
      WrongScript(
        "{edit: 1, vars: {a: {type: flag, default: maybe}}, title: \"${a}\"}", "unknown-value maybe"),
      WrongScript("{edit: 1, vars: {a: {type: number, default: x}}, title: \"${a}\"}", "number-syntax x"),
      WrongScript(
        "{edit: 1, vars: {a: {type: colour, default: '#ff'}}, title: \"${a}\"}", "wrong-color '#ff'"),
      WrongScript(
        "{edit: 1, vars: {a: {type: text, default: x, allowed: [y]}}, title: \"${a}\"}", "unknown-value x"),
      WrongScript(
        "{edit: 1, vars: {a: {type: text, default: \"${b}\"}}, title: \"${a}\"}", "variable-syntax \"${b}\""),
      WrongScript("{edit: 1, vars: {a: {default: x}}}", "missing-key a"),
      WrongScript(
        "{edit: 1, vars: {a: {type: txet, default: x}}}", "unknown-value txet"),
      WrongScript("{edit: 1, vars: {a: text}}", "wrong-type text"),
      // The whole scalar is guilty, and no fix is offered for text that stands nowhere.
      WrongScript(
        "{edit: 1, vars: {a: {type: text, default: covr}}, timeline: [{clip: b, fit: \"${a}\"}]}",
        "unknown-value \"${a}\""),
    ])
  func wrong(_ script: WrongScript) {
    let reading = read(script.text)
    #expect(reading.findings == script.findings, "\(reading.diagnostics.map(\.message))")
    let hasSafeFix = reading.diagnostics.contains { $0.fixes.contains(where: \.isSafe) }
    #expect((hasSafeFix ? reading.fixed : nil) == script.fixed)
  }

  @Test(
    "values from outside are declared, of their type, and allowed",
    arguments: [
      (["citty": "Rome"], "unknown-variable -"),
      (["city": "Oslo"], "unknown-value -"),
      (["long": "5"], "bare-number -"),
    ])
  func fromOutside(_ values: [String: String], _ finding: String) {
    let text = Self.head + "title: \"${city}\"\ntimeline: [{gap: \"${long}\"}]\n"
    let reading = read(text, variables: ["long": "2s"].merging(values) { $1 })
    #expect(reading.findings == [finding])
    #expect(!reading.diagnostics[0].notes.isEmpty || reading.diagnostics[0].hint == "did you mean `city`?")
  }
}
