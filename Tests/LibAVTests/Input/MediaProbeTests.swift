import Basics
import Composition
import LibAV
import TestSupport
import Testing

@Suite("Facts about real media", .enabled(if: RealMedia.isPresent, "needs the clips of ../shared/media"))
struct MediaProbeTests {
  private func facts(_ name: String) throws -> MediaFacts {
    try MediaProbe.facts(ofFileAt: RealMedia.path(name))
  }

  private func video(_ name: String) throws -> VideoTrackFacts {
    try #require(try facts(name).mainVideo)
  }

  @Test(
    "Headers that claim days do not count, packets do",
    arguments: [
      ("m3_sample_fragmented.mp4", 1.0, 1.1), ("ts_test-108.ts", 1.0, 2.0), ("mb_annex-b.mp4", 0.4, 0.6),
      ("ha_breakdance.flv", 1.8, 1.9),
    ])
  func trueLength(name: String, least: Double, most: Double) throws {
    let facts = try facts(name)
    let length = try #require(facts.extent.finite).inSeconds
    #expect(length > least && length < most)
    #expect(!facts.remarks.isEmpty)
  }

  @Test(
    "EXIF orientations are read as mirroring and quarter turns",
    arguments: [
      (1, false, 0), (2, true, 0), (3, false, 180), (4, true, 180), (5, true, 270), (6, false, 90),
      (7, true, 90),
      (8, false, 270),
    ])
  func exif(number: Int, isMirrored: Bool, degrees: Int) throws {
    let picture = try video("synth/exif_\(number).jpg")
    #expect(picture.orientation.isMirrored == isMirrored)
    #expect(picture.orientation.degrees == degrees)
    #expect(picture.isStill)
    #expect(try facts("synth/exif_\(number).jpg").extent == .infinite)
  }

  @Test(
    "Display matrices are read as mirroring and quarter turns",
    arguments: [
      ("synth/rot0.mp4", 0), ("synth/rot90.mp4", 270), ("synth/rot180.mp4", 180), ("synth/rot270.mp4", 90),
      ("m3_portrait_4k60.mp4", 90),
    ])
  func matrix(name: String, degrees: Int) throws {
    let orientation = try video(name).orientation
    #expect(orientation.degrees == degrees && !orientation.isMirrored)
  }

  @Test("A display matrix can turn and mirror at once")
  func turnAndMirror() throws {
    // The file's matrix is 0 1 / 1 0 : it swaps the axes, which is mirroring and three quarter turns clockwise.
    let orientation = try video("m3_sample_rotate_and_reflect.mp4").orientation
    #expect(orientation.isMirrored && orientation.degrees == 270)
  }

  @Test("Media time 0 is the earliest picture or sound")
  func origins() throws {
    #expect(
      try facts("m3_bbb_800x640_768kbps_30fps_avc_2b_firstpts_10_sec.mp4").origin == RationalTime(seconds: 10)
    )
    #expect(try facts("m3_bbb_1ch_8kHz_aac_lc.m4a").origin == RationalTime(256, 1000))
    // 1105 samples of encoder delay.
    #expect(try facts("fs_debian.mp3").origin == RationalTime(1105, 44100))
    let late = try facts("m3_edit_list_positive_shift.mp4")
    #expect(late.origin == .zero && late.mainVideo?.mediaRange.start == RationalTime(seconds: 1))
    let wrapped = try facts("synth/ts_start95440_2lang_wrap.ts")
    #expect(wrapped.mainVideo?.frameCount == 150)
    #expect(wrapped.audio.map(\.language) == ["eng", "deu"])
  }

  @Test(
    "Exact rates and lengths",
    arguments: [
      ("synth/counter_23.976.mp4", 24000, 1001, 240), ("synth/counter_29.97.mp4", 30000, 1001, 300),
      ("synth/counter_59.94.mp4", 60000, 1001, 600), ("pm_sample-23.976.mp4", 24000, 1001, 23),
      ("m3_sample_12_5fps_720p_1s.mp4", 25, 2, 13), ("m3_roadtrip-vp92-10bit.webm", 24000, 1001, 72),
      ("synth/interlaced_480i29.97_bff.mpg", 30000, 1001, 60),
    ] as [(String, Int64, Int64, Int64)])
  func rates(name: String, frames: Int64, seconds: Int64, count: Int64) throws {
    let video = try video(name)
    #expect(video.rate == FrameRate(frames, per: seconds))
    #expect(!video.hasVariableRate)
    #expect(video.frameCount == count)
    #expect(try video.mediaRange.duration() == RationalTime(seconds * count, frames))
  }

  @Test("Variable rates are told from rounding")
  func variable() throws {
    for name in ["mb_cursed-vfr.mp4", "synth/vfr_known.mp4", "m3_sample_android_slow_motion.mp4"] {
      #expect(try video(name).hasVariableRate, "\(name)")
    }
    #expect(try video("mb_cursed-vfr.mp4").rate == nil)
    #expect(try video("m3_bear-vp9-odd-dimensions.webm").rate == FrameRate(30000, per: 1001))
  }

  @Test("Fields, shapes, depth, alpha, colour and timecode")
  func pictureFacts() throws {
    #expect(try video("synth/interlaced_576i25_tff_sar64x45.mp4").fieldOrder == .topFirst)
    #expect(try video("synth/interlaced_480i29.97_bff.mpg").fieldOrder == .bottomFirst)
    #expect(try video("ts_test-025.ts").fieldOrder == .topFirst)
    #expect(try video("mb_sar_2x1.mp4").displaySize == PixelSize(width: 1280, height: 360))
    #expect(try video("synth/vp9_alpha.webm").hasAlpha)
    #expect(try video("synth/vp9_alpha.webm").pixelFormat == "yuva420p")
    #expect(try video("synth/prores4444_alpha.mov").bitDepth == 12)
    #expect(try video("synth/hdr10_pq.mp4").color.isHighDynamicRange)
    #expect(try video("tc_bt709_full_range.mp4").color.isFullRange == true)
    #expect(try video("synth/prores422hq_tc.mov").timecode == "01:00:00:00")
  }

  @Test("Covers are pictures beside the sound, not the film")
  func covers() throws {
    let facts = try facts("synth/mp3_cover.mp3")
    #expect(facts.mainVideo == nil)
    #expect(facts.video.first?.isAttachedPicture == true)
    #expect(facts.extent == .finite(RationalTime(seconds: 5)))
    #expect(facts.mainAudio?.sampleCount == 220_500)
  }

  @Test("The default track is the one the file marks; languages are named")
  func languages() throws {
    let facts = try facts("synth/multi_lang.mkv")
    #expect(facts.mainAudio?.language == "fra")
    #expect(facts.audio.map(\.language) == ["eng", "fra", "deu"])
    #expect(facts.audio.map(\.channelLayout) == ["mono", "mono", "5.1(side)"])
    #expect(facts.otherTracks.map(\.kind) == ["subtitle", "subtitle"])
  }

  @Test("Programmes with another clock are listed, not used")
  func programmes() throws {
    let facts = try facts("ts_test-108.ts")
    #expect(facts.video.map(\.streamIndex) == [1])
    #expect(facts.audio.map(\.streamIndex) == [2])
    #expect(facts.otherTracks.count == 26)
  }
}
