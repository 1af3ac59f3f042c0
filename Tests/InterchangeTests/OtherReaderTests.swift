import Basics
import Interchange
import Testing

@Suite("Other formats")
struct OtherReaderTests {
  @Test("LosslessCut: segments and tables")
  func losslessCut() throws {
    let project =
      "{version: 1, mediaFileName: 'film.mp4', cutSegments: [{start: 1.5, end: 2.25, name: 'one'}, {start: 5, name: '', selected: false}, {start: 10,},],}"
    let read = try reading(project, "film-proj.llc")
    #expect(try words(read.timeline.main.tracks[0]) == ["clip 0s..0.75s from 1.5s", "clip 0.75s.. from 10s"])
    #expect(read.report.dropped == 1)
    let options = ReadingOptions(media: "film.mp4")
    #expect(
      try words(reading(",2.5,\"a, \"\"b\"\"\"\n01:00,62,\n", "a.csv", options).timeline.main.tracks[0])
        == ["clip 0s..2.5s from 0s", "clip 2.5s..4.5s from 60s"])
    #expect(refusal("5,1,x\n", "a.csv", options) == "1:1: the segment ends before it starts")
    #expect(refusal("x,1,x\n", "a.csv", options) == "1:1: `x` is not a number of seconds")
    #expect(
      refusal("1,,x\n2,3,\n", "a.csv", options)?.contains("the length of the film must be known") == true)
  }

  @Test("auto-editor: versions 1 and 3")
  func autoEditor() throws {
    let first =
      "{\"version\": \"1\", \"source\": \"a.mp4\", \"chunks\": [[0, 30, 1.0], [30, 60, 99999.0], [60, 120, 2]]}"
    let options = ReadingOptions(rate: FrameRate(30))
    #expect(
      try words(reading(first, "a.json", options).timeline.main.tracks[0]) == [
        "clip 0s..1s from 0s", "clip 1s..2s from 2s",
      ])
    #expect(refusal(first, "a.json")?.contains("does not contain their rate") == true)
    let third =
      "{\"version\": \"3\", \"timebase\": \"30/1\", \"resolution\": [640, 360], \"v\": [[{\"name\": \"video\", \"src\": \"a.mp4\", \"start\": 0, \"dur\": 30, \"offset\": 60, \"speed\": 2.0, \"stream\": 0}]], \"a\": [[{\"name\": \"audio\", \"src\": \"a.mp4\", \"start\": 0, \"dur\": 30, \"offset\": 60, \"speed\": 2.0, \"stream\": 0}]]}"
    let timeline = try reading(third, "a.json").timeline
    #expect(try timeline.main.tracks.map(words) == [["clip 0s..1s from 4s"], ["clip 0s..1s from 4s"]])
    #expect(try timeline.script().text.contains("- {clip: a, take: 4s..6s, speed: 2x}\n\noutputs"))
  }

  @Test("editly: clips of layers, which overlap in transitions")
  func editly() throws {
    let text = """
      {
        // A comment.
        outPath: './out.mp4', width: 640, height: 360, keepSourceAudio: true,
        defaults: {duration: 3, transition: {name: 'fade', duration: 0.5}},
        clips: [
          {layers: [{type: 'video', path: 'a.mp4', cutFrom: 1, cutTo: 3}, {type: 'title', text: 'Hi', stop: 1}]},
          {duration: 2, layers: {type: 'video', path: 'a.mp4', cutFrom: 0, cutTo: 4}, transition: null},
          {layers: [{type: 'fill-color', color: 'white'}]},
        ],
      }
      """
    let script = try reading(text, "a.json5").timeline.script().text
    #expect(script.contains("- {clip: a, take: 1s..3s, fit: blur}\n  - transition: dissolve 0.5s"))
    #expect(script.contains("- {clip: a, take: ..4s, speed: 2x, fit: blur}\n  - {color: white, for: 3s}"))
    #expect(script.contains("overlays:\n  - {text: Hi, for: 1s}"))
    #expect(
      refusal("{clips: [{layers: [{type: 'video', path: 'a.mp4'}]}]}", "a.json5")?.contains(
        "its length is unknown") == true)
  }

  @Test("XMEML: rates of NTSC, and clips beside transitions")
  func xmeml() throws {
    let rate = "<rate><timebase>30</timebase><ntsc>TRUE</ntsc></rate>"
    func clip(_ start: Int, _ end: Int, _ from: Int) -> String {
      "<clipitem><name>a</name>\(rate)<start>\(start)</start><end>\(end)</end><in>\(from)</in><out>0</out><file id=\"f\"><name>a</name><pathurl>file://localhost/a.mov</pathurl>\(rate)<duration>300</duration></file></clipitem>"
    }
    let text =
      "<xmeml version=\"5\"><sequence><name>s</name>\(rate)<media><video><track>\(clip(0, -1, 0))<transitionitem><start>20</start><end>40</end><alignment>center</alignment></transitionitem>\(clip(-1, 60, 100))</track></video></media></sequence></xmeml>"
    let timeline = try reading(text, "a.xml").timeline
    #expect(
      try words(timeline.main.tracks[0]) == [
        "clip 0s..1.001s from 0s", "dissolve 1001/3000s+1001/3000s", "clip 1.001s..2.002s from 11011/3000s",
      ])
    let script = try timeline.script().text
    #expect(
      script.contains(
        "- {clip: a, take: ..40f, audio: off}\n  - transition: dissolve 20f\n  - {clip: a, take: 100f..140f, audio: off}"
      ))
  }

  @Test("Media that only have a name are called by it, as far as it is one of a file")
  func names() throws {
    for (name, path) in [("a/b", "b"), ("/", "media"), ("..", "media"), ("", "media")] {
      var timeline = InterchangeTimeline(media: [
        InterchangeMedia(name: name, place: InputPlace(line: 1, column: 1))
      ])
      let clip = InterchangeClip(
        source: .media(0), duration: RationalTime(seconds: 1), place: InputPlace(line: 1, column: 1))
      timeline.sequences = [
        InterchangeSequence(tracks: [InterchangeTrack(kind: .picture, items: [.clip(clip)])])
      ]
      #expect(try timeline.script().text.contains(": \(path)  # the input names no file"), "\(name)")
    }
  }

  @Test("An unknown format is named with those that are known")
  func unknown() {
    #expect(
      refusal("hello", "a.bin")?
        .contains("the format of the file is unknown; known formats: an edit") == true)
    #expect(
      InterchangeFormat.detect(name: "a.json", text: "{\"version\":\"1\",\"chunks\":[]}") == .autoEditor)
    #expect(
      InterchangeFormat.detect(name: "a.xml", text: "\u{FEFF}<?xml version=\"1.0\"?><xmeml/>") == .xmeml)
  }
}
