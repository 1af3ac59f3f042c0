import FoundationEssentials
import TestSupport
import Testing

@Suite("Animated pictures")
struct AnimatedPictureTests {
  /// What Pillow finds: the number of frames, how often they play, and of each its duration in ms and a pixel.
  private func look(_ path: String) throws -> String {
    let script = """
      from PIL import Image, ImageSequence
      p=Image.open('\(path)'); print(p.format,p.mode,'%dx%d'%p.size,p.n_frames,p.info['loop'])
      for f in ImageSequence.Iterator(p): print('%.4f'%f.info['duration'],f.getpixel((2,2)))
      """
    let result = try run(["/usr/bin/python3", "-c", script])
    #expect(result.exitCode == 0, "\(result.errorText)")
    return result.text
  }

  @Test("An animated PNG shows each frame for its exact time, as often as it is told, with alpha")
  func png() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 64x36, rate: 30000/1001, background: transparent}
      timeline: [{color: "#204060", for: 2f}, {color: transparent, for: 2f}]
      outputs: [{file: a.apng}, {file: b.apng, loop: 3, range: 0f..3f}]
      """)
    for (place, jobs) in [("a", "1"), ("c", "4")] {
      let result = try run(
        [builtEditc, "render", "film.edit", "--no-cache", "--force", "--jobs", jobs], in: folder.root)
      #expect(result.exitCode == 0, "\(result.errorText)")
      try? FileManager.default.moveItem(
        atPath: folder.path("a.apng"), toPath: folder.path("first-\(place).apng"))
    }
    let first = try Data(contentsOf: URL(filePath: folder.path("first-a.apng")))
    #expect(try first == Data(contentsOf: URL(filePath: folder.path("first-c.apng"))))
    // 1001/30000 s; #204060 is 32, 64, 96.
    let found = try look(folder.path("first-a.apng")).split(separator: "\n").map(String.init)
    #expect(
      found == [
        "PNG RGBA 64x36 4 0", "33.3667 (33, 64, 96, 255)", "33.3667 (33, 64, 96, 255)",
        "33.3667 (0, 0, 0, 0)",
        "33.3667 (0, 0, 0, 0)",
      ], "\(found)")
    #expect(try look(folder.path("b.apng")).hasPrefix("PNG RGBA 64x36 3 3\n"))
    let probed = try run([
      "ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=codec_name,nb_read_frames", "-of",
      "csv=p=0", folder.path("first-a.apng"),
    ])
    #expect(probed.text == "apng,4\n" && probed.errorText.isEmpty, "\(probed.text) \(probed.errorText)")
  }
}
