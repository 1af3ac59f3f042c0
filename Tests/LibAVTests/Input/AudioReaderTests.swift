import Basics
import Composition
import LibAV
import TestSupport
import Testing

@Suite("Sound by sample")
struct AudioReaderTests {
  /// Clips whose sound has no gaps.
  static let clips = [
    "ae_aac.m4a", "ae_new-commentary.mp3", "ae_SAR-2by3.mp4", "ae_multi-track.mp4", "fs_debian.mp3",
    "fs_debian.wav", "ha_sheep_on_drugs.mp3", "m3_bbb_1ch_8kHz_aac_lc.m4a", "m3_bear-id3.mp3",
    "m3_bear-vbr-xing-header.mp3", "m3_bear.opus", "m3_bear_with_picture.flac",
    "m3_edit_list_positive_shift.mp4", "m3_long_edit_list_audioonly.mp4", "m3_sample.avi",
    "m3_sample-with-large-length.avi", "m3_sample_12_5fps_720p_1s.mp4", "m3_sample_192khz.wav",
    "m3_sample_8bit.wav", "m3_sample_edit_list.mp4", "m3_sample_fragmented.mp4", "m3_sample_twos_pcm.mp4",
    "m3_sample_with_srt.mkv", "mb_edts.mp4", "mb_Toothsome-Meme.VBRv2.mp3", "mb_no-initial-keyframe.ts",
    "mg_silence-44-s-v1.mp3", "pm_aac_he_v2.aac", "pm_sample-23.976.mp4", "tc_nasa_13013.mp4",
    "tc_sine_mono_s32_8000.wav", "ts_test-025.ts", "synth/av1_opus.mp4", "synth/counter_29.97.mp4",
    "synth/clicks_every_100ms.wav", "synth/mono_22k_u8.wav", "synth/mp3_cover.mp3",
    "synth/multi_lang.mkv", "synth/prores422hq_tc.mov", "synth/ts_start95440_2lang_wrap.ts",
    "m3_sample_with_chapters.mp4", "ae_webvtt.mkv", "m3_sample_shorter_audio.mp4", "ha_flashmob.mkv",
  ]

  @Test(
    "Every sample is the one that ffmpeg decodes, and the facts count them",
    .enabled(if: RealMedia.isPresent, "needs the clips of ../shared/media"),
    arguments: cases(clips, quick: 8))
  func everySample(clip: String) throws {
    let path = RealMedia.path(clip)
    let facts = try MediaProbe.facts(ofFileAt: path)
    let audio = try #require(facts.audio.first)
    let channels = audio.channelCount
    let judged = try Judge.samples(path, stream: audio.streamIndex)
    let count = judged.count / channels
    // FFmpeg 5.1 leaves the padding in that MP4 and Ogg mark by the length of the last packet.
    let heard = Int(audio.sampleCount)
    #expect(heard <= count && heard > count - 1024)
    #expect(heard == count || ["mov", "ogg"].contains(facts.container))
    let reader = try AudioReader(
      fileAt: path, streamIndex: audio.streamIndex, origin: facts.origin,
      options: .init(rate: audio.sampleRate, channelCount: channels))
    let start = try #require(audio.mediaRange.start.rounded(toUnits: Int64(audio.sampleRate))?.value)
    let read = try reader.read(from: start - 100, count: heard + 200)
    for channel in 0..<channels {
      #expect(read[channel].prefix(100).allSatisfy { $0 == 0 })
      #expect(read[channel].suffix(100).allSatisfy { $0 == 0 })
      let differing = firstDifference(
        read[channel].dropFirst(100).prefix(heard), judged, channel: channel, of: channels, within: 1e-4)
      #expect(differing == nil, "channel \(channel): sample \(differing ?? 0) of \(heard)")
    }
    let end = try #require(reader.soundEnd?.rounded(toUnits: Int64(audio.sampleRate))?.value)
    #expect(end == start + Int64(heard))
  }
}
