import Foundation
import TestSupport
import Testing

@testable import CodedStreams

/// Joined streams against decoders: every frame is the source's, and no decoder has anything to say.
struct JoiningTests {
  static let h264: [(String, [String])] = [
    (
      "baseline",
      [
        "-c:v libx264 -profile:v baseline -refs 2 -g 20",
        "-c:v libx264 -profile:v baseline -refs 2 -g 15 -qp 30",
        "-c:v libx264 -profile:v baseline -refs 2 -g 12 -slices 4 -preset ultrafast",
      ]
    ),
    (
      "main",
      [
        "-c:v libx264 -profile:v main -refs 3 -bf 2 -g 20 -x264-params b-pyramid=none",
        "-c:v libx264 -profile:v main -refs 3 -bf 2 -g 15 -x264-params b-pyramid=none:cabac=0:slices=4",
        "-c:v libx264 -profile:v main -refs 3 -bf 2 -g 12 -x264-params b-pyramid=none:weightp=2:repeat-headers=1:aud=1",
      ]
    ),
    (
      "high",
      [
        "-c:v libx264 -refs 4 -bf 3 -g 20 -x264-params b-pyramid=normal",
        "-c:v libx264 -refs 4 -bf 3 -g 15 -x264-params b-pyramid=normal:cabac=0:slices=4:sps-id=3",
        "-c:v libx264 -refs 4 -bf 3 -g 12 -x264-params b-pyramid=normal:8x8dct=0:weightp=0:sps-id=1:cqm=jvt",
        "-c:v libx264 -refs 4 -bf 3 -g 20 -level 4.2 -x264-params b-pyramid=normal:nal-hrd=vbr:vbv-maxrate=900:vbv-bufsize=900",
        "-c:v libx264 -refs 4 -bf 3 -g 20 -tune zerolatency -x264-params bframes=3:b-pyramid=normal:rc-lookahead=9:sps-id=31:sliced-threads=0",
      ]
    ),
    (
      "high 10",
      [
        "-pix_fmt yuv420p10le -c:v libx264 -refs 3 -bf 3 -g 20",
        "-pix_fmt yuv420p10le -c:v libx264 -refs 3 -bf 3 -g 15 -x264-params cabac=0:sps-id=7",
      ]
    ),
    (
      "high 4:2:2",
      [
        "-pix_fmt yuv422p -c:v libx264 -refs 3 -bf 3 -g 20",
        "-pix_fmt yuv422p -c:v libx264 -refs 3 -bf 3 -g 15 -x264-params cabac=0:slices=3",
      ]
    ),
    (
      "high 4:4:4",
      [
        "-pix_fmt yuv444p -c:v libx264 -refs 3 -bf 3 -g 20",
        "-pix_fmt yuv444p -c:v libx264 -refs 3 -bf 3 -g 15 -x264-params cabac=0:slices=3",
      ]
    ),
  ]

  static let hevc: [(String, [String])] = [
    (
      "main",
      [
        "-c:v libx265 -preset ultrafast -x265-params log-level=none:ref=3:bframes=3:keyint=20:open-gop=0:hash=1",
        "-c:v libx265 -preset ultrafast -x265-params log-level=none:ref=3:bframes=3:keyint=15:open-gop=0:slices=2:hash=1",
        "-c:v libx265 -preset ultrafast -x265-params log-level=none:ref=3:bframes=3:keyint=12:open-gop=0:wpp=1:amp=1:rect=1:tskip=1:hash=2:aud=1:hrd=1:vbv-maxrate=900:vbv-bufsize=900",
        "-c:v libx265 -preset ultrafast -x265-params log-level=none:ref=3:bframes=3:keyint=12:open-gop=0:scaling-list=default:repeat-headers=1:ctu=32:level-idc=5.1:high-tier=1",
      ]
    ),
    (
      "main 10",
      [
        "-pix_fmt yuv420p10le -c:v libx265 -preset ultrafast -x265-params log-level=none:bframes=2:keyint=20:open-gop=0",
        "-pix_fmt yuv420p10le -c:v libx265 -preset ultrafast -x265-params log-level=none:bframes=2:keyint=15:open-gop=0:wpp=0:weightb=1",
      ]
    ),
    (
      "4:2:2 10",
      [
        "-pix_fmt yuv422p10le -c:v libx265 -preset ultrafast -x265-params log-level=none:bframes=2:keyint=20:open-gop=0",
        "-pix_fmt yuv422p10le -c:v libx265 -preset ultrafast -x265-params log-level=none:bframes=2:keyint=15:open-gop=0:cutree=0",
      ]
    ),
  ]

