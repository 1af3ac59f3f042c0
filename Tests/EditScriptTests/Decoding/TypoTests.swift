import Diagnostics
import EditScript
import SourceText
import TestSupport
import Testing
import YAMLTree

@Suite struct TypoTests {
  @Test("of 500 single typos in keys at least 95 in 100 get the right suggestion first, and none is accepted")
  func singleTypos() {
    let source = SourceText(name: "", everyKeyScript)
    let keys = usedKeys(in: everyKeyScript)
    let names = Set(keys.map(\.key))
    var random = SeededRandom(seed: 20_240_501)
    var right = 0
    var misses: [String] = []
    var count = 0
    while count < 500 {
      let key = keys[random.below(keys.count)]
      let typo = random.typo(in: key.key)
      guard !names.contains(typo), !typo.isEmpty, !typo.hasPrefix("x-") else { continue }
      count += 1
      let edit = TextEdit(range: key.range, replacement: typo)
      let reading = read(source.applying([edit]) ?? "")
      let range = SourceRange(key.range.start, key.range.start + typo.utf8.count)
      let found = reading.diagnostics.first { $0.id == .unknownKey && $0.range == range }
      #expect(found != nil, "`\(typo)` for \(key.name) was accepted")
      if found?.fixes.first?.edits.first?.replacement == key.key {
        right += 1
      } else {
        misses.append("\(typo) for \(key.name)")
      }
    }
    #expect(right >= 475, "\(right) of \(count) are right; missed: \(misses)")
  }
}

extension SeededRandom {
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// One letter left out, doubled, replaced or added, or two neighbours the wrong way round.
  mutating func typo(in word: String) -> String {
    var letters = Array(word)
    let at = below(letters.count)
    let letter = Character(Unicode.Scalar(UInt8(97 + below(26))))
    switch below(5) {
    case 0 where letters.count > 1: letters.remove(at: at)
    case 1: letters.insert(letters[at], at: at)
    case 2: letters[at] = letter
    case 3: letters.insert(letter, at: at)
    default: if at + 1 < letters.count { letters.swapAt(at, at + 1) }
    }
    return String(letters)
  }
}
