import Basics
import Compiler
import Composition
import ContentDigest
import Diagnostics
import EditScript
import Network
import Processes
import TestSupport
import Testing
import Workspace

/// An archive, written by hand as the standard of `ustar` describes it.
struct Tar {
  private(set) var bytes: [UInt8] = []
  var magic: [UInt8] = Array("ustar\0".utf8) + Array("00".utf8)

  mutating func add(
    _ name: String, _ content: String = "", kind: Character = "0", link: String = "", prefix: String = ""
  ) {
    add(Array(name.utf8), content, kind: kind, link: link, prefix: prefix)
  }

  mutating func add(
    _ name: [UInt8], _ content: String = "", kind: Character = "0", link: String = "", prefix: String = "",
    size: String? = nil, checksum: Int? = nil
  ) {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ bytes: [UInt8], at offset: Int) {
      for (index, byte) in bytes.enumerated() { header[offset + index] = byte }
    }
    func octal(_ value: Int, _ digits: Int) -> [UInt8] {
      let text = String(value, radix: 8)
      return Array((String(repeating: "0", count: digits - text.count) + text).utf8)
    }
    put(name, at: 0)
    put(octal(0o644, 7), at: 100)
    put(octal(0, 7), at: 108)
    put(octal(0, 7), at: 116)
    put(size.map { Array($0.utf8) } ?? octal(content.utf8.count, 11), at: 124)
    put(octal(0, 11), at: 136)
    put([UInt8](repeating: 32, count: 8), at: 148)
    put(Array(String(kind).utf8), at: 156)
    put(Array(link.utf8), at: 157)
    put(magic, at: 257)
    put(Array(prefix.utf8), at: 345)
    put(octal(checksum ?? header.reduce(0) { $0 + Int($1) }, 6) + [0, 32], at: 148)
    bytes += header + Array(content.utf8)
    bytes += [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
  }

  var finished: [UInt8] { bytes + [UInt8](repeating: 0, count: 1024) }

  static func of(_ files: [(String, String)]) -> [UInt8] {
    var tar = Tar()
    for (name, content) in files { tar.add(name, content) }
    return tar.finished
  }
}

let card = """
  edit: 1
  vars: {words: {type: text, default: Hello}}
  canvas: {size: 64x36, rate: 10, nested: inherit}
  timeline: [{color: teal, for: 1s}]
  overlays: [{text: "${words}", at: 0s..end, size: 4px}]

  """

/// A project with a cache in which archives are, as if they had been downloaded.
private struct Project {
  let place: Place
  let cache: CacheFolder

  init() throws {
    place = try Place()
    cache = try CacheFolder(named: place.path("cache"))
  }

  /// Puts an archive into the content store, and returns its keys under `use`.
  func store(_ bytes: [UInt8], more: String = "") throws -> String {
    let digest = try ContentDigest.of(bytes)
    try makeFolder(Processes.folder(of: cache.path(ofMedia: digest)))
    try AtomicFile.publish(bytes, at: cache.path(ofMedia: digest))
    return "{url: \"https://media.example.org/titles.tar\", sha256: \(digest.hex)\(more)}"
  }

  func write(_ use: String, _ items: String = "{edit: titles/card}", name: String = "film.edit") throws {
    try place.write(
      name,
      "edit: 1\nuse: {titles: \(use)}\ncanvas: {size: 64x36, rate: 10}\ntimeline: [\(items)]\n"
        + "outputs: [{file: film.mp4}]\n")
  }

  var workspace: Workspace { Workspace(cache: cache, inspector: .unconfined) }

  func compile(_ media: MediaUse = .content) throws -> CompiledScript {
    try workspace.compile(workspace.script(at: place.path("film.edit")), media: media)
  }

  func messages(_ media: MediaUse = .content) throws -> [String] {
    // All archives of these tests have one URL.
    let found = try compile(media).findings.flatMap(\.diagnostics).filter {
      $0.severity != .note && ($0.id.name != "package-in-two-versions" || !$0.message.contains("digest"))
    }
    return found.map { "\($0.id.name): \($0.message)" }
  }

