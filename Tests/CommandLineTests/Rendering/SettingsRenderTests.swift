import Basics
import Glibc
import Processes
import TestSupport
import Testing

/// `editc.yaml` in commands: where it is looked for, what counts, and what it can never do.
@Suite("Settings of a team")
struct SettingsRenderTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("film.edit", variedScript())
  }

  private func settings(_ text: String, in folder: String = ".") throws {
    try place.write(folder + "/editc.yaml", "settings: 1\n" + text + "\n")
  }

  private func own(_ text: String) throws { try settings(text, in: "config/editc") }

  /// What `store show` says of the settings, and the folder of the store.
  private func shownStore(in folder: String, _ options: String = "") throws -> (said: String, store: String) {
    let result = try place.shell("cd \(folder) && \"$editc\" store show \(options)")
    #expect(result.exitCode == 0, "\(result.errorText)")
    return (result.errorText, String(result.text.prefix { $0 != ":" }).replacing(place.root, with: "ROOT"))
  }

  @Test(
    "are looked for beside the script and above it up to the root of the repository, then in the user's configuration"
  )
  func search() throws {
    #expect(
      try place.shell("mkdir -p a/repository/films cache/editc/segments && mkdir a/repository/.git").exitCode
        == 0)
    func store(_ options: String = "") throws -> String {
      try shownStore(in: "a/repository/films", options).store
    }
    #expect(try store() == "ROOT/cache/editc/segments")
    try settings("cache: above", in: "a")
    #expect(try store() == "ROOT/cache/editc/segments", "it is outside of the repository")
    for folder in ["above", "a/repository/kept", "a/repository/films/near", "config/editc/mine", "x"] {
      try makeFolder(place.path(folder + "/segments"))
    }
    try own("cache: mine")
    #expect(try store() == "ROOT/config/editc/mine/segments")
    try settings("cache: kept", in: "a/repository")
    #expect(try store() == "ROOT/a/repository/kept/segments")
    try settings("jobs: 2", in: "a/repository/films")
    #expect(try store() == "ROOT/a/repository/kept/segments", "the nearest file that has the key")
    try settings("cache: near", in: "a/repository/films")
    let shown = try shownStore(in: "a/repository/films")
    #expect(shown.store == "ROOT/a/repository/films/near/segments")
    #expect(shown.said == "settings: cache \(place.root)/a/repository/films/near (editc.yaml:2)\n")
    #expect(try store("--cache \(place.root)/x") == "ROOT/x/segments")
    #expect(try shownStore(in: "a/repository/films", "--cache \(place.root)/x").said == "")
    #expect(try store("--no-settings") == "ROOT/cache/editc/segments")
  }

  @Test("that choose the store are told without progress as well")
  func quiet() throws {
    try settings("cache: theirs\njobs: 2")
    let made = try place.editc("render", "film.edit", "--progress", "none")
    #expect(made.exitCode == 0, "\(made.errorText)")
    #expect(made.errorText == "settings: cache \(place.root)/theirs (editc.yaml:2)\n", "\(made.errorText)")
  }

  @Test("begin at home with `~/`")
  func home() throws {
    try settings("cache: ~/store")
    try makeFolder(place.path("home/store/segments"))
    let shown = try place.editc("store", "show", environment: ["HOME": place.path("home")])
    #expect(shown.text.hasPrefix(place.path("home/store/segments")), "\(shown.text)\(shown.errorText)")
    let homeless = try place.editc("store", "show", environment: ["HOME": ""])
    #expect(
      homeless.exitCode == 65 && homeless.errorText.contains("HOME is not set"), "\(homeless.errorText)")
  }

  @Test("give names to launchers, which start workers when the command line chooses one")
  func launchers() throws {
    try settings(
      """
      launchers:
        farm: x2 ./start
        pair: [./start, {command: ./start, workers: 2}]
      """)
    try writeProgram(
      "#!/bin/sh\npwd >> started\nexec \(shellWord(editcPath)) worker", at: place.path("start"))
    #expect(try place.editc("render", "film.edit", "-o", "local.mp4", "--no-cache").exitCode == 0)
    #expect(!isThere(place.path("started")), "only what the command line chooses is started")
    // From another folder: commands run where the settings are.
    try makeFolder(place.path("elsewhere"))
    let made = try place.shell("cd elsewhere && \"$editc\" render ../film.edit --launch @farm")
    #expect(made.exitCode == 0, "\(made.errorText)")
    #expect(
      made.errorText.hasPrefix("settings: launcher farm: x2 ./start (\(place.root)/editc.yaml:3)\n"),
      "\(made.errorText)")
    #expect(try place.digest("film.mp4") == place.digest("local.mp4"))
    #expect(
      try Set(String(decoding: place.bytes("started"), as: UTF8.self).split(separator: "\n")) == [
        place.root[...]
      ])
    try #require(place.shell("rm -r cache").exitCode == 0)
    let several = try place.editc("render", "film.edit", "--force", "--launch", "@pair")
    #expect(several.exitCode == 0, "\(several.errorText)")
    #expect(try place.leftovers() == [])
  }

  @Test("refuse launchers that there are not, and numbers that have no meaning")
  func wrongLaunchers() throws {
    try settings(
      """
      cache: c
      launchers:
        farm: [a, b]
        night: {engine: slurm, workers: 2}
      """)
    for (options, words) in [
      (["@fram"], "did you mean @farm?"), (["@"], "known are @farm and @night"),
      (["x2 @farm"], "has several commands"), (["x2 @night"], "with --workers"),
      (["@night", "--launch", "@farm"], "cannot be combined with others"),
      (["@night", "--launch", "@night"], "cannot be combined with others"),
      (["@night", "--no-cache"], "--cache DIR"), (["@farm", "--engine", "slurm"], "cannot be combined"),
      (["@farm", "--no-settings"], "no `editc.yaml` has launchers"),
    ] {
      let result = try run(
        [editcPath, "render", "film.edit", "--launch"] + options, in: place.root,
        environment: place.environment)
      #expect(result.exitCode == 2 && result.errorText.contains(words), "\(options): \(result.errorText)")
    }
    #expect(!isThere(place.path("film.mp4")))
  }

  @Test("have clusters, whose numbers the command line can replace")
  func cluster() throws {
    let slurm = try FakeSlurm(in: place)
    try settings(
      """
      cache: cache/editc
      launchers:
        night: {engine: slurm, workers: 2, sbatch: [--partition=night]}
      """)
    let made = try place.editc(
      "render", "film.edit", "--launch", "@night", "--workers", "1", "--sbatch=--qos=low",
      environment: slurm.environment)
    #expect(made.exitCode == 0, "\(made.errorText)")
    let arguments = try String(decoding: place.bytes("tasks/arguments"), as: UTF8.self)
    #expect(
      arguments.contains("--partition=night\n--qos=low\n") && arguments.contains("--array=0-0\n"),
      "\(arguments)")
    #expect(try place.digest("film.mp4") == place.localDigest(of: "film.edit"))
  }

  @Test(
    "of the user can start launchers in every render, and come before launchers of others with the same name")
  func ownLaunchers() throws {
    try settings("launchers: {farm: touch stolen; exec \(shellWord(editcPath)) worker}")
    try own("launchers: {farm: touch mine; exec \(shellWord(editcPath)) worker}\nlaunch: farm")
    let made = try place.editc("render", "film.edit")
    #expect(
      made.exitCode == 0 && made.errorText.contains("settings: launcher farm: touch mine"),
      "\(made.errorText)")
    try #require(place.shell("rm -r cache").exitCode == 0)
    let named = try place.editc("render", "film.edit", "--force", "--launch", "@farm")
    #expect(named.exitCode == 0, "\(named.errorText)")
    #expect(isThere(place.path("config/editc/mine")) && !isThere(place.path("stolen")))
    // A file beside scripts with the same key is an error, and nothing is made.
    try settings("launchers: {farm: touch stolen; exec \(shellWord(editcPath)) worker}\nlaunch: farm")
    let refused = try place.editc("render", "film.edit", "-o", "other.mp4")
    #expect(
      refused.exitCode == 65 && refused.errorText.contains("[launch-beside-scripts]"), "\(refused.errorText)")
    #expect(!isThere(place.path("stolen")) && !isThere(place.path("other.mp4")))
    // Scripts of strangers are rendered with --root.
    let rooted = try place.editc("render", "film.edit", "-o", "other.mp4", "--root", ".")
    #expect(rooted.exitCode == 0 && !isThere(place.path("stolen")), "\(rooted.errorText)")
  }

  @Test("say where folders are for `segment`, and for a worker in the user's configuration")
  func mapped() throws {
    #expect(try place.shell("mkdir far && mv footage far/ && ln -s far/footage footage").exitCode == 0)
    try #require(place.editc("plan", "film.edit", "-o", "film.plan").exitCode == 0)
    #expect(try place.shell("rm footage").exitCode == 0)
    let map = "map: {\(place.root)/footage: \(place.root)/far/footage}"
    #expect(try place.editc("segment", "--plan", "film.plan").exitCode == 66)
    try settings(map)
    let made = try place.editc("segment", "--plan", "film.plan")
    #expect(
      made.exitCode == 0 && made.errorText.contains("settings: map (editc.yaml:2)"), "\(made.errorText)")
    #expect(try place.editc("join", "--plan", "film.plan").exitCode == 0)
    #expect(
      try place.editc("segment", "--plan", "film.plan", "--map", "/a=/b", "--cache", "c").exitCode == 66)
    // What a worker finds there is compared with what the render has.
    #expect(
      try place.shell("rm editc.yaml && cp -r far/footage footage && printf x >> far/footage/busy.mp4")
        .exitCode == 0)
    func launched() throws -> ProgramResult {
      try place.editc(
        "render", "film.edit", "-o", "launched.mp4", "--no-cache", "--launch",
        "exec \(shellWord(editcPath)) worker --carry")
    }
    try own(map)
    let changed = try launched()
    #expect(
      changed.exitCode == 65 && changed.errorText.contains("busy.mp4 is not the"), "\(changed.errorText)")
    try removeFile(place.path("config/editc/editc.yaml"))
    #expect(try launched().exitCode == 0)
  }

  @Test("say how large the store may be")
  func storeSize() throws {
    #expect(try place.editc("render", "film.edit", "--no-settings").exitCode == 0)
    #expect(try place.editc("store", "clean").exitCode == 2)
    try settings("store-size: 1kB")
    let cleaned = try place.editc("store", "clean")
    // What was written within the last hour stays.
    #expect(
      cleaned.exitCode == 1 && cleaned.errorText.contains("settings: store-size 1kB (editc.yaml:2)"),
      "\(cleaned.errorText)")
    #expect(try place.editc("store", "clean", "--size", "1G").exitCode == 0)
    #expect(try place.editc("store", "show").errorText == "")
  }

  @Test("with mistakes end every command before anything is done, also for programs")
  func broken() throws {
    try settings("cahce: x")
    for command in [
      "render film.edit", "plan film.edit", "preview film.edit --once", "store show", "join --plan x",
      "segment --plan x",
    ] {
      let result = try place.shell("\"$editc\" \(command)")
      #expect(result.exitCode == 65 && result.text == "", "\(command): \(result.exitCode)")
      #expect(
        result.errorText.hasPrefix(
          "editc.yaml:2:1: error: `cahce` is not a key of the settings [unknown-key]\n"),
        "\(result.errorText)")
      #expect(result.errorText.hasSuffix("editc: nothing was done because of errors in editc.yaml\n"))
    }
    #expect(!isThere(place.path("film.mp4")) && !isThere(place.path("x")))
    let result = try place.editc("render", "film.edit", "--progress", "json")
    let events = try result.errorText.split(separator: "\n").map { try JSONValue.parse(String($0)) }
    #expect(events.map { $0["event"]?.stringValue } == ["finding", "error"] && result.exitCode == 65)
    #expect(events.first?["file"]?.stringValue == "editc.yaml" && events.last?["exitCode"] == .integer(65))
    #expect(try place.editc("worker").exitCode == 0, "a worker reads no settings of others")
    try own("cahce: x")
    #expect(try place.editc("worker").exitCode == 65)
    #expect(try place.editc("render", "film.edit", "--no-settings").exitCode == 0)
  }

  @Test("that ask for a later release end every command that reads them, whatever else they say")
  func laterRelease() throws {
    let own = String(try place.editc("--version").text.split(separator: " ")[1].dropLast())
    let words = "this project requires editc 9.1 or later (editc.yaml:2), but this is \(own)"
    for wanted in ["\">= 9.1\"", "9.1", "\">=9.1.0\""] {
      try settings("requires: \(wanted)\nfarms: {a: {of: tomorrow}}")
      for command in [
        "render film.edit", "plan film.edit", "lint film.edit", "lint editc.yaml", "store show",
      ] {
        let result = try place.shell("\"$editc\" \(command)")
        #expect(result.exitCode == 78 && result.errorText.contains(words), "\(command): \(result.errorText)")
      }
    }
    for wanted in [own, "0.0", "\">= \(own)\""] {
      try settings("requires: \(wanted)")
      #expect(try place.editc("lint", "film.edit", "editc.yaml").exitCode == 0, "\(wanted)")
    }
    for wrong in ["soon", "1", "1.2.3.4", "\"> 1.0\"", "1.x"] {
      try settings("requires: \(wrong)")
      let result = try place.editc("lint", "editc.yaml")
      #expect(result.exitCode == 1 && result.text.contains("editc.yaml:2:1"), "\(result.text)")
    }
  }

  @Test("of another user or by another name are refused, not passed over")
  func refused() throws {
    try makeFolder(place.path("films"))
    try place.write("films/film.edit", variedScript().replacing("footage/", with: "../footage/"))
    for name in ["editc.yml", ".editc.yaml", ".editc.yml"] {
      try place.write(name, "settings: 1\n")
      let result = try place.editc("plan", "films/film.edit")
      #expect(
        result.exitCode == 65 && result.errorText.contains("\(name) is not read"), "\(result.errorText)")
      try removeFile(place.path(name))
    }
    // Findings quote the text of the file, and a link can lead to any file.
    try place.write("secret", "password: 1\n")
    for (link, code) in [("../secret", Int32(77)), ("kept.yaml", 0)] {
      try place.write("films/kept.yaml", "settings: 1\n")
      try #require(place.shell("ln -sf \(link) films/editc.yaml").exitCode == 0)
      for command in ["plan", "lint"] {
        let result = try place.editc(command, "films/film.edit")
        #expect(result.exitCode == code, "\(link): \(result.errorText)")
        #expect(!(result.text + result.errorText).contains("password"))
      }
    }
    try removeFile(place.path("films/editc.yaml"))
    guard geteuid() == 0 else { return }
    try settings("jobs: 2")
    try #require(chown(place.path("editc.yaml"), 12_345, 12_345) == 0)
    let foreign = try place.editc("plan", "films/film.edit")
    #expect(
      foreign.exitCode == 77 && foreign.errorText.contains("belongs to another user"), "\(foreign.errorText)")
    #expect(try place.editc("lint", "films/film.edit").exitCode == 77)
    // The owner of the scripts may decide about them.
    try #require(chown(place.path("films"), 12_345, 12_345) == 0)
    #expect(try place.editc("plan", "films/film.edit").exitCode == 0)
  }

  @Test("are checked with the scripts that would use them, and nothing in them is carried out")
  func lint() throws {
    try makeFolder(place.path("films"))
    try place.write("films/film.edit", variedScript().replacing("footage/", with: "../footage/"))
    try settings("launchers: {farm: touch started}\njbos: 2")
    try own("cahce: x")
    let lint = try place.editc("lint", "films/film.edit", "film.edit")
    #expect(lint.exitCode == 1 && !lint.text.contains("cahce"), "\(lint.text)")
    #expect(
      lint.text.split(separator: "\n").count { $0.contains("`jbos` is not a key") } == 1, "each file once")
    let named = try place.editc("lint", "editc.yaml", "film.edit")
    #expect(named.text.split(separator: "\n").count { $0.contains("`jbos` is not a key") } == 1)
    #expect(try place.editc("lint", "config/editc/editc.yaml").text.contains("`cahce`"))
    #expect(try place.editc("lint", "--fix", "editc.yaml").exitCode == 0)
    #expect(try place.editc("lint", "films/film.edit").exitCode == 0)
    #expect(try place.editc("lint", "--root", ".", "film.edit").exitCode == 0)
    #expect(!isThere(place.path("started")) && !isThere(place.path("films/started")))
  }

  @Test("may be anything: no input traps, and each is refused")
  func hostile() throws {
    var inputs: [(String, [UInt8])] = [
      ("empty", []), ("null", [0]), ("binary", (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }),
      ("not UTF-8", Array("settings: 1\ncache: ".utf8) + [0xFF, 0xFE, 0x0A]),
      ("UTF-16", [0xFF, 0xFE] + "settings: 1".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }),
    ]
    let texts = [
      "deep": "settings: 1\nmap: " + String(repeating: "[", count: 100_000),
      "deep mappings": "settings: 1\nmap: " + String(repeating: "{a: ", count: 5000),
      "aliases": "settings: 1\nx-a: &a [x, x]\nx-b: &b [*a, *a]\nx-c: [*b, *b, *b]\ncache: *a",
      "a megabyte": "settings: 1\n" + String(repeating: "cache: /x\n", count: 110_000),
      "a long line": "settings: 1\ncache: " + String(repeating: "x", count: 900_000),
      "many keys": "settings: 1\n" + (0..<20_000).map { "k\($0): \($0)\n" }.joined(),
      "many launchers": "settings: 1\nlaunchers:\n" + (0..<20_000).map { "  k\($0): x0 a\n" }.joined(),
      "two documents": "settings: 1\n---\nsettings: 1\n", "tags": "settings: !!int 1\n",
      "tab": "settings: 1\n\tjobs: 1\n",
      "unfinished": "settings: 1\nlaunchers: {a: \"", "twice": "settings: 1\njobs: 1\njobs: 2\n",
      "invisible": "settings: 1\njo\u{200B}bs: 1\n", "merge": "settings: 1\n<<: {jobs: 1}\n",
    ]
    inputs += texts.map { ($0.key, Array($0.value.utf8)) }
    for (name, bytes) in inputs {
      try place.write("editc.yaml", bytes)
      for command in [["plan", "film.edit"], ["lint", "editc.yaml"], ["fmt", "--check", "editc.yaml"]] {
        let result = try run([editcPath] + command, in: place.root, environment: place.environment)
        let expected: Set<Int32> = command[0] == "plan" ? [65] : command[0] == "lint" ? [1] : [0, 1]
        #expect(
          expected.contains(result.exitCode),
          "\(name), \(command): \(result.exitCode) \(result.errorText.prefix(300))")
      }
    }
    try removeFile(place.path("editc.yaml"))
    for arrangement in [
      "mkdir editc.yaml", "ln -s editc.yaml editc.yaml", "ln -s nowhere editc.yaml", "mkfifo editc.yaml",
    ] {
      try #require(try place.shell(arrangement).exitCode == 0)
      let result = try place.editc("plan", "film.edit")
      #expect(
        [65, 66, 74, 77].contains(result.exitCode), "\(arrangement): \(result.exitCode) \(result.errorText)")
      try #require(try place.shell("rm -r editc.yaml").exitCode == 0)
    }
    #expect(try place.leftovers() == [])
  }

  @Test("have the limits of the options whose place they take")
  func limits() throws {
    for (count, isFine) in [(256, true), (257, false)] {
      try settings("jobs: \(count)\nlaunchers: {a: x\(count) b}")
      #expect(try place.editc("lint", "editc.yaml").exitCode == (isFine ? 0 : 1))
      for option in [["--jobs", "\(count)"], ["--launch", "x\(count) b"]] {
        let result = try run(
          [editcPath, "render", "missing.edit", "--no-settings"] + option, in: place.root,
          environment: place.environment)
        #expect(result.exitCode == (isFine ? 66 : 2), "\(option)")
      }
    }
  }

  @Test("are formatted and repaired like scripts")
  func formatted() throws {
    try place.write("editc.yaml", "jobs:   2 # two\nsettings: 1\nlaunchers: {a:   x2 b}\n")
    #expect(try place.editc("fmt", "editc.yaml").exitCode == 0)
    #expect(
      try String(decoding: place.bytes("editc.yaml"), as: UTF8.self)
        == "settings: 1\njobs: 2  # two\nlaunchers: {a: x2 b}\n")
    try place.write("editc.yaml", "settings: 1\nthreads: 2\n")
    #expect(try place.editc("lint", "--fix", "editc.yaml").exitCode == 0)
    #expect(try String(decoding: place.bytes("editc.yaml"), as: UTF8.self) == "settings: 1\njobs: 2\n")
    // Other machines may have the folder.
    try place.write("editc.yaml", "settings: 1\ncache: /nowhere/at/all\n")
    let missing = try place.editc("lint", "-v", "editc.yaml", "--deny", "warnings")
    #expect(missing.exitCode == 0 && missing.text.contains("[missing-file]"), "\(missing.text)")
    try place.write("editc.yaml", "settings: 1\ncache: film.edit\n")
    let wrong = try place.editc("lint", "editc.yaml")
    #expect(wrong.exitCode == 1 && wrong.text.contains("'film.edit' is not a folder"), "\(wrong.text)")
  }
}
