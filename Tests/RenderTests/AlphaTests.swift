import FoundationEssentials
import TestSupport
import Testing

@Suite("Transparent films")
struct AlphaTests {
  /// Half transparent red over the left half of the picture, opaque blue over the lower right quarter, and a white disc at the
  /// upper right, whose edge is soft.
  private static let story = """
    canvas: {size: 160x90, rate: 10, background: transparent}
    timeline: [{gap: 1s}]
    overlays:
      - {shape: rectangle, width: 80px, height: 90px, place: left, fill: "#ff000080"}
      - {shape: rectangle, width: 80px, height: 46px, place: bottom right, fill: blue}
      - {shape: ellipse, width: 30px, height: 30px, place: "top right, margin 5px", fill: white}
    """

  private func render(
    _ outputs: [String], _ story: String = story, in folder: TemporaryFolder, _ arguments: [String]
  ) throws {
    try folder.write(
      "film.edit", "edit: 1\n\(story)\noutputs:\n" + outputs.map { "  - {\($0)}\n" }.joined())
    let result = try run([builtEditc, "render", "film.edit", "--force"] + arguments, in: folder.root)
    #expect(result.exitCode == 0 && !result.errorText.contains("warning"), "\(result.errorText)")
  }

  /// Red, green, blue and alpha of each frame's pixels, as FFmpeg decodes them.
  private func pixels(_ file: String, decoder: String? = nil, _ folder: TemporaryFolder) throws -> [[UInt8]] {
    let chosen = decoder.map { ["-c:v", $0] } ?? []
    let result = try run(
      ["ffmpeg", "-v", "error"] + chosen
        + ["-i", folder.path(file), "-f", "rawvideo", "-pix_fmt", "rgba", folder.path("pixels")])
    #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(result.errorText)")
    defer { try? FileManager.default.removeItem(atPath: folder.path("pixels")) }
    let data = try Data(contentsOf: URL(filePath: folder.path("pixels")))
    let size = 160 * 90 * 4
    #expect(data.count.isMultiple(of: size))
    return (0..<data.count / size).map { Array(data[$0 * size..<($0 + 1) * size]) }
  }

  private static let files: [(file: String, video: String, decoder: String?, tolerance: Int)] = [
    ("film.mov", "{codec: prores, profile: 4444}", nil, 3),
    ("film.mkv", "{codec: prores, profile: 4444xq}", nil, 3),
    ("deep.mkv", "{codec: ffv1, pixel-format: yuv444p10le}", nil, 2),
    ("flat.mkv", "{codec: ffv1}", nil, 2),
    ("film.webm", "{quality: 10}", "libvpx-vp9", 6),
    ("exact.webm", "{quality: 0}", "libvpx-vp9", 2),
    ("vp9.mkv", "{codec: vp9, quality: 10}", "libvpx-vp9", 6),
  ]

  @Test("have the alpha and the colours of what covers the canvas, at edges as well, in every frame")
  func values() throws {
    let folder = try TemporaryFolder()
    try render(
      Self.files.map { "file: \($0.file), video: \($0.video)" }, in: folder, ["--no-cache", "--jobs", "4"])
    for (file, _, decoder, tolerance) in Self.files {
      try check(try pixels(file, decoder: decoder, folder), of: file, tolerance)
    }
  }