  func fetch() throws -> [FetchedPackage] {
    let fetch = PackageFetch(FetchOptions(cache: cache, sandbox: .off), in: workspace) { _ in }
    return try fetch.carryOut(compile(.facts).media.packages)
  }

  /// The folder of the only package.
  func folder() throws -> String { try #require(compile(.facts).media.packages.first?.path) }

  /// The names in the folder of packages.
  var present: [String] {
    ((try? listFolder(place.path(".editc/packages"))) ?? []).filter { $0 != ".gitignore" }
  }
}

extension FetchedPackage {
  fileprivate var reason: String? {
    if case .failed(let failure) = outcome { failure.reason } else { nil }
  }
}

@Suite("Packages under `use`")
struct PackageTests {
  @Test("are missing until they are fetched, and then play like scripts of the project")
  func fetching() throws {
    let project = try Project()
    try project.write(try project.store(Tar.of([("card.edit", card), ("logo.png", "x")])))
    #expect(try project.messages() == ["missing-package: the package 'titles' is not on this machine"])
    #expect(try project.messages(.facts) == ["missing-package: the package 'titles' is not on this machine"])
    #expect(try project.fetch().map(\.reason) == [nil])
    #expect(try project.messages() == [])
    #expect(try project.compile().frameCount == 10)
    let package = try #require(project.compile().media.packages.first)
    #expect(package.folder.hasPrefix(".editc/packages/titles-") && package.name == "titles")
    #expect(try readFile(project.place.path(".editc/packages/.gitignore"), limit: 10) == Array("*\n".utf8))
    // The digest by the tools of the system: sorted lines of digest, size and path.
    let digests = try run(
      [
        "bash", "-c",
        "for f in card.edit logo.png; do echo \"$(sha256sum < $f | cut -c -64) $(stat -c %s $f) $f\"; done | sha256sum",
      ], in: package.path)
    #expect(package.digest?.hex == String(digests.text.prefix(64)))
    let again = try project.fetch()
    guard case .here? = again.first?.outcome else {
      Issue.record("\(again)")
      return
    }
  }

