import Basics
import Glibc
import Processes
import TestSupport
import Testing

let editcPath = builtEditc

/// A folder in which one test works: scripts, films, a cache and a place for temporary files of its own.
struct Workplace {
  let root: String
  /// Goes with the last copy of this value; nil where the folder is kept for other tests.
  private let folder: TemporaryFolder?

  /// With footage, unless it is bare.
  init(isBare: Bool = false) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    root = folder.root
    if isBare { try makeFolder(path("tmp")) } else { try furnish() }
  }

  /// One whose path has to be quoted in every shell line, as the folders of people's films do.
  static func oddlyNamed() throws -> Workplace { try Workplace(below: TemporaryFolder()) }

  private init(below folder: TemporaryFolder) throws {
    self.folder = folder
    root = folder.path("a film's \"größe\"")
    try furnish()
  }

  /// One that several tests look at.
  init(sharedAs name: String) throws {
    folder = nil
    root = try SharedFolder.path.get() + "/" + name
    try furnish()
  }

  private func furnish() throws {
    try makeFolder(path("tmp"))
    // Copies: a link out of the folder would be a finding, and another name of the same file changes its times.
    #expect(!Footage.all.contains(""))
    let copy = try run(["cp", "-r", SharedFolder.path.get() + "/footage", path("footage")])
    try #require(copy.exitCode == 0, "\(copy.errorText)")
  }

  func path(_ name: String) -> String { root + "/" + name }

  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try makeFolder(Processes.folder(of: path(name)))
    try AtomicFile.publish(bytes, at: path(name))
  }

  var environment: [String: String] {
    [
      "XDG_CACHE_HOME": path("cache"), "XDG_CONFIG_HOME": path("config"), "TMPDIR": path("tmp"),
      "LC_ALL": "C",
      // Where the tests run is not where what they test seems to run.
      "GITHUB_ACTIONS": "", "GITHUB_STEP_SUMMARY": "", "GITHUB_WORKSPACE": "",
    ]
  }

  @discardableResult
  func editc(
    _ arguments: String..., environment: [String: String] = [:], input: String = ""
  ) throws -> ProgramResult {
    try run(
      [editcPath] + arguments, in: root, environment: self.environment.merging(environment) { $1 },
      input: Array(input.utf8))
  }

  /// A line for bash, in which `$editc` is the command: for what only a shell can arrange.
  func shell(_ line: String) throws -> ProgramResult {
    try run(
      ["bash", "-c", line], in: root, environment: environment.merging(["editc": editcPath]) { $1 })
  }

  /// A render that gets a signal as soon as it has made a frame; the shell prints the status, and what the render said is in
  /// the file `words`.
  func shell(sending signal: String, to render: String) throws -> ProgramResult {
    try shell(
      """
      (for _ in {1..6000}; do grep -qs '"framesDone": *[1-9]' words && break; sleep 0.01; done; pkill -\(signal) -P $$ -x editc) &
      "$editc" \(render) --progress json 2> words; echo $?
      """)
  }

  /// Starts the command and does not wait for it.
  func start(_ arguments: String...) throws -> ChildProcess {
    let variables = environment.map { "\($0)=\($1)" }.sorted()
    return try ChildProcess(
      ChildCommand("/usr/bin/env", ["-C", root] + variables + [editcPath] + arguments))
  }

  func plan(_ script: String) throws -> JSONValue {
    let result = try editc("plan", "--json", script)
    #expect(result.exitCode == 0, "\(result.errorText)")
    return try #require(try JSONValue.parse(result.text)["outputs"]?.elements?.first)
  }

  /// The names of everything below a folder that a finished command should have tidied up.
  func leftovers() throws -> [String] {
    try run(["find", path("tmp"), "-mindepth", "1"]).text.split(separator: "\n").map(String.init)
      + run(["find", root, "-name", "*.partial"]).text.split(separator: "\n").map(String.init)
  }

  /// Finished segments and sound tracks in the store, by their keys.
  func stored() throws -> [String] {
    try run(["find", path("cache/editc/segments"), "-type", "f", "-not", "-name", ".*"]).text
      .split(separator: "\n").map { lastComponent(of: String($0)) }.sorted()
  }

  func storedPath(_ key: String) -> String { path("cache/editc/segments/\(key.prefix(2))/\(key)") }

  func digest(_ name: String) throws -> String {
    let result = try run(["sha256sum", path(name)])
    try #require(result.exitCode == 0, "\(name) is not there")
    return String(result.text.prefix(64))
  }

  func bytes(_ name: String) throws -> [UInt8] { try readFile(path(name), limit: 1 << 30) }
}

extension JSONValue {
  /// The keys of a plan's segments and its sound that it will reuse, or with another word encode.
  func keys(action: String = "reuse") -> [String] {
    let pieces = (self["segments"]?.elements ?? []) + (self["sound"].map { [$0] } ?? [])
    return pieces.filter { $0["action"]?.stringValue == action }.compactMap { $0["key"]?.stringValue }
      .sorted()
  }
}

/// Waits for something to become true, at most for a minute.
func wait(until isTrue: () throws -> Bool) throws {
  for _ in 0..<6000 {
    if try isTrue() { return }
    usleep(10_000)
  }
  throw TookTooLong()
}

struct TookTooLong: Error {}

extension ProgramResult {
  /// Fails the test with what the program printed unless it was successful.
  func check() throws { try #require(exitCode == 0, "\(errorText)\(text)") }
}
