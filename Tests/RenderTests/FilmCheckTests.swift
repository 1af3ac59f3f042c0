import FoundationEssentials
import TestSupport
import Testing

@Suite("Colours, standing pictures and sound of finished films")
struct FilmCheckTests {
  @Test(
    "are checked below and above what numpy and FFmpeg measure",
    arguments: ["gamut", "freeze", "loudness", "phase"])
  func thresholds(kind: String) throws {
    let folder = try TemporaryFolder()
    let count = testsLong ? "40" : testsAll ? "4" : "2"
    let result = try run([
      "/usr/bin/python3", packageRoot + "/Tests/RenderTests/Judges/checks.py", builtEditc, folder.root, "11",
      count, kind,
    ])
    #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
  }

  private func render(_ script: String, in folder: TemporaryFolder) throws -> ProgramResult {
    try run([builtEditc, "render", folder.write("film.edit", script), "--force"], in: folder.root)
  }

  @Test("name the item that causes them; all checks of pictures are made together")
  func causes() throws {
    let folder = try TemporaryFolder()
    let result = try render(
      """
      edit: 1
      canvas: {size: 160x90, rate: 25}
      timeline:
        - {color: black, name: dark, for: 2s}
        - {gap: 1s}
        - {color: white, name: bright, for: 1s}
      overlays: [{color: red, name: patch, at: 3.4s..3.8s, width: 50%, height: 50%, place: center}]
      audio: [{tone: sine, name: hum, at: 2s..4s}]
      checks: {black: ..1s, silence: ..1s, gamut: {levels: 16..200}, freeze: ..100ms, momentary: ..-40 LUFS}
      outputs: [{file: film.mp4}]

      """, in: folder)
    #expect(result.exitCode == 1)
    let messages = [
      "the film is black for 3s from 0s (00:00:00.000) on, longer than 1s; 'dark' is shown there",
      "s from 0s (00:00:00.000) on, longer than 1s; no item has sound there",
      "% of the picture is outside of the levels 16..200 from 3s (00:00:03.000) to 3.96s (00:00:03.960), more than 1 %",
      "'bright' is shown there",
      "'hum' is heard there",
    ]
    for message in messages { #expect(result.errorText.contains(message), "\(result.errorText)") }
    #expect(!result.errorText.contains("frozen"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("film.mp4")))
  }

  @Test("of one channel have no correlation to check")
  func mono() throws {
    let folder = try TemporaryFolder()
    let script =
      "edit: 1\ncanvas: {size: 64x36, rate: 25}\nmix: {channels: mono}\ntimeline: [{color: red, for: 1s}]\n"
      + "audio: [{tone: sine, for: 1s}]\nchecks: {phase: 0..}\noutputs: [{file: a.mp4}]\n"
    let result = try run([builtEditc, "lint", folder.write("mono.edit", script)])
    #expect(
      result.text.contains("`phase` has no effect: the mix has one channel"),
      "\(result.text)\(result.errorText)")
  }
}
