import FoundationEssentials
import TestSupport
import Testing

@Suite("Pictures by number")
struct PictureNumberTests {
  private static let story = """
    timeline: [{color: "#204060", for: 1s}, {color: "#ff8000", for: 1s}]
    overlays: [{shape: rectangle, width: 40px, height: 30px, place: center, fill: white, for: 3f}]
    """

  private func render(
    _ outputs: String, canvas: String = "", story: String = Self.story, in folder: TemporaryFolder,
    _ arguments: [String] = ["--no-cache"]
  ) throws -> ProgramResult {
    try folder.write(
      "film.edit", "edit: 1\ncanvas: {size: 160x90, rate: 5\(canvas)}\n\(story)\noutputs: \(outputs)\n")
    return try run([builtEditc, "render", "film.edit"] + arguments, in: folder.root)
  }

  /// What Pillow finds: for each file its name, format, mode, size, and the pixels at these places.
  private func look(_ folder: String, at places: String = "[(2,2),(80,45)]") throws -> [String] {
    let script = """
      import os,sys
      from PIL import Image
      for name in sorted(os.listdir('\(folder)')):
        if name.startswith('.') or '.' not in name or name.endswith('.edit'): continue
        p=Image.open('\(folder)/'+name); p.load()
        print(name,p.format,p.mode,'%dx%d'%p.size,*[p.getpixel(x) for x in \(places)])
      """
    let result = try run(["/usr/bin/python3", "-c", script])
    #expect(result.exitCode == 0, "\(result.errorText)")
    return result.text.split(separator: "\n").map(String.init)
  }

  @Test("PNG: one file a frame, counted from 1, with exact colours; nothing else in the folder")
  func png() throws {
    let folder = try TemporaryFolder()
    let result = try render("[{file: out/%03d.png}]", in: folder)
    #expect(result.exitCode == 0, "\(result.errorText)")
    let found = try look(folder.path("out"))
    try #require(found.count == 10)
    // Colours pass through luma and chroma of 8 bits.
    // #204060 is 32, 64, 96.
    #expect(found[0] == "001.png PNG RGB 160x90 (32, 64, 95) (255, 255, 255)")
    #expect(found[3] == "004.png PNG RGB 160x90 (32, 64, 95) (32, 64, 95)")
    #expect(found[9] == "010.png PNG RGB 160x90 (255, 128, 0) (255, 128, 0)")
    #expect(try names(in: folder.path("out")).count == 10)
    let probed = try run([
      "ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames,width,pix_fmt",
      "-of", "csv=p=0", "-start_number", "1", "-i", folder.path("out/%03d.png"),
    ])
    #expect(probed.text == "160,rgb24,10\n", "\(probed.text) \(probed.errorText)")
  }

  @Test("are the same with any number of jobs, and of a change only what it touches is made again")
  func repeatable() throws {
    let folder = try TemporaryFolder()
    let cache = ["--cache", folder.path("cache")]
    #expect(try render("[{file: a/%d.png}]", in: folder, ["--no-cache", "--jobs", "1"]).exitCode == 0)
    #expect(try render("[{file: b/%d.png}]", in: folder, cache + ["--jobs", "4"]).exitCode == 0)
    for name in try names(in: folder.path("a")) {
      let (a, b) = (try bytes(folder.path("a/\(name)")), try bytes(folder.path("b/\(name)")))
      #expect(a == b, "\(name)")
    }
    let again = try render(
      "[{file: c/%d.png, first-number: 1001}]", in: folder, cache + ["--progress", "json"])
    #expect(again.exitCode == 0, "\(again.errorText)")
    #expect(try names(in: folder.path("c")) == (1001...1010).map { "\($0).png" })
    #expect(try bytes(folder.path("c/1001.png")) == bytes(folder.path("a/1.png")))
  }

  @Test("TIFF and PNG have 16 bits where they are asked for, and TIFF 8 otherwise; JPEG has a quality")
  func otherKinds() throws {
    let folder = try TemporaryFolder()
    let result = try render(
      "[{file: a/%d.tif}, {file: b/%d.tiff, video: {depth: 16}}, {file: c/%d.png, video: {depth: 16}}, {file: d/%d.jpg}, {file: e/%d.jpeg, video: {quality: 30}}]",
      in: folder)
    #expect(result.exitCode == 0, "\(result.errorText)")
    for (name, format) in [
      ("a/1.tif", "rgb24"), ("b/1.tiff", "rgb48le"), ("c/1.png", "rgb48be"), ("d/1.jpg", "yuvj420p"),
    ] {
      let probed = try run([
        "ffprobe", "-v", "error", "-show_entries", "stream=pix_fmt", "-of", "csv=p=0", folder.path(name),
      ])
      #expect(probed.text.hasPrefix(format), "\(name): \(probed.text)")
    }
    #expect(try #require(try look(folder.path("a")).first).hasPrefix("1.tif TIFF RGB 160x90 (3"))
    // Pillow's own conversion of JPEG, as every viewer's.
    let pixel = try #require(try look(folder.path("d")).first)
    #expect(pixel.hasPrefix("1.jpg JPEG RGB 160x90 (3"), "\(pixel)")
    #expect(try bytes(folder.path("d/1.jpg")).count > bytes(folder.path("e/1.jpeg")).count)
  }

