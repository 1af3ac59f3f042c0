import Diagnostics
import Lowering
import Testing

@Suite("Items that are different in one output")
struct OverrideTests {
  private static let story = """
    edit: 1
    canvas: {size: 640x360, rate: 25}
    timeline:
      - {color: navy, for: 2s, name: ground}
      - {sequence: middle}
      - {clip: wide.mp4, take: 1s..3s, name: last, fit: cover}
    overlays:
      - {shape: rectangle, name: title, at: ground.start, for: 2s, width: 40px, height: 5%}
    sequences:
      middle: [{color: gray, for: 1s, name: part}]

    """

  /// The story with an output, and its film.
  private func film(_ overrides: String, in story: String = story) -> LoweredScript {
    LoweredScript(
      story + "outputs: [{file: a.mp4, size: 360x640, overrides: {\(overrides)}}, {file: b.mp4}]", output: 0)
  }

  @Test(
    "make the film that the script would make with these values in the items",
    arguments: [
      (
        "title: {shape: ellipse, width: 60px, place: top}", "shape: rectangle", "shape: ellipse",
        "width: 40px",
        "width: 60px, place: top"
      ),
      ("last: {fit: blur}", "fit: cover", "fit: blur", "", ""),
      ("last: {clip: land.mp4, take: 2s..3s}", "clip: wide.mp4", "clip: land.mp4", "1s..3s", "2s..3s"),
      ("last: {enabled: false}", "fit: cover", "fit: cover, enabled: false", "", ""),
      ("part: {color: red}", "color: gray", "color: red", "", ""),
      (
        "ground: {for: 3s, opacity: 0.5}", "for: 2s, name: ground", "for: 3s, name: ground, opacity: 0.5", "",
        ""
      ),
      ("title: {at: 1s}", "at: ground.start", "at: 1s", "", ""),
      (
        "title: {enabled: false}, part: {color: red}", "color: gray", "color: red", "width: 40px",
        "width: 40px, enabled: false"
      ),
    ])
  func sameAsWritten(
    overrides: String, old: String, new: String, otherOld: String, otherNew: String
  ) throws {
    var written = Self.story.replacing(old, with: new)
    if !otherOld.isEmpty { written = written.replacing(otherOld, with: otherNew) }
    let script = film(overrides)
    #expect(!script.diagnostics.hasErrors, "\(script.messages)")
    let film = try script.composition()
    #expect(film == (try self.film("", in: written).composition()))
    #expect(film != (try self.film("").composition()))
  }

  @Test("are those of this output alone")
  func otherOutputs() throws {
    let text = Self.story + "outputs: [{file: a.mp4, overrides: {last: {fit: blur}}}, {file: b.mp4}]"
    #expect(
      try LoweredScript(text, output: 1).composition() == (try LoweredScript(Self.story).composition()))
  }

  @Test(
    "that cannot be are findings with their places",
    arguments: [
      ("tilte: {size: 4px}", DiagnosticID.unknownName, "tilte", "no item is named 'tilte'"),
      ("title: {fits: blur}", .unknownKey, "fits", "`fits` is not a key of an item"),
      ("title: {take: 1s..}", .keyOfAnotherKind, "take", "`take` does not belong to a shape"),
      ("title: {width: wide}", .lengthSyntax, "wide", ""),
      ("title: {name: other}", .keyOfAnotherKind, "name", "`name` is not allowed under `title`"),
      ("last: {text: Words}", .twoInOneEntry, "text", ""),
      ("last: {take: 30s..40s}", .takeOutsideMedia, "30s..40s", ""),
    ])
  func mistakes(overrides: String, id: DiagnosticID, guilty: String, message: String) throws {
    let script = film(overrides)
    let found = script.diagnostics.filter { script.guilty($0) == guilty }
    #expect(found.contains { message.isEmpty || $0.message == message }, "\(script.messages)")
  }
}
