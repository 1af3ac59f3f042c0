package import Basics
import Composition
import EditScript
import Lowering
import RenderPlan

/// An item that is seen from a frame of the film on.
package struct ShownItem: Hashable, Sendable {
  package let range: SourceRange
  /// The key that says its kind, and its value.
  package let kind: SourceRange
  package let frame: Int64
  package let hasName: Bool
}

/// A picture of a media file.
package struct MediaMoment: Hashable, Sendable {
  /// As the script names it.
  package let file: String
  /// Nil for the middle.
  package let time: RationalTime?
}

extension ScriptText {
  /// The items that are seen, with their first frames, as far as they are known.
  package func shownItems(film: FilmKnowledge?) -> [ShownItem] {
    film.map { FilmItems($0, in: source).shown } ?? []
  }
}

/// The items of a film by their places in the text as it is now.
struct FilmItems {
  private let knowledge: FilmKnowledge
  private let moved: MovedText

  init(_ knowledge: FilmKnowledge, in source: SourceText) {
    self.knowledge = knowledge
    moved = MovedText(from: knowledge.source, to: source)
  }

  /// The items whose times are known, each with its place now; those of an `each` share theirs.
  var all: [(item: ResolvedItem, range: SourceRange)] {
    (knowledge.film?.items ?? []).compactMap { item in
      moved.around(item.item.range).map { (item, $0) }
    }
  }

  func item(at range: SourceRange) -> ResolvedItem? {
    all.first { $0.range == range }?.item
  }

  /// Where something of the text that was compiled is now.
  func new(_ range: SourceRange) -> SourceRange? { moved.new(range) }

  /// The items whose pictures begin at a known frame of the film, each with its places now; of an `each`, the first.
  var shown: [ShownItem] {
    guard let rate = knowledge.film?.rate else { return [] }
    var seen: Set<Int> = []
    return all.compactMap { item, range in
      guard item.list != .audio, item.layerNumber != nil, let kind = moved.new(item.item.kindRange),
        let frame = (item.timelineRange?.start).flatMap({ rate.frame(at: $0) })?.value, frame >= 0,
        seen.insert(range.start).inserted
      else { return nil }
      return ShownItem(range: range, kind: kind, frame: frame, hasName: item.item.name != nil)
    }
  }

  /// The media file that an item plays, and the moment of it that is shown first; nil for what has no picture of a file.
  func picture(ofItemAt range: SourceRange) -> MediaMoment? {
    guard let item = item(at: range), item.list != .audio, let film = knowledge.film,
      let medium = item.medium, film.media.indices.contains(medium)
    else { return nil }
    let reference = film.media[medium].reference
    guard reference.facts.mainVideo != nil else { return nil }
    return MediaMoment(file: reference.spelling, time: item.mediaStart)
  }

  /// When the item is in the film, what of its media it plays, and why it cannot be copied.
  func lines(ofItemAt range: SourceRange) -> [String] {
    guard let item = item(at: range), let film = knowledge.film else { return [] }
    var lines: [String] = []
    if let time = item.timelineRange {
      let frames = item.frames.map { ", frames \($0.lowerBound)..\($0.upperBound)" } ?? ""
      lines.append("in the film: `\(time.start)..\(time.end)`, \(length(of: time)) long\(frames)")
    }
    if let medium = item.medium, film.media.indices.contains(medium) {
      let reference = film.media[medium].reference
      lines.append("media: `\(reference.spelling)` from `\(item.mediaStart)`; \(reference.facts.inOneLine)")
    }
    if let obstacle = obstacle(of: item) { lines.append("cannot be copied: \(obstacle)") }
    return lines
  }

  private func length(of range: TimeRange) -> String {
    (try? range.end - range.start).map { "`\($0)`" } ?? ""
  }

  /// Why pictures of the item cannot be copied from its media; nil if they can, and for what has none.
  private func obstacle(of item: ResolvedItem) -> String? {
    guard let film = knowledge.film?.composition, let layer = item.layerNumber, item.medium != nil else {
      return nil
    }
    var settings = OutputSettings(file: "copy.mp4", container: .mp4, video: nil, audio: nil)
    settings.copied.pictures = true
    let obstacles = CopiedFilm(film, settings, frames: 0..<film.frameCount).obstacles
    return obstacles.first { $0.subject == .layer(layer) }?.reason
      ?? obstacles.first { $0.subject == .film }?.reason
  }
}
