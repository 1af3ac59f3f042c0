import Basics
import Diagnostics
import EditScript

extension FilmChanges {
  /// The changes as text: one line each, grouped by lane, then a summary in numbers.
  ///
  /// `old` and `new` are the films' names; `shortcoming` is the reason if segments are unknown.
  package func text(
    old oldName: String, new newName: String, shortcoming: String? = nil, useColor: Bool = false
  ) -> String {
    var report = ChangeReport(paint: Paint(useColor: useColor))
    if !isEmpty {
      report.table(
        nil, [row("old", oldName, old), row("new", newName, new)].map { ChangeLine(mark: nil, cells: $0) })
    }
    for section in ["canvas", "mix", "subtitles", "sequences", "markers", "metadata"] {
      report.table(section, settings.filter { $0.section == section }.map(\.line))
    }
    report.table("media", settings.filter { $0.section == "media" }.map(\.line) + media.map(\.line))
    for lane in ItemList.allCases { report.table(lane.rawValue, lines(of: lane)) }
    report.table("checks", checks.map(\.line))
    report.table("outputs", outputs.compactMap(\.line))
    if !isEmpty {
      for output in outputs where output.kind != .removed { report.pieces(of: output) }
    }
    report.end(with: summary(shortcoming))
    return report.text
  }

  /// Whether there are no changes to list.
  package var isEmpty: Bool {
    settings.isEmpty && media.isEmpty && items.isEmpty && checks.isEmpty
      && outputs.allSatisfy { $0.kind == .kept && $0.values.isEmpty && $0.isSame != false }
  }

  /// Every change as a line of its subject and details, in the order of the report.
  package var listedLines: [ListedChange] {
    let settings = settings.map { ListedChange($0.line, under: $0.section, isOfFilm: true) }
    let media = media.map { ListedChange($0.line, under: "media", isOfFilm: true) }
    let items = items.map { ListedChange($0.line, isOfFilm: true, item: $0) }
    let checks = checks.map { ListedChange($0.line, under: "checks") }
    return settings + media + items + checks
      + outputs.compactMap { output in output.line.map { ListedChange($0, under: "outputs") } }
  }

  /// The last line of the report: all changes in numbers.
  package func shortSummary(shortcoming: String? = nil) -> String { summary(shortcoming) }

  private func row(_ side: String, _ name: String, _ length: FilmLength) -> [String] {
    [side, VisibleText.line(name), length.text]
  }

  /// The lines of changed items of a lane, with those of shifted items between them.
  private func lines(of lane: ItemList) -> [ChangeLine] {
    let shifts = shifts.filter { $0.lane == lane }
    var waiting = shifts[...]
    var lines: [ChangeLine] = []
    for item in items where item.lane == lane {
      if let index = item.new?.index {
        while let shift = waiting.first, shift.firstIndex < index {
          lines.append(shift.line)
          waiting.removeFirst()
        }
      }
      lines.append(item.line)
    }
    return lines + waiting.map(\.line)
  }
}

/// A change as a line of its subject and details.
package struct ListedChange: Sendable {
  package let kind: ItemChange.Kind
  package let title: String
  package let detail: String
  /// Whether it can change pictures and sound.
  package let isOfFilm: Bool
  /// Nil for a change of something else.
  package let item: ItemChange?

  fileprivate init(
    _ line: ChangeLine, under heading: String? = nil, isOfFilm: Bool = false, item: ItemChange? = nil
  ) {
    kind = line.mark?.kind ?? .changed
    title = (heading.map { $0 + ": " } ?? "") + (line.cells.first ?? "")
    detail = line.cells.dropFirst().filter { !$0.isEmpty }.joined(separator: "   ")
    self.isOfFilm = isOfFilm
    self.item = item
  }
}

// MARK: - Lines

extension FilmLength {
  /// `15.5s, 465 frames`
  fileprivate var text: String {
    [duration.map { "\($0)" } ?? "unknown length", frameCount.map { counted($0, "frame") }].compactMap(\.self)
      .joined(separator: ", ")
  }
}

extension ValueChange {
  /// `take: 2.5s..10s -> 3s..10s`
  fileprivate var text: String { "\(property): \(shown(old ?? unwritten)) -> \(shown(new ?? unwritten))" }

  /// The value of an added or removed item: `take 1s..4s`.
  fileprivate var written: String { "\(property) \(shown(new ?? old ?? ""))" }
}

/// A value on one line, quoted if it contains a separator and truncated if it is very long.
private func shown(_ value: String) -> String {
  let most = 120
  let line = VisibleText.line(value.count > most ? value.prefix(most) + "…" : value)
  return line.contains("->") || line.contains(";") ? "`\(line)`" : line
}

extension SettingChange {
  fileprivate var line: ChangeLine {
    ChangeLine(
      mark: .changed,
      cells: [
        value.property, "\(shown(value.old ?? value.unwritten)) -> \(shown(value.new ?? value.unwritten))",
      ])
  }
}

extension MediaChange {
  fileprivate var line: ChangeLine {
    if let name {
      return ChangeLine(
        mark: .changed, cells: [VisibleText.line(name), "\(shown(oldFile)) -> \(shown(newFile))"])
    }
    var text = "different content"
    if let oldDuration, let newDuration, oldDuration != newDuration {
      text += ": " + changed(oldDuration, newDuration)
    }
    return ChangeLine(mark: .changed, cells: [VisibleText.line(newFile), text])
  }
}

