import Basics
import Compiler
import Composition
import Lowering
import Testing

@Suite("Media as a listing")
struct MediaListingTests {
  @Test("reads tracks, and takes what nobody says for ordinary")
  func ordinary() throws {
    let facts = try facts("video 1920x1080 30 12s  audio 48000 stereo")
    #expect(facts.container == "mov")
    #expect(facts.extent == .finite(RationalTime(seconds: 12)))
    let video = try #require(facts.video.first)
    #expect(video.displaySize == PixelSize(width: 1920, height: 1080))
    #expect(video.rate == FrameRate(30))
    #expect(video.frameCount == 360)
    #expect((video.bitDepth, video.hasAlpha, video.fieldOrder) == (8, false, .progressive))
    #expect(video.color.matrix == "bt709")
    let audio = try #require(facts.audio.first)
    #expect((audio.streamIndex, audio.sampleRate, audio.channelCount) == (1, 48000, 2))
    #expect(audio.sampleCount == 576_000)
  }

  @Test("reads every word about a picture")
  func pictures() throws {
    let video = try #require(
      try facts(
        "video 720x576 25 9s pixels 16:15 bottom-first turned 270 mirrored depth 10 alpha variable"
          + " color bt601 timecode 01:00:00:00 from 0.5s codec prores language deu"
      ).video.first)
    #expect(video.displaySize == PixelSize(width: 576, height: 768))
    #expect(video.fieldOrder == .bottomFirst)
    #expect(video.orientation == PictureOrientation(isMirrored: true, clockwiseTurns: .thrice))
    #expect((video.bitDepth, video.hasAlpha, video.pixelFormat) == (10, true, "yuva444p10le"))
    #expect((video.hasVariableRate, video.rate) == (true, FrameRate(25)))
    #expect(video.color.primaries == "smpte170m")
    #expect((video.timecode, video.codec, video.language) == ("01:00:00:00", "prores", "deu"))
    #expect(video.mediaRange.start.description == "0.5s")
    #expect(video.mediaRange.end.description == "9.5s")
  }

  @Test("reads how files stand to the lock, and which file is meant")
  func locks() throws {
    let table = try MediaListing(
      """
      away.mp4  recorded  video 1280x720 30 2s
      new.mp4   changed  video 1280x720 30 2s
      late.mp4  unlocked  still 4x4
      Sea.MP4   missing  nearby sea.mp4
      see.mp4   missing  nearby sea.mp4
      film.edit.lock  damaged
      """
    ).table
    guard case .recorded? = table.states["away.mp4"], case .known? = table.states["new.mp4"] else {
      Issue.record("\(table.states)")
      return
    }
    #expect(table.lock?.findings["new.mp4"] == .otherContent("its content has a different digest"))
    #expect(table.lock?.findings["late.mp4"] == .missing)
    #expect(table.lock?.findings.count == 2)
    #expect(table.lock?.problem != nil)
    #expect(table.nearby["Sea.MP4"]?.likeness == .otherCase)
    #expect(table.nearby["see.mp4"]?.likeness == .similar)
    #expect(table.states["film.edit.lock"] == nil)
    #expect(throws: MediaListingProblem.self) { try MediaListing("a.mp4 missing nearby") }
    #expect(throws: MediaListingProblem.self) { try MediaListing("a.lock damaged twice") }
  }

  @Test("reads stills, sound alone and files without a steady rate")
  func others() throws {
    let still = try facts("still 640x160 alpha untagged")
    #expect(still.extent == .infinite)
    #expect(still.video.first?.isStill == true)
    #expect(still.video.first?.color == ColorTags())
    let song = try facts("audio 44100 5.1(side) 31.5s default from 1/2s")
    #expect(song.audio.first?.channelCount == 6)
    #expect(song.extent.finite?.description == "32s")
    let screen = try facts("video 1280x720 variable 2m full-range")
    #expect(screen.video.first?.rate == nil)
    #expect(screen.video.first?.hasVariableRate == true)
    #expect(screen.video.first?.color.isFullRange == true)
    #expect(screen.extent.finite?.description == "120s")
    let ntsc = try facts("video 1280x720 29.97 1001/30s")
    #expect(ntsc.video.first?.frameCount == 1000)
  }

  @Test("reads what kept facts from being known, and skips comments and empty lines")
  func states() throws {
    let table = try MediaListing(
      "# media\n\nlost.mp4 missing # as the film of 1912\nlater.mp4 unchecked\r\n\nraw broken"
    ).table
    #expect(table.states.count == 3)
    #expect(table.states["lost.mp4"] == .failed(MediaFailure(.missing, reason: "no such file")))
    #expect(table.states["later.mp4"] == .unchecked)
  }

  @Test(
    "names the place of a word that is none",
    arguments: [
      ("a.mp4 video 1920x1080 30", "1:25: expected a length such as `12s`"),
      ("a.mp4 video 1920x0 30 1s", "1:13: '1920x0' is not a size such as `1920x1080`"),
      ("a.mp4 still 4x4\nb.mp4 turned 90", "2:7: 'turned' says nothing here"),
      ("a.mp4 still 4x4 turned 45", "1:24: '45' is not `90`, `180` or `270`"),
      ("a.mp4 still 4x4 depth 9", "1:23: '9' is not a bit depth such as `10`"),
      ("a.mp4 audio 48000 9.1 1s", "1:19: '9.1' is not a channel layout such as `stereo`"),
      ("a.mp4 audio 48000 mono", "1:23: expected a length such as `31.5s`"),
      ("a.mp4 audio 48000 mono -1s", "1:24: '-1s' is not a length such as `31.5s`"),
      ("a.mp4 audio 48000 mono 1s alpha", "1:27: 'alpha' says nothing here"),
      ("a.mp4 missing soon", "1:15: nothing can follow here"),
      ("a.mp4 missing\na.mp4 missing", "2:1: 'a.mp4' is listed twice"),
      ("a.mp4", "1:6: expected `video`, `still`, `audio` or `missing`"),
      ("a.mp4 video 2x2 1/0 1s", "1:17: '1/0' is not a rate such as `30`, or `variable`"),
      (
        "a.mp4 audio 9223372036854775807 mono 9223372036854775807m",
        "1:38: '9223372036854775807m' is not a length such as `31.5s`"
      ),
    ])
  func problems(_ text: String, _ expected: String) {
    #expect { try MediaListing(text) } throws: { "\($0)" == expected }
  }

  private func facts(_ words: String) throws -> MediaFacts {
    guard case .known(let facts, _) = try MediaListing("file.mp4 " + words).table.states["file.mp4"] else {
      throw NoFacts()
    }
    return facts
  }
}

private struct NoFacts: Error {}
