import Compiler
import Composition
import Diagnostics
import Lowering
import Processes
import RenderPlan
import TestSupport
import Testing
import Workspace

/// Files that are missing at their paths, and whose bytes this machine has elsewhere. Digests are those of
/// sha256sum and md5sum; pointers and objects are written by hand, as Git LFS and DVC write them.
@Suite("Absent media")
struct MediaPlaceTests {
  private let place: Place
  private let workspace: Workspace
  private let tone = wave(milliseconds: 500)
  private let sha256: String
  private let md5: String

  init() throws {
    let place = try Place()
    self.place = place
    try place.write("film.edit", monoFilm)
    try place.write("tone.wav", bytes: tone)
    workspace = Workspace(cache: try CacheFolder(named: place.path("cache")), inspector: .unconfined)
    func digest(_ program: String) throws -> String {
      String(try run([program, place.path("tone.wav")]).text.prefix { $0 != " " })
    }
    sha256 = try digest("sha256sum")
    md5 = try digest("md5sum")
  }

  private var object: String { "lfs/objects/\(sha256.prefix(2))/\(sha256.dropFirst(2).prefix(2))/\(sha256)" }
  private var stored: String { "cache/media/\(sha256.prefix(2))/\(sha256)" }

  private func pointer(at name: String = "tone.wav") throws {
    let text = "version https://git-lfs.github.com/spec/v1\noid sha256:\(sha256)\nsize \(tone.count)\n"
    try place.write(name, text)
  }

  private func remove(_ name: String = "tone.wav") throws { _ = try run(["rm", place.path(name)]) }

  private func compile(_ name: String = "film.edit", _ use: MediaUse = .content) throws -> CompiledScript {
    try place.compile(name, use, in: workspace)
  }

  private func key(_ script: CompiledScript) throws -> String {
    let film = try #require(script.rows.first?.compilation.films.first)
    return "\(try #require(try script.plan(film).soundTrack?.key))"
  }

  /// The film has the key of the film with the file in its place, and reads the bytes where they are.
  private func expectSame(_ expected: String, readFrom name: String) throws {
    for use in [MediaUse.content, .facts] {
      let script = try compile("film.edit", use)
      #expect(script.messages == [], "\(name)")
      let media = try #require(script.rows.first?.compilation.films.first?.composition?.media.first)
      #expect(media.spelling == "tone.wav")
      #expect(try realPath(media.path) == realPath(place.path(name)))
      #expect(try key(script) == expected)
    }
  }

  @Test("Git LFS pointers are read as their local objects, with the same keys")
  func pointers() throws {
    let expected = try key(compile())
    try pointer()
    try makeFolder(place.path(".git"))
    #expect(try compile().ids() == ["lfs-pointer"])
    try place.write(".git/\(object)", bytes: tone)
    try expectSame(expected, readFrom: ".git/\(object)")
    // A lock can be written, too.
    let entry = try #require(compile("film.edit", .everything).lock().lock.entries["tone.wav"])
    #expect("\(entry.digest)" == sha256)
  }

  @Test("Worktrees and submodules share the objects of their repository")
  func worktrees() throws {
    let expected = try key(compile())
    try pointer()
    try place.write("main/.git/\(object)", bytes: tone)
    try place.write("main/.git/worktrees/cut/commondir", "../..\n")
    try place.write(".git", "gitdir: main/.git/worktrees/cut\n")
    try expectSame(expected, readFrom: "main/.git/\(object)")
    try place.write("modules/cut/\(object)", bytes: tone)
    try place.write(".git", "gitdir: \(place.path("modules/cut"))\n")
    try expectSame(expected, readFrom: "modules/cut/\(object)")
    for text in ["gitdir: nowhere\n", "gitdir: \n", "nonsense", "", "gitdir: .git\n"] {
      try place.write(".git", text)
      #expect(try compile().ids() == ["lfs-pointer"])
    }
  }

  @Test("Missing files are read from the content store if the script or the lock has their digest")
  func contentStore() throws {
    let expected = try key(compile())
    let lock = try compile("film.edit", .everything).lock().lock.text
    try remove()
    try place.write(stored, bytes: tone)
    #expect(try compile().ids() == ["missing-file"])
    try place.write("film.edit.lock", lock)
    try expectSame(expected, readFrom: stored)
    try remove("film.edit.lock")
    try place.write(
      "film.edit",
      monoFilm.replacing("clip: tone.wav", with: "clip: tone")
        + "media: {tone: {file: tone.wav, sha256: \(sha256)}}\n")
    try expectSame(expected, readFrom: stored)
    // What the script requires decides.
    try place.write("film.edit.lock", lock.replacing(sha256, with: String(repeating: "0", count: 64)))
    #expect(try compile().ids() == ["media-differs-from-lock"])
  }

