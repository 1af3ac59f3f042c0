import Composition
import Diagnostics
import Lowering
import Testing

@Suite("Sounds that make room for others")
struct DuckingTests {
  private let head = "edit: 1\ncanvas: {size: 640x360, rate: 25}\n"

  @Test("listen to the items that are named, or to all of the story")
  func under() throws {
    let film = try LoweredScript(
      head + "timeline: [{clip: land.mp4, name: talk, take: ..2s}, {clip: land.mp4, take: ..2s}]\n"
        + "audio: [{tone: sine, at: 0s, for: 4s, duck: {under: [talk]}},"
        + " {tone: sine, at: 0s, for: 4s, duck: {under: [story]}}]"
    ).composition()
    #expect(film.sounds.map(\.duck?.under) == [nil, nil, [0], [0, 1]])
  }

  @Test("say which names stand for nothing, beside every other mistake")
  func unknownNames() throws {
    let alone = LoweredScript(
      head + "timeline: [{clip: land.mp4, name: talk, take: ..2s}]\n"
        + "audio: [{tone: sine, at: 0s, for: 2s, duck: {under: [tlak]}}]")
    #expect(try alone.finding(.unknownName).message == "no item is named 'tlak'")
    let besides = LoweredScript(
      head + "timeline: [{clip: land.mp4, name: talk, take: ..2s}]\n"
        + "audio: [{clip: lost.mp4, duck: {under: [tlak]}}]")
    #expect(besides.film.composition == nil)
    #expect(try besides.finding(.unknownName).message == "no item is named 'tlak'")
  }
}