  @Test("H.264", arguments: cases(h264, quick: 3))
  func joinsH264(name: String, options: [String]) throws {
    try check(options)
  }

  @Test("HEVC", arguments: cases(hevc, quick: 1))
  func joinsHEVC(name: String, options: [String]) throws {
    try check(options)
  }

  @Test("packets under their old names are wrong, and the judges see it")
  func control() throws {
    let folder = try TemporaryFolder()
    let clips = try Self.h264[2].1.enumerated().map {
      try Clip(try encode($0.offset, $0.element, in: folder))
    }
    let film = try Film(clips, pieces: pieces(clips), renames: false)
    try Data(film.mp4(width: 320, height: 180)).write(to: URL(filePath: folder.path("film.mp4")))
    let decoded = try Decoded(folder.path("film.mp4"), with: "ffmpeg")
    let equal = zip(decoded.frames, film.expected).filter { $0 == $1 }.count
    #expect(equal < film.expected.count / 2)
    #expect(decoded.warnings != "")
  }

  @Test("clean random accesses become broken links", arguments: ["", ":repeat-headers=1"])
  func cleanAccess(more: String) throws {
    let folder = try TemporaryFolder()
    let options =
      "-c:v libx265 -preset ultrafast -x265-params log-level=none:ref=3:bframes=0:open-gop=1:hash=1:keyint="
    let clips = try [20, 15].enumerated().map {
      try Clip(try encode($0.offset, options + "\($0.element)" + more, in: folder))
    }
    let renaming = try JoinedStream(clips.map { try $0.source() }).renamings[0]
    let start = clips[0].packets[clips[0].keys[1]].data
    #expect(try renaming.facts(of: start).start == .cleanAccess)
    // The type stands in the first byte of the slice: 17 is BLA_W_RADL.
    let slices = StreamUnits.split(try renaming.renamedStart(start)).map { $0[0] >> 1 }.filter { $0 < 32 }
    #expect(Set(slices) == [17])
    try judge(try Film(clips, pieces: pieces(clips)), in: folder)
  }

  @Test("packets of HEVC in which decoding can begin have their sets before them, and no others")
  func setsAtStarts() throws {
    let folder = try TemporaryFolder()
    let options = "-c:v libx265 -preset ultrafast -x265-params log-level=none:open-gop=0:keyint=15:sao="
    let clips = try [0, 1].enumerated().map {
      try Clip(try encode($0.offset, options + "\($0.element)", in: folder))
    }
    let joined = try JoinedStream(clips.map { try $0.source() })
    for (clip, renaming) in zip(clips, joined.renamings) {
      for packet in clip.packets {
        let kinds = StreamUnits.split(try renaming.renamed(packet.data)).map { $0[0] >> 1 }
        #expect(kinds.filter { (32...34).contains($0) } == (packet.isKey ? [32, 33, 34] : []))
      }
    }
    let alone = try JoinedStream([try clips[0].source()]).renamings[0]
    let kinds = StreamUnits.split(try alone.renamed(clips[0].packets[0].data)).map { $0[0] >> 1 }
    #expect(!kinds.contains(32))
  }

  @Test("sets that are only in packets", arguments: ["hev1", "hvc1"])
  func setsInPackets(tag: String) throws {
    let folder = try TemporaryFolder()
    let options =
      "-c:v libx265 -preset ultrafast -tag:v \(tag) -x265-params log-level=none:keyint=20:open-gop=0:repeat-headers=1"
    var clips = try (0..<2).map { try Clip(try encode($0, options, in: folder)) }
    let film = try Film(clips, pieces: pieces(clips))
    for index in clips.indices {
      // Without the arrays of sets: the packets have them.
      clips[index].record = Array(clips[index].record[..<22]) + [0]
    }
    let other = try Film(clips, pieces: pieces(clips))
    #expect(other.packets.map(\.data) == film.packets.map(\.data))
    try judge(other, in: folder)
  }

