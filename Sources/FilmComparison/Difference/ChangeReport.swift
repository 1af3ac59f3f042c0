import Basics
import Diagnostics

/// The kind of a change, as a mark at the start of a line.
enum ChangeMark: String, CaseIterable {
  case added = "+"
  case removed = "-"
  case moved = ">"
  case changed = "~"

  var word: String {
    switch self {
    case .added: "added"
    case .removed: "removed"
    case .moved: "moved"
    case .changed: "changed"
    }
  }
}

/// One line of a report; the cells of adjacent lines are aligned in columns.
struct ChangeLine {
  var mark: ChangeMark?
  var cells: [String]
  /// Text outside the columns.
  var remark: String?

  init(mark: ChangeMark?, cells: [String], remark: String? = nil) {
    self.mark = mark
    self.cells = cells
    self.remark = remark
  }
}

/// Paragraphs of lines under headings.
struct ChangeReport {
  let paint: Paint
  private(set) var text = ""

  init(paint: Paint) {
    self.paint = paint
  }

  mutating func table(_ heading: String?, _ lines: [ChangeLine]) {
    guard !lines.isEmpty else { return }
    startParagraph()
    if let heading { text += paint.bold(heading) + "\n" }
    let indentation = heading == nil ? "" : "  "
    let widths = columnWidths(lines)
    for line in lines {
      if let remark = line.remark {
        text += indentation + paint.faint("  " + remark) + "\n"
        continue
      }
      let body = padded(line.cells, widths)
      let marked = line.mark.map { paint.marked("\($0.rawValue) \(body)", $0) } ?? body
      text += indentation + marked + "\n"
    }
  }

  mutating func end(with summary: String) {
    startParagraph()
    text += paint.bold(summary) + "\n"
  }

  private mutating func startParagraph() {
    if !text.isEmpty { text += "\n" }
  }

  /// A wider cell overflows its column instead of widening it.
  private static let widestCell = 40

  private func columnWidths(_ lines: [ChangeLine]) -> [Int] {
    var widths: [Int] = []
    for line in lines {
      for (column, cell) in line.cells.dropLast().enumerated() where cell.count <= Self.widestCell {
        while widths.count <= column { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    return widths
  }

  private func padded(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    let used = cells.lastIndex { !$0.isEmpty } ?? 0
    for (column, cell) in cells.enumerated().prefix(used + 1) {
      if column > 0 { line += "  " }
      let width = column < used && column < widths.count ? widths[column] : 0
      line += cell + String(repeating: " ", count: max(0, width - cell.count))
    }
    return line
  }
}

// MARK: - Segments and sound

extension ChangeReport {
  /// Adds the segments and sound of one output: what is re-rendered and what is reused.
  mutating func pieces(of output: OutputChange) {
    guard let pieces = output.pieces else { return }
    var lines: [ChangeLine] = []
    let states: [(SegmentChange.State, isCopied: Bool?, ChangeMark?, String)] = [
      (.kept, nil, nil, "kept"), (.new, true, .changed, "copied"), (.new, false, .changed, "rendered again"),
      (.gone, nil, .removed, "gone"),
    ]
    for (state, isCopied, mark, word) in states {
      let segments = pieces.segments.filter { $0.state == state && isCopied ?? $0.isCopied == $0.isCopied }
      if segments.isEmpty { continue }
      let count = counted(Int64(segments.count), "segment")
      lines.append(
        ChangeLine(
          mark: mark,
          cells: ["\(count) \(word)", ranges(of: segments), storeWords(segments.map(\.isInStore), state)]))
    }
    if let sound = pieces.sound {
      let words: (mark: ChangeMark?, text: String) =
        switch sound.state {
        case .kept: (nil, "sound kept")
        case .new: (.changed, "sound mixed again")
        case .gone: (.removed, "sound removed")
        }
      let state = SegmentChange.State(rawValue: sound.state.rawValue) ?? .gone
      lines.append(
        ChangeLine(mark: words.mark, cells: [words.text, "", storeWords([sound.isInStore], state)]))
    }
    let widths = columnWidths(lines)
    startParagraph()
    text += paint.bold(VisibleText.line(output.file) + ": " + lengths(of: output)) + "\n"
    for line in lines {
      let body = "\(line.mark?.rawValue ?? "=") \(padded(line.cells, widths))"
      text += "  " + (line.mark.map { paint.marked(body, $0) } ?? body) + "\n"
    }
  }

  /// `15.5s -> 17.5s, 465 -> 525 frames`
  private func lengths(of output: OutputChange) -> String {
    guard let new = output.new, let duration = new.duration, let frames = new.frameCount else { return "" }
    let before = output.old?.duration ?? duration
    let oldFrames = output.old?.frameCount ?? frames
    let time = before == duration ? "\(duration)" : changed(before, duration)
    let count = counted(frames, "frame")
    return time + ", " + (oldFrames == frames ? count : "\(oldFrames) -> \(count)")
  }

  /// The time ranges of segments, joined where they touch; only the first few.
  private func ranges(of segments: [SegmentChange]) -> String {
    var stretches: [TimeRange] = []
    for range in segments.compactMap(\.timelineRange) {
      if let last = stretches.last, last.end == range.start {
        stretches[stretches.count - 1] = last.union(range)
      } else {
        stretches.append(range)
      }
    }
    let most = 4
    let shown = stretches.prefix(most).map { "\($0.start)..\($0.end)" }.joined(separator: ", ")
    return stretches.count > most ? shown + " and \(stretches.count - most) more ranges" : shown
  }

  /// How many of the pieces are in the store; empty if no store was searched, or for removed pieces.
  private func storeWords(_ flags: [Bool?], _ state: SegmentChange.State) -> String {
    let known = flags.compactMap(\.self)
    guard !known.isEmpty, state != .gone else { return "" }
    let there = known.count { $0 }
    switch (state, there) {
    case (.kept, 0): return "not in the store: will be encoded"
    case (.kept, known.count): return "in the store"
    case (.kept, _): return "\(there) in the store, \(known.count - there) to encode"
    case (_, 0): return ""
    case (_, known.count): return "already in the store"
    default: return "\(there) already in the store"
    }
  }
}

/// Colours for a terminal; plain text if `useColor` is false.
struct Paint {
  let useColor: Bool

  func bold(_ text: String) -> String { painted(text, "1") }
  func faint(_ text: String) -> String { painted(text, "2") }

  func marked(_ text: String, _ mark: ChangeMark) -> String {
    switch mark {
    case .added: painted(text, "32")
    case .removed: painted(text, "31")
    case .moved: painted(text, "36")
    case .changed: painted(text, "33")
    }
  }

  private func painted(_ text: String, _ style: String) -> String {
    useColor ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
  }
}
