import Glibc
import Processes
import TestSupport
import Testing

/// What a script of strangers can make editc read, and what messages tell of it.
@Suite struct RootTests {
  private let place: Workplace
  private static let secret = "SECRET"

  init() throws {
    place = try Workplace()
    try place.write("outside/passwd", "root:\(Self.secret):0:0:root:/root:/bin/bash\n")
    try place.write("outside/bad.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000 \(Self.secret):1\nhello\n")
    try place.write("outside/good.cube", "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n")
    try place.write("outside/other.edit", "edit: 1\ntimeline: [{color: red, for: 1s}]\n")
    try place.write("outside/values.json", "{}")
    try makeFolder(place.path("in"))
    let links = [
      ("in/link.cube", "../outside/passwd"), ("in/link.vtt", "../outside/bad.vtt"),
      ("in/link.edit", "../outside/passwd"), ("in/folder", "../outside"),
      ("in/nowhere.cube", "/nowhere/at.all"),
      ("in/clip.mp4", "../footage/counter.mp4"),
    ]
    for (name, target) in links { try #require(symlink(target, place.path(name)) == 0) }
  }

  private func script(_ body: String) throws {
    try place.write(
      "in/film.edit",
      "edit: 1\ncanvas: {size: 160x90, rate: 30}\n\(body)\noutputs: [{file: film.mp4}]\n")
  }

  @Test(
    "A message quotes no file outside the script's folder, however it is named",
    arguments: [
      "timeline: [{edit: ../outside/passwd}]", "timeline: [{edit: folder/passwd}]",
      "timeline: [{edit: link.edit}]",
      "timeline: [{color: red, for: 1s, filters: [{lut: ../outside/passwd}]}]",
      "timeline: [{color: red, for: 1s, filters: [{lut: link.cube}]}]",
      "timeline: [{color: red, for: 3s}]\nsubtitles: [{file: ../outside/bad.vtt, mode: stream}]",
      "timeline: [{color: red, for: 3s}]\nsubtitles: [{file: link.vtt, mode: stream}]",
      "timeline: [{clip: ../outside/passwd.mp4}]",
    ])
  func quotes(body: String) throws {
    try place.shell("cp outside/passwd outside/passwd.mp4").check()
    try script(body)
    let lines = [
      "render in/film.edit", "lint --format json in/film.edit", "lint in/film.edit", "plan in/film.edit",
    ]
    for line in cases(lines, quick: 2) {
      let result = try place.shell("\"$editc\" \(line)")
      #expect(
        !(result.text + result.errorText).contains(Self.secret), "\(line): \(result.text)\(result.errorText)")
    }
    #expect(
      try place.editc("lint", "in/film.edit").text.contains("[unreadable-file]") || body.contains("vtt"))
  }

  @Test("The same mistakes in a file of the script's folder are quoted, and those outside have their line")
  func ownFiles() throws {
    try place.shell("cp outside/passwd in/own.cube; cp outside/bad.vtt in/own.vtt").check()
    try script("timeline: [{color: red, for: 1s, filters: [{lut: own.cube}]}]")
    #expect(try place.editc("lint", "in/film.edit").text.contains("line 1: `root:\(Self.secret)"))
    try script("timeline: [{color: red, for: 3s}]\nsubtitles: [{file: own.vtt, mode: stream}]")
    #expect(try place.editc("lint", "in/film.edit").text.contains("`\(Self.secret):1` is not a cue setting"))
    try script("timeline: [{color: red, for: 1s, filters: [{lut: ../outside/passwd}]}]")
    #expect(
      try place.editc("lint", "in/film.edit").text
        .contains("is not a colour lookup table: line 1: this is not a line of a `.cube` file"))
  }

  @Test("A lock that is a link to another file is not quoted")
  func lock() throws {
    try script("timeline: [{color: red, for: 1s}]")
    try #require(symlink("../outside/passwd", place.path("in/film.edit.lock")) == 0)
    for line in ["lint in/film.edit", "lock --check in/film.edit"] {
      let result = try place.shell("\"$editc\" \(line)")
      #expect(result.exitCode == 1)
      #expect(result.text.contains("this is not a lock"), "\(result.text)")
      #expect(!result.text.contains(Self.secret))
    }
  }

  @Test("A script that is found in a folder and is a link out of it is not read")
  func foundScript() throws {
    let result = try place.editc("lint", "in")
    #expect(result.exitCode == 77)
    #expect(!(result.text + result.errorText).contains(Self.secret))
    #expect(result.errorText.contains("in/link.edit is a symbolic link that leaves the searched folder"))
  }

  @Test(
    "With --root, everything that lies outside is an error and is not opened",
    arguments: [
      ("clip: ../footage/counter.mp4", "counter.mp4"), ("clip: clip.mp4", "counter.mp4"),
      ("clip: folder/passwd.mp4", "passwd"), ("edit: ../outside/other.edit", "other.edit"),
      ("edit: folder/other.edit", "other.edit"), ("edit: /etc/shadow.edit", "shadow"),
      ("color: red, for: 1s, filters: [{lut: folder/good.cube}]", "good.cube"),
      ("color: red, for: 1s, filters: [{lut: nowhere.cube}]", "nowhere"),
      ("text: Hello, for: 1s, font: folder/font.ttf", "font.ttf"),
    ])
  func refused(item: String, file: String) throws {
    try script("timeline: [{\(item)}]")
    let result = try place.shell(
      "strace -f -qq -e trace=openat,open -o calls \"$editc\" lint --root in in/film.edit --no-cache")
    #expect(result.exitCode == 1, "\(result.text)")
    #expect(result.text.contains("is outside the root and was not read"), "\(result.text)")
    #expect(result.text.contains("[outside-root]"))
    #expect(!String(decoding: try place.bytes("calls"), as: UTF8.self).contains(file))
    #expect(try place.editc("render", "--root", "in", "in/film.edit").exitCode == 1)
  }

  @Test("Subtitles, pictures of a sequence and masks are refused as well, and a larger root allows all of it")
  func more() throws {
    try place.shell("for n in 1 2; do cp footage/white.png outside/$n.png; done").check()
    for body in [
      "timeline: [{color: red, for: 3s}]\nsubtitles: [{file: folder/bad.vtt, mode: stream}]",
      "media: {run: {file: folder/%d.png, frames: {rate: 2}}}\ntimeline: [{clip: run}]",
      "timeline: [{color: red, for: 1s, mask: {image: folder/1.png}}]",
    ] {
      try script(body)
      let result = try place.editc("lint", "--root", "in", "in/film.edit")
      #expect(result.exitCode == 1)
      #expect(result.text.contains("[outside-root]"), "\(result.text)")
      let larger = try place.editc("lint", "--root", ".", "in/film.edit")
      #expect(!larger.text.contains("[outside-root]"), "\(larger.text)")
      #expect(!larger.text.contains("[link-outside-folder]"), "\(larger.text)")
      let free = try place.editc("lint", "in/film.edit")
      #expect(free.text.contains("[link-outside-folder]"), "\(free.text)")
    }
  }

  @Test("The script, its values and its lock must be in the root, too")
  func arguments() throws {
    try script("timeline: [{color: red, for: 1s}]")
    for line in [
      "lint --root outside in/film.edit", "lint --root in in/link.edit",
      "lint --root in in/film.edit --vars outside/values.json", "render --root outside in/film.edit",
      "frame --root outside in/film.edit --at 0s -o x.png",
    ] {
      let result = try place.shell("\"$editc\" \(line)")
      #expect(result.exitCode == 77, "\(line): \(result.errorText)")
      #expect(result.errorText.contains("the folder of --root"), "\(line): \(result.errorText)")
    }
    try #require(symlink("../outside/passwd", place.path("in/film.edit.lock")) == 0)
    let locked = try place.editc("lint", "--root", "in", "in/film.edit")
    #expect(locked.exitCode == 1)
    #expect(locked.text.contains("[unreadable-lock]"))
    #expect(try place.editc("lint", "--root", "nowhere", "in/film.edit").exitCode == 2)
  }

  @Test("Files in the root are read as without it")
  func allowed() throws {
    try place.shell("cp footage/counter.mp4 outside/good.cube in; ln -s counter.mp4 in/same.mp4").check()
    try script("timeline: [{clip: same.mp4, filters: [{lut: ./good.cube}]}, {clip: counter.mp4}]")
    #expect(try place.editc("render", "--root", "in", "in/film.edit", "-o", "a.mp4").exitCode == 0)
    #expect(try place.editc("render", "in/film.edit", "-o", "b.mp4").exitCode == 0)
    #expect(try place.digest("a.mp4") == place.digest("b.mp4"))
  }
}
