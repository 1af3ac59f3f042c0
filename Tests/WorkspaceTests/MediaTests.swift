import Compiler
import Composition
import Lowering
import Processes
import RenderPlan
import TestSupport
import Testing
import Workspace

@Suite("The media of a script")
struct WorkspaceMediaTests {
  @Test("are looked at, and their content is in the plan")
  func found() throws {
    let place = try Place()
    try place.write("film.edit", withSound)
    try place.write("tone.wav", bytes: wave(milliseconds: 500))
    let script = try place.compile()
    #expect(!script.hasErrors, "\(script.messages)")
    let film = try #require(script.rows.first?.compilation.films.first)
    let key = try #require(try script.plan(film).soundTrack?.key)
    try place.write("tone.wav", bytes: wave(milliseconds: 600))
    let changed = try place.compile()
    let other = try #require(changed.rows.first?.compilation.films.first)
    #expect(try changed.plan(other).soundTrack?.key != key)
  }

  @Test("that are not there are findings, with the file that is meant")
  func missing() throws {
    let place = try Place()
    try place.write("film.edit", withSound)
    try place.write("Tone.wav", bytes: wave(milliseconds: 500))
    let script = try place.compile()
    #expect(script.ids().contains("path-case"), "\(script.messages)")
    #expect(script.media.table.nearby["tone.wav"]?.path == "Tone.wav")
    _ = try run(["rm", place.path("Tone.wav")])
    #expect(try place.compile().ids().contains("missing-file"))
    #expect(try place.compile("film.edit", .none).ids().contains("missing-file") == false)
  }

  @Test("are not planned with a content that they no longer have")
  func changedMeanwhile() throws {
    let place = try Place()
    try place.write("film.edit", withSound)
    try place.write("tone.wav", bytes: wave(milliseconds: 500))
    let script = try place.compile()
    let film = try #require(script.rows.first?.compilation.films.first)
    try place.write("tone.wav", bytes: wave(milliseconds: 501))
    let error = #expect(throws: WorkspaceError.self) { try script.plan(film) }
    guard case .mediaChanged(file: "tone.wav") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("are what the lock says if they are not here, but only if that is enough")
  func recorded() throws {
    let place = try Place()
    try place.write("film.edit", withSound)
    try place.write("tone.wav", bytes: wave(milliseconds: 500))
    let (lock, leftOut) = try place.compile("film.edit", .everything).lock()
    #expect(lock.entries.keys.sorted() == ["tone.wav"] && leftOut == [])
    try place.write("film.edit.lock", lock.text)
    #expect(try !place.compile().hasErrors)
    _ = try run(["rm", place.path("tone.wav")])
    let script = try place.compile("film.edit", .facts)
    guard case .recorded(let facts, _)? = script.media.table.states["tone.wav"] else {
      Issue.record("\(script.messages)")
      return
    }
    #expect(facts.audio.first?.sampleRate == 8000)
    #expect(try place.compile("film.edit", .content).ids().contains("missing-file"))
    try place.write("tone.wav", bytes: wave(milliseconds: 400))
    let other = try place.compile()
    #expect(other.ids().contains("media-differs-from-lock"), "\(other.messages)")
  }

  @Test("are looked into once for each of their states if there is a cache")
  func cached() throws {
    let place = try Place()
    try place.write("film.edit", withSound)
    try place.write("tone.wav", bytes: wave(milliseconds: 500))
    _ = try run(["touch", "-d", "2001-01-01", place.path("tone.wav")])
    let workspace = Workspace(cache: try CacheFolder(named: place.path("cache")), inspector: .unconfined)
    _ = try place.compile(in: workspace)
    let identity = try #require(FileIdentity(ofFileAt: place.path("tone.wav")))
    // A file whose name was changed just now may change again; what is kept is right or absent.
    if identity.hasSettled { #expect(workspace.cache?.facts.facts(of: identity) != nil) }
    #expect(try place.compile(in: workspace).messages == place.compile().messages)
  }

  @Test("include the fonts of subtitles: a compiled film is complete")
  func fonts() throws {
    let place = try Place()
    try place.write(
      "film.edit",
      color(seconds: 2) + "subtitles:\n  - cues: [{at: 0s..1s, text: Hello}]\n")
    let script = try place.compile()
    let film = try #require(script.rows.first?.compilation.films.first?.composition, "\(script.messages)")
    #expect(!film.fontPaths.isEmpty)
    for path in film.fontPaths { #expect(isThere(path)) }
    // Where nobody looks at fonts, there is no film with half of what it needs.
    #expect(try place.compile("film.edit", .none).frameCount == nil)
  }
}
