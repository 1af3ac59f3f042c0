import Basics
import Composition
import Diagnostics
import YAMLTree

/// The value of `says`: words of a recording, in order.
package struct SpokenText: Hashable, Sendable {
  /// With their punctuation.
  package let words: [Located<String>]

  package init(words: [Located<String>]) {
    self.words = words
  }
}

extension SpokenText: CanonicalValue {
  package var canonicalText: String { words.map(\.value).joined(separator: " ") }
  package var dumpLines: [String] { [onOneLine(canonicalText)] }
}

extension Shape<SpokenText> {
  /// Words, each with its place.
  static var spokenText: Shape {
    let text = ValueGrammar<String>.text
    let form = ScalarForm(
      noun: "the words to play", examples: ["And it works"], production: text.production)
    return .scalar(form) { written, subject, reading in
      guard reading.nonEmpty(written, "the words to play", in: subject) else { return nil }
      guard SpokenWords.letters(of: written.text).first != nil else {
        reading.report(
          Diagnostic(
            .emptyValue, "\(subject.name) has no words, only punctuation", at: subject.node.range,
            hint: "write some of the words that are spoken, or remove the item"))
        return nil
      }
      let bytes = Array(written.text.utf8)
      let words = bytes.indices.split { isBlank(bytes[$0]) }.map { word in
        let part = written.part(word.startIndex..<word.endIndex)
        return Located(part.text, at: part.range)
      }
      return SpokenText(words: words)
    }
  }
}
