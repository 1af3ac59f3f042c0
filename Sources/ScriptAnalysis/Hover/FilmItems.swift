package import Basics
import Composition
import Detection
import EditScript
import Lowering
import RenderPlan

/// An item that is visible from a frame of the film on.
package struct ShownItem: Hashable, Sendable {
  package let range: SourceRange
  /// The key that determines its kind, with its value.
  package let kind: SourceRange
  package let frame: Int64
  package let hasName: Bool
}

/// A picture of a media file.
package struct MediaMoment: Hashable, Sendable {
  /// As spelled in the script.
  package let file: String
  /// Nil for the middle of the file.
  package let time: RationalTime?
}

extension ScriptText {
  /// The visible items with their first frames, as far as they are known.
  package func shownItems(film: FilmKnowledge?) -> [ShownItem] {
    film.map { FilmItems($0, in: source).shown } ?? []
  }

  /// The file that the item at an offset plays, if nothing was detected in it yet.
  package func undetectedFile(at offset: Int, film: FilmKnowledge) -> String? {
    FilmItems(film, in: source).detectableFile(at: offset).flatMap { film.detected[$0] == nil ? $0 : nil }
  }
}

/// The items of a film, by their places in the present text.
struct FilmItems {
  private let knowledge: FilmKnowledge
  private let moved: MovedText

  init(_ knowledge: FilmKnowledge, in source: SourceText) {
    self.knowledge = knowledge
    moved = MovedText(from: knowledge.source, to: source)
  }

  /// The items whose times are known, each with its present place; those of an `each` share one.
  var all: [(item: ResolvedItem, range: SourceRange)] {
    (knowledge.film?.items ?? []).compactMap { item in
      moved.around(item.item.range).map { (item, $0) }
    }
  }

  func item(at range: SourceRange) -> ResolvedItem? {
    all.first { $0.range == range }?.item
  }

  /// The present place of a range in the compiled text.
  func new(_ range: SourceRange) -> SourceRange? { moved.new(range) }

  /// The items whose pictures begin at a known frame of the film, each with its present place; of an `each`,
  /// the first.
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

  /// The media file that an item plays, and the first moment shown; nil for an item without a file's picture.
  func picture(ofItemAt range: SourceRange) -> MediaMoment? {
    guard let item = item(at: range), item.list != .audio, let film = knowledge.film,
      let medium = item.medium, film.media.indices.contains(medium)
    else { return nil }
    let reference = film.media[medium].reference
    guard reference.facts.mainVideo != nil else { return nil }
    return MediaMoment(file: reference.spelling, time: item.mediaStart)
  }

  /// The time of the item in the film, the part of its media that it plays, and why it cannot be copied.
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
    if let found = detected(in: item) { lines.append("detected here: \(found)") }
    if let obstacle = obstacle(of: item) { lines.append("cannot be copied: \(obstacle)") }
    return lines
  }

  /// What was detected in the part of its media that an item plays: `2 cuts, 3 silences (1.84s)`.
  private func detected(in item: ResolvedItem) -> String? {
    guard let all = knowledge.detected(in: item), let length = item.length,
      let end = try? item.mediaStart + length, let take = TimeRange(start: item.mediaStart, end: end)
    else { return nil }
    let found = all.compactMap { $0.clipped(to: take) }
    let kinds = FoundKind.allCases.compactMap { kind -> String? in
      let things = found.filter { $0.kind == kind }
      guard !things.isEmpty else { return nil }
      let total = things.reduce(RationalTime?.some(.zero)) { sum, thing in
        sum.flatMap { sum in (try? thing.range.duration()).flatMap { try? sum + $0 } }
      }
      let words = counted(things.count, kind.noun)
      return things[0].isMoment ? words : words + (total.map { " (`\($0)`)" } ?? "")
    }
    return kinds.isEmpty ? "nothing" : kinds.joined(separator: ", ")
  }

  /// The file that the item at an offset plays, in which something can be detected; nil if there is none.
  func detectableFile(at offset: Int) -> String? {
    let item = all.last { $0.range.start <= offset && offset <= $0.range.end }?.item
    guard let file = item.flatMap(knowledge.recording), let facts = knowledge.facts(of: file),
      facts.mainAudio != nil || facts.mainVideo.map({ !$0.isStill }) == true
    else { return nil }
    return file
  }

  private func length(of range: TimeRange) -> String {
    (try? range.end - range.start).map { "`\($0)`" } ?? ""
  }

  /// Why the item's pictures cannot be copied from its media; nil if they can, or if there are none.
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
