import Basics
import Composition
import RenderPlan
import Testing

@Suite("Tracks of sound in a plan")
struct TrackMixTests {
  /// Two tones over a second of colour.
  private func film() throws -> Composition {
    let range = try #require(TimeRange(start: .zero, end: RationalTime(seconds: 1)))
    let rate = try #require(FrameRate(25))
    return Composition(
      canvas: Canvas(size: PixelSize(width: 64, height: 36), rate: rate), duration: RationalTime(seconds: 1),
      frameCount: 25,
      sounds: [440, 660].map {
        Sound(label: "\($0)", timelineRange: range, content: .tone(Tone(waveform: .sine, frequency: $0)))
      })
  }

  @Test("A track has the key of the sound of a film that has only its items")
  func keys() throws {
    var both = try film()
    var settings = usualSettings
    settings.tracks = [
      TrackSettings(name: "A", language: nil, isDefault: true, audio: AudioEncoding()),
      TrackSettings(name: "B", language: "deu", isDefault: false, audio: AudioEncoding(codec: .flac)),
      TrackSettings(name: nil, language: nil, isDefault: false, audio: AudioEncoding()),
    ]
    both.mixes = [both.heard(only: [0]), both.heard(only: [1]), both.heard(only: [0, 1])]
    let plan = try makePlan(both, settings: settings, digests: [])
    func single(_ sounds: [Int], _ audio: AudioEncoding) throws -> RenderPlan {
      var film = try film()
      film.sounds = sounds.map { film.sounds[$0] }
      var settings = usualSettings
      settings.audio = audio
      return try makePlan(film, settings: settings, digests: [])
    }
    #expect(
      plan.soundTracks.map(\.key)
        == [
          try single([0], AudioEncoding()), try single([1], AudioEncoding(codec: .flac)),
          try single([0, 1], AudioEncoding()),
        ].compactMap(\.soundTrack?.key))
    #expect(plan.segments.map(\.key) == (try single([0], AudioEncoding())).segments.map(\.key))
    #expect(plan.otherTracks.map(\.content) == [.mix(1), .mix(2)])
    let lines = plan.text.split(separator: "\n").filter { $0.hasPrefix("  sound") }
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("  sound 'A', aac, 2 channels, default: samples 0..<48000"))
    #expect(lines[1].hasPrefix("  sound 'B' in deu, flac, 2 channels  encoded"))
    #expect(lines[2].hasPrefix("  sound 3, aac, 2 channels  encoded"))
  }
}

private func makePlan(
  _ film: Composition, settings: OutputSettings, digests: [String]
) throws -> RenderPlan { try plan(film, settings: settings, digests: digests) }
