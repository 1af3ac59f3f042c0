import Basics
import Interchange
import Testing

@Suite("Final Cut Pro XML")
struct FCPXMLTests {
  private func document(_ story: String, resources: String = "", tcStart: String = "0s") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE fcpxml>
    <fcpxml version="1.10"><resources>
    <format id="r1" frameDuration="1001/30000s" width="1920" height="1080"/>
    <asset id="a" name="A" start="3600s" duration="100s" hasVideo="1" hasAudio="1" format="r1"><media-rep kind="original-media" src="file:///media/A%20b.mov"/></asset>
    <asset id="m" name="M" start="0s" duration="100s" hasAudio="1"><media-rep kind="original-media" src="file:///media/m.wav"/></asset>
    \(resources)</resources><library><event><project name="P"><sequence format="r1" tcStart="\(tcStart)" tcFormat="DF"><spine>
    \(story)
    </spine></sequence></project></event></library></fcpxml>
    """
  }

  private func tracks(_ story: String, tcStart: String = "0s", resources: String = "") throws -> [[String]] {
    try reading(document(story, resources: resources, tcStart: tcStart), "a.fcpxml").timeline.main.tracks.map(
      words)
  }

  @Test("counts media from their first frame, and the film from its own")
  func times() throws {
    let read = try reading(
      document("<asset-clip ref=\"a\" offset=\"3600s\" start=\"3610s\" duration=\"5s\"/>", tcStart: "3600s"),
      "a.fcpxml")
    #expect(try read.timeline.main.tracks.map(words) == [["clip 0s..5s from 10s"]])
    #expect(read.timeline.canvas.start == RationalTime(seconds: 3600) && read.timeline.canvas.isDropFrame)
    #expect(read.timeline.canvas.rate == FrameRate(30000, per: 1001))
    #expect(try read.timeline.script().text.contains("a-b: /media/A b.mov"))
  }

  @Test("has connected clips in the time of their parent's source")
  func connected() throws {
    let story = """
      <asset-clip ref="a" offset="0s" start="3610s" duration="5s">
        <asset-clip ref="m" lane="-1" offset="3612s" start="4s" duration="8s"/>
        <title ref="t" lane="1" offset="3611s" duration="1s"><text>Hello</text></title>
        <marker start="3613s" duration="1s" value="turn"/>
        <marker start="3616s" duration="1s" value="hidden"/>
      </asset-clip>
      <gap offset="5s" start="3600s" duration="2s"><asset-clip ref="a" lane="1" offset="3601s" start="3600s" duration="1s"/></gap>
      """
    let read = try reading(
      document(story, resources: "<effect id=\"t\" name=\"Basic Title\"/>"), "a.fcpxml")
    #expect(
      try read.timeline.main.tracks.map(words) == [
        ["clip 0s..5s from 10s"], ["gap 1s", "clip 1s..2s from 0s", "gap 4s", "clip 6s..7s from 0s"],
        ["gap 2s", "clip 2s..10s from 4s"],
      ])
    #expect(read.timeline.main.markers.map(\.name) == ["turn"])
    #expect(read.timeline.main.markers.map(\.time) == [RationalTime(seconds: 3)])
    let text = try read.timeline.script().text
    #expect(text.contains("- {clip: a-b, take: 10s..15s}\n  - gap: 5s\n"))
    #expect(text.contains("- {text: Hello, at: 1s, for: 1s}"))
    #expect(text.contains("- {clip: m, at: 2s, take: 4s..12s}"))
  }

  @Test("has transitions at cuts, time maps and compound clips")
  func items() throws {
    let media =
      "<media id=\"c\" name=\"C\"><sequence format=\"r1\" tcStart=\"10s\"><spine><asset-clip ref=\"a\" offset=\"10s\" duration=\"4s\"/></spine></sequence></media>"
    let story = """
      <asset-clip ref="a" offset="0s" start="3610s" duration="5s"/>
      <transition name="Cross Dissolve" offset="4s" duration="2s"/>
      <asset-clip ref="a" offset="5s" start="0s" duration="5s"><timeMap><timept time="0s" value="3600s"/><timept time="50s" value="3700s"/></timeMap></asset-clip>
      <ref-clip ref="c" offset="10s" start="11s" duration="2s"/>
      """
    #expect(
      try tracks(story, resources: media) == [
        ["clip 0s..5s from 10s", "dissolve 1s+1s", "clip 5s..10s from 0s", "clip 10s..12s from 1s"]
      ])
    let loop = media.replacing(
      "<asset-clip ref=\"a\" offset=\"10s\" duration=\"4s\"/>", with: "<ref-clip ref=\"c\" duration=\"1s\"/>")
    #expect(
      refusal(document("<ref-clip ref=\"c\" duration=\"1s\"/>", resources: loop), "a.fcpxml")
        == "7:67: the sequence contains itself")
  }

  @Test("says what is wrong, and where")
  func problems() {
    #expect(
      refusal(document("<asset-clip ref=\"x\" offset=\"0s\" duration=\"5s\"/>"), "a.fcpxml")
        == "8:1: no resource has the id `x`")
    #expect(
      refusal(document("<asset-clip ref=\"a\" offset=\"0s\" duration=\"-5s\"/>"), "a.fcpxml")
        == "8:1: `duration` is negative")
    #expect(
      refusal(document("<asset-clip ref=\"a\" offset=\"0\" duration=\"5s\"/>"), "a.fcpxml")
        == "8:1: `offset` is `0`, expected a time such as `5s` or `1001/30000s`")
    #expect(
      refusal(
        document("<asset-clip ref=\"a\" offset=\"9223372036854775807s\" duration=\"9223372036854775807s\"/>"),
        "a.fcpxml")
        != nil)
    #expect(refusal("<fcpxml><a></fcpxml>", "a.fcpxml")?.contains("not readable XML") == true)
  }
}
