import Basics
import Composition
import Interchange
import TestSupport
import Testing

/// Speeds that change, through time maps of Final Cut Pro. What a map shows is calculated here, from its points alone.
@Suite("Speeds that change")
struct ChangingSpeedTests {
  private static let media = "a.mov  video 1280x720 25 900s  audio 48000 stereo\nfonts\n"

  private func milliseconds(_ count: Int64) throws -> RationalTime { try #require(RationalTime(count, 1000)) }

  private typealias Point = (time: Double, value: Double)

  /// The moment of the source that straight ways between points say.
  private func moment(_ points: [Point], at time: Double) -> Double {
    let next = points.firstIndex { $0.time > time } ?? points.count - 1
    let (from, to) = (points[max(next, 1) - 1], points[max(next, 1)])
    return from.value + (to.value - from.value) * (time - from.time) / (to.time - from.time)
  }

  private func document(_ points: String, start: String = "0s", duration: String, more: String = "") -> String
  {
    """
    <fcpxml version="1.10"><resources><format id="r1" frameDuration="1/25s" width="1280" height="720"/>
    <asset id="a" name="a" start="3600s" duration="900s" hasVideo="1" hasAudio="1" format="r1"><media-rep kind="original-media" src="a.mov"/></asset>
    </resources><project name="P"><sequence format="r1"><spine>
    <asset-clip ref="a" offset="0s" start="\(start)" duration="\(duration)"><timeMap>\(points)</timeMap></asset-clip>\(more)
    </spine></sequence></project></fcpxml>
    """
  }

  private func written(_ points: [Point], _ more: String = "interp=\"linear\"") -> String {
    points.map { "<timept time=\"\($0.time)s\" value=\"\($0.value + 3600)s\" \(more)/>" }.joined()
  }

  private func script(_ document: String) throws -> String {
    try ImportedTimeline.read(Array(document.utf8), name: "a.fcpxml").timeline.script().text
  }

  /// What a film shows and plays at a moment: of the highest layer there, and of its sounds.
  private func shown(_ film: Composition, at time: RationalTime) throws -> (
    picture: Double?, sounds: [Double]
  ) {
    let layer = film.layers.last { $0.timelineRange.contains(time) }
    let picture: Double? =
      switch layer?.picture {
      case .moving(_, _, let clock)?:
        try clock.mediaTime(at: time - (layer?.timelineRange.start ?? .zero)).inSeconds
      case .frozen(_, _, let moment)?: moment.inSeconds
      default: nil
      }
    let sounds = try film.sounds.filter { $0.timelineRange.contains(time) }.compactMap { sound in
      try sound.content.clock?.mediaTime(at: time - sound.timelineRange.start).inSeconds
    }
    return (picture, sounds)
  }

  /// The frames, counted from the first one, whose middle shows another moment than the points say.
  private func wrongFrames(
    _ film: Composition, _ points: [Point], from start: Double = 0, heard: Bool = true
  ) throws -> [String] {
    try (0..<film.frameCount).compactMap { frame in
      let time = try milliseconds(40 * Int64(frame) + 20)
      let expected = moment(points, at: start + time.inSeconds)
      let shown = try shown(film, at: time)
      let isRight =
        abs((shown.picture ?? -1) - expected) < 1e-9
        && (!heard || shown.sounds.count == 1 && abs(shown.sounds[0] - expected) < 1e-9)
      return isRight ? nil : "\(frame): \(shown), not \(expected)"
    }
  }

  // MARK: From Final Cut Pro

  @Test("are the same in the middle of each frame, in one item that does not turn")
  func oneDirection() throws {
    let points: [Point] = [(0, 10), (2, 12), (4, 18), (5, 18.5)]
    let text = try script(document(written(points), duration: "5s"))
    #expect(
      text.contains("- {clip: a, take: 10s..18.5s, speed: {0s: 1x hold, 2s: 3x hold, 4s: 0.5x}}"), "\(text)")
    let film = try compiledFilm(text, media: Self.media)
    #expect(film.frameCount == 125)
    #expect(try wrongFrames(film, points) == [])
    let backwards: [Point] = [(0, 18.5), (1, 18), (3, 12), (5, 10)]
    let back = try script(document(written(backwards), duration: "5s"))
    #expect(back.contains("take: 10s..18.5s, speed: {0s: -0.5x hold, 1s: -3x hold, 3s: -1x}"), "\(back)")
    #expect(try wrongFrames(compiledFilm(back, media: Self.media), backwards) == [])
  }

