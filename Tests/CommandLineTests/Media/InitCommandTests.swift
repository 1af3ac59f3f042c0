import Basics
import TestSupport
import Testing

@Suite struct InitCommandTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// Footage under other names.
  private func copy(_ footage: String, to name: String) throws {
    try place.write(name, try place.bytes(footage))
  }

  @Test("The script renders the films that it was made from, in their order")
  func renders() throws {
    let made = try place.editc("init", Footage.flat, Footage.white, Footage.counter, Footage.tone)
    // The white picture is small for the canvas of the clips, which is worth a warning.
    #expect(made.exitCode == 0 && made.text == "", "\(made.errorText)")
    #expect(made.errorText.contains("[upscaled]") && !made.errorText.contains("error:"), "\(made.errorText)")
    let lint = try place.editc("lint", "film.edit")
    #expect(!lint.text.contains("error:") && lint.exitCode == 0, "\(lint.text)")
    #expect(try place.editc("render", "film.edit").exitCode == 0)
    // 8 s, 4 s and 3 s.
    let film = try probed(place.path("out/film.mp4"), "v", counting: true)
    #expect((film["nb_read_frames"], film["width"], film["height"]) == ("450", "160", "90"))
    let shown = try patches(place.path("out/film.mp4"), x: 72, y: 40)
    #expect(shown[100].isNear(Patch(y: 120, u: 150, v: 90), 2))
    #expect(shown[300].isNear(Patch(y: 235, u: 128, v: 128), 2))
  }

  @Test("Names with blanks, quotes, dashes and letters of any language, in other folders, are found again")
  func names() throws {
    let names = [
      "-dash.mp4", "a film.mp4", "it's \"one\".mp4", "${name}.mp4", "Фильм.mp4", "dir one/-x: #2.mp4",
      "d/same.mp4",
      "d/e/same.mp4",
    ]
    for name in names { try copy(Footage.flat, to: "media of mine/" + name) }
    let result = try run(
      [editcPath, "init", "-o", "cut/film.edit", "--"] + names.map { "media of mine/" + $0 }, in: place.root)
    #expect(result.exitCode == 0)
    let script = String(decoding: try place.bytes("cut/film.edit"), as: UTF8.self)
    #expect(script.contains("../media of mine/-dash.mp4"))
    // All that is said is that the media lie beside the script's folder; of `${` nobody knows where it leads.
    let lint = try place.editc("lint", "cut/film.edit").text
    #expect(lint.hasSuffix("\n7 warnings\n") && !lint.contains("error"), "\(lint)")
    #expect(result.errorText == lint)
    let inside = try run(
      [editcPath, "init", "-o", "../film.edit", "./x.mp4"].map { $0 == "./x.mp4" ? ".//-dash.mp4" : $0 }
        + [place.path("media of mine/a film.mp4")], in: place.path("media of mine"))
    #expect(inside.errorText == "" && inside.exitCode == 0, "\(inside.errorText)")
    #expect(try place.editc("lint", "film.edit").text == "")
    let dashed = try run(
      [editcPath, "init", "-o", "here.edit", "--", "-dash.mp4"], in: place.path("media of mine"))
    #expect(dashed.exitCode == 0 && dashed.errorText == "")
  }

  @Test("A script that is there stays unless --force says otherwise, and media always do")
  func existing() throws {
    try place.write("film.edit", "edit: 1\n")
    let refused = try place.editc("init", Footage.flat)
    #expect(refused.exitCode == 73)
    #expect(refused.errorText == "editc: film.edit already exists; use --force to overwrite it\n")
    #expect(try place.bytes("film.edit") == Array("edit: 1\n".utf8))
    #expect(try place.editc("init", Footage.flat, "--force").exitCode == 0)
    #expect(try place.bytes("film.edit") != Array("edit: 1\n".utf8))
    try copy(Footage.flat, to: "clip.edit")
    #expect(try place.editc("init", "clip.edit", "-o", "clip.edit", "--force").exitCode == 77)
    #expect(try place.bytes("clip.edit") == place.bytes(Footage.flat))
  }

  @Test("`-o -` prints the script and writes nothing")
  func prints() throws {
    let printed = try place.editc("init", "-o", "-", Footage.flat)
    #expect(printed.text.contains("\n  - clip: flat"))
    #expect(try place.shell("ls").text == "footage\ntmp\n")
    #expect(try place.editc("lint", "-", input: printed.text).text == "")
  }

  @Test("Files that cannot be used are all named, and nothing is written")
  func unusable() throws {
    try place.write("words.txt", "no film")
    let result = try place.editc("init", "gone.mp4", Footage.flat, "words.txt", "footage")
    #expect(result.exitCode == 66)
    for name in ["gone.mp4: ", "words.txt: ", "footage: "] { #expect(result.errorText.contains(name)) }
    #expect(try place.shell("ls *.edit").exitCode != 0)
    #expect(try place.editc("init").exitCode == 2)
    #expect(try place.editc("init", Footage.flat, "-o", "film.mp4").exitCode == 2)
  }

  @Test("Suggested outputs go into the script, as text and as JSON")
  func suggestions() throws {
    let block = try place.editc("suggest", Footage.flat, Footage.tone)
    #expect(block.exitCode == 0)
    let draft = try place.editc("init", "-o", "-", Footage.flat, Footage.tone).text
    let start = try #require(draft.firstRange(of: "outputs:"))
    try place.write("film.edit", draft[..<start.lowerBound] + block.text)
    let lint = try place.editc("lint", "film.edit")
    #expect(!lint.text.contains("error:") && lint.exitCode == 0, "\(lint.text)")
    let json = try JSONValue.parse(place.editc("suggest", "--json", Footage.flat, Footage.tone).text)
    let files = json["outputs"]?.elements?.compactMap { $0["file"]?.stringValue } ?? []
    #expect(files.count == 2)
    #expect(files.allSatisfy { block.text.contains("file: \($0)\n") })
  }
}
