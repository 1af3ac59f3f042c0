import Basics
import Interchange
import TestSupport
import Testing

@Suite("Hostile files")
struct HostileTests {
  @Test("are refused")
  func refused() {
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(refusal("<fcpxml version=\"1.10\">" + deep, "a.fcpxml")?.contains("are in each other") == true)
    #expect(refusal(String(repeating: "[", count: 100_000), "a.otio")?.contains("levels") == true)
    let laughs =
      "<!DOCTYPE fcpxml [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]><fcpxml>&b;</fcpxml>"
    #expect(refusal(laughs, "a.fcpxml")?.contains("declares entities") == true)
    let attributes = "<fcpxml " + (0..<50_000).map { "a\($0)=\"1\"" }.joined(separator: " ") + "/>"
    #expect(refusal(attributes, "a.fcpxml")?.contains("attributes") == true)
    let members = "{" + (0..<50_000).map { "\"m\($0)\": 1" }.joined(separator: ",") + "}"
    #expect(refusal(members, "a.otio")?.contains("more than 10000 members") == true)
  }

  @Test("do not grow: sequences in sequences, each played twice")
  func doubling() throws {
    var resources =
      "<format id=\"f\" frameDuration=\"1/25s\"/><asset id=\"a\" name=\"a\" duration=\"1s\" hasVideo=\"1\"/>"
    var inner = "<asset-clip ref=\"a\" duration=\"1s\"/>"
    for level in 0..<20 {
      resources +=
        "<media id=\"m\(level)\" name=\"m\(level)\"><sequence format=\"f\" duration=\"1s\"><spine>\(inner)\(inner)</spine></sequence></media>"
      inner = "<ref-clip ref=\"m\(level)\" duration=\"1s\"/>"
    }
    let text =
      "<fcpxml version=\"1.10\"><resources>\(resources)</resources><project><sequence format=\"f\"><spine>\(inner)</spine></sequence></project></fcpxml>"
    let timeline = try reading(text, "a.fcpxml").timeline
    #expect(timeline.sequences.count == 21)
    #expect(try timeline.script().text.utf8.count < 10_000)
    #expect(throws: InterchangeProblem.self) { try timeline.written(as: .otio) }
  }

