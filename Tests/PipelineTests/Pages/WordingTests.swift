import FoundationEssentials
import TestSupport
import Testing

/// The table in docs/terms.md lists phrases that read like a translation, and better ones.
@Suite("Texts for people")
struct WordingTests {
  @Test("contain no phrase of the table of words to avoid")
  func wording() throws {
    let phrases = Dictionary(grouping: try AvoidedPhrase.all()) { $0.words.first ?? "" }
    var problems: [String] = []
    var needed: Set<String> = []
    var texts = 0
    for text in try WrittenText.all() {
      texts += 1
      for (phrase, line) in text.occurrences(of: phrases) {
        if phrase.allowed.contains(text.path) {
          needed.insert("\(phrase.name) in \(text.path)")
        } else {
          problems.append("\(text.path):\(line): '\(phrase.name)', better: \(phrase.better)")
        }
      }
    }
    #expect(problems == [])
    let allowed = phrases.values.joined().flatMap { phrase in
      phrase.allowed.map { "\(phrase.name) in \($0)" }
    }
    #expect(allowed.filter { !needed.contains($0) } == [], "an allowance that is no longer needed")
    #expect(texts > 500)
  }

  @Test("are searched for phrases that differ, with a reason for each exception")
  func table() throws {
    let phrases = try AvoidedPhrase.all()
    #expect(phrases.count >= 25)
    #expect(Set(phrases.map(\.words)).count == phrases.count)
    for phrase in phrases {
      #expect(phrase.words.first != "…" && phrase.words.last != "…", "\(phrase.name)")
      #expect(!phrase.better.isEmpty && phrase.better != "-", "\(phrase.name)")
      #expect(phrase.allowed.isEmpty == (phrase.reason == "-"), "\(phrase.name)")
    }
  }

