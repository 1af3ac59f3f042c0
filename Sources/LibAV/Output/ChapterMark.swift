internal import CFFmpeg
internal import Composition

/// A chapter of a file, in milliseconds; chapters follow each other without gaps.
package struct ChapterMark: Hashable, Sendable {
  package var name: String
  package var start: Int64
  package var end: Int64

  package init(name: String, start: Int64, end: Int64) {
    self.name = name
    self.start = start
    self.end = end
  }
}

extension Container {
  /// Whether chapters are tags. FFmpeg does not write chapters into FLAC, and rounds their seconds in Opus.
  private var hasChapterTags: Bool { declaration.tags == .vorbisComments }

  /// The tags for chapters in Xiph's convention for Vorbis comments; none if FFmpeg writes chapters.
  func chapterTags(_ chapters: [ChapterMark]) -> [MediaTag] {
    guard hasChapterTags else { return [] }
    return chapters.enumerated().flatMap { index, chapter in
      let name = "CHAPTER\(digits(index, 3))"
      let (seconds, minutes) = (chapter.start / 1000, chapter.start / 60_000)
      let time =
        "\(digits(minutes / 60, 2)):\(digits(minutes % 60, 2)):\(digits(seconds % 60, 2)).\(digits(chapter.start % 1000, 3))"
      return [MediaTag(name: name, value: time), MediaTag(name: name + "NAME", value: chapter.name)]
    }
  }

  /// Adds chapters to a muxer that writes them itself.
  func add(
    _ chapters: [ChapterMark], to context: UnsafeMutablePointer<AVFormatContext>
  ) throws(LibAVError) {
    guard !chapters.isEmpty, !hasChapterTags else { return }
    let what = "preparing the chapters"
    let list = try allocated(
      av_calloc(chapters.count, MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride)?
        .bindMemory(to: UnsafeMutablePointer<AVChapter>?.self, capacity: chapters.count), what, rawValue)
    // From here on the context frees it, with as many as it counts.
    context.pointee.chapters = list
    for (index, chapter) in chapters.enumerated() {
      let made = try allocated(
        av_mallocz(MemoryLayout<AVChapter>.size)?.bindMemory(to: AVChapter.self, capacity: 1), what, rawValue)
      made.pointee.id = Int64(index)
      made.pointee.time_base = AVRational(num: 1, den: 1000)
      made.pointee.start = chapter.start
      made.pointee.end = chapter.end
      av_dict_set(&made.pointee.metadata, "title", chapter.name, 0)
      list[index] = made
      context.pointee.nb_chapters += 1
    }
  }
}

private func digits(_ number: some BinaryInteger, _ count: Int) -> String {
  let text = "\(number)"
  return String(repeating: "0", count: max(0, count - text.count)) + text
}
