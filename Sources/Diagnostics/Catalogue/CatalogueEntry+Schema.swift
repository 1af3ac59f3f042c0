/// What keys and values a script may hold.
extension CatalogueEntry {
  static let unknownKey = CatalogueEntry(
    title: "The key is not known here",
    explanation: """
      editc does not know this key at this place, and an unknown key is never ignored, because then a \
      misspelt one would quietly do nothing. The message proposes the nearest key that is known, or the \
      word editc uses for the same idea. Notes of your own belong under `note`, or under top-level keys \
      that begin with `x-`.
      """)

  static let missingKey = CatalogueEntry(
    title: "A required key is missing",
    explanation: """
      Something the script needs at this place was not written, and there is no value that would be \
      right for everybody. Add the key that the message names.
      """)

  static let conflictingKeys = CatalogueEntry(
    title: "Keys that exclude each other",
    explanation: """
      Two or more keys were written of which only one can hold, such as two kinds in one item. editc \
      does not choose between them. Keep the one you mean, or make two items of it.
      """)

  static let wrongType = CatalogueEntry(
    title: "The wrong kind of value",
    explanation: """
      The key expects another shape of value: a list where one text stands, a mapping where a list \
      stands, and so on. The message names what was found and what belongs there. A list has a `- ` \
      before each element, a mapping has `key: value` lines.
      """)

  static let valueSyntax = CatalogueEntry(
    title: "The value cannot be read",
    explanation: """
      The text does not follow the way this kind of value is written. The message says what is expected, \
      with an example to copy; the caret shows where reading stopped.
      """)

  static let valueOutOfRange = CatalogueEntry(
    title: "The value is outside its range",
    explanation: """
      The value is written correctly but is larger or smaller than what makes sense for its key, such as \
      an opacity of 5. editc never brings a value into its range by itself. The message names the range.
      """)

  static let unknownValue = CatalogueEntry(
    title: "The word is not known here",
    explanation: """
      The key takes one of a fixed list of words, and this is none of them. The message proposes the \
      nearest one and lists what is allowed.
      """)

  static let bareNumber = CatalogueEntry(
    title: "A number without its unit",
    explanation: """
      A bare number can be read in more than one way: `5` may be five seconds or five frames. editc does \
      not guess. Write the unit, `5s` or `5f`; the fixes offer the readings.
      """)

  static let notSupportedYet = CatalogueEntry(
    title: "Not supported in this version",
    explanation: """
      The language has this feature, but this version of editc cannot render it. It is an error, because \
      a film without it would not be the film that was described. Leave it out, or put `enabled: false` \
      on the item to go on without it.
      """)

  static let unsupportedVersion = CatalogueEntry(
    title: "Another version of the language",
    explanation: """
      The number after `edit:` says which version of the language the script is written in, and this \
      editc does not read that one. Write `edit: 1`, or use a newer editc for scripts of a later \
      version.
      """)
}
