import Basics
import Composition
import ScriptWriting
import Testing

@Suite struct SuggestionTests {
  @Test("goes into a first script without a finding", arguments: FirstScriptTests.listings)
  func lintsClean(listing: String) throws {
    let drafts = try Drafts(listing)
    let block = SuggestedOutput.script(SuggestedOutput.outputs(for: drafts.media, named: "out/film"))
    let draft = FirstScript(named: "film.edit", from: drafts.media).text
    let start = try #require(draft.firstRange(of: "outputs:"))
    #expect(drafts.findings(draft[..<start.lowerBound] + block) == [], "\(block)")
  }

  @Test("is no larger, faster or heavier than the media")
  func fits() throws {
    let facts = try #require(
      try Drafts("a.mp4  video 1920x1080 60 10s  audio 48000 stereo").media.first?.facts)
    func bitRates(_ change: (inout MediaFacts) -> Void) -> [Int64] {
      var facts = facts
      change(&facts)
      return SuggestedOutput.outputs(for: [DraftMedia(path: "a.mp4", facts: facts)], named: "film")
        .compactMap { if case .bitRate(let rate)? = $0.picture?.control { rate } else { nil } }
    }
    // 1920 x 1080 pixels, 0.1 bit each, as often as sqrt(30 x 60) times a second; a quarter of the pixels.
    #expect(bitRates { $0.byteCount = 0 } == [8_800_000, 2_200_000])
    #expect(bitRates { $0.byteCount = 1_000_000_000 } == [8_800_000, 2_200_000])
    // 5 MB in 10 s are 4 Mbit/s.
    #expect(bitRates { $0.byteCount = 5_000_000 } == [4_000_000, 1_000_000])
    #expect(
      bitRates {
        $0.byteCount = 5_000_000
        $0.video[0].codec = "hevc"
      } == [6_000_000, 1_500_000])
    #expect(bitRates { $0.byteCount = 1000 } == [200_000, 200_000])
  }

  @Test("says the same as text and as JSON")
  func text() throws {
    let drafts = try Drafts("a.mp4  video 1280x720 29.97 10s\nb.mp4  video 640x360 24 10s  audio 48000 mono")
    let outputs = SuggestedOutput.outputs(for: drafts.media, named: "out/film")
    #expect(
      SuggestedOutput.script(outputs) == """
        outputs:
          # For archiving: the size of the media, almost lossless.
          - file: out/film.mp4
            size: 1280x720
            rate: 29.97
            video: {quality: 18, speed: slow}
            audio: {bitrate: 128k}
          # For sending or streaming: a steady bit rate, and a key frame every 2 s.
          - file: out/film-web.mp4
            size: 1280x720
            rate: 29.97
            video: {bitrate: 2.8M, keyframes: 2s}
            audio: {bitrate: 106k}
          # For watching on a phone.
          - file: out/film-small.mp4
            size: 960x540
            rate: 29.97
            video: {bitrate: 1.6M, keyframes: 2s}
            audio: {bitrate: 85k}

        """)
    #expect(outputs.last?.json["video"]?["bitRate"]?.integerValue == 1_600_000)
    #expect(outputs.last?.json["video"]?["rate"]?.stringValue == "30000/1001")
    #expect(outputs.first?.json["video"]?["quality"]?.integerValue == 18)
  }

  @Test("of a preset has what the preset means for the media, and goes into a first script without an error")
  func presets() throws {
    let sea = "a.mp4  video 3840x2160 30 10s  audio 48000 5.1"
    let drafts = try Drafts(sea)
    let draft = FirstScript(named: "film.edit", from: drafts.media).text
    let start = try #require(draft.firstRange(of: "outputs:"))
    for preset in OutputPreset.allCases where preset != .passthrough {
      let output = try #require(SuggestedOutput.output(for: drafts.media, as: preset, named: "out/film"))
      // The limits of length and shape of some destinations are warnings.
      let findings = drafts.findings(draft[..<start.lowerBound] + SuggestedOutput.script([output]))
      #expect(findings.filter { $0.contains(": error: ") } == [], "\(preset)")
    }
    func block(_ preset: OutputPreset, _ listing: String) throws -> String? {
      try SuggestedOutput.output(for: Drafts(listing).media, as: preset, named: "out/film").map {
        SuggestedOutput.script([$0])
      }
    }
    // YouTube's table: 8 Mbit/s for 1080p of up to 30 frames per second, 10 with HDR; a key frame every half second.
    #expect(
      try block(.youTubeFullHD, sea) == """
        outputs:
          # For YouTube, at most 1920x1080, at its recommended bit rate.
          - file: out/film.mp4
            preset: youtube-1080p
            size: 1920x1080
            rate: 30
            video: {bitrate: 8M, keyframes: 0.5s}
            audio: {bitrate: 384k}

        """)
    #expect(
      try block(.youTubeFullHD, "a.mp4  video 1920x1080 30 10s  color hlg") == """
        outputs:
          # The media are HDR: write `canvas: {color: hlg}` to keep their brightness.
          # For YouTube, at most 1920x1080, at its recommended bit rate.
          - file: out/film.mp4
            preset: youtube-1080p
            size: 1920x1080
            rate: 30
            video: {codec: hevc, bitrate: 10M, keyframes: 0.5s, color: hlg}
            audio: {codec: none}

        """)
    // X accepts only H.264.
    #expect(try block(.xHD, "a.mp4  video 1280x720 30 10s  color pq")?.contains("hevc") == false)
    #expect(try block(.fullHD, "a.mp4  video 640x360 25 10s")?.contains("size: 640x360") == true)
    #expect(try block(.proRes422, sea)?.contains("file: out/film.mov") == true)
    #expect(try block(.podcast, "a.mp4  video 640x360 25 10s") == nil)
    #expect(try block(.hd, "a.wav  audio 48000 stereo 10s") == nil)
  }

  @Test("of media without sound have none, and of sound alone no picture")
  func halves() throws {
    func block(_ listing: String) throws -> String {
      SuggestedOutput.script(SuggestedOutput.outputs(for: try Drafts(listing).media, named: "film"))
    }
    #expect(try block("a.mp4  video 640x360 24 10s").contains("    audio: {codec: none}\n"))
    #expect(
      try block("a.wav  audio 48000 stereo 10s") == """
        outputs:
          # Sound only.
          - file: film.m4a
            audio: {bitrate: 192k}

        """)
  }
}
