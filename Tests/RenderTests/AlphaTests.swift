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
      ".mp4 files cannot store VP9 alpha", "no encoder for Linux writes HEVC with alpha",
      "the only VP9 format with alpha",
    ] {
      #expect((checked.text + checked.errorText).contains(part), "\(checked.text)\(checked.errorText)")
    }
  }

  // MARK: Films in films, and single pictures

  /// Frames of a script, as `editc frame` writes them, by their times.
  private func frames(_ script: String, at times: String, as ending: String = "png") throws -> [[UInt8]] {
    let folder = try TemporaryFolder()
    try folder.write("film.edit", "edit: 1\ncanvas: {size: 160x90, rate: 10}\n\(script)\n")
    try folder.write("plain.edit", "edit: 1\ncanvas: {size: 80x90, rate: 10}\n\(Self.lowerHalf)\n")
    try folder.write(
      "black.edit", "edit: 1\ncanvas: {size: 80x90, rate: 10, background: \"#202020\"}\n\(Self.lowerHalf)\n")
    let result = try run(
      [builtEditc, "frame", "film.edit", "--at", times, "-o", "%d." + ending], in: folder.root)
    #expect(result.exitCode == 0 && result.errorText == "", "\(result.errorText)")
    return try (1...times.split(separator: ",").count).map { number in
      try #require(pixels("\(number).\(ending)", folder).first)
    }
  }

  private static let lowerHalf =
    "timeline: [{color: lime, for: 1s, height: 45px, width: 80px, place: bottom}]"

  /// Expects a colour, and an alpha of 255, at places of a picture.
  private func expect(
    _ picture: [UInt8], _ places: [(x: Int, y: Int, [Int])], _ what: String, within tolerance: Int = 2,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (x, y, color) in places {
      let found = picture[(y * 160 + x) * 4..<(y * 160 + x) * 4 + 4].map(Int.init)
      #expect(
        zip(found, color + [255]).allSatisfy { abs($0 - $1) <= tolerance },
        "\(what): \(x), \(y): \(found), not \(color)",
        sourceLocation: sourceLocation)
    }
  }

  @Test("in a film let what is below be seen, in transitions and under blend modes as well")
  func nested() throws {
    let found = try frames(
      """
      timeline: [{color: blue, for: 5s}]
      overlays: [{sequence: part}]
      sequences:
        part:
          timeline:
            - {color: red, for: 2s, width: 80px, height: 90px, place: left}
            - {transition: dissolve 1s}
            - {color: lime, for: 2s, width: 80px, height: 90px, place: right}
            - {transition: wipe right 1s}
            - {gap: 2s}
          overlays:
            - {color: "#808080", at: 1.6s, for: 200ms, width: 160px, height: 30px, place: top, blend: multiply}
            - {color: white, at: 200ms, for: 300ms, width: 160px, height: 30px, place: bottom, blend: screen, opacity: 0.5}
      """, at: "0s,1.5s,1.9s,0.3s,2.5s,3.9s")
    let (red, blue) = ([255, 0, 0], [0, 0, 255])
    expect(
      found[0], [(20, 45, red), (78, 45, red), (82, 45, blue), (140, 45, blue)], "a picture on its half")
    // Half of the way: one half red over blue, the other half green over blue.
    expect(found[1], [(20, 60, [128, 0, 127]), (140, 60, [0, 128, 127])], "a dissolve")
    expect(found[2], [(20, 60, [26, 0, 229]), (140, 60, [0, 230, 25])], "its end")
    // White over red is white; where the sequence has nothing, it is white over nothing. Half of it is seen.
    expect(
      found[3], [(20, 80, [255, 127, 127]), (140, 80, [127, 127, 255]), (20, 45, red), (140, 45, blue)],
      "screen")
    // The wipe uncovers nothing, and has come to the middle: the green half is still there.
    expect(found[4], [(40, 45, blue), (120, 45, [0, 255, 0])], "a wipe to nothing")
    expect(found[5], [(20, 45, blue), (140, 45, blue)], "nothing")
    let multiplied = try frames(
      """
      timeline: [{color: blue, for: 1s}]
      overlays: [{sequence: part}]
      sequences:
        part:
          timeline: [{color: "#ff8000", for: 1s, width: 80px, height: 90px, place: left}]
          overlays: [{color: "#808080", for: 1s, width: 160px, height: 90px, blend: multiply}]
      """, at: "0s")
    // 128/255 of the colour below; over nothing its own gray, which covers.
    expect(multiplied[0], [(20, 45, [128, 64, 0]), (140, 45, [128, 128, 128])], "multiply")
  }

  @Test("of another script have its background if it has one, and none otherwise")
  func scripts() throws {
    let found = try frames(
      """
      timeline: [{color: blue, for: 1s}]
      overlays: [{edit: plain.edit, place: left, fit: none}, {edit: black.edit, place: right, fit: none}]
      """, at: "0s")
    expect(
      found[0],
      [(40, 20, [0, 0, 255]), (40, 70, [0, 255, 0]), (120, 20, [32, 32, 32]), (120, 70, [0, 255, 0])],
      "scripts")
  }

  @Test("are slowed down with pictures between, where one covers and the next one does not")
  func between() throws {
    let found = try frames(
      """
      timeline: [{color: blue, for: 4s}]
      overlays: [{sequence: part, speed: 0.5x, between: blend}]
      sequences:
        part:
          timeline: [{color: red, for: 1s, opacity: {0s: 1 hold, 500ms: 0.9}}, {color: red, for: 1s}]
      """, at: "0.5s,0.9s,1.5s")
    expect(found[0], [(80, 45, [255, 0, 0])], "opaque")
    // Half of the way from an opaque picture to one that is a tenth transparent.
    expect(found[1], [(80, 45, [242, 0, 13])], "between", within: 4)
    expect(found[2], [(80, 45, [230, 0, 25])], "seen through")
  }

  @Test("are written by `editc frame` with the alpha of an output; a JPEG shows the background")
  func singlePictures() throws {
    let folder = try TemporaryFolder()
    try render(["file: still.png, still: 0s"], in: folder, ["--no-cache"])
    for ending in ["png", "webp", "jpg"] {
      let made = try run(
        [builtEditc, "frame", "film.edit", "--at", "0s", "-o", "frame." + ending], in: folder.root)
      #expect(made.exitCode == 0, "\(made.errorText)")
    }
    let still = try #require(pixels("still.png", folder).first)
    let png = try #require(pixels("frame.png", folder).first)
    let webp = try #require(pixels("frame.webp", folder).first)
    let jpg = try #require(pixels("frame.jpg", folder).first)
    for place in 0..<160 * 90 {
      let alpha = Int(still[place * 4 + 3])
      #expect(abs(Int(png[place * 4 + 3]) - alpha) <= 1 && abs(Int(webp[place * 4 + 3]) - alpha) <= 1)
      #expect(jpg[place * 4 + 3] == 255)
      if alpha > 16 {
        #expect((0..<3).allSatisfy { abs(Int(png[place * 4 + $0]) - Int(still[place * 4 + $0])) <= 8 })
      }
    }
    let half = [png, webp].map { $0[(45 * 160 + 20) * 4..<(45 * 160 + 20) * 4 + 4].map(Int.init) }
    for found in half { #expect(zip(found, [255, 0, 0, 128]).allSatisfy { abs($0 - $1) <= 4 }, "\(found)") }
    // Half of red over black.
    let flat = jpg[(45 * 160 + 20) * 4..<(45 * 160 + 20) * 4 + 3].map(Int.init)
    #expect(zip(flat, [128, 0, 0]).allSatisfy { abs($0 - $1) <= 6 }, "\(flat)")
    let picked = try run(
      [builtEditc, "frame", "film.edit", "--at", "0s", "--pick", "100,20"], in: folder.root)
    #expect(picked.text == "\"#00000000\"\n", "\(picked.text)\(picked.errorText)")
  }

  @Test("with transitions are transparent in outputs, too")
  func transitions() throws {
    let folder = try TemporaryFolder()
    try render(
      ["file: film.mkv, video: {codec: ffv1}"],
      """
      canvas: {size: 160x90, rate: 10, background: transparent}
      timeline:
        - {color: red, for: 2s, width: 80px, height: 90px, place: left}
        - {transition: fade through white 1s}
        - {color: blue, for: 2s, width: 80px, height: 90px, place: right}
      """, in: folder, ["--no-cache"])
    let found = try pixels("film.mkv", folder)
    func at(_ frame: Int, _ x: Int) -> [Int] {
      found[frame][(45 * 160 + x) * 4..<(45 * 160 + x) * 4 + 4].map(Int.init)
    }
    // From 1 s on: white covers all of the canvas at 1.5 s, two fifths of it at 1.2 s.
    for (frame, x, color) in [
      (5, 40, [255, 0, 0, 255]), (5, 120, [0, 0, 0, 0]), (15, 40, [255, 255, 255, 255]),
      (15, 120, [255, 255, 255, 255]), (12, 40, [255, 102, 102, 255]), (12, 120, [255, 255, 255, 102]),
      (25, 40, [0, 0, 0, 0]), (25, 120, [0, 0, 255, 255]),
    ] {
      let values = at(frame, x)
      #expect(abs(values[3] - color[3]) <= 2, "frame \(frame), \(x): \(values)")
      if color[3] > 0 {
        #expect(zip(values, color).allSatisfy { abs($0 - $1) <= 4 }, "frame \(frame), \(x): \(values)")
      }
    }
  }
}
