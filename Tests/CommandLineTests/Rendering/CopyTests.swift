import Basics
import Glibc
import TestSupport
import Testing

/// Films whose packets are those of their media, judged by ffprobe's hashes of packets and ffmpeg's of pictures.
@Suite struct CopyTests {
  private let place: Workplace

  /// Made once for all of them.
  private static let source = Result {
    let path = try SharedFolder.path.get() + "/copied.mp4"
    try CopySource.make(path)
    return path
  }

  init() throws {
    place = try Workplace()
    try #require(symlink(Self.source.get(), place.path("a.mp4")) == 0)
  }

  private func render(_ timeline: String, _ output: String, _ more: String = "") throws -> String {
    try place.write("film.edit", "edit: 1\ntimeline:\n\(timeline)\n\(more)outputs:\n  - \(output)\n")
    let result = try place.editc("render", "film.edit", "--force")
    try #require(result.exitCode == 0, "\(result.errorText)")
    return result.errorText
  }

  private func messages() throws -> String {
    let result = try place.editc("lint", "film.edit")
    return result.text + result.errorText
  }

  private func refusal(_ timeline: String, _ output: String, _ more: String = "") throws -> String {
    try place.write("film.edit", "edit: 1\ntimeline:\n\(timeline)\n\(more)outputs:\n  - \(output)\n")
    let result = try place.editc("render", "film.edit", "--force")
    #expect(result.exitCode == 1, "\(result.errorText)")
    #expect(result.errorText.contains("[not-copied]"), "\(result.errorText)")
    return result.errorText
  }

