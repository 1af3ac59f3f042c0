import Basics
import Composition
import LibAV
import TestSupport
import Testing

@Suite("Sound at another rate")
struct ResamplingTests {
  /// A click of one sample at every 4800th, as `clicks_every_100ms.wav` has them, from the second one on.
  private func clicks(_ folder: TemporaryFolder, rate: Int) throws -> String {
    let path = folder.path("clicks-\(rate).wav")
    try Judge.make(
      path,
      ["-f", "lavfi", "-i", "aevalsrc='if(eq(mod(n,\(rate / 10)),0),0.9,0)':s=\(rate):d=2"]
        + ["-c:a", "pcm_s16le"])
    return path
  }

  @Test(
    "Clicks stay at their place to the sample", arguments: [8000, 22050, 32000, 44100, 48000, 96000],
    [8000, 44100, 48000])
  func clicksStay(from: Int, to: Int) throws {
    let folder = try TemporaryFolder()
    let path = try clicks(folder, rate: from)
    let reader = try AudioReader(
      fileAt: path, streamIndex: 0, origin: .zero, options: .init(rate: to, channelCount: 1))
    let samples = try reader.read(from: 0, count: 2 * to)[0]
    for click in 1..<19 {
      let place = click * to / 10
      let near = (place - to / 40)...(place + to / 40)
      let loudest = try #require(near.max { abs(samples[$0]) < abs(samples[$1]) })
      #expect(loudest == place, "click \(click) of \(from) at \(to)")
    }
  }

  @Test("Reading in pieces, backwards or at random gives the same numbers as reading at once")
  func anyOrder() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("noise.flac")
    try Judge.make(
      path, ["-f", "lavfi", "-i", "anoisesrc=seed=7:sample_rate=44100:duration=30", "-ac", "2"])
    let whole = try AudioReader(fileAt: path, streamIndex: 0, origin: .zero).read(from: 0, count: 1_440_000)
    let reader = try AudioReader(fileAt: path, streamIndex: 0, origin: .zero)
    var numbers = SeededRandom(seed: 3)
    for _ in 0..<30 {
      let start = Int.random(in: 0..<1_430_000, using: &numbers)
      let count = Int.random(in: 1...10_000, using: &numbers)
      let read = try reader.read(from: Int64(start), count: count)
      #expect(read[0] == Array(whole[0][start..<start + count]))
      #expect(read[1] == Array(whole[1][start..<start + count]))
    }
  }

  @Test(
    "Sound in Matroska, MP4 and a transport stream is found at the same sample from anywhere",
    arguments: cases(
      [
        ("mkv", "aac"), ("mkv", "libvorbis"), ("mkv", "pcm_s16le"), ("mp4", "aac"), ("ts", "mp2"),
        ("mp3", "libmp3lame"),
        ("flac", "flac"), ("ogg", "libvorbis"), ("ts", "aac"), ("opus", "libopus"),
      ], quick: 4))
  func seeks(container: String, codec: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("sweep.\(container)")
    let rate = codec == "libopus" ? 48000 : 44100
    try Judge.make(
      path,
      ["-f", "lavfi", "-i", "aevalsrc='0.5*sin(2*PI*(200+20*t)*t)':s=\(rate):d=40", "-c:a", codec])
    let facts = try MediaProbe.facts(ofFileAt: path)
    let options = AudioReader.Options(rate: rate, channelCount: 1)
    let whole = try AudioReader(fileAt: path, streamIndex: 0, origin: facts.origin, options: options)
      .read(from: 0, count: 40 * rate)[0]
    for start in [30 * rate, 3 * rate, 39 * rate, 15 * rate + 1] {
      let reader = try AudioReader(fileAt: path, streamIndex: 0, origin: facts.origin, options: options)
      let read = try reader.read(from: Int64(start), count: 4000)[0]
      let worst = zip(read, whole[start...]).map { abs($0 - $1) }.max() ?? 1
      // A sweep that is off by one sample differs by 0.03 and more.
      #expect(worst < 0.003, "from \(Double(start) / Double(rate)) s: off by \(worst)")
    }
  }

  @Test("One channel goes into both of a pair at its own strength")
  func monoToStereo() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("half.wav")
    try Judge.make(path, ["-f", "lavfi", "-i", "aevalsrc=0.5:s=48000:d=0.1", "-c:a", "pcm_s16le"])
    let read = try AudioReader(fileAt: path, streamIndex: 0, origin: .zero).read(from: 0, count: 4800)
    #expect(read.count == 2)
    #expect(read.allSatisfy { $0.allSatisfy { $0 == 0.5 } })
  }

  @Test("Six channels go into two: sides as they are, centre and surround at -3 dB, no bass channel")
  func surroundToStereo() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("six.wav")
    try Judge.make(
      path,
      ["-f", "lavfi", "-i", "aevalsrc=0.1|0.2|0.05|0.9|0.03|0.04:s=48000:d=0.1:c=5.1", "-c:a", "pcm_f32le"])
    let read = try AudioReader(fileAt: path, streamIndex: 0, origin: .zero).read(from: 0, count: 100)
    let left: Float = 0.1 + 0.70710678 * (0.05 + 0.03)
    let right: Float = 0.2 + 0.70710678 * (0.05 + 0.04)
    #expect(abs(read[0][50] - left) < 1e-5)
    #expect(abs(read[1][50] - right) < 1e-5)
  }

  @Test("Two channels go into one by their mean")
  func stereoToMono() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("two.wav")
    try Judge.make(path, ["-f", "lavfi", "-i", "aevalsrc=0.5|0.25:s=48000:d=0.1", "-c:a", "pcm_f32le"])
    let reader = try AudioReader(
      fileAt: path, streamIndex: 0, origin: .zero, options: .init(channelCount: 1))
    #expect(abs(try reader.read(from: 0, count: 100)[0][50] - 0.375) < 1e-6)
  }
}
