import FoundationEssentials
import TestSupport
import Testing

@Suite(
  "An error while a media file is read is an error, never other facts or another result",
  .enabled(if: (try? run(["strace", "-V"])) != nil, "strace is not installed"))
struct ReadErrorTests {
  private let folder: TemporaryFolder
  private let clip: String

  init() throws {
    folder = try TemporaryFolder()
    clip = folder.path("clip.mp4")
    let made = try run([
      "ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i",
      "testsrc2=size=160x120:rate=25:duration=2",
      "-f", "lavfi", "-i", "sine=duration=2", "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", clip,
    ])
    try #require(made.exitCode == 0, "\(made.errorText)")
  }

  /// Runs a command whose read of the clip with this number fails; false if it reads less often.
  private func fails(_ number: Int, _ arguments: [String]) throws -> (result: ProgramResult, isInjected: Bool)
  {
    let log = folder.path("calls")
    let result = try run(
      ["strace", "-f", "-qq", "-o", log, "-P", clip, "-e", "trace=pread64"]
        + ["-e", "inject=pread64:error=EIO:when=\(number)", builtEditc] + arguments)
    let calls = String(decoding: try Data(contentsOf: URL(filePath: log)), as: UTF8.self)
    return (result, calls.contains("INJECTED"))
  }

  @Test("in probe, and the facts are right when the disk is well again")
  func probe() throws {
    let good = try run([builtEditc, "probe", "--no-cache", clip])
    try #require(good.exitCode == 0)
    let cache = folder.path("cache")
    var count = 0
    for number in stride(from: 1, through: 100, by: testsAll ? 1 : 3) {
      let (result, isInjected) = try fails(number, ["probe", "--cache", cache, clip])
      guard isInjected else { break }
      count += 1
      #expect(result.exitCode == 66, "read \(number): \(result.errorText)")
      #expect(result.errorText.contains("clip.mp4"))
    }
    #expect(count > (testsAll ? 4 : 1))
    #expect(try run([builtEditc, "probe", "--cache", cache, clip]).output == good.output)
  }

  @Test("in what shows and plays it", arguments: ["frame", "waveform"])
  func looking(command: String) throws {
    let arguments = command == "frame" ? ["frame", clip, "--at", "1.5s", "-o"] : ["waveform", clip, "-o"]
    let good = folder.path("good.png")
    try #require(try run([builtEditc] + arguments + [good]).exitCode == 0)
    for number in stride(from: 1, through: 100, by: testsAll ? 1 : 7) {
      let path = folder.path("\(number).png")
      let (result, isInjected) = try fails(number, arguments + [path])
      guard isInjected else { break }
      #expect([65, 66, 74].contains(result.exitCode), "read \(number): \(result.errorText)")
      #expect(result.errorText.contains("Input/output error"))
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("in a render", arguments: ["copied", "encoded"])
  func render(kind: String) throws {
    let film = folder.path("film.mp4")
    let video = kind == "copied" ? "mode: passthrough" : "video: {speed: ultrafast}"
    let script = folder.path("film.edit")
    try Data("edit: 1\ntimeline: [{clip: \(clip)}]\noutputs: [{file: \(film), \(video)}]\n".utf8)
      .write(to: URL(filePath: script))
    try #require(try run([builtEditc, "render", "--no-cache", script]).exitCode == 0)
    for number in cases([1, 3, 5, 7, 9, 12], quick: 2) {
      try FileManager.default.removeItem(atPath: film)
      let (result, isInjected) = try fails(number, ["render", "--no-cache", script])
      #expect((result.exitCode == 0) == !isInjected, "read \(number): \(result.errorText)")
      if isInjected { #expect(!FileManager.default.fileExists(atPath: film)) }
      if !FileManager.default.fileExists(atPath: film) { try Data().write(to: URL(filePath: film)) }
    }
  }
}
