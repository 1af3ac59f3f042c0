import Basics
import Composition
import RenderPlan
import TestSupport
import Testing
import Workspace

@Suite("How long renders keep the processors busy")
struct RenderPaceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// 10 s of a colour, 30 frames per second.
  private func plan(_ width: Int, _ height: Int, codec: VideoCodec = .h264) throws -> RenderPlan {
    let size = PixelSize(width: width, height: height)
    let film = Composition(
      canvas: Canvas(size: size, rate: try #require(FrameRate(30))), duration: RationalTime(seconds: 10),
      frameCount: 300)
    var encoding = VideoEncoding(rateControl: .quality(20))
    encoding.codec = codec
    return try RenderPlan(
      film, settings: OutputSettings(file: "a.mp4", container: .mp4, video: encoding, audio: nil),
      mediaDigests: [], engine: EngineVersion("1", filterLibrary: nil))
  }

  private func keep(_ width: Int, _ height: Int, seconds: Double) throws {
    RenderPace(folder: folder.path("pace")).keep(
      try #require(RenderPace.Render(try plan(width, height), seconds: seconds)))
  }

  private func estimate(_ plan: RenderPlan) -> TimeEstimate? {
    RenderPace(folder: folder.path("pace")).estimate(plan)
  }

  @Test("a film as large as earlier ones takes as long as they did, by a factor of 1.5 to both sides")
  func sameSize() throws {
    #expect(estimate(try plan(640, 360)) == nil)
    try keep(640, 360, seconds: 12)
    try keep(640, 360, seconds: 18)
    try keep(1280, 720, seconds: 900)
    let time = try #require(estimate(try plan(640, 360)))
    #expect(abs(time.low - 8) < 0.001 && abs(time.high - 27) < 0.001)
    #expect(time.renders == 2 && time.processors >= 1)
    #expect(estimate(try plan(640, 360, codec: .hevc)) == nil)
  }

  @Test("of another size, it lies between the time of the frames and that of the pixels")
  func otherSize() throws {
    try keep(640, 360, seconds: 12)
    // As many frames, four times the pixels.
    let time = try #require(estimate(try plan(1280, 720)))
    #expect(abs(time.low - 8) < 0.001 && abs(time.high - 72) < 0.001)
  }

  @Test("what is short is not kept, nor more than 64 renders, and damage counts as nothing")
  func kept() throws {
    try keep(640, 360, seconds: 0.4)
    #expect(estimate(try plan(640, 360)) == nil)
    for _ in 0..<70 { try keep(640, 360, seconds: 5) }
    #expect(estimate(try plan(640, 360))?.renders == 64)
    let path = try #require(
      try shell(["find", folder.path("pace"), "-type", "f"]).split(separator: "\n").first.map(String.init))
    _ = try shell([
      "sh", "-c", "printf 'h264 medium 640 360 -3 7\\nh264 medium 640 360 1 2 3\\nx\\n' > '\(path)'",
    ])
    #expect(estimate(try plan(640, 360)) == nil)
  }

  @Test("what is in the store takes no time")
  func stored() throws {
    try keep(640, 360, seconds: 12)
    let film = try plan(640, 360)
    let done = film.marking(inStore: Set(film.keys))
    #expect(estimate(done) == nil)
    #expect(RenderPace.Render(done, seconds: 9) == nil)
  }

  @Test("what is copied takes no time, and a film that is copied in part says nothing of others")
  func copied() throws {
    try keep(640, 360, seconds: 12)
    var film = try plan(640, 360)
    try #require(film.segments.count == 2)
    film.segments[0].copied = CopiedPictures(media: 0, stream: 0, pictures: 0..<150, reorderDelay: 2)
    let time = try #require(estimate(film))
    #expect(abs(time.low - 4) < 0.001 && abs(time.high - 9) < 0.001)
    #expect(RenderPace.Render(film, seconds: 9) == nil)
  }

  private func shell(_ command: [String]) throws -> String {
    let result = try run(command)
    try #require(result.exitCode == 0, "\(result.errorText)")
    return result.text
  }
}
