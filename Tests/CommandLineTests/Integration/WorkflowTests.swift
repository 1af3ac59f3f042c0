import Basics
import FoundationEssentials
import TestSupport
import Testing

/// The example workflow, read as the host of the code would read it, and its commands run on a repository.
@Suite struct WorkflowTests {
  private static let path = packageRoot + "/examples/github-workflow.yml"

  /// The commands of the steps, by their names, in order.
  private func steps() throws -> [(name: String, script: String)] {
    let program = """
      import json, sys, yaml
      workflow = yaml.safe_load(open(sys.argv[1]))
      # YAML 1.1 takes the key `on` for a truth value, as the host does not.
      assert 'pull_request' in workflow[True], workflow
      steps = [step for job in workflow['jobs'].values() for step in job['steps']]
      assert all(('run' in step) != ('uses' in step) for step in steps)
      print(json.dumps([[step['name'], step['run']] for step in steps if 'run' in step]))
      """
    let result = try run(["/usr/bin/python3", "-c", program, Self.path])
    try #require(result.exitCode == 0, "\(result.errorText)")
    let found = try JSONValue.parse(result.text).elements ?? []
    return found.map { ($0.elements?.first?.stringValue ?? "", $0.elements?.last?.stringValue ?? "") }
  }

  @Test("Its steps annotate a change, write SARIF, check the form and say what changed in the film")
  func changesOfAFilm() throws {
    let place = try Workplace.oddlyNamed()
    let environment = place.environment.merging([
      "HOME": place.path("tmp"), "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": place.path("summary.md"),
      "BASE": "origin/main", "GIT_CONFIG_SYSTEM": "/dev/null", "LC_ALL": "C.UTF-8",
      "PATH": String(editcPath.dropLast("/editc".count)) + ":"
        + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
    ]) { $1 }
    func bash(_ script: String) throws -> ProgramResult {
      try run(["bash", "-e", "-c", script], in: place.path("edits"), environment: environment)
    }
    let film = "edit: 1\ncanvas: {size: 160x90, rate: 30}\ntimeline:\n  - {color: red, for: 1s}\n"
    try place.write("edits/film.edit", film)
    try place.write("edits/same.edit", film)
    let setUp = try bash(
      """
      git init -q -b main && git config user.name Ada && git config user.email ada@example.org
      git add . && git commit -q -m first && git update-ref refs/remotes/origin/main HEAD
      sed -i 's/1s/2s/' film.edit && sed -i '1a title: late' same.edit && git commit -q -a -m second
      """)
    try #require(setUp.exitCode == 0, "\(setUp.errorText)")
    try place.write("edits/wrong.edit", film.replacing("red", with: "rde"))
    var results: [String: ProgramResult] = [:]
    for (name, script) in try steps() { results[name] = try bash(script) }
    #expect(results.count == 3)

    let lint = try #require(results["Find mistakes"])
    #expect(lint.exitCode == 1)
    #expect(lint.text.contains("::error file=wrong.edit,line=4,"), "\(lint.text)")
    let sarif = try JSONValue.parse(bytes: place.bytes("edits/edits.sarif"))
    #expect(sarif["runs"]?.elements?.first?["results"]?.elements?.count == 1)
    #expect(results["Compare with the usual form"]?.exitCode == 0)
    let compare = try #require(results["Say what changed in the films"])
    #expect(compare.exitCode == 0, "\(compare.errorText)")
    let summary = String(decoding: try place.bytes("summary.md"), as: UTF8.self)
    #expect(summary.contains("### film.edit\n\n```diff\n"), "\(summary)")
    #expect(summary.contains("2s"))
  }

  @Test(
    "Every command line that the documentation shows has a command and options that there are",
    arguments: [
      "examples/github-workflow.yml", ".pre-commit-hooks.yaml", "docs/ci.md", "docs/variables.md",
      "README.md",
      "Dockerfile",
    ])
  func commandLines(file: String) throws {
    let place = try Workplace.oddlyNamed()
    let text = try String(contentsOfFile: packageRoot + "/" + file, encoding: .utf8)
    var pages: [String: String] = [:]
    let found = text.matches(of: /\beditc ([a-z]+)((?: +[^ `\n|>]+)*)/).filter { match in
      // Words of a sentence are no command line: those stand in code, in quotes or after a key.
      let before = text[..<match.range.lowerBound].last
      return before == nil || before == "`" || before == "\n" || before == " " || before == "("
    }
    var commands = 0
    for match in found {
      let command = String(match.output.1)
      let page = try pages[command] ?? place.editc(command, "--help").text
      pages[command] = page
      let isCode = !page.isEmpty
      let options = match.output.2.split(separator: " ").filter { $0.hasPrefix("--") && $0.count > 2 }
      #expect(isCode || options.isEmpty, "\(file): \(match.output.0)")
      if isCode { commands += 1 }
      for option in options where isCode {
        let name = option.prefix { $0 != "=" && $0 != ")" }
        #expect(page.contains(name), "\(file): \(match.output.0)")
      }
    }
    #expect(commands >= 1, "\(file) shows no command line")
  }
}
