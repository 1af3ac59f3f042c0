/// The words of one line with their places, taken from the front.
struct ListedWords {
  struct Word {
    let text: String
    /// Counted in characters, from 1.
    let column: Int
  }

  private let lineNumber: Int
  private let endColumn: Int
  private var words: ArraySlice<Word>

  init(of line: Substring, lineNumber: Int) {
    let content = line.prefix { $0 != "#" && $0 != "\r" && $0 != "\r\n" }
    self.lineNumber = lineNumber
    endColumn = content.count + 1
    words =
      content.split { $0 == " " || $0 == "\t" }.map { word in
        Word(
          text: String(word), column: content.distance(from: content.startIndex, to: word.startIndex) + 1)
      }[...]
  }

  var peek: Word? { words.first }

  mutating func next() -> Word? { words.popFirst() }

  /// The next word as a value; `expected` describes it, with an example.
  mutating func next<Value>(
    _ expected: String, _ read: (String) -> Value?
  ) throws(MediaListingProblem) -> Value {
    guard let word = next() else {
      throw MediaListingProblem(line: lineNumber, column: endColumn, message: "expected \(expected)")
    }
    guard let value = read(word.text) else {
      throw problem("'\(word.text)' is not \(expected)", at: word)
    }
    return value
  }

  func problem(_ message: String, at word: Word) -> MediaListingProblem {
    MediaListingProblem(line: lineNumber, column: word.column, message: message)
  }
}
