import Processes
import Workspace

let oldScriptArgument = Argument.optionalPositional(
  .file("OLD", extensions: ["edit"]),
  "The version to compare with: a script, `REVISION:PATH`, or a git revision of NEW. `OLD..NEW` names two "
    + "revisions. Default: HEAD.")
let newScriptArgument = Argument.positional(
  .file("NEW", extensions: ["edit"]), "The script, or `REVISION:PATH`; `-` reads standard input.")

/// The names of two versions of a script on the command line.
struct ComparedNames {
  /// Nil for the last commit.
  let old: String?
  let new: String
  /// For messages.
  let command: String

  init(_ values: ParsedArguments, command: String) throws(UsageError) {
    (old, new) = (try values[oldScriptArgument], try values[newScriptArgument])
    self.command = command
    if old == "-", new == "-" {
      throw UsageError(.other("standard input, `-`, can be read only once"), command: command)
    }
  }
}

extension Workspace {
  /// The two versions. A revision without a path refers to the script of the other name.
  func versions(_ names: ComparedNames) throws -> (old: ScriptVersion, new: ScriptVersion) {
    let (newName, command) = (try ScriptName(names.new), names.command)
    let oldName = try names.old.map { try ScriptName($0) } ?? .revision("HEAD")
    switch (oldName, newName) {
    case (.revision, .revision(let revision)):
      throw CommandFailure(
        .usage,
        "'\(revision)' is not a file; to compare with a revision, name the script: editc \(command) REVISION SCRIPT"
      )
    case (.revision(let revision), let other):
      if let (before, after) = revisions(in: revision) {
        return (
          try version(revision: before, of: other, command), try version(revision: after, of: other, command)
        )
      }
      return (try version(revision: revision, of: other, command), try version(other, command))
    case (let other, .revision(let revision)):
      return (try version(other, command), try version(revision: revision, of: other, command))
    default: return (try version(oldName, command), try version(newName, command))
    }
  }

  private func version(_ name: ScriptName, _ command: String) throws -> ScriptVersion {
    switch name {
    case .file(let path): return ScriptVersion(try script(at: path), texts: texts)
    case .object(let object, let path): return try version(object: object, path: path, command)
    case .revision(let revision): throw CommandFailure(.usage, "'\(revision)' is not a script")
    }
  }

  private func version(
    revision: String, of other: ScriptName, _ command: String
  ) throws -> ScriptVersion {
    switch other {
    case .file("-"):
      throw CommandFailure(.usage, "standard input has no revisions; use editc \(command) OLD -")
    case .file(let path):
      try requireInRoot(path)
      return try ScriptVersion(revision: revision, of: path)
    case .object(_, let path): return try version(object: revision + ":" + path, path: path, command)
    case .revision: throw CommandFailure(.usage, "'\(revision)' is not a script")
    }
  }

  private func version(object: String, path: String, _ command: String) throws -> ScriptVersion {
    // Git counts the path from the top of the repository, which may be above the root.
    guard root == nil else {
      throw CommandFailure(
        .refused,
        "with --root, '\(object)' is not read; name the revision and the script: "
          + "editc \(command) REVISION SCRIPT")
    }
    return try ScriptVersion(object: object, path: path)
  }
}

/// The ends of `main..topic`, either of which may be missing and is then HEAD; nil for a single revision. Three
/// dots are no range of a film.
private func revisions(in text: String) -> (old: String, new: String)? {
  guard let dots = text.firstRange(of: ".."), !text[dots.upperBound...].hasPrefix("."), text.count > 2 else {
    return nil
  }
  let (old, new) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
  return (old.isEmpty ? "HEAD" : old, new.isEmpty ? "HEAD" : new)
}
