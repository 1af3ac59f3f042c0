import Basics
import Composition
import Diagnostics
import EditScript
import Lowering
import Testing

@Suite("The timecode that a film begins with")
struct StartTimecodeTests {
  private func output(_ timecode: String, rate: String, file: String = "a.mov", _ more: String = "") throws
    -> (script: LoweredScript, settings: OutputSettings?, diagnostics: [Diagnostic])
  {
    let script = LoweredScript(
      "edit: 1\ncanvas: {size: 64x64, rate: \(rate)}\ntimeline: [{color: red, for: 1s}]\n"
        + "outputs: [{file: \(file), timecode: \(timecode)\(more)}]", output: 0)
    let output = try #require(script.script.outputs.first)
    let found = lower(output, rate: try script.composition().canvas.rate)
    return (script, found.settings, found.diagnostics)
  }

  @Test(
    "is a number of frames",
    arguments: [
      ("01:00:00:00", "25", 90000, false), ("00:00:10:05", "24", 245, false),
      // Ten minutes of 29.97 have 17982 frames; each minute but the tenth leaves out two numbers.
      ("00:10:00;00", "29.97", 17982, true), ("00:01:00;02", "29.97", 1800, true),
      ("00:10:00:00", "29.97", 18000, false), ("00:01:00;04", "59.94", 3600, true),
      ("23:59:59:23", "23.976", 2_073_599, false),
    ] as [(String, String, Int64, Bool)])
  func frames(timecode: String, rate: String, frame: Int64, drops: Bool) throws {
    let found = try output(timecode, rate: rate)
    #expect(found.diagnostics.isEmpty)
    #expect(found.settings?.timecode == StartTimecode(frame: frame, isDropFrame: drops))
  }

  @Test(
    "is refused where it names no frame, or where the file cannot hold it",
    arguments: [
      ("01:00:00:25", "25", "a.mov", "", "no frame has the timecode 01:00:00:25"),
      ("24:00:00:00", "25", "a.mp4", "", "no frame has the timecode 24:00:00:00"),
      ("00:01:00;00", "29.97", "a.mov", "", "no frame has the timecode 00:01:00;00"),
      ("01:00:00;00", "25", "a.mov", "", "no frame has the timecode 01:00:00;00"),
      ("01:00:00:00", "25", "a.mkv", "", ".mkv files cannot store timecode"),
      ("01:00:00:00", "25", "a.m4v", "", ".m4v files cannot store timecode"),
      ("01:00:00:00", "25", "a.mp4", ", video: {codec: none}", "timecode counts pictures"),
      ("01:00:00;00", "119.88", "a.mov", "", "drop-frame timecode cannot count 119.88 frames per second"),
      ("01:00:00:00", "25/2", "a.mov", "", "timecode cannot count 12.5 frames per second"),
    ])
  func refused(timecode: String, rate: String, file: String, more: String, message: String) throws {
    let found = try output(timecode, rate: rate, file: file, more)
    let finding = try #require(found.diagnostics.first)
    #expect(finding.message.hasPrefix(message), "\(finding.message)")
    #expect(found.script.guilty(finding) == timecode)
    #expect(finding.hint != nil)
  }
}