  /// Texts that have most of what a reader reads.
  private static let seeds: [(name: String, text: String)] = [
    (
      "a.edl",
      "TITLE: t\nFCM: DROP FRAME\n001  A AA/V C 00:00:10:00 00:00:11:00 01:00:00:00 01:00:01:00\nM2 A 050.0 00:00:10:00\n* FROM CLIP NAME: a\n002 A V C 00:00:11:00 00:00:11:00 01:00:01:00 01:00:01:00\n002 B V D 010 00:00:20:00 00:00:21:00 01:00:01:00 01:00:02:00\n* SOURCE FILE: /b.mov\n* LOC: 01:00:00:12 RED x\n"
    ),
    ("b.edl", "0 5.5 0\n10.25 20 3\n30 31 1\n"),
    (
      "a.otio",
      "{\"OTIO_SCHEMA\":\"Timeline.1\",\"tracks\":{\"OTIO_SCHEMA\":\"Stack.1\",\"children\":[{\"OTIO_SCHEMA\":\"Track.1\",\"kind\":\"Video\",\"children\":[{\"OTIO_SCHEMA\":\"Clip.2\",\"source_range\":{\"OTIO_SCHEMA\":\"TimeRange.1\",\"start_time\":{\"OTIO_SCHEMA\":\"RationalTime.1\",\"value\":24.0,\"rate\":23.976023976},\"duration\":{\"OTIO_SCHEMA\":\"RationalTime.1\",\"value\":48,\"rate\":24}},\"effects\":[{\"OTIO_SCHEMA\":\"LinearTimeWarp.1\",\"time_scalar\":-2.5}],\"markers\":[{\"OTIO_SCHEMA\":\"Marker.2\",\"name\":\"m\"}]},{\"OTIO_SCHEMA\":\"Transition.1\",\"in_offset\":{\"OTIO_SCHEMA\":\"RationalTime.1\",\"value\":4,\"rate\":24}},{\"OTIO_SCHEMA\":\"Stack.1\",\"children\":[]},{\"OTIO_SCHEMA\":\"Gap.1\",\"source_range\":{\"OTIO_SCHEMA\":\"TimeRange.1\",\"duration\":{\"OTIO_SCHEMA\":\"RationalTime.1\",\"value\":9,\"rate\":24}}}]}]}}"
    ),
    (
      "a.fcpxml",
      "<fcpxml version=\"1.10\"><resources><format id=\"r1\" frameDuration=\"1001/30000s\" width=\"1920\" height=\"1080\"/><asset id=\"a\" name=\"A\" start=\"3600s\" duration=\"100s\" hasVideo=\"1\" hasAudio=\"1\" format=\"r1\" src=\"file:///a%20b.mov\"/><media id=\"c\"><sequence format=\"r1\" tcStart=\"1s\"><spine><asset-clip ref=\"a\"/></spine></sequence></media></resources><project name=\"P\"><sequence format=\"r1\" tcStart=\"3600s\"><spine><asset-clip ref=\"a\" offset=\"3600s\" start=\"3610s\" duration=\"5s\"><timeMap><timept time=\"0s\" value=\"0s\"/><timept time=\"5s\" value=\"10s\"/></timeMap><adjust-transform position=\"1 2\" scale=\"2 2\"/><title lane=\"1\" offset=\"3611s\" duration=\"2s\"><text><text-style ref=\"t\">Hi</text-style></text></title><marker start=\"3611s\" value=\"m\"/></asset-clip><transition offset=\"3604s\" duration=\"2s\"/><ref-clip ref=\"c\" offset=\"3605s\" duration=\"2s\"/><gap offset=\"3607s\" duration=\"1s\"/></spine></sequence></project></fcpxml>"
    ),
    (
      "b.fcpxml",
      "<fcpxml version=\"1.10\"><resources><format id=\"r1\" frameDuration=\"1/25s\" width=\"1280\" height=\"720\"/><asset id=\"a\" name=\"A\" start=\"3600s\" duration=\"100s\" hasVideo=\"1\" hasAudio=\"1\" format=\"r1\" src=\"a.mov\"/></resources><project name=\"P\"><sequence format=\"r1\"><spine><asset-clip ref=\"a\" offset=\"-1s\" start=\"3610s\" duration=\"8s\"><adjust-crop mode=\"trim\"><trim-rect left=\"10\"><param name=\"left\"><keyframeAnimation><keyframe time=\"3610s\" value=\"0\"/><keyframe time=\"3612s\" value=\"75\" interp=\"ease\"/></keyframeAnimation></param></trim-rect></adjust-crop><adjust-conform type=\"fill\"/><adjust-transform anchor=\"1 2\" rotation=\"30\"><param name=\"scale\"><keyframeAnimation><keyframe time=\"3608s\" value=\"1 1\" interp=\"easeOut\"/><keyframe time=\"3611s\" value=\"2 0.5\"/></keyframeAnimation></param></adjust-transform><adjust-blend amount=\"0.5\"><param name=\"amount\"><fadeIn duration=\"1s\"/><keyframeAnimation><keyframe time=\"3611s\" value=\"1\"/><keyframe time=\"3630s\" value=\"0\"/></keyframeAnimation></param></adjust-blend><adjust-volume amount=\"-6dB\"><param name=\"amount\"><fadeOut type=\"linear\" duration=\"2s\"/><keyframeAnimation><keyframe time=\"3611s\" value=\"-96dB\"/><keyframe time=\"3613s\" value=\"12dB\"/></keyframeAnimation></param></adjust-volume><asset-clip ref=\"a\" lane=\"1\" duration=\"2s\"><adjust-crop mode=\"pan\"><pan-rect left=\"1\"/><pan-rect top=\"5\"/></adjust-crop></asset-clip></asset-clip><transition offset=\"6s\" duration=\"2s\"/><asset-clip ref=\"a\" offset=\"7s\" start=\"3650s\" duration=\"8s\"><adjust-blend><param name=\"amount\"><keyframeAnimation><keyframe time=\"3640s\" value=\"1\" interp=\"ease\"/><keyframe time=\"3655s\" value=\"0\"/></keyframeAnimation></param></adjust-blend></asset-clip></spine></sequence></project></fcpxml>"
    ),
    (
      "c.fcpxml",
      "<fcpxml version=\"1.10\"><resources><format id=\"r1\" frameDuration=\"1/25s\"/><asset id=\"a\" name=\"A\" start=\"3600s\" duration=\"100s\" hasVideo=\"1\" hasAudio=\"1\" src=\"a.mov\"/></resources><project><sequence format=\"r1\"><spine><asset-clip ref=\"a\" offset=\"0s\" duration=\"4s\"/><transition offset=\"3s\" duration=\"2s\"/><asset-clip ref=\"a\" offset=\"4s\" start=\"1s\" duration=\"6s\"><timeMap><timept time=\"0s\" value=\"3610s\" interp=\"linear\"/><timept time=\"2s\" value=\"3614s\" interp=\"smooth2\" inTime=\"1/2s\" outTime=\"0.25s\"/><timept time=\"3s\" value=\"3614s\"/><timept time=\"7s\" value=\"3611s\"/></timeMap><adjust-blend><param name=\"amount\"><fadeIn duration=\"3s\"/></param></adjust-blend></asset-clip><asset-clip ref=\"a\" offset=\"10s\" start=\"0s\" duration=\"8/25s\"><timeMap><timept time=\"0s\" value=\"3610s\"/><timept time=\"1/25s\" value=\"90251/25s\"/><timept time=\"2/25s\" value=\"90253/25s\"/><timept time=\"3/25s\" value=\"90256/25s\"/><timept time=\"4/25s\" value=\"90260/25s\"/></timeMap></asset-clip></spine></sequence></project></fcpxml>"
    ),
    (
      "b.xml",
      "<xmeml version=\"5\"><sequence><rate><timebase>25</timebase></rate><media><video><track><clipitem><start>0</start><end>100</end><in>5</in><file id=\"f\"><pathurl>a.mov</pathurl></file><filter><effect><effectid>timeremap</effectid><parameter><parameterid>variablespeed</parameterid><value>1</value></parameter><parameter><parameterid>graphdict</parameterid><keyframe><when>0</when><value>250</value></keyframe><keyframe><when>50</when><value>300.5</value></keyframe><keyframe><when>90</when><value>280</value></keyframe><interpolation><name>FCPCurve</name></interpolation></parameter></effect></filter></clipitem></track></video></media></sequence></xmeml>"
    ),
    (
      "a.xml",
      "<xmeml version=\"5\"><sequence><rate><timebase>30</timebase><ntsc>TRUE</ntsc></rate><media><video><track><clipitem><start>0</start><end>-1</end><in>5</in><file id=\"f\"><pathurl>file://localhost/a.mov</pathurl><duration>90</duration></file></clipitem><transitionitem><start>20</start><end>40</end></transitionitem><clipitem><start>-1</start><end>60</end><in>5</in><file id=\"f\"/></clipitem></track></video></media><marker><name>m</name><in>3</in></marker></sequence></xmeml>"
    ),
    (
      "a.llc",
      "{version: 1, mediaFileName: 'film.mp4', cutSegments: [{start: 1.5, end: 2.25, name: 'one', tags: {a: 'b'}}, {start: 5, selected: false}, {start: 10,},],}"
    ),
    ("a.csv", "1.5,2.5,\"a, b\"\n01:02:03.5,,c\n"),
    (
      "a.json",
      "{\"version\": \"1\", \"source\": \"a.mp4\", \"chunks\": [[0, 30, 1.0], [30, 60, 99999.0], [60, 120, 2.5]]}"
    ),
    (
      "b.json",
      "{\"version\": \"3\", \"timebase\": \"30/1\", \"resolution\": [640, 360], \"v\": [[{\"name\": \"video\", \"src\": \"a.mp4\", \"start\": 0, \"dur\": 30, \"offset\": 60, \"speed\": 2.0}]], \"a\": [[{\"src\": \"a.mp4\", \"start\": 0, \"dur\": 30, \"volume\": 0.5}]]}"
    ),
    (
      "a.json5",
      "{outPath: './o.mp4', width: 640, height: 360, fps: 29.97, defaults: {duration: 3, transition: {name: 'fade', duration: 0.5}}, audioTracks: [{path: 'x', cutFrom: 1, start: 2}], clips: [{layers: [{type: 'video', path: 'a.mp4', cutFrom: 1, cutTo: 3, left: 0.5}, {type: 'title', text: 'Hi', stop: 1}]}, {duration: 2, layers: [{type: 'image', path: 'b.png'}]}, {layers: [{type: 'linear-gradient', colors: ['#f00', 'blue']}]}]}"
    ),
  ]

