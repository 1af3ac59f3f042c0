import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("Several tracks of sound in one film")
struct SoundTrackTests {
  private struct Streams: Decodable {
    struct Stream: Decodable {
      let codec: String
      let channels: Int?
      let layout: String?
      let disposition: [String: Int]
      let tags: [String: String]?

      enum CodingKeys: String, CodingKey {
        case codec = "codec_name"
        case layout = "channel_layout"
        case channels, disposition, tags
      }
    }
    let streams: [Stream]
  }

  /// The level of one frequency in samples at 48 kHz, as a factor of full level.
  private func level(_ frequency: Double, _ samples: ArraySlice<Float>) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let angle = 2 * Double.pi * frequency * Double(index) / 48000
      real += Double(sample) * cos(angle)
      imaginary += Double(sample) * sin(angle)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(max(1, samples.count))
  }

  /// The channels of a track, decoded by FFmpeg.
  private func decoded(_ path: String, track: Int, channels: Int) throws -> [[Float]] {
    let bytes = try ffmpeg(["-i", path, "-map", "0:a:\(track)", "-ar", "48000", "-f", "f32le", "-"])
    let samples = values(of: bytes, as: Float.self)
    return (0..<channels).map { channel in
      stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
    }
  }

  @Test(
    "Each has its mix, name, language, codec and channels, and one is the default",
    arguments: cases(["mp4", "mkv", "mov"], quick: 1))
  func film(ending: String) throws {
    let folder = try TemporaryFolder()
    let codec = ending == "mp4" ? "opus" : ending == "mkv" ? "flac" : "pcm"
    let usual = ending == "mkv" ? "opus" : "aac"
    let script = """
      edit: 1
      canvas: {size: 64x64, rate: 25}
      timeline: [{color: navy, for: 1s}]
      audio:
        - {tone: sine, name: music, frequency: 300Hz, at: 0s, for: 1s, volume: 0.5, duck: {under: [english, german], to: 0.25, attack: 10ms, release: 10ms}}
        - {tone: sine, name: english, frequency: 500Hz, at: 0s, for: 500ms, volume: 0.25}
        - {tone: sine, name: german, frequency: 800Hz, at: 500ms, for: 500ms, volume: 0.25}
      outputs:
        - file: film.\(ending)
          video: {speed: ultrafast}
          audio:
            - {name: English, language: en, without: german}
            - {name: Deutsch, language: de, without: english, default: true, codec: \(codec)}
            - {name: Musik, only: [music], channels: 7.1}
      """
    try editc(["render", folder.write("film.edit", script), "--no-cache", "--force"])
    let path = folder.path("film.\(ending)")
    let probe = try run([
      "ffprobe", "-v", "error", "-select_streams", "a", "-show_streams", "-of", "json", path,
    ])
    let streams = try JSONDecoder().decode(Streams.self, from: Data(probe.output)).streams
    try #require(streams.count == 3)
    #expect(streams.map(\.codec) == [usual, codec == "pcm" ? "pcm_s24le" : codec, usual])
    #expect(streams.map(\.channels) == [2, 2, 8])
    #expect(streams.last?.layout == "7.1")
    #expect(streams.map { $0.disposition["default"] } == [0, 1, 0])
    #expect(streams.map { $0.tags?["title"] ?? $0.tags?["handler_name"] } == ["English", "Deutsch", "Musik"])
    let languages = streams.prefix(2).map { $0.tags?["language"] }
    #expect(languages == ["eng", ending == "mp4" ? "deu" : "ger"])

    // Away from the ends of the tones, and 200 ms after the one that the music waits for: what each says, and how far the music makes room for it.
    let (first, second) = (7200..<16800, 36000..<45600)
    let english = try decoded(path, track: 0, channels: 2)[0]
    let german = try decoded(path, track: 1, channels: 2)[0]
    let music = try decoded(path, track: 2, channels: 8)
    func expect(_ samples: [Float], _ frequency: Double, _ range: Range<Int>, _ wanted: Double) {
      let found = level(frequency, samples[range])
      #expect((found - wanted).magnitude < 0.012, "\(frequency) Hz in \(range): \(found), not \(wanted)")
    }
    for (samples, own, other, spoken, free) in [
      (english, 500.0, 800.0, first, second), (german, 800, 500, second, first),
    ] {
      expect(samples, own, spoken, 0.25)
      expect(samples, other, first, 0)
      expect(samples, other, second, 0)
      expect(samples, 300, spoken, 0.125)
      expect(samples, 300, free, 0.5)
    }
    // A tone comes from the centre of 7.1, and nothing makes it quieter there.
    for (channel, samples) in music.enumerated() {
      expect(samples, 300, first, channel == 2 ? 0.5 : 0)
      expect(samples, 300, second, channel == 2 ? 0.5 : 0)
    }
  }
}