  @Test(
    "real clips beside themselves under other names", .enabled(if: RealMedia.isPresent, "no real clips"),
    arguments: cases(HeaderTests.clips.filter { !$0.hasPrefix("m3_long") }, quick: 3, sample: 3))
  func realClips(name: String) throws {
    let clip: Clip
    let source: CodedSource
    do {
      clip = try Clip(RealMedia.path(name))
      source = try clip.source()
    } catch let error as CodedStreamError {
      #expect(name == "mb_annex-b.mp4", "\(name): \(error)")
      return
    }
    guard clip.packets.count == clip.frames.count, clip.packets.first?.isKey == true else {
      // Edit lists hide frames of these, which this test does not follow.
      return
    }
    let folder = try TemporaryFolder()
    if name == "m3_sample_android_slow_motion.mp4" {
      let reason = CodedStreamError.hasUnit("further layers or views (NAL unit type 14)")
      #expect(throws: reason) { try Film([clip], pieces: [(0, clip.packets.indices)]) }
      return
    }
    // The same source under other names: an SPS that differs in its id only makes it a source of its own.
    let twin = try renamedTwin(of: clip, source)
    let keys = clip.keys.filter { index in
      let time = clip.packets[index].time
      return clip.packets[index...].allSatisfy { $0.time >= time }
        && clip.packets[..<index].allSatisfy { $0.time < time }
    }
    let whole = clip.packets.indices
    var runs: [(clip: Int, run: Range<Int>)] = [(0, whole), (1, whole)]
    if keys.count > 1 {
      runs += [(0, keys[1]..<whole.upperBound), (1, keys[0]..<keys[1]), (0, keys[0]..<keys[1])]
    }
    let film = try Film([clip, twin], pieces: runs)
    try judge(
      film, in: folder, width: source.family.format.shownWidth, height: source.family.format.shownHeight,
      allowed: try Decoded(RealMedia.path(name), with: "ffmpeg").warnings)
  }

  /// The packets of a source after a first renaming, which is a source with other ids.
  private func renamedTwin(of clip: Clip, _ source: CodedSource) throws -> Clip {
    let joined = try JoinedStream([source])
    var twin = clip
    twin.record = joined.record
    for index in twin.packets.indices {
      twin.packets[index].data = try joined.renamings[0].renamed(twin.packets[index].data)
    }
    return twin
  }

  private func check(_ options: [String]) throws {
    let folder = try TemporaryFolder()
    let clips = try options.enumerated().map { try Clip(try encode($0.offset, $0.element, in: folder)) }
    let film = try Film(clips, pieces: pieces(clips))
    try judge(film, in: folder)
  }
}

/// Every clip once forwards, then single key frames and whole groups in the opposite order, the same group twice.
func pieces(_ clips: [Clip], single: Bool = true) -> [(clip: Int, run: Range<Int>)] {
  var pieces: [(clip: Int, run: Range<Int>)] = []
  for (index, clip) in clips.enumerated() {
    let keys = clip.keys + [clip.packets.count]
    pieces.append((index, keys[0]..<keys[1]))
  }
  for (index, clip) in clips.enumerated().reversed() {
    let keys = clip.keys + [clip.packets.count]
    pieces.append((index, keys[1]..<keys[2]))
    if single { pieces += [(index, keys[0]..<keys[0] + 1), (index, keys[0]..<keys[0] + 1)] }
    pieces.append((index, keys[0]..<(keys.last ?? 0)))
  }
  return pieces
}

/// As a plain stream and as a file, with each decoder at hand, with one thread and with four.
func judge(
  _ film: Film, in folder: TemporaryFolder, width: Int = 320, height: Int = 180, allowed: String = ""
) throws {
  let format = film.codec == .h264 ? "h264" : "hevc"
  let plain = folder.path("film." + format)
  let file = folder.path("film.mp4")
  try Data(film.annexB()).write(to: URL(filePath: plain))
  try Data(film.mp4(width: width, height: height)).write(to: URL(filePath: file))
  for ffmpeg in judgingDecoders {
    for (path, format, threads) in [(plain, format, 1), (plain, format, 4), (file, nil, 1), (file, nil, 4)] {
      let decoded = try Decoded(path, with: ffmpeg, format: format, threads: threads)
      let wrong = zip(decoded.frames, film.expected).filter { $0 != $1 }.count
      #expect(decoded.frames.count == film.expected.count, "\(ffmpeg) \(path) \(threads)")
      #expect(wrong == 0, "\(ffmpeg) \(path) \(threads): \(wrong) of \(film.expected.count)")
      #expect(decoded.warnings == "" || allowed != "", "\(ffmpeg) \(path)")
    }
  }
}
