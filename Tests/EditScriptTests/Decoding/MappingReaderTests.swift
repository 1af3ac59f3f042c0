import Basics
import Diagnostics
import Testing
import YAMLTree

@testable import EditScript

@Suite struct MappingReaderTests {
  @Test("A single value in the place of a mapping goes under the one key that has to be there")
  func requiredKey() {
    let fixes = read("{edit: 1, overlays: [{clip: a, chroma-key: lime}]}").diagnostics.flatMap(\.fixes)
    #expect(fixes.map(\.title) == ["write `{color: lime}`"])
    #expect(fixes.allSatisfy { !$0.isSafe })
  }

  @Test(
    "A word in the place of a mapping goes under the only key that takes it",
    arguments: [
      ("video: h264", "write `{codec: h264}`"), ("audio: aac", "write `{codec: aac}`"),
      ("audio: none", "write `{codec: none}`"), ("audio: off", "write `{codec: none}`"),
    ])
  func onlyKeyOfWord(setting: String, title: String) {
    let found = read("{edit: 1, outputs: [{file: film.mp4, \(setting)}]}").diagnostics
    #expect(found.flatMap(\.fixes).map(\.title) == [title])
  }

  @Test("A list of tracks is one of tracks, not of audios")
  func plural() {
    let message = read("{edit: 1, outputs: [{file: film.mp4, audio: loud}]}").diagnostics.first?.message ?? ""
    #expect(message.contains("a list of tracks of an output's audio, or"), "\(message)")
  }

  @Test("a rendered key that decoding never asks for is refused, not ignored")
  func nothingIsIgnored() {
    #expect(findings("{asked: a, forgotten: b}") == ["not-supported-yet forgotten"])
  }

  @Test("a mapping's keys are found in the order of their declarations")
  func order() {
    #expect(MappingSchema(SampleKeys.self).description.keys.map(\.name) == ["asked", "forgotten"])
  }

  private func findings(_ text: String) -> [String] {
    let source = SourceText(name: "", text)
    let tree = YAMLTree.parse(source).tree
    let reading = Reading(source: source, comments: [])
    guard let root = tree.root else { return ["no tree"] }
    let shape = Shape<String>.mapping(SampleKeys.self)
    #expect(shape.read(Subject(root, key: "sample", keyRange: root.range), reading)?.hasPrefix("a") == true)
    return reading.diagnostics.map { "\($0.id.name) \($0.range.map { source[$0] } ?? "-")" }
  }
}

private struct SampleKeys: MappingKeys {
  static let title = "a sample"
  static let documentation = "A mapping of these tests."

  let asked = Key("asked", "Asked for.", .text)
  let forgotten = Key("forgotten", "Declared as rendered, but nobody asks for it.", .text)

  static func decode(_ reader: MappingReader<SampleKeys>) -> String? {
    reader.asked?.value ?? ""
  }
}
