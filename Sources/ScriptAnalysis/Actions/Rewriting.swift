import Basics
import Composition
import EditScript
import Lowering
import ScriptWriting
import YAMLTree

extension ScriptText {
  /// The time at an offset in its other exact spellings.
  func conversions(at offset: Int, rate: FrameRate?) -> [ScriptAction] {
    guard let time = WrittenTime(at: offset, in: TreePath(to: offset, in: tree), of: source, rate: rate)
    else {
      return []
    }
    return time.otherSpellings.map { title, text in
      ScriptAction("write `\(text)` (\(title))", .rewrite, [TextEdit(range: time.range, replacement: text)])
    }
  }

  /// Adds a name under `media` for the path at an offset, and uses it wherever the script has the path.
  func naming(fileAt offset: Int) -> ScriptAction? {
    let path = TreePath(to: offset, in: tree)
    guard let place = names.place(at: offset), place.thing == .file, place.isWhole,
      !place.name.contains("${"),
      FilePattern(place.name) == nil, path.last?.expectation.scalar?.naming == .naming(.media),
      case .mapping(let entries, _)? = tree.root?.value
    else { return nil }
    let name = mediaName(for: place.name, taken: Set(names.names(of: .media)))
    let uses = names.places.filter { $0.thing == .file && $0.name == place.name && $0.isWhole }.filter {
      TreePath(to: $0.range.start, in: tree).last?.expectation.scalar?.naming == .naming(.media)
    }
    guard let declaration = declaration(of: name, place.name, in: entries) else { return nil }
    return ScriptAction(
      "name this file '\(name)' under `media`", .extract,
      [declaration] + uses.map { TextEdit(range: $0.scalar, replacement: writtenScalar(name)) })
  }

  /// The edit that adds a name to the media.
  private func declaration(of name: String, _ path: String, in entries: [YAMLEntry]) -> TextEdit? {
    let line = "\(writtenScalar(name)): \(writtenScalar(path))"
    let media = entries.first { Expectation.script.value(of: $0).keyNaming == .declaring(.media) }
    if let media {
      guard case .mapping(let declared, let isFlow) = media.value.value, let last = declared.last else {
        return nil
      }
      let end = last.range.end
      if isFlow { return TextEdit(range: SourceRange(end, end), replacement: ", " + line) }
      let column = source.place(at: last.keyRange.start, in: .bytes).column - 1
      return TextEdit(
        range: SourceRange(end, end), replacement: "\n" + String(repeating: " ", count: column) + line)
    }
    // After the version, before the rest.
    guard let first = entries.first, tree.root?.range.start == first.keyRange.start else { return nil }
    let next = entries.count > 1 ? entries[1].keyRange.start : source.bytes.count
    guard source.place(at: next, in: .bytes).column == 1 else { return nil }
    return TextEdit(range: SourceRange(next, next), replacement: "media:\n  \(line)\n")
  }
}

// MARK: - Splitting

extension ScriptText {
  /// Splits the clip at an offset, in its middle or at a marker in it.
  func splits(at offset: Int, film knowledge: FilmKnowledge) -> [ScriptAction] {
    let path = TreePath(to: offset, in: tree)
    guard let step = path.item, case .mapping(let entries, let isFlow) = step.node.value,
      let item = FilmItems(knowledge, in: source).item(at: step.node.range), case .clip = item.item.kind,
      Set(entries.map(\.key)).isSubset(of: Self.divisible), let range = item.timelineRange,
      !item.hasTransition,
      let rate = knowledge.film?.rate, let frames = item.frames, frames.count > 1,
      range.start == start(frames, rate),
      let length = item.length, let dash = dash(before: step.node.range.start)
    else { return [] }
    var places = [("in the middle", frames.lowerBound + Int64(frames.count / 2))]
    for marker in knowledge.film?.markers ?? [] {
      guard let frame = rate.frame(at: marker.time), frames.contains(frame.value),
        frame.value > frames.lowerBound
      else { continue }
      places.append(("at '\(marker.name)'", frame.value))
    }
    return places.compactMap { title, frame in
      guard let passed = try? rate.start(ofFrame: frame - frames.lowerBound),
        let cut = try? item.mediaStart + passed,
        let end = try? item.mediaStart + length
      else { return nil }
      let second = text(
        of: step.node, entries, isFlow, take: "\(cut.spelling)..\(end.spelling)", without: ["name"])
      let take = "\(item.mediaStart.spelling)..\(cut.spelling)"
      guard let second, let first = text(of: step.node, entries, isFlow, take: take, without: []) else {
        return nil
      }
      let replacement = first + "\n" + String(repeating: " ", count: dash) + "- " + second
      return ScriptAction(
        "split this clip \(title)", .rewrite, [TextEdit(range: step.node.range, replacement: replacement)])
    }
  }

  /// Keys that mean the same for two halves as for the whole.
  private static let divisible: Set<String> = [
    "clip", "take", "name", "note", "fit", "place", "flip", "blend", "stabilize", "audio", "channels",
  ]

  private func start(_ frames: Range<Int64>, _ rate: FrameRate) -> RationalTime? {
    try? rate.start(ofFrame: frames.lowerBound)
  }

  /// The column of an entry's dash; nil for an entry in brackets.
  private func dash(before start: Int) -> Int? {
    let line = source.rangeOfLine(source.line(at: start))
    guard let line, case let head = source.bytes[line.start..<start], head.last == UInt8(ascii: " "),
      let dash = head.lastIndex(of: UInt8(ascii: "-")),
      head.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") })
    else { return nil }
    return dash - line.start
  }

  /// The text of an item with another take.
  private func text(
    of node: YAMLNode, _ entries: [YAMLEntry], _ isFlow: Bool, take: String, without keys: Set<String>
  ) -> String? {
    let item = SourceText(name: "", bytes: Array(source.bytes[node.range.start..<node.range.end]))
    func own(_ range: SourceRange) -> SourceRange {
      SourceRange(range.start - node.range.start, range.end - node.range.start)
    }
    var edits: [TextEdit] = []
    if let written = entries.first(where: { $0.key == "take" }) {
      edits.append(TextEdit(range: own(written.value.range), replacement: take))
    } else if let clip = entries.first(where: { $0.key == "clip" }) {
      let column = source.place(at: node.range.start, in: .bytes).column - 1
      let gap = isFlow ? ", " : "\n" + String(repeating: " ", count: column)
      let place = own(clip.range).end
      edits.append(TextEdit(range: SourceRange(place, place), replacement: "\(gap)take: \(take)"))
    }
    for (index, entry) in entries.enumerated() where keys.contains(entry.key) {
      // With the gap to its neighbour.
      let range =
        index + 1 < entries.count
        ? SourceRange(entry.range.start, entries[index + 1].range.start)
        : index > 0 ? SourceRange(entries[index - 1].range.end, entry.range.end) : entry.range
      edits.append(TextEdit(range: own(range), replacement: ""))
    }
    return item.applying(edits)
  }
}
