import FoundationEssentials
import TestSupport
import Testing

/// A film's packets as ffprobe finds them, in the order of the file.
private struct Packets: Decodable {
  struct Packet: Decodable {
    let presentation: Int64
    let decode: Int64
    let flags: String
    let stream: Int

    enum CodingKeys: String, CodingKey {
      case presentation = "pts"
      case decode = "dts"
      case stream = "stream_index"
      case flags
    }
  }

  let packets: [Packet]

  init(_ path: String, _ streams: String) throws {
    let result = try run([
      "ffprobe", "-v", "error", "-select_streams", streams, "-show_packets", "-of", "json", path,
    ])
    try #require(result.exitCode == 0 && result.errorText.isEmpty, "\(result.errorText)")
    self = try JSONDecoder().decode(Packets.self, from: Data(result.output))
  }
}

@Suite("MPEG transport streams")
struct TransportStreamTests {
  /// What decoders give before the first sample, at 48 kHz.
  private static let lead = ["aac": 1024, "mp3": 1105]

  @Test(
    "Pictures begin at 10 s of the file's clock, and every chirp is heard at its sample beside them",
    arguments: cases([("h264", "aac", "30000/1001"), ("hevc", "mp3", "25")], quick: 2))
  func placement(picture: String, sound: String, rate: String) throws {
    let medium = try Shelf.medium(rate: "25")
    let film = Film(
      rate: Fraction(rate), takes: [.init(medium, "1", "4.5"), .init(medium, "0.5", "3.211")])
    let folder = try TemporaryFolder()
    let path = folder.path("film.ts")
    let script = film.script.replacing(
      "- file: film.mp4\n    video: {speed: ultrafast, quality: 18}",
      with:
        "- file: film.ts\n    video: {codec: \(picture), speed: ultrafast, quality: 18, keyframes: 1s}\n    audio: {codec: \(sound)}"
    )
    try #require(script.contains("film.ts"))
    try editc(["render", folder.write("film.edit", script), "--no-cache"])

    let decoded = try DecodedFilm(path)
    #expect(decoded.numbers == film.expectedNumbers.map(Optional.some))
    // FFmpeg decodes from the first packet of sound on, which is before the film.
    let lead = try #require(Self.lead[sound])
    let offsets = film.expectedChirps.map { Chirps.offset(in: decoded.samples, near: $0 + lead) }
    #expect(offsets.count > 8)
    #expect(
      offsets.allSatisfy { $0.map { abs($0) <= 1 } ?? false },
      "sound off by \(offsets.map { $0.map(String.init) ?? "more" }.joined(separator: ", ")) samples")

    let pictures = try Packets(path, "v").packets
    #expect(pictures.count == film.expectedNumbers.count)
    let shown = pictures.map(\.presentation).sorted()
    let (top, bottom) = (Fraction(rate).top, Fraction(rate).bottom)
    #expect(shown == (0..<pictures.count).map { 900_000 + Int64(90_000 * $0 * bottom / top) })
    #expect(pictures.allSatisfy { $0.decode <= $0.presentation })
    let sounds = try Packets(path, "a").packets
    #expect(try #require(sounds.first).presentation == 900_000 - Int64((Double(lead) * 90 / 48).rounded()))
    // Nothing but the last frame of the codec is filled up.
    let length = Int(Double(film.expectedNumbers.count * bottom) / Double(top) * 48_000)
    #expect((0...1199).contains(decoded.samples.count - lead - length), "\(decoded.samples.count)")

    // Decoders can begin at every key frame: what they have to know is there each time.
    let nal = picture == "h264" ? (sets: "7", keys: "5") : (sets: "33", keys: "19-20")
    func count(_ types: String) throws -> Int {
      let bytes = try ffmpeg([
        "-i", path, "-map", "0:v", "-c", "copy", "-bsf:v", "filter_units=pass_types=\(types)", "-f", picture,
        "-",
      ])
      return zip(bytes.indices, bytes).count { index, byte in
        index >= 2 && byte == 1 && bytes[index - 1] == 0 && bytes[index - 2] == 0
      }
    }
    let keys = pictures.count { $0.flags.hasPrefix("K") }
    #expect(keys >= 6)
    #expect(try count(nal.sets) == keys)
    #expect(try count(nal.keys) == keys)
  }

  @Test("have the same bytes for any number of workers, and several audio tracks with their languages")
  func tracks() throws {
    let folder = try TemporaryFolder()
    let script = """
      edit: 1
      canvas: {size: 64x64, rate: 25}
      timeline: [{color: navy, for: 7s}, {color: red, for: 1s}]
      audio:
        - {tone: sine, name: english, frequency: 500Hz, at: 0s, for: 8s, volume: 0.25}
        - {tone: sine, name: german, frequency: 800Hz, at: 0s, for: 8s, volume: 0.25}
      metadata: {title: Night}
      outputs:
        - file: film.ts
          video: {speed: ultrafast}
          audio:
            - {language: en, without: german}
            - {language: de, without: english, codec: mp3}
      """
    let path = try folder.write("film.edit", script)
    var films: [[UInt8]] = []
    for jobs in ["1", "4"] {
      let rendered = try run([builtEditc, "render", path, "--no-cache", "--force", "--jobs", jobs])
      #expect(rendered.exitCode == 0, "\(rendered.errorText)")
      films.append(Array(try Data(contentsOf: URL(filePath: folder.path("film.ts")))))
    }
    #expect(films[0] == films[1])
    #expect(films[0].count.isMultiple(of: 188))
    let probed = try run([
      "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries",
      "stream=codec_name:stream_tags=language", "-of", "csv=p=0", folder.path("film.ts"),
    ])
    let streams = probed.text.split(separator: "\n").map(String.init).filter { $0.contains(",") }
    #expect(Set(streams) == ["aac,eng", "mp3,deu"], "\(probed.text)")
    let about = try run([
      "ffprobe", "-v", "error", "-show_entries", "program_tags", "-of", "default=nk=0",
      folder.path("film.ts"),
    ])
    #expect(about.text.contains("service_name=film") && about.text.contains("service_provider=editc"))
    let linted = try run([builtEditc, "lint", path])
    #expect(linted.text.contains(".ts files cannot store `title`: the tag is omitted"), "\(linted.text)")
  }

  @Test("keep to a largest size, and to checks of their sound")
  func limits() throws {
    let folder = try TemporaryFolder()
    let medium = try Shelf.medium(rate: "25")
    let script = """
      edit: 1
      canvas: {size: 96x64, rate: 25}
      timeline: [{clip: \(medium.path), take: 1s..6s}]
      checks: {silence: ..4s, black: ..4s}
      outputs:
        - {file: film.ts, video: {speed: ultrafast, max-file-size: 400kB}}
      """
    try editc(["render", folder.write("film.edit", script), "--no-cache"])
    let size = try Data(contentsOf: URL(filePath: folder.path("film.ts"))).count
    #expect((50_000...400_000).contains(size), "\(size)")
    // The shortest films are opened as well.
    for count in 1...4 {
      let short =
        "edit: 1\ncanvas: {size: 64x64, rate: 25}\ntimeline: [{color: navy, for: \(count)f}]\n"
        + "outputs: [{file: short.ts}]\n"
      try editc(["render", folder.write("short.edit", short), "--no-cache", "--force"])
      #expect(try Packets(folder.path("short.ts"), "v").packets.count == count)
    }
  }
}
