import Basics
import Composition
import Interchange
import Testing

/// Every property of a film is in the cut or among the losses.
@Suite("Properties of films")
struct CompletenessTests {
  private let film: Composition
  private let moving = Curve([
    Curve.Key(time: .zero, value: 0.25), Curve.Key(time: RationalTime(seconds: 1), value: 0.75),
  ])

  init() throws {
    film = try compiledFilm(
      """
      edit: 1
      canvas: {size: 1920x1080, rate: 25}
      mix: {splice: 0s}
      timeline:
        - {clip: sea.mp4, take: 0s..4s}
        - transition: dissolve 1s
        - {clip: sea.mp4, take: 10s..14s}
        - {text: Hello, for: 2s}
      audio:
        - {clip: song.m4a, take: 0s..5s, at: 2s}
      outputs:
        - file: out/film.mp4
      """,
      media: """
        sea.mp4   video 1920x1080 25 60s  audio 48000 stereo
        song.m4a  audio 48000 stereo 90s
        fonts
        """)
  }

  private func labels(_ value: some Any) -> Set<String> {
    Set(Mirror(reflecting: value).children.compactMap(\.label))
  }

  private func names<Property: CaseIterable & RawRepresentable<String>>(_ type: Property.Type) -> Set<String>
  {
    Set(Property.allCases.map(\.rawValue))
  }

  @Test("are all listed")
  func listed() throws {
    #expect(names(CompositionProperty.self) == labels(film))
    #expect(names(CanvasProperty.self) == labels(film.canvas))
    #expect(names(MixProperty.self) == labels(film.mix))
    let media = try #require(film.media.first)
    #expect(names(MediaProperty.self) == labels(media))
    #expect(names(ReadingProperty.self) == labels(media.reading))
    let aspects = Set(LayerAspect.all.map(\.property))
    #expect(names(LayerProperty.self).union(aspects) == labels(try #require(film.layers.first)))
    #expect(names(TransitionProperty.self) == labels(try #require(film.transitions.first)))
    #expect(names(SoundProperty.self) == labels(try #require(film.sounds.first)))
    let nested = NestedFilm(name: "part", composition: film, media: [])
    #expect(names(NestedFilmProperty.self) == labels(nested))
    let settings = OutputSettings(file: "film.mp4", container: .mp4, video: nil, audio: nil)
    #expect(names(FileProperty.self) == labels(settings))
    #expect(names(SubtitleProperty.self) == labels(SubtitleStream(label: "", language: nil, cues: [])))
    guard case .text(let words)? = film.layers.last?.picture else {
      Issue.record("the last layer shows no text")
      return
    }
    #expect(names(WordsProperty.self) == labels(words))
    #expect(names(TextProperty.self) == labels(words.text))
  }

  /// Expects that a change of the film changes the cut or what is told of it.
  private func expectTold(_ property: String, _ change: (inout Composition) -> Void) throws {
    var changed = film
    change(&changed)
    #expect(changed != film, "\(property) was not changed")
    #expect(try cut(changed) != cut(film), "\(property) is silently left out")
  }

  /// As the command names files: by their paths.
  private func cut(_ film: Composition) throws -> ExportedTimeline {
    let paths = Dictionary(film.media.map { ($0.spelling, $0.path) }, uniquingKeysWith: { first, _ in first })
    return try ExportedTimeline(film, ExportOptions(paths: paths))
  }

  @Test("are told of layers")
  func layers() throws {
    let mask = Mask(
      source: .ellipse,
      layout: PictureLayout(
        canvas: ExactSize(width: 100, height: 100), natural: nil,
        place: PlaceCurves(x: .constant(0), y: .constant(0), partX: .constant(0), partY: .constant(0))),
      feather: .constant(0), isInverted: false)
    let aspects = LayerAspect.all.map(\.property)
    for property in LayerProperty.allCases.map(\.rawValue) + aspects {
      try expectTold(property) { film in
        let range = TimeRange(start: RationalTime(seconds: 8), end: RationalTime(seconds: 9)) ?? .zero
        // The clip before the dissolve.
        switch property {
        case "label": film.layers[0].label = "Other"
        case "name": film.layers[0].name = "Other"
        case "timelineRange": film.layers[0].timelineRange = range
        case "frames": film.layers[0].frames = 0..<90
        case "picture":
          film.layers[0].picture = .moving(media: 0, stream: 0, mediaStart: RationalTime(seconds: 1))
        case "changes": film.layers[0].changes = DrawnChanges()
        case "between": film.layers[0].between = .blend
        case "stabilization": film.layers[0].stabilization = Stabilization(smoothing: .zero, zoom: 1)
        case "contentBox": film.layers[0].contentBox.width = 500
        case "visibleBox": film.layers[0].visibleBox.width = 500
        case "opacity": film.layers[0].opacity = moving ?? .constant(0.5)
        case "movement":
          film.layers[0].movement = Movement(layout: mask.layout, drawnSize: PixelSize(width: 10, height: 10))
        case "flip": film.layers[0].flip.isVertical = true
        case "blend": film.layers[0].blend = .screen
        case "mask": film.layers[0].mask = mask
        case "blurredFrame":
          film.layers[0].blurredFrame = BlurredFrame(size: PixelSize(width: 10, height: 10), crop: nil)
        case "filters": film.layers[0].filters = [.effect(.blur, .constant(1))]
        case "chromaKey": film.layers[0].chromaKey = ChromaKey(color: .black)
        default: Issue.record("\(property) is not tried")
        }
      }
    }
  }

