import Basics
import Compiler
import Composition
import Diagnostics
import EditScript
import Testing
import YAMLTree

@Suite("Checks of scripts")
struct ScriptRuleTests {
  private func findings(in script: String) -> [Diagnostic] {
    let source = SourceText(name: "example.edit", script)
    let parse = YAMLTree.parse(source)
    let reading = EditScript.read(parse.tree, in: source)
    return parse.diagnostics + reading.diagnostics + Rules.check(reading.script, in: source)
  }

  @Test("knows a file for every codec, and that what is rendered fits")
  func containers() {
    let all = ContainerCodecs.all
    for codec in VideoCodec.allCases {
      #expect(all.contains { $0.video.contains(codec.rawValue) }, "\(codec)")
    }
    for codec in SoundCodec.allCases {
      #expect(all.contains { $0.audio.contains(codec.rawValue) }, "\(codec)")
    }
    for rendered in all where ["mp4", "mov", "m4v"].contains(rendered.ending) {
      #expect(rendered.video.contains("h264") && rendered.audio.contains("aac"), "\(rendered.ending)")
    }
  }

  @Test("counts what items of sequences play and use, and takes what is played twice for one step")
  func sequences() {
    let script = """
      edit: 1
      media: {beach: beach.mp4}
      timeline:
        - {sequence: day, enabled: false}
      sequences:
        day: [{sequence: night}, {sequence: night}]
        night: {timeline: [{clip: beach}], overlays: [{sequence: stars}], audio: [{clip: rain.m4a}]}
        stars: [{color: white, for: 1s}]
      """
    #expect(findings(in: script).filter { $0.id != .notSupportedYet }.map(\.message) == [])
  }

  @Test("finds circles of sequences that are chained by the thousand, and ends")
  func longCircles() {
    var script = "edit: 1\ntimeline:\n  - sequence: s0\nsequences:\n"
    for index in 0..<3000 { script += "  s\(index): [{sequence: s\(index + 1)}]\n" }
    #expect(
      !findings(in: script + "  s3000: [{color: red, for: 1s}]\n").contains { $0.id == .referenceCycle })
    let closed = findings(in: script + "  s3000: [{sequence: s1000}, {sequence: s3000}]\n")
      .filter { $0.id == .referenceCycle }
    #expect(closed.map(\.notes.count) == [20, 0])
  }
}
