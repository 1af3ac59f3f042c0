import Basics
import Composition
import Processes
import Workspace

private let receipt = Argument.positional(
  .file("RECEIPT", extensions: ["json"]), "The receipt: `FILM.intoto.json`, from `editc render --receipt`.")
private let media = Argument.repeated(
  "media", .folder("DIR"),
  "A folder with files of the receipt, under any name; they are found by their bytes.",
  group: "Media")

extension Command {
  static let reproduce = Command(
    "reproduce", "Recreates the film of a receipt, and compares it.",
    details: """
      Finds the script and everything else that the receipt names, from the working folder or the folder of \
      the receipt, by names and then by bytes in the folders of --media. Each file must have the bytes that \
      the receipt states. Then it renders the film without the cache, into a temporary folder, and compares \
      every byte. The film itself is not needed. See `docs/receipts.md`.

      Exits with 0 if the film is the same, 1 if it differs, 65 if the receipt cannot be read, 66 if inputs \
      are missing or have other bytes, and 69 if the versions of editc or its libraries differ.
      """,
    arguments: [receipt, media, jobsArgument, progressArgument, rootArgument, sandboxArgument],
    examples: [
      Example("reproduce holiday.mp4.intoto.json", "Recreates the film."),
      Example("reproduce film.mp4.intoto.json --media /archive", "Finds moved media by their bytes."),
    ], settings: .workingFolder
  ) { values in
    try Reproduction(
      path: try values[receipt], mediaFolders: try values[media],
      jobs: try values[jobsArgument] ?? values.settings.jobs?.value, progress: try values[progressArgument],
      root: try rootFolder(values), sandbox: try values[sandboxArgument],
      inspector: try confinedInspector(values)
    ).run()
  }
}
