import Basics
import Composition
import Diagnostics
import EditScript
import Lowering
import Testing

@Suite("Outputs: what encoders are told")
struct OutputTests {
  private func output(
    _ keys: String, size: PixelSize? = nil, rate: Int64 = 30, channels: Int = 2
  ) throws -> (settings: OutputSettings?, diagnostics: [Diagnostic]) {
    let script = LoweredScript(head + "timeline: [{color: red, for: 10s}]\noutputs: [{\(keys)}]").script
    return lower(
      try #require(script.outputs.first), rate: FrameRate(rate), size: size, channels: channels)
  }

  @Test(
    "the extension picks the container",
    arguments: [("a.mp4", Container.mp4), ("x.y/a.MOV", .mov), ("a.b.m4v", .m4v)])
  func containers(file: String, container: Container) throws {
    #expect(try output("file: \(file)").settings?.container == container)
  }

  @Test(
    "files without a known extension are refused",
    arguments: [
      ("film", DiagnosticID.unknownValue), (".mp4", .unknownValue), ("a.mp4/b", .unknownValue),
      ("a.avi", .unknownValue),
    ])
  func badContainers(file: String, id: DiagnosticID) throws {
    let (settings, diagnostics) = try output("file: \(file)")
    #expect(settings == nil)
    #expect(diagnostics.map(\.id) == [id])
  }

  @Test(
    "a transport stream is refused what it has no place for",
    arguments: [
      ("video: {codec: prores, profile: hq}", DiagnosticID?.none, ""),
      ("faststart: true", .noEffect, ".ts files have no index, so `faststart` has no effect"),
      (
        "stems: true", .outputCannotHold,
        "tracks of .ts files have no names, so stems could not be distinguished"
      ),
      ("fragment: 2s", .outputCannotHold, ".ts files cannot have fragments"),
      ("timecode: \"01:00:00:00\"", .outputCannotHold, ".ts files cannot store timecode"),
      (
        "audio: [{language: en, without: a}, {language: de, default: true}]", .outputCannotHold,
        ".ts files cannot mark a default audio track: players select the first"
      ),
      (
        "video: {color: pq, mastering: {peak: 1000}}", .outputCannotHold,
        ".ts files with H.264 cannot store `mastering`"
      ),
      ("video: {codec: hevc, color: pq, mastering: {peak: 1000}}", nil, ""),
    ] as [(String, DiagnosticID?, String)])
  func transportStream(keys: String, id: DiagnosticID?, message: String) throws {
    let found = try output("file: a.ts, \(keys)").diagnostics
    #expect(found.map(\.id) == [id].compactMap(\.self), "\(found.map(\.message))")
    #expect(found.allSatisfy { $0.message == message && $0.hint != nil })
  }

  @Test(
    "one picture is refused what makes it none",
    arguments: [
      ("file: a.png, still: 2s", DiagnosticID?.none, ""),
      (
        "file: a.mp4, still: 2s", .outputCannotHold,
        "`still` renders one picture, but a .mp4 file is not a picture"
      ),
      (
        "file: a.png, still: 2s, range: 1s..3s", .competingKeys,
        "`still` renders one picture of the film, and `range` a part of it"
      ),
      (
        "file: a.png, still: 2s, first-number: 3", .noEffect,
        "the output is a single file, which has no number"
      ),
    ] as [(String, DiagnosticID?, String)])
  func still(keys: String, id: DiagnosticID?, message: String) throws {
    let found = try output(keys)
    #expect(found.diagnostics.map(\.id) == [id].compactMap(\.self), "\(found.diagnostics.map(\.message))")
    #expect(found.diagnostics.allSatisfy { $0.message == message && $0.hint != nil })
    #expect(found.settings?.isStill == keys.hasPrefix("file: a.png"))
    #expect(found.settings?.isSeries == false && found.settings?.firstNumber == nil)
  }

  @Test(
    "a cover is a time, or media",
    arguments: [
      ("12s", "12s", nil), ("50%", "50%", nil), ("end - 1s", "-1s", nil), ("turn", "turn", nil),
      ("turn + 2f", "turn + 2f", nil), ("\"00:00:01:12\"", "00:00:01:12", nil),
      ("art", nil, "art"), ("art.jpg", nil, "art.jpg"), ("12s.png", nil, "12s.png"),
      ("covers/12s", nil, "covers/12s"), ("turn.jpg", nil, "turn.jpg"), ("2.5", nil, nil), ("12", nil, nil),
    ] as [(String, String?, String?)])
  func cover(written: String, time: String?, file: String?) throws {
    let script = LoweredScript(
      head + "timeline: [{color: red, for: 10s}]\nmarkers: {turn: 2s}\nmetadata: {cover: \(written)}\n")
    switch script.script.metadata.cover?.value {
    case .moment(let found): #expect(found.canonicalText == time)
    case .file(let found): #expect(found == file)
    case nil:
      #expect(time == nil && file == nil)
      #expect(script.messages.count == 1)
    }
  }

  @Test(
    "an MXF file is refused what it has no place for",
    arguments: [
      ("", DiagnosticID?.none, ""),
      ("timecode: \"01:00:00:00\"", nil, ""),
      ("video: {codec: dnxhr, profile: hqx, color: pq}", nil, ""),
      (
        "faststart: true", .noEffect,
        "the index of .mxf files has a fixed place, so `faststart` has no effect"
      ),
      (
        "stems: true", .outputCannotHold,
        "tracks of .mxf files have no names, so stems could not be distinguished"
      ),
      ("video: {codec: none}", .outputCannotHold, ".mxf files need a picture"),
      (
        "video: {color: bt601}", .outputCannotHold,
        ".mxf files cannot store the colour space bt601"
      ),
      (
        "video: {color: pq, mastering: {peak: 1000}}", .outputCannotHold,
        ".mxf files cannot store `mastering`"
      ),
    ] as [(String, DiagnosticID?, String)])
  func materialExchange(keys: String, id: DiagnosticID?, message: String) throws {
    let found = try output("file: a.mxf\(keys.isEmpty ? "" : ", " + keys)").diagnostics
    #expect(found.map(\.id) == [id].compactMap(\.self), "\(found.map(\.message))")
    #expect(found.allSatisfy { $0.message == message && $0.hint != nil })
  }

  @Test("an MXF file has some rates of pictures, and one of sound")
  func ratesOfMaterialExchange() throws {
    let script = LoweredScript(head + "timeline: [{color: red, for: 10s}]\noutputs: [{file: a.mxf}]").script
    let output = try #require(script.outputs.first)
    #expect(lower(output, rate: FrameRate(60000, per: 1001)).diagnostics.isEmpty)
    #expect(lower(output, rate: FrameRate(15)).diagnostics.map(\.id) == [.codecLimit])
    let sound = LoweredScript(
      head + "mix: {rate: 44100}\ntimeline: [{color: red, for: 10s}]\noutputs: [{file: a.mxf}]", output: 0)
    #expect(sound.messages == ["codec-limit: .mxf files do not support 44100 samples per second"])
  }

  @Test("a transport stream has no time for what is decoded before pictures of a very low rate")
  func slowTransportStream() throws {
    let script = LoweredScript(head + "timeline: [{color: red, for: 10s}]\noutputs: [{file: a.ts}]").script
    let output = try #require(script.outputs.first)
    #expect(lower(output, rate: FrameRate(1, per: 3)).diagnostics.isEmpty)
    #expect(lower(output, rate: FrameRate(1, per: 4)).diagnostics.map(\.id) == [.codecLimit])
  }

  @Test("key frames come with the fragments, and what contradicts that is refused")
  func fragments() throws {
    let two = try #require(try output("file: a.mp4, fragment: 2s").settings)
    #expect(two.fragmentFrames == 60)
    #expect(two.video?.keyFrameInterval == 60 && two.video?.hasSteadyKeyFrames == true)
    let both = try #require(try output("file: a.mp4, fragment: 2s, video: {keyframes: 1s}").settings)
    #expect(both.fragmentFrames == 60 && both.video?.keyFrameInterval == 30)
    let sound = try #require(try output("file: a.m4a, fragment: 2s").settings)
    #expect(sound.fragmentFrames == 60 && sound.video == nil)
    let listed = try #require(try output("file: a.mp4, playlist: [a.m3u8, a.mpd]").settings)
    #expect(listed.fragmentFrames == 120)
    #expect(try output("file: a.mp4").settings?.fragmentFrames == nil)
    for (keys, message) in [
      ("file: a.mkv, fragment: 2s", ".mkv files cannot have fragments"),
      ("file: a.mkv, playlist: a.m3u8", ".mkv files cannot have fragments"),
      ("file: a.mp4, fragment: 0s", "a fragment must last 1 to 10000 frames"),
      ("file: a.mp4, fragment: 2h", "a fragment must last 1 to 10000 frames"),
      (
        "file: a.mp4, fragment: 2s, video: {keyframes: 25f}",
        "each fragment starts with a key frame, but 60 frames are not a multiple of 25"
      ),
      (
        "file: a.mp4, fragment: 2s, video: {options: {x264: scenecut=40}}",
        "`scenecut` of x264 cannot be set together with `fragment`, which determines it"
      ),
      (
        "file: a.mp4, fragment: 2s, faststart: true",
        "each fragment has its own index, so `faststart` has no effect"
      ),
      ("file: a.mp4, playlist: a.txt", "'a.txt' does not have a playlist extension"),
      ("file: a.mp4, playlist: []", "`playlist` contains no path"),
      ("file: a.m3u8", "'a.m3u8' is a playlist, which lists films but contains none"),
    ] {
      #expect(try output(keys).diagnostics.map(\.message) == [message], "\(keys)")
    }
  }

  @Test("only films in PQ say which screen they were made on, and what it says must be possible")
  func mastering() throws {
    let written = try output(
      "file: a.mp4, video: {codec: hevc, color: pq, mastering: {peak: 1000, max-cll: 900}}")
    #expect(written.diagnostics.isEmpty)
    let display = try #require(written.settings?.video?.mastering)
    #expect(display.codedText == "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)")
    #expect(
      display.plainText
        == "G(0.26500,0.69000)B(0.15000,0.06000)R(0.68000,0.32000)WP(0.31270,0.32900)L(1000.0000,0.0001)")
    #expect(display.lightText == "900,0")
    for (keys, message) in [
      (
        "color: hlg, mastering: {peak: 1000}",
        "only PQ films can have `mastering`, and this one is in hlg"
      ),
      ("color: pq, mastering: {peak: 1, black: 1}", "the black of a display must be darker than its white"),
      (
        "color: pq, mastering: {peak: 1000, max-cll: 300, max-fall: 400}",
        "no frame can have an average of 400 if the brightest pixel has 300"
      ),
    ] {
      #expect(
        try output("file: a.mp4, video: {codec: hevc, \(keys)}").diagnostics.map(\.message) == [message],
        "\(keys)")
    }
  }

  @Test("two passes need a bit rate, and an encoder that has them")
  func passes() throws {
    let film = try #require(try output("file: a.mp4, video: {bitrate: 2M, passes: 2}").settings)
    #expect(film.video?.rateControl == .twoPasses(2_000_000))
    let once = try #require(try output("file: a.mp4, video: {bitrate: 2M, passes: 1}").settings)
    #expect(once.video?.rateControl == .bitRate(2_000_000))
    for (video, message) in [
      (
        "quality: 20, passes: 2",
        "`passes` has no effect without a `bitrate`: the first pass measures where bits are needed"
      ),
      (
        "max-file-size: 9MB, passes: 2",
        "`passes` has no effect without a `bitrate`: the first pass measures where bits are needed"
      ),
      ("codec: av1, passes: 2", "av1 supports only one pass"),
    ] {
      #expect(
        try output("file: a.mp4, video: {\(video)}").diagnostics.map(\.message) == [message], "\(video)")
    }
  }

  @Test("presets fill in what is not written, and nothing else")
  func presets() throws {
    let web = try #require(try output("file: a.mp4, preset: web").settings)
    #expect(web.video?.rateControl == .quality(23))
    #expect(web.audio?.bitRate == 160_000)
    let own = try #require(
      try output("file: a.mp4, preset: draft, video: {quality: 12}, audio: {bitrate: 64k}").settings)
    #expect(own.video?.rateControl == .quality(12))
    #expect(own.video?.speed == "ultrafast")
    #expect(own.audio?.bitRate == 64_000)
  }

  @Test(
    "YouTube's presets have the bit rate of the size and the rate of the film",
    arguments: [
      ("youtube-1080p", 1920, 1080, 30, "", 8000), ("youtube-1080p", 1920, 1080, 60, "", 12000),
      ("youtube-1080p", 1080, 1920, 25, "", 8000), ("youtube-1080p", 1920, 800, 30, "", 8000),
      ("youtube-1080p", 1280, 720, 50, "", 7500), ("youtube-1080p", 1080, 1080, 30, "", 8000),
      ("youtube-1080p", 640, 360, 24, "", 1000), ("youtube-1440p", 2560, 1440, 30, "", 16000),
      ("youtube-2160p", 3840, 2160, 30, "", 45000), ("youtube-2160p", 3840, 2160, 48, "", 68000),
      ("youtube-2160p", 3840, 2160, 30, "color: pq", 56000),
      ("youtube-1080p", 1920, 1080, 60, "color: hlg", 15000),
      ("x-720p", 720, 720, 30, "", 5000), ("vimeo-1080p", 1920, 1080, 60, "", 20000),
      ("instagram-1080x1920", 1080, 1920, 30, "", 8000),
    ])
  func destinations(
    preset: String, width: Int, height: Int, rate: Int64, video: String, kilobits: Int64
  ) throws {
    let found = try output(
      "file: a.mp4, preset: \(preset), video: {\(video)}", size: PixelSize(width: width, height: height),
      rate: rate)
    #expect(found.diagnostics.isEmpty)
    #expect(found.settings?.video?.rateControl == .bitRate(kilobits * 1000))
    #expect(found.settings?.video?.codec == .h264)
  }

  @Test("what a script says of an output wins over the preset of a destination")
  func destinationsGiveWay() throws {
    let film = try #require(try output("file: a.mp4, preset: youtube-1080p").settings)
    #expect(film.video?.keyFrameInterval == 15)
    #expect(film.audio == AudioEncoding(codec: .aac, bitRate: 384_000))
    #expect(try output("file: a.mp4, preset: youtube-1080p", channels: 1).settings?.audio?.bitRate == 128_000)
    #expect(try output("file: a.mp4, preset: youtube-1080p", channels: 6).settings?.audio?.bitRate == 512_000)
    #expect(
      try output("file: a.mp4, preset: youtube-1080p, audio: {channels: mono}").settings?.audio?.bitRate
        == 128_000)
    let own = try #require(
      try output(
        "file: a.mp4, preset: youtube-1080p, video: {quality: 18, keyframes: 2s}, audio: {bitrate: 96k}"
      ).settings)
    #expect(own.video?.rateControl == .quality(18) && own.video?.keyFrameInterval == 60)
    #expect(own.audio?.bitRate == 96_000)
    let slow = try #require(try output("file: a.mp4, preset: x-720p, video: {bitrate: 2M}").settings)
    #expect(slow.video?.rateControl == .bitRate(2_000_000))
    // AV1 has no bit rate here: it keeps to the quality.
    let other = try output("file: a.mp4, preset: tiktok, video: {codec: av1}")
    #expect(other.diagnostics.isEmpty && other.settings?.video?.rateControl == .quality(20))
    let alike = try output("file: a.mp4, preset: vimeo-1080p, video: {codec: av1}")
    #expect(alike.diagnostics.isEmpty && alike.settings?.video?.rateControl == .quality(20))
    // MP3 ends at 320k.
    let sound = try output("file: a.mp3, preset: youtube-1080p")
    #expect(sound.diagnostics.map(\.message) == ["mp3 does not support a bit rate of 384k"])
  }

  @Test("a preset brings the mix of its output to a loudness, unless the script does")
  func loudness() throws {
    func mix(_ preset: String, _ mix: String = "") throws -> MixFormat {
      let text =
        "edit: 1\n\(mix)timeline: [{clip: land.mp4, take: ..5s}]\noutputs: [{file: a.mp4, preset: \(preset)}]\n"
      return try LoweredScript(text, output: 0).composition().mix
    }
    let talk = try mix("podcast")
    #expect(talk.loudness == -16 && talk.peak == -1)
    let europe = try mix("broadcast-r128")
    #expect(europe.loudness == -23 && europe.peak == -1)
    let america = try mix("broadcast-a85")
    #expect(america.loudness == -24 && america.peak == -2)
    let own = try mix("podcast", "mix: {loudness: -20 LUFS}\n")
    #expect(own.loudness == -20 && own.peak == nil)
    let peak = try mix("podcast", "mix: {peak: -3 dBTP}\n")
    #expect(peak.loudness == -16 && peak.peak == -3)
    let none = try mix("web")
    #expect(none.loudness == nil && none.peak == nil)
  }

  @Test("a .webm has VP9 and Opus by itself, and each codec refuses what it does not have")
  func codecs() throws {
    let web = try #require(try output("file: a.webm").settings)
    #expect(web.video?.codec == .vp9 && web.audio?.codec == .opus)
    #expect(try output("file: a.webm, preset: draft").diagnostics.isEmpty)
    #expect(try output("file: a.mkv").settings?.video?.codec == .h264)
    #expect(try output("file: a.webm, video: {profile: \"2\"}").settings?.video?.depth == .ten)
    for (file, video, message) in [
      (
        "webm", "max-file-size: 1MB",
        "vp9 does not support `max-file-size`: its encoder controls the average bit rate, not the maximum"
      ),
      ("webm", "quality: 40", "vp9 does not support quality 40"),
      ("webm", "speed: veryslow", "vp9 does not support the speed `veryslow`"),
      (
        "mkv", "codec: ffv1, quality: 20",
        "ffv1 does not support `quality`: it is lossless, so its size depends on the pictures"
      ),
      (
        "mov", "codec: mjpeg, bitrate: 5M",
        "mjpeg does not support `bitrate`: its size depends on the quality"
      ),
      ("mov", "codec: mjpeg, depth: 10", "mjpeg does not support 4:2:0 with 10 bits"),
      (
        "mov", "codec: mjpeg, color: hlg",
        "mjpeg does not support HDR, which `color: hlg` requires"
      ),
    ] {
      let found = try output("file: a.\(file), video: {\(video)}").diagnostics
      #expect(found.map(\.message) == [message] && found.first?.id == .codecLimit)
    }
  }

  @Test(
    "levels, tunes and options that an encoder cannot have are refused",
    arguments: [
      (
        "level: 4.1, quality: 0",
        "lossless pictures (`quality: 0`) take as many bits as they need and exceed any level"
      ),
      ("codec: hevc, level: 1.1", "hevc does not support the level `1.1`"),
      ("codec: hevc, tune: film", "hevc does not support the tune `film`"),
      (
        "options: {x264: threads=4}",
        "`threads` of x264 cannot be set: the bytes would differ between machines"
      ),
      ("options: {x264: crf=4}", "`crf` of x264 cannot be set: write `quality`"),
      ("options: {x264: aq-mod=3}", "x264 has no parameter `aq-mod` that you can set here"),
      ("options: {x264: qcomp=2}", "`qcomp` of x264 must be a number from 0.0 to 1.0, not '2'"),
      ("options: {x264: qcomp=nan}", "`qcomp` of x264 must be a number from 0.0 to 1.0, not 'nan'"),
      (
        "options: {x264: me=fast}",
        "`me` of x264 must be one of `dia`, `hex`, `umh`, `esa`, `tesa`, not 'fast'"
      ),
      ("options: {x264: \"ref=3:ref=4\"}", "`ref` is written twice"),
      ("options: {x264: ref}", "'ref' is not a parameter with a value"),
      (
        "level: 4.1, options: {x264: ref=3}",
        "`ref` of x264 cannot be set together with `level`, which determines it"
      ),
      ("options: {x265: rd=4}", "x265 does not encode h264"),
    ])
  func encoderWishes(video: String, message: String) throws {
    #expect(try output("file: a.mp4, video: {\(video)}").diagnostics.map(\.message) == [message])
  }

  @Test("options are known by their names, in any order")
  func options() throws {
    let one = try output("file: a.mp4, video: {options: {x264: \"ref=3:qcomp=0.7\"}}").settings
    #expect(one?.video?.options == ["ref": "3", "qcomp": "0.7"])
    let other = try output("file: a.mp4, video: {options: {x264: \"qcomp=0.7:ref=3\"}}").settings
    #expect(one?.video == other?.video)
  }

  @Test(
    "a level that the pictures are too large or too many for names the one that holds them",
    arguments: [
      (
        "1920x1080", "60", "codec: h264, level: 4.1",
        "level 4.1 of h264 does not allow 1920x1080 at 60 frames per second", "4.2"
      ),
      ("1280x720", "30", "codec: h264, level: 3.1", nil, nil),
      (
        "1280x720", "31", "codec: h264, level: 3.1",
        "level 3.1 of h264 does not allow 1280x720 at 31 frames per second", "3.2"
      ),
      ("1920x1080", "30", "codec: h264, level: 4", nil, nil),
      (
        "1280x720", "30", "codec: h264, level: 3.1, bitrate: 15M",
        "level 3.1 of h264 does not allow a bit rate of 15M",
        "3.2"
      ),
      ("3840x2160", "30", "codec: hevc, level: 5", nil, nil),
      (
        "3840x2160", "60", "codec: hevc, level: 5",
        "level 5 of hevc does not allow 3840x2160 at 60 frames per second", "5.1"
      ),
    ] as [(String, String, String, String?, String?)])
  func levels(size: String, rate: String, video: String, message: String?, better: String?) throws {
    let script = LoweredScript(
      "edit: 1\ncanvas: {size: \(size), rate: \(rate)}\ntimeline: [{color: red, for: 1s}]\n"
        + "outputs: [{file: a.mp4, video: {\(video)}}]", output: 0)
    #expect(script.diagnostics.map(\.message) == [message].compactMap(\.self))
    #expect(script.diagnostics.first?.hint == better.map { "write `level: \($0)`" })
  }

  @Test("key frames are counted at the film's rate and bounded")
  func keyFrames() throws {
    #expect(try output("file: a.mp4, video: {keyframes: 2s}").settings?.video?.keyFrameInterval == 60)
    #expect(try output("file: a.mp4, video: {keyframes: 10000f}").settings?.video?.keyFrameInterval == 10_000)
    for bad in ["10001f", "0s", "1ms", "9223372036854775807s", "99:59:59:59"] {
      #expect(
        try output("file: a.mp4, video: {keyframes: '\(bad)'}").diagnostics.hasErrors || bad == "0s", "\(bad)"
      )
    }
  }

  @Test("an output of nothing is refused, one without a picture is not")
  func conflicts() throws {
    #expect(
      try output("file: a.mp4, video: {codec: none}, audio: {codec: none}").diagnostics.map(\.id)
        == [.outputCannotHold])
    #expect(try output("file: a.mp4, video: {codec: none}").settings?.video == nil)
  }

  // MARK: Parts

  private func part(_ range: String) throws -> Result<Range<Int64>, PartProblem> {
    let script = LoweredScript(
      head + "timeline: [{color: red, for: 10s, name: a}]\noutputs: [{file: a.mp4, range: '\(range)'}]")
    return frames(
      ofPart: try #require(script.script.outputs[0].part), in: try script.composition(),
      markers: script.film.markers)
  }

  @Test(
    "a part is the frames between its ends",
    arguments: [
      ("2s..4s", 60..<120), ("all", 0..<300), ("last 1s", 270..<300), ("..1s", 0..<30), ("9s..", 270..<300),
      ("30f for 1f", 30..<31), ("-2s..-1s", 240..<270),
    ] as [(String, Range<Int64>)])
  func parts(range: String, frames: Range<Int64>) throws {
    #expect(try part(range).get() == frames)
  }

  @Test(
    "a part must lie in the film and hold a frame of it",
    arguments: [
      ("9s..11s", DiagnosticID.partOutsideFilm), ("-11s..", .partOutsideFilm), ("2s..2s", .emptyRange),
      ("2s for 1ms", .emptyRange), ("4s..2s", .rangeReversed),
    ])
  func badParts(range: String, id: DiagnosticID) throws {
    guard case .failure(let problem) = try part(range) else {
      Issue.record("\(range) was taken")
      return
    }
    #expect(problem.diagnostic.id == id)
  }
}
