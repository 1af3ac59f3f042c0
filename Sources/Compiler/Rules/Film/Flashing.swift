import Basics
import Composition
import Detection
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let flashing = DiagnosticID(
    "flashing", .warning, "More than three flashes a second",
    explanation: """
      Plain colours and rectangles flash more than three times in a second, over at least a quarter of the picture. This \
      can cause seizures (WCAG 2.2, success criterion 2.3.1; ITU-R BT.1702). Show them for longer, make them smaller, \
      or choose colours that differ less.

      The rule knows `color` and `shape` with their opacity and colour, and the cuts between them. What media, texts, \
      transitions, sequences under `overlays`, or sequences with another `speed` or a `loop` may show does not count, \
      so a film without this finding can flash nevertheless: `checks: {flashes: none}` checks the finished file, and \
      makes the finding an error. At most 3,000 frames with quick changes are searched.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: black, for: 2s}
          - {color: white, for: 3f}
          - {color: black, for: 3f}
          - {color: white, for: 3f}
          - {color: black, for: 3f}
          - {color: white, for: 3f}
          - {color: black, for: 3f}
          - {color: white, for: 3f}
          - {color: black, for: 2s}
        """,
        gives: [
          "here begins the fourth flash in a second: from 2s (00:00:02.000) to 2.84s (00:00:02.840), 100 % of the picture flashes"
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: black, for: 2s}
          - {color: white, for: 5f}
          - {color: black, for: 5f}
          - {color: white, for: 5f}
          - {color: black, for: 2s}
        """),
    ])
}

extension Rule {
  /// Flashes of plain colours, which need no render to be known.
  static let flashing = Rule.film(.flashing, reach: .ownSpeedAndBare) { film in
    guard let composition = film.film.composition, composition.canvas.hasPicture,
      !composition.canvas.color.isHighDynamicRange
    else { return [] }
    let check = film.checks.flashes
    let inWindow = check?.value == .wcag || check?.value == .noFlashes
    let flashes = PlainFlashes(composition, inWindow: inWindow, part: film.part)
    let found = flashes.found()
    func findings(_ passages: [FlashPassage], _ severity: Severity, isPartial: Bool = false) -> [Diagnostic] {
      let general = passages.filter { $0.kind == .general }
      return passages.compactMap { passage in
        // Red ones that flash anyway are the same flashes.
        guard passage.kind == .general || !general.contains(where: { $0.frames.overlaps(passage.frames) })
        else { return nil }
        return finding(
          passage, in: film, composition, isPartial: isPartial, severity: severity,
          isCut: found.end.map { passage.frames.upperBound >= $0 - 1 } ?? false)
      }
    }
    // As in the finished file.
    return switch check?.value {
    case nil: findings(found.inPicture, .warning)
    case .bt1702: findings(found.inPicture, .error)
    case .wcag: findings(found.inWindow, .error, isPartial: true)
    case .noFlashes:
      found.inPicture.isEmpty
        ? findings(found.inWindow, .warning, isPartial: true) : findings(found.inPicture, .error)
    }
  }

  private static func finding(
    _ passage: FlashPassage, in film: CheckedFilm, _ composition: Composition, isPartial: Bool,
    severity: Severity, isCut: Bool
  ) -> Diagnostic? {
    guard let first = passage.transitions.first, let last = passage.transitions.last,
      let item = film.film.item(changingAt: last, composition)
    else { return nil }
    var notes: [Diagnostic.Note] = []
    if let other = film.film.item(changingAt: first, composition), other.item.kindRange != item.item.kindRange
    {
      notes.append(Diagnostic.Note("the first one is here", at: other.item.kindRange))
    }
    if let check = film.film.script.checks.flashes {
      notes.append(.checked(at: check.range))
    }
    if isCut { notes.append(Diagnostic.Note("what follows was not searched", at: nil)) }
    func words(_ frame: Int64) -> String {
      (try? composition.canvas.rate.start(ofFrame: frame)).map { "\($0) (\($0.clockReading))" } ?? "\(frame)"
    }
    let percent = Int((passage.share * 100).rounded())
    // Cells that a colour covers in part do not count.
    let share = percent == 100 ? "100" : "at least \(percent)"
    let area = isPartial ? "\(share) % of a third of its width and height" : "\(share) % of the picture"
    return Diagnostic(
      .flashing, severity: severity,
      "here begins the fourth flash in a second: from \(words(passage.frames.lowerBound)) to"
        + " \(words(passage.frames.upperBound)), \(area) \(passage.kind == .red ? "flashes red" : "flashes")",
      at: item.item.kindRange, notes: notes,
      hint: "show each colour for longer, or choose colours that differ less")
  }
}

extension LoweredFilm {
  /// The item that begins in a frame, or whose look changes there, or that ends there; the uppermost one.
  fileprivate func item(changingAt frame: Int64, _ composition: Composition) -> ResolvedItem? {
    func item(where matches: (Layer) -> Bool) -> ResolvedItem? {
      let number = composition.layers.lastIndex(where: matches)
      return number.flatMap { number in items.first { $0.layerNumber == number } }
    }
    return item { $0.frames.lowerBound == frame }
      ?? item { $0.frames.contains(frame) && ($0.opacity.constantValue == nil || $0.changes != nil) }
      ?? item { $0.frames.upperBound == frame }
  }
}

/// Finds the flashes in the parts of a film in which plain colours change quickly.
private struct PlainFlashes {
  private let pictures: PlainPictures
  private let rate: FrameRate
  private let inWindow: Bool
  private let frames: Range<Int64>
  private static let mostFrames: Int64 = 3000
  /// Fewer turns in a second, or fewer changes of a cell, make no seven transitions.
  private static let leastTurns = 6

  init(_ film: Composition, inWindow: Bool, part: Range<Int64>?) {
    pictures = PlainPictures(film)
    rate = film.canvas.rate
    self.inWindow = inWindow
    frames = (part ?? 0..<film.frameCount).clamped(to: 0..<film.frameCount)
  }

  /// `end` is where the search ended in a passage that continues; nil if there is none.
  func found() -> (inPicture: [FlashPassage], inWindow: [FlashPassage], end: Int64?) {
    var found: (inPicture: [FlashPassage], inWindow: [FlashPassage], end: Int64?) = ([], [], nil)
    var left = Self.mostFrames
    for span in spans() {
      let searched = span.lowerBound..<min(span.upperBound, span.lowerBound + left)
      let cells = pictures.colors(in: searched)
      left -= Int64(searched.count)
      guard changesOften(cells) else {
        // Small differences cost less.
        left += Int64(searched.count) * 9 / 10
        continue
      }
      let some = flashes(in: cells)
      found.inPicture += some.inPicture.map { $0.moved(by: span.lowerBound) }
      found.inWindow += some.inWindow.map { $0.moved(by: span.lowerBound) }
      if searched != span { found.end = searched.upperBound }
      if left <= 0 { break }
    }
    return found
  }

  /// Whether a cell changes its colour as often as flashes do, by what can be a tenth of white.
  private func changesOften(_ cells: [[Color?]]) -> Bool {
    (0..<PlainPictures.columns * PlainPictures.rows).contains { cell in
      var (last, changes) = (Color?.none, 0)
      for case let color? in cells.lazy.map({ $0[cell] }) {
        guard let before = last else {
          last = color
          continue
        }
        if color.isFar(from: before) { (last, changes) = (color, changes + 1) }
      }
      return changes >= Self.leastTurns
    }
  }

  /// The parts with at least as many turns in each second as flashes need, with a frame before them.
  private func spans() -> [Range<Int64>] {
    let turns = pictures.turns()
    let second = max(1, rate.nominal)
    var spans: [Range<Int64>] = []
    for index in turns.indices.dropFirst(Self.leastTurns - 1) {
      let (first, last) = (turns[index - Self.leastTurns + 1], turns[index])
      guard last - first <= second else { continue }
      let span = (first - second - 1..<last + second).clamped(to: frames)
      if let before = spans.last, before.upperBound >= span.lowerBound {
        spans[spans.count - 1] = before.lowerBound..<max(before.upperBound, span.upperBound)
      } else {
        spans.append(span)
      }
    }
    return spans
  }

  private func flashes(
    in cells: [[Color?]]
  ) -> (inPicture: [FlashPassage], inWindow: [FlashPassage]) {
    var finder = FlashFinder(rate: rate, primaries: .bt709, inPicture: true, inWindow: inWindow)
    var light = FlashLight(primaries: .bt709)
    // What is unknown keeps the colour before it, so only changes between known colours count.
    var colors = (0..<PlainPictures.columns * PlainPictures.rows).map { cell in
      cells.lazy.compactMap { $0[cell] }.first ?? .black
    }
    for (number, frame) in cells.enumerated() {
      let before = colors
      for (cell, color) in frame.enumerated() { if let color { colors[cell] = color } }
      guard number == 0 || colors != before else {
        finder.addUnchanged()
        continue
      }
      light.fill(columns: PlainPictures.columns, rows: PlainPictures.rows) { cell in
        (colors[cell].red, colors[cell].green, colors[cell].blue)
      }
      finder.add(light)
    }
    return finder.finish()
  }
}

extension Color {
  /// Whether the luminance may differ by a tenth of white: bright greys need 12 codes for that.
  fileprivate func isFar(from other: Color) -> Bool {
    [(red, other.red), (green, other.green), (blue, other.blue)].contains { max($0, $1) - min($0, $1) >= 10 }
  }
}
