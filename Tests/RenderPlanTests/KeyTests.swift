import Basics
import Composition
import ContentDigest
import RenderPlan
import Testing

@Suite("What the key of a segment says")
struct KeyTests {
  private func film() throws -> Film {
    let rate = try #require(FrameRate(30))
    var film = Film(
      rate: rate, items: [(try time(5), .zero), (try time(5), try time(1)), (try time(5), try time(2))])
    film.overlays = [try film.overlay(time(5), time(10), .black, media: 1)]
    return film
  }

  private func keys(
    _ film: Film, settings: OutputSettings = usualSettings, digests: [String] = ["first", "second"],
    engine: String = "1"
  )
    throws -> [String]
  {
    try plan(try film.composition(), settings: settings, digests: digests, engine: engine).segments.map(
      \.key.hex)
  }

  @Test("every setting of the encoder changes every key, the file's name and container none")
  func settings() throws {
    let usual = try keys(try film())
    let encodings = [
      VideoEncoding(rateControl: .quality(21)), VideoEncoding(rateControl: .bitRate(20)),
      VideoEncoding(rateControl: .quality(20), speed: "slow"),
      VideoEncoding(rateControl: .quality(20), keyFrameInterval: 60),
    ]
    for encoding in encodings {
      var settings = usualSettings
      settings.video = encoding
      #expect(Set(usual).isDisjoint(with: try keys(try film(), settings: settings)))
    }
    var renamed = usualSettings
    renamed.file = "b.mov"
    renamed.container = .mov
    #expect(try keys(try film(), settings: renamed) == usual)
  }

  @Test("a film that ends sooner or goes on keeps the keys of what is left")
  func otherLengths() throws {
    let usual = try keys(try film())
    var (shorter, longer) = (try film(), try film())
    shorter.items.removeLast()
    longer.items.append((try time(5), try time(3)))
    #expect(zip(usual, try keys(shorter)).allSatisfy { $0 == $1 })
    #expect(zip(usual, try keys(longer)).allSatisfy { $0 == $1 })
    let (whole, part) = (try plan(film().composition()), try plan(film().composition(), part: 0..<300))
    #expect(zip(whole.segments, part.segments).allSatisfy { $0.key == $1.key })
  }

  @Test("another engine changes every key, other media only where they show")
  func engineAndMedia() throws {
    let usual = try keys(try film())
    #expect(Set(usual).isDisjoint(with: try keys(try film(), engine: "2")))
    #expect(Set(usual).isDisjoint(with: try keys(try film(), digests: ["other", "second"])))
    let logo = try keys(try film(), digests: ["first", "other"])
    #expect(zip(usual, logo).map { $0 == $1 } == [true, false, true])
  }

  @Test("paths, labels and spellings of media change no key")
  func names() throws {
    var composition = try film().composition()
    let usual = try plan(composition).segments.map(\.key)
    composition.media[0].path = "/elsewhere/b.mp4"
    composition.media[0].spelling = "b.mp4"
    composition.layers[0].label = "intro"
    #expect(try plan(composition).segments.map(\.key) == usual)
  }

  @Test("opacity changes the keys of the segments in which it moves, and no others")
  func opacity() throws {
    let usual = try keys(try film())
    var faded = try film()
    faded.items[1].length = try time(20)
    let still = try keys(faded)
    let fade: Curve = try #require(
      Curve([Curve.Key(time: try time(19), value: 1), Curve.Key(time: try time(20), value: 0, easing: .hold)])
    )
    faded.opacities[1] = fade
    let moving = try keys(faded)
    #expect(moving.count == still.count)
    let same = zip(still, moving).map { $0 == $1 }
    #expect(same.filter { !$0 }.count == 1)
    #expect(usual.count == 3)
  }

  @Test("boxes, colours, the canvas and the order of layers are part of a key")
  func picture() throws {
    let composition = try film().composition()
    let usual = try plan(composition).segments[1].key
    let changes: [(inout Composition) -> Void] = [
      { $0.layers[3].contentBox.x += 1 }, { $0.layers[3].visibleBox.width += 1 },
      { $0.canvas.background = Color(red: 1, green: 0, blue: 0) }, { $0.canvas.size.width += 2 },
      { $0.layers.swapAt(1, 3) }, { $0.layers[3].opacity = .constant(0.5) },
    ]
    for change in changes {
      var changed = composition
      change(&changed)
      #expect(try plan(changed).segments.allSatisfy { $0.key != usual })
    }
  }

  @Test("the key of the sound says its media, times, gains, rate and encoder")
  func sound() throws {
    var composition = try film().composition()
    #expect(try plan(composition).soundTrack == nil)
    composition.sounds = [
      Sound(
        label: "song", timelineRange: try range(.zero, time(15)), media: 1, stream: 1, mediaStart: .zero)
    ]
    let usual = try #require(try plan(composition).soundTrack)
    #expect(usual.samples == 0..<720_000)
    var settings = usualSettings
    settings.audio = AudioEncoding(bitRate: 96_000)
    var others = [
      try plan(composition, settings: settings), try plan(composition, digests: ["first", "other"]),
      try plan(composition, engine: "engine 2"), try plan(composition, part: 0..<30),
    ]
    let changes: [(inout Composition) -> Void] = [
      { $0.sounds[0].gain = .constant(0.5) },
      { $0.sounds[0].content = .media(1, stream: 1, mediaStart: RationalTime(seconds: 1)) },
      { $0.sounds[0].content = .media(1, stream: 2, mediaStart: .zero) },
      { $0.sounds[0].content = .tone(Tone(waveform: .sine, frequency: 440)) },
      { $0.sounds[0].pan = .constant(0.5) },
      { $0.sounds[0].fadesIn = [SoundFade(length: RationalTime(seconds: 1), shape: .sCurve)] },
      { $0.sounds[0].fadesOut = [SoundFade(length: RationalTime(seconds: 1), shape: .sCurve)] },
      {
        $0.sounds[0].duck = SoundDuck(
          under: [], level: 0.5, attack: RationalTime(seconds: 1), release: RationalTime(seconds: 1))
      },
      {
        $0.sounds[0].filters = [.own(SoundFilter(.highpass, [SoundFilter.Number(.frequency, .constant(80))]))]
      },
      {
        $0.sounds[0].filters = [.own(SoundFilter(.reverb, [SoundFilter.Number(.strength, .constant(0.5))]))]
      },
      { $0.mix.loudness = -16 }, { $0.mix.peak = -1 },
      { $0.mix.channelCount = 1 }, { $0.mix.sampleRate = 44100 },
    ]
    for change in changes {
      var changed = composition
      change(&changed)
      others.append(try plan(changed))
    }
    #expect(others.allSatisfy { $0.soundTrack != nil && $0.soundTrack?.key != usual.key })
    settings.audio = nil
    #expect(try plan(composition, settings: settings).soundTrack == nil)
  }

  @Test("what is in the store is marked")
  func marking() throws {
    let plan = try plan(try film().composition())
    let second = plan.segments[1].key
    #expect(plan.marking(inStore: [second]).segments.map(\.isInStore) == [false, true, false])
  }
}
