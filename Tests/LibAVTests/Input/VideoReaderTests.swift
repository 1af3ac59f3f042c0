import Basics
import Composition
import LibAV
import TestSupport
import Testing

@Suite("Pictures by time")
struct VideoReaderTests {
  /// Clips of every kind whose pictures can all be decoded.
  static let clips = [
    "synth/counter_23.976.mp4", "synth/counter_29.97.mp4", "synth/counter_59.94.mp4", "synth/vfr_known.mp4",
    "synth/frag.mp4", "synth/rot90.mp4", "synth/one_frame.mp4", "synth/odd_dims_444.mp4",
    "synth/ts_start95440_2lang_wrap.ts", "synth/prores4444_alpha.mov", "synth/prores422hq_tc.mov",
    "synth/interlaced_576i25_tff_sar64x45.mp4", "synth/interlaced_480i29.97_bff.mpg", "synth/hdr10_pq.mp4",
    "synth/av1_opus.mp4", "synth/multi_lang.mkv", "synth/anim.gif", "ae_SAR-2by3.mp4", "ae_test_yuv422p.mp4",
    "m3_bbb_642x642_768kbps_30fps_vp9.webm", "m3_bbb_800x640_768kbps_30fps_avc_2b_firstpts_10_sec.mp4",
    "m3_bbb_800x640_768kbps_30fps_avc_pyramid_3b.mp4", "m3_bear-vp9-odd-dimensions.webm",
    "m3_iibbibb_editlist_videoonly.mp4", "m3_roadtrip-vp92-10bit.webm",
    "m3_sample.avi", "m3_sample_fragmented.mp4", "m3_sample_h264.ts",
    "m3_sample_with_srt.mkv", "mb_edit-list-discard.mp4",
    "mb_edts.mp4", "mb_mpeg4-aac-sar4x3.mov", "mb_rotate-buck-bunny.mp4", "pm_sample-23.976.mp4",
    "sk_carphone_pristine.mp4", "tc_bt709_full_range.mp4", "ha_india_map.gif", "fs_debian.png",
    "fs_debian_logo.png", "m3_ic_launcher_round.webp", "m3_london.jpg", "m3_dolbyVision-hdr.MOV",
    "tc_nasa_13013.mp4",
  ]

  @Test(
    "Every picture is the one that ffmpeg decodes, in order and at random",
    .enabled(if: RealMedia.isPresent, "needs the clips of ../shared/media"),
    arguments: cases(clips, quick: 8))
  func everyPicture(clip: String) throws {
    let path = RealMedia.path(clip)
    let facts = try MediaProbe.facts(ofFileAt: path)
    let video = try #require(facts.mainVideo)
    let judged = try Judge.pictures(path, stream: video.streamIndex)
    try compare(path, facts, video, judged)
  }

  /// Reads all pictures straight on and some at random, and compares facts and pictures with the judge's.
  func compare(
    _ path: String, _ facts: MediaFacts, _ video: VideoTrackFacts, _ judged: [Judge.Picture],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(Int(video.frameCount) == judged.count, sourceLocation: sourceLocation)
    let reader = try VideoReader(
      fileAt: path, streamIndex: video.streamIndex, origin: facts.origin,
      options: .init(threads: judged.count % 2 + 1, fields: .none, keptBytes: judged.count % 3 * (2 << 20)))
    let firstTime = try #require(judged.first).time
    if !video.isStill {
      #expect(try firstTime - facts.origin == video.mediaRange.start, sourceLocation: sourceLocation)
    }
    for (index, picture) in judged.enumerated() {
      let time = try picture.time - facts.origin
      let shown = try reader.frame(shownAt: time)
      try #require(
        shown.checksum == picture.checksum, "picture \(index) at \(time)", sourceLocation: sourceLocation)
      #expect(shown.presentationTime == time, sourceLocation: sourceLocation)
    }
    var numbers = SeededRandom(seed: 42)
    if judged.count % 2 == 0 {
      let parts = try (Int64(0)..<10).map { turn in
        let start = try #require(judged.randomElement(using: &numbers)).time - facts.origin
        return PartInTurn(
          try #require(try TimeRange(start: start, duration: RationalTime(seconds: 1))), turn: turn)
      }
      reader.expect(parts, from: 0)
    }
    let skipping = try VideoReader(
      fileAt: path, streamIndex: video.streamIndex, origin: facts.origin,
      options: .init(threads: judged.count % 4 + 1, fields: .none, leavesOutUnneeded: true))
    for _ in 0..<10 {
      let index = Int.random(in: judged.indices, using: &numbers)
      let time = try judged[index].time - facts.origin
      let shown = try reader.frame(shownAt: time)
      try #require(
        shown.checksum == judged[index].checksum, "picture \(index) at \(time), at random",
        sourceLocation: sourceLocation)
      let skippedTo = try skipping.frame(shownAt: time)
      try #require(
        skippedTo.checksum == judged[index].checksum, "picture \(index) at \(time), skipping others",
        sourceLocation: sourceLocation)
      // Strictly before its own time, the picture before is on screen.
      let before = try reader.frame(at: time)
      try #require(
        before.checksum == judged[max(0, index - 1)].checksum, "before picture \(index)",
        sourceLocation: sourceLocation)
    }
    for (index, picture) in judged.enumerated().suffix(12).reversed() {
      let shown = try reader.frame(shownAt: picture.time - facts.origin)
      try #require(
        shown.checksum == picture.checksum, "picture \(index), backwards", sourceLocation: sourceLocation)
    }
  }
}
