import Basics
import FilmComparison
import Processes
import Workspace

private let old = Argument.optionalPositional(
  .file("OLD", extensions: ["edit"]),
  "The version to compare with: a script, `REVISION:PATH`, or a git revision of NEW. Default: HEAD.")
private let new = Argument.positional(
  .file("NEW", extensions: ["edit"]), "The script, or `REVISION:PATH`; `-` reads standard input.")

private let picture = Argument<String?>.option(
  "picture", .file("FILE", extensions: SceneFile.extensions),
  "Draws both timelines with the changes marked, to a .svg, .png, .jpg or .webp file.", group: "Output")

extension Command {
  static let diff = Command(
    "diff", "Shows what changed in the film, not in the text.",
    details: """
      Compares two scripts, or a script with a version in git. Lists added, removed, moved and changed \
      items; changes of canvas, media and outputs; the old and new length; and the segments that a render \
      would encode again. Comments, formatting, notes, media names and other spellings of the same time do \
      not count as changes.

      Facts about the media of an old revision come from its lock, otherwise from git, otherwise from the \
      files that exist now. If media are missing, only the scripts are compared and no segments are listed.

      Exits with 0 if the films are the same, 1 if they differ, 65 if a script has errors, and 66 if a \
      script or revision does not exist.
      """,
    arguments: [
      old, new, jsonArgument, summaryArgument, picture, forceArgument, themeArgument, pictureWidthArgument,
      variablesArgument,
      noMediaArgument, cacheArgument, noCacheArgument, rootArgument, sandboxArgument,
    ],
    examples: [
      Example("diff holiday.edit", "What changed since the last commit."),
      Example("diff HEAD~3 holiday.edit", "What changed in the last three commits."),
      Example("diff main:film.edit holiday.edit", "A script that was renamed."),
      Example("diff old.edit new.edit --json", "Two files, as JSON."),
      Example("diff holiday.edit --picture change.svg", "A drawing of both timelines, for a review."),
    ], isConfined: true
  ) { values in
    let oldName = try values[old]
    let newName = try values[new]
    if oldName == "-", newName == "-" {
      throw UsageError(.other("standard input, `-`, can be read only once"), command: "diff")
    }
    let variables = try values[variablesArgument].dictionary
    let looksAtMedia = try !values[noMediaArgument]
    let cache = try cacheFolder(values)
    let inspector = try confinedInspector(values)
    let root = try rootFolder(values)
    let printsJSON = try values[jsonArgument]
    let isSummary = try wantsSummary(values, command: "diff")
    let picture = try ComparisonPicture(values, path: try values[picture])
    let workspace = Workspace(cache: try cache.get(), inspector: inspector, root: root)
    let (old, new) = try workspace.versions(oldName, newName)
    let comparer = FilmComparer(workspace: workspace, variables: variables, looksAtMedia: looksAtMedia)
    let file = try picture?.file()
    let films = try comparer.compare(old, new)
    if let picture, let file { try picture.draw(films, into: file) }
    try Console.print(
      isSummary
        ? films.json.summaryText { $0 != "segments" || $1.isOfChangedSegment }
        : printsJSON ? films.json.indentedText : films.text(useColor: Console.output.usesColour))
    return films.changes.isSameFilm ? .done : .findings
  }
}

extension JSONValue {
  /// Whether this is a segment that only one of the films has.
  fileprivate var isOfChangedSegment: Bool {
    guard case .object(let members) = self else { return true }
    return !members.contains { $0.name == "state" && $0.value == .string(SegmentChange.State.kept.rawValue) }
  }
}

extension ComparedFilms {
  fileprivate var json: JSONValue {
    changes.json(old: oldName, new: newName, shortcoming: shortcoming)
  }
}

extension Workspace {
  /// The two versions. A revision without a path refers to the script of the other name.
  fileprivate func versions(
    _ oldText: String?, _ newText: String
  ) throws -> (old: ScriptVersion, new: ScriptVersion) {
    let newName = try ScriptName(newText)
    let oldName = try oldText.map { try ScriptName($0) } ?? .revision("HEAD")
    switch (oldName, newName) {
    case (.revision, .revision(let revision)):
      throw CommandFailure(
        .usage,
        "'\(revision)' is not a file; to compare with a revision, name the script: editc diff REVISION SCRIPT"
      )
    case (.revision(let revision), let other):
      return (try version(revision: revision, of: other), try version(other))
    case (let other, .revision(let revision)):
      return (try version(other), try version(revision: revision, of: other))
    default: return (try version(oldName), try version(newName))
    }
  }

  private func version(_ name: ScriptName) throws -> ScriptVersion {
    switch name {
    case .file(let path): return ScriptVersion(try script(at: path), texts: texts)
    case .object(let object, let path): return try version(object: object, path: path)
    case .revision(let revision): throw CommandFailure(.usage, "'\(revision)' is not a script")
    }
  }

  private func version(revision: String, of other: ScriptName) throws -> ScriptVersion {
    switch other {
    case .file("-"): throw CommandFailure(.usage, "standard input has no revisions; use editc diff OLD -")
    case .file(let path):
      try requireInRoot(path)
      return try ScriptVersion(revision: revision, of: path)
    case .object(_, let path): return try version(object: revision + ":" + path, path: path)
    case .revision: throw CommandFailure(.usage, "'\(revision)' is not a script")
    }
  }

  private func version(object: String, path: String) throws -> ScriptVersion {
    // Git counts the path from the top of the repository, which may be above the root.
    guard root == nil else {
      throw CommandFailure(
        .refused,
        "with --root, '\(object)' is not read; name the revision and the script: "
          + "editc diff REVISION SCRIPT")
    }
    return try ScriptVersion(object: object, path: path)
  }
}
