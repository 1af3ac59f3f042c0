import Basics
import EditScript
import Export
import Processes
import Workspace

private let output = Argument.required(
  "output", short: "o", .folder("FOLDER"),
  "The folder of the page. It is new or empty, or has an earlier review that --force replaces.",
  group: "Output")
private let markdown = Argument.flag(
  "summary", "Prints a summary in Markdown, for a comment.", group: "Output")
private let size = Argument<Located<Int64>?>.option(
  "size", .scriptValue("SIZE", .byteCount),
  "The most bytes of the folder, such as `20MB`. Default: 8MB.", group: "Output")
private let replaces = Argument.flag("force", "Replaces an earlier review in the folder.", group: "Output")

extension Command {
  static let review = Command(
    "review", "Makes a page that shows two versions of a film side by side.",
    details: """
      Compares two versions of a script as `diff` does, and writes a folder that a browser opens without a \
      server: `index.html`, a pair of small films for each part that differs, a contact sheet and \
      `review.json`. Parts that are equal are not rendered. Marked frames are exactly those that differ \
      before they are encoded. `docs/review.md` describes the page.

      If the films are too large for --size, their quality is lowered, then their pictures, then the parts \
      are cut to their middle; the page states it.

      Exits with 0 if the films are the same, 1 if they differ, 65 if a script has errors (the page then lists \
      them), 66 if a script or revision does not exist, and 73 if the folder has other files.
      """,
    arguments: [
      oldScriptArgument, newScriptArgument, output, replaces, size, markdown, variablesArgument,
      noMediaArgument, jobsArgument, progressArgument, cacheArgument, noCacheArgument, rootArgument,
      sandboxArgument,
    ],
    examples: [
      Example("review holiday.edit -o page", "What changed since the last commit."),
      Example("review main..topic holiday.edit -o page --summary", "Two revisions, with a comment."),
      Example("review old.edit new.edit -o page --size 20MB --force", "Two files, in a better quality."),
    ]
  ) { values in
    let names = try ComparedNames(values, command: "review")
    let root = try rootFolder(values)
    let review = Review(
      workspace: Workspace(
        cache: try cacheFolder(values).get(), inspector: try confinedInspector(values), root: root),
      names: names, variables: try values[variablesArgument].dictionary,
      looksAtMedia: try !values[noMediaArgument],
      folder: ReviewFolder(path: try values[output], replaces: try values[replaces], root: root),
      mostBytes: try values[size]?.value ?? Review.usualBytes, jobs: try values[jobsArgument],
      sandbox: try values[sandboxArgument], progress: try values[progressArgument],
      printsSummary: try values[markdown])
    return try review.run()
  }
}
