import FoundationEssentials
import TestSupport
import Testing

@Suite("A file that may be only so large")
struct FileSizeTests {
  /// Six seconds of something that is hard to encode.
  private static let noise = Lazily {
    let path = try Shelf.path("noise.mp4")
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25,noise=alls=60:allf=t:all_seed=7", "-f", "lavfi", "-i",
      "anoisesrc=r=48000:a=0.5:seed=7", "-t", "7", "-c:v", "libx264", "-crf", "12", "-preset", "veryfast",
      "-c:a",
      "aac", "-b:a", "192k", path,
    ])
    return path
  }

  private func render(_ output: String, checks: String = "", story: String? = nil, canvas: String = "160x120")
    throws -> (
      result: ProgramResult, size: Int?
    )
  {
    let folder = try TemporaryFolder()
    let story = try story ?? "[{clip: \(Self.noise.get())}]"
    let script = """
      edit: 1
      canvas: {size: \(canvas), rate: 25}
      timeline: \(story)
      checks: {\(checks)}
      outputs: [{\(output)}]
      """
    let result = try run([builtEditc, "render", folder.write("film.edit", script), "--no-cache"])
    let size = try? Data(contentsOf: URL(filePath: folder.path("film.mp4"))).count
    return (result, size)
  }

  @Test("stays below the limit and uses it", arguments: [150, 250, 400])
  func staysBelow(kilobytes: Int) throws {
    let (result, size) = try render(
      "file: film.mp4, audio: {bitrate: 96k}, video: {max-file-size: \(kilobytes)kB, speed: veryfast}")
    let found = try #require(size, "\(result.errorText)")
    #expect(found <= kilobytes * 1000)
    #expect(Double(found) > 0.7 * Double(kilobytes * 1000), "\(found)")
  }

  @Test("is no larger than it need be")
  func isNotFilled() throws {
    let (result, size) = try render(
      "file: film.mp4, video: {max-file-size: 50MB}", story: "[{color: navy, for: 4s}]")
    #expect(try #require(size, "\(result.errorText)") < 100_000)
  }

  @Test("is refused where it comes out larger, and leaves nothing")
  func isRefused() throws {
    // Nothing but noise: less than x264's coarsest cannot be said of it.
    let path = try Shelf.path("gray-noise.mp4")
    try ffmpeg([
      "-f", "lavfi", "-i", "color=gray:s=640x360:r=25,noise=alls=100:allf=t:all_seed=7", "-t", "1", "-c:v",
      "libx264", "-crf", "12", "-preset", "ultrafast", path,
    ])
    let (result, size) = try render(
      "file: film.mp4, audio: {codec: none}, video: {max-file-size: 9kB, speed: ultrafast}",
      story: "[{clip: \(path), fit: fill}]", canvas: "640x360")
    #expect(result.exitCode == 1)
    #expect(result.errorText.contains("more than `max-file-size` allows: 9000"), "\(result.errorText)")
    #expect(size == nil)
  }

  @Test("is an error before rendering where the sound alone is larger")
  func isImpossible() throws {
    let (result, size) = try render("file: film.mp4, video: {max-file-size: 100kB}")
    #expect(result.exitCode == 1)
    #expect(result.errorText.contains("size-limit-unreachable"), "\(result.errorText)")
    #expect(size == nil)
  }

  @Test("can be checked, whatever its encoding", arguments: [true, false])
  func isChecked(isLargeEnough: Bool) throws {
    let (result, size) = try render(
      "file: film.mp4, video: {quality: 40, speed: ultrafast}",
      checks: "file-size: ..\(isLargeEnough ? "5MB" : "20kB")")
    #expect(result.exitCode == (isLargeEnough ? 0 : 1), "\(result.errorText)")
    #expect((size != nil) == isLargeEnough)
    #expect(result.errorText.contains("bytes, more than 20000") != isLargeEnough, "\(result.errorText)")
  }

  @Test("may be black for as long as the check says", arguments: ["1s", "1.1s"])
  func black(longest: String) throws {
    let (result, size) = try render(
      "file: film.mp4, video: {quality: 30, speed: ultrafast}", checks: "black: ..\(longest)",
      story:
        "[{color: white, for: 1s}, {color: black, for: 13f}, {color: \"#101010\", for: 14f}, {color: gray, for: 1s}]"
    )
    let isTrue = longest == "1.1s"
    #expect(result.exitCode == (isTrue ? 0 : 1), "\(result.errorText)")
    #expect(
      result.errorText.contains("the film is black for 1.08s from 1s (00:00:01.000) on, longer than 1s")
        != isTrue, "\(result.errorText)")
    #expect((size != nil) == isTrue)
  }
}
