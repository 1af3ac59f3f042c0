/// What the text is as YAML.
extension CatalogueEntry {
  static let yamlSyntax = CatalogueEntry(
    title: "The text is not YAML",
    explanation: """
      The text breaks YAML's own rules, so nobody can say what belongs to what. editc reports the first \
      place where reading became impossible; the mistake itself is often a little earlier: a quote that \
      is not closed, a bracket too few, a line that is indented differently from its neighbours. Text \
      with `: `, ` #` or a leading `*`, `&`, `!`, `%`, `@` needs quotes.
      """)

  static let duplicateKey = CatalogueEntry(
    title: "A key is written twice",
    explanation: """
      One mapping has the same key two times. Many programs would quietly keep the last one, and half of \
      what was written would have no effect. Remove one of the two, or rename it when they were meant to \
      be different things.
      """)

  static let unsupportedYAML = CatalogueEntry(
    title: "YAML that editc leaves out",
    explanation: """
      Anchors, aliases, merge keys, tags, directives and second documents are YAML, but scripts do \
      without them: they hide what a value is from the reader. Use `defaults` for keys that many items \
      share, `vars` for a value that is used in several places, and `sequences` for a group of items \
      that plays more than once.
      """)

  static let tooDeep = CatalogueEntry(
    title: "Nested too deeply",
    explanation: """
      Lists and mappings stand inside each other more than 64 levels deep. No edit needs that; it is \
      nearly always a slip in the indentation or a file made by a program gone wrong. `editc limits` \
      prints every limit.
      """)

  static let tooLarge = CatalogueEntry(
    title: "Larger than a limit",
    explanation: """
      The script, one of its texts, or the number of its values is above a limit, which the message \
      names. The limits keep checking fast and memory small, and are far above what people write. Split \
      the film into several scripts, or move long subtitles into a file of their own.
      """)

  static let invisibleCharacter = CatalogueEntry(
    title: "A character nobody can see",
    explanation: """
      A key, name or path contains a character that is not drawn or that changes the direction of the \
      text, such as a zero-width space. Two names can then look the same and be different, or read \
      differently from what they say. Such characters usually come along when text is copied from a web \
      page or a chat; delete it and type the text again.
      """)
}