  @Test("are the same where the clip plays a part of its map, and where it begins before its sequence")
  func parts() throws {
    let points: [Point] = [(0, 10), (2, 12), (4, 18), (8, 20)]
    let part = try script(document(written(points), start: "1s", duration: "4s"))
    let film = try compiledFilm(part, media: Self.media)
    #expect(film.frameCount == 100)
    #expect(try wrongFrames(film, points, from: 1) == [])
    // Only one way is played.
    let one = try script(document(written(points), start: "4.4s", duration: "2s"))
    #expect(one.contains("take: 18.2s..19.2s, speed: 0.5x}"), "\(one)")
  }

  @Test("are items one after the other where the source stops or turns")
  func turns() throws {
    let points: [Point] = [(0, 10), (2, 14), (3, 14), (5, 10), (6, 11)]
    let text = try script(document(written(points), duration: "6s"))
    let film = try compiledFilm(text, media: Self.media)
    #expect(film.frameCount == 150)
    #expect(try wrongFrames(film, points, heard: false) == [])
    let items = text.split(separator: "\n").map(String.init).filter { $0.contains("clip: a") }
    #expect(
      items == [
        "  - {clip: a, take: 10s..14s, speed: 2x}",
        "  - {clip: a, for: 1s, freeze: 14s}",
        "  - {clip: a, take: 10s..14s, speed: -2x}", "  - {clip: a, take: 10s..11s}",
      ], "\(text)")
  }

  @Test("keep their dissolves and fades")
  func dissolves() throws {
    // The dissolve takes half a second of the clip before its start, which the map says as well.
    let points: [Point] = [(0, 10), (1, 11), (1.4, 12.2), (6, 16.8)]
    let text = """
      <fcpxml version="1.10"><resources><format id="r1" frameDuration="1/25s" width="1280" height="720"/>
      <asset id="a" name="a" start="3600s" duration="900s" hasVideo="1" format="r1"><media-rep kind="original-media" src="a.mov"/></asset>
      </resources><project name="P"><sequence format="r1"><spine>
      <asset-clip ref="a" offset="0s" start="3700s" duration="4s"/><transition offset="3.6s" duration="0.8s"/>
      <asset-clip ref="a" offset="4s" start="1s" duration="5s"><timeMap>\(written(points))</timeMap></asset-clip>
      </spine></sequence></project></fcpxml>
      """
    let script = try script(text)
    #expect(
      script.contains("transition: dissolve 0.8s") || script.contains("transition: dissolve 800ms"),
      "\(script)")
    let film = try compiledFilm(script, media: Self.media)
    #expect(film.frameCount == 225)
    for frame in Int64(90)..<225 {
      let time = try milliseconds(40 * Int64(frame) + 20)
      let expected = moment(points, at: time.inSeconds - 3)
      #expect(try abs((shown(film, at: time).picture ?? -1) - expected) < 1e-9, "\(frame)")
    }
    let turning: [Point] = [(0, 10), (1, 12), (6, 9)]
    let fade =
      "<adjust-blend><param name=\"amount\"><fadeIn type=\"linear\" duration=\"2s\"/></param></adjust-blend>"
    let faded = document(written(turning), duration: "6s").replacing("</timeMap>", with: "</timeMap>" + fade)
    let fading = try compiledFilm(self.script(faded), media: Self.media)
    // At 0.5 s and 1.5 s, in the first and in the second item.
    #expect(abs(fading.layers[0].opacity.value(at: try milliseconds(500)) - 0.25) < 1e-6)
    #expect(abs(fading.layers[1].opacity.value(at: try milliseconds(500)) - 0.75) < 1e-6)
    #expect(abs(fading.layers[1].opacity.value(at: RationalTime(seconds: 2)) - 1) < 1e-6)
  }

  @Test("that Final Cut Pro rounds at points are told, with the difference in frames")
  func corners() throws {
    let points: [Point] = [(0, 10), (2, 12), (4, 18)]
    func losses(_ more: String) throws -> [String] {
      try ImportedTimeline.read(Array(document(written(points, more), duration: "4s").utf8), name: "a.fcpxml")
        .report
        .losses.map { "\($0.fate)" }
    }
    #expect(try losses("interp=\"linear\"") == [])
    // From 1x to 3x: a line from half a second before the corner to half a second after it is 2 x 0.25 s away from it.
    let some = try losses("interp=\"smooth2\" inTime=\"0.5s\" outTime=\"0.5s\"")
    #expect(
      some.count == 1 && some[0].contains("at 1 point") && some[0].contains("at most 12.5 frames"), "\(some)")
    let all = try losses("")
    #expect(all.count == 1 && all[0].contains("at most 50 frames"), "\(all)")
  }

  @Test("that turn more than 200 times are one speed, which is told")
  func manyTurns() throws {
    let points: [Point] = (0...300).map { (Double($0), 10 + Double($0 % 2) * 2) }
    let read = try ImportedTimeline.read(
      Array(document(written(points), duration: "300s").utf8), name: "a.fcpxml")
    #expect(read.report.losses.map { "\($0.fate)" }.contains { $0.contains("more than 200 parts") })
    #expect(try read.timeline.script().text.utf8.count < 500)
  }

  @Test("whose points are at one time or out of order are read by their times, which is told")
  func order() throws {
    let points: [Point] = [(2, 12), (0, 10), (4, 18), (2, 13)]
    let read = try ImportedTimeline.read(
      Array(document(written(points), duration: "4s").utf8), name: "a.fcpxml")
    #expect(read.report.dropped == 1)
    let sorted: [Point] = [(0, 10), (2, 13), (4, 18)]
    #expect(try wrongFrames(compiledFilm(read.timeline.script().text, media: Self.media), sorted) == [])
  }

  // MARK: From other programs

  private func document7(_ parameters: String, start: Int, length: Int, more: String = "") -> String {
    """
    <xmeml version="5"><sequence><name>P</name><rate><timebase>25</timebase><ntsc>FALSE</ntsc></rate><media><video>
    <format><samplecharacteristics><width>1280</width><height>720</height></samplecharacteristics></format><track>
    <clipitem><start>0</start><end>\(length)</end><in>\(start)</in><out>\(start + length)</out>
    <file id="f"><name>a</name><pathurl>a.mov</pathurl></file>
    <filter>\(more)<effect><effectid>timeremap</effectid>\(parameters)</effect></filter></clipitem>
    </track></video></media></sequence></xmeml>
    """
  }

  private func parameter(_ name: String, _ value: String) -> String {
    "<parameter><parameterid>\(name)</parameterid><value>\(value)</value></parameter>"
  }

  @Test("are those of the graph in XML of Final Cut Pro 7")
  func graph() throws {
    // Frames of the clip and of the source: two seconds at 1x, then 3x, then it is held, then backwards at 2x.
    let frames = [(0, 250), (50, 300), (50, 300), (100, 450), (125, 450), (200, 300)]
    let keys = frames.map { "<keyframe><when>\($0.0)</when><value>\($0.1)</value></keyframe>" }.joined()
    let points: [Point] = frames.enumerated().filter { $0.offset != 1 }
      .map { (Double($0.element.0) / 25, Double($0.element.1) / 25) }
    func reading(_ interpolation: String, _ more: String = "") throws -> ImportedTimeline {
      let graph =
        "<parameter><parameterid>graphdict</parameterid>\(keys)<interpolation><name>\(interpolation)</name></interpolation></parameter>"
      let parameters = parameter("variablespeed", "1") + parameter("speed", "100") + graph
      return try ImportedTimeline.read(
        Array(document7(parameters, start: 25, length: 150, more: more).utf8), name: "a.xml")
    }
    let read = try reading("linear")
    #expect(read.report.losses == [])
    let film = try compiledFilm(read.timeline.script().text, media: Self.media)
    #expect(film.frameCount == 150)
    // The clip begins a second after the graph.
    #expect(try wrongFrames(film, points, from: 1, heard: false) == [])
    let curved = try reading("FCPCurve").report
    // From 3x to a halt: 3 x 2/3 s, at the line over all of both ways.
    #expect(
      curved.approximated == 1 && "\(curved.losses[0].fate)".contains("at 3 points"), "\(curved.losses)")
    let off = try reading("linear", "<enabled>FALSE</enabled>").timeline.script().text
    #expect(off.contains("take: 1s..7s, audio: off}"), "\(off)")
  }

  @Test("of OpenTimelineIO work one after the other, unless they are switched off")
  func warps() throws {
    func script(_ effects: String) throws -> String {
      let time = { (value: Int) in
        "{\"OTIO_SCHEMA\":\"RationalTime.1\",\"value\":\(value),\"rate\":25}"
      }
      let text =
        "{\"OTIO_SCHEMA\":\"Timeline.1\",\"tracks\":{\"OTIO_SCHEMA\":\"Stack.1\",\"children\":[{\"OTIO_SCHEMA\":\"Track.1\",\"kind\":\"Video\",\"children\":[{\"OTIO_SCHEMA\":\"Clip.2\",\"name\":\"a\",\"source_range\":{\"OTIO_SCHEMA\":\"TimeRange.1\",\"start_time\":\(time(250)),\"duration\":\(time(50))},\"effects\":[\(effects)],\"media_reference\":{\"OTIO_SCHEMA\":\"ExternalReference.1\",\"target_url\":\"a.mov\"}}]}]}}"
      return try ImportedTimeline.read(Array(text.utf8), name: "a.otio").timeline.script().text
    }
    let warp = { (factor: String, more: String) in
      "{\"OTIO_SCHEMA\":\"LinearTimeWarp.1\",\"time_scalar\":\(factor)\(more)}"
    }
    #expect(try script(warp("2.0", "")).contains("take: 10s..14s, speed: 2x"))
    #expect(try script(warp("2.0", "") + "," + warp("1.5", "")).contains("take: 10s..16s, speed: 3x"))
    #expect(try script(warp("2.0", ", \"enabled\": false")).contains("take: 10s..12s"))
    #expect(try !script(warp("2.0", ", \"enabled\": false")).contains("speed"))
  }

  // MARK: To Final Cut Pro

  /// The points of the only time map of a document.
  private func points(in text: String) throws -> [Point] {
    func seconds(_ text: Substring) throws -> Double {
      let parts = text.dropLast().split(separator: "/").compactMap { Double($0) }
      return parts.count == 2 ? parts[0] / parts[1] : try #require(parts.first)
    }
    return try text.split(separator: "<timept ").dropFirst().map { line in
      let words = line.split(separator: "\"")
      return (try seconds(words[1]), try seconds(words[3]))
    }
  }

  private func exported(_ speed: String, _ more: String = "") throws -> WrittenTimeline {
    let film = try compiledFilm(
      "edit: 1\ncanvas: {size: 1280x720, rate: 25}\ntimeline:\n  - {clip: a.mov, take: 10s..22s, speed: \(speed)\(more)}\noutputs:\n  - file: out/film.mp4\n",
      media: Self.media)
    return try ExportedTimeline(film, ExportOptions(name: "film")).written(as: .fcpxml)
  }

  @Test("are time maps that show the moments of an even change")
  func evenChange() throws {
    let written = try exported("1x -> 3x")
    #expect(written.losses == [])
    let points = try points(in: written.text)
    // 12 s at a mean of 2x are 6 s, in which 10 + t + t²/6 is played.
    #expect(points.first?.time == 0 && points.last?.time == 6)
    for frame in 0..<150 {
      let (start, middle) = (Double(frame) / 25, (Double(frame) + 0.5) / 25)
      #expect(abs(moment(points, at: start) - (10 + start + start * start / 6)) < 1e-9)
      #expect(abs(moment(points, at: middle) - (10 + middle + middle * middle / 6)) < 0.04 / 25)
    }
    let read = try ImportedTimeline.read(Array(written.text.utf8), name: "a.fcpxml")
    #expect(read.report.losses == [])
    let again = try read.timeline.script().text
    #expect(again.contains("take: 10s..22s, speed: 1x -> 3x}"), "\(again)")
  }

  @Test(
    "come back as they were: jumps, ramps, backwards, eased, in loops, with dissolves",
    arguments: [
      "{0s: 1x hold, 2s: 4x}", "{1s: 1x, 2s: 4x, 3s: 4x, 4s: 0.5x}", "-1x -> -3x", "0.5x -> 2x ease-in-out",
      "1x -> 3x over 1s..2s", "{0s: 1x, 1010ms: 3x, 2s: 2x}",
    ])
  func again(speed: String) throws {
    let items = [
      "  - {clip: a.mov, take: 10s..22s, speed: \"\(speed)\"}",
      "  - {clip: a.mov, take: 1s..3s}\n  - transition: dissolve 400ms\n  - {clip: a.mov, take: 10s..22s, speed: \"\(speed)\"}\n  - transition: dissolve 400ms\n  - {clip: a.mov, take: 40s..43s}",
      "  - {clip: a.mov, take: 10s..22s, speed: \"\(speed)\", loop: true, for: 20s}",
    ].map { $0.replacing("\"{", with: "{").replacing("}\"", with: "}") }
    for item in items {
      let text =
        "edit: 1\ncanvas: {size: 1280x720, rate: 25}\ntimeline:\n\(item)\noutputs:\n  - file: out/film.mp4\n"
      let film = try compiledFilm(text, media: Self.media)
      let document = try ExportedTimeline(film, ExportOptions(name: "film")).written(as: .fcpxml)
      let script = try self.script(document.text)
      let again = try compiledFilm(script, media: Self.media)
      #expect(again.frameCount == film.frameCount)
      // Passes of a loop begin on whole frames, at most half a frame away: at 4x, 0.08 s of the source.
      let isLoop = item.contains("loop")
      let wrong = try (0..<film.frameCount).filter { frame in
        let time = try milliseconds(40 * Int64(frame))
        let (before, after) = (try shown(film, at: time), try shown(again, at: time))
        let apart = abs((before.picture ?? -1) - (after.picture ?? -1))
        // A frame in which a pass ends and the next one begins may be of either.
        return apart > (isLoop ? 0.081 : 1e-6) && !(isLoop && apart > 11)
      }
      #expect(wrong == [], "\(text)\(script)")
    }
  }

  @Test("do not leave their source where they end between two frames")
  func lastFrame() throws {
    let text = """
      edit: 1
      canvas: {size: 1280x720, rate: 29.97}
      timeline:
        - {sequence: part, speed: 1x -> 2x}
        - transition: dissolve 12f
        - {clip: a.mov, take: 40s..43s}
      sequences:
        part:
          timeline:
            - {clip: a.mov, take: 10s..18s}
      outputs:
        - file: out/film.mp4
      """
    let film = try compiledFilm(text + "\n", media: Self.media)
    let document = try ExportedTimeline(film, ExportOptions(name: "film")).written(as: .fcpxml)
    let read = try ImportedTimeline.read(Array(document.text.utf8), name: "a.fcpxml")
    let script = try read.timeline.script()
    #expect(script.losses == [] && script.text.contains("dissolve 12f"), "\(script.losses)")
    #expect(try compiledFilm(script.text, media: Self.media).frameCount == film.frameCount)
  }

  @Test("are one speed in other formats, which is told with the difference in frames")
  func others() throws {
    let film = try compiledFilm(
      "edit: 1\ncanvas: {size: 1280x720, rate: 25}\ntimeline:\n  - {clip: a.mov, take: 10s..22s, speed: 1x -> 3x}\noutputs:\n  - file: out/film.mp4\n",
      media: Self.media)
    let losses = try ExportedTimeline(film, ExportOptions()).written(as: .otio).losses
    // t + t²/6 is farthest from 2t in the middle, 3 s: 1.5 s.
    #expect(
      losses.map { "\($0.fate)" }.contains { $0.contains("2x is exported, up to 38 frames") },
      "\(losses)")
  }
}
