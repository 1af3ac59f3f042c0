package import Basics
import EditScript
import Lowering
import YAMLTree

/// A hint that an editor shows inside the text.
package struct InlineHint: Hashable, Sendable {
  package let offset: Int
  package let label: String
  package let tip: String
}

extension ScriptText {
  /// The starts and lengths of items, and resolved values that are not written, in a part of the text.
  package func hints(in range: SourceRange, film: FilmKnowledge?) -> [InlineHint] {
    guard let film, let lowered = film.film else { return [] }
    let items = FilmItems(film, in: source)
    var hints: [InlineHint] = []
    var seen: Set<Int> = []
    func show(_ time: TimeRange, of what: String, behind kind: SourceRange) {
      guard kind.start <= range.end, range.start <= kind.end, let length = try? time.end - time.start,
        seen.insert(kind.end).inserted
      else { return }
      hints.append(
        InlineHint(
          offset: kind.end, label: "\(short(time.start)) +\(short(length))",
          tip: "\(what)from \(time.start) to \(time.end) in the film, \(length) long"))
    }
    for (item, _) in items.all {
      guard let time = item.timelineRange, let kind = items.new(item.item.kindRange) else { continue }
      show(time, of: "", behind: kind)
    }
    for transition in lowered.transitions {
      guard let time = transition.timelineRange, let kind = items.new(transition.place) else { continue }
      show(time, of: "the transition is ", behind: kind)
    }
    if let canvas = lowered.canvas, canvas.hasPicture, let place = canvasPlace, range.start <= place,
      place <= range.end
    {
      let written = lowered.script.canvas
      let isWritten =
        written.size.map { $0.value != .auto } == true && written.rate.map { $0.value != .auto } == true
      if !isWritten {
        hints.append(
          InlineHint(
            offset: place, label: "\(canvas.size), \(canvas.rate.spelling) fps",
            tip: "the size and frame rate that result where they are `auto` or not written"))
      }
    }
    return hints.sorted { $0.offset < $1.offset }
  }

  /// After the key of the canvas.
  private var canvasPlace: Int? {
    guard case .mapping(let entries, _)? = tree.root?.value else { return nil }
    guard let entry = entries.first(where: { $0.key == "canvas" }) else { return nil }
    if case .mapping(_, let isFlow) = entry.value.value, isFlow { return entry.value.range.end }
    return min(entry.keyRange.end + 1, source.bytes.count)
  }

  /// Rounded to a millisecond, for people.
  private func short(_ time: RationalTime) -> String {
    guard let milliseconds = time.rounded(toUnits: 1000)?.value, let short = RationalTime(milliseconds, 1000)
    else {
      return "\(time)"
    }
    return (time == short ? "" : "≈") + "\(short)"
  }
}
