import Composition
import EditScript
import Testing

/// A filter that is declared is known to all that read declarations.
@Suite struct EveryFilterTests {
  private let names =
    EffectName.allCases.map(\.rawValue) + ["lut"]
    + SoundFilterName.allCases.map(\.rawValue).filter { $0 != "denoise" } + ["ffmpeg"]

  @Test("every filter has one key in the schema")
  func schema() throws {
    let mapping = try #require(LanguageSchema.mappings.first { $0.title == "a filter" })
    #expect(mapping.keys.map(\.name) == names)
  }

  @Test("every filter is read by its example, and told by a dump and by reports as it is written")
  func dump() throws {
    let mapping = try #require(LanguageSchema.mappings.first { $0.title == "a filter" })
    for key in mapping.keys {
      let reading = read(
        """
        edit: 1
        timeline: [{clip: a.mp4, filters: [{\(key.name): \(key.example.contains(":") ? key.example : "\"\(key.example)\"")}]}]
        """)
      #expect(reading.findings == [], "\(key.name)")
      let filter = try #require(reading.script.timeline.first?.filters?.value.first?.value, "\(key.name)")
      #expect(filter.name == key.name)
      #expect(reading.script.dump.contains("timeline 1 filters \(key.name)"), "\(key.name)")
      #expect(filter.canonicalText.contains(key.name))
    }
  }

  @Test("every filter has a row on its page")
  func page() {
    for name in names { #expect(LanguageSchema.filtersPage.contains("\n| `\(name)` |"), "\(name)") }
  }
}
