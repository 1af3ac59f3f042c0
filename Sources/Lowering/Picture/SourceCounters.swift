import Basics
import Composition
import Diagnostics
import EditScript

extension PictureBuilding {
  func counterSources(on canvas: ResolvedCanvas) -> CounterSources {
    CounterSources(items, media, rate: canvas.rate)
  }

  /// Builds a layer for each item that a counter shows.
  mutating func buildSourceCounter(ofItemAt index: Int, on canvas: ResolvedCanvas) {
    let placed = items[index]
    guard let settings = placed.item.sourceCounter, let name = settings.source else { return }
    let sources = counterSources(on: canvas)
    guard let named = sources.items(name.value) else {
      context.reportUnknownName(
        name.value, at: name.range, known: ItemNames(items, written: script.allItems))
      return
    }
    guard !named.contains(index) else { return report(.counterOfItself(placed.label, at: name.range)) }
    let parts = sources.parts(ofItemAt: index)
    guard !parts.isEmpty else {
      // An item without a place or a source has its own finding.
      guard placed.timelineRange != nil, named.allSatisfy({ items[$0].isKnown }) else { return }
      seen[index].showsNothing = true
      return report(.counterShowsNothing(name, at: name.range))
    }
    reportTimecodes(settings, parts, sources, at: name.range)
    for (number, part) in parts.enumerated() {
      // The keys of the item are the same in all parts, and so are its mistakes.
      let build = { (phase: inout PictureBuilding) in
        guard let words = phase.shownWords(ofItemAt: index, on: canvas, of: part) else { return }
        phase.buildLayer(ofItemAt: index, showing: .text(words), in: part.range, on: canvas)
      }
      guard number > 0 else {
        build(&self)
        continue
      }
      for finding in settingFindingsAside(build).findings where !context.findings.list.contains(finding) {
        report(finding)
      }
    }
  }

  /// Reports the items whose timecode counts from zero because they have none, in one note.
  private mutating func reportTimecodes(
    _ settings: CounterSettings, _ parts: [CounterPart], _ sources: CounterSources, at place: SourceRange
  ) {
    guard (settings.shown?.value ?? .timecode).contains(.timecode) else { return }
    let labels = parts.map(\.source).filter { sources.countsFromZero($0) }.map { items[$0].label }.eachOnce
    guard let first = labels.first else { return }
    report(.sourceHasNoTimecode(first, others: labels.count - 1, at: place))
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func counterOfItself(_ label: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .referenceCycle, "'\(label)' cannot show its own source", at: place,
      hint: "write the name of another item; a counter of `story` is an overlay")
  }

  fileprivate static func counterShowsNothing(_ name: Located<String>, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "the counter shows nothing: '\(name.value)' has no picture while it is on screen", at: place,
      hint: "write the name of an item that has a picture at this time, or remove the counter")
  }

  fileprivate static func sourceHasNoTimecode(
    _ label: String, others: Int, at place: SourceRange
  ) -> Diagnostic {
    let subject =
      others == 0 ? "'\(label)' has" : "'\(label)' and \(others) other item\(others == 1 ? "" : "s") have"
    return Diagnostic(
      .missingTimecode,
      "\(subject) no timecode: \(others == 0 ? "it counts" : "they count") from zero", at: place)
  }
}
