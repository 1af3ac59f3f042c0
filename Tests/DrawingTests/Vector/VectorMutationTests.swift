import Composition
import Drawing
import FoundationEssentials
import SVGTree
import TestSupport
import Testing
import XMLTree

/// Damaged and altered SVG: each is drawn, or has a problem with a place.
@Suite("Mutated SVG")
struct VectorMutationTests {
  private static let samples = packageRoot + "/Tests/DrawingTests/Vector/Samples"

  @Test("is drawn, or refused with a place") func mutated() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.samples).sorted()
      .filter { $0.hasSuffix(".svg") }
    let samples = try names.map { Array(try Data(contentsOf: URL(filePath: Self.samples + "/" + $0))) }
    var random = SeededRandom(seed: 10_000)
    let painter = VectorPainter()
    var (drawn, refused, malformed) = (0, 0, 0)
    for round in 0..<rounds(10_000, quick: 200, sample: 1000) {
      var text = samples[round % samples.count]
      for _ in 0...Int.random(in: 0...3, using: &random) { mutate(&text, samples, &random) }
      let picture: SVGPicture
      // Every second one has values, whose variables can stand anywhere.
      let values = round.isMultiple(of: 2) ? nil : ["a": number(&random), "b": "red", "c": "<&\u{1}"]
      do throws(XMLProblem) { picture = try SVGPicture(text, values: values) } catch {
        #expect(error.line > 0 && error.column > 0 && !error.message.isEmpty)
        malformed += 1
        continue
      }
      guard picture.facts.problems.isEmpty else {
        for problem in picture.facts.problems {
          #expect(problem.line > 0 && problem.column > 0 && !problem.message.isEmpty)
        }
        refused += 1
        continue
      }
      // As inspection draws it.
      let part = 128 / max(picture.facts.width, picture.facts.height)
      do throws(TextFailure) {
        let size = [picture.facts.width, picture.facts.height].map { max(1, Int($0 * part)) }
        let pixels = try painter.draw(picture, width: size[0], height: size[1], fonts: nil).pixels
        #expect(pixels.count == size[0] * size[1] * 4)
        drawn += 1
      } catch {
        // What the library refuses is a finding, too: `the picture cannot be drawn`.
        guard case .library = error else {
          Issue.record("\(round): \(error)")
          continue
        }
        refused += 1
      }
    }
    #expect(drawn > 0 && refused > 0 && malformed > 0)
    if testsAll { print("drawn \(drawn), refused \(refused), malformed \(malformed)") }
  }

  private func number(_ random: inout SeededRandom) -> String {
    ["0", "-1", "1e6", "1e308", "nan", "0.0001", "99999999999999999999", "50%", "1e-320", "7", "16384", "-0"]
      .randomElement(using: &random) ?? ""
  }

  private func mutate(_ text: inout [UInt8], _ samples: [[UInt8]], _ random: inout SeededRandom) {
    func place(_ random: inout SeededRandom) -> Int { Int.random(in: 0...text.count, using: &random) }
    func range(_ longest: Int, _ random: inout SeededRandom) -> Range<Int> {
      let start = place(&random)
      return start..<min(text.count, start + Int.random(in: 0...longest, using: &random))
    }
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      guard !text.isEmpty else { return }
      let index = Int.random(in: 0..<text.count, using: &random)
      text[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: text.removeSubrange(range(40, &random))
    case 2: text.removeSubrange(place(&random)...)
    case 3:
      let piece = Array(text[range(200, &random)])
      text.insert(contentsOf: piece, at: place(&random))
    case 4, 5:
      // Another number.
      let digits = text.indices.filter { (48...57).contains(text[$0]) }
      guard let start = digits.randomElement(using: &random) else { return }
      var end = start
      while end < text.count, (48...57).contains(text[end]) || text[end] == UInt8(ascii: ".") { end += 1 }
      text.replaceSubrange(start..<end, with: Array(number(&random).utf8))
    case 6:
      // The value of an attribute becomes that of another one, or a variable.
      let quotes = text.indices.filter { text[$0] == UInt8(ascii: "\"") }
      guard quotes.count > 3, let first = quotes.dropLast().indices.randomElement(using: &random) else {
        return
      }
      let other = Int.random(in: 0..<quotes.count - 1, using: &random)
      let value =
        Bool.random(using: &random)
        ? Array("${\(["a", "b", "c"].randomElement(using: &random) ?? "a")}".utf8)
        : Array(text[quotes[other] + 1..<quotes[other + 1]])
      text.replaceSubrange(quotes[first] + 1..<quotes[first + 1], with: value)
    case 7:
      // An element of another picture.
      let other = samples.randomElement(using: &random) ?? []
      let tags = other.indices.filter { other[$0] == UInt8(ascii: "<") }
      let own = text.indices.filter { text[$0] == UInt8(ascii: "<") }
      guard let from = tags.randomElement(using: &random), let to = own.randomElement(using: &random) else {
        return
      }
      text.insert(
        contentsOf: other[from...(other[from...].firstIndex(of: UInt8(ascii: ">")) ?? from)], at: to)
    default:
      let pieces = [
        "<g>", "</g>", "<use href=\"#a\"/>", " id=\"a\"", " transform=\"scale(1e6)\"", "<!--", "]]>", "&#0;",
        "&lt;",
        " filter=\"url(#filter1)\"", "<style>*{opacity:.5}</style>", "${a}", "\u{0}",
        "<text font-size=\"9\">a</text>",
        " width=\"0\"", " viewBox=\"0 0 0 1\"", "<mask id=\"a\"><use href=\"#a\"/></mask>",
        " stroke-dasharray=\"1e-9\"",
        " d=\"M0 0A1 1 0 11 9e5 1z\"",
      ]
      text.insert(contentsOf: Array((pieces.randomElement(using: &random) ?? "").utf8), at: place(&random))
    }
  }
}
