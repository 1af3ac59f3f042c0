import Basics
import FoundationEssentials
import TestSupport
import Testing

/// The examples for GitHub and GitLab, read as the host would read them; their commands run on a repository.
@Suite struct WorkflowTests {
  private let place: Workplace
  private let environment: [String: String]

  /// A repository whose second commit makes one film longer and gives the other one a title.
  init() throws {
    place = try .oddlyNamed()
    environment = place.environment.merging([
      "HOME": place.path("tmp"), "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": place.path("summary.md"),
      "GITHUB_OUTPUT": place.path("output"), "RUNNER_TEMP": place.path("tmp"), "BASE": "origin/main",
      "EDITC_ARGUMENTS": "", "EDITC_STORE": "", "EDITC_FORK": "false", "EDITC_WHEEL": "tools/editc.whl",
      "CI_PROJECT_ID": "1", "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "2",
      "CI_MERGE_REQUEST_DIFF_BASE_SHA": "origin/main", "GIT_CONFIG_SYSTEM": "/dev/null", "LC_ALL": "C.UTF-8",
      "PATH": place.path("bin") + ":" + String(editcPath.dropLast("/editc".count)) + ":"
        + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
    ]) { $1 }
    try writeProgram("#!/bin/sh", at: place.path("bin/pip"))
    try place.write("edits/films/film.edit", Self.film.replacing("film.mp4", with: "longer.mp4"))
    try place.write("edits/films/same.edit", Self.film)
    let setUp = try bash(
      """
      git init -q -b main && git config user.name Ada && git config user.email ada@example.org
      git add . && git commit -q -m first && git update-ref refs/remotes/origin/main HEAD
      sed -i 's/1s/2s/' films/film.edit && sed -i '1a title: late' films/same.edit
      git commit -q -a -m second
      """)
    try #require(setUp.exitCode == 0, "\(setUp.errorText)")
    try place.write("edits/drafts/wrong.edit", Self.film.replacing("red", with: "rde"))
  }

  private static let film = """
    edit: 1
    canvas: {size: 160x90, rate: 30}
    timeline:
      - {color: red, for: 1s}
    outputs:
      - {file: out/film.mp4}

    """

  private func bash(_ script: String) throws -> ProgramResult {
    try run(["bash", "-e", "-c", script], in: place.path("edits"), environment: environment)
  }

  /// The commands of an example by their names, in order: what Python prints for the file, its `document`.
  private func commands(_ file: String, _ lines: String) throws -> [(name: String, script: String)] {
    let program = "import json, sys, yaml\ndocument = yaml.safe_load(open(sys.argv[1]))\n" + lines
    let result = try run(["/usr/bin/python3", "-c", program, packageRoot + "/" + file])
    try #require(result.exitCode == 0, "\(result.errorText)")
    let found = try JSONValue.parse(result.text).elements ?? []
    return found.map { ($0.elements?.first?.stringValue ?? "", $0.elements?.last?.stringValue ?? "") }
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try place.bytes(name), as: UTF8.self)
  }

  @Test("On GitHub, a change is annotated, its format is checked, and the films are compared and rendered")
  func gitHub() throws {
    let steps = try commands(
      "examples/github-workflow.yml",
      """
      # YAML 1.1 reads the key `on` as a Boolean; the host does not.
      assert 'pull_request' in document[True], document
      steps = [step for job in document['jobs'].values() for step in job['steps']]
      assert all(('run' in step) != ('uses' in step) for step in steps)
      print(json.dumps([[step['name'], step['run']] for step in steps if 'run' in step]))
      """)
    // The step before these, which uses the action.
    let lint = try run(
      [packageRoot + "/packaging/action/lint"], in: place.path("edits"), environment: environment)
    #expect(lint.exitCode == 1)
    #expect(lint.text.contains("::error file=drafts/wrong.edit,line=4,"), "\(lint.text)")
    let sarif = try JSONValue.parse(bytes: place.bytes("tmp/editc.sarif"))
    #expect(sarif["runs"]?.elements?.first?["results"]?.elements?.count == 1)

    #expect(
      steps.map(\.name) == [
        "Check the format", "Show what changed in the films", "Show both versions of the films",
        "Render the films", "Limit the size of the store",
      ])
    for step in steps {
      let result = try bash("ROOT=.\n" + step.script)
      #expect(result.exitCode == 0, "\(step.name): \(result.text)\(result.errorText)")
    }
    let summary = try text("summary.md")
    #expect(summary.contains("### films/film.edit\n\n```diff\n"), "\(summary)")
    #expect(summary.contains("1s -> 2s"), "\(summary)")
    #expect(summary.contains("### `films/film.edit`\n"), "\(summary)")
    #expect(try !place.bytes("edits/review/films/film/index.html").isEmpty)
    #expect(try !place.bytes("edits/films/out/film.mp4").isEmpty)
    #expect(try !place.bytes("edits/films/out/longer.mp4").isEmpty)
  }

  @Test("On GitLab, findings and changes are files, films are rendered, and a store in a commit is refused")
  func gitLab() throws {
    let jobs = try commands(
      "examples/gitlab-ci.yml",
      """
      first = document['default']['before_script']
      jobs = {name: job for name, job in document.items() if isinstance(job, dict) and 'script' in job}
      print(json.dumps([[name, '\\n'.join(first + job['script'])] for name, job in jobs.items()]))
      """)
    #expect(jobs.map(\.name) == ["lint", "format", "changes", "render"])
    for job in jobs {
      let result = try bash(job.script)
      #expect(
        result.exitCode == (job.name == "lint" ? 1 : 0), "\(job.name): \(result.text)\(result.errorText)")
    }
    let findings = try JSONValue.parse(bytes: place.bytes("edits/findings.json"))
    #expect(findings["summary"]?["errors"]?.integerValue == 1)
    let changes = try text("edits/changes.txt")
    #expect(changes.hasPrefix("films/film.edit\n") && changes.contains("1s -> 2s"), "\(changes)")
    #expect(try !place.bytes("edits/films/out/longer.mp4").isEmpty)
    // The script of a fork names a file outside the project.
    try place.write("edits/films/film.edit", Self.film.replacing("out/film.mp4", with: "../../far.mp4"))
    let render = try bash(jobs[3].script)
    #expect(render.exitCode == 1 && render.errorText.contains("[outside-root]"), "\(render.errorText)")

    try place.write("edits/.cache/editc/segments/entry", "wrong")
    #expect(try bash("git add .cache\n" + jobs[3].script).exitCode == 1)
  }

  @Test(
    "Every command line that the documentation shows has a command and options that there are",
    arguments: [
      "action.yml", "examples/github-workflow.yml", "examples/gitlab-ci.yml", ".pre-commit-hooks.yaml",
      "docs/ci.md", "docs/variables.md", "README.md", "Dockerfile",
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
