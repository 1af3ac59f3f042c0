import Processes
import TestSupport
import Testing

/// Locks beside scripts, in git and out of it.
@Suite struct LockTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
  }

  private func script(_ files: [String], output: String = "film.mp4") -> String {
    let items = files.map { "  - {clip: \($0), take: ..1s}\n" }.joined()
    return "edit: 1\ncanvas: {size: 160x90, rate: 30}\ntimeline:\n\(items)outputs: [{file: \(output)}]\n"
  }

  private func lock(_ script: String = "film.edit") throws {
    let result = try place.editc("lock", script)
    try #require(result.exitCode == 0, "\(result.errorText)")
  }

  /// Media of this test's own, which it may change.
  private func copy(_ media: String, to name: String) throws {
    try #require(try run(["cp", place.path(media), place.path(name)]).exitCode == 0)
  }

  @Test("What a lock says is what ffprobe and sha256sum say, and Python can read it")
  func judged() throws {
    let files = [Footage.flat, Footage.other, Footage.counter, Footage.tone, Footage.white]
    var text = script([Footage.flat, Footage.other, Footage.counter])
    text += "audio: [{clip: \(Footage.tone), take: ..1s}]\noverlays: [{image: \(Footage.white), at: 0s}]\n"
    try place.write("film.edit", text)
    try lock()
    try place.write("judge.py", judge)
    let result = try run(["/usr/bin/python3", "judge.py", "film.edit.lock"] + files, in: place.root)
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(result.text == "5 files\n")
    #expect(try place.editc("lock", "--check", "film.edit").exitCode == 0)
  }

  @Test("A checkout without the footage lints clean, and mistakes that need facts are found all the same")
  func withoutFootage() throws {
    try copy(Footage.counter, to: "beach.mp4")
    try place.write("film.edit", script(["beach.mp4"]))
    try place.write("wrong.edit", script(["beach.mp4"]).replacing("..1s", with: "..9s"))
    for name in ["film.edit", "wrong.edit"] {
      try place.write("\(name).lock", "editc lock 1\n")
    }
    #expect(try place.editc("lock", "wrong.edit").exitCode == 1, "the script has an error")
    try lock()
    try #require(try run(["cp", "film.edit.lock", "wrong.edit.lock"], in: place.root).exitCode == 0)
    let git = try place.shell(
      """
      git init -q . && echo '*.mp4' > .gitignore && git add .gitignore *.edit *.lock && \
      git -c user.name=t -c user.email=t@example.org commit -qm all && git clone -q . elsewhere
      """)
    try #require(git.exitCode == 0, "\(git.errorText)")

    let clean = try place.editc("lint", "-v", "elsewhere/film.edit")
    #expect(clean.exitCode == 0, "\(clean.text)")
    #expect(clean.text.contains("note: 'beach.mp4' is missing; its facts come from film.edit.lock"))
    #expect(clean.text.hasSuffix("\n1 note\n"))
    let wrong = try place.editc("lint", "elsewhere/wrong.edit")
    #expect(wrong.exitCode == 1)
    #expect(wrong.text.contains("[take-outside-media]"))
    for command in [
      ["plan"], ["render"], ["frame", "--at", "0s", "-o", "x.png"], ["lint", "--require-media"],
    ] {
      let result = try run(
        [editcPath] + command + ["elsewhere/film.edit"], in: place.root, environment: place.environment)
      #expect(result.exitCode == 1, "\(command)")
      #expect((result.text + result.errorText).contains("[missing-file]"), "\(command)")
    }
    try run(["rm", place.path("elsewhere/film.edit.lock")]).check()
    #expect(try place.editc("lint", "-v", "elsewhere/film.edit").exitCode == 1)
  }

  @Test(
    "Two branches that add media at different places merge by themselves; a third one next to them by union")
  func merge() throws {
    for name in ["b.mp4", "d.mp4", "f.mp4"] { try copy(Footage.counter, to: name) }
    for name in ["a.mp4", "c.mp4", "e.mp4"] { try copy(Footage.flat, to: name) }
    let git = """
      git() { command git -c user.name=t -c user.email=t@example.org -c init.defaultBranch=trunk "$@"; }
      commit() { "$editc" lock film.edit && git add film.edit.lock && git commit -qm "$1"; }
      """
    func commit(_ branch: String, from start: String, _ files: [String]) throws {
      try place.shell("\(git)\ngit checkout -q -b \(branch) \(start)").check()
      try place.write("film.edit", script(files))
      try place.shell("\(git)\ncommit \(branch)").check()
    }
    try place.shell("\(git)\ngit init -q . && git commit -q --allow-empty -m start").check()
    try commit("base", from: "trunk", ["b.mp4", "d.mp4"])
    try commit("first", from: "base", ["a.mp4", "b.mp4", "d.mp4"])
    try commit("second", from: "base", ["b.mp4", "c.mp4", "d.mp4"])
    try commit("third", from: "base", ["b.mp4", "d.mp4", "e.mp4"])
    try commit("fourth", from: "base", ["b.mp4", "d.mp4", "f.mp4"])

    try place.shell("\(git)\ngit checkout -q first && git merge -q -m m second && git merge -q -m m third")
      .check()
    try place.write("film.edit", script(["a.mp4", "b.mp4", "c.mp4", "d.mp4", "e.mp4"]))
    let merged = try place.bytes("film.edit.lock")
    #expect(try place.editc("lock", "--check", "film.edit").text == "")
    try lock()
    #expect(try place.bytes("film.edit.lock") == merged)

    // Side by side: a conflict that names itself, and none where the lines of both are to be kept.
    let conflict = try place.shell("\(git)\ngit merge -q -m m fourth")
    #expect(conflict.exitCode == 1)
    try place.write("film.edit", script(["e.mp4", "f.mp4"]))
    let lint = try place.editc("lint", "film.edit")
    #expect(lint.exitCode == 1)
    #expect(lint.text.contains("film.edit.lock:"), "\(lint.text)")
    #expect(lint.text.contains("the lock has an unresolved merge conflict"), "\(lint.text)")
    #expect(lint.text.contains("hint: run `editc lock film.edit`"), "\(lint.text)")
    try place.shell(
      "\(git)\ngit merge --abort && echo '*.lock merge=union' > .gitattributes && git merge -q -m m fourth"
    ).check()
    try place.write("film.edit", script(["a.mp4", "b.mp4", "c.mp4", "d.mp4", "e.mp4", "f.mp4"]))
    let check = try place.editc("lock", "--check", "film.edit")
    #expect(check.exitCode == 0, "\(check.text)")
  }

  @Test("Media that are not those of the lock are refused where the script names them, with what differs")
  func changedMedia() throws {
    try copy(Footage.counter, to: "beach.mp4")
    try place.write("film.edit", script([Footage.flat, "beach.mp4"]))
    try lock()
    #expect(try place.editc("render", "film.edit").exitCode == 0)
    let film = try place.digest("film.mp4")

    // One bit of the picture: as long as before, and with the same facts.
    try place.shell("printf x | dd of=beach.mp4 bs=1 seek=2000 conv=notrunc status=none").check()
    for command in [
      ["plan"], ["render", "--force"], ["frame", "--at", "0s", "-o", "x.png"], ["lint", "--require-media"],
    ] {
      let result = try run(
        [editcPath] + command + ["film.edit"], in: place.root, environment: place.environment)
      #expect(result.exitCode == 1, "\(command)")
      let words = result.text + result.errorText
      #expect(
        words.contains("film.edit:5:12: error: 'beach.mp4' differs from the file in film.edit.lock"),
        "\(words)")
      #expect(words.contains("a different digest [media-differs-from-lock]"), "\(words)")
      #expect(words.contains("or run `editc lock film.edit` if this one is right"), "\(words)")
    }
    #expect(try place.digest("film.mp4") == film)

    try copy(Footage.flat, to: "beach.mp4")
    let lint = try place.editc("lint", "film.edit")
    #expect(lint.exitCode == 1)
    #expect(lint.text.contains("; lasts 8s, not 3s; "), "\(lint.text)")
    try copy(Footage.counter, to: "beach.mp4")
    try place.shell("truncate -s 1000 beach.mp4").check()
    let short = try place.editc("lint", "film.edit")
    #expect(short.text.contains("film.edit.lock: 1000 bytes, not "), "\(short.text)")
    try lockAfterCopy()
    #expect(try place.editc("render", "film.edit", "--force").exitCode == 0)
  }

  private func lockAfterCopy() throws {
    try copy(Footage.flat, to: "beach.mp4")
    try lock()
  }

  @Test("Media that the lock does not have are a warning, and media that nobody uses may be missing")
  func outdated() throws {
    try place.write("film.edit", script([Footage.counter]))
    try lock()
    try place.write("film.edit", script([Footage.counter, Footage.flat]) + "media: {old: gone.mp4}\n")
    let lint = try place.editc("lint", "film.edit")
    #expect(lint.exitCode == 0)
    #expect(
      lint.text.contains("warning: '\(Footage.flat)' is not in film.edit.lock [lock-outdated]"),
      "\(lint.text)")
    let check = try place.editc("lock", "--check", "film.edit")
    #expect(check.exitCode == 1)
    #expect(check.text == "film.edit.lock: '\(Footage.flat)' is not in the lock\n")
    let lock = try place.editc("lock", "film.edit")
    #expect(lock.exitCode == 0)
    #expect(lock.errorText == "editc: left out gone.mp4: it does not exist, and the film does not use it\n")
    #expect(try place.editc("render", "film.edit").exitCode == 0)
  }

  @Test("Facts that another version found in the same bytes are no other media")
  func otherFacts() throws {
    try place.write("film.edit", script([Footage.counter]))
    try lock()
    try place.shell("sed -i 's/ depth 8$/ depth 10/' film.edit.lock").check()
    let lint = try place.editc("lint", "film.edit")
    #expect(lint.exitCode == 0)
    #expect(lint.text.contains("depth 8, not 10 [lock-outdated]"), "\(lint.text)")
    #expect(
      try place.editc("lock", "--check", "film.edit").text.contains("has not changed, but its facts differ")
    )
    #expect(try place.editc("render", "film.edit").exitCode == 0)
  }

  @Test("A Git LFS pointer stands for the media of the lock, or says that it is of others")
  func pointers() throws {
    try copy(Footage.counter, to: "beach.mp4")
    try place.write("film.edit", script(["beach.mp4"]))
    try lock()
    let digest = try place.digest("beach.mp4")
    func pointer(_ digest: String) throws {
      try place.write(
        "beach.mp4", "version https://git-lfs.github.com/spec/v1\noid sha256:\(digest)\nsize 777\n")
    }
    try pointer(digest)
    let same = try place.editc("lint", "-v", "film.edit")
    #expect(same.exitCode == 0, "\(same.text)")
    #expect(same.text.contains("[facts-from-lock]"))
    #expect(try place.editc("render", "film.edit").errorText.contains("[lfs-pointer]"))
    try pointer(String(digest.reversed()))
    let other = try place.editc("lint", "film.edit")
    #expect(other.exitCode == 1)
    #expect(other.text.contains("its Git LFS pointer names 777 bytes, not "), "\(other.text)")
    try run(["rm", place.path("film.edit.lock")]).check()
    let alone = try place.editc("lint", "film.edit")
    #expect(
      alone.text.contains("hint: run `git lfs pull` to download the media (777 bytes)"), "\(alone.text)")
  }

  @Test("A lock appears whole or not at all, and never in the place of something else")
  func writing() throws {
    try place.write("film.edit", script([Footage.counter]))
    try place.write("notes.txt", "not to be lost")
    for (file, code) in [
      ("film.edit", Int32(73)), ("notes.txt", 73), ("no/where.lock", 73), ("tmp", 66),
    ] {
      let result = try place.editc("lock", "film.edit", "-o", file)
      #expect(result.exitCode == code, "\(file): \(result.errorText)")
    }
    #expect(try place.bytes("film.edit") == Array(script([Footage.counter]).utf8))
    let full = try place.shell("ulimit -f 0; \"$editc\" lock film.edit --no-cache")
    #expect(full.exitCode != 0)
    #expect(!isThere(place.path("film.edit.lock")))
    #expect(try place.leftovers() == [])
    try place.shell("\"$editc\" lock - -o here.lock < film.edit && \"$editc\" lock film.edit").check()
    #expect(try place.bytes("here.lock") == place.bytes("film.edit.lock"))
  }
}

