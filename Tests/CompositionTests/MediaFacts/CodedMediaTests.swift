import Basics
import Composition
import Testing

@Suite struct CodedMediaTests {
  private static func time(_ value: Int64, _ scale: Int64) -> RationalTime {
    RationalTime(value, scale) ?? .zero
  }

  private let steady = CodedPictures(
    track: VideoTrackFacts(
      streamIndex: 0, codec: "h264", storedSize: PixelSize(width: 16, height: 16),
      rate: FrameRate(30000, per: 1001),
      mediaRange: TimeRange(start: time(1, 10), end: time(2, 1)) ?? .zero, frameCount: 57))

  @Test("A picture is on screen after it starts, up to and with the moment at which the next one starts")
  func rate() throws {
    #expect(steady.picture(at: Self.time(1, 10)) == -1)
    #expect(steady.picture(at: .zero) == -3)
    #expect(steady.picture(at: Self.time(1001, 10000)) == 0)
    let second = try steady.start(ofPicture: 1)
    #expect(second == Self.time(1, 10).later(by: Self.time(1001, 30000)))
    #expect(steady.picture(at: second) == 0)
    #expect(steady.picture(at: second.later(by: Self.time(1, 1_000_000))) == 1)
  }

  @Test("Where pictures come as they like, their own times count")
  func times() throws {
    let times = PictureTimes(
      ticks: [100, 150, 400], end: 420, tick: Self.time(1, 100), origin: Self.time(1, 1))
    var pictures = steady
    pictures.times = times
    #expect(try pictures.start(ofPicture: 0) == .zero)
    #expect(try pictures.start(ofPicture: 3) == Self.time(32, 10))
    #expect(throws: TimeOverflow.self) { try pictures.start(ofPicture: 4) }
    #expect(throws: TimeOverflow.self) { try pictures.start(ofPicture: -1) }
    #expect(
      [0, 1, 50, 51, 300, 301, 900].map { pictures.picture(at: Self.time($0, 100)) } == [
        -1, 0, 0, 1, 1, 2, 2,
      ])
  }

  @Test(
    "Sound is copied from so many packets before that its decoder has warmed up, and from no earlier than the first"
  )
  func packets() {
    var sound = CodedSound(
      streamIndex: 1, codec: "aac", sampleRate: 48000, packetLength: 1024, first: -1024, end: 480_000)
    #expect(
      [0, 1, 1023, 1024, 4095, 4096].map { sound.packetStart(for: $0) } == [
        -1024, -1024, -1024, -1024, 1024, 2048,
      ])
    sound.codec = "pcm_s16le"
    sound.packetLength = 1
    #expect(sound.packetStart(for: 777) == 777)
  }
}

extension RationalTime {
  fileprivate func later(by other: RationalTime) -> RationalTime { (try? self + other) ?? self }
}
