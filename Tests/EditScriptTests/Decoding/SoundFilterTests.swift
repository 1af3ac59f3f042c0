import Basics
import Diagnostics
import EditScript
import Testing
import YAMLTree

@Suite("Filters of sound become typed values")
struct SoundFilterTests {
  private func read(_ filter: String, of item: String = "clip: a") -> ScriptReading {
    let source = SourceText(
      name: "film.edit", "edit: 1\ntimeline:\n  - \(item)\n    filters:\n      - \(filter)\n")
    return EditScript.read(YAMLTree.parse(source).tree, in: source)
  }

  @Test(
    "in every form, and print as they could be written",
    arguments: [
      ("highpass: 80Hz", "{highpass: 80Hz}"),
      ("lowpass: 12kHz -> 400Hz over last 1s", "{lowpass: 12000Hz -> 400Hz over last 1s}"),
      (
        "eq: {frequency: 1kHz, gain: 50%, width: 200Hz}",
        "{eq: {frequency: 1000Hz, gain: 0.5, width: 200Hz}}"
      ),
      (
        "eq: {frequency: {0s: 1kHz, 1s: 2kHz}, gain: 2}",
        "{eq: {frequency: {0s: 1000Hz, 1s: 2000Hz}, gain: 2}}"
      ),
      ("compress", "compress"), ("compress: 25%", "{compress: 0.25}"),
      ("compress: {threshold: 0.1}", "{compress: 0.1}"),
      (
        "compress: {ratio: 1 -> 4, attack: 5ms, release: 100ms, makeup: 2}",
        "{compress: {ratio: 1 -> 4, attack: 0.005s, release: 0.1s, makeup: 2}}"
      ),
      ("limit", "limit"), ("limit: 0.5", "{limit: 0.5}"), ("denoise: 0.5", "{denoise: 0.5}"),
      ("reverb", "reverb"), ("reverb: 30%", "{reverb: 0.3}"),
    ])
  func forms(written: String, canonical: String) throws {
    let reading = read(written)
    #expect(reading.diagnostics.isEmpty, "\(reading.diagnostics)")
    let item = try #require(reading.script.timeline.first)
    #expect(item.filters?.value.map(\.value.canonicalText) == [canonical])
    // What is printed reads back as the same.
    let again = read(canonical)
    #expect(again.diagnostics.isEmpty, "\(again.diagnostics)")
    let filters = try #require(again.script.timeline.first?.filters?.value)
    #expect(filters.map(\.value.canonicalText) == [canonical])
  }

  @Test(
    "or say what is wrong with them",
    arguments: [
      ("highpass", DiagnosticID.emptyValue, "the filter `highpass` needs a value", "write `highpass: 80Hz`"),
      ("highpas: 80Hz", .unknownKey, nil, nil), ("compresor", .unknownValue, nil, nil),
      ("limiter: -1dB", .unknownKey, nil, nil), ("lowpass: 80", .bareNumber, nil, nil),
      ("compress: {ratio: 0.5}", .numberOutOfRange, nil, nil), ("reverb: 2", .bareNumber, nil, nil),
      ("eq: {gain: -3dB}", .missingKey, nil, nil), ("eq: 1kHz", .wrongType, nil, nil),
      ("compress: {threshold: -18}", .bareNumber, nil, nil),
    ] as [(String, DiagnosticID, String?, String?)])
  func mistakes(written: String, id: DiagnosticID, message: String?, hint: String?) throws {
    let found = read(written).diagnostics
    #expect(found.map(\.id) == [id], "\(found)")
    if let message { #expect(found.first?.message == message) }
    if let hint { #expect(found.first?.hint == hint) }
  }

  @Test("and have no place on what is only seen")
  func senses() {
    let found = read("highpass: 80Hz", of: "color: red\n    for: 2s").diagnostics
    #expect(found.map(\.message) == ["`highpass` changes sound, and this item has none"])
  }
}
