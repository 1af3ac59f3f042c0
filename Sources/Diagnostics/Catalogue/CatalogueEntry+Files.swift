/// Where the media lie and whether they can be read.
extension CatalogueEntry {
  static let missingFile = CatalogueEntry(
    title: "The file is not there",
    explanation: """
      No file was found at this path. Paths are relative to the folder of the script, not to the folder \
      the command was started in, and upper and lower case are different. Correct the path, or put the \
      file where the script looks for it. Rules that need what the file holds are not checked, unless a lock \
      beside the script knows it.
      """)

  static let unreadableFile = CatalogueEntry(
    title: "The file cannot be read",
    explanation: """
      The file is there, but it cannot be opened or it holds nothing that can be shown or heard. The \
      message gives the cause: permissions, a damaged or incomplete file, or a format that is not \
      supported. Playing the file elsewhere tells a damaged file from an unusual one.
      """)

  static let fileIsDirectory = CatalogueEntry(
    title: "The path is a folder",
    explanation: """
      The path leads to a folder where a media file is expected. Name the file inside it; numbered \
      pictures are written as a pattern such as `frames/%04d.png`.
      """)

  static let lfsPointer = CatalogueEntry(
    title: "The media was not downloaded",
    explanation: """
      The file is a Git LFS pointer: a few lines of text that stand for the real media. Run `git lfs \
      pull` in the project to fetch it. Where a lock beside the script knows the media, the script can be \
      checked without them.
      """)

  static let mediaDiffersFromDigest = CatalogueEntry(
    title: "Not the file that is meant",
    explanation: """
      The entry under `media` says which SHA-256 digest the file must have, and the file has another one: it was \
      replaced, encoded again, or not copied to its end. No film is made of it. Bring back the file that is meant, \
      or write the new digest, which `sha256sum FILE` prints.
      """)

  static let absolutePath = CatalogueEntry(
    title: "The path works on one machine",
    explanation: """
      The path begins at the root of the file system, so the script works only on machines with the same \
      folders. Put the media beside the script and write the path relative to it.
      """)

  static let pathOutsideRoot = CatalogueEntry(
    title: "The path leaves the project",
    explanation: """
      The path climbs out of the script's folder with `..`, so the script cannot be moved or shared \
      together with its media. Put the media below the script, or link the folder into it.
      """)

  static let pathCase = CatalogueEntry(
    title: "Upper and lower case differ",
    explanation: """
      The folder spells the name with other upper and lower case letters than the script. Most systems tell \
      them apart, and the file is missing there: an error. Where this file system does not, the file is found \
      here and missing elsewhere: a warning. The fix spells the path the way the folder does.
      """)

  static let remoteMedia = CatalogueEntry(
    title: "Media from the network",
    explanation: """
      The media is a URL. A film must not depend on what a server sends today, so editc does not fetch \
      media by itself. Download the file and name its path.
      """)

  static let mediaNotChecked = CatalogueEntry(
    title: "The media was not looked at",
    explanation: """
      The rules that need the media were skipped for this file, because it was not probed. Nothing is \
      said about it, neither good nor bad. Check with the media present, or pass `--require-media` to \
      make this an error.
      """)
}
