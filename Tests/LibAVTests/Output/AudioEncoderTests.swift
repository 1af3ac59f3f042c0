import Composition
import Glibc
import LibAV
import TestSupport
import Testing

@Suite("Encoding sound")
struct AudioEncoderTests {
  @Test(
    "AAC presents exactly the samples that were sent, each at its place",
    arguments: [100_000, 1024 * 20, 1, 1023, 1025])
  func aac(count: Int) throws {
    let clicks = [1000, 24000, 77777].filter { $0 + 100 < count }
    let left = (0..<count).map { sample in
      clicks.contains { (0..<6).contains(sample - $0) } ? Float(0.8) : 0
    }
    let folder = try TemporaryFolder()
    let path = folder.path("clicks.m4a")
    try writeMovie(path, .m4a, [try encodedSound([left, left], AudioEncoderSettings(), blocks: [700])])

    #expect(
      try probed(path, "stream=codec_name,sample_rate,channels,time_base,start_pts,duration_ts") == [
        "codec_name=aac", "sample_rate=48000", "channels=2", "time_base=1/48000", "start_pts=0",
        "duration_ts=\(count)",
      ])
    // ffmpeg 5.1 presents the last packet whole, although its duration says how much of it counts.
    let heard = floats(try decoded(path, ["-f", "f32le", "-ac", "2"]))
    #expect((count..<count + 1024).contains(heard.count / 2))
    for click in clicks {
      let near = (click - 40)..<(click + 40)
      let first = near.first { heard[2 * $0] > 0.4 }
      #expect(first.map { abs($0 - click) <= 1 } == true)
    }
  }

  @Test(
    "Packets of FLAC that are to be steady begin at each whole second",
    arguments: [48000, 44100, 32000, 96000, 11025, 8000])
  func steadyPackets(sampleRate: Int) throws {
    let sound = [Float](repeating: 0.25, count: 3 * sampleRate + 7)
    let settings = AudioEncoderSettings(
      codec: .flac, sampleRate: sampleRate, channelLayout: "mono", hasSteadyPackets: true)
    let packets = try encodedSound([sound], settings, blocks: [1000]).packets
    let starts = packets.map(\.presentation)
    #expect((0...3).allSatisfy { starts.contains(Int64($0 * sampleRate)) }, "\(starts)")
    #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 <= 4608 })
  }

  static let levels: [(SoundEncoder, Int64)] = {
    let rates: [Int64] = SoundCodec.mp3.declaration.bitRates ?? []
    return rates.map { (SoundEncoder.mp3, $0) } + [(SoundEncoder.aac, 128_000)]
  }()

  @Test(
    "MP3 and AAC are as loud as what was sent, at every bit rate",
    arguments: levels)
  func level(codec: SoundEncoder, bitsPerSecond: Int64) throws {
    let sound = (0..<96000).map { Float(0.25 * sin(2 * .pi * 997 * Double($0) / 48000)) }
    let folder = try TemporaryFolder()
    let isMP3 = codec == .mp3
    let path = folder.path(isMP3 ? "tone.mp3" : "tone.m4a")
    let settings = AudioEncoderSettings(codec: codec, channelLayout: "mono", bitsPerSecond: bitsPerSecond)
    try writeMovie(path, isMP3 ? .mp3 : .m4a, [try encodedSound([sound], settings, blocks: [4096])])
    let heard = floats(try decoded(path, ["-f", "f32le", "-ac", "1"]))
    func level(_ samples: ArraySlice<Float>) -> Double {
      10 * log10(samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count))
    }
    #expect(abs(level(heard[24000..<72000]) - level(sound[24000..<72000])) < 0.03)
  }

  @Test(
    "MP3 plays exactly the samples that were sent: LAME's padding can be more than a packet",
    arguments: [(48000, 11521), (48000, 11543), (48000, 11567), (48000, 11568), (16000, 6000), (8000, 5000)])
  func paddedMP3(rate: Int, count: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("tone.mp3")
    let settings = AudioEncoderSettings(
      codec: .mp3, sampleRate: rate, channelLayout: "mono", bitsPerSecond: 64_000)
    let sound = (0..<count).map { Float(0.25 * sin(2 * .pi * 440 * Double($0) / Double(rate))) }
    try writeMovie(path, .mp3, [try encodedSound([sound], settings, blocks: [1000])])
    #expect(floats(try decoded(path, ["-f", "f32le", "-ac", "1"])).count == count)
  }

  @Test("the length of blocks changes nothing")
  func blocks() throws {
    let sound = noise(30_000)
    let whole = try encodedSound(sound, AudioEncoderSettings(), blocks: [30_000])
    #expect(
      try encodedSound(sound, AudioEncoderSettings(), blocks: [1, 5000, 1024, 333]).packets == whole.packets)
    #expect(whole.packets.reduce(0) { $0 + $1.duration } == 30_000 + 1024)
    #expect(whole.packets[0].presentation == -1024)
  }

  @Test("PCM keeps every sample")
  func pcm() throws {
    let sound = noise(5000)
    let folder = try TemporaryFolder()
    let exact = folder.path("exact.mov")
    let floatSettings = AudioEncoderSettings(codec: .pcmFloat)
    try writeMovie(exact, .mov, [try encodedSound(sound, floatSettings, blocks: [777])])
    let interleaved = (0..<5000).flatMap { [sound[0][$0], sound[1][$0]] }
    #expect(floats(try decoded(exact, ["-f", "f32le"])) == interleaved)

    let rounded = folder.path("rounded.mov")
    try writeMovie(
      rounded, .mov, [try encodedSound(sound, AudioEncoderSettings(codec: .pcm16), blocks: [777])])
    let bytes = try decoded(rounded, ["-f", "s16le"])
    let heard = (0..<(bytes.count / 2)).map {
      Int16(bitPattern: UInt16(bytes[2 * $0]) | UInt16(bytes[2 * $0 + 1]) << 8)
    }
    #expect(heard == interleaved.map { Int16(($0 * 32768).rounded(.toNearestOrEven)) })
  }

  @Test("mono and six channels keep their order")
  func layouts() throws {
    for (layout, count) in [("mono", 1), ("5.1", 6)] {
      let sound = (0..<count).map { channel in [Float](repeating: Float(channel + 1) / 10, count: 4000) }
      let folder = try TemporaryFolder()
      let path = folder.path("layout.mov")
      let settings = AudioEncoderSettings(codec: .pcmFloat, sampleRate: 44100, channelLayout: layout)
      try writeMovie(path, .mov, [try encodedSound(sound, settings, blocks: [1000])])
      #expect(
        try probed(path, "stream=sample_rate,channel_layout") == [
          "sample_rate=44100", "channel_layout=\(layout)",
        ])
      let heard = floats(try decoded(path, ["-f", "f32le"]))
      #expect(heard == (0..<4000).flatMap { sample in sound.map { $0[sample] } })
    }
  }

  @Test("no samples are no packets, and wrong blocks are refused")
  func refusals() throws {
    let encoder = try AudioEncoder(settings: AudioEncoderSettings())
    #expect(throws: LibAVError.self) { try encoder.send([[0]]) }
    #expect(throws: LibAVError.self) { try encoder.send([[0], [0, 1]]) }
    #expect(try encoder.finish().isEmpty)
    #expect(throws: LibAVError.self) { try AudioEncoder(settings: AudioEncoderSettings(bitsPerSecond: 0)) }
    #expect(throws: LibAVError.self) { try AudioEncoder(settings: AudioEncoderSettings(sampleRate: 0)) }
    #expect(throws: LibAVError.self) { try AudioEncoder(settings: AudioEncoderSettings(sampleRate: 12345)) }
    #expect(throws: LibAVError.self) {
      try AudioEncoder(settings: AudioEncoderSettings(channelLayout: "lots"))
    }
  }
}

func encodedSound(
  _ channels: [[Float]], _ settings: AudioEncoderSettings, blocks: [Int]
) throws -> (stream: EncodedStream, packets: [EncodedPacket]) {
  let encoder = try AudioEncoder(settings: settings)
  var packets: [EncodedPacket] = []
  var next = 0
  var turn = 0
  while next < channels[0].count {
    let end = min(next + blocks[turn % blocks.count], channels[0].count)
    packets += try encoder.send(channels.map { Array($0[next..<end]) })
    next = end
    turn += 1
  }
  packets += try encoder.finish()
  return (try encoder.stream, packets)
}

/// Two channels of a noise that is the same in every run.
func noise(_ count: Int) -> [[Float]] {
  var generator = Generator(state: 3)
  return (0..<2).map { _ in (0..<count).map { _ in Float(generator.unit()) - 0.5 } }
}

func floats(_ bytes: [UInt8]) -> [Float] { values(of: bytes, as: Float.self) }
