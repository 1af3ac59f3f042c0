import Basics
import Composition
import FoundationEssentials
import LibAV
import TestSupport
import Testing

@Suite("Media made for one purpose")
struct GeneratedMediaTests {
  /// How a clip is made, and what is known about it beforehand.
  struct Recipe: Sendable, CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    let frames: Int64
    let rate: FrameRate?
    var isVariable = false
    /// Media time of the first picture, in milliseconds.
    var startsAt: Int64 = 0

    var testDescription: String { name }
  }

  private static func picture(_ rate: String, seconds: Int = 4) -> [String] {
    ["-f", "lavfi", "-i", "testsrc2=size=160x120:rate=\(rate):duration=\(seconds)"]
  }

  private static let sound = ["-f", "lavfi", "-i", "sine=frequency=440:duration=4"]
  private static let x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
  private static let bPictures = ["-c:v", "libx264", "-preset", "fast", "-pix_fmt", "yuv420p", "-bf", "3"]

  static let recipes: [Recipe] = [
    Recipe(
      name: "23976.mkv", arguments: picture("24000/1001") + bPictures + ["-g", "24"], frames: 96,
      rate: FrameRate(24000, per: 1001)),
    Recipe(
      name: "25.mov", arguments: picture("25") + bPictures + ["-g", "10"], frames: 100, rate: FrameRate(25)),
    Recipe(
      name: "2997.ts", arguments: picture("30000/1001") + bPictures + ["-g", "15"], frames: 120,
      rate: FrameRate(30000, per: 1001)),
    Recipe(name: "30.flv", arguments: picture("30") + x264 + ["-g", "30"], frames: 120, rate: FrameRate(30)),
    Recipe(
      name: "5994.mkv", arguments: picture("60000/1001") + x264 + ["-g", "60"], frames: 240,
      rate: FrameRate(60000, per: 1001)),
    Recipe(
      name: "holes.mp4",
      arguments: picture("30") + ["-vf", "select='lt(mod(n,10),7)'", "-fps_mode", "passthrough"] + x264,
      frames: 84, rate: FrameRate(30), isVariable: true),
    Recipe(
      name: "open-group.ts",
      arguments: picture("25") + bPictures + [
        "-x264-params", "open-gop=1:keyint=20:min-keyint=20:scenecut=0",
      ],
      frames: 100, rate: FrameRate(25)),
    Recipe(
      name: "open-group.mp4",
      arguments: picture("25") + bPictures + [
        "-x264-params", "open-gop=1:keyint=20:min-keyint=20:scenecut=0",
      ],
      frames: 100, rate: FrameRate(25)),
    Recipe(
      name: "intra-refresh.ts",
      arguments: picture("25") + x264 + ["-x264-params", "intra-refresh=1:keyint=25:bframes=0"],
      frames: 100, rate: FrameRate(25)),
    Recipe(
      name: "late-picture.mp4",
      arguments: sound + ["-itsoffset", "0.48"] + picture("25") + x264
        + ["-c:a", "aac", "-fps_mode", "passthrough"],
      frames: 100, rate: FrameRate(25), startsAt: 480),
    Recipe(
      name: "late-sound.mkv",
      arguments: picture("25") + ["-itsoffset", "0.5"] + sound + x264 + ["-c:a", "pcm_s16le"],
      frames: 100, rate: FrameRate(25)),
    Recipe(
      name: "far-away.ts", arguments: picture("25") + bPictures + ["-g", "10", "-output_ts_offset", "5000"],
      frames: 100, rate: FrameRate(25)),
    Recipe(
      name: "fragments.mp4",
      arguments: picture("25") + bPictures
        + ["-g", "10", "-movflags", "frag_keyframe+empty_moov+default_base_moof"],
      frames: 100, rate: FrameRate(25)),
    Recipe(
      name: "programme.mpg", arguments: picture("25") + ["-c:v", "mpeg2video", "-bf", "2", "-g", "12"],
      frames: 100, rate: FrameRate(25)),
    Recipe(
      name: "open-group-mpeg2.ts", arguments: picture("25") + ["-c:v", "mpeg2video", "-bf", "2", "-g", "12"],
      frames: 100, rate: FrameRate(25)),
    Recipe(
      name: "hevc.mp4",
      arguments: picture("25", seconds: 2)
        + ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "keyint=12:log-level=none"],
      frames: 50, rate: FrameRate(25)),
    Recipe(
      name: "hidden.webm",
      arguments: picture("25", seconds: 2)
        + [
          "-c:v", "libvpx", "-auto-alt-ref", "1", "-lag-in-frames", "16", "-deadline", "good", "-cpu-used",
          "5",
          "-b:v", "200k",
        ], frames: 50, rate: FrameRate(25)),
  ]

  @Test(
    "Generated clips read the same in order and at random, and have the facts they were made with",
    arguments: recipes)
  func reads(recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(recipe.name)
    try Judge.make(path, recipe.arguments)
    let facts = try MediaProbe.facts(ofFileAt: path)
    let video = try #require(facts.mainVideo)
    #expect(video.frameCount == recipe.frames)
    #expect(video.rate == recipe.rate)
    #expect(video.hasVariableRate == recipe.isVariable)
    #expect(video.mediaRange.start == RationalTime(recipe.startsAt, 1000))
    if let rate = recipe.rate, !recipe.isVariable {
      let length = try video.mediaRange.duration()
      #expect(try length == rate.start(ofFrame: recipe.frames))
    }
    try VideoReaderTests().compare(path, facts, video, try Judge.pictures(path, stream: video.streamIndex))
  }

  @Test("Sound that starts half a second late is silent until then")
  func lateSound() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("late.mkv")
    try Judge.make(
      path,
      Self.picture("25") + ["-itsoffset", "0.5", "-f", "lavfi", "-i", "aevalsrc=0.5:s=48000:d=1"]
        + Self.x264 + ["-c:a", "pcm_s16le"])
    let facts = try MediaProbe.facts(ofFileAt: path)
    #expect(facts.mainAudio?.mediaRange == TimeRange(start: RationalTime(1, 2)!, end: RationalTime(3, 2)!))
    let reader = try AudioReader(
      fileAt: path, streamIndex: 1, origin: facts.origin, options: .init(rate: 48000, channelCount: 1))
    let samples = try reader.read(from: 0, count: 96000)[0]
    #expect(samples[..<24000].allSatisfy { $0 == 0 })
    #expect(samples[24000..<72000].allSatisfy { $0 == 0.5 })
    #expect(samples[72000...].allSatisfy { $0 == 0 })
    #expect(reader.soundEnd == RationalTime(3, 2))
  }

  @Test("A gap in the timestamps is silence, not a shift of what follows")
  func gap() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("gap.mkv")
    // One second of sound whose second half was moved half a second later.
    try Judge.make(
      path,
      ["-f", "lavfi", "-i", "aevalsrc=0.25:s=48000:d=1", "-af", "asetpts='PTS+gte(T,0.5)*0.5/TB'"]
        + ["-c:a", "pcm_s16le"])
    let facts = try MediaProbe.facts(ofFileAt: path)
    let audio = try #require(facts.mainAudio)
    #expect(audio.sampleCount == 48000)
    #expect(abs(audio.mediaRange.end.inSeconds - 1.5) < 0.002)
    let reader = try AudioReader(
      fileAt: path, streamIndex: 0, origin: facts.origin, options: .init(rate: 48000, channelCount: 1))
    let samples = try reader.read(from: 0, count: 72000)[0]
    let silent = samples.indices.filter { samples[$0] == 0 }
    #expect(abs(silent.count - 24000) <= 48)
    #expect(silent.last! - silent.first! + 1 == silent.count)
  }

  @Test("Sound that waits for the picture by less or more than a packet has all of its samples")
  func waitingSound() throws {
    let folder = try TemporaryFolder()
    let sound = folder.path("sound.mp4")
    try Judge.make(sound, ["-f", "lavfi", "-i", "sine=sample_rate=48000:duration=2", "-c:a", "aac"])
    for milliseconds in [1, 6, 15, 17, 40] as [Int64] {
      // Moved by as much as is decoded before the first sample, so that this is heard, too.
      let offset = 1024.0 / 48000 + Double(milliseconds) / 1000
      let path = folder.path("late.mp4")
      try Judge.make(
        path,
        ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=2", "-itsoffset", "\(offset)"]
          + [
            "-i", sound, "-map", "0", "-map", "1", "-c:v", "mjpeg", "-c:a", "copy", "-movie_timescale",
            "48000",
          ])
      let audio = try #require(try MediaProbe.facts(ofFileAt: path).mainAudio)
      #expect(audio.sampleCount == 96000 + 1024, "\(milliseconds) ms")
      #expect(audio.mediaRange.start == RationalTime(milliseconds, 1000))
    }
  }

  @Test("Sound of two packets, of which the last one is short, has all of its samples")
  func twoPackets() throws {
    let folder = try TemporaryFolder()
    for (name, codec, count) in [
      ("two.m4a", ["alac"], 7608), ("two.mkv", ["alac"], 6400), ("two.mov", ["pcm_s16le"], 1800),
      ("two.webm", ["libopus"], 1400),
    ] {
      let path = folder.path(name)
      try Judge.make(
        path,
        [
          "-f", "lavfi", "-i", "sine=sample_rate=48000:duration=1", "-af", "atrim=end_sample=\(count)",
          "-c:a",
        ]
          + codec)
      #expect(try MediaProbe.facts(ofFileAt: path).mainAudio?.sampleCount == Int64(count), "\(name)")
    }
  }

  @Test("A file without times of showing shows its pictures in their own order, and nothing of it is copied")
  func decodingTimes() throws {
    let folder = try TemporaryFolder()
    let whole = folder.path("whole.mp4")
    try Judge.make(whole, Self.picture("25") + Self.bPictures + ["-g", "25"])
    #expect(try MediaProbe.facts(ofFileAt: whole).mainVideo?.hasDecodingTimes == false)
    // As people wrap a raw stream, and as a file is whose table of delays has another name.
    let (stream, raw, renamed) = (folder.path("raw.h264"), folder.path("raw.mp4"), folder.path("renamed.mp4"))
    try Judge.make(stream, ["-i", whole, "-c", "copy", "-bsf:v", "h264_mp4toannexb"])
    try Judge.make(raw, ["-r", "25", "-i", stream, "-c", "copy"])
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: whole)))
    bytes.replaceSubrange(try #require(bytes.firstRange(of: Array("ctts".utf8))), with: Array("free".utf8))
    try Data(bytes).write(to: URL(filePath: renamed))
    for path in [raw, renamed] {
      let facts = try MediaProbe.facts(ofFileAt: path)
      let video = try #require(facts.mainVideo)
      let judged = try Judge.pictures(path, stream: 0)
      #expect(video.hasDecodingTimes && judged.count > 90 && Int(video.frameCount) == judged.count)
      let reader = try VideoReader(fileAt: path, streamIndex: 0, origin: facts.origin)
      let rate = try #require(FrameRate(25))
      for index in Array(judged.indices) + [60, 3, 44] {
        let shown = try reader.frame(at: video.mediaRange.start + rate.middle(ofFrame: Int64(index)))
        #expect(shown.checksum == judged[index].checksum, "picture \(index)")
      }
      #expect(try MediaProbe.codedMedia(ofFileAt: path, facts: facts).pictures.first?.obstacle != nil)
    }
  }

  @Test("A lost key frame does not make the times of the others contradictory", arguments: ["50", "100"])
  func lostKeyFrame(distance: String) throws {
    let folder = try TemporaryFolder()
    let (whole, cut) = (folder.path("whole.mp4"), folder.path("cut.mp4"))
    try Judge.make(
      whole, Self.picture("50") + Self.bPictures + ["-bf", "2", "-g", distance, "-keyint_min", distance])
    try Judge.make(cut, ["-i", whole, "-c", "copy", "-bsf:v", "noise=drop=eq(n\\,\(distance))"])
    let count = try #require(MediaProbe.facts(ofFileAt: whole).mainVideo).frameCount
    let video = try #require(MediaProbe.facts(ofFileAt: cut).mainVideo)
    #expect(!video.hasDecodingTimes && video.frameCount > count / 2 && video.frameCount <= count)
  }

  @Test("Times that contradict the order of the pictures are an error")
  func contradictoryTimes() throws {
    let folder = try TemporaryFolder()
    let (whole, wrong) = (folder.path("whole.mp4"), folder.path("wrong.mp4"))
    try Judge.make(whole, Self.picture("25") + Self.bPictures + ["-g", "25"])
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: whole)))
    let table = try #require(bytes.firstRange(of: Array("ctts".utf8))).upperBound
    func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    // What waits longest is shown first.
    for entry in 0..<number(at: table + 4) {
      let place = table + 12 + 8 * entry
      let delay = 4096 - number(at: place)
      bytes.replaceSubrange(place..<place + 4, with: [24, 16, 8, 0].map { UInt8(delay >> $0 & 255) })
    }
    try Data(bytes).write(to: URL(filePath: wrong))
    let error = #expect(throws: LibAVError.self) { try MediaProbe.facts(ofFileAt: wrong) }
    #expect(error?.reason == "the times of stream 0 contradict the order of its pictures")
  }
}
