import Basics
import Processes
import TestSupport
import Testing

@Suite("An output with the next free name")
struct FreeNameTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("take.edit", script("out/take-%n.mp4"))
  }

  private func script(_ files: String...) -> String {
    "edit: 1\ncanvas: {size: 64x36, rate: 25}\ntimeline: [{color: teal, for: 4f}]\noutputs:\n"
      + files.map { "  - {file: \"\($0)\"}\n" }.joined()
  }

  private func film(of script: String) throws -> String? { try place.plan(script)["file"]?.stringValue }

  @Test("gets a different one in each of twenty renders at once")
  func atOnce() throws {
    let result = try place.shell(
      "for i in {1..20}; do \"$editc\" render take.edit --jobs 1 > said.$i 2>&1 || echo $i failed & done; wait"
    )
    #expect(result.text == "")
    let names = Set((1...20).map { "take-\($0).mp4" })
    #expect(Set(try listFolder(place.path("out"))) == names)
    let said = try (1...20).map { String(decoding: try place.bytes("said.\($0)"), as: UTF8.self) }
    let printed = try said.map { text in
      try #require(text.firstMatch(of: /out\/(take-[0-9]+\.mp4)/), "\(text)").1
    }
    #expect(Set(printed.map(String.init)) == names)
    #expect(try place.leftovers() == [])
  }

  @Test("shows it before the render, without writing anything, and uses the segments of the earlier one")
  func shown() throws {
    #expect(try film(of: "take.edit") == "out/take-1.mp4")
    let lint = try place.editc("lint", "-v", "take.edit")
    #expect(
      lint.text.contains("take.edit:5:") && lint.text.contains("the next free name is 'out/take-1.mp4'"))
    #expect(!isThere(place.path("out")))
    #expect(try place.editc("render", "take.edit").exitCode == 0)
    let plan = try place.plan("take.edit")
    #expect(plan["file"]?.stringValue == "out/take-2.mp4")
    #expect(plan.keys(action: "encode") == [] && plan.keys().count == 1)
    // A new name is never that of an old film, so --force replaces nothing.
    #expect(try place.editc("render", "take.edit", "--force").exitCode == 0)
    #expect(try listFolder(place.path("out")) == ["take-1.mp4", "take-2.mp4"])
    #expect(try place.digest("out/take-1.mp4") == place.digest("out/take-2.mp4"))
    #expect(try place.editc("render", "take.edit", "-o", "mine-%n.mp4").exitCode == 0)
    #expect(isThere(place.path("mine-1.mp4")))
    let wrong = try place.editc("render", "take.edit", "-o", "%n/film.mp4")
    #expect(wrong.exitCode == 2 && wrong.errorText.contains("`%n` is in the name of a folder"))
  }

  @Test("has one number for all outputs of a render, and continues after the highest one")
  func outputs() throws {
    try place.write("two.edit", script("out/take-%n.mp4", "out/take-%n-small.gif"))
    for name in ["out/take-7.en.srt", "out/take-2026-11-28.mp4"] { try place.write(name, "") }
    #expect(try place.editc("render", "two.edit").exitCode == 0)
    #expect(isThere(place.path("out/take-8.mp4")) && isThere(place.path("out/take-8-small.gif")))
    #expect(try film(of: "take.edit") == "out/take-9.mp4")
  }

  @Test("is free again after a killed render, of which no film remains")
  func killed() throws {
    try place.write("slow.edit", slowScript(file: "slow-%n.mp4"))
    try place.write("short.edit", slowScript(file: "slow-%n.mp4", take: "..0.2s"))
    for signal in [Signal.kill, .terminate] {
      let render = try place.start("render", "slow.edit", "--jobs", "2")
      let before = try place.stored().count
      try wait { try place.stored().count > before }
      #expect(try film(of: "short.edit") == "slow-2.mp4")
      render.kill(signal)
      _ = render.wait()
      #expect(!isThere(place.path("slow-1.mp4")))
      #expect(try film(of: "short.edit") == "slow-1.mp4")
    }
    #expect(try place.editc("render", "short.edit").exitCode == 0)
    #expect(isThere(place.path("slow-1.mp4")))
    #expect(try run(["find", place.root, "-name", "*.partial"]).text == "")
  }

  @Test("leaves no folder if the script has errors")
  func errors() throws {
    try place.write("wrong.edit", script("new/take-%n.mp4").replacing("teal", with: "teel"))
    #expect(try place.editc("render", "wrong.edit").exitCode == 1)
    #expect(!isThere(place.path("new")))
  }
}
