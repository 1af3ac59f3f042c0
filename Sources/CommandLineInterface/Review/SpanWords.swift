import Basics
import FilmComparison

/// What a span of a review shows, in words.
struct SpanWords {
  /// `0:07.0 – 0:09.5`, in the new film if it has a part in it.
  let range: String
  /// The items that changed in it: `text Hello changed`.
  let text: String
  /// `50 frames differ`
  let count: String

  private static let mostItems = 3

  init(_ span: ReviewSpan, of pair: ReviewedPair, _ changes: FilmChanges) {
    let frames = pair.frames(of: span, .new) ?? pair.frames(of: span, .old) ?? 0..<0
    range =
      "\(clockText(frames.lowerBound, pair.rate)) – \(clockText(frames.upperBound, pair.rate))"
    let items = changes.items.filter { pair.shows($0, in: span) }.map { item in
      item.label + (item.name.map { " (\($0))" } ?? "") + " " + item.kind.rawValue
    }
    // What no item shows, such as other content of a file, may be anywhere in the film.
    let others = changes.listedLines.filter { $0.item == nil && $0.isOfFilm }.map(\.title)
    let causes = items.isEmpty && span.hasPictures ? others : items
    let more = causes.count - Self.mostItems
    text =
      causes.isEmpty
      ? (span.hasPictures ? "the picture differs" : "the sound differs")
      : causes.prefix(Self.mostItems).joined(separator: "; ") + (more > 0 ? "; \(more) more" : "")
    let different = pair.differentCount(in: span)
    let words =
      different == 0 ? [] : ["\(counted(different, "frame")) \(different == 1 ? "differs" : "differ")"]
    count =
      (words + (span.hasSound ? ["the sound differs"] : [])
      + (span.isShortened ? ["cut to the middle"] : [])).joined(separator: ", ")
  }
}

/// `1:02.5`
private func clockText(_ frame: Int64, _ rate: FrameRate) -> String {
  guard let tenths = (try? rate.start(ofFrame: frame))?.rounded(toUnits: 10)?.value else { return "?" }
  let (minutes, rest) = tenths.quotientAndRemainder(dividingBy: 600)
  let seconds = (rest / 10 < 10 ? "0" : "") + "\(rest / 10).\(rest % 10)"
  guard minutes >= 60 else { return "\(minutes):\(seconds)" }
  return "\(minutes / 60):" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60):\(seconds)"
}

extension ReviewedPair {
  /// Whether an item that changed plays in a span.
  func shows(_ item: ItemChange, in span: ReviewSpan) -> Bool {
    for (place, side) in [(item.new, ReviewSide.new), (item.old, .old)] {
      guard let range = place?.timelineRange, let frames = frames(of: span, side) else { continue }
      if frames.overlaps(rate.frameRange(of: range)) { return true }
    }
    return false
  }

  /// The number of its columns that differ.
  func differentCount(in span: ReviewSpan) -> Int64 {
    alignment.pieces(in: span.columns).filter { $0.state != .same }.reduce(0) { $0 + $1.count }
  }
}

extension FrameRate {
  /// The frames that show a range of time.
  func frameRange(of range: TimeRange) -> Range<Int64> {
    let first = frame(at: range.start)?.value ?? 0
    return first..<max(first, frame(at: range.end)?.value ?? first)
  }
}
