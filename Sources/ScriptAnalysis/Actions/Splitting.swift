import Basics
import Composition
import Detection
import EditScript
import Lowering
import ScriptWriting
import YAMLTree

extension ScriptText {
  /// Splits the clip at an offset: in its middle, at a marker in it, at the cuts that were detected in its media,
  /// or into its parts with sound.
  func splits(at offset: Int, film knowledge: FilmKnowledge) -> [ScriptAction] {
    guard let clip = DivisibleClip(at: offset, in: self, knowledge) else { return [] }
    var places = [("in the middle", Int64(clip.frameCount / 2))]
    for marker in knowledge.film?.markers ?? [] {
      guard let frame = clip.frame(at: marker.time), frame > 0, frame < clip.frameCount else { continue }
      places.append(("at '\(marker.name)'", frame))
    }
    return places.compactMap { title, frame in
      clip.replaced(by: [0..<frame, frame..<clip.frameCount], "split this clip \(title)")
    } + clip.detectedParts(in: knowledge)
  }
}

/// A clip that can be replaced by several clips of the same media.
private struct DivisibleClip {
  let frameCount: Int64
  private let script: ScriptText
  private let node: YAMLNode
  private let entries: [YAMLEntry]
  private let isFlow: Bool
  /// The column of its dash.
  private let dash: Int
  private let item: ResolvedItem
  private let firstFrame: Int64
  private let rate: FrameRate
  /// The part of its media that it plays.
  private let take: TimeRange

  /// Keys that mean the same for parts as for the whole.
  private static let divisible: Set<String> = [
    "clip", "take", "name", "note", "fit", "place", "flip", "blend", "stabilize", "audio", "channels",
  ]

  init?(at offset: Int, in script: ScriptText, _ knowledge: FilmKnowledge) {
    guard let step = TreePath(to: offset, in: script.tree).item,
      case .mapping(let entries, let isFlow) = step.node.value,
      let item = FilmItems(knowledge, in: script.source).item(at: step.node.range),
      case .clip = item.item.kind, Set(entries.map(\.key)).isSubset(of: Self.divisible),
      let range = item.timelineRange, !item.hasTransition, let rate = knowledge.film?.rate,
      let frames = item.frames, frames.count > 1,
      range.start == (try? rate.start(ofFrame: frames.lowerBound)), let length = item.length,
      let end = try? item.mediaStart + length, let take = TimeRange(start: item.mediaStart, end: end),
      let dash = script.dash(before: step.node.range.start)
    else { return nil }
    (self.script, node, self.entries, self.isFlow, self.dash) = (script, step.node, entries, isFlow, dash)
    (self.item, self.rate, self.take) = (item, rate, take)
    (firstFrame, frameCount) = (frames.lowerBound, Int64(frames.count))
  }

  /// Its frame at a time of the film, counted from its own first one.
  func frame(at time: RationalTime) -> Int64? { rate.frame(at: time).map { $0.value - firstFrame } }

  /// What detection offers for it.
  func detectedParts(in knowledge: FilmKnowledge) -> [ScriptAction] {
    guard let found = knowledge.detected(in: item) else { return [] }
    let shots = frames(of: found.shots(in: take), .between)
    let heard =
      (try? found.partsWithSound(in: take, before: SoundMargins.usual.before, after: SoundMargins.usual.after))
      .map { frames(of: $0, .around) } ?? []
    return [
      shots.count < 2
        ? nil : replaced(by: shots, "split this clip at its \(counted(shots.count - 1, "cut"))"),
      heard.isEmpty || heard == [0..<frameCount]
        ? nil : replaced(by: heard, "cut the silences of this clip (\(silences(around: heard)))"),
    ].compactMap(\.self)
  }

  /// How many parts of it are not among these.
  private func silences(around parts: [Range<Int64>]) -> Int {
    parts.count - 1 + (parts.first?.lowerBound == 0 ? 0 : 1) + (parts.last?.upperBound == frameCount ? 0 : 1)
  }

  /// Its frames for parts of its media.
  private func frames(of parts: [TimeRange], _ edges: DraftEdges) -> [Range<Int64>] {
    guard let back = try? RationalTime.zero - take.start, let length = try? rate.start(ofFrame: frameCount)
    else { return [] }
    return edges.frames(of: parts.compactMap { try? $0.shifted(by: back) }, in: length, at: rate)
  }

  /// The action that writes a clip for each part of its frames.
  func replaced(by parts: [Range<Int64>], _ title: String) -> ScriptAction? {
    var texts: [String] = []
    for (index, part) in parts.enumerated() {
      guard let start = moment(ofFrame: part.lowerBound), let end = moment(ofFrame: part.upperBound),
        let text = text(take: "\(start.spelling)..\(end.spelling)", without: index == 0 ? [] : ["name"])
      else { return nil }
      texts.append(text)
    }
    let replacement = texts.joined(separator: "\n" + String(repeating: " ", count: dash) + "- ")
    return ScriptAction(title, .rewrite, [TextEdit(range: node.range, replacement: replacement)])
  }

  /// The time in the media at which one of its frames starts.
  private func moment(ofFrame frame: Int64) -> RationalTime? {
    if frame == frameCount { return take.end }
    return (try? rate.start(ofFrame: frame)).flatMap { try? take.start + $0 }
  }

  /// The text of the item with another take.
  private func text(take: String, without keys: Set<String>) -> String? {
    let source = script.source
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

extension ScriptText {
  /// The column of an entry's dash; nil for an entry in brackets.
  fileprivate func dash(before start: Int) -> Int? {
    let line = source.rangeOfLine(source.line(at: start))
    guard let line, case let head = source.bytes[line.start..<start], head.last == UInt8(ascii: " "),
      let dash = head.lastIndex(of: UInt8(ascii: "-")),
      head.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") })
    else { return nil }
    return dash - line.start
  }
}
