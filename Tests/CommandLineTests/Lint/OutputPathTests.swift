import Glibc
import TestSupport
import Testing

/// What lint says of the files of outputs before a render refuses them.
@Suite struct OutputPathTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func write(output: String, clip: String = Footage.flat) throws {
    try place.write(
      "film.edit",
      "edit: 1\ncanvas: {size: 160x90, rate: 25}\ntimeline: [{clip: \(clip), take: ..0.4s}]\n"
        + "outputs: [{file: \(output)}]\n")
  }

  @Test("An output that is a source by another name is an error of lint, and nothing is overwritten")
  func otherNames() throws {
    try #require(symlink("footage/flat.mp4", place.path("link.mp4")) == 0)
    try #require(symlink("footage", place.path("folder")) == 0)
    try #require(link(place.path("footage/flat.mp4"), place.path("hard.mp4")) == 0)
    let before = try place.digest("footage/flat.mp4")
    for output in ["link.mp4", "folder/flat.mp4", "hard.mp4", "\(place.root)/footage/flat.mp4"] {
      try write(output: output)
      let lint = try place.editc("lint", "film.edit")
      #expect(lint.exitCode == 1, "\(output)")
      #expect(
        lint.text.contains(
          "error: the output '\(output)' would overwrite 'footage/flat.mp4', which is the same file"
            + " [output-overwrites-media]"), "\(lint.text)")
      let render = try place.editc("render", "film.edit", "--force")
      #expect(render.exitCode == 1, "\(output)")
    }
    #expect(try place.digest("footage/flat.mp4") == before)
    // Another file of the same bytes is none of the sources.
    try place.write("copy.mp4", try place.bytes("footage/flat.mp4"))
    try write(output: "copy.mp4")
    #expect(try place.editc("lint", "film.edit").exitCode == 0)
    // What the command line names is refused by the render.
    try write(output: "out.mp4")
    #expect(try place.editc("render", "film.edit", "-o", "link.mp4", "--force").exitCode == 77)
    #expect(try place.digest("footage/flat.mp4") == before)
  }

  @Test("Numbered pictures that are sources by another name are found too")
  func pictures() throws {
    try place.write("shots/a1.png", try place.bytes("footage/white.png"))
    try #require(symlink("shots", place.path("other")) == 0)
    try place.write(
      "film.edit",
      "edit: 1\ncanvas: {size: 100x50, rate: 25}\ntimeline: [{image: shots/a1.png, for: 0.2s}]\n"
        + "outputs: [{file: \"other/a%d.png\"}]\n")
    let lint = try place.editc("lint", "film.edit")
    #expect(lint.exitCode == 1)
    #expect(lint.text.contains("would overwrite 'shots/a1.png'"), "\(lint.text)")
  }

  @Test("An unknown ending of a film of sound alone is one error, and says nothing about pictures")
  func unknownEnding() throws {
    for timeline in ["clip: \(Footage.tone)", "tone: sine, for: 1s"] {
      try place.write("film.edit", "edit: 1\ntimeline: [{\(timeline)}]\noutputs: [{file: s.xyz}]\n")
      let lint = try place.editc("lint", "film.edit")
      #expect(lint.exitCode == 1)
      #expect(lint.text.split(separator: "\n").count { $0.contains(" error: ") } == 1, "\(lint.text)")
      #expect(lint.text.hasPrefix("film.edit:3:18: error: unknown file type '.xyz' [unknown-value]\n"))
    }
    // A known one beside it needs a picture.
    try place.write(
      "film.edit", "edit: 1\ntimeline: [{clip: \(Footage.tone)}]\noutputs: [{file: s.xyz}, {file: a.mp4}]\n")
    #expect(
      try place.editc("lint", "film.edit").text.contains("has no picture, but 'a.mp4' has [no-picture]"))
    // What is drawn needs a canvas, whatever the ending.
    try place.write("film.edit", "edit: 1\ntimeline: [{color: red, for: 1s}]\noutputs: [{file: s.xyz}]\n")
    let drawn = try place.editc("lint", "film.edit")
    #expect(drawn.text.contains("the size of the canvas is unknown"), "\(drawn.text)")
  }
}