  @Test("are told of sounds")
  func sounds() throws {
    let other = try #require(film.sounds.indices.last)
    // The first one belongs to a picture, the last one stands alone.
    for index in [0, other] {
      for property in SoundProperty.allCases
      where ![.label, .name].contains(property) || index == other {
        try expectTold("\(property.rawValue) of sound \(index)") { film in
          let range = TimeRange(start: RationalTime(seconds: 1), end: RationalTime(seconds: 2)) ?? .zero
          switch property {
          case .label: film.sounds[index].label = "Other"
          case .name: film.sounds[index].name = "Other"
          case .timelineRange: film.sounds[index].timelineRange = range
          case .content: film.sounds[index].content = .tone(Tone(waveform: .sine, frequency: 440))
          case .pitch:
            film.sounds[index].pitch = .follow
            film.sounds[index].content = .media(
              0, stream: 1,
              clock: MediaClock(from: .zero, speed: RationalTime(seconds: 2), isBackwards: false))
          case .gain: film.sounds[index].gain = moving ?? .constant(0.5)
          case .fadesIn:
            film.sounds[index].fadesIn += [SoundFade(length: RationalTime(seconds: 1), shape: .sCurve)]
          case .fadesOut:
            film.sounds[index].fadesOut += [SoundFade(length: RationalTime(1, 1000) ?? .zero, shape: .linear)]
          case .pan: film.sounds[index].pan = .constant(1)
          case .filters: film.sounds[index].filters = [.ffmpeg(FFmpegFilter(name: "aecho"))]
          case .channels: film.sounds[index].channels = ChannelMatrix(sourceCount: 1, gains: [[1], [0]])
          case .loudness: film.sounds[index].loudness = -16
          case .duck:
            film.sounds[index].duck = SoundDuck(under: [0], level: 0.5, attack: .zero, release: .zero)
          case .language: film.sounds[index].language = "fra"
          }
        }
      }
    }
  }

  @Test("are told of transitions and of the film")
  func filmItself() throws {
    for property in TransitionProperty.allCases {
      // The cut between the two pictures says the range and the frames.
      guard ![.timelineRange, .frames].contains(property) else { continue }
      try expectTold(property.rawValue) { film in
        switch property {
        case .label: film.transitions[0].label = "Other"
        case .timelineRange, .frames: break
        case .kind: film.transitions[0].kind = .directed(.wipe, .left)
        case .easing: film.transitions[0].easing = .hold
        case .outgoing: film.transitions[0].outgoing = nil
        case .incoming: film.transitions[0].incoming = nil
        }
      }
    }
    for property in CanvasProperty.allCases {
      try expectTold(property.rawValue) { film in
        switch property {
        case .size: film.canvas.size.width = 1000
        case .rate: film.canvas.rate = .onePerSecond
        case .background: film.canvas.background.red = 9
        case .color: film.canvas.color = .pq
        case .depth: film.canvas.depth = .ten
        }
      }
    }
    for property in MixProperty.allCases {
      try expectTold(property.rawValue) { film in
        switch property {
        case .sampleRate: film.mix.sampleRate = 44100
        case .channelCount: film.mix.channelCount = 6
        case .loudness: film.mix.loudness = -14
        case .peak: film.mix.peak = -1
        }
      }
    }
    // The places of packets are no part of the film.
    for property in MediaProperty.allCases where property != .coded {
      try expectTold(property.rawValue) { film in
        switch property {
        case .spelling: film.media[0].spelling = "other.mp4"
        case .path: film.media[0].path = "/other.mp4"
        case .facts: film.media[0].facts.extent = .finite(RationalTime(seconds: 100))
        case .reading: film.media[0].reading.damage = .hold
        case .aperture:
          film.media[0].aperture = CleanAperture(x: 16, y: 9, size: PixelSize(width: 1888, height: 1062))
        case .vector: film.media[0].vector = VectorReading()
        case .coded: break
        }
      }
    }
    for property in CompositionProperty.allCases {
      // Tables that others refer to.
      guard ![.luts].contains(property) else { continue }
      let cue = SubtitleStream.Cue(timelineRange: .zero, text: StyledText(plain: "Hello"))
      let stream = SubtitleStream(label: "cues", language: nil, cues: [cue])
      try expectTold(property.rawValue) { film in
        switch property {
        case .canvas: film.canvas.depth = .ten
        case .mix: film.mix.channelCount = 1
        case .duration: film.duration = RationalTime(seconds: 77)
        case .frameCount: film.frameCount += 10
        case .media: film.media.removeLast()
        case .layers: film.layers.removeLast()
        case .transitions: film.transitions = []
        case .sounds: film.sounds.removeLast()
        case .subtitles: film.subtitles = [stream]
        case .sidecars: film.sidecars = [SubtitleSidecar(subtitles: stream, format: .subRip)]
        case .cover: film.cover = 0
        case .films: film.films = [NestedFilm(name: "part", composition: film, media: [0, 1])]
        case .stems: film.stems = [SoundStem(name: "music", sounds: [0])]
        case .mixes: film.mixes = [film]
        case .soundChecks: film.soundChecks.peak = -1
        case .luts: break
        case .chapters: film.chapters = [Chapter(name: "One", start: .zero)]
        case .fileChecks: film.fileChecks.largest = 1
        }
      }
    }
  }

