import Basics
import Composition
import EditScript

/// The look of subtitles without styles of their own: as their track specifies, else white with a dark
/// outline, centred at the bottom.
struct PlainSubtitleLook {
  private let width: Int
  private let height: Int
  private let ruler: Ruler
  private let written: SubtitleStyle?

  init(_ written: SubtitleStyle?, on canvas: ResolvedCanvas) {
    (width, height, ruler) = (canvas.size.width, canvas.size.height, Ruler(canvas))
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
  private var highlight: Color { written?.highlight?.value ?? Color(red: 255, green: 255, blue: 0) }
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

  /// The style as a line of ASS, without its name.
  var style: String {
    let (border, borderColor) = outline
    let box = written?.box?.value
    // With border style 4, libass draws one box behind all lines and takes the shadow's distance for its padding.
    let padding = box.map { $0.padding.map { tenths(ruler.alongHeight($0.value)) } ?? size / 5 } ?? 0
    let boxColor = box.map { $0.color?.value ?? Color(red: 0, green: 0, blue: 0, alpha: 0xB3) } ?? .black
    let fields = [
      written?.font?.value ?? "sans-serif", text(ofTenths: size), code(color), code(color), code(borderColor),
      code(boxColor), written?.weight?.value == .bold ? "-1" : "0", "0,0,0,100,100,0,0",
      box == nil ? "1" : "4",
      "\(border / 10).\(border % 10)", text(ofTenths: padding), "\(alignment)", "\(margins.side)",
      "\(margins.side)",
      "\(margins.vertical)", "1",
    ]
    return fields.joined(separator: ",")
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

  // MARK: Events

  /// An event of a cue that shows in `frames`, and its parts if words are highlighted one by one.
  func event(
    of cue: SubtitleCue, in frames: Range<Int64>, at rate: FrameRate
  ) -> (SubStationEvent, [SubtitleEvent.LitPart]) {
    var event = SubStationEvent()
    let start = place(cue.placement, &event)
    var parts = words == .together || !cue.text.isTimed ? [] : self.parts(of: cue.text, in: frames, at: rate)
    if !parts.isEmpty {
      parts[0].text = start + parts[0].text
      parts[0].litText = start + parts[0].litText
    }
    event.text = parts.isEmpty ? start + cue.text.subStation : parts.map(\.text).joined()
    return (event, parts)
  }

  private func parts(
    of text: StyledText, in frames: Range<Int64>, at rate: FrameRate
  ) -> [SubtitleEvent.LitPart] {
    let unlit = self.runs(of: text) { $0.time == nil && words == .reveal }
    let lit = self.runs(of: text) { _ in true }
    return text.runs.indices.map { index in
      var shown = frames.lowerBound..<frames.lowerBound
      if let time = text.runs[index].time, let spoken = rate.frames(of: time) {
        shown =
          words == .karaoke
          ? spoken.clamped(to: frames) : max(spoken.lowerBound, frames.lowerBound)..<frames.upperBound
        if spoken.lowerBound >= frames.upperBound { shown = frames.lowerBound..<frames.lowerBound }
      }
      let first = shown.lowerBound - frames.lowerBound
      return SubtitleEvent.LitPart(
        text: unlit[index], litText: lit[index], litFrames: first..<(first + Int64(shown.count)))
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
