import Diagnostics
import JSONText
import MediaListing
import ScriptFormatter
import SourceText
import TestSupport
import Testing
import YAMLTree

@Suite("Generated scripts")
struct GeneratedScriptTests {
  private static let batches = Array(stride(from: UInt64(0), to: 1000, by: 100))

  @Test(
    "keep their meaning to us and to another reader of YAML, and once formatted stay as they are",
    arguments: batches)
  func meaning(_ first: UInt64) throws {
    let media = try MediaListing(Script.footage)
    var pairs: [Judge.Pair] = []
    var films = 0
    for seed in first..<first + 100 {
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
    #expect(films > 40)
    #expect(try Judge.differences(in: pairs) == [])
  }

  @Test("with bytes changed by chance are refused or formatted, never broken")
  func mutations() throws {
    let media = try MediaListing(Script.footage)
    var formattedCount = 0
    for seed in UInt64(5000)..<5300 {
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
    #expect(formattedCount > 80)
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

/// PyYAML, which reads both texts without knowing of each other or of us.
enum Judge {
  struct Pair {
    let name: String
    let before: String
    let after: String
  }

  /// What is not the same before and after: structure, texts, and values up to blanks, zeros and case; comments.
  static func differences(in pairs: [Pair]) throws -> [String] {
    let input = JSONValue.array(
      pairs.map {
        .members(["name": .string($0.name), "before": .string($0.before), "after": .string($0.after)])
      })
    let result = try run(["/usr/bin/python3", "-c", program], input: Array(input.compactText.utf8))
    try #require(result.exitCode == 0, "\(result.errorText)")
    let lines = result.text.split(separator: "\n").map(String.init)
    #expect(lines.first == "compared \(pairs.count)")
    return Array(lines.dropFirst())
  }

  private static let program = #"""
    import json, re, sys, yaml
    from decimal import Decimal

    TEXTS = {"title", "note", "text", "default", "allowed", "font", "language", "file", "media", "x-tool", "x-own"}

    def tokens(text):
      found = re.findall(r"[0-9]*\.?[0-9]+|[^0-9\s]", text.lower())
      return [str(Decimal(t).normalize()) if t[-1].isdigit() else t for t in found if t != "+"]

    def differs(old, new, path):
      strict = any(key in TEXTS for key in path)
      if isinstance(old, dict) and isinstance(new, dict):
        if len(old) != len(new): return path
        for key in old:
          other = key if key in new else next((k for k in new if tokens(k) == tokens(key)), None)
          if other is None: return path + [key]
          found = differs(old[key], new[other], path + [key])
          if found: return found
        return None
      if isinstance(old, list) and isinstance(new, list):
        if len(old) != len(new): return path
        for number, (one, two) in enumerate(zip(old, new)):
          found = differs(one, two, path + [str(number)])
          if found: return found
        return None
      if type(old) != type(new): return path
      return None if old == new or not strict and tokens(old) == tokens(new) else path + [repr(old), repr(new)]

    def comments(text):
      return sorted(line.rstrip() for line in re.findall(r"#!?\s*comment [0-9]+.*", text))

    pairs = json.load(sys.stdin)
    print("compared", len(pairs))
    for number, pair in enumerate(pairs):
      # We read a block text at the end as if a line break stood behind it; PyYAML does not.
      before, after = (text if text.endswith("\n") else text + "\n" for text in (pair["before"], pair["after"]))
      before = before.replace("\r\n", "\n")
      loader = yaml.BaseLoader if number % 20 == 0 else yaml.CBaseLoader
      found = differs(yaml.load(before, loader), yaml.load(after, loader), [])
      if found is not None: print(pair["name"], "differs at", " / ".join(found))
      if comments(before) != comments(after): print(pair["name"], "has other comments")
    """#
}
