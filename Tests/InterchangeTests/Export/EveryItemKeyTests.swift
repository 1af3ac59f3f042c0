import Basics
import Compiler
import Composition
import Diagnostics
import EditScript
import Interchange
import Testing

/// What a key of an item changes of the film, it changes of the cut or of what is told.
@Suite("Every key of an item")
struct EveryItemKeyTests {
  private static let media = """
    beach.mp4  video 640x360 25 90s  audio 48000 stereo
    logo.png   still 320x180  alpha
    fonts
    """

  private func film(_ script: String) throws -> Composition? {
    let parsed = ParsedScript(SourceText(name: "film.edit", script))
    let compiled = compile(parsed, media: try MediaListing(Self.media).table(for: parsed.script))
    return compiled.diagnostics.contains { $0.severity == .error } ? nil : compiled.films.first?.composition
  }

  @Test("is in the cut or among the losses")
  func keys() throws {
    let subjects: [ItemKeyword: String] = [
      .clip: "clip: beach.mp4, take: 2s..6s", .tone: "tone: sine, for: 2s",
      .image: "image: logo.png, for: 2s",
      .shape: "shape: rectangle, width: 50%, height: 50%, for: 2s, fill: red", .text: "text: Hello, for: 2s",
      .color: "color: red, for: 2s", .gradient: "gradient: red blue, for: 2s",
    ]
    // Where the example of the schema is the usual value, or needs names that are not here.
    let others = [
      "fade": ["1s"], "opacity": ["0.5"], "volume": ["-6dB"], "speed": ["2x", "1x -> 2x"],
      "place": ["top left"],
      "fit": ["cover", "none", "blur"], "crop": ["10%"], "mask": ["{shape: ellipse}"],
      "filters": ["[{blur: 4px}]"],
      "audio": ["off"], "rotate": ["10deg"], "scale": ["0.5"], "chroma-key": ["green"], "blend": ["screen"],
    ]
    var compared: Set<String> = []
    var silent: [String] = []
    for key in LanguageSchema.item.keys {
      guard case .item(let kinds, let lists, _) = key.role else { continue }
      for (kind, subject) in subjects where kinds.contains(kind) {
        for list in ItemList.allCases where lists.contains(list) {
          let script = { (more: String) in
            let story = list == .timeline ? "" : "timeline: [{clip: beach.mp4, take: 20s..40s}]\n"
            return "edit: 1\ncanvas: {size: 640x360, rate: 25}\n\(story)\(list.rawValue):\n"
              + "  - {\(subject)\(more)}\noutputs: [{file: a.mp4}]\n"
          }
          for value in [key.example] + (others[key.name] ?? []) {
            guard let plain = try film(script("")), let changed = try film(script(", \(key.name): \(value)")),
              plain != changed
            else { continue }
            compared.insert(key.name)
            if try ExportedTimeline(plain) == ExportedTimeline(changed) {
              silent.append("\(kind) \(key.name): \(value)")
            }
          }
        }
      }
    }
    // The pitch of normal speed, the sides of one line, and what a tone is like that is dropped as a whole.
    let harmless = ["clip pitch: follow", "text align: left", "tone volume", "tone fade"]
    #expect(silent.filter { line in !harmless.contains { line.hasPrefix($0) } } == [])
    #expect(compared.count > 20)
  }
}
