import Basics
import Processes
import TestSupport
import Testing

@Suite("What changed in a film")
struct DiffTests {
  @Test("names the segments that a render then makes, and no others")
  func segments() throws {
    let place = try Workplace()
    try place.write("old.edit", variedScript())
    try place.write("new.edit", variedScript(opacity: "0.75"))
    let before = try place.diff()
    #expect(before.keys("new") == before.keys("new", inStore: false))
    try #require(try place.editc("render", "old.edit").exitCode == 0)
    // What the plan of the new film will encode is what the comparison calls new; the rest is kept and there.
    let plan = try place.plan("new.edit")
    let changes = try place.diff()
    #expect(changes.keys("new", inStore: false) == plan.keys(action: "encode"))
    #expect(changes.keys("kept", inStore: true) == plan.keys(action: "reuse"))
    #expect(!plan.keys(action: "encode").isEmpty && !plan.keys().isEmpty)
    #expect(changes["items"]?.elements?.count == 1)
    let stored = Set(try place.stored())
    try #require(try place.editc("render", "new.edit", "--force").exitCode == 0)
    #expect(Set(try place.stored()).subtracting(stored) == Set(changes.keys("new", inStore: false)))
    #expect(try place.diff().keys("new", inStore: true) == changes.keys("new", inStore: false))
    let text = try place.editc("diff", "old.edit", "new.edit").text
    #expect(text.contains("already in the store") && text.contains("sound kept"))
  }

  @Test("is nothing where two scripts give one film, byte for byte")
  func sameFilm() throws {
    let place = try Workplace()
    try place.write("old.edit", variedScript())
    try place.write("new.edit", variedScript(opacity: "50%").replacingAll("take: 1s..7s", "take: 30f..7s"))
    let result = try place.editc("diff", "old.edit", "new.edit")
    #expect(result.exitCode == 0 && result.text.hasPrefix("same film; ") && result.errorText == "")
    #expect(try place.editc("render", "old.edit").exitCode == 0)
    let digest = try place.digest("film.mp4")
    #expect(try place.editc("render", "new.edit", "--no-cache", "--force").exitCode == 0)
    #expect(try place.digest("film.mp4") == digest)
  }

  @Test("holds media against each other by content, wherever they lie")
  func content() throws {
    let place = try Workplace()
    for folder in ["one", "two"] {
      try makeFolder(place.path(folder))
      try place.write(
        "\(folder)/film.edit",
        "edit: 1\ntimeline: [{image: a.png, for: 3s}]\ncanvas: {rate: 30}\noutputs: [{file: film.mp4}]\n")
    }
    let white = try place.bytes(Footage.white)
    try place.write("one/a.png", white)
    try place.write("two/a.png", white)
    #expect(try place.editc("diff", "one/film.edit", "two/film.edit").exitCode == 0)
    try makeMedia(place.path("two/b.png"), "-f", "lavfi", "-i", "color=gray:s=100x50", "-frames:v", "1")
    try place.write("two/a.png", try place.bytes("two/b.png"))
    let result = try place.editc("diff", "one/film.edit", "two/film.edit")
    #expect(result.exitCode == 1)
    #expect(result.text.contains("media\n  ~ a.png  other content\n"))
    #expect(result.text.contains("1 of 1 segment rendered again"))
    // With no look at the media, nothing can be seen of it.
    let blind = try place.editc("diff", "--no-media", "one/film.edit", "two/film.edit")
    #expect(blind.exitCode == 0 && blind.text.contains("segments unknown, because media were not read"))
  }

