import Basics
import Composition
import FoundationEssentials
import Testing

private func video(_ index: Int, cover: Bool = false, still: Bool = false) -> VideoTrackFacts {
  VideoTrackFacts(
    streamIndex: index, codec: "h264", storedSize: PixelSize(width: 2, height: 2), isAttachedPicture: cover,
    isStill: still)
}

private func audio(_ index: Int, isDefault: Bool = false) -> AudioTrackFacts {
  AudioTrackFacts(
    streamIndex: index, codec: "aac", sampleRate: 48000, channelCount: 2, channelLayout: "stereo",
    mediaRange: .zero, sampleCount: 0, isDefault: isDefault)
}

private func facts(video: [VideoTrackFacts] = [], audio: [AudioTrackFacts] = []) -> MediaFacts {
  MediaFacts(container: "mov", extent: .infinite, video: video, audio: audio)
}

@Suite struct MediaFactsTests {
  @Test("The main picture is the first moving track, else the first still, never a cover")
  func mainVideo() {
    let covered = facts(video: [video(0, cover: true), video(1, still: true), video(2), video(3)])
    #expect(covered.mainVideo?.streamIndex == 2)
    #expect(facts(video: [video(0, cover: true), video(1, still: true)]).mainVideo?.streamIndex == 1)
    #expect(facts(video: [video(0, cover: true, still: true)]).mainVideo == nil)
  }

  @Test("The main sound is the one the file marks, else the first")
  func mainAudio() {
    #expect(facts(audio: [audio(0), audio(1, isDefault: true)]).mainAudio?.streamIndex == 1)
    #expect(facts(audio: [audio(4), audio(5)]).mainAudio?.streamIndex == 4)
    #expect(facts().mainAudio == nil)
  }

  @Test("Facts that were stored are read back unchanged")
  func stored() throws {
    var all = facts(video: [video(0)], audio: [audio(1, isDefault: true)])
    all.video[0].rate = FrameRate(30000, per: 1001)
    all.video[0].mediaRange = try #require(TimeRange(start: .zero, end: RationalTime(seconds: 7)))
    all.video[0].orientation = PictureOrientation(isMirrored: true, clockwiseTurns: .thrice)
    all.extent = .finite(RationalTime(seconds: 7))
    all.tags = [MediaTag(name: "title", value: "é")]
    #expect(try JSONDecoder().decode(MediaFacts.self, from: JSONEncoder().encode(all)) == all)
  }
}
