import FoundationEssentials
import Processes
import TestSupport
import Testing

/// Four by four pixels of one colour.
private let logo = Array(
  Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAD0lEQVR42mM4gQQYiOMAAM9hJYEvFZ+yAAAAAElFTkSuQmCC")
    ?? Data())

private let hasStrace = (try? run(["strace", "-V"])) != nil

private let card = """
  edit: 1
  vars: {words: {type: text, default: Hello}}
  canvas: {size: 64x36, rate: 10, nested: inherit}
  timeline: [{image: logo.png, for: 1s}]

  """

/// Packages from a repository and a server on this machine.
@Suite(.serialized) struct PackageCommandTests {
  private let place: Workplace
  private let url = "https://git.example.org/titles"

  /// A repository with a package in its folder `film`, tagged `v1.2.0`.
  init() throws {
    place = try Workplace(isBare: true)
    try place.write("servers/titles/film/card.edit", card)
    try place.write("servers/titles/film/logo.png", logo)
    try place.write("servers/titles/README", "not of the package\n")
    try git("init --quiet --initial-branch main . && git config uploadpack.allowAnySHA1InWant true")
    try commit("v1.2.0")
    try write("git: \"\(url)\", revision: v1.2.0, folder: film")
  }

  private func write(_ keys: String) throws {
    try place.write(
      "film.edit",
      """
      edit: 1
      use:
        titles: {\(keys)}
      canvas: {size: 64x36, rate: 10}
      timeline: [{edit: titles/card}]
      outputs: [{file: film.mp4}]

      """)
  }

  private func git(_ line: String, in folder: String = "servers/titles") throws {
    let own =
      "export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b"
    try place.shell("\(own); cd \(folder) && git \(line)").check()
  }

  private func commit(_ tag: String) throws {
    try git("add --all && git commit --quiet --message x && git tag --force \(tag)")
  }

  /// Where git finds the server is a setting of the user; that it may use files there, too.
  private func editc(_ words: String..., more: [String: String] = [:]) throws -> ProgramResult {
    let settings = [
      "GIT_ALLOW_PROTOCOL": "file", "GIT_CONFIG_COUNT": "1",
      "GIT_CONFIG_KEY_0": "url.file://\(place.path("servers"))/.insteadOf",
      "GIT_CONFIG_VALUE_0": "https://git.example.org/", "http_proxy": "", "HOME": place.root,
    ]
    let environment = place.environment.merging(settings) { $1 }.merging(more) { $1 }
    return try run([builtEditc] + words, in: place.root, environment: environment)
  }

  private func digest() throws -> String {
    let lock = try place.shell("grep -o 'package \"titles\" sha256 .*' film.edit.lock").text
    return String(lock.suffix(65).dropLast())
  }

  private let missing = "error: the package 'titles' is not on this machine [missing-package]"

  @Test("From a tag to a film: missing, fetched, locked, rendered, and compared")
  func whole() throws {
    let trace = hasStrace ? ["strace", "-f", "-qq", "-e", "trace=socket", "-o", place.path("calls")] : []
    for words in [["lint", "film.edit"], ["plan", "film.edit"], ["render", "film.edit"]] {
      let result = try run(
        trace + [builtEditc] + words, in: place.root, environment: place.environment)
      #expect(result.exitCode == 1, "\(words): \(result.errorText)")
      let words = result.text + result.errorText
      #expect(words.contains("film.edit:3:17: \(missing)"), "\(words)")
      #expect(words.contains("hint: `editc fetch film.edit` downloads it"))
      #expect(words.components(separatedBy: "error:").count == 2, "\(words)")
      if hasStrace { #expect(try !place.shell("cat calls").text.contains("socket(")) }
    }
    let check = try editc("fetch", "--check", "film.edit")
    #expect(check.text == "titles: available at \(url)\n", "\(check.errorText)")
    #expect(!isThere(place.path(".editc")))

    let fetch = try editc("fetch", "film.edit")
    #expect(fetch.exitCode == 0, "\(fetch.errorText)")
    let head = try place.shell("git -C servers/titles rev-parse HEAD").text.prefix(40)
    #expect(
      fetch.text.hasPrefix(
        "titles: 2 files, \(card.utf8.count + logo.count) bytes from \(url), commit \(head.prefix(12))\n"),
      "\(fetch.text)")
    #expect(try place.shell("cd .editc/packages/titles-*/ && ls -A").text == "card.edit\nlogo.png\n")
    #expect(try place.leftovers() == [])
    #expect(try editc("fetch", "film.edit").text.hasPrefix("titles: here\n"))

    #expect(try editc("lock", "film.edit").exitCode == 0)
    let lock = try place.shell("cat film.edit.lock").text
    #expect(lock.hasPrefix("editc lock 2\n"))
    #expect(
      lock.contains(
        "package \"titles\" git \"\(url)\" revision \"v1.2.0\" folder \"film\" commit \(head)\n"))
    #expect(try editc("lock", "--check", "film.edit").exitCode == 0)
    let lint = try editc("lint", "film.edit")
    #expect(lint.exitCode == 0, "\(lint.text)\(lint.errorText)")
    let render = try editc("render", "film.edit", "--receipt")
    #expect(render.exitCode == 0, "\(render.errorText)")
    #expect(try !place.shell("cat film.mp4.intoto.json film.edit.lock").text.contains(place.root))
    let film = try place.digest("film.mp4")

