import FoundationEssentials
import TestSupport
import Testing

@Suite("Films in two passes")
struct TwoPassTests {
  /// A calm half and a hard one, of 12 s each.
  private static let halves = Lazily {
    let path = try Shelf.path("halves.mkv")
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc=s=320x180:r=25:d=12", "-f", "lavfi", "-i",
      "testsrc2=s=320x180:r=25:d=12,noise=alls=30:allf=t:all_seed=7", "-filter_complex",
      "[0:v]format=yuv420p[a];[1:v]format=yuv420p[b];[a][b]concat,setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709",
      "-c:v", "libx264", "-qp", "0", "-preset", "ultrafast", path,
    ])
    return path
  }

  private func render(_ codec: String, _ kilobits: Int, in folder: TemporaryFolder, _ arguments: [String])
    throws
  {
    let script = """
      edit: 1
      canvas: {size: 320x180, rate: 25}
      timeline: [{clip: \(try Self.halves.get())}]
      outputs:
        - {file: two.mp4, video: {codec: \(codec), bitrate: \(kilobits)k, passes: 2, speed: veryfast}}
        - {file: one.mp4, video: {codec: \(codec), bitrate: \(kilobits)k, speed: veryfast}}
      """
    try editc(["render", folder.write("film.edit", script), "--force"] + arguments)
  }

  /// Kilobits per second of a half, by the packets that ffprobe finds.
  private func kilobits(_ path: String, from start: Double) throws -> Double {
    let found = try run([
      "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time,size", "-of",
      "csv=p=0", path,
    ])
    return found.text.split(separator: "\n").reduce(0) { sum, line in
      let fields = line.split(separator: ",").compactMap { Double($0) }
      guard fields.count == 2, fields[0] >= start, fields[0] < start + 12 else { return sum }
      return sum + fields[1] * 8 / 12 / 1000
    }
  }

  /// Of the hard half, as ffmpeg measures it.
  private func likeness(_ path: String) throws -> Double {
    let found = try run([
      "ffmpeg", "-hide_banner", "-ss", "12", "-i", path, "-ss", "12", "-i", try Self.halves.get(), "-lavfi",
      "[0:v]settb=1/25,setpts=N[a];[1:v]settb=1/25,setpts=N[b];[a][b]ssim", "-f", "null", "-",
    ])
    let text = try #require(found.errorText.split(separator: "All:").last?.split(separator: " ").first)
    return try #require(Double(String(text)))
  }

  @Test(
    "give the hard half the bits that the calm one does not need, and keep the bit rate of the whole",
    arguments: cases([("h264", 500), ("hevc", 300)], quick: 1, sample: 1))
  func shares(codec: String, kilobits wanted: Int) throws {
    let folder = try TemporaryFolder()
    try render(codec, wanted, in: folder, ["--no-cache", "--jobs", "2"])
    let film = folder.path("two.mp4")
    let (calm, hard) = (try kilobits(film, from: 0), try kilobits(film, from: 12))
    #expect(abs((calm + hard) / 2 / Double(wanted) - 1) < 0.08, "\(calm) and \(hard)")
    #expect(hard > 2 * calm)
    #expect(try grayPictures(film).count == 600 * 320 * 180)
    // One pass gives each half its bit rate, as far as it can: too much to the calm one, and what noise takes at the least.
    // With fewer bits for both, two passes are at least as good.
    let once = folder.path("one.mp4")
    #expect(try hard < kilobits(once, from: 12) && calm < kilobits(once, from: 0))
    let (two, one) = (try likeness(film), try likeness(once))
    #expect(two > one, "\(two), \(one)")

    let bytes = try Data(contentsOf: URL(filePath: film))
    try render(codec, wanted, in: folder, ["--no-cache", "--jobs", "1"])
    #expect(try Data(contentsOf: URL(filePath: film)) == bytes)
  }

  @Test("are found in the store, and with another bit rate the first pass is")
  func store() throws {
    let folder = try TemporaryFolder()
    let cache = ["--cache", folder.path("cache")]
    func headlines() throws -> [String] {
      let plan = try run([builtEditc, "plan", folder.path("film.edit")] + cache).text
      return plan.split(separator: "\n").map(String.init).filter { $0.hasPrefix("two.mp4") }
    }
    try render("h264", 500, in: folder, cache)
    #expect(
      try headlines().allSatisfy { $0.contains("(0 of 5 segments to encode in the second of two passes)") })
    try folder.write(
      "film.edit",
      String(contentsOf: URL(filePath: folder.path("film.edit")), encoding: .utf8).replacing(
        "500k", with: "700k"))
    #expect(
      try headlines().allSatisfy { $0.contains("(5 of 5 segments to encode in the second of two passes)") })
  }

  @Test("are refused, after the first one, with a bit rate that no quality reaches")
  func tooLow() throws {
    let folder = try TemporaryFolder()
    let script = """
      edit: 1
      canvas: {size: 320x180, rate: 25}
      timeline: [{clip: \(try Self.halves.get())}]
      outputs: [{file: film.mp4, video: {bitrate: 2k, passes: 2, speed: ultrafast}}]
      """
    let result = try run([builtEditc, "render", folder.write("film.edit", script), "--no-cache"])
    #expect(result.exitCode != 0)
    #expect(result.errorText.contains("`bitrate` is too low"), "\(result.errorText)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("film.mp4")))
  }

  @Test("make films of one frame and of a still picture")
  func short() throws {
    let folder = try TemporaryFolder()
    let script = """
      edit: 1
      canvas: {size: 64x64, rate: 25}
      timeline: [{color: navy, for: 7s}]
      outputs:
        - {file: frame.mp4, range: 0s..1f, video: {bitrate: 100k, passes: 2}}
        - {file: still.mp4, video: {codec: hevc, bitrate: 100k, passes: 2, speed: ultrafast}}
      """
    try editc(["render", folder.write("film.edit", script), "--no-cache"])
    #expect(try grayPictures(folder.path("frame.mp4")).count == 64 * 64)
    #expect(try grayPictures(folder.path("still.mp4")).count == 175 * 64 * 64)
  }
}
