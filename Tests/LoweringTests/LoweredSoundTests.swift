import Basics
import Composition
import Diagnostics
import EditScript
import Lowering
import Testing

@Suite("A timeline of recordings, where no output has a picture")
struct LoweredSoundTests {
  private static let media: [String: MediaState] = Shelf.standard.merging(
    [
      "one.mp3": recording(milliseconds: 3136), "two.wav": recording(milliseconds: 9000),
      "three.wav": recording(milliseconds: 3271),
    ], uniquingKeysWith: { $1 })

  private static func recording(milliseconds: Int64) -> MediaState {
    let end = RationalTime(milliseconds, 1000) ?? .zero
    let track = AudioTrackFacts(
      streamIndex: 0, codec: "pcm_s16le", sampleRate: 48000, channelCount: 1, channelLayout: "mono",
      mediaRange: TimeRange(start: .zero, end: end) ?? .zero, sampleCount: milliseconds * 48)
    return .known(MediaFacts(container: "wav", extent: .finite(end), audio: [track]), path: "/recording")
  }

  private func script(_ text: String, outputs: String = "outputs: [{file: podcast.m4a}]\n") -> LoweredScript {
    LoweredScript("edit: 1\n" + outputs + text, media: Self.media, output: 0)
  }

  private let podcast = "timeline: [{clip: one.mp3}, {clip: two.wav, take: ..3s}, {clip: three.wav}]\n"

  @Test("three recordings of 9.407 s are 9.407 s, each from its sample")
  func toTheSample() throws {
    let film = script(podcast)
    #expect(film.messages.isEmpty)
    let composition = try film.composition()
    #expect(!composition.canvas.hasPicture)
    #expect(try composition.length == time(9407, 1000))
    #expect(composition.frameCount == 9407 * 48)
    #expect(try composition.sounds.map(\.timelineRange.start) == [.zero, time(3136, 1000), time(6136, 1000)])
    #expect(composition.layers.isEmpty)
  }

  @Test("its samples are those of the output's rate")
  func otherRate() throws {
    let film = script(podcast, outputs: "outputs: [{file: a.wav, audio: {rate: 44100}}]\n")
    #expect(try film.composition().frameCount == 414_849)  // 9.407 x 44100 = 414848.7
    #expect(try film.composition().length == time(414_849, 44100))
  }

  @Test("sequences and clips with pictures take part in it")
  func mixed() throws {
    let film = script(
      "sequences: {talk: [{clip: two.wav, take: ..1s}]}\ntimeline: [{sequence: talk}, {clip: land.mp4, take: ..12f}]\n"
    )
    #expect(film.messages.isEmpty)
    // Frames are those of the clip: 12 at 30 a second.
    #expect(try film.composition().length == time(14, 10))
    #expect(try film.composition().layers.isEmpty)
  }

  @Test("clips with pictures alone keep their canvas and its frames")
  func pictures() throws {
    #expect(try script("timeline: [{clip: land.mp4}]").composition().canvas.hasPicture)
  }

  @Test("an output with a picture needs pictures")
  func seen() throws {
    let film = script(podcast, outputs: "outputs: [{file: a.m4a}, {file: b.mp4}]\n")
    let findings = film.diagnostics.filter { $0.id == .noPicture }
    #expect(findings.count == 3)
    #expect(findings.first?.message == "'one.mp3' has no picture, but 'b.mp4' has")
    let hidden = script(podcast, outputs: "outputs: [{file: a.m4a}, {file: b.mp4, video: {codec: none}}]\n")
    #expect(hidden.messages.isEmpty)
    #expect(script(podcast, outputs: "").has(.noPicture))
  }

  @Test("frames are counted only where something says how long they last")
  func frames() throws {
    let film = script("timeline: [{clip: one.mp3, take: ..20f, fade: 5f}]")
    #expect(film.guilty(try film.finding(.wrongUnit)) == "..20f")
    let counted = script("canvas: {rate: 25}\ntimeline: [{clip: one.mp3, take: ..20f, fade: 5f}]")
    #expect(counted.messages.isEmpty)
    #expect(try counted.composition().length == time(8, 10))
  }

  @Test(
    "each key of clips that changes the picture alone has a finding",
    arguments: seenKeysOfClips)
  func seenKeys(key: String, example: String) throws {
    let film = script("timeline: [{clip: one.mp3, \(key): \(example)}]")
    let finding = try film.finding(.noEffect)
    #expect(finding.message == "`\(key)` has no effect: no output has a picture")
  }

  @Test("loudness is kept for the mixer, and cannot be measured of less than 0.4 s")
  func loudness() throws {
    let film = script(
      "timeline: [{clip: one.mp3, loudness: -16 LUFS}, {clip: two.wav, take: ..0.3s, loudness: -16 LUFS}]")
    #expect(film.guilty(try film.finding(.noEffect)) == "-16 LUFS")
    #expect(try film.composition().sounds.map(\.loudness) == [-16, nil])
  }

  @Test("pictures, filters, subtitles and the canvas have findings, too")
  func seenThings() {
    let film = script(
      """
      canvas: {size: 320x180, background: red}
      timeline: [{clip: one.mp3, filters: [sepia, {lowpass: 1kHz}]}, {image: logo.png}]
      overlays: [{color: red, at: 1s}]
      subtitles: [{cues: [{at: 0s..1s, text: Hello}], style: {size: 5%, stroke: 2px black}}]
      checks: {size: 320x180, duration: ..7136ms}
      """)
    #expect(
      film.messages == [
        "no-effect: `size` has no effect: no output has a picture",
        "no-effect: `background` has no effect: no output has a picture",
        "no-effect: the filter `sepia` has no effect: no output has a picture",
        "no-effect: the `image` is not seen: no output has a picture",
        "no-effect: the `color` is not seen: no output has a picture",
        "no-effect: the subtitles 'cues' are not drawn: no output has a picture",
        "check-failed: the film has no picture: no output has one",
      ])
  }
}

/// The keys that clips have only where they are seen, with an example of each.
private let seenKeysOfClips: [(String, String)] = LanguageSchema.item.keys.compactMap { key in
  guard case .item(let kinds, _, _) = key.role, kinds.contains(.clip), key.isOnlySeen, key.name != "freeze"
  else { return nil }
  return (key.name, key.example)
}