  @Test("Its files are the same, whatever program packed them")
  func programs() throws {
    let project = try Project()
    try project.place.write("source/film/card.edit", card)
    let long = String(repeating: "long-name-", count: 12)
    for name in ["_parts.edit", "pictures/größe.txt", "\(long)/\(long).txt"] {
      try project.place.write("source/film/\(name)", "bytes of \(name)")
    }
    var digests: Set<String> = []
    for (number, command) in [
      "tar --format=gnu -cf ../a.tar film", "tar --format=pax -cf ../a.tar film",
      "tar --format=gnu -cf ../a.tar ./film",
      "python3 -c 'import tarfile; t = tarfile.open(\"../a.tar\", \"w\"); t.add(\"film\"); t.close()'",
    ].enumerated() {
      let packed = try run(["bash", "-c", command], in: project.place.path("source"))
      try #require(packed.exitCode == 0, "\(packed.errorText)")
      let bytes = try readFile(project.place.path("a.tar"), limit: 1 << 20)
      try project.write(try project.store(bytes, more: ", folder: film"))
      #expect(try project.fetch().map(\.reason) == [nil], "\(command)")
      #expect(try project.messages() == [], "\(number)")
      digests.insert(try #require(project.compile().media.packages.first?.digest?.hex))
    }
    #expect(digests.count == 1)
  }

  private static let hostile: [(reason: String, make: @Sendable (inout Tar) -> Void)] = [
    ("it contains a link, 'a'", { $0.add("a", kind: "2", link: "/etc/passwd") }),
    ("it contains a link, 'a'", { $0.add("a", kind: "1", link: "card.edit") }),
    ("it contains a device or a pipe, 'a'", { $0.add("a", kind: "3") }),
    ("it contains a device or a pipe, 'a'", { $0.add("a", kind: "6") }),
    ("it contains something other than files and folders, 'a'", { $0.add("a", kind: "S") }),
    ("the path 'a/../../b' contains `..`", { $0.add("a/../../b", "x") }),
    ("the path '../b' contains `..`", { $0.add("../b", "x") }),
    ("the path '/etc/b' is absolute", { $0.add("/etc/b", "x") }),
    ("the path 'a//b' has an empty name or `.`", { $0.add("a//b", "x") }),
    ("it contains a git folder, 'a/.GIT/config'", { $0.add("a/.GIT/config", "x") }),
    (
      "the names 'card.edit' and 'Card.edit' differ only in letter case or accents",
      { $0.add("Card.edit", "x") }
    ),
    (
      "the names 'a' and 'A' differ only in letter case or accents",
      {
        $0.add("a/one", "x")
        $0.add("A/two", "x")
      }
    ),
    (
      "the names 'e\u{301}' and '\u{e9}' differ only in letter case or accents",
      {
        $0.add("e\u{301}", "x")
        $0.add("\u{e9}", "x")
      }
    ),
    ("'card.edit' is there twice", { $0.add("card.edit", "x") }),
    ("'card.edit' is there twice", { $0.add("card.edit/a", "x") }),
    ("the name of the entry at byte 1024 is not UTF-8", { $0.add([0x61, 0xFF], "x") }),
    ("a name contains a control character or a backslash", { $0.add("a\nb", "x") }),
    ("the entry at byte 1024 has a wrong checksum", { $0.add(Array("a".utf8), "x", checksum: 1) }),
    ("the entry at byte 1024 has a wrong size", { $0.add(Array("a".utf8), "x", size: "00000000009") }),
    ("the archive ends in the middle of a file", { $0.add(Array("a".utf8), "x", size: "77777777777") }),
    (
      "the entry at byte 1024 is not `ustar`",
      {
        $0.magic = [UInt8](repeating: 0, count: 8)
        $0.add("a", "x")
      }
    ),
    ("it has more than 10000 files", { tar in for number in 0...10_000 { tar.add("f\(number)") } }),
    (
      "the path '../b' contains `..`",
      {
        $0.add("x", "13 path=../b\n", kind: "x")
        $0.add("a", "x")
      }
    ),
    (
      "the extension at byte 1024 is damaged",
      {
        $0.add("x", "99 path=../b\n", kind: "x")
        $0.add("a", "x")
      }
    ),
    (
      "the entry at byte 1024 has an extension, 'GNU.sparse.map', that is not read",
      {
        $0.add("x", "22 GNU.sparse.map=0,1\n", kind: "x")
        $0.add("a", "x")
      }
    ),
  ]

  @Test("Hostile archives are refused with a reason, and leave nothing", arguments: hostile.indices)
  func refused(_ index: Int) throws {
    let (reason, make) = Self.hostile[index]
    let project = try Project()
    var tar = Tar()
    tar.add("card.edit", card)
    make(&tar)
    try project.write(try project.store(tar.finished))
    #expect(try project.fetch().map(\.reason) == [reason])
    #expect(project.present == [])
  }

  @Test("So are files that are no archives, compressed ones, and archives that were cut or extended")
  func damaged() throws {
    let whole = Tar.of([("card.edit", card), ("b", "x")])
    let cases: [(String, [UInt8])] = [
      ("it is compressed by gzip; only plain `.tar` archives are read", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0]),
      (
        "it is compressed by xz; only plain `.tar` archives are read",
        [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 0]
      ),
      ("it is not an archive in the `ustar` format", [UInt8](repeating: 65, count: 2000)),
      ("the archive ends in the middle of a file", Array(whole[..<700])),
      ("the archive has no end; it was probably copied incompletely", Array(whole[..<2048])),
      ("the archive ends in the middle of a file", Array(whole[..<100])),
      ("there is something behind the end of the archive", whole + [1]),
      ("it has no files", [UInt8](repeating: 0, count: 1024)),
    ]
    for (reason, bytes) in cases {
      let project = try Project()
      try project.write(try project.store(bytes))
      #expect(try project.fetch().map(\.reason) == [reason])
      #expect(project.present == [])
    }
    let project = try Project()
    try project.write(try project.store(whole, more: ", folder: film"))
    #expect(try project.fetch().map(\.reason) == ["it has no folder 'film'"])
  }

