internal import CFFmpeg
internal import MediaFacts

/// What a file says about itself: its tags, its chapters.
package struct FoundLabels: Hashable, Sendable {
  /// By their names in small letters.
  package let values: [String: String]
  package let chapters: [ChapterMark]

  /// Reads them from a file.
  package init(ofFileAt path: String) throws(LibAVError) {
    let file = try MediaFile(path: path)
    var found = tags(file.context.pointee.metadata)
    // Ogg has no tags but those of its streams.
    if file.container == "ogg", let first = file.stream(0) { found += tags(first.pointee.metadata) }
    values = Dictionary(
      found.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    var marks: [ChapterMark] = []
    for index in 0..<Int(file.context.pointee.nb_chapters) {
      guard let chapter = file.context.pointee.chapters[index]?.pointee else { continue }
      let thousandth = AVRational(num: 1, den: 1000)
      marks.append(
        ChapterMark(
          name: tag("title", chapter.metadata) ?? "",
          start: av_rescale_q(chapter.start, chapter.time_base, thousandth),
          end: av_rescale_q(chapter.end, chapter.time_base, thousandth)))
    }
    chapters = marks.sorted { $0.start < $1.start }
  }
}
