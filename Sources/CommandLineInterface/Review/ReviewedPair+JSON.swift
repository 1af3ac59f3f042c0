import Basics
import Composition
import EditScript
import FilmComparison
import Lowering
import RenderPlan
import Workspace

extension ReviewedPair {
  /// The output as pages read it: columns count through both films, frames are those of the films.
  func json(_ compared: ComparedFilms) -> JSONValue {
    let size = new.composition.canvas.size
    return .membersPresent([
      "file": .string(file),
      "rate": .members(["frames": .integer(rate.frames), "seconds": .integer(rate.seconds)]),
      "width": .integer(Int64(size.width)), "height": .integer(Int64(size.height)),
      "oldFrames": .integer(old.plan.frameCount), "newFrames": .integer(new.plan.frameCount),
      "columns": .integer(alignment.columnCount), "note": note.map { .string($0) },
      "spans": .array(zip(spans, films).map { json($0, $1, compared) }),
      "pieces": .array(alignment.pieces.map(\.json)),
    ])
  }

  private func json(
    _ span: ReviewSpan, _ films: [ReviewSide: SpanFilm], _ compared: ComparedFilms
  ) -> JSONValue {
    let words = SpanWords(span, of: self, compared.changes)
    let shown = frames(of: span, .new) ?? frames(of: span, .old) ?? 0..<0
    let missing = span.wholeCount - Int64(span.columns.count)
    return .membersPresent([
      "column": .integer(span.columns.lowerBound), "columns": .integer(Int64(span.columns.count)),
      "wholeColumn": .integer(span.columns.lowerBound - missing / 2),
      "wholeColumns": .integer(span.wholeCount),
      "start": .integer(shown.lowerBound), "end": .integer(shown.upperBound),
      "words": .string(words.text), "marked": .integer(differentCount(in: span)),
      "pictures": .bool(span.hasPictures), "sound": .bool(span.hasSound),
      "shortened": .bool(span.isShortened), "old": films[.old]?.json, "new": films[.new]?.json,
      "pieces": .array(alignment.pieces(in: span.columns).map(\.json)),
      "items": .array(
        items(of: span, .new, compared.new, compared.changes)
          + items(of: span, .old, compared.old, compared.changes)),
    ])
  }

  private static let mostItems = 60

  /// The items that play in a span, with their lines; those that changed first.
  private func items(
    of span: ReviewSpan, _ side: ReviewSide, _ version: FilmVersion, _ changes: FilmChanges
  ) -> [JSONValue] {
    guard let frames = frames(of: span, side) else { return [] }
    let changed = Set(changes.items.compactMap { (side == .old ? $0.old : $0.new)?.line })
    let film = self[side].lowered
    let items = film.script.allItems.filter(\.isEnabled)
    let found = zip(items, film.places).compactMap { item, place -> (line: Int, frames: Range<Int64>)? in
      guard let range = place.timelineRange.map(rate.frameRange(of:)), range.overlaps(frames) else {
        return nil
      }
      return (version.source.place(at: item.range.start).line, range)
    }
    let sorted = found.filter { changed.contains($0.line) } + found.filter { !changed.contains($0.line) }
    return sorted.prefix(Self.mostItems).map { item in
      .members([
        "side": .string(side.rawValue), "line": .integer(Int64(item.line)),
        "first": .integer(item.frames.lowerBound), "end": .integer(item.frames.upperBound),
        "changed": .bool(changed.contains(item.line)),
      ])
    }
  }
}

extension FilmAlignment.Piece {
  fileprivate var json: JSONValue {
    .members([
      "frames": .integer(count), "old": old.map { .integer($0.lowerBound) } ?? .null,
      "new": new.map { .integer($0.lowerBound) } ?? .null, "state": .string(state.rawValue),
    ])
  }
}

extension SpanFilm {
  fileprivate var json: JSONValue {
    .membersPresent([
      "file": .string(name), "first": .integer(frames.lowerBound), "frames": .integer(Int64(frames.count)),
      "bytes": .integer(byteCount), "loudness": loudness.map { .number($0) },
    ])
  }
}