  @Test("Any change of its files is found, with the name of one")
  func changed() throws {
    let project = try Project()
    try project.write(try project.store(Tar.of([("card.edit", card), ("pictures/logo.png", "x")])))
    _ = try project.fetch()
    let folder = try project.folder()
    let message = "changed-package: the package 'titles' was changed after it was fetched: "
    let changes: [(String, String)] = [
      ("echo >> card.edit", "'card.edit' has other bytes"), ("touch new", "'new' is new"),
      ("rm pictures/logo.png", "'pictures/logo.png' is missing"),
      ("ln -s /etc/passwd link", "'link' is a link"), ("mkfifo pipe", "'pipe' is not a file"),
      ("cp card.edit Card.edit", "the names 'Card.edit' and 'card.edit' differ only in letter case"),
      ("truncate -s 257M large", "its files have more than 256 MiB"),
    ]
    for (command, reason) in changes {
      try #require(run(["bash", "-c", "cp -r . ../kept && \(command)"], in: folder).exitCode == 0)
      let found = try project.messages()
      #expect(found.count == 1 && found[0].hasPrefix(message + reason), "\(command): \(found)")
      guard case .unusable? = try project.fetch().first?.outcome else {
        Issue.record("\(command)")
        continue
      }
      let kept = Processes.folder(of: folder) + "/kept"
      for command in [["rm", "-r", folder], ["mv", kept, folder]] {
        try #require(run(command).exitCode == 0)
      }
      #expect(try project.messages() == [])
    }
  }

  @Test("A folder that somebody made in its place is not replaced")
  func foreign() throws {
    let project = try Project()
    try project.write(try project.store(Tar.of([("card.edit", card)])))
    let folder = try project.folder()
    try makeFolder(folder)
    try AtomicFile.publish(Array("mine".utf8), at: folder + "/card.edit")
    #expect(try project.messages() == ["missing-package: the package 'titles' is not on this machine"])
    #expect(try project.fetch().first?.reason?.contains("is there already with other files") == true)
    #expect(try readFile(folder + "/card.edit", limit: 10) == Array("mine".utf8))
    // What a killed fetch leaves at worst: a record without its folder.
    try #require(run(["rm", "-r", folder]).exitCode == 0)
    _ = try project.fetch()
    try #require(run(["rm", "-r", folder]).exitCode == 0)
    #expect(try project.messages() == ["missing-package: the package 'titles' is not on this machine"])
    #expect(try project.fetch().map(\.reason) == [nil])
    #expect(try project.messages() == [])
  }

  @Test("Nothing is written outside the folder of the script, by `vendored` or by links")
  func outside() throws {
    let project = try Project()
    let bytes = Tar.of([("card.edit", card)])
    try makeFolder(project.place.path("elsewhere"))
    try makeFolder(project.place.path("project"))
    func check(_ use: String) throws {
      try project.write(use, name: "project/film.edit")
      let script = try project.workspace.compile(
        project.workspace.script(at: project.place.path("project/film.edit")), media: .facts)
      let fetch = PackageFetch(FetchOptions(cache: project.cache, sandbox: .off), in: project.workspace) {
        _ in
      }
      let reason = try fetch.carryOut(script.media.packages).first?.reason
      #expect(reason?.contains("is outside the folder of the script") == true, "\(reason ?? "")")
      #expect(try listFolder(project.place.path("elsewhere")) == [])
    }
    for link in ["link", ".editc"] {
      try #require(run(["ln", "-s", "../elsewhere", project.place.path("project/" + link)]).exitCode == 0)
    }
    try check(try project.store(bytes, more: ", vendored: link/titles"))
    try check(try project.store(bytes))
    try #require(run(["rm", project.place.path("project/.editc")]).exitCode == 0)
    try makeFolder(project.place.path("project/.editc"))
    try #require(
      run(["ln", "-s", "../../elsewhere", project.place.path("project/.editc/packages")]).exitCode == 0)
    try check(try project.store(bytes))
  }

