import Basics
import Interchange
import Testing

@Suite("Key frames and crops in Final Cut Pro XML")
struct FCPXMLKeyFrameTests {
  /// A film of one clip with these children, 8 s of A from 10 s on; B is 1200x800 and silent.
  private func reading(_ children: String, ref: String = "a", start: String = "3610s") throws
    -> ImportedTimeline
  {
    try InterchangeTests.reading(document(children, ref: ref, start: start), "a.fcpxml")
  }

  private static let loud =
    "<asset id=\"a\" name=\"A\" start=\"3600s\" duration=\"100s\" hasVideo=\"1\" hasAudio=\"1\" format=\"r1\"><media-rep kind=\"original-media\" src=\"A.mov\"/></asset>"
  private static let silent =
    "<format id=\"r2\" frameDuration=\"1/25s\" width=\"1200\" height=\"800\"/><asset id=\"b\" name=\"B\" start=\"0s\" duration=\"100s\" hasVideo=\"1\" format=\"r2\"><media-rep kind=\"original-media\" src=\"B.mov\"/></asset>"

  private func document(_ children: String, ref: String = "a", start: String = "3610s") -> String {
    """
    <fcpxml version="1.10"><resources>
    <format id="r1" frameDuration="1/25s" width="1280" height="720"/>
    \(ref == "a" ? Self.loud : Self.silent)
    </resources><project name="P"><sequence format="r1"><spine>
    <asset-clip ref="\(ref)" offset="0s" start="\(start)" duration="8s">\(children)</asset-clip>
    </spine></sequence></project></fcpxml>
    """
  }

  /// What the script says of the clip besides the part of its file.
  private func keys(_ children: String, ref: String = "a") throws -> String {
    let text = try reading(children, ref: ref, start: ref == "a" ? "3610s" : "10s").timeline.script().text
    let lines = text.split(separator: "\n").drop { !$0.hasPrefix("timeline:") }.dropFirst()
      .prefix { $0.hasPrefix(" ") }.map { $0.drop { " -".contains($0) } }
    let item = lines.joined(separator: ", ")
    let members = item.hasPrefix("{") ? item.dropFirst().dropLast() : item[...]
    return members.trimmingPrefix("clip: \(ref), take: 10s..18s").trimmingPrefix(", ").description
  }

  private func blend(_ frames: String) -> String {
    "<adjust-blend><param name=\"amount\"><keyframeAnimation>\(frames)</keyframeAnimation></param></adjust-blend>"
  }

  private func transform(_ name: String, _ frames: String, _ attributes: String = "") -> String {
    "<adjust-transform \(attributes)><param name=\"\(name)\"><keyframeAnimation>\(frames)</keyframeAnimation></param></adjust-transform>"
  }

  private func key(_ time: String, _ value: String, _ more: String = "curve=\"linear\"") -> String {
    "<keyframe time=\"\(time)\" value=\"\(value)\" \(more)/>"
  }