  /// CONTRIBUTING.md has the command for a million inputs a reader.
  @Test(
    "that are nearly right never trap and are never slow: reading, writing a script and writing other formats",
    arguments: seeds.map(\.name))
  func mutated(name: String) throws {
    let seed = try #require(Self.seeds.first { $0.name == name })
    var random = SeededRandom(seed: UInt64(seed.text.utf8.count))
    var readCount = 0
    var slowest = (time: Duration.zero, bytes: [UInt8]())
    for _ in 0..<rounds(1_000_000, quick: 500, sample: 1000) {
      var bytes = Array(seed.text.utf8)
      for _ in 0..<Int.random(in: 0...3, using: &random) { mutate(&bytes, &random) }
      let time = processorTime {
        let options = ReadingOptions(rate: FrameRate(30000, per: 1001), media: "film.mp4")
        guard let read = try? ImportedTimeline.read(bytes, name: name, options) else { return }
        readCount += 1
        let report = read.report
        if report.mapped + report.approximated + report.dropped != report.nodes.count {
          Issue.record("not every part of \(String(decoding: bytes, as: UTF8.self)) is told")
        }
        // A script takes longer than a reading, so that only some are written.
        if readCount % 8 == 0 {
          _ = try? read.timeline.script()
          for format in InterchangeFormat.allCases where format.isWritable {
            _ = try? read.timeline.written(as: format)
          }
        }
      }
      if time > slowest.time { slowest = (time, bytes) }
    }
    #expect(readCount > 0)
    // Some milliseconds in a release build.
    #expect(slowest.time < .milliseconds(500), "\(String(decoding: slowest.bytes, as: UTF8.self))")
  }

  private static let pieces = [
    "9223372036854775807", "-9223372036854775808", "-1", "0", "1e308", "1e-30", "NaN", "Infinity",
    "99999999999999999999999",
    "\"", "'", "{", "}", "[", "]", "<", ">", "/>", "&", "\u{0}", "ü", "\n", "null", "1/0s", "-5s",
    "0.0000000001", "00:60:61:99", ";",
  ]

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    let end = min(bytes.count, place + Int.random(in: 1...12, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.removeSubrange(place..<end)
    case 2: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
    default:
      let piece = Self.pieces.randomElement(using: &random) ?? ""
      // Numbers are replaced by numbers most of the time.
      let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
      guard let start = digits.randomElement(using: &random) else { return }
      var stop = start
      while stop < bytes.count, (0x30...0x39).contains(bytes[stop]) { stop += 1 }
      bytes.replaceSubrange(start..<stop, with: piece.utf8)
    }
  }
}