  @Test("A lock records it, and another one is an error")
  func locks() throws {
    let project = try Project()
    try project.write(try project.store(Tar.of([("card.edit", card)])))
    _ = try project.fetch()
    let lock = try project.compile(.everything).lock().lock
    let digest = try #require(project.compile().media.packages.first?.digest)
    #expect(lock.text.hasPrefix("editc lock 2\n"))
    #expect(lock.text.contains("\npackage \"titles\" sha256 \(digest.hex)\n"))
    #expect(lock.text.contains("\npackage \"titles\" url \"https://media.example.org/titles.tar\" sha256 "))
    #expect(try LockFile(Array(lock.text.utf8)) == lock)
    try project.place.write("film.edit.lock", lock.text)
    #expect(try project.messages() == [])

    try project.write(try project.store(Tar.of([("card.edit", card + "# more\n")])))
    _ = try project.fetch()
    let found = try project.messages()
    #expect(found.count == 1, "\(found)")
    #expect(
      found.first?.hasPrefix(
        "package-differs-from-lock: the package 'titles' differs from the lock: it is url") == true)

    let other = String(repeating: "0", count: 64)
    var changed = try project.compile(.everything).lock().lock
    changed.packages["titles"]?.digest = try #require(ContentDigest(hex: other))
    try project.place.write("film.edit.lock", changed.text)
    let differs = try project.messages()
    #expect(differs.count == 1 && differs[0].hasSuffix("instead of 000000000000"), "\(differs)")

