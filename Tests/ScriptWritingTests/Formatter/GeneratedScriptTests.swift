import Basics
import Compiler
import Diagnostics
import ScriptWriting
import TestSupport
import Testing
import YAMLTree

@Suite("Generated scripts")
struct GeneratedScriptTests {
  private static let batches = Array(stride(from: UInt64(0), to: 500, by: 50))

  @Test(
    "keep their meaning to us and to another reader of YAML, and once formatted stay as they are",
    arguments: cases(batches, quick: 2, sample: 3))
  func meaning(_ first: UInt64) throws {
    let media = try MediaListing(Script.footage)
    var pairs: [Judge.Pair] = []
    var films = 0
    for seed in first..<first + 50 {
      let script = Script.generated(seed, media: media)
      let source = SourceText(name: script.name, script.text)
      let formatted = try format(source)
      let before = script.meaning(of: script.text)
      #expect(before == script.meaning(of: formatted.text), "\(script.text)\n\(formatted.text)")
      #expect(try format(SourceText(name: script.name, formatted.text)).edits == [], "\(formatted.text)")
      if before.films.contains(where: { $0 != nil }) { films += 1 }
      pairs.append(Judge.Pair(name: script.name, before: source.text, after: formatted.text))
    }
    // A comparison of films that cannot be made would prove nothing.
    #expect(films > 15)
    let verdict = try Judge.verdict(on: pairs)
    // PyYAML reads a few texts not at all that YAML allows, such as keys of more than 128 characters.
    #expect(verdict.compared >= pairs.count * 95 / 100)
    #expect(verdict.differences == [])
  }

  @Test("with bytes changed by chance are refused or formatted, never broken")
  func mutations() throws {
    let media = try MediaListing(Script.footage)
    var formattedCount = 0
    for seed in UInt64(5000)..<5000 + UInt64(rounds(150, quick: 30)) {
      var random = SeededRandom(seed: seed)
      let bytes = mutated(Array(Script.generated(seed, media: media).text.utf8), &random)
      let source = SourceText(name: "seed \(seed)", bytes: bytes)
      do throws(FormattingProblem) {
        let formatted = try format(source)
        #expect((try? format(SourceText(name: source.name, formatted.text)))?.edits == [], "\(source.text)")
        formattedCount += 1
      } catch {
        guard case .notYAML(let found) = error else {
          Issue.record("\(error) in\n\(source.text)")
          continue
        }
        #expect(found.hasErrors)
      }
    }
    #expect(formattedCount > rounds(40, quick: 3, sample: 5))
  }

  private func mutated(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    let odd = Array("\n \t#:-,[]{}\"'|>&*!%?\r\\0a.$~".utf8)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(odd.randomElement(using: &random) ?? 0, at: place)
      case 2: bytes[place] = odd.randomElement(using: &random) ?? 0
      default:
        let end = min(bytes.count, place + Int.random(in: 0..<40, using: &random))
        bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0..<bytes.count, using: &random))
      }
    }
    return bytes
  }
}
