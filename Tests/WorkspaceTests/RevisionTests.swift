import Basics
import Composition
import Diagnostics
import Lowering
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
    let workspace = Workspace(inspector: .unconfined)
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

  @Test("has the scripts that it plays as git keeps them, all the way down")
  func oldScripts() throws {
    let place = try Place()
    try place.write("cuts/film.edit", playing("part.edit"))
    try place.write("cuts/part.edit", playing("../parts/deep.edit"))
    try place.write("parts/deep.edit", color(seconds: 1))
    try place.commit()
    try place.write("parts/deep.edit", color(seconds: 3))
    try place.write("cuts/part.edit", playing("../parts/deep.edit", "../parts/deep.edit"))
    let version = try ScriptVersion(revision: "HEAD", of: place.path("cuts/film.edit"))
    let old = try Workspace(inspector: .unconfined).compile(version, values: [:], looksAtMedia: true)
    #expect(old.plans.compactMap(\.self).map(\.frames) == [0..<10])
    let new = try Workspace(inspector: .unconfined).compile(
      ScriptVersion(place.script("cuts/film.edit")), values: [:], looksAtMedia: true)
    #expect(new.plans.compactMap(\.self).map(\.frames) == [0..<60])
  }

  @Test("has another script of today if git keeps none, and an error if there is none at all")
  func missingScripts() throws {
    let place = try Place()
    try place.write("film.edit", playing("part.edit"))
    try place.commit()
    let version = try ScriptVersion(revision: "HEAD", of: place.path("film.edit"))
    let without = try Workspace(inspector: .unconfined).compile(version, values: [:], looksAtMedia: true)
    guard case .doesNotFitMedia(let errors) = without.state else {
      Issue.record("\(without.state)")
      return
    }
    #expect(errors.map(\.id.name) == ["missing-file"])
    try place.write("part.edit", color(seconds: 2))
    let with = try Workspace(inspector: .unconfined).compile(version, values: [:], looksAtMedia: true)
    #expect(with.plans.compactMap(\.self).map(\.frames) == [0..<20])
  }

  @Test("has the LUTs that git keeps")
  func oldLUT() throws {
    let place = try Place()
    let table = "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n"
    let script = color(seconds: 1).replacing("for: 1s", with: "for: 1s, filters: [{lut: warm.cube}]")
    try place.write("film.edit", script)
    try place.write("warm.cube", table)
    try place.commit()
    let committed = try Workspace(inspector: .unconfined).compile(
      ScriptVersion(place.script()), values: [:], looksAtMedia: true)
    try place.write("warm.cube", table.replacing("1 1 1", with: "0.5 0.5 0.5"))
    let version = try ScriptVersion(revision: "HEAD", of: place.path("film.edit"))
    let old = try Workspace(inspector: .unconfined).compile(version, values: [:], looksAtMedia: true)
    let new = try Workspace(inspector: .unconfined).compile(
      ScriptVersion(place.script()), values: [:], looksAtMedia: true)
    let digests = [committed, old, new].map { $0.film.composition?.luts.map(\.digest) }
    #expect(digests[0]?.count == 1 && digests[0] == digests[1] && digests[1] != digests[2])
  }

  @Test("has the pictures of an image sequence that git keeps")
  func oldImages() throws {
    let place = try Place()
    try place.write(
      "film.edit",
      "edit: 1\ncanvas: {size: 64x36, rate: 10}\nmedia: {shots: {file: shots/%d.png, frames: {rate: 10}}}\n"
        + "timeline: [{clip: shots}]\n"
        + "outputs: [{file: film.mp4}]\n")
    for number in 1...3 { try place.write("shots/\(number).png", bytes: try smallPicture()) }
    try place.commit()
    for number in 4...6 { try place.write("shots/\(number).png", bytes: try smallPicture()) }
    let version = try ScriptVersion(revision: "HEAD", of: place.path("film.edit"))
    let old = try Workspace(inspector: .unconfined).compile(version, values: [:], looksAtMedia: true)
    let new = try Workspace(inspector: .unconfined).compile(
      ScriptVersion(place.script()), values: [:], looksAtMedia: true)
    #expect([old, new].map { $0.plans.compactMap(\.self).map(\.frames) } == [[0..<3], [0..<6]])
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
    let old = try Workspace(inspector: .unconfined).compile(version, values: [:], looksAtMedia: true)
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
    let old = try Workspace(inspector: .unconfined).compile(version, values: [:], looksAtMedia: true)
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
    let workspace = Workspace(inspector: .unconfined)
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
