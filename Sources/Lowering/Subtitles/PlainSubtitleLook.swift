import Basics
import Composition
import EditScript

/// The look of subtitles without styles of their own: as their track specifies, else white with a dark
/// outline, centred at the bottom.
struct PlainSubtitleLook {
  private let width: Int
  private let height: Int
  private let ruler: Ruler
  private let rate: FrameRate
  private let written: SubtitleStyle?

  init(_ written: SubtitleStyle?, on canvas: ResolvedCanvas) {
    (width, height, ruler) = (canvas.size.width, canvas.size.height, Ruler(canvas))
    rate = canvas.rate
    self.written = written
  }

  /// The line height in tenths of pixels. By default 6 % of the canvas height, or less on a narrow canvas.
  private var size: Int {
    if let size = written?.size { return tenths(ruler.alongHeight(size.value)) }
    return 10 * max(8, min(height * 100, width * 125) * 6 / 10_000)
  }
  /// The height of capital letters with descenders.
  var pictureSide: Int { max(4, size * 9 / 100) }

  private var color: Color { written?.color?.value ?? Color(red: 255, green: 255, blue: 255) }
  private var highlight: Color {
    written?.highlight?.value.color?.value ?? Color(red: 255, green: 255, blue: 0)
  }
  private var words: WordTiming { written?.words?.value ?? .together }

  private var outline: (tenths: Int, color: Color) {
    guard let stroke = written?.stroke?.value else { return (max(10, size * 7 / 100), .black) }
    return (tenths(ruler.alongHeight(stroke.width)), stroke.color)
  }

  // MARK: The style

  /// The beginning of an ASS file up to its styles, in pixels of the canvas.
  var scriptInfo: String {
    """
    [Script Info]
    ScriptType: v4.00+
    PlayResX: \(width)
    PlayResY: \(height)
    WrapStyle: 0
    ScaledBorderAndShadow: yes
    YCbCr Matrix: None

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, \
    Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, \
    MarginR, MarginV, Encoding

    """
  }

  /// The style as a line of ASS, without its name, with a font family.
  func style(ofFamily family: String, isRightToLeft: Bool) -> String {
    let (border, borderColor) = outline
    let box = drawsWords ? nil : written?.box?.value
    // With border style 4, libass draws one box behind all lines and takes the shadow's distance for its padding.
    let padding = box.map { $0.padding.map { tenths(ruler.alongHeight($0.value.vertical)) } ?? size / 5 } ?? 0
    let boxColor = box.map(Self.color) ?? .black
    let fields = [
      family, text(ofTenths: size), code(color), code(color), code(borderColor),
      code(boxColor), written?.weight?.value == .bold ? "-1" : "0", "0,0,0,100,100,0,0",
      box == nil ? "1" : "4",
      "\(border / 10).\(border % 10)", text(ofTenths: padding), "\(alignment)", "\(margins.side)",
      "\(margins.side)",
      // With -1, the letters of a text decide on its direction.
      "\(margins.vertical)", drawsWords || isRightToLeft ? "-1" : "1",
    ]
    return fields.joined(separator: ",")
  }

  private static func color(of box: SubtitleBox) -> Color {
    box.color?.value ?? Color(red: 0, green: 0, blue: 0, alpha: 0xB3)
  }

  private var margins: (side: Int, vertical: Int) {
    var margins = (side: width * 8 / 100, vertical: height * 6 / 100)
    guard case .named(_, let horizontal, let vertical)? = written?.place?.value else { return margins }
    let (x, y) = (ruler.alongWidth(horizontal), ruler.alongHeight(vertical))
    // A place without a margin has the usual margins.
    if x > 0 { margins.side = whole(x) }
    if y > 0 { margins.vertical = whole(y) }
    return margins
  }

  /// In the order of a number pad: 2 is the bottom centre.
  private var alignment: Int { written?.place.map { number(of: $0.value.anchor) } ?? 2 }

  private func number(of anchor: (x: Double, y: Double)) -> Int {
    Int((1 - anchor.y) * 2) * 3 + Int(anchor.x * 2) + 1
  }

  // MARK: Captions

  /// Whether words are drawn one by one: libass draws only rectangles behind whole cues, and moves no words.
  var drawsWords: Bool {
    if written?.highlight?.value.box != nil || written?.highlight?.value.movement != nil { return true }
    guard let box = written?.box?.value else { return false }
    let isEven = box.padding.map { $0.value.vertical == $0.value.horizontal } ?? true
    let isSharp = box.radius.map { ruler.alongHeight($0.value) <= 0 } ?? true
    return !isEven || !isSharp || box.unit.map { $0.value != .cue } ?? false
  }

  /// The line height in pixels.
  private var lineHeight: Double { Double(size) / 10 }

  private var isBoxedByWord: Bool { written?.box?.value.unit?.value == .word }

  private var box: Caption.Box? {
    written?.box.map { box($0.value, usualPadding: (lineHeight / 5, lineHeight / 5)) }
  }

  private var litBox: Caption.Box? {
    guard words == .karaoke || words == .fill else { return nil }
    return written?.highlight?.value.box.map { box($0.value, usualPadding: (0, lineHeight / 10)) }
  }

