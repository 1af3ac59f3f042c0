import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let textOverflow = DiagnosticID(
    "text-overflow", .warning, "The text does not fit",
    explanation: """
      The text extends beyond the canvas, or beyond its `width` or `height`: lines wrap between words, and \
      a word can be longer than a line. Use smaller letters, a larger box or fewer words.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - text: A title that is much too long for the width of this canvas
            for: 4s
          - text: Donaudampfschifffahrtsgesellschaft
            for: 4s
            width: 50%
        """,
        media: "fonts",
        gives: [
          "the text is 1504 pixels wide and extends beyond the canvas of 1280x720",
          "a word is 881 pixels wide, but there is room for only 640",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - text: A title that is much too long for the width of this canvas
            for: 4s
            width: 80%
        """,
        media: "fonts",
        remark: "Lines wrap at the `width`."),
    ])
}

extension Rule {
  /// Text that does not move and extends beyond the canvas, or beyond its `width` or `height`.
  static let textOverflow = Rule.film(.textOverflow, reach: .everywhere) { film in
    guard let canvas = film.film.canvas else { return [] }
    return film.film.items.compactMap { item in
      if let finding = credits(of: item, on: canvas) { return finding }
      guard let words = item.words, !words.isCounter, let ink = words.facts.ink else { return nil }
      if let finding = tooManyLines(item, words) ?? tooLargeForRoom(item, words) { return finding }
      guard let place = item.stillPlaceOfWords, !whole(canvas).holds(ink.moved(by: place)) else { return nil }
      return Diagnostic(
        .textOverflow,
        "the text is \(ink.width) pixels wide and extends beyond the canvas of \(canvas.size)",
        at: item.item.kindRange,
        hint: words.text.width == nil
          ? "write a `width` at which lines wrap, or use smaller letters"
          : "move it, or use smaller letters")
    }
  }

  /// A word that is wider than its column, or credits that stand and extend beyond the canvas.
  private static func credits(of item: ResolvedItem, on canvas: ResolvedCanvas) -> Diagnostic? {
    for text in item.credits {
      guard let width = text.text.width, text.facts.wordsWidth > width + 0.5 else { continue }
      let word = text.isRole ? "the role" : "the name"
      return Diagnostic(
        .textOverflow,
        "\(word) '\(text.text.words.prefix(40))' is \(rounded(text.facts.wordsWidth)) pixels wide,"
          + " but there is room for only \(rounded(width))",
        at: item.item.width?.range ?? item.item.kindRange,
        hint: "use smaller letters, a larger `width`, or `columns: stacked`")
    }
    guard !item.credits.isEmpty, item.item.roll == nil, let box = item.picture?.contentBox,
      box.height > canvas.size.height
    else { return nil }
    return Diagnostic(
      .textOverflow,
      "the credits are \(box.height) pixels high and extend beyond the canvas of \(canvas.size)",
      at: item.item.kindRange, hint: "write `roll: up`, use smaller letters, or several items")
  }

  private static func whole(_ canvas: ResolvedCanvas) -> PixelBox {
    PixelBox(x: 0, y: 0, width: canvas.size.width, height: canvas.size.height)
  }

  /// A text of a range of sizes that does not fit at the smallest one.
  private static func tooManyLines(_ item: ResolvedItem, _ words: ResolvedWords) -> Diagnostic? {
    guard let style = item.item.style, let most = style.lines, case .fitted(let least, _) = style.size?.value,
      words.facts.lineCount > most.value
    else { return nil }
    return Diagnostic(
      .textOverflow,
      "at \(least.canonicalText) the words need \(words.facts.lineCount) lines; `lines` allows \(most.value)",
      at: style.size?.range ?? most.range, hint: "write a smaller first size, a larger `width` or fewer words"
    )
  }

  private static func tooLargeForRoom(_ item: ResolvedItem, _ words: ResolvedWords) -> Diagnostic? {
    let padding = words.text.box?.padding ?? 0
    let sidePadding = words.text.box?.sidePadding ?? 0
    if let width = words.text.width, words.facts.wordsWidth > width - 2 * sidePadding + 0.5 {
      return Diagnostic(
        .textOverflow,
        "a word is \(rounded(words.facts.wordsWidth)) pixels wide,"
          + " but there is room for only \(rounded(max(0, width - 2 * sidePadding)))",
        at: item.item.width?.range ?? item.item.kindRange,
        hint: "use smaller letters or a larger `width`")
    }
    if let height = words.text.height, words.facts.wordsHeight > height - 2 * padding + 0.5 {
      return Diagnostic(
        .textOverflow,
        "the lines are \(rounded(words.facts.wordsHeight)) pixels high,"
          + " but there is room for only \(rounded(max(0, height - 2 * padding)))",
        at: item.item.height?.range ?? item.item.kindRange,
        hint: "use smaller letters or a larger `height`")
    }
    return nil
  }

  private static func rounded(_ pixels: Double) -> Int { Int(min(max(pixels, 0), 1_000_000).rounded()) }
}

extension ResolvedItem {
  /// The top left corner of the placed text; nil if its place or size changes.
  var stillPlaceOfWords: (x: Int, y: Int)? {
    guard let words, let picture, picture.isPlain,
      picture.contentBox.width == words.facts.pictureSize.width,
      picture.contentBox.height == words.facts.pictureSize.height
    else { return nil }
    return (picture.contentBox.x + words.facts.reach.left, picture.contentBox.y + words.facts.reach.top)
  }
}

extension PixelBox {
  func moved(by offset: (x: Int, y: Int)) -> PixelBox {
    PixelBox(x: x + offset.x, y: y + offset.y, width: width, height: height)
  }

  func holds(_ other: PixelBox) -> Bool { intersection(other) == other }
}
