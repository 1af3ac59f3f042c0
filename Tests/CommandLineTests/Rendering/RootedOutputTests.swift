import Glibc
import Processes
import TestSupport
import Testing

/// What a script of strangers can make editc write.
@Suite("With --root, nothing that a script names is written outside")
struct RootedOutputTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try makeFolder(place.path("in"))
    for file in ["victim.mp4", "victim.srt", "victim.m3u8"] { try place.write("outside/\(file)", "precious") }
    try place.write("in/words.srt", "1\n00:00:00,000 --> 00:00:00,500\nHello\n")
    let links = [
      ("in/folder", "../outside"), ("in/link.mp4", "../outside/victim.mp4"), ("in/nothing.mp4", "/nowhere/x"),
      ("in/beside.srt", "../outside/victim.srt"), ("in/list.m3u8", "../outside/victim.m3u8"),
      ("in/part.mp4.m3u8", "../outside/victim.m3u8"),
    ]
    for (name, target) in links { try #require(symlink(target, place.path(name)) == 0) }
  }

  private func script(_ outputs: String, _ more: String = "") throws {
    try place.write(
      "in/film.edit",
      """
      edit: 1
      canvas: {size: 160x90, rate: 25}
      timeline: [{color: red, for: 1s}]
      markers: {EVIL: {at: 0s, chapter: true}}
      outputs: [\(outputs)]
      \(more)

      """)
  }

  /// Everything outside of the root, with its content.
  private func outside() throws -> String {
    try place.shell("cd outside && find . -type f -exec sha256sum {} + | sort && find . | sort").text
  }

  @Test(
    "Outputs, sidecars, playlists and pictures by number",
    arguments: [
      ("{file: ../outside/evil.mp4}", ""), ("{file: ../outside/requirements.txt}", ""),
      ("{file: ../outside/victim.mp4}", ""), ("{file: folder/evil.mp4}", ""), ("{file: link.mp4}", ""),
      ("{file: nothing.mp4}", ""), ("{file: missing/../../outside/evil.mp4}", ""),
      ("{file: folder/new/%03d.png}", ""), ("{file: ../outside/%03d.png}", ""),
      ("{file: folder/still.png, still: 0s}", ""), ("{file: folder/film.gif}", ""),
      ("{file: beside.mp4}", "subtitles: [{file: words.srt, mode: sidecar}]"),
      ("{file: good.mp4, fragment: 1s, playlist: folder/list.m3u8}", ""),
      ("{file: good.mp4, fragment: 1s, playlist: list.m3u8}", ""),
      ("{file: part.mp4, fragment: 1s, playlist: good.m3u8}", ""),
      ("{file: good.mp4}, {file: ../outside/second.mp4}", ""),
    ])
  func refused(outputs: String, more: String) throws {
    try script(outputs, more)
    let before = try outside()
    let lint = try place.editc("lint", "--root", "in", "--no-media", "in/film.edit")
    let full = try place.editc("lint", "--root", "in", "in/film.edit")
    let isSidecar = !more.isEmpty
    // Without media, nobody knows what subtitles there are.
    if !isSidecar { #expect(lint.exitCode == 1 && lint.text.contains("[outside-root]"), "\(lint.text)") }
    #expect(
      full.exitCode == 1 && full.text.contains("is outside the root and is not written"), "\(full.text)")
    let render = try place.editc("render", "--root", "in", "--force", "--no-cache", "in/film.edit")
    #expect(render.exitCode == 1 && render.errorText.contains("[outside-root]"), "\(render.errorText)")
    #expect(try outside() == before)
    #expect(!isThere(place.path("in/good.mp4")))
  }

  @Test("The rows of a table name files, too")
  func rows() throws {
    try script("{file: \"${name}.mp4\"}", "vars: {name: {type: text, default: film}}")
    try place.write("in/names.csv", "name\ngood\n../outside/evil\n")
    let before = try outside()
    let render = try place.editc(
      "render", "--root", "in", "--no-cache", "--vars", "in/names.csv", "in/film.edit")
    #expect(render.exitCode == 1 && render.errorText.contains("[outside-root]"), "\(render.errorText)")
    #expect(try outside() == before)
    #expect(!isThere(place.path("in/good.mp4")))
  }

  @Test("What the command line names may be anywhere, but links of strangers lead it nowhere")
  func named() throws {
    try script("{file: ../outside/evil.mp4}")
    let free = try place.editc("render", "--root", "in", "--no-cache", "in/film.edit", "-o", "free.mp4")
    #expect(free.exitCode == 0, "\(free.errorText)")
    let before = try outside()
    try script("{file: good.mp4}")
    for line in [
      "render --root in --no-cache --force in/film.edit -o in/folder/x.mp4",
      "render --root in --no-cache --force in/film.edit -o in/link.mp4",
      "frame --root in in/film.edit --at 0s -o in/folder/x.png",
      "sheet --root in in/film.edit -o in/folder/x.png",
      "timeline --root in in/film.edit -o in/folder/x.svg",
      "export --root in in/film.edit -o in/folder/x.otio",
      "plan --root in in/film.edit -o in/folder/x.plan",
    ] {
      let result = try place.shell("\"$editc\" \(line)")
      #expect(result.exitCode == 77, "\(line): \(result.exitCode) \(result.errorText)")
      #expect(result.errorText.contains("the folder of --root"), "\(line): \(result.errorText)")
    }
    #expect(try outside() == before)
  }

  @Test("A lock whose place is a link stays in the root")
  func lock() throws {
    try script("{file: good.mp4}")
    try place.editc("lock", "in/film.edit", "-o", "outside/film.lock").check()
    try #require(symlink("../outside/film.lock", place.path("in/film.edit.lock")) == 0)
    let before = try outside()
    try script("{file: good.mp4}", "media: {clip: words.srt}")
    let result = try place.editc("lock", "--root", "in", "in/film.edit")
    #expect(result.exitCode == 77, "\(result.errorText)")
    #expect(try outside() == before)
  }

  @Test("Settings that name a cache outside the root are an error")
  func settings() throws {
    try place.write("in/editc.yaml", "settings: 1\ncache: folder/cache\n")
    let lint = try place.editc("lint", "--root", "in", "in/editc.yaml")
    #expect(lint.exitCode == 1 && lint.text.contains("'folder/cache' is outside the root"), "\(lint.text)")
    #expect(try place.editc("lint", "in/editc.yaml").exitCode == 0)
  }

  @Test(
    "Files in the root have the bytes that they have without it",
    arguments: ["mp4", "mkv", "gif", "webp", "ts", "png", "txt"])
  func allowed(ending: String) throws {
    let file = ending == "png" ? "new/deep/%02d.png" : "new/deep/film.\(ending)"
    try script("{file: \(file)}")
    let rooted = try place.editc("render", "--root", "in", "--no-cache", "in/film.edit")
    #expect(rooted.exitCode == 0, "\(rooted.errorText)")
    let digests = try place.shell("cd in/new && find . -type f | sort | xargs sha256sum; rm -r deep").text
    let free = try place.editc("render", "--no-cache", "in/film.edit")
    #expect(free.exitCode == 0, "\(free.errorText)")
    #expect(try place.shell("cd in/new && find . -type f | sort | xargs sha256sum").text == digests)
    #expect(try place.shell("find in -name '*.partial'").text == "")
  }
}
