/// Words that are read.
extension CatalogueEntry {
  static let subtitleSyntax = CatalogueEntry(
    title: "A mistake in a subtitle file",
    explanation: """
      A part of the file was not understood, so what it says would be missing in the film. The message names \
      the line and the column in that file. Files are UTF-8 (or UTF-16 with a byte order mark); SRT writes \
      times as `00:01:02,500`, WebVTT as `00:01:02.500`, ASS as `0:01:02.50`.
      """)

  static let subtitleLoss = CatalogueEntry(
    title: "A part of subtitles is lost",
    explanation: """
      The file was understood, but not everything in it can be shown as it asks: vertical text, regions and \
      style sheets of WebVTT, classes that are no colours, tags of SRT other than `<b>`, `<i>`, `<u>`, `<s>` and \
      `<font color>`. The words themselves are shown.
      """)

  static let subtitleOutside = CatalogueEntry(
    title: "A subtitle is not seen",
    explanation: """
      The subtitle lies past the end of the film or reaches over it, is shorter than a frame, or belongs to media \
      that the story does not show. Subtitles whose times belong to a clip need `of:` with the name of its media; \
      those without it count from the start of the film. A subtitle of a take that leaves its time out is no \
      mistake.
      """)

  static let subtitlesOverlap = CatalogueEntry(
    title: "Two subtitles show at once",
    explanation: """
      A subtitle begins before the one before it has ended. Both are shown, one above the other, which is rarely \
      meant and covers more of the picture; in a stream they become three subtitles, because players show one \
      at a time. End the first one earlier, or put words in another language into a track of their own. ASS files \
      are left alone: they place their words themselves.
      """)
}
