import TestSupport
import Testing

@Suite struct SegmentOrderTests {
  /// While the last frames of a segment are encoded, its worker draws the next one, which here is encoded sooner.
  @Test func slowAndFastSegmentsTakeTurns() throws {
    let folder = try TemporaryFolder()
    let clip = folder.path("hard.mp4")
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=96x54:r=25:d=11,noise=alls=60:allf=t:all_seed=7", "-c:v", "libx264",
      "-qp", "10", "-preset", "ultrafast", clip,
    ])
    let script = """
      edit: 1
      canvas: {size: 96x54, rate: 25}
      timeline:
        - {clip: hard.mp4, take: ..5s}
        - {color: navy, for: 5s}
        - {clip: hard.mp4, take: 6s..11s}
        - {color: teal, for: 5s}
      outputs: [{file: film.mp4, video: {speed: veryslow}}]
      """
    let path = try folder.write("film.edit", script)
    var films: [[UInt8]] = []
    for jobs in ["1", "4"] {
      try editc(["render", path, "--no-cache", "--force", "--jobs", jobs])
      films.append(try grayPictures(folder.path("film.mp4")))
    }
    #expect(films[0].count == 500 * 96 * 54)
    #expect(films[0] == films[1])
  }
}