  @Test("is told from the scripts where media are missing or too short by now")
  func missingMedia() throws {
    let place = try Workplace()
    let script = { (take: String) in
      "edit: 1\ncanvas: {size: 160x90, rate: 30}\ntimeline:\n  - {clip: \(Footage.counter), take: \(take)}\n"
        + "  - {clip: gone.mp4, take: ..2s}\noutputs: [{file: film.mp4}]\n"
    }
    try place.write("old.edit", script("..2s"))
    try place.write("new.edit", script("1s..2s"))
    let result = try place.editc("diff", "old.edit", "new.edit")
    #expect(result.exitCode == 1 && result.text.contains("take: ..2s -> 1s..2s"))
    #expect(result.text.contains("1 item begins 1s earlier"))
    #expect(result.text.contains("segments unknown, because new.edit does not match the available media"))
    #expect(result.errorText.contains("[missing-file]"))
    try place.write("longer.edit", script("..99s").replacingAll("gone.mp4", Footage.flat))
    let longer = try place.editc("diff", "longer.edit", "new.edit")
    #expect(longer.exitCode == 1 && longer.errorText.contains("[take-outside-media]"))
  }

  @Test("is not told of a script with mistakes of its own")
  func mistakes() throws {
    let place = try Workplace()
    try place.write("good.edit", colors())
    try place.write("wrong.edit", colors("2"))
    for names in [["good.edit", "wrong.edit"], ["wrong.edit", "good.edit"]] {
      let result = try place.editc("diff", names[0], names[1])
      #expect(result.exitCode == 65 && result.text == "")
      #expect(result.errorText.contains("wrong.edit:4:23: error: `2` has no unit"))
      #expect(result.errorText.hasSuffix("wrong.edit has errors, so there is no film to compare\n"))
    }
  }

  @Test("reads standard input, and gives each script the variables it knows")
  func inputAndVariables() throws {
    let place = try Workplace()
    try place.write("old.edit", colors())
    let piped = try place.editc("diff", "old.edit", "-", input: colors("1s"))
    #expect(piped.exitCode == 1 && piped.text.contains("new  <stdin>"))
    #expect(try place.editc("diff", "-", "-").exitCode == 2)
    let variable = "vars: {length: {type: time, default: 5s}}\n" + colors("\"${length}\"")
    try place.write("new.edit", variable)
    #expect(try place.editc("diff", "--set", "length=2s", "old.edit", "new.edit").exitCode == 0)
    #expect(try place.editc("diff", "old.edit", "new.edit").text.contains("for: 2s -> 5s"))
    let unknown = try place.editc("diff", "--set", "lenght=2s", "old.edit", "new.edit")
    #expect(
      unknown.exitCode == 2 && unknown.errorText.contains("neither script declares a variable 'lenght'"))
  }

  @Test("writes nothing but notes of digests into the cache, and not even these without one")
  func cache() throws {
    let place = try Workplace()
    try place.write("old.edit", variedScript())
    let result = try place.editc("diff", "--no-cache", "old.edit", "old.edit")
    #expect(result.exitCode == 0)
    #expect(try run(["find", place.path("cache")]).exitCode != 0)
    #expect(try place.leftovers() == [])
    let json = try JSONValue.parse(
      try place.editc("diff", "--no-cache", "--json", "old.edit", "old.edit").text)
    #expect(
      json["outputs"]?.elements?.first?["segments"]?.elements?.contains { $0["inStore"] != nil } == false)
  }
}

extension Workplace {
  fileprivate func diff() throws -> JSONValue {
    let result = try editc("diff", "--json", "old.edit", "new.edit")
    #expect(result.exitCode == 1 && result.errorText == "")
    return try JSONValue.parse(result.text)
  }
}

extension JSONValue {
  /// The keys of the segments and the sound in this state, sorted.
  fileprivate func keys(_ state: String, inStore: Bool? = nil) -> [String] {
    let output = self["outputs"]?.elements?.first
    let pieces = (output?["segments"]?.elements ?? []) + (output?["sound"].map { [$0] } ?? [])
    return pieces.filter { piece in
      piece["state"]?.stringValue == state
        && (inStore == nil || piece["inStore"] == inStore.map { .bool($0) })
    }.compactMap { $0["key"]?.stringValue }.sorted()
  }
}

extension String {
  fileprivate func replacingAll(_ old: String, _ new: String) -> String {
    var text = self
    while let place = text.firstRange(of: old) { text.replaceSubrange(place, with: new) }
    return text
  }
}
