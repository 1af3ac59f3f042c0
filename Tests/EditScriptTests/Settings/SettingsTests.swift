import Basics
import Diagnostics
import EditScript
import Testing
import YAMLTree

/// `editc.yaml`: what is understood, and what is said of everything else.
@Suite("Settings")
struct SettingsTests {
  private func read(_ text: String, of owner: SettingsOwner = .scripts) -> SettingsReading {
    let source = SourceText(name: TeamSettings.fileName, text)
    return TeamSettings.read(YAMLTree.parse(source).tree, in: source, of: owner)
  }

  /// Each finding as its id and the text that it points at.
  private func findings(_ text: String, of owner: SettingsOwner = .scripts) -> [String] {
    let source = SourceText(name: TeamSettings.fileName, text)
    return read(text, of: owner).diagnostics.map { "\($0.id.name) \($0.range.map { source[$0] } ?? "-")" }
  }

  @Test("of detection are lengths in seconds and a tempo that music can have")
  func detection() {
    #expect(findings("settings: 1\ndetect: {min: 5f}") == ["time-syntax 5f"])
    #expect(findings("settings: 1\ndetect: {tempo: 100}") == ["range-syntax 100"])
    #expect(findings("settings: 1\ndetect: {tempo: 20..100}") == ["range-syntax 20..100"])
    #expect(findings("settings: 1\ndetect: {before: -1s}") == ["negative-duration -1s"])
    #expect(findings("settings: 1\ndetect: {level: 3}") == ["unknown-key level"])
  }

