import Basics
import Composition
import Diagnostics
import Lowering
import MediaFacts
import Processes
import RenderPlan
import TestSupport
import Testing
import Workspace

@Suite("A script as it was in a revision")
struct WorkspaceRevisionTests {
  @Test("has the text of the revision, and the media that git keeps")
  func old() throws {
    let place = try Place()
    try place.write("film.edit", withSound)
    try place.write("tone.wav", bytes: wave(milliseconds: 500))
    try place.commit()
    try place.write("film.edit", withSound.replacing("for: 1s", with: "for: 3s"))
    try place.write("tone.wav", bytes: wave(milliseconds: 700))
    let workspace = Workspace()
    let old = try workspace.compile(
      ScriptVersion(revision: "HEAD", of: place.path("film.edit")), values: [:], looksAtMedia: true)
    let new = try workspace.compile(
      ScriptVersion(place.script()), values: [:], looksAtMedia: true)
    #expect(old.plans.compactMap(\.self).map(\.frames) == [0..<10])
    #expect(new.plans.compactMap(\.self).map(\.frames) == [0..<30])
    let lengths = [old, new].map { $0.film.composition?.media.first?.facts.extent.finite?.description }
    #expect(lengths == ["0.5s", "0.7s"])
    #expect(old.digests["tone.wav"] != new.digests["tone.wav"])
  }

  @Test("has the media of its own lock")
  func oldLock() throws {
    let place = try Place()
    try place.write("film.edit", withSound)
    try place.write("tone.wav", bytes: wave(milliseconds: 500))
    try place.write("film.edit.lock", place.compile("film.edit", .everything).lock().lock.text)
    try place.write(".gitignore", "*.wav\n")
    try place.commit()
    _ = try run(["rm", place.path("tone.wav"), place.path("film.edit.lock")])
    let version = try ScriptVersion(revision: "HEAD", of: place.path("film.edit"))
    let old = try Workspace().compile(version, values: [:], looksAtMedia: true)
    #expect(old.film.composition?.media.first?.facts.extent.finite?.description == "0.5s")
    #expect(old.media.lockProblem == nil)
  }

  @Test("says what is wrong with its lock, and does without it")
  func damagedLock() throws {
    let place = try Place()
    try place.write("film.edit", color(seconds: 1))
    try place.write("film.edit.lock", "no lock\n")
    try place.commit()
    let version = try ScriptVersion(revision: "HEAD", of: place.path("film.edit"))
    let old = try Workspace().compile(version, values: [:], looksAtMedia: true)
    #expect(old.media.lockProblem != nil)
    #expect(old.plans.compactMap(\.self).count == 1)
  }

  @Test("is an error if git has no such revision, no such file, or no repository")
  func errors() throws {
    let place = try Place()
    try place.write("film.edit", color(seconds: 1))
    let outside = #expect(throws: WorkspaceError.self) {
      try ScriptVersion(revision: "HEAD", of: place.path("film.edit"))
    }
    guard case .noRepository(folder: place.folder.root, complaint: _) = outside else {
      Issue.record("\(String(describing: outside))")
      return
    }
    try place.commit()
    try place.write("new.edit", color(seconds: 1))
    let revision = #expect(throws: WorkspaceError.self) {
      try ScriptVersion(revision: "no-such", of: place.path("film.edit"))
    }
    guard case .noRevision("no-such") = revision else {
      Issue.record("\(String(describing: revision))")
      return
    }
    let file = #expect(throws: WorkspaceError.self) {
      try ScriptVersion(revision: "main", of: place.path("new.edit"))
    }
    guard case .notInRevision(path: "new.edit", revision: "main") = file else {
      Issue.record("\(String(describing: file))")
      return
    }
  }

  @Test("with mistakes of its own is told from one that does not fit its media")
  func states() throws {
    let place = try Place()
    try place.write("film.edit", withSound)
    try place.write("wrong.edit", "edit: 1\ntimeline: [{colour: 3}]\n")
    let workspace = Workspace()
    let missing = try workspace.compile(
      ScriptVersion(place.script()), values: [:], looksAtMedia: true)
    guard case .doesNotFitMedia(let errors) = missing.state else {
      Issue.record("\(missing.state)")
      return
    }
    #expect(errors.map(\.id.name) == ["missing-file"])
    let unseen = try workspace.compile(ScriptVersion(place.script()), values: [:], looksAtMedia: false)
    guard case .withoutMedia = unseen.state else {
      Issue.record("\(unseen.state)")
      return
    }
    let wrong = try workspace.compile(
      ScriptVersion(place.script("wrong.edit")), values: [:], looksAtMedia: true)
    guard case .hasErrors(let own) = wrong.state else {
      Issue.record("\(wrong.state)")
      return
    }
    #expect(!own.isEmpty)
  }
}
