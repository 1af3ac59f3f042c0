import Basics
import FoundationEssentials
import Processes
import TestSupport
import Testing

@Suite("Scripts that exports keep")
struct KeptScriptTests {
  private static let media = Result { try run([packageRoot + "/examples/make-media"]) }
  private static let examples: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: packageRoot + "/examples")) ?? []
    let names = files.filter { $0.hasSuffix(".edit") }.sorted()
    return cases(names, quick: 2, sample: 8)
  }()

  /// The keys of the segments of a script's films, which hold everything that is seen and heard, with their frames.
  private func film(_ script: String, _ place: Workplace) throws -> [String] {
    let planned = try place.editc("plan", script, "--json", "--cache", "cache")
    #expect(planned.exitCode == 0, "\(script): \(planned.errorText)")
    var found: [String] = []
    func collect(_ value: JSONValue) {
      for element in value.elements ?? [] { collect(element) }
      for member in value.members ?? [] {
        if ["key", "frames", "firstFrame", "samples", "duration", "rate"].contains(member.name) {
          found.append("\(member.name) \(member.value.compactText)")
        } else {
          collect(member.value)
        }
      }
    }
    collect(try JSONValue.parse(planned.text))
    #expect(found.contains { $0.hasPrefix("key") }, "\(planned.text)")
    return found
  }

  @Test("Every example is the same film after export and import into another folder", arguments: examples)
  func same(example: String) throws {
    _ = try Self.media.get()
    let place = try Workplace()
    let script = packageRoot + "/examples/" + example
    try FileManager.default.createDirectory(atPath: place.path("below"), withIntermediateDirectories: true)
    let expected = try film(script, place)
    for ending in ["otio", "fcpxml"] {
      let exported = try place.editc("export", script, "-o", "film." + ending)
      #expect(exported.exitCode == 0, "\(exported.errorText)")
      let imported = try place.editc(
        "import", "film." + ending, "-o", "below/\(ending).edit", "--strict")
      #expect(imported.exitCode == 0, "\(imported.errorText)")
      #expect(imported.errorText.contains("0 approximated, 0 dropped"), "\(imported.errorText)")
      #expect(try film("below/\(ending).edit", place) == expected, "\(ending)")
    }
  }

  @Test("An edit that was changed is taken as it was changed, and --plain reads the edit in any case")
  func changed() throws {
    let place = try Workplace()
    try place.write(
      "film.edit",
      "edit: 1 # mine\ntimeline:\n  - {clip: \(Footage.counter), take: 30f..75f}\noutputs:\n  - {file: film.mp4}\n"
    )
    #expect(try place.editc("export", "film.edit", "-o", "film.otio").exitCode == 0)
    let kept = try place.editc("import", "film.otio", "-o", "-")
    #expect(kept.text.contains("# mine") && !kept.errorText.contains("changed"), "\(kept.errorText)")
    let plain = try place.editc("import", "film.otio", "-o", "-", "--plain")
    #expect(!plain.text.contains("# mine") && plain.text.contains("1s..2.5s"), "\(plain.text)")
    // Another program lets the take begin later.
    let text = try String(contentsOfFile: place.path("film.otio"), encoding: .utf8)
    try place.write("other.otio", text.replacing("\"value\": 30", with: "\"value\": 33"))
    let changed = try place.editc("import", "other.otio", "-o", "-")
    #expect(changed.errorText.contains("was changed after editc wrote it"), "\(changed.errorText)")
    #expect(changed.text.contains("1.1s..2.6s"), "\(changed.text)")
    #expect(try place.editc("export", "film.edit", "-o", "plain.otio", "--plain").exitCode == 0)
    #expect(!(try String(contentsOfFile: place.path("plain.otio"), encoding: .utf8)).contains("# mine"))
  }

  @Test("A script that plays another one, and a film with values, are not kept")
  func left() throws {
    let place = try Workplace()
    try place.write("inner.edit", "edit: 1\ntimeline:\n  - {clip: \(Footage.counter), take: 30f..75f}\n")
    try place.write(
      "outer.edit", "edit: 1\ntimeline:\n  - {edit: inner.edit}\noutputs:\n  - {file: film.mp4}\n")
    let exported = try place.editc("export", "outer.edit", "-o", "film.otio", "--strict")
    #expect(exported.exitCode == 0, "\(exported.errorText)")
    #expect(exported.errorText.contains("it plays the script 'inner.edit'"), "\(exported.errorText)")
    #expect(!(try String(contentsOfFile: place.path("film.otio"), encoding: .utf8)).contains("\"script\""))
    try place.write(
      "values.edit",
      "edit: 1\nvars:\n  length: {type: time, default: 3s}\ncanvas: {size: 320x180, rate: 30}\ntimeline:\n  - {color: navy, for: \"${length}\"}\noutputs:\n  - {file: film.mp4}\n"
    )
    let valued = try place.editc("export", "values.edit", "-o", "film.fcpxml", "--set", "length=2s")
    #expect(valued.errorText.contains("other values than the script"), "\(valued.errorText)")
  }
}