  private func box(
    _ written: SubtitleBox, usualPadding usual: (vertical: Double, horizontal: Double)
  ) -> Caption.Box {
    Caption.Box(
      color: Self.color(of: written),
      padding: written.padding.map { ruler.alongHeight($0.value.vertical) } ?? usual.vertical,
      sidePadding: written.padding.map { ruler.alongHeight($0.value.horizontal) } ?? usual.horizontal,
      radius: written.radius.map { ruler.alongHeight($0.value) } ?? 0)
  }

  /// The space between lines, so that boxes of words in two lines do not touch; nil for none.
  var lineGap: Double? {
    guard drawsWords else { return nil }
    let boxes = isBoxedByWord ? box.map { 2 * $0.padding + lineHeight / 10 } ?? 0 : 0
    let gap = max(boxes, litBox.map { $0.padding } ?? 0)
    return gap > 0 ? gap : nil
  }

  /// The additional space between words, so that a box does not touch the next word or its box.
  private var wordGap: Int {
    let boxes = isBoxedByWord ? box.map { 2 * $0.sidePadding } ?? 0 : 0
    // The blank itself is about a fifth of the line's height.
    let reach = litBox.map { tenths($0.sidePadding) + outline.tenths } ?? 0
    return max(0, max(tenths(boxes), reach) - size / 10)
  }

  /// How words move at their time; nil if they do not.
  private var movement: (movement: Caption.Movement, frames: Double)? {
    guard let highlight = written?.highlight?.value, let movement = highlight.movement,
      words != .together, let usual = RationalTime(150, 1000)
    else { return nil }
    // A wrong length has a finding.
    let length = highlight.length.map { try? $0.value.resolved(at: rate) } ?? usual
    let frames = max(0, length?.inSeconds ?? 0) * Double(rate.frames) / Double(rate.seconds)
    switch movement.value {
    case .pop: return (.init(scale: 0.8, depth: 0, easing: .shaped(.back, .out)), frames)
    case .rise: return (.init(scale: 1, depth: lineHeight / 5, easing: .easeOut), frames)
    }
  }

  /// A cue whose words are drawn one by one.
  private func caption(of styled: StyledText, after start: String, in frames: Range<Int64>) -> Caption {
    let gap = text(ofTenths: wordGap)
    var runs: [StyledRun] = []
    var pieces: [Caption.Piece] = []
    var word = 0
    for (unit, run) in styled.runs.enumerated() {
      let ink = run.look.color.map { Color(red: $0.red, green: $0.green, blue: $0.blue) } ?? color
      var look = run.look
      look.color = nil
      for part in run.text.inWordsAndBlanks {
        let isBlank = part.allSatisfy(\.isWhitespace)
        if isBlank { word += 1 }
        runs.append(StyledRun(text: part, look: look))
        pieces.append(Caption.Piece(text: "", unit: unit, word: isBlank ? nil : word, color: ink))
      }
    }
    let texts = StyledText(runs).subStationRuns { run in
      wordGap > 0 && run.text.allSatisfy(\.isWhitespace) ? "\\fsp\(gap)" : wordGap > 0 ? "\\fsp" : ""
    }
    for (index, text) in texts.enumerated() { pieces[index].text = (index == 0 ? start : "") + text }
    var caption = Caption(pieces: pieces, units: units(of: styled, in: frames), stroke: outline.color)
    (caption.box, caption.boxUnit, caption.litBox) = (box, written?.box?.value.unit?.value ?? .cue, litBox)
    caption.hidesUnlit = words == .reveal
    let lit = written?.highlight?.value
    if words != .reveal, lit?.box == nil || lit?.color != nil { caption.litColor = highlight }
    caption.movement = movement?.movement
    return caption
  }

  private func units(of text: StyledText, in frames: Range<Int64>) -> [Caption.Unit] {
    let longest = movement?.frames ?? 0
    return text.runs.map { run in
      guard words != .together, let time = run.time, let spoken = rate.frames(of: time) else {
        return Caption.Unit()
      }
      return Caption.Unit(
        litFrames: litFrames(spoken, in: frames), start: spoken.lowerBound - frames.lowerBound,
        movingFrames: min(longest, Double(spoken.count)))
    }
  }

  /// The frames that highlight a word, counted from the first frame of the cue.
  private func litFrames(_ spoken: Range<Int64>, in frames: Range<Int64>) -> Range<Int64> {
    var shown = frames.lowerBound..<frames.lowerBound
    if spoken.lowerBound < frames.upperBound {
      shown =
        words == .karaoke
        ? spoken.clamped(to: frames) : max(spoken.lowerBound, frames.lowerBound)..<frames.upperBound
    }
    let first = shown.lowerBound - frames.lowerBound
    return first..<(first + Int64(shown.count))
  }

  // MARK: Events

