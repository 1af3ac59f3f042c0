import Basics
import Compiler
import Diagnostics
import TestSupport
import Testing

/// What `editc explain` prints, and that it is what `editc lint` would say.
@Suite struct ExplainTests {
  @Test("Several rules are several pages, the same text that docs/rules is made from")
  func pages() throws {
    let place = try Workplace()
    let result = try place.editc("explain", "too-deep", "ramp-pop")
    let pages = try ["too-deep", "ramp-pop"].map { try #require(RulePages.page(named: $0)) }
    #expect(result.text == (try pages.map { try $0.text(useColor: false) }.joined(separator: "\n\n")))
    #expect(result.exitCode == 0)
    #expect(try place.editc("explain", "--markdown", "ramp-pop").text == pages[1].markdown)
  }

  @Test("The message on a page is what lint prints for the script, byte for byte")
  func messages() throws {
    let place = try Workplace()
    var number = 0
    // Encoders that are missing on another machine cannot be missing here.
    for example in RulePages.all.flatMap(\.wrong)
    where example.media.isEmpty && example.missingEncoders.isEmpty {
      let checked = try CheckedExample(example)
      try place.write("\(number)/\(checked.source.name)", example.script + "\n")
      if !example.table.isEmpty { try place.write("\(number)/guests.csv", example.table + "\n") }
      if !example.played.isEmpty { try place.write("\(number)/title.edit", example.played + "\n") }
      let options = example.table.isEmpty ? "" : " --vars guests.csv"
      let result = try place.shell("cd \(number) && \"$editc\" lint -v \(checked.source.name)" + options)
      let count = DiagnosticCounts(checked.diagnostics).summary
      let summary = example.table.isEmpty ? count : count + " in 1 of 2 files"
      #expect(result.text == checked.report(useColor: false) + "\n" + summary + "\n")
      #expect(result.exitCode == (checked.diagnostics.hasErrors ? 1 : 0))
      number += 1
    }
    #expect(number > 15)
  }

  @Test("The list names every rule once, with its severity and title")
  func list() throws {
    let place = try Workplace()
    let lines = try place.editc("explain", "--list").text.split(separator: "\n")
    #expect(lines.count == Rules.ids.count)
    for (line, id) in zip(lines, Rules.ids) {
      let words = line.split(separator: " ")
      #expect(words.prefix(2) == [Substring(id.name), Substring(id.severity.rawValue)])
      #expect(words.contains("media") == id.needsMedia || id.title.contains("media"))
      #expect(line.hasSuffix("  " + id.title))
    }
  }

  @Test("Programs get the list and the pages as JSON that another reader accepts")
  func json() throws {
    let place = try Workplace()
    let judge = """
      import json, sys
      rules = json.load(sys.stdin)["rules"]
      for rule in rules: print(rule["id"], rule["needsMedia"], len(rule.get("examples", [])))
      """
    let list = try place.shell("\"$editc\" explain --list --json | python3 -c '\(judge)'")
    #expect(list.text.split(separator: "\n").count == Rules.ids.count)
    #expect(list.text.contains("missing-file True 0\n"))
    let page = try place.shell("\"$editc\" explain --json missing-file | python3 -c '\(judge)'")
    #expect(page.text == "missing-file True 2\n")
  }

  @Test("Lint tells somebody at a terminal, and nobody else, where to read on about the worst finding")
  func readOn() throws {
    let place = try Workplace()
    try place.write(
      "film.edit", "edit: 1\nvars: {a: {type: text}}\ncanvas: {size: 64x64}\ntimeline:\n  - gap: 2\n")
    let terminal = "python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' \"$editc\" lint film.edit"
    let seen = try place.shell(terminal + " < /dev/null").text
    #expect(seen.hasSuffix("for more about a message: editc explain bare-number\r\n"), "\(seen)")
    let piped = try place.editc("lint", "film.edit")
    #expect(!piped.text.contains("explain") && piped.errorText == "")
  }

  @Test("A hostile name cannot steer the terminal, and nothing is printed for a list with one wrong name")
  func hostileName() throws {
    let place = try Workplace()
    let result = try place.editc("explain", "too-deep", "\u{1B}[2Jtoo-large")
    #expect(result.exitCode == 2)
    #expect(result.text == "")
    #expect(!result.errorText.contains("\u{1B}"))
    #expect(try place.editc("explain", "").exitCode == 2)
    #expect(try place.editc("explain", String(repeating: "x", count: 100_000)).exitCode == 2)
  }
}
