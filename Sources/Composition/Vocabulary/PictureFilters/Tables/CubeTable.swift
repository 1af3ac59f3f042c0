/// The contents of a `.cube` file: output colours for some input colours.
package struct CubeTable: Sendable, Equatable {
  package let isThreeDimensional: Bool
  /// Entries along one axis.
  package let size: Int
  /// The input colours of the first and of the last entry of each axis.
  package let first: [Double]
  package let last: [Double]
  /// Red, green, blue of each entry; in three dimensions red changes fastest.
  package let values: [Float]

  /// Larger tables would not fit into memory, and nobody makes them.
  package static let largestCube = 129
  package static let longestLine = 65536
  package static let mostBytes = 64 << 20
}

/// Why a file is not a valid LUT.
package struct CubeProblem: Error, Hashable, Sendable {
  /// From 1.
  package let line: Int
  /// The end of a sentence: "`x` is no number".
  package let reason: String

  package init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }
}

extension CubeTable {
  package init(reading bytes: [UInt8]) throws(CubeProblem) {
    var reader = CubeReader()
    var number = 0
    var start = 0
    // Lines end in any of the usual ways; `\r\n` counts as one end.
    while start <= bytes.count {
      let rest = bytes[start...]
      let end = rest.firstIndex { $0 == 10 || $0 == 13 } ?? bytes.count
      number += 1
      try reader.read(bytes[start..<end], line: number)
      let isPair = end + 1 < bytes.count && bytes[end] == 13 && bytes[end + 1] == 10
      start = end + (isPair ? 2 : 1)
    }
    self = try reader.table(lineCount: number)
  }
}

/// Reads a file line by line.
private struct CubeReader {
  private var size: (isThreeDimensional: Bool, count: Int)?
  private var first = [0.0, 0, 0]
  private var last = [1.0, 1, 1]
  private var values: [Float] = []

  mutating func read(_ bytes: ArraySlice<UInt8>, line: Int) throws(CubeProblem) {
    var words = bytes.prefix { $0 != UInt8(ascii: "#") }.split { $0 == 32 || $0 == 9 }
    if line == 1, let word = words.first, word.starts(with: [0xEF, 0xBB, 0xBF]) {
      words[0] = word.dropFirst(3)
      if words[0].isEmpty { words.removeFirst() }
    }
    guard let word = words.first, let initial = word.first else { return }
    let isLetter = (65...90).contains(initial) || (97...122).contains(initial)
    guard isLetter else { return try addEntry(words, line) }
    let keyword = String(decoding: word, as: UTF8.self)
    let arguments = Array(words.dropFirst())
    switch keyword {
    case "TITLE": break
    case "LUT_1D_SIZE":
      try setSize(arguments, isThreeDimensional: false, upTo: CubeTable.longestLine, line)
    case "LUT_3D_SIZE":
      try setSize(arguments, isThreeDimensional: true, upTo: CubeTable.largestCube, line)
    case "DOMAIN_MIN": first = try numbers(arguments, 3, after: keyword, line)
    case "DOMAIN_MAX": last = try numbers(arguments, 3, after: keyword, line)
    case "LUT_1D_INPUT_RANGE", "LUT_3D_INPUT_RANGE":
      let range = try numbers(arguments, 2, after: keyword, line)
      first = Array(repeating: range[0], count: 3)
      last = Array(repeating: range[1], count: 3)
    default:
      throw CubeProblem(line: line, reason: "`\(keyword.prefix(40))` is not a keyword of `.cube` files")
    }
  }

  private mutating func setSize(
    _ words: [ArraySlice<UInt8>], isThreeDimensional: Bool, upTo most: Int, _ line: Int
  ) throws(CubeProblem) {
    guard size == nil else {
      throw CubeProblem(line: line, reason: "a second size; files with several tables are not supported")
    }
    let text = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    guard words.count == 1, let count = Int(text), (2...most).contains(count) else {
      throw CubeProblem(
        line: line, reason: "`\(text.prefix(40))` is not a size; expected a whole number from 2 to \(most)")
    }
    size = (isThreeDimensional, count)
  }

  private mutating func addEntry(_ words: [ArraySlice<UInt8>], _ line: Int) throws(CubeProblem) {
    let entry = try numbers(words, 3, after: nil, line)
    guard let size else {
      throw CubeProblem(line: line, reason: "numbers before `LUT_3D_SIZE` or `LUT_1D_SIZE`")
    }
    guard values.count < 3 * count(of: size) else {
      throw CubeProblem(line: line, reason: "more than the \(count(of: size)) entries given by its size")
    }
    values += entry.map { Float(min(max($0, -1000), 1000)) }
  }

  private func numbers(
    _ words: [ArraySlice<UInt8>], _ count: Int, after keyword: String?, _ line: Int
  ) throws(CubeProblem) -> [Double] {
    var numbers: [Double] = []
    for word in words {
      let text = String(decoding: word, as: UTF8.self)
      let isPlain = word.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
      guard isPlain, let number = Double(text), number.isFinite else {
        throw CubeProblem(line: line, reason: "`\(text.prefix(40))` is not a number")
      }
      numbers.append(number)
    }
    guard numbers.count == count else {
      throw CubeProblem(
        line: line,
        reason: "\(numbers.count) numbers" + (keyword.map { " behind `\($0)`" } ?? "")
          + " instead of \(count)")
    }
    return numbers
  }

  private func count(of size: (isThreeDimensional: Bool, count: Int)) -> Int {
    size.isThreeDimensional ? size.count * size.count * size.count : size.count
  }

  func table(lineCount: Int) throws(CubeProblem) -> CubeTable {
    guard let size else {
      throw CubeProblem(line: lineCount, reason: "the file ends without `LUT_3D_SIZE` or `LUT_1D_SIZE`")
    }
    guard values.count == 3 * count(of: size) else {
      throw CubeProblem(
        line: lineCount,
        reason: "the file ends after \(values.count / 3) of the \(count(of: size)) entries given by its size"
      )
    }
    guard zip(first, last).allSatisfy({ $0 < $1 }) else {
      throw CubeProblem(line: lineCount, reason: "its domain ends before it starts")
    }
    return CubeTable(
      isThreeDimensional: size.isThreeDimensional, size: size.count, first: first, last: last, values: values)
  }
}
