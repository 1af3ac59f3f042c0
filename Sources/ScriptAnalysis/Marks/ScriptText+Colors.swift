package import Basics
package import Composition
import EditScript
import YAMLTree

/// A colour in a script.
package struct ColorPlace: Hashable, Sendable {
  package let range: SourceRange
  package let color: Color
  /// The scalar that contains it, with its quotes.
  let scalar: SourceRange
}

extension ScriptText {
  package var colors: [ColorPlace] {
    var places: [ColorPlace] = []
    tree.root?.walk(.script) { node, expectation in
      guard case .scalar(let scalar) = node.value, !scalar.isAbsent, let form = expectation.scalar,
        let production = form.plainProduction ?? form.production,
        ["colour", "gradient", "stroke", "transition", "transition-kind"].contains(production)
      else { return }
      places += colors(in: node.range)
    }
    return places
  }

  /// The words of a scalar that are colours.
  private func colors(in scalar: SourceRange) -> [ColorPlace] {
    let bytes = source.bytes
    let end = min(scalar.end, bytes.count)
    var places: [ColorPlace] = []
    var position = scalar.start
    while position < end {
      guard isNamePart(bytes[position]) || bytes[position] == UInt8(ascii: "#") else {
        position += 1
        continue
      }
      let start = position
      position += 1
      while position < end, isNamePart(bytes[position]) { position += 1 }
      let range = SourceRange(start, position)
      let text = ScalarText(text: source[range], range: range, start: start)
      if case .success(let color) = ValueGrammar<Color>.color.read(text) {
        places.append(ColorPlace(range: range, color: color, scalar: scalar))
      }
    }
    return places
  }

  /// The spellings of another colour in place of one: its digits, and its name if it has one.
  package func spellings(of color: Color, at range: SourceRange) -> [(label: String, edit: TextEdit)] {
    guard let place = colors.first(where: { $0.range == range }) else { return [] }
    let names = ColorName.words.filter { $0.color == color }.map(\.name)
    return ([color.canonicalText] + names).map { ($0, edit(writing: $0, at: place)) }
  }

  /// A `#` in a plain scalar begins a comment, so the scalar gets quotes.
  private func edit(writing text: String, at place: ColorPlace) -> TextEdit {
    let first = source.bytes[place.scalar.start]
    let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
    guard text.hasPrefix("#"), !isQuoted else { return TextEdit(range: place.range, replacement: text) }
    let before = source[SourceRange(place.scalar.start, place.range.start)]
    let after = source[SourceRange(place.range.end, place.scalar.end)]
    return TextEdit(range: place.scalar, replacement: "\"\(before)\(text)\(after)\"")
  }
}

extension YAMLNode {
  /// Visits this value and all values in it, each with what the schema expects there.
  func walk(_ expectation: Expectation, _ visit: (YAMLNode, Expectation) -> Void) {
    visit(self, expectation)
    switch value {
    case .scalar: break
    case .sequence(let elements, _):
      let element = expectation.element
      for node in elements { node.walk(element, visit) }
    case .mapping(let entries, _):
      for entry in entries { entry.value.walk(expectation.value(of: entry), visit) }
    }
  }
}
