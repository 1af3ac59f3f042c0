import Basics
import Composition
package import EditScript

/// An entry of credits as text that is not measured yet.
struct CreditsBlock {
  /// The text of the role; nil if there is none.
  var role: TextPicture?
  /// The names, or a line across both columns; nil in a gap.
  var names: TextPicture?
  var isAcross = false

  var texts: [TextPicture] { [role, names].compactMap(\.self) }
}

/// The columns of credits, in whole pixels.
struct CreditsGrid {
  let isStacked: Bool
  let width: Int
  /// The width of one column.
  let column: Int
  /// The height of an empty entry.
  let line: Int
  /// The space between two entries.
  let space: Int

  init(_ credits: CreditsItem, of item: Item, _ style: WordsStyle, on ruler: Ruler) {
    isStacked = credits.columns?.value == .stacked
    width = Self.whole(item.width?.value.only.map { ruler.alongWidth($0) } ?? 0.8 * ruler.width)
    let gutter = Self.whole(ruler.alongWidth(credits.gutter?.value ?? Length(3, .percent)))
    column = isStacked ? width : (width - gutter) / 2
    line = Self.whole((style.lineHeight?.value ?? 1.2) * style.largestSize(on: ruler))
    space = isStacked ? line : line / 2
  }

  /// Lengths that are far too large have a finding.
  private static func whole(_ length: Double) -> Int { Int(min(max(length, -100_000), 100_000).rounded()) }
}

extension Item {
  /// The style of roles: that of names, and what is different.
  package var roleStyle: WordsStyle? { style.map { roles?.value.over($0) ?? $0 } }
}

extension TimedItem {
  /// The entries of credits; nil for other items and for an unknown file.
  func creditsEntries(_ table: MediaTable) -> [CreditsEntry]? {
    guard list != .audio, let credits = item.credits else { return nil }
    switch credits.content.value {
    case .entries(let entries): return entries.map { CreditsEntry($0.value) }
    case .file(let path):
      guard case .known(let entries)? = table.credits[path] else { return nil }
      return entries
    }
  }

  /// The texts of credits, in pixels; nil for other items and for an unknown file.
  func creditsBlocks(on canvas: ResolvedCanvas, _ table: MediaTable) -> [CreditsBlock]? {
    guard let entries = creditsEntries(table), let credits = item.credits, let style = item.style,
      let roleStyle = item.roleStyle
    else { return nil }
    let ruler = Ruler(canvas)
    let grid = CreditsGrid(credits, of: item, style, on: ruler)
    func text(_ words: String, _ style: WordsStyle, _ alignment: TextAlignment, _ width: Int) -> TextPicture {
      var text = TextPicture(words, style, of: item.kind, alignment, on: ruler)
      text.width = Double(width)
      return text
    }
    return entries.map { entry in
      let names = entry.names.joined(separator: "\n")
      if entry.isAcross {
        return CreditsBlock(
          names: entry.isGap ? nil : text(names, style, .center, grid.width), isAcross: true)
      }
      return CreditsBlock(
        role: entry.role.isEmpty
          ? nil : text(entry.role, roleStyle, grid.isStacked ? .center : .right, grid.column),
        names: text(names, style, grid.isStacked ? .center : .left, grid.column))
    }
  }
}

/// The places of the texts of credits, from the upper left corner of all of them.
struct MeasuredCredits {
  struct Text {
    let text: TextPicture
    let facts: TextFacts
    /// The corner of its box.
    let x: Int
    let y: Int
    let isRole: Bool
  }

  private(set) var texts: [Text] = []
  let width: Int
  private(set) var height = 0

  /// Nil if a text was not measured.
  init?(_ placed: TimedItem, on canvas: ResolvedCanvas, _ table: MediaTable) {
    guard let blocks = placed.creditsBlocks(on: canvas, table), let credits = placed.item.credits,
      let style = placed.item.style
    else { return nil }
    let grid = CreditsGrid(credits, of: placed.item, style, on: Ruler(canvas))
    width = grid.width
    var isFirst = true
    for block in blocks {
      guard !block.texts.isEmpty else {
        height += grid.line
        isFirst = true
        continue
      }
      if !isFirst { height += grid.space }
      isFirst = false
      guard add(block, grid, table) else { return nil }
    }
  }

  /// Adds an entry below the others: a role beside its names has the first baseline of the names, and one above
  /// them is a paragraph of its own.
  private mutating func add(_ block: CreditsBlock, _ grid: CreditsGrid, _ table: MediaTable) -> Bool {
    let top = height
    var measured: [(text: TextPicture, facts: TextFacts, isRole: Bool)] = []
    for (text, isRole) in [(block.role, true), (block.names, false)] {
      guard let text else { continue }
      guard case .measured(let facts) = table.texts[text] else { return false }
      measured.append((text, facts, isRole))
    }
    let baseline = measured.map(\.facts.baseline).max() ?? 0
    for (text, facts, isRole) in measured {
      let isBeside = !block.isAcross && !grid.isStacked
      let y = isBeside ? top + Int((baseline - facts.baseline).rounded()) : height
      let x = isBeside && !isRole ? grid.width - grid.column : 0
      texts.append(Text(text: text, facts: facts, x: x, y: y, isRole: isRole))
      height = max(height, y + facts.size.height)
    }
    return true
  }
}
