import Basics
import Composition

/// A chapter of a file, in milliseconds from its start.
package struct FileChapter: Hashable, Sendable {
  /// Empty for the time before the first named chapter.
  package let name: String
  package let start: Int64
  package let end: Int64
}

extension RenderPlan {
  /// The chapters of the file, without gaps from its start to its end; empty if it has none.
  ///
  /// A chapter that is already running when the rendered part begins starts with the part.
  package var chapters: [FileChapter] {
    let rate = composition.canvas.rate
    guard settings.labels.hasChapters, !composition.chapters.isEmpty,
      let partStart = try? rate.start(ofFrame: frames.lowerBound),
      let partEnd = try? rate.start(ofFrame: frames.upperBound),
      let length = (try? partEnd - partStart)?.rounded(toUnits: 1000)?.value, length > 0
    else { return [] }
    var starts: [(name: String, start: Int64)] = [("", 0)]
    for chapter in composition.chapters {
      guard let offset = (try? chapter.start - partStart)?.rounded(toUnits: 1000)?.value, offset < length
      else { continue }
      if let last = starts.last, last.start >= max(0, offset) { starts.removeLast() }
      starts.append((chapter.name, max(0, offset)))
    }
    // A part without named chapters has no chapters.
    guard starts.contains(where: { !$0.name.isEmpty }) else { return [] }
    let ends = starts.dropFirst().map(\.start) + [length]
    return zip(starts, ends).map { FileChapter(name: $0.name, start: $0.start, end: $1) }
  }
}