  @Test("are told of credits")
  func credits() throws {
    func credits(_ film: inout Composition, _ names: [String], pixels: Int) {
      guard case .text(let words)? = film.layers.last?.picture else { return }
      let texts = names.map { name in
        var words = words
        words.text.words = name
        return CreditsText(words: words, x: 0, y: 0)
      }
      film.layers[film.layers.count - 1].picture = .credits(
        CreditsPicture(texts: texts, motion: RollMotion(pixels: pixels)))
    }
    var still = film
    credits(&still, ["Directed by", "Grace Hopper"], pixels: 0)
    #expect(try cut(still) != cut(film))
    var rolling = film
    credits(&rolling, ["Directed by", "Grace Hopper"], pixels: -4)
    #expect(try cut(rolling) != cut(still))
    var other = film
    credits(&other, ["Directed by", "Mary Jackson"], pixels: -4)
    #expect(try cut(rolling) != cut(other))
  }

  @Test("are told of words")
  func words() throws {
    // A shown text has the size that fits.
    for property in TextProperty.allCases where property != .fit {
      try expectTold(property.rawValue) { film in
        guard case .text(var words)? = film.layers.last?.picture else { return }
        switch property {
        case .words: words.text.words = "Other"
        case .isMarkup: words.text.isMarkup.toggle()
        case .font: words.text.font = .file("a.ttf")
        case .size: words.text.size += 1
        case .weight: words.text.weight += 100
        case .color: words.text.color.red ^= 1
        case .alignment: (words.text.alignment, words.text.words) = (.right, "a\nb")
        case .width: words.text.width = 50
        case .height: words.text.height = 50
        case .lineHeight: words.text.lineHeight = 2
        case .tracking: words.text.tracking = 2
        case .features: words.text.features = ["tnum"]
        case .fit: break
        // The export reports the times of a motion.
        case .motion:
          words.motion = TextMotionTimes(length: 1, stagger: 0, total: 1, appearing: nil, leaving: nil)
        case .outline: words.text.outline = TextOutline(width: 1, color: .black)
        case .shadow: words.text.shadow = TextShadow(color: .black, x: 1, y: 1, blur: 0)
        case .box: words.text.box = TextBox(color: .black, padding: 1, radius: 0)
        }
        film.layers[film.layers.count - 1].picture = .text(words)
      }
    }
    for property in [WordsProperty.letters, .motion, .counter] {
      try expectTold(property.rawValue) { film in
        guard case .text(var words)? = film.layers.last?.picture else { return }
        switch property {
        case .letters: words.letters = .constant(1)
        case .motion:
          words.motion = TextMotionTimes(length: 1, stagger: 0, total: 1, appearing: nil, leaving: nil)
        default:
          words.counter = .number(
            CountedNumber(from: 0, to: 9, frameCount: 25, easing: .linear, format: NumberFormat(decimals: 0)))
        }
        film.layers[film.layers.count - 1].picture = .text(words)
      }
    }
  }
}
