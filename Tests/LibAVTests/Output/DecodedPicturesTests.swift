import Basics
import Composition
import LibAV
import TestSupport
import Testing

@Suite("Converting pictures as decoders give them")
struct DecodedPicturesTests {
  @Test(
    "a red still is red video, whatever its file holds",
    arguments: [("rgb24", "png"), ("pal8", "png"), ("rgba", "png"), ("yuvj420p", "jpg"), ("yuvj444p", "jpg")])
  func red(format: String, kind: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("red.\(kind)")
    let made = try run([
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=red:size=64x48", "-vf", "format=rgb24",
      "-frames:v", "1",
      "-pix_fmt", format, "-q:v", "1", path,
    ])
    #expect(made.exitCode == 0)
    let frame = try VideoReader(fileAt: path, streamIndex: 0, origin: .zero).frame(at: .zero)
    #expect(frame.formatName == format)
    let target = PictureTarget(size: PixelSize(width: 32, height: 24), layout: .yuv420p)
    let video = try PictureConverter(to: target).convert(frame)
    for (plane, expected) in [63, 102, 240].enumerated() {
      #expect(abs(sample(video, plane: plane, 7, 9) - expected) <= (kind == "png" ? 1 : 2))
    }
  }

  @Test("a film that is read, written and read again shows the same pictures")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("film.mp4")
    let settings = H264Settings(size: smallSize, rate: try rate(25), quality: .constant(1))
    let frames = try movingFrames.get()
    try writeMovie(path, .mp4, [try encoded(frames, settings, segments: [20, 10])])
    let facts = try MediaProbe.facts(ofFileAt: path)
    #expect(facts.video.first?.frameCount == 30)
    #expect(facts.video.first?.color == .bt709)
    #expect(facts.extent.finite == RationalTime(6, 5))
    let reader = try VideoReader(fileAt: path, streamIndex: 0, origin: facts.origin)
    for index in [0, 9, 19, 20, 29] {
      let shown = try reader.frame(at: try settings.rate.middle(ofFrame: Int64(index)))
      #expect(difference(rawBytes(shown), rawBytes(frames[index])) < 1)
    }
  }
}