/// Reads a lock knowing nothing of editc but docs/lock.md.
private let judge = #"""
  import hashlib, json, re, subprocess, sys
  from fractions import Fraction

  def pieces(line):
      return [json.loads(p) if p[0] == '"' else p for p in re.findall(r'"(?:[^"\\]|\\.)*"|\S+', line)]

  def seconds(text):
      return Fraction(text.removesuffix("s"))

  lines = open(sys.argv[1], encoding="utf-8").read().split("\n")
  assert lines[0] == "editc lock 1"
  files = {}
  for line in lines[1:]:
      if line and not line.startswith("#"):
          path, *fact = pieces(line)
          files.setdefault(path, []).append(fact)
  assert list(files) == sorted(files, key=lambda p: p.encode()) and set(files) == set(sys.argv[2:]), list(files)
  for path, facts in files.items():
      one = {fact[0]: fact[1:] for fact in facts}
      assert one["sha256"] == [hashlib.sha256(open(path, "rb").read()).hexdigest()]
      probe = json.loads(subprocess.check_output(
          ["ffprobe", "-v", "error", "-count_packets", "-show_streams", "-show_format", "-of", "json", path]))
      assert one["bytes"] == [probe["format"]["size"]]
      for kind in ("video", "audio"):
          streams = [s for s in probe["streams"] if s["codec_type"] == kind]
          tracks = {}
          for fact in facts:
              if fact[0] == kind:
                  tracks.setdefault(int(fact[1]), {})[fact[2]] = fact[3:]
          assert len(tracks) == len(streams), (path, kind)
          for track, stream in zip(tracks.values(), streams):
              assert track["stream"] == [str(stream["index"])] and track["codec"] == [stream["codec_name"]]
              if kind == "audio":
                  assert track["rate"] == [stream["sample_rate"]] and track["channels"] == [str(stream["channels"])]
                  continue
              assert track["size"] == ["%dx%d" % (stream["width"], stream["height"])]
              assert track["frames"] == [stream["nb_read_packets"]] and track["pixel-format"] == [stream["pix_fmt"]]
              assert ("still" in track) == (path.endswith(".png"))
              if "still" in track: continue
              assert Fraction(track["rate"][0]) == Fraction(stream["r_frame_rate"])
              start, end = map(seconds, track["range"][0].split(".."))
              assert abs(float(end - start) - float(stream["duration"])) < 0.001
  print(len(files), "files")
  """#
