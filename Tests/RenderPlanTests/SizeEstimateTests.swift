import Basics
import Composition
import ContentDigest
import RenderPlan
import Testing

@Suite("About how large a file will be")
struct SizeEstimateTests {
  /// Films of a clip, by default H.264 of 2 Mbit/s in 1280x720 at 30 frames per second.
  private func film(
    seconds: Int64 = 60, bytes: Int64 = 15_000_000, codec: String = "h264",
    settings: OutputSettings = usualSettings
  ) throws -> RenderPlan {
    let rate = try #require(FrameRate(30))
    let range = try range(.zero, time(seconds))
    let size = PixelSize(width: 1280, height: 720)
    let box = PixelBox(x: 0, y: 0, width: 1280, height: 720)
    let facts = MediaFacts(
      container: "mov", extent: .finite(range.end),
      video: [
        VideoTrackFacts(
          streamIndex: 0, codec: codec, storedSize: size, rate: rate, mediaRange: range,
          frameCount: seconds * 30)
      ], byteCount: bytes)
    let composition = Composition(
      canvas: Canvas(size: size, rate: rate), duration: range.end, frameCount: seconds * 30,
      media: [MediaReference(spelling: "a.mp4", path: "/a.mp4", facts: facts)],
      layers: [
        Layer(
          label: "clip", timelineRange: range, frames: 0..<seconds * 30,
          picture: .moving(media: 0, stream: 0, mediaStart: .zero), contentBox: box, visibleBox: box)
      ])
    return try plan(composition, settings: settings, digests: ["first"])
  }

  private func encoded(_ change: (inout VideoEncoding) -> Void) -> OutputSettings {
    var settings = usualSettings
    var encoding = VideoEncoding(rateControl: .quality(20))
    change(&encoding)
    settings.video = encoding
    return settings
  }

  @Test("a bit rate is most of the size: 60 s of 4 Mbit/s are 30 MB")
  func bitRate() throws {
    let size = try film(settings: encoded { $0.rateControl = .bitRate(4_000_000) }).sizeEstimate(stored: [:])
    #expect(size.bases == [.bitRate])
    #expect(size.pictures.low <= 30_000_000 && 30_000_000 <= size.pictures.high)
    #expect(abs(size.pictures.high - 30_000_000 * 1.15) < 1)
    #expect(size.sound == .zero && size.storedBytes == 0)
  }

  @Test("each picture of DNxHR HQ takes 917,504 bytes in 1920x1080, so one of 1280x720 about 4/9 of that")
  func steadyCodec() throws {
    let settings = encoded {
      $0.codec = .dnxhr
      $0.profile = "hq"
      $0.rateControl = .quality(0)
    }
    let size = try film(seconds: 10, settings: settings).sizeEstimate(stored: [:])
    #expect(size.bases == [.bitRate])
    let expected = 917_504.0 * 4 / 9 * 300
    #expect(size.pictures.low <= expected && expected <= size.pictures.high)
    #expect(size.pictures.high < size.pictures.low * 1.12)
  }

  @Test("by quality, a film takes about what its clip has left, half as much six steps further")
  func quality() throws {
    let twenty = try film().sizeEstimate(stored: [:])
    #expect(twenty.bases == [.media])
    #expect(twenty.pictures.low < 15_000_000 && 15_000_000 < twenty.pictures.high)
    #expect(twenty.pictures.high < twenty.pictures.low * 8)
    let coarse = try film(settings: encoded { $0.rateControl = .quality(26) }).sizeEstimate(stored: [:])
    #expect(abs(coarse.pictures.high / twenty.pictures.high - 0.5) < 0.03)
    // What a camera or an editing codec keeps says little of what is in it.
    let other = try film(codec: "prores").sizeEstimate(stored: [:])
    #expect(other.bases == [.measured])
    #expect(other.pictures.high > other.pictures.low * 8)
  }

  @Test("entries of the store count by their bytes, and the rest of the film by them")
  func store() throws {
    let plan = try film()
    try #require(plan.segments.count == 12)
    var stored = Dictionary(uniqueKeysWithValues: plan.segments.map { ($0.key, Int64(700_000)) })
    let all = plan.sizeEstimate(stored: stored)
    #expect(all.bases == [.store] && all.pictures == .exactly(8_400_000) && all.storedBytes == 8_400_000)
    for segment in plan.segments.suffix(6) { stored[segment.key] = nil }
    let half = plan.sizeEstimate(stored: stored)
    #expect(half.bases == [.store, .segments] && half.storedBytes == 4_200_000)
    // The others are as long, so they take about as much.
    #expect(half.pictures.low < 8_400_000 && 8_400_000 < half.pictures.high)
    #expect(abs((half.pictures.low - 4_200_000) * 1.6 - 4_200_000) < 10)
    #expect(abs((half.pictures.high - 4_200_000) / 1.6 - 4_200_000) < 10)
  }

  @Test("no estimate is above the largest size of the file")
  func limit() throws {
    var settings = usualSettings
    settings.sizeLimit = 5_000_000
    let size = try film(settings: settings).sizeEstimate(stored: [:])
    #expect(size.total.high <= 5_000_000 && size.total.low <= size.total.high)
  }

  @Test(
    "sizes are told in two digits",
    arguments: [
      (1_234_567.0, 12_345_678.0, "about 1.2 to 12 MB"), (450_000, 2_100_000, "about 0.45 to 2.1 MB"),
      (4_640_000, 4_641_000, "about 4.6 MB"), (1_000_000_000, 1_960_000_000, "about 1 to 2 GB"),
      (0, 999, "about 0 to 1 kB"), (19_900, 20_100, "about 20 kB"), (996_000, 1_004_000, "about 1 MB"),
      (104_000_000, 249_000_000, "about 100 to 250 MB"),
    ])
  func words(low: Double, high: Double, text: String) {
    #expect(ByteRange(low, high).text == text)
  }
}
