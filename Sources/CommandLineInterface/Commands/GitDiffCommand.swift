import Basics
import Processes
import Workspace

private let words = Argument.positionals(
  .text("WORD"),
  "The arguments from git: the path, then file, digest and mode of the old and the new version.")

extension Command {
  /// `git config diff.editc.command "editc git-diff"`: see `docs/diff.md`.
  static let gitDiff = Command(
    "git-diff", "Compares two versions of a script for `git diff`.",
    details: """
      Git runs this command after `git config diff.editc.command "editc git-diff"`, for files with \
      `*.edit diff=editc` in `.gitattributes`. The exit code is 0 even if the films differ, because git \
      stops at any other.
      """,
    arguments: [words, noMediaArgument, cacheArgument, noCacheArgument, sandboxArgument], isHidden: true
  ) { values in
    let words = try values[words]
    let looksAtMedia = try !values[noMediaArgument]
    let cache = try cacheFolder(values)
    let inspector = try confinedInspector(values)
    // An unmerged path comes alone; a renamed file comes with its new name and git's description.
    guard [1, 7, 9].contains(words.count) else {
      throw UsageError(
        .other("expected the seven arguments of a git diff command, found \(words.count)"),
        command: "git-diff")
    }
    guard words.count > 1 else {
      try Console.print("\(words[0]): not merged\n")
      return .done
    }
    let comparer = FilmComparer(
      workspace: Workspace(cache: try cache.get(), inspector: inspector), variables: [:],
      looksAtMedia: looksAtMedia)
    try report(
      comparer, GitVersion(file: words[1], path: words[0], side: "a"),
      GitVersion(file: words[4], path: words.count > 7 ? words[7] : words[0], side: "b"))
    return .done
  }
}

/// One of the two versions: a file with its text, which may be temporary, and the path of the script relative
/// to the top of the working tree, which is the working folder.
private struct GitVersion {
  let file: String
  let path: String
  let side: String

  /// Nil if this version does not exist.
  func script() throws -> ScriptVersion? {
    if file == "/dev/null" { return nil }
    let source = SourceText(name: "\(side)/\(path)", bytes: try readFile(file, limit: 64 << 20))
    return ScriptVersion(ScriptFile(path: path, source: source, folder: folder(of: path)))
  }
}

private func report(
  _ comparer: FilmComparer, _ old: GitVersion, _ new: GitVersion
) throws {
  guard let before = try old.script() else { return try Console.print("\(new.path): new script\n") }
  guard let after = try new.script() else { return try Console.print("\(old.path): script removed\n") }
  do {
    let text = try comparer.compare(before, after).text(useColor: Console.output.usesColour)
    try Console.print("film of \(new.path)\n\(text)")
  } catch let failure as CommandFailure where failure.code == .badData {
    // Printed as text: git continues with the other files.
    try Console.print("\(new.path): \(failure.message)\n")
  }
}