  private func check(_ frames: [[UInt8]], of file: String, _ tolerance: Int) throws {
    #expect(frames.count == 10, "\(file)")
    for (index, frame) in frames.enumerated() {
      func expect(_ x: Int, _ y: Int, _ color: [Int]?, _ alpha: Int) {
        let found = frame[(y * 160 + x) * 4..<(y * 160 + x) * 4 + 4].map(Int.init)
        #expect(
          abs(found[3] - alpha) <= tolerance,
          "\(file), frame \(index): \(x), \(y): alpha \(found[3]), not \(alpha)")
        for (found, wanted) in zip(found, color ?? []) {
          #expect(
            abs(found - wanted) <= tolerance + 2,
            "\(file), frame \(index): \(x), \(y): \(found), not \(wanted)")
        }
      }
      expect(20, 45, [255, 0, 0], 128)
      // Beside its edge, where chroma has one sample for two pixels.
      expect(78, 20, [255, 0, 0], 128)
      expect(79, 20, [255, 0, 0], 128)
      expect(80, 20, nil, 0)
      expect(120, 60, [0, 0, 255], 255)
      expect(120, 44, [0, 0, 255], 255)
      expect(120, 43, nil, 0)
      expect(140, 20, [255, 255, 255], 255)
      expect(100, 20, nil, 0)
      // The edge of the disc, whose middle is (140, 20) and whose radius is 15.
      expect(124, 19, [255, 255, 255], 0)
      expect(125, 19, [255, 255, 255], 254)
      let slope = (0..<90).flatMap { y in (120..<160).map { x in Int(frame[(y * 160 + x) * 4 + 3]) } }
      // Its area in pixels, as alpha sums it up; the blue below has 40 columns of 46 rows.
      let area = Double(slope.reduce(0, +)) / 255 - 40 * 46
      #expect(abs(area - 706.9) < 2, "\(file): \(area)")
    }
  }

  @Test(
    "are the same bytes with any number of jobs, and have the pictures of their parts",
    arguments: ["film.webm", "film.mov"])
  func joined(_ file: String) throws {
    let folder = try TemporaryFolder()
    let video = file == "film.mov" ? ", video: {codec: prores, profile: 4444}" : ""
    let decoder = file == "film.webm" ? "libvpx-vp9" : nil
    let story = Self.story.replacing("gap: 1s", with: "gap: 16s")
    let cache = ["--cache", folder.path("cache")]
    try render(["file: \(file)\(video)"], story, in: folder, cache + ["--jobs", "4"])
    let first = try Data(contentsOf: URL(filePath: folder.path(file)))
    let whole = try pixels(file, decoder: decoder, folder)
    #expect(whole.count == 160)
    try FileManager.default.removeItem(atPath: folder.path("cache"))
    try render(["file: \(file)\(video)"], story, in: folder, cache + ["--jobs", "1"])
    #expect(try Data(contentsOf: URL(filePath: folder.path(file))) == first)
    // The last segment of the film alone.
    try render(["file: part-\(file)\(video), range: 10s..16s"], story, in: folder, cache)
    let part = try pixels("part-\(file)", decoder: decoder, folder)
    #expect(part.count == 60)
    #expect(part == Array(whole[100...]))
  }

  @Test("without a transparent background have no alpha, and a film that cannot have it says so")
  func opaque() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 64x36, rate: 10}
      timeline: [{color: "#204060", for: 2f}]
      outputs: [{file: a.webm}, {file: a.mov, video: {codec: prores, profile: 4444}}]

      """)
    let result = try run([builtEditc, "render", "film.edit", "--no-cache"], in: folder.root)
    #expect(result.exitCode == 0, "\(result.errorText)")
    let tag = try run([
      "ffprobe", "-v", "error", "-show_entries", "stream_tags=alpha_mode", folder.path("a.webm"),
    ])
    #expect(!tag.text.lowercased().contains("alpha"))
    try folder.write(
      "lost.edit",
      """
      edit: 1
      canvas: {size: 64x36, rate: 10, background: transparent}
      timeline: [{gap: 2f}]
      outputs: [{file: a.mp4, video: {codec: vp9}}, {file: b.mp4, video: {codec: hevc}}, {file: c.webm, video: {depth: 10}}]

      """)
    let checked = try run([builtEditc, "lint", "lost.edit"], in: folder.root)
    for part in [
      "a .mp4 file has no place for the alpha of VP9", "no encoder for Linux writes HEVC with alpha",
      "VP9 has alpha with 8 bits",
    ] {
      #expect((checked.text + checked.errorText).contains(part), "\(checked.text)\(checked.errorText)")
    }
  }
}
