import Basics
import Composition
import ContentDigest
import FoundationEssentials
import Glibc
import LibAV
import Processes
import RenderPlan
import TestSupport
import Testing

@testable import Export

/// Workers run on processors that are emulated, instruction sets from 2006 to 2013, and on this one: what they
/// put into the store must be the same files.
@Suite(
  .enabled(if: Emulator.isPresent, "qemu-x86_64 is not installed"),
  .enabled(if: testsAll, "runs in `make test-all`"))
struct OtherProcessorsTests {
  private static let processors = ["core2duo", "Haswell"]

  @Test(
    "A segment has the same bytes on every processor: every third codec; `make judge` tries all, and each processor",
    arguments: cases(
      Array(zip(VideoCodec.rendered, VideoCodec.rendered.indices)), quick: 1,
      sample: VideoCodec.rendered.count / 3))
  func segments(codec: VideoCodec, index: Int) throws {
    let turn = index / 2 % Self.processors.count
    let turned = Self.processors[turn...] + Self.processors[..<turn]
    try expectSameBytes(codec, on: cases(turned, quick: 1, sample: 1)) { plan in
      plan.segments.map { WorkOrder.segment($0.index) }
    }
  }

  @Test("A soundtrack has the same bytes on every processor")
  func sound() throws { try expectSameBytes(.h264, on: Self.processors) { _ in [.soundTrack] } }

  private func expectSameBytes(
    _ codec: VideoCodec, on processors: [String], orders: (RenderPlan) -> [WorkOrder]
  ) throws {
    let scratch = try TemporaryFolder()
    let plan = try makePlan(in: scratch, codec)
    let orders = orders(plan)
    let here = try entries(of: plan, orders, in: scratch, named: "here", by: [])
    #expect(here.count == orders.count)
    for processor in processors {
      let emulator = [Emulator.path, "-cpu", processor]
      let there = try entries(of: plan, orders, in: scratch, named: processor, by: emulator)
      #expect(here == there, "\(processor)")
    }
  }

  /// What a worker makes of some of the plan: the digest of each file in its store.
  private func entries(
    of plan: RenderPlan, _ orders: [WorkOrder], in scratch: TemporaryFolder, named name: String,
    by emulator: [String]
  ) throws -> [String: ContentDigest] {
    let store = scratch.path(name)
    try makeFolder(store)
    let identities = try plan.composition.media.map { try #require(FileIdentity(ofFileAt: $0.path)) }
    let planPath = scratch.path("plan-\(name).json")
    try PlanFile(plan: plan, media: identities).write(to: planPath)
    let worker = try run(
      emulator + [
        builtEditc, "render-worker", "--plan", planPath, "--store", store, "--parent", "\(ownProcessID)",
        "--owner", TemporaryOwner.thisProcess.name, "--sandbox", "off",
      ], input: Array(orders.map { $0.line + "\n" }.joined().utf8))
    let last = try #require(orders.last)
    #expect(worker.text.contains(WorkReport.finished(last).line), "\(worker.text.suffix(500))")
    var digests: [String: ContentDigest] = [:]
    for folder in try listFolder(store) {
      for file in try listFolder("\(store)/\(folder)") {
        digests[file] = try ContentDigest.of(readFile("\(store)/\(folder)/\(file)", limit: 1 << 30))
      }
    }
    return digests
  }

  /// Less than a second that uses every kind of arithmetic there is: scaling, turning, fading, alpha, resampling.
  private func makePlan(in scratch: TemporaryFolder, _ codec: VideoCodec) throws -> RenderPlan {
    let clip = scratch.path("clip.mp4")
    let logo = scratch.path("logo.png")
    try ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=213x120:r=25:d=2,noise=alls=12:allf=t", "-f", "lavfi", "-i",
      "anoisesrc=d=2:r=44100:seed=3,volume=0.2", "-t", "2", "-pix_fmt", "yuv420p", "-c:v", "libx264",
      "-preset",
      "ultrafast", "-c:a", "aac", clip)
    try ffmpeg(
      "-f", "lavfi", "-i", "color=white:s=64x64,format=rgba,geq=r=255:g=X*4:b=Y*4:a=X*4", "-frames:v", "1",
      logo)
    let media = try [clip, logo].map { path in
      MediaReference(spelling: path, path: path, facts: try MediaProbe.facts(ofFileAt: path))
    }
    // GIF counts hundredths of a second.
    let (rate, count) = (try #require(FrameRate(codec == .gif ? 25 : 30)), Int64(codec == .gif ? 20 : 24))
    let end = try #require(RationalTime(4, 5))
    let whole = try #require(TimeRange(start: .zero, end: end))
    let fade = try #require(
      Curve([Curve.Key(time: .zero, value: 1), Curve.Key(time: end, value: 0)]))
    // DNxHR has no pictures smaller than this.
    let size = PixelSize(width: 256, height: 120)
    let canvas = PixelBox(x: 0, y: 0, width: size.width, height: size.height)
    let corner = PixelBox(x: 101, y: 13, width: 47, height: 47)
    let composition = Composition(
      canvas: Canvas(
        size: size, rate: rate, background: Color(red: 200, green: 30, blue: 90)
      ),
      duration: whole.end, frameCount: count, media: media,
      layers: [
        Layer(
          label: "clip", timelineRange: whole, frames: 0..<count,
          picture: .moving(media: 0, stream: 0, mediaStart: .zero), contentBox: canvas, visibleBox: canvas,
          opacity: fade),
        Layer(
          label: "logo", timelineRange: whole, frames: 0..<count, picture: .still(media: 1, stream: 0),
          contentBox: corner, visibleBox: corner, opacity: .constant(0.6)),
      ],
      sounds: [
        Sound(label: "clip", timelineRange: whole, media: 0, stream: 1, mediaStart: .zero, gain: fade)
      ])
    let form = try #require(codec.declaration).usualForm(.eight, profile: nil)
    var encoding = VideoEncoding(
      rateControl: .quality(20), speed: "veryfast", depth: form.depth, sampling: form.sampling)
    encoding.codec = codec
    let settings = OutputSettings(
      file: "film.mov", container: .mov, video: encoding,
      audio: AudioEncoding())
    return try RenderPlan(
      composition, settings: settings, mediaDigests: media.map { try ContentDigest.of(text: $0.path) },
      engine: EngineVersion("test", filterLibrary: "none"))
  }

  private func ffmpeg(_ arguments: String...) throws {
    let result = try run(["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments)
    try #require(result.exitCode == 0, "\(result.errorText)")
  }
}

private enum Emulator {
  static let path = "/usr/bin/qemu-x86_64"

  static var isPresent: Bool {
    #if arch(x86_64)
      FileManager.default.isExecutableFile(atPath: path)
    #else
      false
    #endif
  }
}
