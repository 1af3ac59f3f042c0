import Basics
import Compiler
import Composition
import Diagnostics
import Lowering
import Testing

@Suite("Scripts larger than anybody writes by hand")
struct LargeScriptTests {
  @Test("places a chain of ten thousand overlays, each of which hangs on the next")
  func longChain() {
    let count = 10_000
    var script =
      "edit: 1\ncanvas: {size: 1280x720, rate: 30}\ntimeline:\n  - {color: red, for: 20000s}\noverlays:\n"
    for index in 1..<count {
      script += "  - {color: red, name: o\(index), at: o\(index + 1).start + 1s, for: 1s}\n"
    }
    script += "  - {color: red, name: o\(count), at: 1s, for: 1s}\n"
    let compilation = compile(SourceText(name: "chain.edit", script), media: MediaTable())
    #expect(compilation.diagnostics == [])
    // Drawn in the order of the list: behind the timeline, the first one starts last.
    let layers = compilation.films.first?.composition?.layers ?? []
    #expect(layers.count == count + 1)
    #expect(layers.dropFirst().first?.timelineRange.start.description == "\(count)s")
    #expect(layers.last?.timelineRange.start.description == "1s")
  }
}
