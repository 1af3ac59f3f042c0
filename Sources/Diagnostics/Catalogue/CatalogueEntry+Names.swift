/// What names in a script refer to.
extension CatalogueEntry {
  static let unknownMedia = CatalogueEntry(
    title: "No media has this name",
    explanation: """
      The item uses a media name that `media` does not declare. Check the spelling against the list in \
      the message, or declare the file under `media`. A value that is meant as a path has a folder or an \
      extension in it, such as `footage/beach.mp4`.
      """)

  static let unknownName = CatalogueEntry(
    title: "Nothing has this name",
    explanation: """
      A time or an override refers to an item or a sequence by a name that nothing in the script \
      carries. Give the item a `name`, or use one of the names the message lists.
      """)

  static let duplicateName = CatalogueEntry(
    title: "A name is used twice",
    explanation: """
      Two things carry the same name, so a reference to it could mean either. The note shows the first \
      one. Rename one of them.
      """)

  static let referenceCycle = CatalogueEntry(
    title: "A reference leads back to itself",
    explanation: """
      Times, sequences or variables refer to each other in a circle, so none of them can be worked out \
      first. The notes show each step of the circle. Give one of them a value of its own.
      """)

  static let unsetVariable = CatalogueEntry(
    title: "A variable has no value",
    explanation: """
      The variable is declared without a default and nobody has given it a value. Pass it with `--set \
      name=value` or `--vars file`, or write a `default` into its declaration.
      """)

  static let unknownVariable = CatalogueEntry(
    title: "The variable is not declared",
    explanation: """
      `${...}` names a variable that `vars` does not declare. Check the spelling, or declare it. Text \
      that really contains `${` is written `$${`.
      """)

  static let unusedVariable = CatalogueEntry(
    title: "A variable is never used",
    explanation: """
      The variable is declared but no value mentions it, so setting it would change nothing. Use it or \
      remove it.
      """)

  static let dataSyntax = CatalogueEntry(
    title: "A file of values is unreadable",
    explanation: """
      The file that `--vars` names is no JSON object, or no table as RFC 4180 writes it: columns \
      separated by commas, a header line with the names of the variables, in each row one value for each \
      column, and quotes around values that hold a comma, a quote or a line break. The place is in that \
      file, not in the script.
      """)

  static let unusedMedia = CatalogueEntry(
    title: "A media file is never used",
    explanation: """
      The file is declared under `media` but no item shows or plays it. That is often the trace of a \
      misspelt or removed item. Use it or remove the declaration.
      """)

  static let unusedSequence = CatalogueEntry(
    title: "A sequence is never used",
    explanation: """
      The sequence is declared but no item plays it. Use it with `sequence: name`, or remove it.
      """)
}
