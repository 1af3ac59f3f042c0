import Glibc
import Processes
import TestSupport
import Testing

/// Media that ffmpeg makes for the tests, once for all of them; what it shows is known without looking.
///
/// As spelled in scripts: each `Workplace` has copies in its folder `footage`.
enum Footage {
  /// Eight seconds of one colour: Y 120, U 150, V 90.
  static let flat = made(
    "flat.mp4", lavfi: "color=black:s=160x90:r=30,format=yuv420p,lutyuv=y=120:u=150:v=90", seconds: 8,
    h264)
  /// Sixteen seconds of another: Y 100, U 120, V 140.
  static let other = made(
    "other.mov", lavfi: "color=black:s=160x90:r=30,format=yuv420p,lutyuv=y=100:u=120:v=140", seconds: 16,
    h264)
  /// Four seconds, 30 frames each; frame N has the luma 16 + 2N all over (N below 100).
  static let counter = made(
    "counter.mp4", lavfi: "color=black:s=160x90:r=30,format=yuv420p,geq=lum='16+2*N':cb=128:cr=128",
    seconds: 3, h264 + ["-g", "24", "-bf", "2"])
  /// Much movement, which takes an encoder some time.
  static let busy = made(
    "busy.mp4", lavfi: "testsrc2=s=320x180:r=30", seconds: 24, h264)
  /// A tone of 440 Hz whose peaks are an eighth of the full scale, without loss.
  static let tone = made("tone.m4a", lavfi: "sine=f=440:r=48000", seconds: 20, ["-c:a", "alac"])
  static let white = made("white.png", lavfi: "color=white:s=100x50", frames: 1, [])

  static let all = [flat, other, counter, busy, tone, white]

  private static let h264 = [
    "-c:v", "libx264", "-preset", "veryfast", "-qp", "4", "-pix_fmt", "yuv420p", "-color_primaries", "bt709",
    "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv", "-bitexact", "-threads", "1",
  ]

  private static func made(
    _ name: String, lavfi: String, seconds: Int? = nil, frames: Int? = nil, _ encoding: [String]
  ) -> String {
    let spelling = "footage/" + name
    guard let path = try? SharedFolder.path.get() + "/" + spelling else { return "" }
    try? makeFolder(folder(of: path))
    let bound = seconds.map { ["-t", "\($0)"] } ?? ["-frames:v", "\(frames ?? 1)"]
    let result = try? run(
      ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", lavfi] + bound + encoding + [path])
    if result?.exitCode != 0 { Issue.record("ffmpeg cannot make \(name): \(result?.errorText ?? "")") }
    return spelling
  }
}

/// What tests make once and share; removed when the process ends.
enum SharedFolder {
  static let path: Result<String, any Error> = Result {
    let path = try #require(mkdtempPath())
    atexit { _ = try? run(["rm", "-rf", (try? SharedFolder.path.get()) ?? ""]) }
    return path
  }

  private static func mkdtempPath() -> String? {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/editc-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Media that one test makes for itself.
func makeMedia(_ path: String, _ arguments: String...) throws {
  let result = try run(["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments + [path])
  try #require(result.exitCode == 0, "\(result.errorText)")
}