  @Test("Files of DVC are read from its cache, by the names of its releases", arguments: ["files/md5/", ""])
  func dvc(layout: String) throws {
    let expected = try key(compile())
    let cached = ".dvc/cache/\(layout)\(md5.prefix(2))/\(md5.dropFirst(2))"
    try remove()
    try place.write(
      "tone.wav.dvc", "outs:\n- md5: \(md5)\n  size: \(tone.count)\n  hash: md5\n  path: tone.wav\n")
    try makeFolder(place.path(".dvc"))
    let missing = try compile()
    #expect(missing.ids() == ["missing-file"])
    #expect(missing.hints == ["run `dvc pull tone.wav` to download it"])
    try place.write(cached, bytes: tone)
    try expectSame(expected, readFrom: cached)
    var other = tone
    other[100] ^= 1
    try place.write(cached, bytes: other)
    let damaged = try compile()
    #expect(damaged.ids() == ["missing-file"])
    #expect(damaged.notes.contains("the file in DVC's cache has other bytes"), "\(damaged.notes)")
  }

  @Test("A folder that DVC tracks as a whole has its files in the cache, by a list with the right digest")
  func dvcFolder() throws {
    try place.write("film.edit", monoFilm.replacing("tone.wav", with: "footage/a/tone.wav"))
    try place.write("footage/a/tone.wav", bytes: tone)
    let expected = try key(compile())
    try remove("footage/a/tone.wav")
    _ = try run(["rmdir", place.path("footage/a"), place.path("footage")])
    let list = "[{\"md5\": \"\(md5)\", \"relpath\": \"a/tone.wav\"}]"
    try place.write("list", list)
    let digest = String(try run(["md5sum", place.path("list")]).text.prefix(32))
    try place.write("footage.dvc", "outs:\n- md5: \(digest).dir\n  nfiles: 1\n  hash: md5\n  path: footage\n")
    let cache = ".dvc/cache/files/md5"
    let stored = "\(cache)/\(digest.prefix(2))/\(digest.dropFirst(2)).dir"
    try place.write("\(cache)/\(md5.prefix(2))/\(md5.dropFirst(2))", bytes: tone)
    #expect(try compile().ids() == ["missing-file"])
    try place.write(stored, list)
    let script = try compile()
    #expect(script.messages == [])
    #expect(try key(script) == expected)
    try place.write(stored, list + "\n")
    #expect(try compile().ids() == ["missing-file"])
  }

  @Test("Other bytes are refused, of the right size or of another one", arguments: [0, 1, -1])
  func otherBytes(longer: Int) throws {
    try pointer()
    var other = tone
    other[other.count - 1] ^= 1
    if longer > 0 { other.append(0) } else if longer < 0 { other.removeLast() }
    try place.write(".git/\(object)", bytes: other)
    let script = try compile()
    #expect(script.ids() == ["lfs-pointer"])
    #expect(script.notes.contains("the local object of Git LFS has other bytes"), "\(script.notes)")
    // Another place may have the right ones.
    try place.write(stored, bytes: tone)
    #expect(try compile().messages == [])
  }

  @Test("A misspelled name, a folder and a link to nowhere remain findings")
  func others() throws {
    try place.write(
      "film.edit.lock", try compile("film.edit", .everything).lock().lock.text)
    try place.write(stored, bytes: tone)
    _ = try run(["mv", place.path("tone.wav"), place.path("Tone.wav")])
    #expect(try compile().ids() == ["path-case"])
    _ = try run(["rm", place.path("Tone.wav")])
    #expect(try compile().messages == [])
    try makeFolder(place.path("tone.wav"))
    #expect(try compile().ids().contains("file-is-directory"))
  }

  @Test("A place that is a folder, a pipe or a link to nowhere has no bytes")
  func oddPlaces() throws {
    try pointer()
    try makeFolder(place.path(".git/\(object)"))
    #expect(try compile().ids() == ["lfs-pointer"])
    _ = try run(["rm", "-r", place.path(".git/\(object)")])
    _ = try run(["mkfifo", place.path(".git/\(object)")])
    #expect(try compile().ids() == ["lfs-pointer"])
    _ = try run(["ln", "-sf", "/nowhere/at.all", place.path(".git/\(object)")])
    #expect(try compile().ids() == ["lfs-pointer"])
  }

