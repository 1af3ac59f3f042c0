import Basics
import Composition
import LibAV
import TestSupport
import Testing

@Suite("Media in fragments")
struct FragmentedMediaTests {
  @Test("Sound before the edit list is not heard, and moves nothing")
  func priming() throws {
    let place = try TemporaryFolder()
    // AAC has 1024 samples before the first one, and fragments say so with times below zero.
    let path = place.path("film.mp4")
    try Judge.make(
      path,
      [
        "-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=2", "-f", "lavfi", "-i", "sine=f=1000:r=48000:d=2",
        "-c:v", "libx264", "-c:a", "aac", "-movflags", "+frag_keyframe+delay_moov",
      ])
    let facts = try MediaProbe.facts(ofFileAt: path)
    let (picture, sound) = (try #require(facts.mainVideo), try #require(facts.mainAudio))
    #expect(facts.origin == .zero)
    #expect(picture.mediaRange.start == .zero && picture.frameCount == 50)
    #expect(sound.mediaRange.start == .zero)
    // The last packet is heard whole.
    #expect((96_000..<(96_000 + 1024)).contains(sound.sampleCount))
    let reader = try AudioReader(
      fileAt: path, streamIndex: sound.streamIndex, origin: facts.origin)
    let heard = try reader.read(from: 0, count: 4800)[0]
    // The tone is there from its first sample on: 100 cycles of 48 samples.
    let crossings = zip(heard, heard.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
    #expect((99...100).contains(crossings))
    #expect(heard.prefix(48).map(abs).max() ?? 0 > 0.05)
  }
}
