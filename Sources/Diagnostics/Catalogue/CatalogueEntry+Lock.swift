/// What a lock beside the script says of the media.
extension CatalogueEntry {
  static let factsFromLock = CatalogueEntry(
    title: "Facts come from the lock",
    explanation: """
      Some of the media are not on this machine, but the lock beside the script (`holiday.edit.lock`) says what \
      they hold, and the script was checked with that. A render needs the media themselves. With \
      `--require-media` a file that is not there is an error.
      """)

  static let mediaDiffersFromLock = CatalogueEntry(
    title: "Media that changed since the lock",
    explanation: """
      The lock beside the script holds the digest and the facts of each media file, and this file is another one: \
      replaced, encoded again, or not copied to its end. No film is made of it, because it would not be the film \
      that was locked. Bring the old file back, or run `editc lock` if the new one is meant.
      """)

  static let lockOutdated = CatalogueEntry(
    title: "The lock is out of date",
    explanation: """
      The lock beside the script does not know this file, or another version of editc found other facts in \
      the same bytes. Machines without the media cannot check what depends on it, and nothing tells whether the \
      file is the one that is meant. Run `editc lock` where the media are.
      """)

  static let unreadableLock = CatalogueEntry(
    title: "The lock cannot be read",
    explanation: """
      The lock beside the script is damaged, holds an unresolved merge, or was written in a form that this \
      version does not know. The message says in which line. Run `editc lock` where the media are, or check an \
      intact lock out of git; in a merge, keep the lines of both sides.
      """)
}
