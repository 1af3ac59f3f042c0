import Composition
import Diagnostics
import EditScript
import Lowering
import Testing

@Suite("Subtitles as an output of their own")
struct TextOutputTests {
  private func script(_ output: String, _ subtitles: String) -> LoweredScript {
    LoweredScript(
      "edit: 1\ncanvas: {size: 64x64, rate: 25}\ntimeline: [{color: red, for: 4s}]\n"
        + "subtitles: [\(subtitles)]\noutputs: [{file: a.mp4}, {\(output)}]", output: 1)
  }

  private static let german = "{language: de, cues: [{at: 1s..2s, text: Hallo}]}"
  private static let english = "{language: en, mode: stream, cues: [{at: 1s..2s, text: Hello}]}"

  @Test("are the only ones, or those of a language, whatever becomes of them in films")
  func choice() throws {
    let single = try script("file: a.srt", Self.german).composition()
    #expect(single.sidecars.map(\.subtitles.language) == ["deu"])
    #expect(single.sidecars.map(\.format) == [.subRip])
    #expect(single.layers.count == 1 && single.subtitles.isEmpty)
    let chosen = try script("file: a.vtt, subtitles: en", "\(Self.german), \(Self.english)").composition()
    #expect(chosen.sidecars.map(\.subtitles.language) == ["eng"])
    #expect(chosen.sidecars.map(\.format) == [.webVTT])
  }

  @Test(
    "are refused where there are none or several",
    arguments: [
      ("file: a.srt", "", "the film has no subtitles", "a.srt"),
      (
        "file: a.srt", "\(german), \(english)",
        "the film has 2 subtitle tracks, but the file can contain only one",
        "a.srt"
      ),
      ("file: a.srt, subtitles: fr", "\(german), \(english)", "the film has no subtitles in 'fra'", "fr"),
      (
        "file: a.vtt, subtitles: de", "\(german), \(german)",
        "the film has 2 subtitle tracks in 'deu', but the file can contain only one", "de"
      ),
    ])
  func refused(output: String, subtitles: String, message: String, guilty: String) throws {
    let lowered = script(output, subtitles)
    let finding = try lowered.finding(.outputCannotHold)
    #expect(finding.message == message)
    #expect(lowered.guilty(finding) == guilty)
    #expect(lowered.film.composition == nil)
  }

  @Test("have nothing of a film's picture and sound")
  func keys() throws {
    let lowered = script(
      "file: a.srt, video: {quality: 20}, audio: {codec: aac}, faststart: true", Self.german)
    let output = try #require(lowered.script.outputs.last)
    let found = lower(output, rate: nil)
    #expect(
      found.diagnostics.map(\.message)
        == ["quality", "codec", "faststart"].map {
          ".srt files are text, without picture or sound: they have no `\($0)`"
        })
    #expect(found.diagnostics.compactMap { lowered.guilty($0) } == ["20", "aac", "true"])
    let sound = try #require(script("file: b.wav, subtitles: de", Self.german).script.outputs.last)
    #expect(lower(sound, rate: nil).diagnostics.map(\.id) == [.noEffect])
  }
}
