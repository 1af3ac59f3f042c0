import Processes
import TestSupport
import Testing

/// `plan -o`, `segment` and `join`: the film of one machine, whoever makes it and whatever dies meanwhile.
@Suite("A film of several processes")
struct DetachedTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("film.edit", variedScript())
    let plan = try place.editc("plan", "film.edit", "-o", "film.plan")
    try #require(plan.exitCode == 0, "\(plan.errorText)")
  }

  private func rendered() throws -> String { try place.localDigest(of: "film.edit") }

  @Test("has the bytes of a render, and says what is missing until it is made")
  func equal() throws {
    let early = try place.editc("join", "--plan", "film.plan")
    #expect(early.exitCode == 75 && early.errorText.contains("segment 1  "), "\(early.errorText)")
    let shares = try ["0/2", "1/2"].map {
      try place.start("segment", "--plan", "film.plan", "--share", $0, "--jobs", "1")
    }
    #expect(shares.map { $0.wait() } == [.exited(0), .exited(0)])
    let join = try place.editc("join", "--plan", "film.plan")
    #expect(join.exitCode == 0, "\(join.errorText)")
    #expect(try place.digest("film.mp4") == rendered())
    #expect(try place.leftovers() == [])
    #expect(try place.editc("join", "--plan", "film.plan").exitCode == 73, "the film is there already")
    #expect(try place.editc("segment", "--plan", "film.plan").exitCode == 0, "everything is there")
  }

  @Test("is finished by others when one is killed with all of its workers")
  func killed() throws {
    let lost = try place.start("segment", "--plan", "film.plan", "--jobs", "1")
    try wait { try place.stored().count >= 1 }
    lost.kill(.kill)
    _ = lost.wait()
    #expect(try place.editc("segment", "--plan", "film.plan").exitCode == 0)
    #expect(try place.editc("join", "--plan", "film.plan", "-o", "kept.mp4").exitCode == 0)
    #expect(try place.digest("kept.mp4") == rendered())
    #expect(try run(["find", place.path("cache"), "-name", ".*"]).text == "")
  }

  @Test("is never made of a source that changed, and finds sources in other folders")
  func sources() throws {
    #expect(
      try place.shell("mkdir moved && mv footage moved/ && printf x >> moved/footage/tone.m4a").exitCode == 0)
    let missing = try place.editc("segment", "--plan", "film.plan")
    #expect(missing.exitCode == 66 && missing.errorText.contains("--map"), "\(missing.errorText)")
    let map = "\(place.root)/footage=\(place.root)/moved/footage"
    let changed = try place.editc("segment", "--plan", "film.plan", "--map", map)
    #expect(
      changed.exitCode == 65 && changed.errorText.contains("tone.m4a is not the"), "\(changed.errorText)")
    #expect(try place.shell("truncate -s -1 moved/footage/tone.m4a").exitCode == 0)
    let made = try place.editc("segment", "--plan", "film.plan", "--map", map, "--sandbox", "when-available")
    #expect(made.exitCode == 0, "\(made.errorText)")
    #expect(try place.editc("join", "--plan", "film.plan").exitCode == 0)
    #expect(try place.shell("mv moved/footage .").exitCode == 0)
    #expect(try place.digest("film.mp4") == rendered())
  }

  @Test("is not made of a plan that was changed, of another version, or of no plan")
  func plans() throws {
    #expect(try place.shell("sed s/160/164/ film.plan > bad.plan; : > empty.plan").exitCode == 0)
    for command in ["segment", "join"] {
      let changed = try place.editc(command, "--plan", "bad.plan")
      #expect(
        changed.exitCode == 65 && changed.errorText.contains("changed or damaged"), "\(changed.errorText)")
      #expect(try place.editc(command, "--plan", "empty.plan").exitCode == 65)
      #expect(try place.editc(command, "--plan", "film.edit").exitCode == 65)
      #expect(try place.editc(command, "--plan", "none.plan").exitCode == 66)
    }
    // The plan of another version, with its right digest.
    let old = try place.shell(
      """
      python3 - <<'END'
      import hashlib, re
      text = open("film.plan").read()
      content = text[text.index('"content":') + 10:-2].replace("editc 0", "editc 9")
      digest = hashlib.sha256(content.encode()).hexdigest()
      open("old.plan", "w").write('{"editcPlan":1,"sha256":"%s","content":%s}\\n' % (digest, content))
      END
      """)
    #expect(old.exitCode == 0, "\(old.errorText)")
    let unlike = try place.editc("segment", "--plan", "old.plan")
    #expect(
      unlike.exitCode == 69 && unlike.errorText.contains("planned with editc 9"), "\(unlike.errorText)"
    )
  }

  /// A plan with the changes of a line of Python to its content, and its right digest.
  private func doctored(_ change: String) throws -> String {
    let made = try place.shell(
      """
      python3 - <<'END'
      import hashlib, json
      content = json.load(open("film.plan"))["content"]
      plan, origin = content["plan"], content["origin"]
      other = json.load(open("other.plan"))["content"]["plan"]
      \(change)
      text = json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode()
      digest = hashlib.sha256(text).hexdigest().encode()
      open("bad.plan", "wb").write(b'{"editcPlan":1,"sha256":"%s","content":%s}\\n' % (digest, text))
      END
      """)
    #expect(made.exitCode == 0, "\(made.errorText)")
    return "bad.plan"
  }

  @Test(
    "is not made of a plan whose keys or digests are those of something else, and nothing is stored",
    arguments: [
      ("plan['segments'][1]['key'] = other['segments'][1]['key']", "segment 2 has a wrong key"),
      ("plan['composition'] = other['composition']", "a wrong key"),
      ("plan['settings']['video']['speed'] = 'veryslow'", "a wrong key"),
      ("plan['soundTrack']['key'] = '0' * 64", "its sound has a wrong key"),
      ("origin['files'][0]['digest'] = '0' * 64", ""),
      ("plan['composition']['layers'][0]['frames'] = [0, 1 << 62]", "was not made by editc"),
    ])
  func falseKeys(change: String, message: String) throws {
    try place.write("other.edit", variedScript().replacing("160", with: "192"))
    #expect(try place.editc("plan", "other.edit", "-o", "other.plan").exitCode == 0)
    let plan = try doctored(change)
    for command in ["segment", "join"] {
      let result = try place.editc(command, "--plan", plan)
      #expect(
        result.exitCode == 65 && result.errorText.contains(message), "\(command): \(result.errorText)")
    }
    #expect(try place.stored() == [])
  }

  @Test("with --root is made of files in this folder and written into it alone")
  func rooted() throws {
    try makeFolder(place.path("in"))
    let media = try place.editc("segment", "--plan", "film.plan", "--root", "in")
    #expect(media.exitCode == 77 && media.errorText.contains("--root"), "\(media.errorText)")
    #expect(try place.editc("segment", "--plan", "film.plan", "--root", ".").exitCode == 0)
    let outside = try place.editc("join", "--plan", "film.plan", "--root", "in")
    #expect(outside.exitCode == 77, "\(outside.errorText)")
    #expect(try place.editc("join", "--plan", "film.plan", "--root", ".").exitCode == 0)
  }

  @Test("of which an entry is damaged is not joined until it is made again")
  func damaged() throws {
    #expect(try place.editc("segment", "--plan", "film.plan").exitCode == 0)
    let key = try #require(place.stored().first)
    #expect(
      try place.shell("printf x | dd of=\(place.storedPath(key)) conv=notrunc bs=1 seek=900").exitCode == 0)
    let join = try place.editc("join", "--plan", "film.plan")
    #expect(join.exitCode == 75 && join.errorText.contains(key), "\(join.errorText)")
    #expect(try place.editc("segment", "--plan", "film.plan").exitCode == 0)
    #expect(try place.editc("join", "--plan", "film.plan").exitCode == 0)
  }

  @Test("of a script with two outputs is a mistake that says what to do")
  func twoOutputs() throws {
    try place.write("two.edit", variedScript() + "\n  - file: other.mp4\n")
    let plan = try place.editc("plan", "two.edit", "-o", "two.plan")
    #expect(plan.exitCode == 2 && plan.errorText.contains("one film"), "\(plan.errorText)")
  }
}
