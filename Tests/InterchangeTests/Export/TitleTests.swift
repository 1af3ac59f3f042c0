import Basics
import Composition
import Interchange
import Testing

@Suite("Texts that are exported and imported again")
struct TitleTests {
  private static let media = "sea.mp4  video 1280x720 25 60s  audio 48000 stereo\nfonts\n"

  private func script(_ text: String, size: String = "1280x720") -> String {
    "edit: 1\ncanvas: {size: \(size), rate: 25}\ntimeline:\n  - {clip: sea.mp4, take: 2s..6s}\n"
      + "overlays:\n  - {\(text), at: 1s, for: 2s}\noutputs:\n  - file: out/film.mp4\n"
  }

  private func text(_ film: Composition) throws -> (words: TextPicture, layer: Layer) {
    let layer = try #require(film.layers.last)
    guard case .text(let shown) = layer.picture else { throw TitleIsMissing() }
    return (shown.text, layer)
  }

  private struct TitleIsMissing: Error {}

  @Test(
    "keep size, font, weight, colour, lines and place",
    arguments: [
      "text: Plain", "text: Large, size: 25%", "text: Small, size: 17.5px, font: Noto Serif",
      "text: Heavy, weight: black, color: \"#ff8000\"", "text: Light, weight: \"200\", color: \"#00ff0080\"",
      "text: Corner, place: \"bottom right, margin 24px\", size: 8%, weight: semibold, font: Inter",
      "text: \"Two\\nlines\", align: right, place: left", "text: \"Two\\nmore\", place: top left, size: 40px",
      "text: \"  blanks  \\n\\n  and a blank line \", align: left",
      "text: Turned, rotate: 30deg, scale: 1.5, place: \"30%, 70%\"",
      "text: Moving, place: top -> bottom, size: 9%, weight: bold",
    ])
  func again(item: String) throws {
    for size in ["1280x720", "3840x2160", "720x1280"] {
      let film = try compiledFilm(script(item, size: size), media: Self.media)
      let export = try ExportedTimeline(film, ExportOptions(name: "film"))
      let (before, layer) = try text(film)
      for (format, name) in [(InterchangeFormat.fcpxml, "a.fcpxml"), (.otio, "a.otio")] {
        if format == .otio, item.contains("Moving") { continue }
        let written = try export.written(as: format)
        let lost = written.losses.map { "\($0.fate)" }
        #expect(
          !lost.contains { $0.contains("font") || $0.contains("pixels") || $0.contains("alignment") },
          "\(lost)")
        let read = try ImportedTimeline.read(Array(written.text.utf8), name: name)
        let script = try read.timeline.script().text
        let (after, again) = try text(compiledFilm(script, media: Self.media))
        #expect(after.words == before.words, "\(script)")
        #expect(
          abs(after.size - before.size) < 0.001, "\(format): \(after.size), not \(before.size)\n\(script)")
        #expect(after.font == before.font && after.weight == before.weight, "\(script)")
        #expect(after.color == before.color, "\(script)")
        if before.words.contains("\n") { #expect(after.alignment == before.alignment, "\(script)") }
        for time in [RationalTime.zero, RationalTime(seconds: 1)] {
          let pairs = zip(layer.corners(at: time), again.corners(at: time))
          #expect(pairs.allSatisfy { abs($0 - $1) < 1 }, "\(format)\n\(script)")
        }
        #expect(read.report.dropped == 0, "\(read.report.losses)")
      }
    }
  }

  @Test("have the numbers of Final Cut Pro in the file")
  func numbers() throws {
    let film = try compiledFilm(
      script("text: Loud, size: 10%, weight: bold, font: Inter, color: \"#ff0080\""), media: Self.media)
    let text = try ExportedTimeline(film, ExportOptions()).written(as: .fcpxml).text
    // A tenth of 720 pixels; 128/255 is 0.501961.
    #expect(
      text.contains(
        "<text-style font=\"Inter\" fontSize=\"72\" fontFace=\"Bold\" fontColor=\"1 0 0.501961 1\" alignment=\"center\"/>"
      ), "\(text)")
  }

  @Test("of other programs are read as before: their sizes are those of other letters")
  func others() throws {
    let film = try compiledFilm(script("text: Loud, size: 10%, weight: bold"), media: Self.media)
    let own = try ExportedTimeline(film, ExportOptions()).written(as: .fcpxml).text
    // What Final Cut Pro writes has no name.
    let other = own.replacing(" name=\"editc\">", with: ">")
    #expect(other != own)
    let read = try ImportedTimeline.read(Array(other.utf8), name: "a.fcpxml")
    let script = try read.timeline.script().text
    #expect(
      script.contains("text: Loud") && !script.contains("72px") && !script.contains("weight"), "\(script)")
    #expect(read.report.losses.map(\.kind) == ["title", "text-style"], "\(read.report.losses)")
    // A size that no script can have is one of another program.
    for wrong in ["0", "-5", "1e9", "NaN", "large"] {
      let changed = own.replacing("fontSize=\"72\"", with: "fontSize=\"\(wrong)\"")
      let text = try ImportedTimeline.read(Array(changed.utf8), name: "a.fcpxml").timeline.script().text
      #expect(!text.contains("px"), "\(text)")
    }
  }
}