extension ItemChange {
  fileprivate var line: ChangeLine {
    let title = VisibleText.line(label) + (name.map { " (\(VisibleText.line($0)))" } ?? "")
    let time = ((new ?? old)?.timelineRange).map { "\($0.start)..\($0.end)" } ?? "?"
    return ChangeLine(mark: kind.mark, cells: [title, time, words])
  }

  private var words: String {
    switch kind {
    case .added: ((isSwitched ? ["switched on"] : []) + values.map(\.written)).joined(separator: "; ")
    case .removed: ((isSwitched ? ["switched off"] : []) + values.map(\.written)).joined(separator: "; ")
    case .changed: values.map(\.text).joined(separator: "; ")
    case .moved: ([order] + values.map(\.text)).joined(separator: "; ")
    }
  }

  /// `3rd -> 1st`
  private var order: String {
    guard let old, let new else { return "" }
    return "\(ordinal(old.index + 1)) -> \(ordinal(new.index + 1))"
  }
}

extension Shift {
  fileprivate var line: ChangeLine {
    let verb = itemCount == 1 ? "begins" : "begin"
    let amount = offset.isNegative ? (try? -offset) ?? offset : offset
    let direction = offset.isNegative ? "earlier" : "later"
    return ChangeLine(
      mark: nil, cells: [],
      remark: "\(counted(Int64(itemCount), "item")) \(verb) \(amount) \(direction)")
  }
}

extension OutputChange {
  fileprivate var line: ChangeLine? {
    switch kind {
    case .added:
      ChangeLine(
        mark: .added,
        cells: [VisibleText.line(file), new?.text ?? "", values.map(\.written).joined(separator: "; ")])
    case .removed: ChangeLine(mark: .removed, cells: [VisibleText.line(file), old?.text ?? ""])
    case .kept where values.isEmpty: nil
    case .kept:
      ChangeLine(mark: .changed, cells: [VisibleText.line(file), values.map(\.text).joined(separator: "; ")])
    }
  }
}

extension ChangeMark {
  fileprivate var kind: ItemChange.Kind {
    switch self {
    case .added: .added
    case .removed: .removed
    case .moved: .moved
    case .changed: .changed
    }
  }
}

extension ItemChange.Kind {
  fileprivate var mark: ChangeMark {
    switch self {
    case .added: .added
    case .removed: .removed
    case .moved: .moved
    case .changed: .changed
    }
  }
}

// MARK: - The last line

extension FilmChanges {
  private func summary(_ shortcoming: String?) -> String {
    let parts = [changeCounts, lengthSummary, segmentSummary(shortcoming)].compactMap(\.self)
    let changesNothing = settings.isEmpty && media.isEmpty && items.isEmpty
    let same = changesNothing ? "same film" : "same film: no output shows what changed"
    return ((isSameFilm ? [same] : []) + parts).joined(separator: "; ")
  }

  /// `2 added, 1 removed, 1 changed`
  private var changeCounts: String? {
    var counts: [ChangeMark: Int] = [:]
    for item in items { counts[item.kind.mark, default: 0] += 1 }
    for output in outputs { if let mark = output.line?.mark { counts[mark, default: 0] += 1 } }
    counts[.changed, default: 0] += settings.count + media.count
    let words = ChangeMark.allCases.compactMap { mark in
      counts[mark].flatMap { $0 > 0 ? "\($0) \(mark.word)" : nil }
    }
    let checked = checks.isEmpty ? [] : [counted(Int64(checks.count), "check") + " changed"]
    return words.isEmpty && checked.isEmpty ? nil : (words + checked).joined(separator: ", ")
  }

  private var lengthSummary: String? {
    switch (old.duration, new.duration) {
    case (let before?, let after?) where before == after: isEmpty ? new.text : "\(after)"
    case (let before?, let after?): changed(before, after)
    default: nil
    }
  }

  private func segmentSummary(_ shortcoming: String?) -> String? {
    let made = outputs.filter { $0.kind != .removed }
    guard !made.isEmpty else { return nil }
    let pieces = made.compactMap(\.pieces)
    guard pieces.count == made.count else {
      return "segments unknown" + (shortcoming.map { ", because \($0)" } ?? "")
    }
    let segments = pieces.flatMap(\.segments).filter { $0.state != .gone }
    let again = segments.count { $0.state == .new }
    let sounds = pieces.count { $0.sound?.state == .new }
    if isSameFilm { return segments.isEmpty ? nil : counted(Int64(segments.count), "segment") }
    let sound = sounds == 0 ? "" : sounds == 1 ? " and the sound" : " and \(sounds) sounds"
    return "\(again) of \(counted(Int64(segments.count), "segment"))\(sound) rendered again"
  }
}

private func ordinal(_ number: Int) -> String {
  let ending =
    switch (number % 100, number % 10) {
    case (11...13, _): "th"
    case (_, 1): "st"
    case (_, 2): "nd"
    case (_, 3): "rd"
    default: "th"
    }
  return "\(number)\(ending)"
}

/// Two different times, in exact spelling if they would otherwise look the same.
func changed(_ before: RationalTime, _ after: RationalTime) -> String {
  before.description == after.description
    ? "\(before.spelling) -> \(after.spelling)" : "\(before) -> \(after)"
}
