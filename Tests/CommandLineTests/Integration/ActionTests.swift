import Basics
import FoundationEssentials
import TestSupport
import Testing

/// The action for GitHub: `action.yml`, and its scripts with a pip, a curl and an editc that only record how
/// they are called.
@Suite struct ActionTests {
  private let folder: TemporaryFolder
  private let environment: [String: String]

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    try folder.write("checkout/tools/editc-0.1.0-py3-none-any.whl", "wheel")
    try folder.write("a job's files/empty", "")
    try writeProgram(
      #"""
      #!/bin/sh
      printf '%s\n' "$@" > "$CALLS"
      while [ "$1" != --python ]; do shift; done
      printf '#!/bin/sh\necho editc 0.1.0\n' > "${2%/*}/editc"
      chmod +x "${2%/*}/editc"

      """#, at: folder.path("bin/pip"))
    try writeProgram(
      #"""
      #!/bin/sh
      while [ "$1" != --output ]; do shift; done
      printf wheel > "$2"

      """#, at: folder.path("bin/curl"))
    try writeProgram(
      #"""
      #!/bin/sh
      printf '%s\n' "$@" > "$CALLS"
      exit "$STATUS"

      """#, at: folder.path("bin/editc"))
    environment = [
      "PATH": folder.path("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"),
      "RUNNER_TEMP": folder.path("a job's files"), "GITHUB_PATH": folder.path("path"),
      "GITHUB_OUTPUT": folder.path("output"), "CALLS": folder.path("calls"), "STATUS": "0",
      "EDITC_WHEEL": "", "EDITC_SHA256": "", "EDITC_VERSION": "",
      "EDITC_ARGUMENTS": "", "EDITC_STORE": "", "EDITC_FORK": "false",
    ]
  }

  private func script(_ name: String, _ inputs: [String: String]) throws -> ProgramResult {
    try run(
      [packageRoot + "/packaging/action/" + name], in: folder.path("checkout"),
      environment: environment.merging(inputs) { $1 })
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path(name), encoding: .utf8)
  }

  /// The arguments of the last call, each on a line of its own.
  private func words() throws -> [String] { try text("calls").split(separator: "\n").map(String.init) }

  private func isCalled() -> Bool { FileManager.default.fileExists(atPath: folder.path("calls")) }

  /// What Python prints for a YAML file that it reads as `document`.
  private func python(_ file: String, _ lines: String) throws -> [String] {
    let program = "import json, sys, yaml\ndocument = yaml.safe_load(open(sys.argv[1]))\n" + lines
    let result = try run(["/usr/bin/python3", "-c", program, packageRoot + "/" + file])
    try #require(result.exitCode == 0, "\(file): \(result.errorText)")
    return try JSONValue.parse(result.text).elements?.compactMap { $0.stringValue } ?? []
  }

  @Test("Each command of action.yml is an executable script, and no expression is part of it")
  func commands() throws {
    let commands = try python(
      "action.yml",
      """
      assert document['runs']['using'] == 'composite'
      steps = document['runs']['steps']
      assert all(('run' in step) != ('uses' in step) for step in steps)
      assert all('shell' in step for step in steps if 'run' in step)
      print(json.dumps([step['run'] for step in steps if 'run' in step]))
      """)
    #expect(commands.count == 2)
    for command in commands {
      let match = try #require(command.wholeMatch(of: #/"\$GITHUB_ACTION_PATH/(packaging/action/[a-z]+)"/#))
      #expect(FileManager.default.isExecutableFile(atPath: "\(packageRoot)/\(match.output.1)"))
    }
  }

  @Test("No command of the example for GitHub contains an expression")
  func expressions() throws {
    let commands = try python(
      "examples/github-workflow.yml",
      """
      steps = [step for job in document['jobs'].values() for step in job['steps']]
      print(json.dumps([step['run'] for step in steps if 'run' in step]))
      """)
    #expect(!commands.isEmpty)
    for command in commands { #expect(!command.contains("${{"), "\(command)") }
  }

  @Test("The example for GitHub passes inputs and reads outputs that the action has")
  func interface() throws {
    let inputs = try python("action.yml", "print(json.dumps(list(document['inputs'])))")
    let outputs = try python("action.yml", "print(json.dumps(list(document['outputs'])))")
    let passed = try python(
      "examples/github-workflow.yml",
      """
      steps = [step for job in document['jobs'].values() for step in job['steps']]
      print(json.dumps([key for step in steps if step.get('id') == 'editc' for key in step['with']]))
      """)
    #expect(!passed.isEmpty && Set(passed).isSubset(of: inputs))
    let example = try String(contentsOfFile: packageRoot + "/examples/github-workflow.yml", encoding: .utf8)
    let read = example.matches(of: #/steps\.editc\.outputs\.([a-z-]+)/#).map { String($0.output.1) }
    #expect(Set(read) == Set(outputs))
  }

  @Test("Without a wheel, nothing is installed, and the message names `make wheel`")
  func withoutWheel() throws {
    let result = try script("install", [:])
    #expect(result.exitCode == 1)
    #expect(result.text.hasPrefix("::error ") && result.text.contains("make wheel"), "\(result.text)")
    #expect(!isCalled())
  }

  private static let address = "https://example.org/files/editc-0.1.0-py3-none-any.whl?download=1"
  /// The SHA-256 of the text `wheel`.
  private static let digest = "ba59926159d2aa256eb8739b8da7e2b574b960e1202c6d624cbe981cef996c91"

  @Test(
    "A wheel without its digest, with another digest, or from elsewhere is not installed",
    arguments: [
      ["EDITC_WHEEL": address],
      ["EDITC_WHEEL": address, "EDITC_SHA256": String(repeating: "0", count: 64)],
      ["EDITC_WHEEL": "tools/editc-0.1.0-py3-none-any.whl", "EDITC_SHA256": "00"],
      ["EDITC_WHEEL": "http://example.org/editc.whl", "EDITC_SHA256": digest],
      ["EDITC_WHEEL": "tools/editc.whl"],
      ["EDITC_WHEEL": "tools"],
    ])
  func refused(inputs: [String: String]) throws {
    let result = try script("install", inputs)
    #expect(result.exitCode == 1)
    #expect(result.text.hasPrefix("::error "), "\(result.text)\(result.errorText)")
    #expect(!isCalled())
  }

  @Test(
    "A wheel is installed without an index, and later steps find its command",
    arguments: [
      ["EDITC_WHEEL": address, "EDITC_SHA256": digest],
      ["EDITC_WHEEL": address, "EDITC_SHA256": digest.uppercased(), "EDITC_VERSION": "v0.1.0"],
      ["EDITC_WHEEL": "tools/editc-0.1.0-py3-none-any.whl"],
    ])
  func installed(inputs: [String: String]) throws {
    let result = try script("install", inputs)
    #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
    #expect(result.text == "editc 0.1.0\n")
    let call = try words()
    #expect(call.contains("--no-index") && call.contains("--no-deps"), "\(call)")
    #expect(call.last?.hasSuffix("/editc-0.1.0-py3-none-any.whl") == true, "\(call)")
    let place = try #require(try text("path").split(separator: "\n").first)
    #expect(FileManager.default.isExecutableFile(atPath: "\(place)/editc"))
  }

  @Test("A wheel of another release is refused")
  func otherRelease() throws {
    let result = try script(
      "install", ["EDITC_WHEEL": "tools/editc-0.1.0-py3-none-any.whl", "EDITC_VERSION": "0.2.0"])
    #expect(result.exitCode == 1)
    #expect(result.text.contains("contains editc 0.1.0, expected editc 0.2.0"), "\(result.text)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("path")))
  }

  @Test("lint gets two formats, the store, --root for forks, and the arguments as they are written")
  func lint() throws {
    func words(_ inputs: [String: String]) throws -> [String] {
      let result = try script("lint", inputs)
      #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
      return try self.words()
    }
    let report = folder.path("a job's files/editc.sarif")
    let usual = ["lint", "--format", "github", "--format", "sarif", "--output-file", report]
    #expect(try words([:]) == usual)
    #expect(try words(["EDITC_ARGUMENTS": "--deny  warnings *"]) == usual + ["--deny", "warnings", "*"])
    #expect(
      try words(["EDITC_ARGUMENTS": "--no-media\nmy films\n"]) == usual + ["--no-media", "my films"])
    #expect(
      try words(["EDITC_ARGUMENTS": "$(touch new) `touch new`; touch new"])
        == usual + ["$(touch", "new)", "`touch", "new`;", "touch", "new"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("checkout")) == ["tools"])
    #expect(try words(["EDITC_FORK": "true"]) == usual + ["--root", "."])
    #expect(
      try words(["EDITC_FORK": "true", "EDITC_ARGUMENTS": "--root=films"]) == usual + ["--root=films"])
    #expect(
      try words(["EDITC_STORE": "~/.cache/editc", "HOME": folder.path("home")])
        == usual + ["--cache", folder.path("home/.cache/editc")])
  }

  @Test("The action passes on the exit code of lint, and its outputs are there if it fails")
  func failure() throws {
    #expect(try script("lint", ["STATUS": "66", "EDITC_FORK": "true"]).exitCode == 66)
    #expect(try text("output") == "sarif=\(folder.path("a job's files/editc.sarif"))\nroot=.\n")
  }
}
