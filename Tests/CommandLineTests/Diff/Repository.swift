import Processes
import TestSupport
import Testing

/// A working tree of git's own making, in which one test commits scripts.
struct Repository {
  let place: Workplace

  init() throws {
    place = try .oddlyNamed()
    try git("init", "--quiet", "--initial-branch", "main", ".")
    try place.write(".gitignore", "/tmp\n/cache\n/footage\n")
  }

  /// Nobody's settings but these.
  private static let settings = [
    "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@localhost", "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@localhost",
  ]

  @discardableResult
  func git(_ arguments: String..., in folder: String = ".") throws -> ProgramResult {
    let result = try run(
      ["git"] + arguments, in: place.path(folder),
      environment: place.environment.merging(Self.settings) { $1 }.merging(["editc": editcPath]) { $1 })
    #expect(result.exitCode == 0, "git \(arguments): \(result.errorText)")
    return result
  }

  func commit(_ message: String) throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--message", message)
  }

  @discardableResult
  func editc(_ arguments: String..., in folder: String = ".", input: String = "") throws -> ProgramResult {
    try run(
      [editcPath] + arguments, in: place.path(folder),
      environment: place.environment.merging(Self.settings) { $1 }, input: Array(input.utf8))
  }
}

/// A film of three colours, each of which lasts for as long as it is told.
func colors(_ first: String = "2s", _ second: String = "3s", _ third: String = "4s", comment: String = "")
  -> String
{
  """
  edit: 1  # \(comment)
  canvas: {size: 160x90, rate: 30}
  timeline:
    - {color: red, for: \(first)}
    - {color: green, for: \(second)}
    - {color: blue, for: \(third)}
  outputs: [{file: film.mp4}]

  """
}

extension ProgramResult {
  /// Without the lines that name the two films, which depend on how they were asked for.
  var changes: String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("old  ") && !$0.hasPrefix("new  ") }.joined(separator: "\n")
  }
}
