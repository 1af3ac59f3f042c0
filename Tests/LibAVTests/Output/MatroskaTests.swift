import Basics
import Composition
import Foundation
import TestSupport
import Testing

@testable import LibAV

/// Matroska counts milliseconds. What is written there is compared with what another reader finds.
@Suite("Writing Matroska and WebM")
struct MatroskaTests {
  /// A second of a tone, and of another one.
  private func sound(
    _ codec: SoundCodec, rate: Int
  ) throws -> (stream: EncodedStream, packets: [EncodedPacket]) {
    let samples = (0..<rate + 77).map { Float($0 % 96) / 192 - 0.25 }
    return try encodedSound(
      [samples, samples], AudioEncoderSettings(codec: SoundEncoder(codec), sampleRate: rate), blocks: [1600])
  }

  @Test("every frame has its time to the millisecond, also where pictures wait for later ones")
  func frames() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("film.mkv")
    let settings = H264Settings(
      size: smallSize, rate: try rate(30000, per: 1001), preset: .medium)
    let pictures = try encoded(Array(movingFrames.get()[..<90]), settings, segments: [50, 40])
    try writeMovie(path, .mkv, [pictures, try sound(.opus, rate: 48000)])
    let times = try probed(path, "packet=pts", stream: "v").compactMap { Int($0.dropFirst(4)) }
    #expect(times.sorted() == (0..<90).map { ($0 * 1001 + 15) / 30 })
    #expect(
      try probed(path, "stream=avg_frame_rate:stream_disposition=default", stream: "v")
        == ["avg_frame_rate=30000/1001", "DISPOSITION:default=1"])
    let facts = try MediaProbe.facts(ofFileAt: path)
    #expect(facts.mainVideo?.rate == settings.rate && facts.mainVideo?.frameCount == 90)
    #expect(facts.mainVideo?.mediaRange.start == .zero)
    #expect(facts.remarks == [])
  }

  @Test(
    "sound has all its samples and no others, and begins with the file",
    arguments: [SoundCodec.opus, .flac, .pcm, .alac], [24000, 48000])
  func samples(codec: SoundCodec, rate: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("sound.mkv")
    try writeMovie(path, .mkv, [try sound(codec, rate: rate)])
    let decodedRate = codec.declaration.decodedSampleRate ?? rate
    let count = (rate + 77) * decodedRate / rate
    // Without the layout of PCM, which Matroska does not tell, FFmpeg remarks that it guesses.
    let heard = try run(["ffmpeg", "-v", "error", "-i", path, "-f", "s16le", "-"])
    #expect(heard.output.count == count * 4 && heard.errorText == "")
    let track = try #require(MediaProbe.facts(ofFileAt: path).mainAudio)
    #expect(track.sampleCount == Int64(count))
    #expect(track.mediaRange.start == .zero)
  }

  @Test("the same streams make the same bytes, which name no program's version, no date and no chance")
  func bytes() throws {
    let folder = try TemporaryFolder()
    let settings = H264Settings(size: smallSize, rate: try rate(25), preset: .ultrafast)
    let pictures = try encoded(Array(movingFrames.get()[..<10]), settings, segments: [10])
    let cover = AttachedPicture(
      codec: "png", size: PixelSize(width: 1, height: 1), bytes: Array("\u{1}not looked at".utf8))
    let files = try (0..<2).map { number in
      let path = folder.path("\(number).mkv")
      let writer = try FileWriter(
        path: path, container: .mkv, streams: [pictures.stream],
        tags: [MediaTag(name: "artist", value: "Ada")],
        cover: cover, chapters: [ChapterMark(name: "All", start: 0, end: 400)])
      for packet in pictures.packets { try writer.write(packet, stream: 0) }
      try writer.finish()
      return Array(try Data(contentsOf: URL(filePath: path)))
    }
    #expect(files[0] == files[1])
    // SegmentUID and DateUTC.
    #expect(!files[0].contains([0x73, 0xA4, 0x90]) && !files[0].contains([0x44, 0x61, 0x88]))
    // The index is before the first cluster.
    let cues = try #require(files[0].ranges(of: [0x1C, 0x53, 0xBB, 0x6B] as [UInt8]).last)
    let cluster = try #require(files[0].firstRange(of: [0x1F, 0x43, 0xB6, 0x75] as [UInt8]))
    #expect(cues.lowerBound < cluster.lowerBound)
  }
}