  @Test("are found in pages and literals: a search that finds nothing proves nothing")
  func control() throws {
    let phrases = ["is to be", "make … again", "held up"].map { AvoidedPhrase(name: $0) }
    let page = #"""
      It *is
      to* be seen. Make `it` again; make a film again.

      It is

      to be, is to, be: "Held
      > up".
      """#
    let source = #"""
      /// It is to be.
      let held = up("It \(a ? "is to be" : "b") here, " + "held"
        + " up")
      let page = """
        make "it" \
        again
        """
      let pattern = /"/
      print("is to\nbe")  // is to be
      """#
    #expect(found(page, "docs/some.md", phrases) == ["1: is to be", "2: make … again", "6: held up"])
    #expect(
      found(source, "Sources/Some.swift", phrases) == [
        "2: is to be", "2: held up", "5: make … again", "9: is to be",
      ])
  }

  private func found(_ text: String, _ path: String, _ phrases: [AvoidedPhrase]) -> [String] {
    let phrases = Dictionary(grouping: phrases) { $0.words.first ?? "" }
    return WrittenText(path: path, bytes: Array(text.utf8)).occurrences(of: phrases).map {
      "\($0.line): \($0.phrase.name)"
    }
  }
}

/// A row of the table.
private struct AvoidedPhrase {
  let name: String
  /// `…` stands for any word.
  let words: [String]
  let better: String
  /// The files that may contain it.
  let allowed: [String]
  let reason: String

  init(name: String, better: String = "", allowed: [String] = [], reason: String = "") {
    self.name = name
    words = name.split(separator: " ").map(String.init)
    self.better = better
    self.allowed = allowed
    self.reason = reason
  }

  static let heading = "\n## Words to avoid\n"

  static func all() throws -> [AvoidedPhrase] {
    let page = String(decoding: try contents(of: "docs/terms.md"), as: UTF8.self)
    let table = try #require(page.firstRange(of: heading)).upperBound
    // Without its heading and the line below that.
    let rows = page[table...].split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
    return try rows.map { row in
      let cells = row.split(separator: "|").map { cell in
        cell.split(separator: " ").joined(separator: " ")
      }
      try #require(cells.count == 4, "\(row)")
      let paths = cells[2].matches(of: /`([^`]+)`/).map { String($0.output.1) }
      return AvoidedPhrase(name: cells[0], better: cells[1], allowed: paths, reason: cells[3])
    }
  }
}

/// The words of a text, in lower case. An empty word is a mark or an empty line, which no phrase crosses.
private struct WrittenText {
  let path: String
  private var words: [(text: String, line: Int)] = []

  /// Pages, scripts of examples, help texts, and the string literals of the sources.
  static func all() throws -> [WrittenText] {
    var paths = [
      "README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "Tests/README.md",
    ]
    for (folder, endings) in [
      ("docs", [".md", ".edit"]), ("examples", [".md", ".edit", ".yml"]), ("grammar", [".md"]),
      ("editors", [".md"]), ("Benchmarks", [".md"]), ("Sources", [".swift"]),
      ("Tests/CommandLineTests/Cases", ["/stdout"]),
    ] {
      paths += try FileManager.default.subpathsOfDirectory(atPath: packageRoot + "/" + folder)
        .filter { path in endings.contains { path.hasSuffix($0) } }
        .filter { $0.hasPrefix("help") || !folder.hasPrefix("Tests") }
        .sorted().map { folder + "/" + $0 }
    }
    return try paths.map { path in
      var bytes = try contents(of: path)
      if path == "docs/terms.md" {
        let page = String(decoding: bytes, as: UTF8.self)
        let table = try #require(page.firstRange(of: AvoidedPhrase.heading)).lowerBound
        bytes = Array(page[..<table].utf8)
      }
      return WrittenText(path: path, bytes: bytes)
    }
  }

  init(path: String, bytes: [UInt8]) {
    self.path = path
    let text = path.hasSuffix(".swift") ? LiteralText(of: bytes).text : bytes
    var line = 1
    var isLineEmpty = true
    var index = 0
    while index < text.count {
      let byte = text[index]
      if isLetter(byte) {
        let start = index
        while index < text.count, isInWord(text, at: index) { index += 1 }
        let word = String(decoding: text[start..<index], as: UTF8.self).lowercased()
        words.append((text: word, line: line))
        isLineEmpty = false
        continue
      }
      if byte == UInt8(ascii: "\n") {
        if isLineEmpty { addMark(line) }
        line += 1
        isLineEmpty = true
      } else if !isGap(byte) {
        addMark(line)
        isLineEmpty = false
      }
      index += 1
    }
  }

  /// `phrases` are grouped by their first word.
  func occurrences(of phrases: [String: [AvoidedPhrase]]) -> [(phrase: AvoidedPhrase, line: Int)] {
    var found: [(phrase: AvoidedPhrase, line: Int)] = []
    for (index, word) in words.enumerated() {
      for phrase in phrases[word.text] ?? [] where isFound(phrase.words, at: index) {
        found.append((phrase: phrase, line: word.line))
      }
    }
    return found
  }

  private func isFound(_ phrase: [String], at index: Int) -> Bool {
    guard index + phrase.count <= words.count else { return false }
    return zip(phrase, words[index...]).allSatisfy { wanted, word in
      wanted == "…" ? word.text != "" : wanted == word.text
    }
  }

  private mutating func addMark(_ line: Int) {
    if words.last?.text != "" { words.append((text: "", line: line)) }
  }
}

/// Swift source in which everything but the text of string literals is a semicolon.
///
/// Line breaks stay. Spaces and `+` stay too, because a literal can continue in the next one.
private struct LiteralText {
  private enum Context {
    /// In the code of an interpolation, the first parenthesis is the one that opened it.
    case code(parentheses: Int)
    case literal(quotes: Int, hashes: Int)
  }

  private let source: [UInt8]
  private var index = 0
  private var contexts: [Context] = [.code(parentheses: 0)]
  private(set) var text: [UInt8] = []

  init(of source: [UInt8]) {
    self.source = source
    text.reserveCapacity(source.count)
    while index < source.count { read() }
  }

  private mutating func read() {
    let byte = source[index]
    switch contexts[contexts.count - 1] {
    case .literal(quotes: 1, hashes: _) where byte == UInt8(ascii: "\n"):
      // It was no literal, but a quotation mark in a regular expression.
      contexts.removeLast()
    case _ where byte == UInt8(ascii: "\n"):
      text.append(byte)
      index += 1
    case .code(let parentheses): readCode(byte, parentheses)
    case .literal(let quotes, let hashes): readLiteral(byte, quotes, hashes)
    }
  }

  private mutating func readCode(_ byte: UInt8, _ parentheses: Int) {
    switch byte {
    case UInt8(ascii: "/") where isNext("//"):
      while index < source.count, source[index] != UInt8(ascii: "\n") { index += 1 }
      text.append(UInt8(ascii: ";"))
      return
    case UInt8(ascii: "\""), UInt8(ascii: "#"):
      let hashes = source[index...].prefix { $0 == UInt8(ascii: "#") }.count
      guard isNext("\"", after: hashes) else { break }
      let quotes = isNext("\"\"\"", after: hashes) ? 3 : 1
      contexts.append(.literal(quotes: quotes, hashes: hashes))
      text.append(UInt8(ascii: " "))
      index += hashes + quotes
      return
    case UInt8(ascii: "("):
      contexts[contexts.count - 1] = .code(parentheses: parentheses + 1)
    case UInt8(ascii: ")") where parentheses == 1 && contexts.count > 1:
      contexts.removeLast()
    case UInt8(ascii: ")"):
      contexts[contexts.count - 1] = .code(parentheses: parentheses - 1)
    default: break
    }
    let isGap = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "+")
    text.append(isGap ? byte : UInt8(ascii: ";"))
    index += 1
  }

  private mutating func readLiteral(_ byte: UInt8, _ quotes: Int, _ hashes: Int) {
    let sign = String(repeating: "#", count: hashes)
    switch byte {
    case UInt8(ascii: "\"") where isNext(String(repeating: "\"", count: quotes) + sign):
      contexts.removeLast()
      text.append(UInt8(ascii: " "))
      index += quotes + hashes
    case UInt8(ascii: "\\") where isNext(sign, after: 1):
      let isInterpolation = isNext("(", after: 1 + hashes)
      if isInterpolation { contexts.append(.code(parentheses: 1)) }
      text.append(isInterpolation ? UInt8(ascii: ";") : UInt8(ascii: " "))
      // An escaped line break is read next.
      index += isNext("\n", after: 1 + hashes) ? 1 + hashes : 2 + hashes
    default:
      text.append(byte)
      index += 1
    }
  }

  private func isNext(_ text: String, after offset: Int = 0) -> Bool {
    index + offset <= source.count && source[(index + offset)...].starts(with: text.utf8)
  }
}

private func contents(of path: String) throws -> [UInt8] {
  Array(try Data(contentsOf: URL(filePath: packageRoot + "/" + path)))
}

private func isLetter(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: false
  }
}

/// Whether the byte is a letter, or a hyphen or an apostrophe between two of them.
private func isInWord(_ text: [UInt8], at index: Int) -> Bool {
  if isLetter(text[index]) { return true }
  let isJoint = text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "'")
  return isJoint && index + 1 < text.count && isLetter(text[index + 1])
}

/// Whether a phrase can continue after the byte: a space, emphasis, a quotation mark, the start of a comment.
private func isGap(_ byte: UInt8) -> Bool {
  " \t\r\\\"+#>`*_".utf8.contains(byte)
}
