import Basics
import Composition
import Diagnostics
import EditScript

extension PictureBuilding {
  /// The text of an item as it is drawn; nil after a finding, or if it was not measured. `part` is what a
  /// counter shows of another item.
  mutating func shownWords(
    ofItemAt index: Int, on canvas: ResolvedCanvas, of part: CounterPart? = nil
  ) -> ShownWords? {
    let placed = items[index]
    guard let style = placed.item.style,
      attempt({ phase in phase.checkWords(placed.item, style, on: canvas) }) != nil,
      let text = placed.wantedText(on: canvas, of: part)
    else { return nil }
    switch table.texts[text] {
    case .measured(let facts):
      let text = facts.fittedSize.map { text.resized(to: $0) } ?? text
      let counter = part?.counter ?? placed.counter(on: canvas)
      seen[index].words = ResolvedWords(
        text: text, facts: facts, isCounter: counter != nil || part != nil)
      var drawn = text
      // The counted number is centred in the measured width.
      if counter != nil || part != nil { drawn.width = Double(facts.size.width) }
      var words = ShownWords(
        text: drawn, fonts: facts.fonts, size: facts.size, reach: facts.reach, counter: counter)
      if let motion = text.motion, let length = placed.length {
        words.motion = motionTimes(of: motion, facts.unitCount, placed.item, over: length, rate: canvas.rate)
      }
      if style.animation?.value == .word(.typewriter), let length = placed.length {
        do throws(TimeOverflow) { words.letters = try Self.typing(of: facts.letterCount, over: length) } catch
        {
          reportOverflow(at: style.animation?.range ?? placed.item.kindRange)
          return nil
        }
      }
      return words
    case .failed(let failure): report(failedWords(placed.item, style, failure))
    case .unchecked:
      report(
        .wordsAreUnchecked(at: placed.item.kindRange, isError: table.requiresMedia))
    }
    return nil
  }

  /// Fifteen letters per second, or faster if that would take more than two thirds of the item's time.
  private static func typing(of count: Int, over length: RationalTime) throws(TimeOverflow) -> Curve? {
    guard count > 0, let usual = RationalTime(Int64(count), 15) else { return nil }
    let longest = try length.scaled(by: 2, over: 3)
    // The first letter is visible from the start.
    return Curve([
      Curve.Key(time: .zero, value: 1), Curve.Key(time: min(usual, longest), value: Double(count)),
    ])
  }

  // MARK: What cannot be drawn

  mutating func checkWords(_ item: Item, _ style: WordsStyle, on canvas: ResolvedCanvas) {
    for (name, written) in [("width", item.width), ("height", item.height)] {
      guard let written, case .text = item.kind, written.value.only == nil else { continue }
      report(
        .sizeOfWordsChanges(name, at: written.range))
    }
    let ruler = Ruler(canvas)
    if let size = style.size, !(0.5...8192).contains(style.largestSize(on: ruler)) {
      report(
        .lettersOutOfRange(at: size.range))
    }
    checkFit(item, style, ruler)
    let lengths: [(String, SourceRange?, Double)] = [
      ("stroke", style.stroke?.range, style.stroke.map { ruler.widest($0.value) } ?? 0),
      (
        "padding", style.box?.value.padding?.range,
        style.box?.value.padding.map {
          max(ruler.longest($0.value, \.vertical), ruler.longest($0.value, \.horizontal))
        } ?? 0
      ),
      (
        "radius", style.box?.value.radius?.range,
        style.box?.value.radius.map { ruler.longest($0.value) } ?? 0
      ),
      (
        "blur", style.shadow?.value.blur?.range,
        style.shadow?.value.blur.map { ruler.longest($0.value) } ?? 0
      ),
    ]
    for (name, place, length) in lengths where !(0...512).contains(length) {
      report(
        .lookOfWordsOutOfRange(name, at: place ?? item.kindRange))
    }
    if let tracking = style.tracking {
      let size = style.largestSize(on: ruler)
      let spacing = ruler.tracking(tracking.value, size: size)
      if !(-0.5 * size...10 * size).contains(spacing) { report(.trackingOutOfRange(at: tracking.range)) }
    }
    for (name, written) in [("width", item.width), ("height", item.height)] {
      guard let written, case .text = item.kind, let length = written.value.only else { continue }
      let pixels = name == "width" ? ruler.alongWidth(length) : ruler.alongHeight(length)
      if !(1...16384).contains(pixels) {
        report(
          .sizeOfWordsOutOfRange(name, at: written.range))
      }
    }
  }

  private mutating func checkFit(_ item: Item, _ style: WordsStyle, _ ruler: Ruler) {
    guard case .fitted(let least, let most) = style.size?.value, let size = style.size else {
      if let lines = style.lines { report(.linesWithoutRange(at: lines.range)) }
      return
    }
    if !(0.5...ruler.alongHeight(most)).contains(ruler.alongHeight(least)) {
      report(.rangeOfSizesIsEmpty(at: size.range))
    } else if item.width == nil, item.height == nil {
      report(.rangeOfSizesWithoutRoom(at: size.range))
    }
  }

