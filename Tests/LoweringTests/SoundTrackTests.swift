import Composition
import Diagnostics
import EditScript
import Lowering
import Testing

@Suite("Several tracks of sound in one file")
struct SoundTrackTests {
  private static let head = """
    edit: 1
    canvas: {size: 640x360, rate: 25}
    timeline: [{clip: land.mp4, take: ..2s}]
    audio:
      - {clip: song.m4a, name: music, at: 0s, take: ..2s, duck: {under: [english, german]}}
      - {tone: sine, name: english, at: 0s, for: 1s}
      - {tone: square, name: german, at: 1s, for: 1s}
      - {tone: triangle, name: quiet, at: 1s, for: 1s, enabled: false}

    """

  private func script(_ tracks: String, file: String = "a.mp4", _ more: String = "") -> LoweredScript {
    LoweredScript(Self.head + "outputs: [{file: \(file), audio: [\(tracks)]\(more)}]", output: 0)
  }

  /// What is heard in each track.
  private func heard(_ tracks: String) throws -> [[String]] {
    let lowered = script(tracks)
    #expect(lowered.messages.isEmpty)
    return try #require(try lowered.composition().mixes).map { $0.sounds.map(\.label) }
  }

  @Test("hear all items, only some, or all but some; `story` is the timeline")
  func choice() throws {
    let (story, music, english, german) = ("clip land.mp4", "music", "english", "german")
    #expect(try heard("{}, {only: [music, story]}") == [[story, music, english, german], [story, music]])
    #expect(
      try heard("{without: german}, {without: [story, english, german]}") == [
        [story, music, english], [music],
      ])
  }

  @Test("make room only for what is heard in them")
  func ducking() throws {
    let film = try script("{without: german}, {without: english}, {only: music}").composition()
    #expect(
      film.mixes?.map { $0.sounds.map { $0.duck?.under } } == [[nil, [2], nil], [nil, [2], nil], [nil]])
    #expect(film.sounds[1].duck?.under == [2, 3])
    #expect(film.mixes?.map { $0.sounds.last?.content } == [2, 3, 1].map { film.sounds[$0].content })
    #expect(
      film.mixes?.allSatisfy { $0.layers.isEmpty && $0.media == film.media && $0.canvas == film.canvas }
        == true)
  }

  @Test("have channels of their own, as a film of these channels has them")
  func channels() throws {
    let film = try script("{}, {channels: mono}, {channels: 7.1}").composition()
    #expect(film.mixes?.map(\.mix.channelCount) == [2, 1, 8])
    let head = Self.head.replacing("take: ..2s, duck", with: "take: ..2s, channels: {side-left: left}, duck")
    let routed = LoweredScript(
      head + "outputs: [{file: a.mov, audio: [{}, {channels: 7.1}, {channels: 5.1}, {channels: mono}]}]",
      output: 0)
    let gains = try #require(try routed.composition().mixes).map {
      $0.sounds[1].channels?.gains.map { $0[0] }
    }
    let half = 0.5.squareRoot()
    #expect(gains == [[half, 0], [0, 0, 0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 1, 0], [1]])
    #expect(routed.messages.isEmpty)
  }

  @Test("have settings of their own, and the first one is the default if none says so")
  func settings() throws {
    let lowered = script("{name: A, language: en, bitrate: 96k}, {name: B, codec: opus}, {language: deu}")
    let output = try #require(lowered.script.outputs.first)
    let found = lower(output, rate: nil)
    #expect(found.diagnostics.isEmpty)
    #expect(
      found.settings?.tracks == [
        TrackSettings(name: "A", language: "eng", isDefault: true, audio: AudioEncoding(bitRate: 96000)),
        TrackSettings(name: "B", language: nil, isDefault: false, audio: AudioEncoding(codec: .opus)),
        TrackSettings(name: nil, language: "deu", isDefault: false, audio: AudioEncoding()),
      ])
    #expect(found.settings?.audio == AudioEncoding(bitRate: 96000))
    let chosen = try #require(script("{default: false}, {}, {default: true}").script.outputs.first)
    #expect(lower(chosen, rate: nil).settings?.tracks?.map(\.isDefault) == [false, false, true])
    let second = try #require(script("{default: false}, {}").script.outputs.first)
    #expect(lower(second, rate: nil).settings?.tracks?.map(\.isDefault) == [false, true])
  }

  @Test(
    "are refused where they contradict themselves or their file",
    arguments: [
      ("{name: A}, {name: A}", "a.mp4", "", "two audio tracks are named 'A'", "A"),
      ("{default: true}, {default: yes}", "a.mp4", "", "two audio tracks are the default", "yes"),
      ("{default: false}", "a.mp4", "", "no audio track is the default", "false"),
      ("{name: A}", "a.mp3", "", ".mp3 files have one audio track", "{name: A}"),
      ("{name: A}", "'%04d.png'", "", ".png files have no sound", "{name: A}"),
      (
        "{}", "a.mp4", ", stems: true", "`stems` adds tracks, but `audio` lists all tracks of the file",
        "true"
      ),
      (
        "{name: A}", "a.mp4", ", mode: passthrough",
        "listed tracks are mixed and encoded, but this output copies its sound", "{name: A}"
      ),
      (
        "{}, {codec: flac, bitrate: 96k}", "a.mp4", "",
        "flac is lossless, so its bit rate depends on the sound", "96k"
      ),
    ])
  func refused(tracks: String, file: String, more: String, message: String, guilty: String) throws {
    let lowered = script(tracks, file: file, more)
    let output = try #require(lowered.script.outputs.first)
    let found = lower(output, rate: nil).diagnostics
    let finding = try #require(found.first { $0.message == message }, "\(found.map(\.message))")
    #expect(lowered.guilty(finding) == guilty)
  }

  @Test("name items that are there and heard, and hold no more channels than their codec")
  func names() throws {
    let unknown = script("{only: germann}")
    #expect(try unknown.finding(.unknownName).message == "no item is named 'germann'")
    #expect(unknown.film.composition == nil)
    let many = script("{}, {codec: mp3, channels: 7.1}")
    let finding = try many.finding(.codecLimit)
    #expect(finding.message == "mp3 supports 2 channels, but the mix has 8")
    #expect(many.guilty(finding) == "7.1")
    let apple = script("{codec: alac, channels: 7.1}", file: "a.m4a")
    #expect(try apple.finding(.codecLimit).message == "alac supports 6 channels, but the mix has 8")
    let silent = script("{without: [story, music, english, german]}")
    #expect(try silent.finding(.noSound).message == "nothing is heard in track 1: the track would be silent")
  }
}
