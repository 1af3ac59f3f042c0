import Basics
import Composition
import TestSupport
import Testing

@testable import LibAV

@Suite("Packets of a stream on the clock of its film")
struct StreamAlignmentTests {
  /// Pictures in milliseconds, and AAC of 48 kHz whose times are rounded to milliseconds, as RTMP has them.
  private let tracks = [
    StreamInput.Track(
      stream: EncodedStream(
        codec: "h264", tick: millisecond, configuration: [],
        content: .video(
          EncodedStream.VideoContent(size: PixelSize(width: 64, height: 36), rate: nil, reorderDelay: 2))),
      isPicture: true, arrivingTick: millisecond),
    StreamInput.Track(
      stream: EncodedStream(
        codec: "aac", tick: sample, configuration: [],
        content: .audio(
          EncodedStream.AudioContent(sampleRate: 48000, channelLayout: "mono", frameLength: 1024, priming: 0))
      ),
      isPicture: false, arrivingTick: millisecond),
  ]

  private static let millisecond = RationalTime(1, 1000) ?? .zero
  private static let sample = RationalTime(1, 48000) ?? .zero

  private func picture(_ decode: Int64, shown: Int64? = nil, isKey: Bool = false) -> StreamPacket {
    StreamPacket(
      track: 0, bytes: [1], presentation: shown ?? decode, decode: decode, duration: 40, isKey: isKey)
  }

  /// The packet with a number, whose time is rounded.
  private func sound(_ number: Int64, from start: Int64) -> StreamPacket {
    let time = start + (number * 1024 * 1000 + 24000) / 48000
    return StreamPacket(track: 1, bytes: [2], presentation: time, decode: time, duration: 21, isKey: true)
  }

  private func film(_ packets: [StreamPacket]) throws -> (
    pictures: [EncodedPacket], sounds: [EncodedPacket], counts: StreamAlignment.Counts
  ) {
    var alignment = StreamAlignment(tracks)
    var all: [(track: Int, packet: EncodedPacket)] = []
    for packet in packets { all += try alignment.add(packet) }
    all += alignment.finish()
    return (
      all.filter { $0.track == 0 }.map(\.packet), all.filter { $0.track == 1 }.map(\.packet), alignment.counts
    )
  }

  @Test(
    "begin with the first picture that can be decoded, and the sound of that moment, even if it arrived before"
  )
  func start() throws {
    let made = try film(
      [picture(900), sound(0, from: 930), sound(1, from: 930), sound(2, from: 930), sound(3, from: 930)]
        + [picture(980, shown: 1060, isKey: true), picture(1020, shown: 1020), sound(4, from: 930)])
    #expect(made.pictures.map(\.decode) == [0, 40] && made.pictures.map(\.presentation) == [80, 40])
    // The sounds at 930, 951 and 973 ms are over; the next ones are at 994 and 1015 ms, in samples behind 980 ms.
    #expect(made.sounds.map(\.decode) == [672, 1696])
    #expect(made.sounds.allSatisfy { $0.duration == 1024 })
  }

  @Test("have sound without holes between samples although times are rounded, and keep a real gap")
  func sounds() throws {
    let before = (0..<500).map { sound(Int64($0), from: 0) }
    let behind = (600..<700).map { sound(Int64($0), from: 0) }
    let made = try film([picture(0, isKey: true)] + before + behind + [picture(40)])
    #expect(made.sounds.count == 600)
    for (number, packet) in made.sounds.prefix(499).enumerated() {
      #expect(packet.decode == Int64(number) * 1024 && packet.duration == 1024)
    }
    #expect(abs(made.sounds[499].duration - 101 * 1024) <= 48)
  }

  @Test("last until the next packet, so a lost picture is a longer one")
  func durations() throws {
    let made = try film([0, 40, 80, 200, 240].map { picture($0, isKey: $0 == 0) })
    #expect(made.pictures.map(\.duration) == [40, 40, 120, 40, 40])
    #expect(made.counts.longestGap == RationalTime(120, 1000))
  }

  @Test("follow each other over a jump of the sender's clock, forwards and backwards, and stay together")
  func jumps() throws {
    for jump in [Int64(3_600_000), -3_600_000] {
      let start: Int64 = 7_200_000
      var packets: [StreamPacket] = []
      for number: Int64 in 0..<100 {
        let clock = number < 50 ? start : start + jump
        let shown = picture(clock + number * 40, isKey: number == 0)
        let heard = [sound(number * 2, from: clock), sound(number * 2 + 1, from: clock)]
        // The sound jumps first.
        packets += number < 50 ? [shown] + heard : [heard[0], shown, heard[1]]
      }
      let made = try film(packets)
      #expect(made.counts.jumps == 1)
      let expected = (0..<100).map { (number: Int64) in number * 40 }
      #expect(made.pictures.map(\.decode) == expected)
      #expect(made.sounds.count == 200)
      let last = made.sounds.last?.decode ?? 0
      #expect((last - 199 * 1024).magnitude <= 96)
    }
  }

  @Test("continue a film at this machine's clock, or at the sender's if that has gone on")
  func continuation() throws {
    let ends = [RationalTime(2, 1) ?? .zero, RationalTime(97_000, 48_000) ?? .zero]
    func continued(
      _ packets: [StreamPacket], zero: RationalTime?
    ) throws -> (pictures: [Int64], sounds: [Int64]) {
      var alignment = StreamAlignment(tracks)
      alignment.continuation = StreamAlignment.Continuation(
        ends: ends, expected: RationalTime(5, 1) ?? .zero, zero: zero)
      var all: [(track: Int, packet: EncodedPacket)] = []
      for packet in packets { all += try alignment.add(packet) }
      all += alignment.finish()
      return (
        all.filter { $0.track == 0 }.map(\.packet.decode), all.filter { $0.track == 1 }.map(\.packet.decode)
      )
    }
    // A new clock: its first picture is where it is expected.
    let new = try continued(
      [sound(0, from: 690), picture(700, isKey: true), picture(740), sound(1, from: 690)], zero: nil)
    #expect(new.pictures == [5000, 5040])
    #expect(new.sounds == [239_520, 240_544])
    // The same clock, whose film began at 10 s: pictures before 2 s are in the film, and so are sounds before their end.
    var packets: [StreamPacket] = []
    for number: Int64 in 0..<40 {
      packets.append(picture(11_000 + number * 40, isKey: number % 5 == 0))
      packets += [sound(2 * number, from: 11_000), sound(2 * number + 1, from: 11_000)]
    }
    let same = try continued(packets, zero: RationalTime(10, 1))
    #expect(same.pictures == (25..<40).map { 1000 + $0 * 40 })
    // The sounds have 48 samples in a millisecond; the one at 2000.0 ms + 21 ms is the first behind their end.
    #expect(same.sounds.first.map { (97_000..<98_024).contains($0) } == true)
    #expect(zip(same.sounds, same.sounds.dropFirst()).allSatisfy { $1 - $0 == 1024 })
    // A clock that is elsewhere is a new one.
    let other = try continued(packets, zero: RationalTime(500, 1))
    #expect(other.pictures.first == 5000 && other.pictures.count == 40)
  }

  @Test("are left out if they have no time or one that is over")
  func dropped() throws {
    let untimed = StreamPacket(
      track: 0, bytes: [1], presentation: nil, decode: nil, duration: 40, isKey: false, isDamaged: true)
    let made = try film([picture(0, isKey: true), picture(40), untimed, picture(20), picture(80)])
    #expect(made.pictures.map(\.decode) == [0, 40, 80])
    #expect(made.counts.dropped == 2 && made.counts.damaged == 1)
  }
}
