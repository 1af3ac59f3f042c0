import FoundationEssentials
import TestSupport
import Testing

@Suite("MXF")
struct MaterialExchangeTests {
  /// The UMIDs in a file, each once: the label of SMPTE ST 330, and the 19 bytes behind it.
  private func materialNumbers(_ bytes: [UInt8]) -> Set<[UInt8]> {
    let label: [UInt8] = [
      0x06, 0x0A, 0x2B, 0x34, 0x01, 0x01, 0x01, 0x05, 0x01, 0x01, 0x0D, 0x00, 0x13,
    ]
    return Set(bytes.ranges(of: label).map { Array(bytes[$0.upperBound..<$0.upperBound + 19]) })
  }

  @Test(
    "holds every frame and every sample where they belong, with timecode and colours",
    arguments: cases(["30000/1001", "25", "60000/1001"], quick: 2))
  func film(rate: String) throws {
    let medium = try Shelf.medium(rate: "25")
    let take = Film.Take(medium, "1", "4.5")
    let film = Film(rate: Fraction(rate), takes: [take, .init(medium, "0.5", "2.211")])
    let folder = try TemporaryFolder()
    let items = film.takes.map {
      "  - {clip: \($0.medium.path), take: \($0.script), width: 96px, place: top left}\n"
    }.joined()
    let script = """
      edit: 1
      canvas: {size: 256x144, rate: \(rate), depth: 10}
      timeline:
      \(items)outputs:
        - {file: film.mxf, timecode: "10:00:00:00"}
      """
    let path = folder.path("film.mxf")
    try editc(["render", folder.write("film.edit", script), "--no-cache"])
    let decoded = try DecodedFilm(path, box: CounterPicture.Box(x: 0, y: 0))
    #expect(decoded.numbers == film.expectedNumbers.map(Optional.some))
    let offsets = film.expectedChirps.map { Chirps.offset(in: decoded.samples, near: $0) }
    #expect(offsets.count > 6)
    #expect(
      offsets.allSatisfy { $0.map { abs($0) <= 1 } ?? false },
      "sound off by \(offsets.map { $0.map(String.init) ?? "more" }.joined(separator: ", ")) samples")
    let seconds = Double(film.expectedNumbers.count * Fraction(rate).bottom) / Double(Fraction(rate).top)
    #expect(abs(Double(decoded.samples.count) - seconds * 48000) <= 2)
    let probed = try run([
      "ffprobe", "-v", "error", "-show_entries",
      "stream=codec_name,profile,pix_fmt,width,height,display_aspect_ratio,color_space,color_transfer,color_primaries,r_frame_rate,start_time,sample_rate,channels:format_tags=timecode",
      "-of", "compact=p=0:nk=1", path,
    ])
    let lines = probed.text.split(separator: "\n").map(String.init)
    #expect(
      lines.first
        == "dnxhd|DNXHR HQX|256|144|16:9|yuv422p10le|bt709|bt709|bt709|\(rate.contains("/") ? rate : rate + "/1")|0.000000",
      "\(probed.text)")
    #expect(lines.contains("pcm_s24le|unknown|48000|2|0/0|0.000000"), "\(probed.text)")
    #expect(probed.text.contains("10:00:00:00"))
  }

  @Test("has the same bytes for any number of workers, and a number of its material that no other film has")
  func identity() throws {
    let folder = try TemporaryFolder()
    func make(_ color: String, _ jobs: String) throws -> [UInt8] {
      let script = """
        edit: 1
        canvas: {size: 256x144, rate: 25}
        timeline: [{color: \(color), for: 6s}, {color: white, for: 400ms}]
        audio: [{tone: sine, for: 6s, volume: 0.1}]
        outputs:
          - file: film.mxf
            audio: [{only: []}, {language: de}]
        """
      let path = try folder.write("film.edit", script.replacing("{only: []}", with: "{name: mix}"))
      let rendered = try run([builtEditc, "render", path, "--no-cache", "--force", "--jobs", jobs])
      #expect(rendered.exitCode == 0, "\(rendered.errorText)")
      return Array(try Data(contentsOf: URL(filePath: folder.path("film.mxf"))))
    }
    let (one, four, other) = (try make("navy", "1"), try make("navy", "4"), try make("red", "4"))
    #expect(one == four)
    let (numbers, others) = (materialNumbers(one), materialNumbers(other))
    // The material, and the package of the file.
    #expect(numbers.count == 2 && others.count == 2)
    #expect(Set(numbers.map { $0[..<18] }).count == 1)
    #expect(numbers.isDisjoint(with: others))
    #expect(numbers.allSatisfy { $0[3..<18].contains { $0 != 0 } })
    let probed = try run([
      "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "stream=codec_name", "-of",
      "csv=p=0",
      folder.path("film.mxf"),
    ])
    #expect(probed.text.split(separator: "\n").count == 2, "\(probed.text)")
  }
}