  @Test("Subtitles that a pointer replaces are read in the same way")
  func subtitles() throws {
    let cues = "1\n00:00:00,100 --> 00:00:00,900\nHello\n"
    try place.write("film.edit", color(seconds: 1) + "subtitles: [{file: cues.srt, mode: stream}]\n")
    try place.write("cues.srt", cues)
    let digest = String(try run(["sha256sum", place.path("cues.srt")]).text.prefix(64))
    try place.write(
      "cues.srt",
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(digest)\nsize \(cues.utf8.count)\n")
    #expect(try compile().ids().contains("lfs-pointer"))
    let folder = ".git/lfs/objects/\(digest.prefix(2))/\(digest.dropFirst(2).prefix(2))"
    try place.write("\(folder)/\(digest)", cues)
    let script = try compile()
    #expect(!script.hasErrors, "\(script.messages)")
    #expect(script.media.table.subtitles["cues.srt"]?.cues.count == 1)
  }

  @Test("With a root, bytes are found by their digests outside it, and files outside it are not looked for")
  func root() throws {
    let expected = try key(compile())
    try place.write("in/film.edit", monoFilm)
    try pointer(at: "in/tone.wav")
    try place.write(".git/\(object)", bytes: tone)
    func rooted(_ name: String) throws -> CompiledScript {
      try place.compile(
        name, in: Workspace(inspector: .unconfined, root: RootFolder(place.path("in"))))
    }
    let script = try rooted("in/film.edit")
    #expect(script.messages == [])
    #expect(try key(script) == expected)
    try pointer()
    try place.write("in/film.edit", monoFilm.replacing("tone.wav", with: "../tone.wav"))
    let outside = try rooted("in/film.edit")
    #expect(outside.ids().contains("outside-root") && outside.hasErrors, "\(outside.messages)")
    guard case .failed(let failure)? = outside.media.table.states["../tone.wav"] else {
      Issue.record("\(outside.messages)")
      return
    }
    #expect(failure.kind == .isRefused)
  }

  @Test("A missing file has the host of the URL that the script states, and needs a digest")
  func origin() throws {
    let lock = try compile("film.edit", .everything).lock().lock.text
    try place.write(
      "film.edit",
      monoFilm.replacing("clip: tone.wav", with: "clip: tone")
        + "media: {tone: {file: tone.wav, from: \"https://media.example.org/tone.wav?v=2\"}}\n")
    #expect(try compile().ids() == ["digest-missing"])
    try remove()
    let missing = try compile()
    #expect(missing.ids() == ["digest-missing", "missing-file"])
    #expect(
      missing.hints.contains {
        $0.hasPrefix("`editc lock --fetch ")
          && $0.hasSuffix("downloads it from media.example.org and records its digest")
      }, "\(missing.hints)")
    try pointer()
    #expect(try compile().ids() == ["lfs-pointer"])
    // A pointer records the bytes as well as a lock.
    try place.write(".git/\(object)", bytes: tone)
    #expect(try compile().messages == [])
    try place.write("film.edit.lock", lock)
    #expect(try compile().messages == [])
    try remove()
    try remove(".git/\(object)")
    let locked = try compile()
    #expect(locked.ids() == ["missing-file"])
    #expect(locked.hints.contains { $0.hasPrefix("`editc fetch ") }, "\(locked.hints)")
    #expect(locked.media.listing.map(\.urls).contains(["https://media.example.org/tone.wav?v=2"]))
  }

  @Test("Two names of the same bytes are two files of the film")
  func twice() throws {
    let script = monoFilm.replacing(
      "audio:\n", with: "audio:\n  - {clip: other.wav, at: 0.2s, volume: 0.5}\n")
    try place.write("film.edit", script)
    try place.write("other.wav", bytes: tone)
    let expected = try key(compile())
    try pointer()
    try pointer(at: "other.wav")
    try place.write(".git/\(object)", bytes: tone)
    let found = try compile()
    #expect(found.messages == [])
    #expect(try key(found) == expected)
    let media = try #require(found.rows.first?.compilation.films.first?.composition?.media)
    #expect(Set(media.map(\.spelling)) == ["tone.wav", "other.wav"])
  }
}

extension CompiledScript {
  fileprivate var notes: [String] { findings.flatMap(\.diagnostics).flatMap(\.notes).map(\.message) }

  fileprivate var hints: [String] { findings.flatMap(\.diagnostics).compactMap(\.hint) }
}

/// A film whose sound has the channels of its file.
private let monoFilm = withSound + "mix: {channels: mono}\n"
