import Diagnostics

extension ValueGrammar<Bool> {
  /// `true`, `yes`, `on`, or `false`, `no`, `off`.
  package static var flag: ValueGrammar {
    ValueGrammar(
      "yes or no", examples: ["true", "false"], production: "flag", finding: .unknownValue,
      pattern: FlagWord.all.joined(separator: "|")
    ) { scanner throws(ValueProblem) in
      let index = try scanner.word("flag", among: FlagWord.all)
      return FlagWord.meansTrue.contains(FlagWord.all[index])
    }
  }
}

private enum FlagWord {
  static let meansTrue = ["true", "yes", "on"]
  static let all = ["true", "false", "yes", "no", "on", "off"]
}

extension ValueGrammar where Value: CaseIterable & RawRepresentable<String> {
  /// One of the words of an enumeration; `noun` has its article.
  package static func choice(_ noun: String) -> ValueGrammar {
    let cases = Array(Value.allCases)
    let words = cases.map(\.rawValue)
    return ValueGrammar(
      noun, examples: words, production: "choice", finding: .unknownValue, pattern: wordsPattern(words)
    ) {
      scanner throws(ValueProblem) in cases[try scanner.word(noun.withoutArticle, among: words)]
    }
  }
}

extension ValueGrammar<String> {
  /// One of the given words; `noun` has its article.
  package static func choice(_ noun: String, among words: [String]) -> ValueGrammar {
    ValueGrammar(
      noun, examples: words, production: "choice", finding: .unknownValue, pattern: wordsPattern(words)
    ) {
      scanner throws(ValueProblem) in words[try scanner.word(noun.withoutArticle, among: words)]
    }
  }

  /// Any text, even an empty one.
  package static var text: ValueGrammar {
    ValueGrammar(noun: "text", examples: [], production: "text", pattern: nil) { .success($0.text) }
  }

  /// A URL of a file: `https`, `http` or `s3`, without a fragment.
  package static var url: ValueGrammar {
    ValueGrammar(
      "a URL", examples: ["https://media.example.org/beach.mp4", "s3://team-media/beach.mp4"],
      production: "url", finding: .forbiddenCharacter,
      pattern: #"(https?|s3)://[A-Za-z0-9\[][A-Za-z0-9._~:/?\[\]@!$&'()*+,;=%-]*"#
    ) { scanner throws(ValueProblem) in
      let rest = scanner.rest
      let text = scanner.text(rest)
      guard let scheme = ["https://", "http://", "s3://"].first(where: { text.hasPrefix($0) }) else {
        throw scanner.problem(
          .unknownValue, "expected a URL, found '\(text)'", at: rest,
          hint: "write `https://`, `http://` or `s3://`, a host and a path")
      }
      let start = rest.lowerBound + scheme.utf8.count
      let bytes = Array(text.utf8.dropFirst(scheme.utf8.count))
      guard let first = bytes.first, isLetterOrDigit(first) || first == UInt8(ascii: "[") else {
        throw scanner.problem(
          .unknownValue, "'\(text)' has no host", at: rest, hint: "write it after `\(scheme)`")
      }
      let others = "._~:/?[]@!$&'()*+,;=%-".utf8
      if let wrong = bytes.firstIndex(where: { !isLetterOrDigit($0) && !others.contains($0) }) {
        // With all bytes of the character.
        let length = bytes[(wrong + 1)...].prefix { (0x80...0xBF).contains($0) }.count + 1
        throw scanner.problem(
          .forbiddenCharacter, "a URL cannot contain this character",
          at: (start + wrong)..<(start + wrong + length),
          hint: bytes[wrong] == UInt8(ascii: "#")
            ? "remove the fragment, which servers do not get" : "write it as `%` and two hexadecimal digits")
      }
      scanner.position = rest.upperBound
      return text
    }
  }

  /// The digest of a file: 64 hexadecimal digits.
  package static var sha256: ValueGrammar {
    let example = String(repeating: "0123456789abcdef", count: 4)
    return ValueGrammar(
      "a SHA-256 digest", examples: [example], production: "sha256", finding: .forbiddenCharacter,
      pattern: "[0-9a-f]{64}"
    ) {
      scanner throws(ValueProblem) in
      let word = scanner.wordRun
      let digits = scanner.text(word)
      guard word.count == 64, digits.utf8.allSatisfy({ isDigit($0) || (0x61...0x66).contains($0) }) else {
        throw scanner.problem(
          .forbiddenCharacter,
          "expected a SHA-256 digest of 64 hexadecimal digits, found \(word.count) characters",
          at: word, hint: "`sha256sum FILE` prints it in lower case")
      }
      scanner.position = word.upperBound
      return digits
    }
  }
}

/// Of ASCII.
func isLetterOrDigit(_ byte: UInt8) -> Bool {
  isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
}

private func wordsPattern(_ words: [String]) -> String {
  let escaped = words.map { word in
    String(word.flatMap { ".+*?()[]{}|^$\\/".contains($0) ? ["\\", $0] : [$0] })
  }
  return escaped.joined(separator: "|")
}

extension String {
  /// "fit" for "a fit", for messages such as "unknown fit".
  fileprivate var withoutArticle: String {
    for article in ["a ", "an ", "the "] where hasPrefix(article) { return String(dropFirst(article.count)) }
    return self
  }
}

extension ValueScanner {
  /// Reads the rest as one of the words and returns its index.
  fileprivate mutating func word(_ kind: String, among words: [String]) throws(ValueProblem) -> Int {
    let rest = rest
    guard !rest.isEmpty else { throw expected(words.count <= 12 ? listed(words) : nil) }
    guard let index = words.firstIndex(of: text(rest)) else {
      throw unknown(kind, rest, among: words, meant: OtherWords.meaning(of: text(rest), among: words))
    }
    position = rest.upperBound
    return index
  }
}