  @Test("have all keys as values with their places")
  func everyKey() throws {
    let reading = read(
      """
      settings: 1
      cache: /shared/editc
      store-size: 50GB
      jobs: 4
      map: {/home/ada/media: /mnt/media}
      launchers:
        one: ssh render1 editc worker
        farm:
          - x4 ssh render1 editc worker
          - {command: ssh render2 editc worker, workers: 8}
        night: {engine: slurm, workers: 16, sbatch: [--partition=night]}
      launch: [one, farm]
      remotes:
        - https://media.example.org/{sha256}
        - s3://team-media/{sha256:2}/{sha256}
      private: [nas.local]
      editor: [code, --goto, "{file}:{line}"]
      recognizers:
        whisper: [whisper-to-json, --model, small]
        fast: [~/bin/fast]
      detect: {min: 0.6s, before: 200ms, after: 0.1s, tempo: ..100}
      x-note: mine
      """, of: .user)
    #expect(reading.diagnostics == [])
    #expect(
      reading.settings.dump == """
        cache "/shared/editc"
        store-size 50GB
        jobs 4
        map {/home/ada/media: /mnt/media}
        launchers {one: ["ssh render1 editc worker"], farm: ["x4 ssh render1 editc worker", "x8 ssh render2 editc worker"], night: slurm 16 ["--partition=night"]}
        launch [one, farm]
        remotes ["https://media.example.org/{sha256}", "s3://team-media/{sha256:2}/{sha256}"]
        private nas.local
        editor ["code", "--goto", "{file}:{line}"]
        recognizers {whisper: ["whisper-to-json", "--model", "small"], fast: ["~/bin/fast"]}
        detect {min: 0.6s, before: 0.2s, after: 0.1s, tempo: 40..100}

        """)
    let launchers = try #require(reading.settings.launchers?.value)
    #expect(launchers[0].start == .commands([LaunchCommand(command: "ssh render1 editc worker")]))
    #expect(launchers[2].start == .slurm(workers: 16, options: ["--partition=night"]))
  }

  @Test(
    "say what is wrong, and where",
    arguments: [
      ("", ["missing-key "]), ("[1]", ["wrong-type [1]"]), ("settings: 1", []),
      ("jobs: 2", ["missing-key jobs"]), ("settings: 2", ["unsupported-version 2"]),
      ("settings: one", ["unsupported-version one"]),
      ("{settings: 1, cahce: a}", ["unknown-key cahce"]),
      ("{settings: 1, threads: 2}", ["unknown-key threads"]),
      ("{settings: 1, cache: [a]}", ["wrong-type [a]"]), ("{settings: 1, cache: ''}", ["empty-value ''"]),
      ("{settings: 1, cache: ~ada/x}", ["unknown-value ~ada/x"]), ("{settings: 1, cache: ~/x}", []),
      ("{settings: 1, jobs: 0}", ["number-out-of-range 0"]),
      ("{settings: 1, jobs: 257}", ["number-out-of-range 257"]),
      ("{settings: 1, jobs: 1.5}", ["number-syntax 1.5"]),
      ("{settings: 1, jobs: 99999999999999999999999}", ["number-out-of-range 99999999999999999999999"]),
      ("{settings: 1, store-size: 50}", ["bare-number 50"]),
      ("{settings: 1, map: {media: /mnt}}", ["unknown-value media"]),
      ("{settings: 1, map: /a=/b}", ["wrong-type /a=/b"]),
      ("{settings: 1, launchers: {a b: x}}", ["forbidden-character a b"]),
      ("{settings: 1, launchers: {a: '@b'}}", ["unknown-value '@b'"]),
      ("{settings: 1, launchers: {a: x0 ssh}}", ["number-out-of-range x0 ssh"]),
      ("{settings: 1, launchers: {a: x257 ssh}}", ["number-out-of-range x257 ssh"]),
      ("{settings: 1, launchers: {a: []}}", ["empty-value []"]),
      ("{settings: 1, launchers: {a: {workers: 2}}}", ["missing-key a"]),
      ("{settings: 1, launchers: {a: {command: b, workers: 257}}}", ["number-out-of-range 257"]),
      ("{settings: 1, launchers: {a: {command: x2 b, workers: 2}}}", ["competing-keys 2"]),
      ("{settings: 1, launchers: {a: {command: b, sbatch: [-x]}}}", ["key-of-another-kind [-x]"]),
      ("{settings: 1, launchers: {a: {engine: slurm}}}", ["missing-key a"]),
      ("{settings: 1, launchers: {a: {engine: slrum, workers: 2}}}", ["unknown-value slrum"]),
      (
        "{settings: 1, launchers: {a: {engine: slurm, workers: 2, sbatch: [night]}}}", ["unknown-value night"]
      ),
      ("{settings: 1, launchers: {a: {engine: slurm, command: b, workers: 2}}}", ["competing-keys command"]),
      (
        "{settings: 1, launchers: {a: [b, {engine: slurm, workers: 2}]}}",
        ["competing-keys {engine: slurm, workers: 2}"]
      ),
      ("{settings: 1, launchers: {a: [x200 b, x57 b]}}", ["over-limit [x200 b, x57 b]"]),
      ("{settings: 1, launchers: {a: b}, launch: a}", ["launch-beside-scripts a"]),
      ("{settings: 1, recognizers: {a: [b]}}", ["launch-beside-scripts {a: [b]}"]),
      ("{settings: 1, recognizers: {a: b}}", ["launch-beside-scripts {a: b}", "wrong-type b"]),
      ("{settings: 1, recognizers: {a: []}}", ["launch-beside-scripts {a: []}", "empty-value []"]),
      (
        "{settings: 1, recognizers: {a b: [c]}}",
        ["launch-beside-scripts {a b: [c]}", "forbidden-character a b"]
      ),
    ])
  func mistakes(text: String, expected: [String]) {
    #expect(findings(text) == expected, "\(text)")
  }

  @Test("of the user name launchers of the same file")
  func launch() {
    #expect(findings("{settings: 1, launchers: {farm: b}, launch: farm}", of: .user) == [])
    let reading = read("{settings: 1, launchers: {farm: b}, launch: [frm]}", of: .user)
    #expect(reading.diagnostics.map(\.hint) == ["did you mean `farm`?"])
    #expect(findings("{settings: 1, launch: farm}", of: .user) == ["unknown-value farm"])
  }

  @Test("have a cache that is a folder, or a folder and a server")
  func cache() throws {
    let reading = read(
      "{settings: 1, cache: {folder: ~/editc, remote: https://cache.example.org:8443/team/, write: ci}}")
    #expect(reading.diagnostics == [])
    let cache = try #require(reading.settings.cache?.value)
    #expect(cache.folder?.value == "~/editc" && cache.write?.value == .ci)
    let server = try #require(cache.remote?.value)
    #expect(server.text == "https://cache.example.org:8443/team" && server.host == "cache.example.org:8443")
    #expect(server.hostName == "cache.example.org")
    #expect(
      reading.settings.dump
        == "cache {folder: \"~/editc\", remote: \"https://cache.example.org:8443/team\", write: ci}\n")
    let bucket = try #require(CacheServer("s3://team-cache/segments"))
    #expect(bucket.host == "team-cache" && bucket.hostName == nil)
    for (same, other) in [
      ("https://a.example/x", "https://A.example/y"), ("s3://a/b", "s3://a"), ("http://a:80", "http://a:80/"),
    ] {
      #expect(try #require(CacheServer(same)).isSameServer(as: try #require(CacheServer(other))), "\(same)")
    }
    for (one, other) in [
      ("https://a.example", "http://a.example"), ("https://a.example", "https://a.example:8443"),
      ("https://a.example", "https://b.example"), ("s3://a", "https://a"),
    ] {
      #expect(try !#require(CacheServer(one)).isSameServer(as: try #require(CacheServer(other))), "\(one)")
    }
    for wrong in [
      "", "cache.example.org", "ftp://a.example", "https://", "https://ada:pass@a.example",
      "https://a.example?x=1",
      "https://a.example/#b", "https://a.example/{sha256}", "https://a.example/a b", "https://a.example/\n",
    ] { #expect(CacheServer(wrong) == nil, "\(wrong)") }
    #expect(findings("{settings: 1, cache: {remote: a.example}}") == ["unknown-value a.example"])
    #expect(findings("{settings: 1, cache: {folder: x, write: always}}") == ["missing-key always"])
    #expect(
      findings("{settings: 1, cache: {remote: \"https://a.example\", write: sometimes}}")
        == ["unknown-value sometimes"])
    #expect(findings("{settings: 1, cache: [x]}") == ["wrong-type [x]"])
  }

  @Test("name servers by URLs with a digest, and private hosts only for the user")
  func remotes() throws {
    let template = try #require(RemoteTemplate("s3://a/{sha256:2}/x/{sha256}"))
    let digest = "7c" + String(repeating: "1", count: 62)
    #expect(template.url(sha256: digest, md5: nil) == "s3://a/7c/x/\(digest)")
    let dvc = try #require(RemoteTemplate("https://a.example/files/md5/{md5:2}/{md5:2..}"))
    #expect(dvc.url(sha256: digest, md5: "ab0123") == "https://a.example/files/md5/ab/0123")
    #expect(dvc.url(sha256: digest, md5: nil) == nil)
    for wrong in [
      "https://a.example/", "ftp://a.example/{sha256}", "https://a.example/{sha256:3}/{sha256}", "{sha256}",
      "https://ada:pass@a.example/{sha256}", "https://a.example/{sha256}?token=x",
      "https://a.example/ {sha256}",
      "https:///{sha256}", "https://a.example/{sha256}#b", "https://a.example/{md5:2}",
      "https://a.example/{md5}/{sha256}",
    ] { #expect(RemoteTemplate(wrong) == nil, "\(wrong)") }
    #expect(
      findings("{settings: 1, remotes: [https://a.example/b]}") == ["unknown-value https://a.example/b"])
    #expect(findings("{settings: 1, private: [a]}") == ["launch-beside-scripts [a]"])
    #expect(findings("{settings: 1, private: [a]}", of: .user) == [])
  }

  @Test("take an editor from the user alone, and put a file and a line into its arguments as they are")
  func editor() throws {
    let text = "{settings: 1, editor: [code, --goto, \"{file}:{line}\"]}"
    #expect(findings(text) == ["launch-beside-scripts [code, --goto, \"{file}:{line}\"]"])
    #expect(findings(text, of: .user) == [])
    #expect(findings("{settings: 1, editor: [vi]}", of: .user) == ["unknown-value [vi]"])
    #expect(findings("{settings: 1, editor: [\"{file}\"]}", of: .user) == ["unknown-value [\"{file}\"]"])
    #expect(findings("{settings: 1, editor: []}", of: .user) == ["empty-value []"])
    let editor = try #require(read(text, of: .user).settings.editor?.value)
    #expect(editor.words(toOpen: "/a b/$(c).edit", line: 7) == ["code", "--goto", "/a b/$(c).edit:7"])
    // A name that looks like a place of another value is not replaced again.
    #expect(editor.words(toOpen: "/{line}{", line: 7) == ["code", "--goto", "/{line}{:7"])
    let other = EditorCommand(words: ["e", "{", "{lines}", "+{line}", "{file}{file}"])
    #expect(other.words(toOpen: "f", line: 12) == ["e", "{", "{lines}", "+12", "ff"])
  }

  @Test("keep what a shell would replace, and a number of workers only where it is one")
  func commands() {
    #expect(LaunchCommand("x4 ssh a") == LaunchCommand(command: "ssh a", count: 4))
    #expect(LaunchCommand("x4") == LaunchCommand(command: "x4"))
    #expect(LaunchCommand("xargs ssh") == LaunchCommand(command: "xargs ssh"))
    #expect(LaunchCommand("x99999999999999999999 a") == LaunchCommand(command: "x99999999999999999999 a"))
    #expect(LaunchCommand("") == nil && LaunchCommand("   ") == nil && LaunchCommand("x-1 a") == nil)
    let reading = read("{settings: 1, launchers: {a: '${HOME}/start $1 $${x}'}}")
    #expect(reading.diagnostics == [])
    #expect(
      reading.settings.launchers?.value.first?.start
        == .commands([LaunchCommand(command: "${HOME}/start $1 $${x}")]))
  }
}