  func failedWords(_ item: Item, _ style: WordsStyle, _ failure: TextFailure) -> Diagnostic {
    let font = style.font?.value ?? "sans-serif"
    let place = style.font?.range ?? item.kindRange
    switch failure {
    case .noSuchFontFile:
      return Diagnostic(
        .missingFont, "there is no font file '\(font)'", at: place,
        hint: "the path is relative to the script's folder; you can also write a family name")
    case .refused: return refused(style.font ?? Located(font, at: place))
    case .notAFont:
      return Diagnostic(.missingFont, "'\(font)' is not a font file", at: place)
    case .noFonts:
      return Diagnostic(
        .missingFont, "this machine has no fonts", at: place,
        hint: "install some, such as Debian's `fonts-inter`, or name a font file beside the script")
    case .markup(let reason):
      return Diagnostic(
        .markupSyntax, "the markup cannot be read: \(MarkupProblem.described(reason))", at: item.kindRange,
        hint: "write `&lt;` for `<` and `&amp;` for `&`, or remove `markup: true`")
    case .tooLarge:
      return Diagnostic(
        .sizeOutOfRange,
        "the drawn text would exceed 16384 pixels per side or 134217728 in total",
        at: item.kindRange, hint: "use smaller letters, or write a `width` at which lines wrap")
    case .fontChanged:
      return Diagnostic(.missingFont, "'\(font)' changed while it was being read", at: place)
    case .library(let reason):
      return Diagnostic(.missingFont, "the text cannot be drawn: \(reason)", at: place)
    }
  }
}

/// Rewrites Pango's errors about markup for people.
enum MarkupProblem {
  /// `Error on line 1 char 21: Element ...` also counts an element that Pango adds around the text.
  static func described(_ reason: String) -> String {
    var words = reason.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    if words.starts(with: ["Error", "on", "line", "1:"]) { words.removeFirst(4) }
    if words.starts(with: ["Error", "on", "line"]), words.count > 6, words[4] == "char",
      let character = Int(words[5].filter { $0 != ":" })
    {
      let column = words[3] == "1" ? max(1, character - 8) : character
      words.replaceSubrange(0..<6, with: ["line", words[3] + ",", "character", "\(column):"])
    }
    let text = words.joined(separator: " ")
    guard let around = text.firstRange(of: "Element “markup” was closed, but the currently open element is")
    else { return text }
    return text.replacingCharacters(in: around, with: "the text ends inside")
  }
}

extension String {
  /// The first occurrence of a text.
  fileprivate func firstRange(of other: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(other) {
        return start..<(index(start, offsetBy: other.count, limitedBy: endIndex) ?? endIndex)
      }
      start = index(after: start)
    }
    return nil
  }

  fileprivate func replacingCharacters(in range: Range<Index>, with other: String) -> String {
    String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
  }
}

// MARK: - Messages

extension Diagnostic {
  static func wordsAreUnchecked(at place: SourceRange, isError: Bool) -> Diagnostic {
    Diagnostic(
      .mediaNotChecked, severity: isError ? .error : nil,
      "the text was not measured, so rules that depend on fonts are not checked",
      at: place)
  }

  fileprivate static func sizeOfWordsChanges(_ name: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .notAnimatable, "the `\(name)` of a text cannot be animated: it determines where lines wrap",
      at: place, hint: "write one `\(name)`, and animate `scale` or `size`")
  }

  fileprivate static func lettersOutOfRange(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .sizeOutOfRange, "the font size must be 0.5 to 8192 pixels", at: place,
      hint: "a usual size is `6%`")
  }

  fileprivate static func lookOfWordsOutOfRange(_ name: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(.sizeOutOfRange, "the `\(name)` must be 0 to 512 pixels", at: place)
  }

  fileprivate static func linesWithoutRange(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "`lines` has no effect without a range of sizes", at: place,
      hint: "write `size: 6vmin..12vmin`, or remove `lines`")
  }

  fileprivate static func rangeOfSizesIsEmpty(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .sizeOutOfRange, "the first size of a range must be at least 0.5 pixels, and not above the second one",
      at: place)
  }

  fileprivate static func rangeOfSizesWithoutRoom(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "a range of sizes has no effect without a `width` or a `height` to fit", at: place,
      hint: "write `width: 80%`, or one size")
  }

  fileprivate static func trackingOutOfRange(at place: SourceRange) -> Diagnostic {
    Diagnostic(.sizeOutOfRange, "the space between letters must be -50% to 1000% of their size", at: place)
  }

  fileprivate static func sizeOfWordsOutOfRange(_ name: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .sizeOutOfRange, "the `\(name)` of a text must be 1 to 16384 pixels", at: place)
  }
}