  @Test("are transparent where a film shows nothing but its transparent background")
  func alpha() throws {
    let folder = try TemporaryFolder()
    let story = """
      timeline: [{color: transparent, for: 1s}]
      overlays: [{shape: rectangle, width: 40px, height: 30px, place: center, fill: "#ff000080"}]
      """
    let result = try render(
      "[{file: a/%d.png}, {file: b/%d.tif, video: {depth: 16}}]", canvas: ", background: transparent",
      story: story, in: folder)
    #expect(result.exitCode == 0, "\(result.errorText)")
    let found = try look(folder.path("a"))
    try #require(found.count == 5)
    // Half transparent red, not multiplied; Pillow's four numbers.
    #expect(found[0].contains("RGBA 160x90") && found[0].contains(", 0) (25"), "\(found[0])")
    #expect(found[0].hasSuffix(" 128)"), "\(found[0])")
    let probed = try run([
      "ffprobe", "-v", "error", "-show_entries", "stream=pix_fmt", "-of", "csv=p=0", folder.path("b/1.tif"),
    ])
    #expect(probed.text.hasPrefix("rgba64le"), "\(probed.text)")
  }

  @Test("do not replace others unless they may, and then all of an earlier and longer series")
  func replacing() throws {
    let folder = try TemporaryFolder()
    #expect(try render("[{file: out/%03d.png}]", in: folder).exitCode == 0)
    try folder.write("out/notes.txt", "mine")
    let refused = try render("[{file: out/%03d.png}]", in: folder)
    #expect(refused.exitCode == 73)
    #expect(
      refused.errorText.contains("has 10 pictures with such names already, 001.png to 010.png"),
      "\(refused.errorText)")
    let shorter = try render(
      "[{file: out/%03d.png, range: first 1s}]", in: folder, ["--no-cache", "--force"])
    #expect(shorter.exitCode == 0, "\(shorter.errorText)")
    #expect(try names(in: folder.path("out")) == (1...5).map { "00\($0).png" } + ["notes.txt"])
  }

  @Test("of which some are sources are refused, with --force as well; so is standard output")
  func sources() throws {
    let folder = try TemporaryFolder()
    #expect(try render("[{file: shots/%03d.png}]", in: folder).exitCode == 0)
    let story = "media: {shots: {file: shots/%03d.png, frames: {rate: 5}}}\ntimeline: [{clip: shots}]"
    let over = try render("[{file: shots/%03d.png}]", story: story, in: folder, ["--no-cache", "--force"])
    #expect(over.errorText.contains("would overwrite media of the script"), "\(over.errorText)")
    #expect(try names(in: folder.path("shots")).count == 10)
    // What was written is read again, and is the same film.
    let copy = try render("[{file: copy/%03d.png}]", story: story, in: folder)
    #expect(copy.exitCode == 0, "\(copy.errorText)")
    #expect(try look(folder.path("copy")).count == 10)
    let stream = try render("[{file: x/%03d.png}]", in: folder, ["--no-cache", "-o", "-"])
    #expect(
      stream.exitCode == 2 && stream.errorText.contains("cannot go to standard output"),
      "\(stream.errorText)")
  }

  /// Red, green, blue and alpha of the pixel at (80, 45) of an OpenEXR picture, as FFmpeg decodes it.
  private func light(_ path: String) throws -> [Float] {
    let bytes = try ffmpeg(["-i", path, "-f", "rawvideo", "-pix_fmt", "gbrapf32le", "-"])
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    try #require(samples.count == 4 * 160 * 90)
    return [2, 0, 1, 3].map { samples[$0 * 160 * 90 + 45 * 160 + 80] }
  }

  @Test("OpenEXR is linear light of half floats, whole in HDR, with alpha multiplied in")
  func openEXR() throws {
    let folder = try TemporaryFolder()
    let gray = "timeline: [{color: \"#808080\", for: 400ms}]"
    for jobs in ["1", "3"] {
      let result = try render(
        "[{file: \(jobs)/%d.exr}]", story: gray, in: folder, ["--no-cache", "--jobs", jobs])
      #expect(result.exitCode == 0, "\(result.errorText)")
    }
    #expect(try names(in: folder.path("1")) == ["1.exr", "2.exr"])
    #expect(try bytes(folder.path("1/2.exr")) == bytes(folder.path("3/2.exr")))
    // Code 126 of 16 to 235, by a power of 2.4: 0.50228^2.4. FFmpeg's converter is within half a code of 8 bits.
    let found = try light(folder.path("1/1.exr"))
    #expect(found[..<3].allSatisfy { abs($0 - 0.19155) < 0.002 } && found[3] == 1, "\(found)")
    let head = Array(try bytes(folder.path("1/1.exr")))
    #expect(head.prefix(4) == [0x76, 0x2F, 0x31, 0x01])
    // Each channel: name, kind 1 (half). Compression 3 (ZIP of 16 rows).
    let text = Array(head.prefix(400))
    #expect(!text.ranges(of: Array("R\0".utf8) + [1, 0, 0, 0]).isEmpty)
    #expect(!text.ranges(of: Array("compression\0compression\0".utf8) + [1, 0, 0, 0, 3]).isEmpty)

    let pq = try render(
      "[{file: pq.exr, still: 0s}]", canvas: ", color: pq", story: "timeline: [{color: white, for: 400ms}]",
      in: folder)
    #expect(pq.exitCode == 0, "\(pq.errorText)")
    // White of 203 cd/m², to a code of 10 bits.
    let white = try light(folder.path("pq.exr"))
    #expect(white[..<3].allSatisfy { abs($0 - 1) < 0.02 }, "\(white)")

    let alpha = try render(
      "[{file: alpha.exr, still: 0s}]", canvas: ", background: transparent",
      story:
        "timeline: [{shape: rectangle, width: 40px, height: 30px, place: center, fill: \"#ffffff80\", for: 400ms}]",
      in: folder)
    #expect(alpha.exitCode == 0, "\(alpha.errorText)")
    let half = try light(folder.path("alpha.exr"))
    #expect(half.allSatisfy { abs($0 - 128.0 / 255) < 0.002 }, "\(half)")
    let words = try run([
      "ffprobe", "-v", "error", "-show_entries", "stream=codec_name,pix_fmt,width,height", "-of", "csv=p=0",
      folder.path("alpha.exr"),
    ])
    #expect(words.text == "exr,160,90,gbrapf32le\n", "\(words.text)")
  }

  @Test("A single picture is that of the film at its time, in a file without a number")
  func still() throws {
    let folder = try TemporaryFolder()
    let outputs = """
      [{file: all/%d.png}, {file: poster.png, still: 0.7s}, {file: end.tif, still: end}, {file: deep/x.jpg, still: "50%"}, {file: all-jpeg/%d.jpg}]
      """
    let result = try render(outputs, in: folder, ["--no-cache", "--jobs", "3"])
    #expect(result.exitCode == 0, "\(result.errorText)")
    // Frames of 0.2 s: 0.7 s is within the fourth, 1 s at the start of the sixth.
    #expect(try bytes(folder.path("poster.png")) == bytes(folder.path("all/4.png")))
    #expect(try bytes(folder.path("deep/x.jpg")) == bytes(folder.path("all-jpeg/6.jpg")))
    #expect(try names(in: folder.path("deep")) == ["x.jpg"])
    let found = try look(folder.root)
    #expect(
      found == [
        "end.tif TIFF RGB 160x90 (255, 128, 0) (255, 128, 0)",
        "poster.png PNG RGB 160x90 (32, 64, 95) (32, 64, 95)",
      ])
    let again = try render("[{file: poster.png, still: 0s}]", in: folder)
    #expect(again.exitCode == 73 && again.errorText.contains("already exists"), "\(again.errorText)")
    #expect(
      try render("[{file: poster.png, still: 0s}]", in: folder, ["--no-cache", "--force"]).exitCode == 0)
    #expect(try bytes(folder.path("poster.png")) == bytes(folder.path("all/1.png")))
    let part = try render("[{file: part.png, still: 0s}]", in: folder, ["--no-cache", "--range", "1s.."])
    #expect(
      part.exitCode != 0 && part.errorText.contains("is a single picture of the film"), "\(part.errorText)")
    let stream = try render("[{file: part.png, still: 0s}]", in: folder, ["--no-cache", "-o", "-"])
    #expect(stream.exitCode == 0, "\(stream.errorText)")
    #expect(try Data(stream.output) == bytes(folder.path("all/1.png")))
  }

  @Test("JPEG and PNG of a film of high dynamic range are of standard range", arguments: ["hlg", "pq"])
  func standardRange(color: String) throws {
    let folder = try TemporaryFolder()
    let result = try render(
      "[{file: out/a.jpg, still: 1s}, {file: out/b.png, still: 1s, video: {depth: 8}}]",
      canvas: ", color: \(color)",
      story: "timeline: [{color: \"#204060\", for: 2s}]", in: folder)
    #expect(result.exitCode == 0, "\(result.errorText)")
    let script = """
      from PIL import Image
      for name in ["a.jpg", "b.png"]:
        pixel = Image.open("out/" + name).convert("RGB").getpixel((80, 45))
        print(name, all(abs(a - b) <= 4 for a, b in zip(pixel, (0x20, 0x40, 0x60))) or pixel)
      """
    let found = try run(["/usr/bin/python3", "-c", script], in: folder.root)
    #expect(found.text == "a.jpg True\nb.png True\n", "\(found.text)")
  }

  @Test("can be checked for black")
  func black() throws {
    let folder = try TemporaryFolder()
    let result = try render(
      "[{file: out/%03d.png}]",
      story: "timeline: [{color: black, for: 1s}, {color: white, for: 1s}]\nchecks: {black: ..0.5s}",
      in: folder)
    #expect(result.exitCode != 0 && result.errorText.contains("black for 1s"), "\(result.errorText)")
    #expect((try? names(in: folder.path("out")))?.isEmpty ?? true)
  }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }
}
