import Basics
import Glibc
import Processes
import TestSupport
import Testing

/// The script that the language's page begins with, and what ffmpeg and ffprobe find in its film.
@Suite struct SeedFilmTests {
  private static let script = """
    edit: 1

    media:
      beach: \(Footage.flat)
      park:  \(Footage.other)
      song:  \(Footage.tone)
      logo:  \(Footage.white)

    canvas: {size: 1280x720, rate: 30, background: red}

    timeline:
      - clip: beach
        take: 0.5s..8s
        opacity: 1 -> 0 over last 1s
      - clip: park
        take: ..8s

    overlays:
      - image: logo
        place: bottom right, margin 24px
        width: 12%
        opacity: 0.5

    audio:
      - clip: song
        take: ..15.5s
        volume: 1 -> 0

    checks:
      orientation: landscape

    outputs:
      - file: out/holiday.mp4
        preset: 1280x720
        video: {speed: ultrafast, quality: 10}
    """

  private static let film = Result {
    let place = try Workplace(sharedAs: "seed")
    try place.write("holiday.edit", script)
    let result = try place.editc("render", "holiday.edit")
    try #require(result.exitCode == 0, "\(result.errorText)")
    return place
  }

  private let place: Workplace
  private var path: String { place.path("out/holiday.mp4") }

  init() throws {
    place = try Self.film.get()
  }

  @Test("The film has the form that the script asks for, and as many frames as the plan said")
  func form() throws {
    let video = try probed(path, "v", counting: true)
    let expected = [
      "codec_name": "h264", "width": "1280", "height": "720", "pix_fmt": "yuv420p", "r_frame_rate": "30/1",
      "avg_frame_rate": "30/1", "color_range": "tv", "color_space": "bt709", "color_transfer": "bt709",
      "color_primaries": "bt709", "sample_aspect_ratio": "1:1", "nb_read_frames": "465",
    ]
    for (name, value) in expected { #expect(video[name] == value, "\(name)") }
    #expect(try place.plan("holiday.edit")["frames"]?.integerValue == 465)
    let audio = try probed(path, "a")
    let expectedAudio = [
      "codec_name": "aac", "profile": "LC", "sample_rate": "48000", "channels": "2",
      "channel_layout": "stereo",
    ]
    for (name, value) in expectedAudio { #expect(audio[name] == value, "\(name)") }
    let streams = try run(["ffprobe", "-v", "error", "-show_entries", "stream=index", "-of", "csv=p=0", path])
    #expect(streams.text == "0\n1\n")
  }

  @Test("The index stands before the media, so that playing can start at once")
  func fastStart() throws {
    let names = boxes(try place.bytes("out/holiday.mp4"))
    let index = try #require(names.firstIndex(of: "moov"))
    let media = try #require(names.firstIndex(of: "mdat"))
    #expect(index < media)
  }

  @Test("Sound and picture start together and end within one AAC frame of each other")
  func ends() throws {
    let frame = 1024.0 / 48000
    for stream in ["v", "a"] {
      let facts = try probed(path, stream)
      let start = try #require(facts["start_time"].flatMap(Double.init))
      let duration = try #require(facts["duration"].flatMap(Double.init))
      #expect(abs(start) < 1e-6)
      #expect(abs(duration - 15.5) <= frame, "\(stream)")
    }
    #expect(abs(Double(try samples(path).count) / 48000 - 15.5) <= frame)
  }

  @Test(
    "The first clip fades over its last second, linearly against red, to within two levels at every frame")
  func fade() throws {
    let beach = Patch(y: 120, u: 150, v: 90)
    // BT.709 of pure red: 16 + 219 x 0.2126, 128 - 224 x 0.2126 / 1.8556, 128 + 112.
    let red = Patch(y: 62.56, u: 102.34, v: 240)
    let park = Patch(y: 100, u: 120, v: 140)
    let shown = try patches(path, x: 400, y: 300)
    #expect(shown.count == 465)
    for (number, patch) in shown.enumerated() {
      // Fading begins at 6.5 s, frame 195, and the clip ends at 7.5 s, frame 225.
      let opacity = min(1, 1 - (Double(number) - 195) / 30)
      let expected = number < 225 ? beach.over(red, opacity: opacity) : park
      #expect(patch.isNear(expected, 2), "frame \(number) has \(patch), not \(expected)")
    }
  }

  @Test("The watermark is where it was placed and as strong as it was asked to be")
  func watermark() throws {
    // 12 % of 1280 are 153.6, half of it 76.8; the right edge is at 1256, the lower one at 696.
    let columns = 1102..<1256
    let rows = 619..<696
    let luma = try decoded(path, "select='eq(n,300)',crop=256:128:1024:592", "gray", frames: 1)
    try #require(luma.count == 256 * 128)
    let (under, over) = (100.0, (100.0 + 235) / 2)
    for y in 592..<720 {
      for x in 1024..<1280 {
        let value = Double(luma[(y - 592) * 256 + x - 1024])
        let isInside = columns.contains(x) && rows.contains(y)
        #expect((value > (under + over) / 2) == isInside, "the edge at \(x),\(y)")
      }
    }
    let inside = try patches(path, x: 1160, y: 650)[300]
    #expect(inside.isNear(Patch(y: 235, u: 128, v: 128).over(Patch(y: 100, u: 120, v: 140), opacity: 0.5), 2))
    #expect(try patches(path, x: 1080, y: 600)[300].isNear(Patch(y: 100, u: 120, v: 140), 2))
  }

  @Test("The music's level follows its ramp within 0.2 dB in every tenth of a second")
  func music() throws {
    let sound = try samples(path)
    let window = 4800
    for index in 0..<154 {
      let start = Double(index) / 10
      // The root of the mean square of a tone (peak 1/8) under a gain that falls from g to h.
      let (g, h) = (1 - start / 15.5, 1 - (start + 0.1) / 15.5)
      let expected = 0.125 / 2.squareRoot() * ((g * g + g * h + h * h) / 3).squareRoot()
      let part = sound[(index * window)..<((index + 1) * window)]
      let found = (part.reduce(0) { $0 + $1 * $1 } / Double(window)).squareRoot()
      let difference = 20 * log10(found / expected)
      #expect(abs(difference) <= 0.2, "\(difference) dB at \(start) s")
    }
  }
}
