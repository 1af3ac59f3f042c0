import Basics
import Compiler
import Diagnostics
import Lowering
import TestSupport
import Testing

@Suite("The outputs that a finding is about")
struct FilmsOfFindingsTests {
  private func films(_ text: String) -> [String: Set<[Int]>] {
    let compilation = compile(SourceText(name: "film.edit", text), media: MediaTable())
    return Dictionary(grouping: compilation.diagnostics) { $0.id.name }
      .mapValues { findings in Set(findings.map { compilation.indicesOfFilms(of: $0) }) }
  }

  private let head = "edit: 1\ncanvas: {size: 640x360, rate: 25}\n"

  @Test("are those in whose films it is found")
  func found() {
    // Half a second is 12.5 frames of 25, 12 of 24 and 15 of 30.
    let found = films(
      head + """
        timeline: [{color: red, for: 0.5s}, {color: blue, for: 2s}]
        outputs:
          - {file: a.mp4, rate: 24}
          - {file: b.mp4}
          - {file: c.mp4, rate: 30}
        """)
    #expect(found["off-frame-grid"] == [[1]])
  }

  @Test("are the one in whose text it is")
  func written() {
    let found = films(
      head + """
        timeline: [{color: red, for: 1s}]
        outputs:
          - {file: a.mp4}
          - {file: b.mp4, video: {codec: h265}}
        """)
    #expect(found.count == 1 && found.values.first == [[1]], "\(found)")
  }

  @Test("are all for a finding of the whole script, with and without outputs")
  func whole() {
    let outputs = "outputs: [{file: a.mp4}, {file: b.mp4}]\n"
    let script = head + "timeline: [{color: red, for: 1}]\n"
    #expect(films(script + outputs)["bare-number"] == [[0, 1]])
    #expect(films(script)["bare-number"] == [[0]])
  }
}