  @Test(
    "A rotation that the script states is written into the copy, and the packets stay",
    arguments: ["mp4", "mov"])
  func rotation(kind: String) throws {
    for (degrees, told) in [("90", "-90"), ("180", "-180"), ("270", "90")] {
      try place.write(
        "film.edit",
        """
        edit: 1
        media: {turned: {file: a.mp4, orientation: \(degrees)}}
        timeline: [{clip: turned}]
        outputs: [{file: film.\(kind), mode: passthrough}]
        """)
      let result = try place.editc("render", "film.edit", "--force")
      try #require(result.exitCode == 0, "\(result.errorText)")
      // FFmpeg counts counterclockwise.
      let probed = try run([
        "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream_side_data=rotation", "-of",
        "default=nk=1:nw=1", place.path("film.\(kind)"),
      ])
      #expect(
        probed.text == told + "\n" || degrees == "180" && probed.text == "180\n", "\(degrees): \(probed.text)"
      )
      #expect(
        try packets(place.path("film.\(kind)"), "v").map(\.hash)
          == packets(place.path("a.mp4"), "v").map(\.hash))
      let shown = try place.editc("frame", "film.\(kind)", "--at", "0s", "--force", "--json", "-o", "x.png")
      let size = try #require(try JSONValue.parse(shown.text)["pictures"]?.elements?.first?["size"])
      let source = try place.editc("probe", "--json", "a.mp4")
      let stored = try #require(
        try JSONValue.parse(source.text)["files"]?.elements?.first?["facts"]?["video"]?.elements?.first?[
          "storedSize"])
      #expect(
        size["width"]?.integerValue == stored[degrees == "180" ? "width" : "height"]?.integerValue,
        "\(degrees)")
    }
  }

  @Test(
    "The shape of pixels that the script states is written into the copy, and the packets stay",
    arguments: [("mp4", 64, 45), ("mov", 64, 45), ("mkv", 3, 2)])
  func pixels(kind: String, width: Int, height: Int) throws {
    try place.write(
      "film.edit",
      """
      edit: 1
      media: {wide: {file: a.mp4, pixel-aspect: \(width):\(height)}}
      timeline: [{clip: wide}]
      outputs: [{file: film.\(kind), mode: passthrough, audio: {codec: none}}]
      """)
    let result = try place.editc("render", "film.edit", "--force")
    try #require(result.exitCode == 0, "\(result.errorText)")
    let probed = try run([
      "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=sample_aspect_ratio", "-of",
      "csv=p=0", place.path("film.\(kind)"),
    ])
    #expect(probed.text == "\(width):\(height)\n")
    #expect(
      try packets(place.path("film.\(kind)"), "v").map(\.hash)
        == packets(place.path("a.mp4"), "v").map(\.hash))
    // Encoded, the picture is that much wider.
    try place.write(
      "film.edit",
      "edit: 1\nmedia: {wide: {file: a.mp4, pixel-aspect: 2:1}}\ntimeline: [{clip: wide, take: ..2f}]\noutputs: [{file: x.mkv}]"
    )
    #expect(try place.editc("render", "film.edit", "--force").exitCode == 0)
    func size(_ file: String) throws -> [Int] {
      try run([
        "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=width,height", "-of",
        "csv=p=0",
        place.path(file),
      ]).text.split(whereSeparator: { ",\n".contains($0) }).compactMap { Int($0) }
    }
    let (stored, shown) = (try size("a.mp4"), try size("x.mkv"))
    #expect(shown == [stored[0] * 2, stored[1]])
  }

  @Test("A take between key frames has the packets, the pictures and the samples of its file")
  func cut() throws {
    _ = try render("  - {clip: a.mp4, take: 2s..4s}", "{file: film.mp4, mode: passthrough}")
    let source = try packets(place.path("a.mp4"), "v")
    let film = try packets(place.path("film.mp4"), "v")
    #expect(film.map(\.hash) == source.filter { $0.time > 1.99 && $0.time < 3.99 }.map(\.hash))
    #expect(film.first?.isKey == true)
    #expect(film.allSatisfy { $0.time > -0.001 && $0.decodeTime <= $0.time + 0.001 })
    #expect(zip(film, film.dropFirst()).allSatisfy { $0.decodeTime < $1.decodeTime })
    #expect(
      try pictureHashes(place.path("film.mp4")) == Array(pictureHashes(place.path("a.mp4"))[60..<120]))
    // To the sample: an edit list begins in the middle of a packet.
    let heard = try heardSamples(place.path("film.mp4"))
    let all = try heardSamples(place.path("a.mp4"))
    #expect(heard.count >= 96_000 && heard.count < 97_024)
    #expect(heard.prefix(96_000) == all[96_000..<192_000])
    // The flash and the beep of 2.5 s.
    let beep = try #require(heard.firstIndex { $0.magnitude > 3000 })
    #expect(abs(beep - 24_000) < 60)
    let white = try patches(place.path("film.mp4"), x: 0, y: 0).firstIndex { $0.y > 230 }
    #expect(white == 15)
    let audio = try packets(place.path("film.mp4"), "a")
    let hashes = Set(try packets(place.path("a.mp4"), "a").map(\.hash))
    #expect(audio.allSatisfy { hashes.contains($0.hash) })
  }

  @Test("A whole file goes into another container, and stays what it is")
  func remux() throws {
    try CopySource.make(
      place.path("b.mov"), CopySource.h264 + ["-c:a", "pcm_s16le", "-metadata:s:v", "rotate=90"])
    let made = try run([
      "ffmpeg", "-nostdin", "-v", "error", "-i", place.path("b.mov"), "-c", "copy", "-metadata:s:v:0",
      "rotate=90",
      "-aspect", "2:1", place.path("turned.mov"),
    ])
    try #require(made.exitCode == 0, "\(made.errorText)")
    _ = try render("  - clip: turned.mov", "{file: film.mov, preset: passthrough}")
    #expect(
      try packets(place.path("film.mov"), "v").map(\.hash)
        == packets(place.path("turned.mov"), "v").map(\.hash))
    #expect(try heardSamples(place.path("film.mov")) == heardSamples(place.path("turned.mov")))
    let (old, new) = (
      try probed(place.path("turned.mov"), "v"), try probed(place.path("film.mov"), "v")
    )
    for name in [
      "sample_aspect_ratio", "pix_fmt", "profile", "level", "color_space", "color_range", "rotation",
      "r_frame_rate",
      "nb_frames",
    ] { #expect(old[name] == new[name], "\(name)") }
    #expect(try packets(place.path("film.mov"), "a").count > 1)
  }

  @Test("Clips of one coding are joined without encoding, under sound that is mixed")
  func join() throws {
    try CopySource.make(place.path("b.mp4"), picture: "testsrc=s=160x90:r=30,format=yuv420p")
    _ = try render(
      "  - {clip: a.mp4, take: 1s..3s}\n  - {clip: b.mp4, take: 2s..6s}\n  - {clip: a.mp4, take: ..1s}",
      "{file: film.mp4, video: {codec: copy}}")
    let (a, b) = (try pictureHashes(place.path("a.mp4")), try pictureHashes(place.path("b.mp4")))
    #expect(
      try pictureHashes(place.path("film.mp4")) == Array(a[30..<90] + b[60..<180] + a[0..<30]))
    let film = try packets(place.path("film.mp4"), "v")
    #expect(film.count == 210)
    #expect(zip(film, film.dropFirst()).allSatisfy { $0.decodeTime < $1.decodeTime })
    #expect(film.map(\.time).sorted().enumerated().allSatisfy { abs($1 - Double($0) / 30) < 0.0005 })
    #expect(try abs(heardSamples(place.path("film.mp4")).count - 336_000) < 1024)
  }

  @Test("Sound is copied under a picture that is encoded")
  func soundAlone() throws {
    _ = try render(
      "  - {clip: a.mp4, take: 1.5s..4s, opacity: 0.5}",
      "{file: film.mp4, video: {speed: ultrafast}, audio: {codec: copy}}")
    let heard = try heardSamples(place.path("film.mp4"))
    #expect(try heard.prefix(120_000) == heardSamples(place.path("a.mp4"))[72_000..<192_000])
    #expect(try probed(place.path("film.mp4"), "v", counting: true)["nb_read_frames"] == "75")
    _ = try render("  - {clip: a.mp4, take: 1.5s..4s}", "{file: film.m4a, mode: passthrough}")
    #expect(try heardSamples(place.path("film.m4a")).prefix(120_000) == heard.prefix(120_000))
  }

  @Test("Pictures that come as they like keep their times")
  func variable() throws {
    try CopySource.make(
      place.path("v.mp4"),
      ["-vf", "select='not(between(mod(n,10),3,5))'", "-fps_mode", "vfr"] + CopySource.h264 + CopySource.aac)
    let source = try packets(place.path("v.mp4"), "v")
    _ = try render("  - clip: v.mp4", "{file: film.mp4, mode: passthrough}")
    let whole = try packets(place.path("film.mp4"), "v")
    #expect(whole.map(\.hash) == source.map(\.hash))
    #expect(zip(whole, source).allSatisfy { abs($0.time - $1.time) < 0.0001 })
    #expect(try heardSamples(place.path("film.mp4")) == heardSamples(place.path("v.mp4")))
    let keys = source.filter(\.isKey).map(\.time)
    try #require(keys.count > 2)
    _ = try render("  - {clip: v.mp4, take: \(keys[1])s..\(keys[2])s}", "{file: film.mp4, mode: passthrough}")
    let part = try packets(place.path("film.mp4"), "v")
    let wanted = source.filter { $0.time > keys[1] - 0.001 && $0.time < keys[2] - 0.001 }
    #expect(part.map(\.hash) == wanted.map(\.hash))
    #expect(zip(part, wanted).allSatisfy { abs($0.time - $1.time + keys[1]) < 0.0011 })
  }

  @Test("What stands in the way is said, with what would be right")
  func reasons() throws {
    #expect(
      try refusal("  - {clip: a.mp4, take: 2.5s..4s}", "{file: film.mp4, mode: passthrough}")
        .contains("start its take at 2s or 3s"))
    #expect(
      try refusal("  - {clip: a.mp4, take: 1s..1.933s}", "{file: film.mp4, mode: passthrough}")
        .contains("end its take at "))
    let cases: [(String, String, String)] = [
      ("  - {clip: a.mp4, opacity: 0.5}", "", "not fully opaque"),
      ("  - {clip: a.mp4, speed: 2x}", "", "another speed"),
      ("  - {clip: a.mp4, filters: [blur: 4px]}", "", "filtered"),
      ("  - {clip: a.mp4, flip: horizontal}", "", "flipped"),
      ("  - {clip: a.mp4, volume: -3dB}", "", "a different volume"),
      ("  - {clip: a.mp4, fade: 1s}", "", "is faded"),
      ("  - clip: a.mp4\n  - {color: red, for: 1s}", "", "is drawn"),
      (
        "  - clip: a.mp4", "overlay: [{color: red, for: 1s, at: 1s, width: 10px, height: 10px}]\n",
        "drawn over it"
      ),
      ("  - clip: a.mp4", "canvas: {size: 320x180}\n", "the film is 320x180"),
      ("  - clip: a.mp4", "canvas: {rate: 25}\n", "30 frames per second"),
      ("  - clip: a.mp4", "mix: {loudness: -16 LUFS}\n", "changes its loudness"),
      ("  - clip: a.mp4\n  - clip: a.mp4", "", "heard after the sound"),
      ("  - clip: a.mp4", "audio: [{tone: sine, for: 1s}]\n", "has generated sound, not recorded sound"),
    ]
    for (timeline, more, reason) in cases {
      let said = try refusal(timeline, "{file: film.mp4, mode: passthrough}", more)
      #expect(said.contains(reason), "\(timeline): \(said)")
    }
    #expect(
      try refusal("  - clip: a.mp4", "{file: film.wav, audio: {codec: copy}}").contains(
        "cannot be copied into a .wav file"))
  }

  @Test(
    "Pictures that need what lies before them are no places to begin at, and other codings are not joined")
  func unlike() throws {
    try CopySource.make(
      place.path("open.mp4"),
      CopySource.h264 + ["-x264-params", "open-gop=1:bframes=2:b-adapt=0"] + CopySource.aac)
    #expect(
      try refusal("  - {clip: open.mp4, take: 1s..}", "{file: film.mp4, mode: passthrough}").contains(
        "not an independent key frame"))
    try CopySource.make(
      place.path("other.mp4"), CopySource.h264 + ["-x264-params", "cabac=0"] + CopySource.aac)
    #expect(
      try refusal("  - clip: a.mp4\n  - clip: other.mp4", "{file: film.mp4, video: {codec: copy}}").contains(
        "is encoded differently from 'a.mp4'"))
  }

  @Test(
    "A copied film is kept, made again byte for byte, planned in words, and refused where it is contradicted")
  func around() throws {
    _ = try render("  - {clip: a.mp4, take: 2s..4s}", "{file: film.mp4, mode: passthrough}")
    let digest = try place.digest("film.mp4")
    #expect(try place.plan("film.edit").keys(action: "copy") == [])
    #expect(try place.plan("film.edit").keys().count == 2)
    _ = try place.shell("rm -rf cache")
    #expect(try place.plan("film.edit").keys(action: "copy").count == 2)
    #expect(
      try place.editc("plan", "film.edit").text.contains(
        "copied: pictures 60 to 119 (60 pictures) of a.mp4 as they are"))
    #expect(try place.editc("render", "film.edit", "--force", "--jobs", "1").exitCode == 0)
    #expect(try place.digest("film.mp4") == digest)
    #expect(
      try place.editc("render", "film.edit", "--force", "--range", "0.5s..1s").errorText.contains(
        "cannot be copied"))
    #expect(try place.leftovers() == [])
    try place.write(
      "wrong.edit",
      """
      edit: 1
      timeline: [{clip: a.mp4}]
      outputs:
        - {file: a1.mp4, mode: passthrough, video: {quality: 20}}
        - {file: a2.mp4, mode: passthrough, video: {codec: h264}}
        - {file: a3.mp4, mode: passthrough, stems: true}
        - {file: a4.mp4, mode: smart, video: {bitrate: 5M}}
        - {file: a5.ts, mode: smart}
        - {file: a6.mp4, mode: auto, video: {profile: main}}

      """)
    let said = try place.editc("lint", "wrong.edit")
    for word in [
      "`quality` has no effect", "contradicts", "stems are mixed", "cannot be met", "copied into a .ts",
      "must match the copied ones",
    ] {
      #expect((said.text + said.errorText).contains(word), "\(word)")
    }
  }

  @Test(
    "Real clips are copied whole or refused with a reason",
    .enabled(if: RealMedia.isPresent, "needs the clips of ../shared/media"),
    arguments: cases(
      [
        "ae_example.mp4", "sk_bikes.mp4", "tc_h264_10bits.mp4", "mb_rotate-buck-bunny.mp4",
        "sk_bigbuckbunny.mp4",
        "m3_bbb_800x640_768kbps_30fps_avc_pyramid_3b.mp4", "mb_edts.mp4", "synth/av1_opus.mp4",
        "synth/prores422hq_tc.mov", "synth/frag.mp4", "m3_hdr10-av1.mp4", "mb_cursed-vfr.mp4",
        "ts_test-026.ts",
        "m3_dolbyVision-hdr.MOV", "mb_edit-list-discard.mp4", "synth/vfr_known.mp4",
      ], quick: 2))
  func realClips(_ name: String) throws {
    let clip = RealMedia.path(name)
    let output = "{file: film.mov, video: {codec: copy}, audio: {codec: none}}"
    try place.write("film.edit", "edit: 1\ntimeline: [{clip: '\(clip)'}]\noutputs: [\(output)]\n")
    let result = try place.editc("render", "film.edit", "--force")
    guard result.exitCode == 0 else {
      #expect(result.errorText.contains("[not-copied]"), "\(result.errorText)")
      return
    }
    let source = try packets(clip, "v").filter { !$0.isHidden }.map(\.hash)
    #expect(try packets(place.path("film.mov"), "v").map(\.hash) == source)
    #expect(try pictureHashes(place.path("film.mov")) == pictureHashes(clip))
  }
}
