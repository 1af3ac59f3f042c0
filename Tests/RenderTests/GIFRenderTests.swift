import FoundationEssentials
import TestSupport
import Testing

@Suite("Animated GIF")
struct GIFRenderTests {
  private func render(_ script: String, in folder: TemporaryFolder, _ arguments: [String] = []) throws {
    try folder.write("film.edit", script)
    let result = try run(
      [builtEditc, "render", "film.edit", "--no-cache", "--force"] + arguments, in: folder.root)
    #expect(result.exitCode == 0, "\(result.errorText)")
  }

  /// What Pillow finds: the number of frames, how often they play, and of each its duration in ms and some pixels.
  private func look(_ path: String, _ places: String) throws -> [String] {
    let script = """
      from PIL import Image, ImageSequence
      p=Image.open('\(path)'); print(p.format,'%dx%d'%p.size,p.n_frames,p.info.get('loop'))
      for f in ImageSequence.Iterator(p): print(f.info['duration'],*[f.convert('RGBA').getpixel(x) for x in \(places)])
      """
    let result = try run(["/usr/bin/python3", "-c", script])
    #expect(result.exitCode == 0, "\(result.errorText)")
    return result.text.split(separator: "\n").map(String.init)
  }

  @Test(
    "has the exact colours of a film of few, the exact time of each frame, and plays as often as it is told")
  func frames() throws {
    let folder = try TemporaryFolder()
    let script = """
      edit: 1
      canvas: {size: 64x36, rate: 25}
      timeline: [{color: "#204060", for: 2f}, {color: "#ff8000", for: 2f}]
      overlays: [{shape: rectangle, width: 20px, height: 10px, place: center, fill: white, at: 1f, for: 2f}]
      outputs: [{file: a.gif}, {file: b.gif, loop: 3, rate: 100/3}, {file: c.gif, loop: 1, rate: 50}]
      """
    try render(script, in: folder, ["--jobs", "1"])
    let found = try look(folder.path("a.gif"), "[(2,2),(32,18)]")
    // Colours pass through luma and chroma of 8 bits: #204060 is 32, 64, 96.
    #expect(
      found == [
        "GIF 64x36 4 0", "40 (32, 64, 95, 255) (32, 64, 95, 255)",
        "40 (32, 64, 95, 255) (255, 255, 255, 255)",
        "40 (255, 128, 0, 255) (255, 255, 255, 255)", "40 (255, 128, 0, 255) (255, 128, 0, 255)",
      ], "\(found)")
    #expect(try look(folder.path("b.gif"), "[]").first?.hasSuffix(" 2") == true)
    #expect(try look(folder.path("b.gif"), "[]").last?.hasPrefix("30") == true)
    #expect(try look(folder.path("c.gif"), "[]").first?.hasSuffix(" None") == true)
    #expect(try look(folder.path("c.gif"), "[]").last?.hasPrefix("20") == true)
    let first = try Data(contentsOf: URL(filePath: folder.path("a.gif")))
    try render(script, in: folder, ["--jobs", "4"])
    #expect(try Data(contentsOf: URL(filePath: folder.path("a.gif"))) == first)
    let probed = try run([
      "ffprobe", "-v", "error", "-count_frames", "-show_entries",
      "stream=codec_name,avg_frame_rate,nb_read_frames", "-of",
      "csv=p=0", folder.path("a.gif"),
    ])
    #expect(probed.text == "gif,25/1,4\n" && probed.errorText.isEmpty, "\(probed.text) \(probed.errorText)")
  }

  @Test("is transparent in every frame where nothing covers a transparent background")
  func alpha() throws {
    let folder = try TemporaryFolder()
    try render(
      """
      edit: 1
      canvas: {size: 64x36, rate: 25, background: transparent}
      timeline: [{gap: 3f}]
      overlays:
        - {shape: rectangle, width: 20px, height: 10px, place: left, fill: red, for: 1f}
        - {shape: rectangle, width: 20px, height: 10px, place: right, fill: blue, at: 1f, for: 1f}
      outputs: [{file: a.gif}]
      """, in: folder)
    let found = try look(folder.path("a.gif"), "[(5,18),(60,18),(32,18)]").dropFirst().map { line in
      line.split(separator: "(").dropFirst().map { pixel -> String in
        let codes = pixel.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
        if codes.last == 0 { return "none" }
        return codes[0] > 250 && codes[2] < 5 ? "red" : codes[0] < 5 && codes[2] > 250 ? "blue" : "\(codes)"
      }
    }
    #expect(
      found == [["red", "none", "none"], ["none", "blue", "none"], ["none", "none", "none"]], "\(found)")
  }

  @Test(
    "is like its source where neighbours are seen together"
  )
  func likeness() throws {
    let folder = try TemporaryFolder()
    // Without a word about them, colours and places are others each time.
    let colors =
      "nb_colors=5:c0=0x2040a0:c1=0xf0c020:c2=0x108040:c3=0xd03050:c4=0xf0f0e0:x0=10:y0=10:x1=150:y1=80"
    try ffmpeg([
      "-f", "lavfi", "-i", "gradients=s=160x90:r=25:d=0.4:speed=0.02:\(colors)", "-c:v", "ffv1",
      folder.path("a.mkv"),
    ])
    try render(
      """
      edit: 1
      canvas: {size: 160x90, rate: 25}
      timeline: [{clip: a.mkv}]
      outputs: [{file: a.gif}, {file: b.mkv, video: {codec: ffv1}}]
      """, in: folder)
    let compared = try run([
      "ffmpeg", "-v", "info", "-i", folder.path("a.gif"), "-i", folder.path("b.mkv"), "-lavfi",
      "[0:v]format=yuv444p,gblur=2[a];[1:v]format=yuv444p,gblur=2[b];[a][b]ssim", "-f", "null", "-",
    ])
    let likeness = compared.errorText.split(separator: "All:").last.flatMap { Double($0.prefix(8)) } ?? 0
    // Blurred, as eyes see a pattern: the colours are those of the source.
    #expect(likeness > 0.99, "\(compared.errorText)")
  }

  @Test("of a rate that it cannot count is refused with those that it can, and one of an hour has a warning")
  func limits() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 640x360, rate: 30}
      timeline: [{color: navy, for: 1h}]
      outputs: [{file: a.gif}, {file: b.gif, rate: 60}, {file: c.gif, rate: 20, video: {quality: 20}}, {file: d.gif, rate: 20, video: {codec: h264}}]
      """)
    let words = try run([builtEditc, "lint", "film.edit"], in: folder.root).text
    for part in [
      "they store frame times in hundredths of a second",
      "write `rate: 100/3` or `rate: 25` in the output",
      "browsers show frames shorter than 2/100 s", "hint: write `rate: 50` in the output",
      "gif does not support `quality`",
      ", about ", "[codec-not-in-container]",
    ] { #expect(words.contains(part), "\(part): \(words)") }
  }
}