  @Test("have times of the clip, which may be outside of what it plays")
  func times() throws {
    #expect(try keys(blend(key("3610s", "1") + key("3618s", "0"))) == "opacity: 1 -> 0")
    #expect(try keys(blend(key("3612s", "0.5") + key("3613s", "1"))) == "opacity: 0.5 -> 1 over 2s..3s")
    // Half of the way is before the clip, and a quarter of the next one behind it.
    let cut = key("3608s", "0") + key("3612s", "1") + key("3620s", "0")
    #expect(try keys(blend(cut)) == "opacity: {0s: 0.5, 2s: 1, 8s: 0.25}")
    #expect(try keys(blend(key("3600s", "1") + key("3605s", "0.25"))) == "opacity: 0.25")
    #expect(try keys(blend(key("3700s", "1") + key("3705s", "0.25"))) == "")
    #expect(
      try keys(blend(key("3612s", "0.5") + key("3611s", "1"))) == "opacity: 1 -> 0.5 over 1s..2s")
  }

  @Test("of a picture and of the sound beside it are told once only where their fades are the same")
  func separateSound() throws {
    func script(picture: String, sound: String) throws -> [String] {
      let text = """
        <fcpxml version="1.10"><resources><format id="r1" frameDuration="1/25s" width="1280" height="720"/>\(Self.loud)
        </resources><project name="P"><sequence format="r1"><spine>
        <asset-clip ref="a" offset="0s" start="3610s" duration="8s" srcEnable="video">\(picture)
        <asset-clip lane="-1" ref="a" offset="3610s" start="3610s" duration="8s" srcEnable="audio">\(sound)</asset-clip>
        </asset-clip></spine></sequence></project></fcpxml>
        """
      return try InterchangeTests.reading(text, "a.fcpxml").timeline.script().text.split(separator: "\n")
        .map(String.init).filter { $0.hasPrefix("  - {clip") }
    }
    func fade(_ name: String) -> String {
      "<adjust-\(name)><param name=\"amount\"><fadeIn type=\"linear\" duration=\"2s\"/></param></adjust-\(name)>"
    }
    func volume(_ frames: String) -> String {
      "<adjust-volume><param name=\"amount\"><keyframeAnimation>\(frames)</keyframeAnimation></param></adjust-volume>"
    }
    let faded = "fade: {in: 2s, out: 0s}"
    #expect(
      try script(picture: fade("blend"), sound: "")
        == ["  - {clip: a, take: 10s..18s, audio: off, \(faded)}", "  - {clip: a, take: 10s..18s}"])
    #expect(
      try script(picture: "", sound: fade("volume"))
        == ["  - {clip: a, take: 10s..18s, audio: off}", "  - {clip: a, take: 10s..18s, \(faded)}"])
    #expect(
      try script(picture: fade("blend"), sound: fade("volume")) == ["  - {clip: a, take: 10s..18s, \(faded)}"]
    )
    let ramp = volume(key("3610s", "0dB") + key("3618s", "0.05dB"))
    #expect(
      try script(picture: "", sound: ramp) == ["  - {clip: a, take: 10s..18s, volume: 1 -> 0.05dB}"])
  }

  @Test("end where the sequence ends that a clip plays")
  func sequences() throws {
    let clip =
      "<ref-clip ref=\"c\" offset=\"0s\" duration=\"6s\">\(blend(key("0s", "1") + key("8s", "0")))</ref-clip>"
    let text = """
      <fcpxml version="1.10"><resources><format id="r1" frameDuration="1/25s" width="1280" height="720"/>\(Self.loud)
      <media id="c" name="C"><sequence format="r1" duration="4s"><spine><asset-clip ref="a" start="3600s" duration="4s"/></spine></sequence></media>
      </resources><project name="P"><sequence format="r1"><spine>\(clip)</spine></sequence></project></fcpxml>
      """
    let script = try InterchangeTests.reading(text, "a.fcpxml").timeline.script().text
    #expect(script.contains("opacity: 1 -> 0.5"), "\(script)")
  }

  @Test("ease as scripts do, which is told")
  func easings() throws {
    let frames =
      key("3610s", "1", "interp=\"easeOut\" curve=\"linear\"")
      + key("3612s", "0", "interp=\"easeIn\" curve=\"linear\"")
      + key("3614s", "1", "interp=\"ease\" curve=\"linear\"") + key("3616s", "0")
    #expect(
      try keys(blend(frames)) == "opacity: {0s: 1 ease-in-out, 2s: 0 ease-out, 4s: 1 ease-in, 6s: 0}")
    let report = try reading(blend(frames)).report
    #expect(report.approximated == 3 && report.dropped == 0)
    // Without a word, Final Cut Pro goes round the corner of a point between two others.
    let round = try reading(blend(key("3610s", "1", "") + key("3612s", "0", "") + key("3614s", "1", "")))
      .report
    #expect(round.losses.map(\.kind) == ["keyframeAnimation"])
    #expect(try reading(blend(key("3610s", "1", "") + key("3612s", "0", ""))).report.losses == [])
  }

  @Test("place, scale and turn pictures as Final Cut Pro measures them")
  func places() throws {
    // 10 % of 720 pixels to the right are 72 of 1280, 5.625 %; 20 % upwards are 20 %.
    let moving = transform("position", key("3610s", "0 0") + key("3618s", "10 20"))
    #expect(try keys(moving) == "place: \"50%, 50% -> 55.625%, 30%\"")
    #expect(
      try keys(transform("scale", key("3610s", "1 1") + key("3614s", "1.5 1.5"), "rotation=\"30\""))
        == "scale: 1 -> 1.5 over ..4s, rotate: -30deg")
    #expect(
      try keys(transform("rotation", key("3610s", "0") + key("3618s", "-90"))) == "rotate: 0deg -> 90deg")
    // 1200x800 is 1080x720 on the canvas: 84.375 % of its width.
    #expect(
      try keys(transform("scale", key("10s", "1 1") + key("18s", "2 0.5")), ref: "b")
        == "fit: fill, width: 84.375% -> 168.75%, height: 100% -> 50%")
    // The anchor is the point that stays: 10 % of the height to the right of the middle, twice as far when scaled by 2.
    #expect(
      try keys("<adjust-transform anchor=\"10 0\" scale=\"2 2\"/>") == "place: \"38.75%, 50%\", scale: 2")
    #expect(
      try keys("<adjust-transform anchor=\"10 0\" rotation=\"90\"/>")
        == "place: \"50%, 60%\", rotate: -90deg")
    #expect(try keys("<adjust-transform scale=\"0 0\"/>") == "opacity: 0")
    #expect(try keys("<adjust-transform enabled=\"0\" position=\"10 20\"/>") == "")
  }

  @Test("cut off parts in percent of the height of the picture")
  func crops() throws {
    // 15 % of 800 pixels are 120 of 1200, 10 %.
    #expect(
      try keys("<adjust-crop mode=\"trim\"><trim-rect left=\"15\" top=\"5\"/></adjust-crop>", ref: "b")
        == "crop: {part: 10% 5% 0% 0%, anchor: keep}")
    #expect(
      try keys("<adjust-crop mode=\"crop\"><crop-rect right=\"30\" bottom=\"5\"/></adjust-crop>", ref: "b")
        == "crop: 0% 0% 20% 5%")
    #expect(
      try keys(
        "<adjust-crop mode=\"pan\"><pan-rect left=\"15\"/><pan-rect right=\"15\" top=\"10\"/></adjust-crop>",
        ref: "b")
        == "crop: 10% 0% 0% 0% -> 0% 10% 10% 0% ease-in-out")
    let sides =
      "<adjust-crop mode=\"trim\"><trim-rect top=\"5\"><param name=\"left\"><keyframeAnimation>\(key("10s", "0"))\(key("12s", "75"))</keyframeAnimation></param></trim-rect></adjust-crop>"
    #expect(
      try keys(sides, ref: "b") == "crop: {part: 0% 5% 0% 0% -> 50% 5% 0% 0% over ..2s, anchor: keep}")
    let report = try reading(
      "<adjust-crop mode=\"trim\"><crop-rect left=\"5\"/><trim-rect left=\"100\" right=\"80\"/></adjust-crop>"
    ).report
    #expect(report.losses.map(\.kind) == ["adjust-crop", "crop-rect", "trim-rect"])
    #expect(report.dropped == 3)
  }

  @Test("connect levels by straight lines of decibels, and fade each of picture and sound")
  func levels() throws {
    let frames = key("3610s", "0dB") + key("3614s", "-40dB") + key("3618s", "-96dB")
    let volume = try #require(
      try reading(
        "<adjust-volume><param name=\"amount\"><keyframeAnimation>\(frames)</keyframeAnimation></param></adjust-volume>"
      ).timeline.main.tracks[0].clips.first?.motion.volume)
    // -20 dB is a tenth, -10 dB the root of that, -96 dB silence.
    for (time, factor) in [(0, 1), (1, 0.316228), (2, 0.1), (3, 0.0316228), (4, 0.01), (8, 0)] {
      let found = volume.values(at: RationalTime(seconds: Int64(time)))[0]
      #expect(abs(found - factor) < 1e-5, "\(time)s: \(found)")
    }
    // Between the keys: -2.5 dB at a quarter of a second, up to a tenth of a decibel.
    #expect(abs(volume.values(at: RationalTime(1, 4) ?? .zero)[0] - 0.74989) < 0.75 * 0.0116)
    let fade = "<param name=\"amount\"><fadeIn type=\"linear\" duration=\"1s\"/></param>"
    #expect(
      try keys("<adjust-blend>\(fade)</adjust-blend><adjust-volume>\(fade)</adjust-volume>")
        == "fade: {in: 1s, out: 0s}")
    #expect(
      try keys("<adjust-volume amount=\"-6dB\">\(fade)</adjust-volume>") == "volume: 0 -> -6dB over ..1s")
    #expect(
      try keys("<adjust-blend amount=\"0.5\">\(fade)</adjust-blend>", ref: "b")
        == "opacity: 0.5, fade: {in: 1s, out: 0s}")
    let long = try reading(
      "<adjust-volume>\(fade.replacing("1s", with: "9s"))</adjust-volume>"
    ).report
    #expect(long.losses.map(\.kind) == ["fadeIn"] && long.dropped == 1)
  }

  @Test("are those of the only component of the sound too")
  func components() throws {
    let volume = "<adjust-volume amount=\"-6dB\"/>"
    #expect(
      try keys("<audio-channel-source srcCh=\"1, 2\" role=\"dialogue\">\(volume)</audio-channel-source>")
        == "volume: -6dB")
    let two =
      "<audio-channel-source srcCh=\"1\">\(volume)</audio-channel-source><audio-channel-source srcCh=\"2\"/>"
    #expect(try keys(two) == "")
    #expect(try reading(two).report.dropped == 3)
  }

  @Test("do not hide a speed: that of the part of a time map that is played is exact")
  func timeMaps() throws {
    let map = { (interp: String) in
      "<timeMap><timept time=\"3600s\" value=\"3600s\" \(interp)/><timept time=\"3610s\" value=\"3605s\" \(interp)/><timept time=\"3620s\" value=\"3640s\" \(interp)/></timeMap>"
    }
    let straight = try reading(map("interp=\"linear\""))
    let clip = try #require(straight.timeline.main.tracks[0].clips.first)
    #expect(clip.start == RationalTime(seconds: 5) && clip.speed == .factor(RationalTime(7, 2) ?? .zero))
    #expect(straight.report.losses == [])
    #expect(try reading(map("")).report.losses.map(\.kind) == ["timeMap"])
    // From 3605 s on, both speeds are played.
    let both = try reading(map("interp=\"linear\""), start: "3605s")
    // 5 s at half speed up to 5 s, then 3 s at 3.5x.
    let script = try both.timeline.script().text
    #expect(script.contains("take: 2.5s..15.5s, speed: {0s: 0.5x hold, 5s: 3.5x}"), "\(script)")
    #expect(both.report.losses == [])
  }

  @Test("say what is wrong with them, and where")
  func problems() {
    #expect(
      refusal(document(blend("<keyframe value=\"1\"/>")), "a.fcpxml")?.hasSuffix(
        "a key frame needs `time` and `value`") == true)
    #expect(
      refusal(document(blend(key("1s", "2"))), "a.fcpxml")?.hasSuffix("`2` is not a number from 0.0 to 1.0")
        == true)
    #expect(
      refusal(document(transform("scale", key("1s", "2"))), "a.fcpxml")?.hasSuffix(
        "expected two numbers, found `2`")
        == true)
    #expect(
      refusal(document(blend(key("-9223372036854775807s", "1"))), "a.fcpxml")?.hasSuffix(
        "are too large")
        == true)
    #expect(refusal(document("<adjust-crop mode=\"pan\"><pan-rect/></adjust-crop>"), "a.fcpxml") != nil)
  }

  @Test("stand for all of the input")
  func conservation() throws {
    let all = try reading(
      "<adjust-crop mode=\"trim\"><trim-rect left=\"10\"/></adjust-crop>"
        + transform("position", key("3610s", "0 0") + key("3618s", "10 20")) + blend(key("3610s", "1"))
    ).report
    #expect(all.mapped == all.nodes.count && all.approximated == 0 && all.dropped == 0)
    let off = try reading(
      "<adjust-transform enabled=\"0\"><param name=\"scale\"><keyframeAnimation>\(key("3610s", "2 2"))</keyframeAnimation></param></adjust-transform>"
    ).report
    #expect(off.mapped + off.approximated + off.dropped == off.nodes.count && off.dropped == 3)
  }
}
