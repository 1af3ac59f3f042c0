import Basics
import Compiler
import Composition
import Diagnostics
import EditScript
import Foundation
import LibAV
import Lowering
import Rendering
import TestSupport
import Testing

/// Films that `Judges` declares beside what each of their frames must be: numpy and Pillow compute that, without editc.
@Suite("Frames are what was worked out without editc", .serialized)
struct MeasuredTests {
  private static let judges = packageRoot + "/Tests/FrameTests/Judges"

  @Test("at every place that is measured, in every frame")
  func frames() throws {
    let folder = try TemporaryFolder()
    try judge("make", folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.root).sorted()
    let media = try table(of: files, in: folder)
    let scripts = files.filter { $0.hasSuffix(".edit") }
    #expect(scripts.count > 80)
    for script in scripts { try render(script, in: folder, media) }
    let lines = try judge("check", folder).split(separator: "\n")
    for line in lines.dropLast() { Issue.record("\(line)") }
    #expect(lines.last?.hasSuffix(", 0 failures") == true)
  }

  @discardableResult
  private func judge(_ command: String, _ folder: TemporaryFolder) throws -> String {
    let result = try run(["/usr/bin/python3", "-B", Self.judges, command, folder.root])
    try #require(result.exitCode == 0, "\(result.errorText)")
    return result.text
  }

  private func table(of files: [String], in folder: TemporaryFolder) throws -> MediaTable {
    var states: [String: MediaState] = [:]
    for file in files where file.hasSuffix(".png") || file.hasSuffix(".mkv") {
      let path = folder.path(file)
      states[file] = .known(try MediaProbe.facts(ofFileAt: path), path: path)
    }
    return MediaTable(states)
  }

  /// Writes the frames of a film beside its script.
  private func render(_ script: String, in folder: TemporaryFolder, _ media: MediaTable) throws {
    let text = try String(contentsOfFile: folder.path(script), encoding: .utf8)
    let reading = ParsedScript(SourceText(name: script, text))
    var media = media
    media.texts = measuredTexts(
      wantedFonts(of: reading.script, for: reading.script.outputs, media: media).texts)
    let compilation = compile(reading, media: media)
    let film = try #require(
      compilation.films.first?.composition, "\(script): \(compilation.diagnostics.map(\.message))")
    let renderer = FrameRenderer(film)
    var bytes: [UInt8] = []
    var form = ""
    for number in 0..<film.frameCount {
      let frame = try renderer.frame(number, among: Array(film.layers.indices))
      let size = film.canvas.depth == .ten ? 2 : 1
      form = "\(frame.size.width) \(frame.size.height) \(size) \(film.frameCount)\n"
      bytes += frame.sampleBytes
    }
    let name = folder.path(String(script.dropLast(5)))
    try Data(bytes).write(to: URL(filePath: name + ".raw"))
    try form.write(toFile: name + ".form", atomically: true, encoding: .utf8)
  }
}
