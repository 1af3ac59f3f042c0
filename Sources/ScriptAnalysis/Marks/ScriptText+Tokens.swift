package import Basics
import Composition
import EditScript
import YAMLTree

/// A token of a script, by its meaning.
package struct MeaningfulToken: Hashable, Sendable {
  /// The raw values are the protocol's own words where they exist.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case key = "property"
    case name = "variable"
    case declaration = "class"
    case number
    case unit = "keyword"
    case word = "enumMember"
    case easing = "function"
    case text = "string"
    case sign = "operator"
    case comment
  }

  package let range: SourceRange
  package let kind: Kind
}

extension ScriptText {
  /// In text order, without overlaps.
  package var tokens: [MeaningfulToken] {
    var found: [MeaningfulToken] = names.places.filter { !$0.range.isEmpty }.map {
      MeaningfulToken(range: $0.range, kind: $0.isDeclaration ? .declaration : .name)
    }
    found += tree.comments.map { MeaningfulToken(range: $0.range, kind: .comment) }
    tree.root?.walk(.script) { node, expectation in
      switch node.value {
      case .sequence: break
      case .mapping(let entries, _): found += keys(of: entries, expectation)
      case .scalar(let scalar):
        if !scalar.isAbsent { found += tokens(of: scalar, at: node.range, expectation) }
      }
    }
    // Names have priority over other tokens of the same letters.
    var result: [MeaningfulToken] = []
    for token in found.enumerated().sorted(by: {
      ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset)
    })
    .map(\.element) where token.range.start >= result.last?.range.end ?? 0 {
      result.append(token)
    }
    return result
  }

  private func keys(of entries: [YAMLEntry], _ expectation: Expectation) -> [MeaningfulToken] {
    entries.flatMap { entry -> [MeaningfulToken] in
      switch expectation.keys {
      case .words, .unknown: [MeaningfulToken(range: entry.keyRange, kind: .key)]
      case .names: []
      case .times: pieces(of: entry.keyRange)
      }
    }
  }

  private func tokens(of scalar: YAMLScalar, at range: SourceRange, _ expectation: Expectation)
    -> [MeaningfulToken]
  {
    guard let form = expectation.scalar, form.naming == nil, !form.isText else {
      return expectation.scalar?.naming == nil ? [MeaningfulToken(range: range, kind: .text)] : []
    }
    guard form.words.isEmpty else { return [MeaningfulToken(range: range, kind: .word)] }
    return pieces(of: range)
  }

  /// The numbers, units, words and signs of a value.
  private func pieces(of scalar: SourceRange) -> [MeaningfulToken] {
    let bytes = source.bytes
    let end = min(scalar.end, bytes.count)
    var pieces: [MeaningfulToken] = []
    var position = scalar.start
    func take(_ kind: MeaningfulToken.Kind, _ isPart: (UInt8) -> Bool) {
      let start = position
      position += 1
      while position < end, isPart(bytes[position]) { position += 1 }
      pieces.append(MeaningfulToken(range: SourceRange(start, position), kind: kind))
    }
    while position < end {
      let byte = bytes[position]
      if isDigit(byte) {
        take(.number) { isDigit($0) || [0x2E, 0x3A, 0x3B, 0x2F].contains($0) }
        // Dots after a number belong to a range.
        while let last = pieces.last, last.kind == .number, bytes[last.range.end - 1] == UInt8(ascii: ".") {
          position = last.range.end - 1
          pieces[pieces.count - 1] = MeaningfulToken(
            range: SourceRange(last.range.start, position), kind: .number)
          if position == last.range.start { break }
        }
        if bytes.indices.contains(position), position < end, bytes[position] == UInt8(ascii: ".") {
          take(.sign) { $0 == UInt8(ascii: ".") }
        } else if position < end, isNameStart(bytes[position]) || bytes[position] == UInt8(ascii: "%") {
          take(.unit) { isNameStart($0) }
        }
      } else if isNameStart(byte) || byte == UInt8(ascii: "#") {
        let start = position
        take(.word, isNamePart)
        if easingWords.contains(source[SourceRange(start, position)]) {
          pieces[pieces.count - 1] = MeaningfulToken(range: SourceRange(start, position), kind: .easing)
        }
      } else if "+-.>".utf8.contains(byte) {
        take(.sign) { "+-.>".utf8.contains($0) }
      } else {
        position += 1
      }
    }
    return pieces
  }
}

private let easingWords = Set(Easing.names)
