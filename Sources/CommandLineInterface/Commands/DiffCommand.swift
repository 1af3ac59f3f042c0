import Basics
import FilmComparison
import Processes
import Workspace

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
      oldScriptArgument, newScriptArgument, jsonArgument, summaryArgument, picture, forceArgument,
      themeArgument, pictureWidthArgument,
      variablesArgument,
      noMediaArgument, cacheArgument, noCacheArgument, rootArgument, sandboxArgument,
    ],
    examples: [
      Example("diff holiday.edit", "What changed since the last commit."),
      Example("diff HEAD~3 holiday.edit", "What changed in the last three commits."),
      Example("diff main..topic holiday.edit", "What changed between two revisions."),
      Example("diff main:film.edit holiday.edit", "A script that was renamed."),
      Example("diff old.edit new.edit --json", "Two files, as JSON."),
      Example("diff holiday.edit --picture change.svg", "A drawing of both timelines, for a review."),
    ], isConfined: true
  ) { values in
    let names = try ComparedNames(values, command: "diff")
    let variables = try values[variablesArgument].dictionary
    let looksAtMedia = try !values[noMediaArgument]
    let cache = try cacheFolder(values)
    let inspector = try confinedInspector(values)
    let root = try rootFolder(values)
    let printsJSON = try values[jsonArgument]
    let isSummary = try wantsSummary(values, command: "diff")
    let picture = try ComparisonPicture(values, path: try values[picture])
    let workspace = Workspace(cache: try cache.get(), inspector: inspector, root: root)
    let (old, new) = try workspace.versions(names)
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