    changed.packages = [:]
    #expect(changed.text.hasPrefix("editc lock 1\n"))
    try project.place.write("film.edit.lock", changed.text)
    #expect(try project.messages() == ["lock-outdated: the package 'titles' is not in film.edit.lock"])
  }

  @Test("A package reads only its own folder, and has private scripts")
  func confined() throws {
    let project = try Project()
    try project.place.write("secret.png", bytes: try smallPicture())
    let reaching = card.replacing("{color: teal, for: 1s}", with: "{image: ../../../secret.png, for: 1s}")
    let user = "edit: 1\nuse: {other: {git: \"https://git.example.org/a\", revision: v1}}\n"
    let files = [
      ("card.edit", card), ("reaching.edit", reaching), ("_own.edit", card), ("parts/own.edit", card),
      ("user.edit", user + "canvas: {size: 64x36}\ntimeline: [{edit: other/a}]\n"),
    ]
    let use = try project.store(Tar.of(files))
    try project.write(use)
    _ = try project.fetch()
    try project.write(use, "{edit: titles/reaching}")
    let outside = try project.messages()
    #expect(outside.count == 1 && outside[0].hasPrefix("outside-root: "), "\(outside)")
    #expect(outside[0].contains("/../../../secret.png', which is outside its folder"))
    for name in ["_own", "parts/own"] {
      try project.write(use, "{edit: titles/\(name)}")
      #expect(
        try project.messages() == [
          "private-name: '\(name)' is private: only scripts in the package 'titles' can play it"
        ])
    }
    try project.write(use, "{edit: titles/user}")
    let nested = try project.messages()
    #expect(
      nested.count == 1 && nested[0].contains("a script that is reached through `use` cannot use packages"),
      "\(nested)")
    try project.write(use, "{edit: titles}")
    #expect(try project.messages() == ["unknown-name: 'titles' is a folder of scripts"])
  }

  @Test("Two packages may have a script of the same name, and two scripts packages of theirs")
  func several() throws {
    let project = try Project()
    let one = try project.store(Tar.of([("card.edit", card)]))
    let two = try project.store(Tar.of([("card.edit", card.replacing("for: 1s", with: "for: 2s"))]))
    try project.place.write(
      "film.edit",
      "edit: 1\nuse: {a: \(one), b: \(two)}\ncanvas: {size: 64x36, rate: 10}\n"
        + "timeline: [{edit: a/card}, {edit: b/card}, {edit: parts/part.edit}]\noutputs: [{file: film.mp4}]\n"
    )
    try project.place.write(
      "parts/part.edit",
      "edit: 1\nuse: {a: \(two)}\ncanvas: {size: 64x36, rate: 10}\ntimeline: [{edit: a/card}]\n")
    #expect(try project.compile(.facts).media.packages.map(\.name) == ["a", "b", "parts/a"])
    #expect(try project.fetch().map(\.reason) == [nil, nil, nil])
    #expect(try project.messages() == [])
    #expect(try project.compile().frameCount == 50)
    #expect(try project.compile(.everything).lock().lock.packages.keys.sorted() == ["a", "b", "parts/a"])
    // The same name for another package, beside the film, cannot be locked.
    try project.place.write(
      "part.edit", "edit: 1\nuse: {a: \(two)}\ncanvas: {size: 64x36, rate: 10}\ntimeline: [{edit: a/card}]\n")
    try project.write(one, "{edit: titles/card}, {edit: part.edit}")
    _ = try project.fetch()
    #expect(try project.messages() == [])
    let script = try String(
      decoding: readFile(project.place.path("film.edit"), limit: 1 << 16), as: UTF8.self)
    try project.place.write("film.edit", script.replacing("titles", with: "a"))
    _ = try project.fetch()
    let found = try project.messages()
    #expect(found.count == 1 && found[0].contains("another package with the name 'a'"), "\(found)")
  }

  @Test(
    "Each mistake in the keys of a package is found, where it is",
    arguments: [
      ("{git: \"http://a.org/b\", revision: v1}", "unknown-value: expected the URL of a repository"),
      ("{git: \"git@a.org:b\", revision: v1}", "unknown-value: expected the URL of a repository"),
      ("{git: \"file:///etc\", revision: v1}", "unknown-value: expected the URL of a repository"),
      ("{git: \"ext::sh -c true\", revision: v1}", "unknown-value: expected the URL of a repository"),
      ("{git: \"ssh://-oProxyCommand=x/b\", revision: v1}", "forbidden-character: 'ssh://-o"),
      (
        "{git: \"https://u:p@a.org/b\", revision: v1}", "remote-with-secret: the URL at a.org contains a user"
      ),
      ("{git: \"https://a.org/b\"}", "missing-key: `revision` is missing"),
      (
        "{git: \"https://a.org/b\", revision: --upload-pack=x}",
        "forbidden-character: '--upload-pack=x' is not"
      ),
      (
        "{git: \"https://a.org/b\", revision: v1~2}",
        "forbidden-character: 'v1~2' is not the name of a revision"
      ),
      (
        "{git: \"https://a.org/b\", revision: v1, folder: ../c}",
        "forbidden-character: '../c' is not a folder"
      ),
      ("{git: \"https://a.org/b\", revision: v1, vendored: /c}", "forbidden-character: '/c' is not a folder"),
      ("{git: \"https://a.org/b\", revision: v1, vendored: .}", "forbidden-character: '.' is not a folder"),
      (
        "{git: \"https://a.org/b\", revision: v1, vendored: .GIT}",
        "forbidden-character: '.GIT' is not a folder"
      ),
      (
        "{git: \"https://a.org/b\", revision: v1, vendored: a/.git/b}",
        "forbidden-character: 'a/.git/b' is not"
      ),
      (
        "{git: \"https://a.org/b\", revision: v1, vendored: ../c}",
        "forbidden-character: '../c' is not a folder"
      ),
      (
        "{git: \"https://a.org/b\", revision: v1, vendored: a//c}",
        "forbidden-character: 'a//c' is not a folder"
      ),
      ("{git: \"https://a.org/b\", revision: \"+a\"}", "forbidden-character: '+a' is not the name"),
      ("{git: \"https://a.org/b\", revision: a/}", "forbidden-character: 'a/' is not the name"),
      ("{git: \"https://a.org/b\", revision: /a}", "forbidden-character: '/a' is not the name"),
      ("{git: \"https://a.org/b\", revision: a.lock}", "forbidden-character: 'a.lock' is not the name"),
      ("{git: \"https://a.org/b\", revision: \"@\"}", "forbidden-character: '@' is not the name"),
      (
        "{git: \"https://a.org/b\", revision: v1, sha256: \(String(repeating: "0", count: 64))}",
        "no-effect: `sha256` is the digest of an archive"
      ),
      (
        "{url: \"https://a.org/b.tar\", revision: v1, sha256: \(String(repeating: "0", count: 64))}",
        "no-effect: `revision` is for `git`"
      ),
      (
        "{git: \"https://a.org/b\", revision: \"${v}\"}",
        "variable-syntax: variables under `use` are not replaced"
      ),
      ("{url: \"https://a.org/b.tar\"}", "missing-key: `sha256` is missing"),
      (
        "{url: \"https://a.org/b.tar.gz\", sha256: \(String(repeating: "0", count: 64))}",
        "not-supported-yet: compressed archives (`.gz`) are not read yet"
      ),
      ("{folder: a}", "missing-key: a package needs `git` or `url`"),
      ("https://a.org/b", "wrong-type: 'https://a.org/b' is a URL; a package needs more than that"),
    ])
  func mistakes(_ use: String, _ message: String) throws {
    let project = try Project()
    try project.write(use)
    let found = try project.messages().filter { !$0.hasPrefix("missing-package") }
    #expect(found.contains { $0.hasPrefix(message) } && found.count == 1, "\(found)")
  }

  @Test("Links and files of others in the place of its folder or its record stay as they are")
  func obstacles() throws {
    let bytes = Tar.of([("card.edit", card)])
    for (command, reason) in [
      ("ln -s mine vendor/titles", "vendor/titles' is a link; remove it"),
      ("ln -s . vendor/titles", "vendor/titles' is a link; remove it"),
      ("ln -s ../mine vendor/titles.package", "vendor/titles.package' is a link; remove it"),
      ("ln -s ../new vendor/titles.package", "vendor/titles.package' is a link; remove it"),
      ("cp mine vendor/titles.package", "is there already, and no record of editc; move it away, or choose"),
      (
        "mkdir vendor/titles; cp mine vendor/titles",
        "is there already with other files; choose another folder"
      ),
      (
        "mkdir vendor/titles; printf 'editc package 1\\nurl other\\n\\n' > vendor/titles.package",
        "is url other, and the script names url"
      ),
    ] {
      let project = try Project()
      try project.place.write("mine", "mine\n")
      try project.place.write("vendor/other", "")
      try project.write(try project.store(bytes, more: ", vendored: vendor/titles"))
      try #require(run(["bash", "-c", command], in: project.place.path(".")).exitCode == 0)
      let reason2 = try project.fetch().first?.reason
      #expect(reason2?.contains(reason) == true, "\(command): \(reason2 ?? "")")
      #expect(try readFile(project.place.path("mine"), limit: 10) == Array("mine\n".utf8))
      #expect(!isThere(project.place.path("new")))
    }
  }

  @Test("Two packages cannot share a folder", arguments: ["v/w", "V"])
  func sharedFolder(_ other: String) throws {
    let project = try Project()
    let one = try project.store(Tar.of([("card.edit", card)]), more: ", vendored: v")
    let two = try project.store(Tar.of([("card.edit", card), ("b", "x")]), more: ", vendored: \(other)")
    try project.place.write(
      "film.edit",
      "edit: 1\nuse: {a: \(one), b: \(two)}\ncanvas: {size: 64x36, rate: 10}\n"
        + "timeline: [{edit: a/card}, {edit: b/card}]\noutputs: [{file: film.mp4}]\n")
    let found = try project.messages().filter { !$0.hasPrefix("missing-package") }
    #expect(found == ["not-supported-yet: the packages 'b' and 'a' share the folder '\(other)'"])
    #expect(try project.compile(.facts).media.packageClashes.count == 1)
    let script = try String(
      decoding: readFile(project.place.path("film.edit"), limit: 1 << 16), as: UTF8.self)
    try project.place.write("film.edit", script.replacing("vendored: \(other)", with: "vendored: v"))
    let same = try project.messages()
    #expect(same.count == 2 && same.allSatisfy { $0.contains("'a' and 'b' share this folder") }, "\(same)")
  }

  @Test("Two versions of one source are noticed, in one script and in those that it plays")
  func versions() throws {
    let project = try Project()
    func git(_ revision: String, _ url: String = "https://git.example.org/t") -> String {
      "{git: \"\(url)\", revision: \(revision)}"
    }
    func film(_ uses: String, _ items: String) throws -> [String] {
      try project.place.write(
        "film.edit",
        "edit: 1\nuse: {\(uses)}\ncanvas: {size: 64x36, rate: 10}\ntimeline: [\(items)]\n")
      return try project.messages().filter { !$0.hasPrefix("missing-package") }
    }
    let two =
      "package-in-two-versions: the package 'b' is revision v2, and 'a' is revision v1 of the same repository"
    #expect(try film("a: \(git("v1")), b: \(git("v2"))", "{edit: a/x}, {edit: b/x}") == [two])
    #expect(
      try film(
        "a: \(git("v1")), b: \(git("v2", "https://git.example.org/t.git/"))", "{edit: a/x}, {edit: b/x}")
        == [two])
    #expect(try film("a: \(git("v1")), b: \(git("v1"))", "{edit: a/x}, {edit: b/x}") == [])
    #expect(
      try film("a: \(git("v1")), b: \(git("v2", "https://git.example.org/u"))", "{edit: a/x}, {edit: b/x}")
        == [])
    let one = try project.store(Tar.of([("card.edit", card)]))
    let other = try project.store(Tar.of([("card.edit", card + "# more\n")]))
    try project.place.write(
      "parts/part.edit",
      "edit: 1\nuse: {titles: \(other)}\ncanvas: {size: 64x36, rate: 10}\ntimeline: [{edit: titles/card}]\n")
    try project.write(one, "{edit: titles/card}, {edit: parts/part.edit}")
    _ = try project.fetch()
    let found = try project.compile().findings.flatMap(\.diagnostics)
    #expect(found.map(\.id.name) == ["package-in-two-versions"])
    #expect(
      found.first?.message.contains("the package 'titles' of 'parts/part.edit' has the digest ") == true)
    let source = try project.compile().file.source
    #expect(found.first?.range.map { source[$0] } == "edit: parts/part.edit")
  }

  @Test(
    "Names of a package that is missing are not reported again, in any place",
    arguments: [
      "{image: titles/logo, for: 1s}", "{clip: titles/intro.mp4}",
      "{color: red, for: 1s, mask: {image: titles/m}}", "{color: red, for: 1s, mask: {sequence: titles/m}}",
      "{color: red, for: 1s, mask: {clip: titles/m.mov}}", "{color: red, for: 1s, when: titles/accent}",
      "{color: red, for: 1s, filters: [{lut: titles/x.cube}]}",
      "{text: hi, for: 1s, size: 4px, font: titles/a.otf}",
      "{each: {image: [titles/a.png, titles/b.png], for: 1s}}",
      "{color: red, for: 1s}, {transition: luma titles/w.png 0.5s}, {color: blue, for: 1s}",
    ])
  func silent(_ items: String) throws {
    let project = try Project()
    try project.write("{git: \"https://a.org/b\", revision: v1}", items)
    #expect(try project.messages() == ["missing-package: the package 'titles' is not on this machine"])
  }

  @Test("Names of a package that is missing or has a mistake are not reported again")
  func silence() throws {
    let project = try Project()
    for (use, message) in [
      ("{git: \"https://a.org/b\", revision: v1}", "missing-package: "),
      ("{git: \"https://a.org/b\"}", "missing-key: "),
    ] {
      try project.write(
        use, "{edit: titles/card}, {sequence: titles/x}, {text: \"${titles/x}\", for: 1s, style: titles/y}")
      let found = try project.messages()
      #expect(found.count == 1 && found[0].hasPrefix(message), "\(found)")
    }
  }
}
