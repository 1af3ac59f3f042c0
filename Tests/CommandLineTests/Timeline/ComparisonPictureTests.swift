import Basics
import Processes
import TestSupport
import Testing

@Suite("editc diff --picture")
struct ComparisonPictureTests {
  private func script(_ items: String) -> String {
    "edit: 1\ncanvas: {size: 64x36, rate: 30}\ntimeline: [\(items)]\noutputs: [{file: film.mp4}]\n"
  }

  @Test("draws both films, with a frame around what changed and all changes in words")
  func changes() throws {
    let place = try Workplace()
    try place.write(
      "old.edit", script("{color: red, for: 2s}, {color: green, for: 3s}, {color: blue, for: 2s}"))
    try place.write(
      "new.edit", script("{color: red, for: 4s}, {color: blue, for: 2s}, {color: white, for: 1s}"))
    let result = try place.editc("diff", "old.edit", "new.edit", "--picture", "change.svg")
    #expect(result.exitCode == 1 && result.errorText == "")
    #expect(result.text == (try place.editc("diff", "old.edit", "new.edit").text))
    let drawing = try Drawing(place.path("change.svg"))
    #expect(drawing.words.contains { $0.hasPrefix("Before") && $0.contains("old.edit") && $0.contains("7s") })
    #expect(drawing.words.contains { $0.hasPrefix("After") && $0.contains("new.edit") })
    for line in ["color #ff0000", "color #008000", "color #ffffff"] { #expect(drawing.words.contains(line)) }
    #expect(drawing.words.contains { $0.contains("for: 2s -> 4s") })
    let frames = drawing.elements.filter { $0["attributes"]?["stroke-width"]?.stringValue == "2" }
      .compactMap { $0["attributes"]?["stroke"]?.stringValue }
    // Red changed in both, green is gone from the old one, white is new in the new one.
    #expect(frames.sorted() == ["#1f8a4c", "#c77700", "#c77700", "#d03438"])
  }

  @Test("is asked for by itself, and only with what it can be")
  func refusals() throws {
    let place = try Workplace()
    try place.write("old.edit", script("{color: red, for: 2s}"))
    try place.write("new.edit", script("{color: red, for: 3s}"))
    let lonely = try place.editc("diff", "old.edit", "new.edit", "--theme", "dark")
    #expect(lonely.exitCode == 2)
    #expect(lonely.errorText.contains("--theme needs --picture FILE"))
    let ending = try place.editc("diff", "old.edit", "new.edit", "--picture", "a.gif")
    #expect(ending.exitCode == 2 && ending.errorText.contains("does not end in .svg, .png"))
    try place.write("there.svg", "mine")
    let there = try place.editc("diff", "old.edit", "new.edit", "--picture", "there.svg")
    #expect(there.exitCode == 73 && there.output.isEmpty)
    #expect(
      try place.editc("diff", "old.edit", "new.edit", "--picture", "there.svg", "--force").exitCode == 1)
    #expect(try Drawing(place.path("there.svg")).words.contains("color #ff0000"))
  }

  @Test("shows two equal films without a mark, as a PNG too")
  func same() throws {
    let place = try Workplace()
    try place.write("old.edit", script("{color: red, for: 2s}"))
    let result = try place.editc("diff", "old.edit", "old.edit", "--picture", "same.png", "--width", "700")
    #expect(result.exitCode == 0)
    #expect(try pixels(of: place.path("same.png"), at: []).size.hasPrefix("700x"))
  }
}