  /// An event of a cue that shows in `frames`.
  func event(of cue: SubtitleCue, in frames: Range<Int64>) -> EventDraft {
    var draft = EventDraft()
    let start = place(cue.placement, &draft.event)
    if drawsWords {
      let caption = caption(of: cue.text, after: start, in: frames)
      draft.event.text = caption.pieces.map(\.text).joined()
      draft.caption = caption
      return draft
    }
    var parts = words == .together || !cue.text.isTimed ? [] : self.parts(of: cue.text, in: frames)
    if !parts.isEmpty {
      parts[0].text = start + parts[0].text
      parts[0].litText = start + parts[0].litText
    }
    draft.event.text = parts.isEmpty ? start + cue.text.subStation : parts.map(\.text).joined()
    draft.parts = parts
    return draft
  }

  private func parts(of text: StyledText, in frames: Range<Int64>) -> [SubtitleEvent.LitPart] {
    let unlit = self.runs(of: text) { $0.time == nil && words == .reveal }
    let lit = self.runs(of: text) { _ in true }
    return text.runs.indices.map { index in
      let spoken = text.runs[index].time.flatMap { rate.frames(of: $0) }
      return SubtitleEvent.LitPart(
        text: unlit[index], litText: lit[index],
        litFrames: spoken.map { litFrames($0, in: frames) } ?? 0..<0)
    }
  }

  private func runs(of text: StyledText, isLit: (StyledRun) -> Bool) -> [String] {
    var count = 0
    return text.subStationRuns { run in
      count += 1
      // libass places neighbours of one colour together, so each part would move by a fraction of a pixel
      // when another one is highlighted. The second colour, which is not drawn, separates them.
      return "\\2c&H\(count % 2 == 0 ? "000000" : "FFFFFF")&" + orders(for: run, isLit: isLit(run))
    }
  }

  /// All parts state their look, so that the layout of a line is the same whichever of them are highlighted.
  private func orders(for run: StyledRun, isLit: Bool) -> String {
    var ink = run.look.color.map { Color(red: $0.red, green: $0.green, blue: $0.blue) } ?? color
    if isLit, run.time != nil, words != .reveal { ink = highlight }
    if words == .reveal, !isLit { return "\\1c\(digits(ink))\\1a&HFF&\\3a&HFF&" }
    return "\\1c\(digits(ink))\\1a\(transparency(ink))\\3a\(transparency(outline.color))"
  }

  /// The override before the text of a cue that moves it to its place.
  private func place(_ placement: CuePlacement, _ event: inout SubStationEvent) -> String {
    if placement == CuePlacement() {
      guard case .at(let x, let y, _)? = written?.place?.value else { return "" }
      return "{\\pos(\(whole(ruler.alongWidth(x))),\(whole(ruler.alongHeight(y))))}"
    }
    let lineHeight = size / 10
    if let row = placement.row {
      let rows = row < 0 ? -row - 1 : row
      event.verticalMargin = min(margins.vertical + rows * lineHeight, max(1, height - lineHeight))
    }
    let place = placement.vertical.rawValue * 3 + placement.horizontal.rawValue + 1
    if placement.position != nil || placement.height != nil {
      return "{\\an\(place)\\pos(\(x(placement)),\(y(placement, event.verticalMargin)))}"
    }
    return place == alignment ? "" : "{\\an\(place)}"
  }

  private func x(_ placement: CuePlacement) -> Int {
    if let position = placement.position { return position * width / 100_000 }
    switch placement.horizontal {
    case .left: return margins.side
    case .center: return width / 2
    case .right: return width - margins.side
    }
  }

  private func y(_ placement: CuePlacement, _ rowMargin: Int) -> Int {
    if let height = placement.height { return height * self.height / 100_000 }
    let margin = rowMargin > 0 ? rowMargin : margins.vertical
    switch placement.vertical {
    case .bottom: return height - margin
    case .middle: return height / 2
    case .top: return margin
    }
  }
}

/// An event before its place in a picture is known.
struct EventDraft {
  var event = SubStationEvent()
  /// Highlighted one by one.
  var parts: [SubtitleEvent.LitPart] = []
  var caption: Caption?
}

extension String {
  /// Its words and what is between them, in turn.
  fileprivate var inWordsAndBlanks: [String] {
    var parts: [String] = []
    var isBlank: Bool?
    for character in self {
      if character.isWhitespace != isBlank { parts.append("") }
      isBlank = character.isWhitespace
      parts[parts.count - 1].append(character)
    }
    return parts
  }
}

// MARK: - Numbers and colours of ASS

/// Lengths were checked; those out of range have findings.
private func whole(_ length: Double) -> Int { Int(max(-100_000, min(100_000, length)).rounded()) }
private func tenths(_ length: Double) -> Int { whole(10 * length) }
private func text(ofTenths tenths: Int) -> String {
  tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
}

private func code(_ color: Color) -> String {
  "&H" + hexadecimal(255 - color.alpha)
    + CueColor(red: color.red, green: color.green, blue: color.blue).hexadecimal
}
private func digits(_ color: Color) -> String {
  "&H\(CueColor(red: color.red, green: color.green, blue: color.blue).hexadecimal)&"
}
private func transparency(_ color: Color) -> String { "&H\(hexadecimal(255 - color.alpha))&" }
private func hexadecimal(_ byte: UInt8) -> String {
  (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
}
