import Basics
import Compiler
import Diagnostics
import Lowering
import Testing

@Suite("What has no effect and is wrong as well")
struct HeardMistakeTests {
  @Test("is wrong, and no second finding says that it has no effect")
  func ffmpegName() throws {
    for (filter, ids) in [("aecoh=0.8", ["filter-not-available"]), ("gblur=sigma=2", ["no-effect"])] {
      let script =
        "edit: 1\ntimeline: [{clip: a.wav, filters: [{ffmpeg: \"\(filter)\"}]}]\noutputs: [{file: a.m4a}]\n"
      let reading = ParsedScript(SourceText(name: "test.edit", script))
      let media = try MediaListing("a.wav  audio 48000 stereo 10s").table(for: reading.script)
      let found = compile(reading, media: media, filters: .example).diagnostics
      #expect(found.map(\.id.name) == ids, "\(found.map(\.message))")
    }
  }
}
