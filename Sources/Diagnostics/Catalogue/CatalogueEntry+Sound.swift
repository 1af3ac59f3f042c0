/// What is heard.
extension CatalogueEntry {
  static let noSound = CatalogueEntry(
    title: "The media has no sound",
    explanation: """
      The item asks for sound, but its media has none, so there will be silence. Remove the key, or use \
      media with sound.
      """)

  static let soundEndsEarly = CatalogueEntry(
    title: "The sound ends before its item",
    explanation: """
      The sound of the media is shorter than what the item plays, so the rest is silence. Shorten the \
      take, or play another sound over the rest.
      """)
}