    // Another machine.
    try place.shell("rm -rf film.mp4 .editc cache").check()
    let other = try editc("render", "--fetch", "film.edit")
    #expect(other.exitCode == 0, "\(other.errorText)")
    #expect(try place.digest("film.mp4") == film)

    // Another version is another film.
    try git("init --quiet .", in: ".")
    try place.write(".gitignore", "servers\ncache\ntmp\nconfig\n")
    try git("add --all && git commit --quiet --message one", in: ".")
    #expect(try !place.shell("git ls-files").text.contains(".editc"))
    try place.write("servers/titles/film/card.edit", card.replacing("for: 1s", with: "for: 2s"))
    try commit("v1.3.0")
    try write("git: \"\(url)\", revision: v1.3.0, folder: film")
    #expect(try editc("fetch", "film.edit").exitCode == 0)
    let differs = try editc("lint", "film.edit")
    #expect(differs.text.contains("[package-differs-from-lock]"), "\(differs.text)")
    #expect(differs.text.contains("revision \"v1.2.0\""))
    #expect(try editc("lock", "--check", "film.edit").exitCode == 1)
    #expect(try editc("lock", "film.edit").exitCode == 0)
    let diff = try editc("diff", "film.edit")
    #expect(diff.exitCode == 0 || diff.exitCode == 1, "\(diff.errorText)")
    #expect(diff.text.contains("2"), "\(diff.text)")
  }

  @Test("A tag that was moved is noticed, and the commit of the lock is fetched while the server has it")
  func moved() throws {
    #expect(try editc("lock", "--fetch", "film.edit").exitCode == 0)
    let lock = try place.shell("cat film.edit.lock").text
    try place.write("servers/titles/film/card.edit", card + "# changed\n")
    try commit("v1.2.0")
    try place.shell("rm -r .editc").check()
    let again = try editc("fetch", "film.edit")
    #expect(again.exitCode == 0, "\(again.errorText)")
    #expect(try editc("lint", "film.edit").exitCode == 0)

    // Without the lock, the new one.
    try place.shell("rm -r .editc film.edit.lock").check()
    #expect(try editc("lock", "--fetch", "film.edit").exitCode == 0)
    #expect(try place.shell("cat film.edit.lock").text != lock)
    try place.write("film.edit.lock", lock)
    let differs = try editc("lint", "film.edit")
    #expect(differs.exitCode == 1)
    #expect(
      differs.text.contains("error: the package 'titles' differs from the lock: commit "), "\(differs.text)")

    // The server has forgotten the commit.
    try place.shell("rm -rf .editc servers/titles/.git").check()
    try git("init --quiet --initial-branch main .")
    try commit("v1.2.0")
    let refused = try editc("fetch", "film.edit")
    #expect(refused.exitCode == 65 && refused.errorText.contains("but the lock has"), "\(refused.errorText)")
    #expect(try place.shell("ls .editc 2> /dev/null").text == "")
  }

  @Test("Fetched, archived and vendored copies have the same digest")
  func copies() throws {
    #expect(try editc("lock", "--fetch", "film.edit").exitCode == 0)
    let digest = try digest()
    let vendor = try editc("fetch", "--vendor", "vendor", "film.edit")
    #expect(vendor.exitCode == 0, "\(vendor.errorText)")
    #expect(
      vendor.text.contains("write `vendored: vendor/titles` in its entry under `use`"), "\(vendor.text)")
    try write("git: \"\(url)\", revision: v1.2.0, folder: film, vendored: vendor/titles")
    try place.shell("rm -r .editc servers").check()
    let lint = try editc("lint", "film.edit")
    #expect(lint.exitCode == 0, "\(lint.text)")
    #expect(try editc("lock", "film.edit").exitCode == 0)
    #expect(try self.digest() == digest)
    try place.shell("echo >> vendor/titles/card.edit").check()
    #expect(try editc("lint", "film.edit").text.contains("'card.edit' has other bytes [changed-package]"))
  }

  @Test("An archive comes from a web server; one that stops in between leaves nothing")
  func archives() throws {
    #expect(try editc("lock", "--fetch", "film.edit").exitCode == 0)
    let digest = try digest()
    try place.shell("cd servers/titles && git archive --format=tar -o ../../titles.tar v1.2.0").check()
    let server = try FaultServer(file: place.path("titles.tar"))
    let sha256 = try place.digest("titles.tar")
    try place.shell("rm -r .editc film.edit.lock titles.tar").check()

    try write("url: \"\(server.url("stall"))\", sha256: \(sha256), folder: film")
    let line = """
      "$editc" fetch film.edit --allow-private 127.0.0.1 & 
      for i in $(seq 300); do
        sleep 0.05
        [ "$(cat cache/editc/media/*/*.partial 2> /dev/null | wc -c)" -ge 1000 ] && break
      done
      kill -9 $!; wait; ls -A .editc 2> /dev/null
      """
    #expect(try place.shell(line).text == "")
    #expect(try editc("lint", "film.edit").text.contains(missing))

    try write("url: \"\(server.url("ok"))\", sha256: \(sha256), folder: film")
    let refused = try editc("fetch", "film.edit")
    #expect(refused.exitCode == 77 && refused.errorText.contains("private address"), "\(refused.errorText)")
    let fetch = try editc("fetch", "film.edit", "--allow-private", "127.0.0.1")
    #expect(fetch.exitCode == 0, "\(fetch.errorText)")
    #expect(try editc("lock", "film.edit").exitCode == 0)
    #expect(try self.digest() == digest)
    #expect(try editc("render", "film.edit").exitCode == 0)
    // A damaged archive in the store is downloaded again.
    try place.shell("rm -r .editc; cd cache/editc/media/*/; for f in *; do chmod u+w $f; echo x >> $f; done")
      .check()
    let repaired = try editc("fetch", "film.edit", "--allow-private", "127.0.0.1")
    #expect(repaired.exitCode == 0 && repaired.text.contains("titles: 2 files"), "\(repaired.errorText)")
    let json = try editc("fetch", "--json", "film.edit")
    #expect(json.text.contains("\"state\": \"here\"") && json.text.contains(digest), "\(json.text)")

    // Media of a package stay out of its folder.
    try place.write(
      "servers/titles/film/card.edit",
      "edit: 1\nmedia: {big: {file: big.png, from: \"\(server.url("ok"))\", sha256: \(sha256)}}\n"
        + "canvas: {size: 64x36, rate: 10, nested: inherit}\ntimeline: [{image: big, for: 1s}]\n")
    try commit("v5")
    try place.shell("rm -r .editc film.edit.lock").check()
    try write("git: \"\(url)\", revision: v5, folder: film")
    let placed = try editc("fetch", "--place", "film.edit", "--allow-private", "127.0.0.1")
    #expect(placed.exitCode == 0, "\(placed.errorText)")
    #expect(try place.shell("cd .editc/packages/titles-*/ && ls -A").text == "card.edit\nlogo.png\n")

    try write("url: \"\(server.url("404"))\", sha256: \(String(repeating: "0", count: 64))")
    #expect(try editc("fetch", "film.edit", "--allow-private", "127.0.0.1").exitCode == 66)
    try write("url: \"\(server.url("flip"))\", sha256: \(String(repeating: "0", count: 64))")
    #expect(try editc("fetch", "film.edit", "--allow-private", "127.0.0.1").exitCode == 65)
  }

  @Test("A branch is followed by a new lock only")
  func branch() throws {
    try write("git: \"\(url)\", revision: main, folder: film")
    #expect(try editc("lock", "--fetch", "film.edit").exitCode == 0)
    let lock = try place.shell("cat film.edit.lock").text
    try place.write("servers/titles/film/card.edit", card.replacing("for: 1s", with: "for: 2s"))
    try commit("v2")
    try place.shell("rm -r .editc").check()
    #expect(try editc("fetch", "film.edit").exitCode == 0)
    #expect(try editc("lock", "film.edit").exitCode == 0)
    #expect(try place.shell("cat film.edit.lock").text == lock)
    try place.shell("rm -r .editc").check()
    #expect(try editc("lock", "--fetch", "film.edit").exitCode == 0)
    let head = try place.shell("git -C servers/titles rev-parse HEAD").text
    #expect(try place.shell("cat film.edit.lock").text.contains(head))
    #expect(try editc("lint", "film.edit").exitCode == 0)
  }

  @Test("A fetch that is killed at any moment leaves the whole package or none, and the next one tidies up")
  func killed() throws {
    try place.shell("cd servers/titles/film && for i in $(seq 400); do echo $i > file-$i; done").check()
    try commit("v3")
    try write("git: \"\(url)\", revision: v3, folder: film")
    var states: Set<String> = []
    for delay in 1...12 {
      try place.shell(
        "\(settings) \"$editc\" fetch film.edit > /dev/null & sleep \(Double(delay) / 20); kill -9 $!; wait"
      )
      .check()
      let lint = try editc("lint", "film.edit")
      let isMissing = lint.text.contains(missing)
      #expect(isMissing || !lint.text.contains("error:"), "\(lint.text)")
      states.insert(isMissing ? "missing" : "whole")
      if !isMissing { try place.shell("rm -r .editc").check() }
    }
    let fetch = try editc("fetch", "film.edit")
    #expect(fetch.exitCode == 0 && fetch.text.contains("402 files"), "\(fetch.text)\(fetch.errorText)")
    #expect(try place.shell("find .editc tmp -name 'editc-*' -o -name '*.partial'").text == "")
    #expect(try place.shell("ls .editc/packages | wc -l").text == "2\n")
    #expect(try editc("lint", "film.edit").exitCode == 0)
  }

  @Test(
    "Git ends with `fetch`, and so does what it has started; the next fetch works",
    arguments: ["TERM", "INT", "KILL"])
  func interrupted(_ signal: String) throws {
    // A git that waits for a server, as if by ssh, and an ssh that stays silent.
    try place.write(
      "slow/git",
      """
      #!/bin/sh
      case "$*" in *" fetch "*) ;; *) exec \(try place.shell("command -v git").text.dropLast()) "$@" ;; esac
      echo $$ >> "$PIDS"
      sh -c 'echo $$ >> "$PIDS"; sleep 300; true' &
      wait

      """)
    try place.write("slow/ssh", "#!/bin/sh\necho $$ >> \"$PIDS\"\nsleep 300\ntrue\n")
    try place.shell("chmod +x slow/*").check()
    for (environment, url, count) in [
      ("PATH=$PWD/slow:$PATH", url, 2),
      ("GIT_SSH_COMMAND=$PWD/slow/ssh", "ssh://git@git.example.com/titles", 1),
    ] {
      try write("git: \"\(url)\", revision: v1.2.0, folder: film")
      let ended = try place.shell(
        """
        export PIDS=$PWD/pids; rm -f pids; touch pids
        \(settings) GIT_ALLOW_PROTOCOL=file:ssh \(environment) \
          env --default-signal=INT setsid "$editc" fetch film.edit > log 2>&1 &
        for i in $(seq 600); do sleep 0.05; [ "$(wc -l < pids)" -ge \(count) ] && break; done
        [ "$(wc -l < pids)" -ge \(count) ] || { echo never started; cat log; }
        kill -\(signal) $!; wait $! 2> /dev/null
        for pid in $(cat pids); do
          for i in $(seq 100); do
            state=$(sed 's/.*) //' /proc/$pid/stat 2> /dev/null | cut -c 1)
            case "$state" in ""|Z|X) break;; esac
            sleep 0.05
          done
          case "$state" in ""|Z|X) ;; *) echo "$pid is $state";; esac
        done
        ls -A .editc 2> /dev/null; true
        """)
      #expect(ended.text == "", "\(signal) \(environment): \(ended.text)\(ended.errorText)")
    }
    try write("git: \"\(url)\", revision: v1.2.0, folder: film")
    let fetch = try editc("fetch", "film.edit")
    #expect(fetch.exitCode == 0 && fetch.text.hasPrefix("titles: 2 files"), "\(fetch.errorText)")
    #expect(try place.leftovers() == [])
  }

  @Test("--check looks for the folder, and for the commit of the lock")
  func checking() throws {
    try write("git: \"\(url)\", revision: v1.2.0, folder: films")
    let missing = try editc("fetch", "--check", "film.edit")
    #expect(
      missing.exitCode == 65 && missing.errorText.contains("it has no folder 'films'"), "\(missing.text)")
    try write("git: \"\(url)\", revision: v1.2.0, folder: film")
    #expect(try editc("lock", "--fetch", "film.edit").exitCode == 0)
    try place.shell("rm -r .editc servers/titles/.git").check()
    try place.write("servers/titles/film/card.edit", card + "# changed\n")
    try git("init --quiet --initial-branch main .")
    try commit("v1.2.0")
    let moved = try editc("fetch", "--check", "film.edit")
    #expect(
      moved.exitCode == 65 && moved.errorText.contains("but the lock has"), "\(moved.text)\(moved.errorText)")
    #expect(try place.shell("ls .editc 2> /dev/null").text == "")
    #expect(try place.leftovers() == [])
  }

  @Test("Files of a package are neither fixed nor formatted, and get no lock")
  func unchanged() throws {
    let odd = card.replacing("nested: inherit", with: "nested:   inherit").replacing(
      "timeline", with: "timelin")
    try place.write("servers/titles/film/odd.edit", odd)
    try commit("v2")
    try write("git: \"\(url)\", revision: v2, folder: film")
    #expect(try editc("fetch", "--vendor", "vendor", "film.edit").exitCode == 0)
    try write("git: \"\(url)\", revision: v2, folder: film, vendored: vendor/titles")
    let own = "edit: 1\ncanvas: {size: 64x36, rate:   10}\ntimelin: [{color: red, for: 1s}]\n"
    try place.write("own.edit", own)
    let before = try place.shell("cd vendor && sha256sum titles/*").text
    let fix = try editc("lint", "--fix", ".")
    #expect(fix.text.contains("vendor/titles/odd.edit:4:1: error:"), "\(fix.text)")
    #expect(!fix.text.contains("fix:"), "\(fix.text)")
    #expect(try !place.shell("cat own.edit").text.contains("timelin:"))
    let named = try editc("lint", "--fix", "vendor/titles/odd.edit")
    #expect(named.exitCode == 1 && !named.errorText.contains("fixed"), "\(named.errorText)")
    let all = try editc("fmt", ".")
    #expect(all.exitCode == 0 && all.errorText.contains("own.edit: formatted"), "\(all.errorText)")
    #expect(!all.errorText.contains("vendor"), "\(all.errorText)")
    let words =
      "vendor/titles/odd.edit is part of a package, which stays as it was fetched, and was not formatted; "
    let one = try editc("fmt", "vendor/titles/odd.edit")
    #expect(one.exitCode == 77 && one.errorText.contains(words), "\(one.errorText)")
    let lock = try editc("lock", "vendor/titles/card.edit")
    #expect(lock.exitCode == 77 && lock.errorText.contains("in the folder of a package"), "\(lock.errorText)")
    #expect(try editc("lock", "vendor/titles/card.edit", "-o", "card.lock").exitCode == 0)
    #expect(try place.shell("cd vendor && sha256sum titles/*").text == before)
    #expect(try editc("lint", "film.edit").exitCode == 0)
  }

  @Test("Another state than the locked one is fetched again, and a new lock asks the server")
  func stale() throws {
    try write("git: \"\(url)\", revision: main, folder: film")
    #expect(try editc("lock", "--fetch", "film.edit").exitCode == 0)
    try git("init --quiet . && git add film.edit film.edit.lock && git commit --quiet --message one", in: ".")
    try place.shell("cp -a .editc old").check()
    try place.write("servers/titles/film/card.edit", card.replacing("for: 1s", with: "for: 2s"))
    try commit("v2")
    let head = try place.shell("git -C servers/titles rev-parse HEAD").text
    // It is here, but a new lock follows the branch.
    let lock = try editc("lock", "--fetch", "film.edit")
    #expect(lock.exitCode == 0, "\(lock.errorText)")
    #expect(try place.shell("cat film.edit.lock").text.contains(head))
    #expect(try editc("lint", "film.edit").exitCode == 0)

    // The new lock came from another machine.
    try place.shell("rm -r .editc && cp -a old .editc").check()
    #expect(try editc("lint", "film.edit").text.contains("[package-differs-from-lock]"))
    let fetch = try editc("fetch", "film.edit")
    #expect(fetch.exitCode == 0 && fetch.text.contains("commit \(head.prefix(12))"), "\(fetch.errorText)")
    #expect(try editc("lint", "film.edit").exitCode == 0)

    // The old version had another package, which is not here any more.
    let diff = try editc("diff", "film.edit")
    #expect(diff.exitCode != 0, "\(diff.text)")
    let words = diff.text + diff.errorText
    #expect(words.contains("the package 'titles' of this version is not on this machine: commit"), "\(words)")
    #expect(!words.contains("HEAD:film.edit` downloads"))

    // What a person has changed stays.
    try place.shell("rm -r .editc && cp -a old .editc && echo '# mine' >> .editc/packages/titles-*/card.edit")
      .check()
    #expect(try editc("fetch", "film.edit").exitCode == 65)
    #expect(try place.shell("tail -1 .editc/packages/titles-*/card.edit").text == "# mine\n")

    try place.shell("rm -r .editc && sed -i '3s/^/<<<<<<< HEAD\\n/' film.edit.lock").check()
    let unreadable = try editc("fetch", "film.edit")
    #expect(unreadable.exitCode == 65, "\(unreadable.text)")
    #expect(unreadable.errorText.contains("film.edit.lock:3:"), "\(unreadable.errorText)")
    #expect(!isThere(place.path(".editc")))
  }

  @Test("`--vendor` copies into the folder of the script only")
  func vendoring() throws {
    try place.write("sub/film.edit", try place.shell("cat film.edit").text)
    try place.shell("mkdir out && ln -s ../out sub/link").check()
    for folder in ["../out", place.path("out"), ".", ".git/hooks", "a/.GIT"] {
      let result = try editc("fetch", "--vendor", folder, "sub/film.edit")
      #expect(result.exitCode == 2 && result.errorText.contains("--vendor needs a folder"), "\(folder)")
    }
    let link = try editc("fetch", "--vendor", "link", "sub/film.edit")
    #expect(link.exitCode == 77 && link.errorText.contains("outside the folder"), "\(link.errorText)")
    #expect(try place.shell("ls -A out").text == "")
    try place.write("servers/titles/film/.gitattributes", "* text eol=crlf\n")
    try commit("v1.2.0")
    try place.shell("rm -r sub/.editc").check()
    let copied = try editc("fetch", "--vendor", "./vendor//", "sub/film.edit")
    #expect(copied.exitCode == 0, "\(copied.errorText)")
    #expect(copied.text.contains("titles: copied to vendor/titles; write `vendored: vendor/titles`"))
    #expect(copied.errorText.contains("contains '.gitattributes'"), "\(copied.errorText)")
    #expect(isThere(place.path("sub/vendor/titles/card.edit")))
  }

  @Test("A script from standard input is read once, and one name for two packages stops `fetch`")
  func names() throws {
    let piped = try place.shell(
      "\(settings) \"$editc\" fetch - < film.edit 2>&1; ls .editc/packages | wc -l"
    ).text
    #expect(piped.contains("titles: 2 files"), "\(piped)")
    try place.write(
      "other.edit",
      "edit: 1\nuse: {titles: {git: \"\(url)\", revision: main, folder: film}}\n"
        + "canvas: {size: 64x36, rate: 10}\ntimeline: [{edit: titles/card}]\n")
    try place.shell("sed -i 's,{edit: titles/card[^}]*},&\\, {edit: other.edit},' film.edit").check()
    let two = try editc("fetch", "film.edit")
    #expect(two.exitCode == 65, "\(two.text)")
    #expect(two.errorText.contains("two scripts use different packages with the name 'titles'"))
  }

  /// For a shell.
  private var settings: String {
    [
      "GIT_ALLOW_PROTOCOL=file", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_VALUE_0=https://git.example.org/",
      "GIT_CONFIG_KEY_0=url.file://\(place.path("servers"))/.insteadOf",
    ].map { "'\($0.replacing("'", with: "'\\''"))'" }.reduce("env") { $0 + " " + $1 }
  }

  @Test("Neither attributes of the repository nor settings of the user change the files or start a program")
  func filters() throws {
    let text = "one\nTwo $Id$ $Format:%H$\n"
    try place.write("servers/titles/film/notes.txt", text)
    try place.write(
      "servers/titles/.gitattributes", "*.txt text eol=crlf ident export-subst filter=evil\n")
    try git("config filter.evil.clean cat")
    try commit("v2")
    try place.write(
      "settings", "[filter \"evil\"]\n\tsmudge = touch \(place.path("started"))\n[core]\n\tautocrlf = true\n")
    try write("git: \"\(url)\", revision: v2, folder: film")
    let fetch = try editc("fetch", "film.edit", more: ["GIT_CONFIG_GLOBAL": place.path("settings")])
    #expect(fetch.exitCode == 0, "\(fetch.errorText)")
    #expect(try place.shell("cat .editc/packages/titles-*/notes.txt").text == text)
    #expect(!isThere(place.path("started")))
  }

  @Test("What git has and a package cannot have is refused, and so are other protocols and private hosts")
  func refusals() throws {
    for (make, code, reason) in [
      ("ln -s /etc/passwd film/link", 65, "it contains a link, 'film/link'"),
      (
        "git -c protocol.file.allow=always submodule --quiet add ./ film/module", 65,
        "it contains a submodule, 'film/module'"
      ),
      ("cp film/card.edit film/Card.edit", 65, "differ only in letter case"),
    ] {
      try place.shell("cd servers/titles && \(make)").check()
      try commit("bad")
      try write("git: \"\(url)\", revision: bad, folder: film")
      let result = try editc("fetch", "film.edit")
      #expect(result.exitCode == Int32(code) && result.errorText.contains(reason), "\(result.errorText)")
      #expect(result.errorText.contains("the package 'titles' was not downloaded"))
      try git("reset --quiet --hard v1.2.0 && rm -rf film/module .git/modules")
    }
    try git("branch feature/rel")
    for (keys, code, reason) in [
      ("git: \"\(url)\", revision: rel", 66, "it has no revision 'rel'"),
      ("git: \"\(url)\", revision: 1b07de4", 66, "'1b07de4'; write all 40 digits of a commit"),
      ("git: \"\(url)\", revision: v9", 66, "it has no revision 'v9'"),
      ("git: \"\(url)\", revision: v1.2.0, folder: films", 65, "it has no folder 'films'"),
      ("git: \"https://git.example.org/other\", revision: v1", 69, "does not"),
      ("git: \"https://127.0.0.1/titles\", revision: v1", 77, "127.0.0.1 is a private address"),
      ("git: \"https://2130706433/titles\", revision: v1", 77, "is a private address"),
      ("git: \"https://localhost/titles\", revision: v1", 77, "localhost is a private address"),
    ] {
      try write(keys)
      let result = try editc("fetch", "film.edit")
      #expect(
        result.exitCode == Int32(code) && result.errorText.contains(reason), "\(keys): \(result.errorText)")
      #expect(!isThere(place.path(".editc")))
    }
    try write("git: \"\(url)\", revision: v1.2.0, folder: film")
    let protocolRefused = try editc("fetch", "film.edit", more: ["GIT_ALLOW_PROTOCOL": "https:ssh"])
    #expect(protocolRefused.exitCode == 69, "\(protocolRefused.errorText)")
    #expect(protocolRefused.errorText.contains("transport 'file' not allowed"))
  }
}
