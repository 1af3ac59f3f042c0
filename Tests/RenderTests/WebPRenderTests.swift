import FoundationEssentials
import TestSupport
import Testing

@Suite("Animated WebP")
struct WebPRenderTests {
  /// Whether the tools are here that read such files: FFmpeg 5.1 does not.
  private static let hasJudges =
    (try? run(["webpinfo", "-version"]).exitCode) == 0
    && (try? run(["/usr/bin/python3", "-c", "from PIL import features; assert features.check('webp_anim')"])
      .exitCode)
      == 0

  @Test(
    "has the frames of the film with their colours, alpha and times, and is the same with any number of jobs",
    .enabled(if: hasJudges, "webpinfo (package webp) or Pillow with animated WebP is not installed"))
  func frames() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 64x36, rate: 30, background: transparent}
      timeline: [{gap: 4f}]
      overlays:
        - {shape: rectangle, width: 24px, height: 36px, place: left, fill: "#ff000080", for: 3f}
        - {shape: rectangle, width: 24px, height: 36px, place: right, fill: blue, at: 1f, for: 3f}
      outputs:
        - {file: a.webp}
        - {file: b.webp, loop: 3, video: {quality: 0}}
        - {file: c.webp, video: {quality: 30}, range: 0f..1f}

      """)
    var files: [Data] = []
    for jobs in ["1", "4"] {
      let result = try run(
        [builtEditc, "render", "film.edit", "--no-cache", "--force", "--jobs", jobs], in: folder.root)
      #expect(result.exitCode == 0, "\(result.errorText)")
      files.append(try Data(contentsOf: URL(filePath: folder.path("a.webp"))))
    }
    #expect(files[0] == files[1])
    for file in ["a.webp", "b.webp", "c.webp"] {
      let info = try run(["webpinfo", folder.path(file)])
      #expect(info.exitCode == 0 && info.text.contains("No error detected"), "\(info.text)")
    }
    #expect(try run(["webpinfo", folder.path("b.webp")]).text.contains("Lossless"))
    for (file, count, loop, tolerance) in [("a.webp", 4, 0, 6), ("b.webp", 4, 3, 2), ("c.webp", 1, 0, 12)] {
      let frames = try look(folder.path(file), count, loop)
      for (index, frame) in frames.enumerated() {
        // A thirtieth of a second: 33.33 ms, of which the file counts whole ones.
        #expect(frame[0] == [33, 34, 33, 33][index], "\(file): \(frame)")
        let left = index < 3 ? [255, 0, 0, 128] : nil
        let right = index > 0 ? [0, 0, 255, 255] : nil
        for (found, wanted) in [(frame[1...4], left), (frame[5...8], right), (frame[9...12], nil)] {
          #expect(abs((found.last ?? -1) - (wanted?[3] ?? 0)) <= 1, "\(file), frame \(index): \(frame)")
          for (found, wanted) in zip(found, wanted ?? []) {
            #expect(abs(found - wanted) <= tolerance, "\(file), frame \(index): \(frame)")
          }
        }
      }
    }
  }

  /// What Pillow finds of each frame: its time in ms, and the red, green, blue and alpha of three pixels.
  private func look(_ path: String, _ count: Int, _ loop: Int) throws -> [[Int]] {
    let script = """
      from PIL import Image, ImageSequence
      p=Image.open('\(path)'); print(p.format,'%dx%d'%p.size,getattr(p,'n_frames',1),p.info['loop'])
      last=0
      for f in ImageSequence.Iterator(p):
        f.load(); g=f.convert('RGBA'); t=f.info['timestamp']
        print(f.info['duration'],*[c for x in [(8,18),(56,18),(32,18)] for c in g.getpixel(x)])
      """
    let result = try run(["/usr/bin/python3", "-c", script])
    #expect(result.exitCode == 0, "\(result.errorText)")
    let lines = result.text.split(separator: "\n")
    #expect(lines.first == "WEBP 64x36 \(count) \(loop)", "\(result.text)")
    #expect(lines.count == count + 1)
    return lines.dropFirst().map { $0.split(separator: " ").compactMap { Int($0) } }
  }

  @Test("of a quality that it has not is refused, and one that is black for too long is found")
  func limits() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 64x36, rate: 10}
      timeline: [{color: black, for: 1s}]
      outputs: [{file: a.webp, video: {quality: 10}}, {file: b.webp, video: {bitrate: 1M}}]

      """)
    let words = try run([builtEditc, "lint", "film.edit"], in: folder.root).text
    #expect(words.contains("it supports 14 to 51, and 0 for lossless"), "\(words)")
    #expect(words.contains("webp does not support `bitrate`"), "\(words)")
    try folder.write(
      "black.edit",
      """
      edit: 1
      canvas: {size: 64x36, rate: 10}
      timeline: [{color: black, for: 1s}]
      checks: {black: ..0.5s}
      outputs: [{file: a.webp}]

      """)
    let checked = try run([builtEditc, "render", "black.edit", "--no-cache"], in: folder.root)
    #expect(checked.exitCode != 0 && checked.errorText.contains("black for 1s"), "\(checked.errorText)")
  }
}
