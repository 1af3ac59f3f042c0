import Compiler
import Composition
import Processes
import RenderPlan
import TestSupport
import Testing
import Workspace

@Suite("A script in its folder")
struct ScriptTests {
  @Test("is read, compiled and planned")
  func whole() throws {
    let place = try Place()
    try place.write("film.edit", color(seconds: 2))
    let script = try place.compile()
    #expect(script.messages == [])
    let film = try #require(script.rows.first?.compilation.films.first)
    let plan = try script.plan(film)
    #expect(plan.frames == 0..<20)
    #expect(!plan.segments.isEmpty)
    // The same again: a plan depends on nothing but what was found.
    #expect(try script.plan(film).segments.map(\.key) == plan.segments.map(\.key))
  }

  @Test("that is not there is an error with the operation and the path")
  func missing() throws {
    let place = try Place()
    let error = #expect(throws: WorkspaceError.self) { try place.script("no.edit") }
    guard case .file(let file) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(file.kind == .missing && file.path == place.path("no.edit"))
  }

  @Test("is read as an editor has it, not as the disk has it")
  func overlay() throws {
    let place = try Place()
    try place.write("film.edit", color(seconds: 2))
    var texts = OverlaidTexts(relativeTo: place.folder.root)
    texts.lay(Array(color(seconds: 5).utf8), over: "./sub/../film.edit")
    #expect(try place.compile(in: Workspace(texts: texts, inspector: .unconfined)).frameCount == 50)
    #expect(try place.compile().frameCount == 20)
    texts.lay(nil, over: place.path("film.edit"))
    #expect(try place.compile(in: Workspace(texts: texts, inspector: .unconfined)).frameCount == 20)
    // A text that was never saved is a script as well.
    texts.lay(Array(color(seconds: 3).utf8), over: "new.edit")
    #expect(
      try place.compile("new.edit", in: Workspace(texts: texts, inspector: .unconfined)).frameCount == 30)
  }

  @Test("has the unsaved texts of the files that it plays, too")
  func overlayBeside() throws {
    let place = try Place()
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 64x36, rate: 10}
      timeline:
        - edit: inner.edit
      subtitles:
        - file: en.srt
      outputs: [{file: film.mp4}]

      """)
    try place.write("inner.edit", color(seconds: 2))
    try place.write("en.srt", "1\n00:00:00,000 --> 00:00:01,000\nHello\n")
    #expect(try place.compile().frameCount == 20)
    var texts = OverlaidTexts(relativeTo: place.folder.root)
    texts.lay(Array(color(seconds: 4).utf8), over: "inner.edit")
    texts.lay(Array("1\n00:00:00,000 --> nonsense\nHello\n".utf8), over: "en.srt")
    let script = try place.compile(in: Workspace(texts: texts, inspector: .unconfined))
    #expect(script.ids().contains("subtitle-syntax"), "\(script.messages)")
    texts.lay(nil, over: "en.srt")
    #expect(try place.compile(in: Workspace(texts: texts, inspector: .unconfined)).frameCount == 40)
  }

  @Test("is compiled once for each row, and a row that is not there is an error")
  func rows() throws {
    let place = try Place()
    try place.write(
      "film.edit",
      """
      edit: 1
      vars:
        length: {type: time, default: 1s}
      canvas: {size: 64x36, rate: 10}
      timeline:
        - {color: teal, for: "${length}"}
      outputs: [{file: film.mp4}]

      """)
    let table = try place.write("rows.csv", "length\n1s\n2s\n3s\n")
    let file = try place.script()
    let all = try Workspace(inspector: .unconfined).compile(
      file, values: VariableRequest(file: table), media: .none)
    #expect(all.rows.map(\.number) == [1, 2, 3])
    let frames = all.rows.map { $0.compilation.films.first?.composition?.frameCount }
    #expect(frames == [10, 20, 30], "\(all.messages)")
    let error = #expect(throws: WorkspaceError.self) {
      try Workspace(inspector: .unconfined).compile(
        file, values: VariableRequest(file: table, rows: [7]), media: .none)
    }
    guard case .noRow(7, file: table, rowCount: 3) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("is written only if nobody else has changed it")
  func writing() throws {
    let place = try Place()
    try place.write("film.edit", color(seconds: 2))
    let script = try place.script()
    try script.write(Array(color(seconds: 3).utf8), done: "fixed")
    #expect(try place.compile().frameCount == 30)
    let error = #expect(throws: WorkspaceError.self) { try script.write([], done: "fixed") }
    guard case .scriptChanged(path: place.path("film.edit"), done: "fixed") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try place.compile().frameCount == 30)
  }

  @Test("is searched for in folders, in the order of paths; a folder without any is an error")
  func search() throws {
    let place = try Place()
    for name in ["b.edit", "a.edit", ".hidden.edit", "notes.txt"] { try place.write(name, "edit: 1\n") }
    #expect(ScriptFiles(named: [place.folder.root]).paths == [place.path("a.edit"), place.path("b.edit")])
    let empty = try TemporaryFolder()
    let found = ScriptFiles(named: [empty.root])
    #expect(found.paths == [] && found.failures.map(\.path) == [empty.root])
  }
}
