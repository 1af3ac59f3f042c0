import Basics
import Composition
import Testing

/// One of everything that a film can hold.
enum Fixture {
  /// Raw values of enumerations: other words for leaves that take no free text.
  static let words: [String] =
    BlendMode.allCases.map(\.rawValue) + FadeCurve.allCases.map(\.rawValue)
    + PitchRule.allCases.map(\.rawValue) + BetweenPictures.allCases.map(\.rawValue)
    + CanvasColor.allCases.map(\.rawValue)
    + ColorBars.allCases.map(\.rawValue) + EffectName.allCases.map(\.rawValue)
    + TextAlignment.allCases.map(\.rawValue) + Waveform.allCases.map(\.rawValue)
    + ChromaSampling.allCases.map(\.rawValue) + Container.allCases.map(\.rawValue)
    + SoundFilterName.allCases.map(\.rawValue) + SoundParameterName.allCases.map(\.rawValue)
    + SoundCodec.allCases.map(\.rawValue) + VideoCodec.allCases.map(\.rawValue)
    + SidecarFormat.allCases.map(\.rawValue) + CropAnchor.allCases.map(\.rawValue)
    + UnitOrder.allCases.map(\.rawValue) + TextUnit.allCases.map(\.rawValue)
    + TrackUse.allCases.map(\.rawValue) + [
      "contain", "cover", "top-first", "bottom-first", "marked", "all", "none", "hold",
    ]

  static let ramp = Curve([
    Curve.Key(time: .zero, value: 0.5, easing: .cubicBezier(x1: 0.25, y1: 0.125, x2: 0.75, y2: 0.875)),
    Curve.Key(time: RationalTime(seconds: 1), value: 0.75, easing: .spring(stiffness: 100, damping: 10)),
    Curve.Key(time: RationalTime(seconds: 9), value: 0.25),
  ])

  static let transitions: [TransitionKind<TransitionPicture>] =
    PlainTransition.allCases.map { .plain($0) } + ColoredTransition.allCases.map { .colored($0, .black) }
    + DirectedTransition.allCases.flatMap { [.directed($0, .left), .directed($0, .up)] }
    + PicturedTransition.allCases.flatMap { transition in
      [0, 5].map { .pictured(transition, TransitionPicture(media: 0, stream: $0)) }
    }

  /// Each filter with all of its numbers, and each without those that may be nothing.
  static let soundFilters: [SoundFilter] = SoundFilterName.allCases.flatMap { name in
    let numbers = name.declaration.parameters.enumerated().map { index, parameter in
      (parameter, SoundFilter.Number(parameter.name, .constant(0.5 + Double(index))))
    }
    let least = numbers.filter { if case .nothing = $0.0.usual { false } else { true } }
    return (least.count < numbers.count ? [numbers, least] : [numbers]).map { SoundFilter(name, $0.map(\.1)) }
  }

  static func pictures() throws -> [Picture] {
    let rate = try #require(FrameRate(25))
    return [
      .moving(media: 0, stream: 0, clock: try clock()),
      .moving(media: 0, stream: 0, clock: try loop()),
      .frozen(media: 0, stream: 0, mediaTime: try time(1, 3)),
      .film(0, clock: try clock()), .frozenFilm(0, filmTime: try time(1, 3)), .still(media: 0, stream: 0),
      .color(Color(red: 1, green: 2, blue: 3, alpha: 4)),
      .gradient(Gradient(colors: [.black, Color(red: 9, green: 8, blue: 7)], degrees: 30)), .bars(.ebu),
      .gradient(
        Gradient(
          colors: [.black, Color(red: 9, green: 8, blue: 7)], degrees: 30,
          circle: GradientCircle(x: 0.2, y: 0.3, radius: 0.9))),
      .noise(Noise(size: 2, amount: 0.2, isColored: false, isStill: false)),
      .noise(Noise(size: 2, amount: 0.2, isColored: true, isStill: true)),
      .shape(
        DrawnShape(
          outline: .rectangle(radius: 3), fill: .black, stroke: DrawnShape.Stroke(width: 2, color: .black))),
      .shape(
        DrawnShape(
          outline: .polygon([
            ShapePoint(x: 0, y: 0.1), ShapePoint(x: 0.9, y: 0.2), ShapePoint(x: 0.3, y: 0.8),
          ]), fill: .black, stroke: nil)),
      .shape(DrawnShape(outline: .ellipse, fill: .black, stroke: nil)),
      .shape(DrawnShape(outline: .line, fill: .black, stroke: nil)), .text(words(.family("Inter"))),
      .text(words(.file("a.ttf"))), .text(words(.family("Inter"), .timecode(rate))),
      .text(words(.family("Inter"), .frames(digits: 4))),
      .text(words(.family("Inter"), .seconds(rate, digits: 4))),
      .text(words(.family("Inter"), .number(try number()))),
      .text(words(.family("Inter"), .source(try source(rate)))), .subtitles(try subtitles()),
      .credits(
        CreditsPicture(
          texts: [CreditsText(words: stillWords(.family("Inter")), x: 3, y: 10)],
          motion: RollMotion(pixels: -1, frames: 400, phase: 1))),
    ]
  }

  static func number() throws -> CountedNumber {
    CountedNumber(
      from: 3, to: 400, frameCount: 50, easing: .easeOut, format: try NumberFormat("a # ##.## b", decimals: 2)
    )
  }

  static func source(_ rate: FrameRate) throws -> SourceReading {
    SourceReading(
      fields: [.text("a"), .timecode(first: 7, rate, isDropFrame: false), .frame(digits: 3)],
      pictures: SourcePictures(
        clock: try clock(), moment: try time(1, 50), filmRate: rate, rate: rate, start: try time(1, 7),
        count: 90, isEdge: true))
  }

  static func clock() throws -> MediaClock {
    var speeds = SpeedCurve()
    try speeds.add(.init(time: .zero, speed: RationalTime(seconds: 1)), comingBy: .linear)
    try speeds.add(.init(time: RationalTime(seconds: 2), speed: RationalTime(seconds: 3)), comingBy: .linear)
    return try #require(MediaClock(from: try time(1, 3), speeds: speeds, isBackwards: true))
  }

  static func loop() throws -> MediaClock {
    MediaClock(from: try time(1, 3), speed: try time(3, 2), isBackwards: false).repeated(
      MediaClock.Pass(length: try time(3, 7), distance: try time(9, 14)))
  }

  static func words(_ font: FontChoice, _ counter: Counter? = nil) -> ShownWords {
    ShownWords(
      text: TextPicture(
        words: "Hello", font: font, size: 20, weight: 700, color: .black, alignment: .center, width: 40,
        height: 30, lineHeight: 1.5, tracking: 2, features: ["tnum"],
        outline: TextOutline(width: 1, color: .black),
        shadow: TextShadow(color: .black, x: 1, y: 2, blur: 3),
        box: TextBox(color: .black, padding: 4, sidePadding: 6, radius: 5),
        motion: TextMotion(
          unit: .letter, order: .center, appearing: TextMotion.Passage(.zoom(0.5), .easeOut),
          leaving: TextMotion.Passage(.blur(4), .easeOut))),
      fonts: [FontReference(path: "/a.ttf", digest: "d1")], size: PixelSize(width: 20, height: 10),
      reach: PixelInsets(left: 1, top: 2, right: 3, bottom: 4), letters: ramp,
      motion: TextMotionTimes(length: 0.5, stagger: 0.25, total: 1, appearing: ramp, leaving: ramp),
      counter: counter)
  }

  /// Words of credits, whose letters do not move on their own.
  static func stillWords(_ font: FontChoice) -> ShownWords {
    var words = words(font)
    (words.letters, words.motion, words.text.motion) = (nil, nil, nil)
    return words
  }

  static func subtitles() throws -> SubtitlePicture {
    func event(_ first: Int64, _ last: Int64, _ order: Int) throws -> SubtitleEvent {
      var line = SubStationEvent()
      line.name = "Anna"
      line.text = "{\\fad(100,100)}Hello"
      return SubtitleEvent(
        wholeRange: try range(try time(first, 30), try time(last, 30)), frames: first..<last, order: order,
        event: line,
        parts: [SubtitleEvent.LitPart(text: "Hello", litText: "{\\1c&H00FFFF&}Hello", litFrames: 2..<3)],
        caption: caption())
    }
    return SubtitlePicture(
      header: "[Script Info]", events: [try event(8, 30, 0), try event(20, 40, 1)],
      fonts: SubtitlePicture.Fonts(
        choice: SubtitleFonts(
          standard: "sans",
          families: [
            ChosenFamily(
              asked: "arial", family: "Liberation Sans",
              substitutes: [ChosenFamily.Substitute(family: "Noto", characters: [0x4E00])])
          ]),
        files: [SubtitlePicture.FontFile(path: "/b.ttf", digest: "d2")], libraries: "libass 1",
        pictures: SubtitlePicture.ColoredLetters(
          file: SubtitlePicture.FontFile(path: "/e.ttf", digest: "d3"), characters: [0x1F389], side: 20)),
      lineGap: 3, ordersWholeLines: true)
  }

  private static func caption() -> Caption {
    var caption = Caption(
      pieces: [Caption.Piece(text: "Hello", unit: 0, word: 0, color: .black)],
      units: [Caption.Unit(litFrames: 2..<6, start: 2, movingFrames: 3)], stroke: .black)
    let box = Caption.Box(color: .black, padding: 2, sidePadding: 3, radius: 1)
    (caption.litColor, caption.hidesUnlit) = (Color(red: 255, green: 255, blue: 0), false)
    (caption.box, caption.boxUnit, caption.litBox) = (box, .word, box)
    caption.movement = Caption.Movement(scale: 0.8, depth: 4, easing: .easeOut)
    return caption
  }

  static func layout(_ curve: Curve) -> PictureLayout {
    var layout = PictureLayout(
      canvas: ExactSize(width: 64, height: 36), natural: PixelSize(width: 20, height: 10), naturalScale: 1.5,
      place: PlaceCurves(x: curve, y: curve, partX: curve, partY: curve))
    layout.width = curve
    layout.height = curve
    layout.scale = curve
    layout.rotation = curve
    layout.crop = crop(curve)
    layout.focus = FocusCurves(x: curve, y: curve)
    layout.skew = SkewCurves(x: curve, y: curve)
    return layout
  }

  static func crop(_ curve: Curve) -> CropCurves {
    CropCurves(left: curve, top: curve, right: curve, bottom: curve)
  }

  static func changes(_ curve: Curve) -> DrawnChanges {
    let color = ColorCurves(red: curve, green: curve, blue: curve, alpha: curve)
    var changes = DrawnChanges()
    changes.color = color
    changes.gradient = [color]
    changes.degrees = curve
    changes.circle = CircleCurves(x: curve, y: curve, radius: curve)
    changes.amount = curve
    changes.strokeWidth = curve
    changes.strokeColor = color
    changes.radius = curve
    changes.boxColor = color
    changes.boxPadding = curve
    changes.boxSidePadding = curve
    changes.shadowColor = color
    changes.shadowBlur = curve
    return changes
  }

  static func facts(_ seconds: Int64) throws -> MediaFacts {
    let range = try range(.zero, RationalTime(seconds: seconds))
    return MediaFacts(
      container: "mov", extent: .finite(range.end), origin: try time(1, 7),
      video: [
        VideoTrackFacts(
          streamIndex: 0, codec: "h264", profile: "High", storedSize: PixelSize(width: 20, height: 10),
          cleanAperture: CleanAperture(x: 1, y: 2, size: PixelSize(width: 18, height: 6)),
          color: ColorTags(primaries: "bt709", transfer: "bt709", matrix: "bt709", isFullRange: false),
          rate: FrameRate(30), mediaRange: range, frameCount: 30, language: "deu", timecode: "01:00:00:00")
      ],
      audio: [
        AudioTrackFacts(
          streamIndex: 1, codec: "aac", profile: "LC", sampleRate: 48000, channelCount: 2,
          channelLayout: "stereo", mediaRange: range, sampleCount: 1000, language: "deu", uses: [.commentary])
      ],
      otherTracks: [OtherTrackFacts(streamIndex: 2, kind: "data", codec: "tmcd", language: "deu")],
      tags: [MediaTag(name: "title", value: "A")], byteCount: 1000, remarks: ["short"])
  }
}

/// Two seconds at 30 frames per second, of one segment, in which everything of `Fixture` shows or sounds.
func everything() throws -> Composition {
  let ramp = try #require(Fixture.ramp)
  let rate = try #require(FrameRate(30))
  func layer(_ picture: Picture) throws -> Layer {
    Layer(
      label: "item", timelineRange: try range(time(1, 7), time(5, 3)), frames: 4..<50, picture: picture,
      contentBox: PixelBox(x: 1, y: 2, width: 30, height: 20),
      visibleBox: PixelBox(x: 3, y: 4, width: 20, height: 10), opacity: ramp)
  }
  var layers = [
    Layer(
      label: "all of it", name: "all", timelineRange: try range(time(1, 7), time(5, 3)), frames: 4..<50,
      picture: .moving(media: 0, stream: 0, mediaStart: try time(1, 3)), between: .blend,
      stabilization: Stabilization(smoothing: RationalTime(seconds: 1), zoom: 1.5),
      contentBox: PixelBox(x: 1, y: 2, width: 30, height: 20),
      visibleBox: PixelBox(x: 3, y: 4, width: 20, height: 10), opacity: ramp,
      movement: Movement(layout: Fixture.layout(ramp), drawnSize: PixelSize(width: 30, height: 20)),
      flip: Flip(isHorizontal: true, isVertical: false), blend: .multiply,
      mask: Mask(
        source: .image(media: 1, stream: 0), layout: Fixture.layout(ramp), feather: ramp, isInverted: true),
      blurredFrame: BlurredFrame(size: PixelSize(width: 10, height: 20), crop: Fixture.crop(ramp)),
      filters: [
        .effect(.blur, ramp), .effect(.grain, ramp), .look(0),
      ],
      chromaKey: ChromaKey(
        color: .black, tolerance: ramp, softness: ramp, spill: ramp, choke: ramp, feather: ramp))
  ]
  layers += try Fixture.pictures().map(layer)
  var masked = try layer(.bars(.smpte))
  masked.mask = Mask(
    source: .rectangle(radius: ramp), layout: Fixture.layout(ramp), feather: ramp, isInverted: false)
  masked.changes = Fixture.changes(ramp)
  layers.append(masked)
  let corners = [ShapePoint(x: 0, y: 0), ShapePoint(x: 1, y: 0.5), ShapePoint(x: 0.2, y: 1)]
  for source in [
    Mask.Source.ellipse, .polygon(corners), .film(0, clock: try Fixture.clock(), by: .luma),
  ] {
    masked.mask?.source = source
    layers.append(masked)
  }
  var filtered = try layer(.moving(media: 1, stream: 0, clock: try Fixture.clock()))
  filtered.filters = [
    .effect(.blur, ramp),
    .ffmpeg(FFmpegFilter(name: "lagfun", options: [.init(name: "decay", value: "0.9")])),
  ]
  layers.append(filtered)

  let whole = try range(time(1, 7), time(5, 3))
  func sound(_ content: SoundContent, _ filters: [SoundStep]) -> Sound {
    var sound = Sound(
      label: "sound", name: "sound", timelineRange: whole, content: content, pitch: .keep, gain: ramp,
      fadesIn: [SoundFade(length: RationalTime(seconds: 1), shape: .sCurve)],
      fadesOut: [SoundFade(length: RationalTime(seconds: 1), shape: .linear)], pan: ramp, filters: filters,
      duck: SoundDuck(
        under: [1], level: 0.5, attack: RationalTime(seconds: 1), release: RationalTime(seconds: 2)),
      language: "deu")
    sound.loudness = -16
    sound.channels = ChannelMatrix(sourceCount: 2, gains: [[1, 0.5], [0.25, 2]])
    return sound
  }
  let moving = Fixture.soundFilters.map { SoundStep.own($0.moving) }
  let nestedLength = RationalTime(seconds: 2)
  let nested = Composition(
    canvas: Canvas(size: PixelSize(width: 32, height: 18), rate: rate),
    mix: MixFormat(), duration: nestedLength, frameCount: 60,
    layers: [try layer(.still(media: 0, stream: 0))],
    sounds: [
      Sound(label: "tone", timelineRange: whole, content: .tone(Tone(waveform: .sine, frequency: 440)))
    ])
  var unused = nested
  unused.sounds[0].content = .tone(Tone(waveform: .sine, frequency: 220))
  var film = Composition(
    canvas: Canvas(
      size: PixelSize(width: 64, height: 36), rate: rate, background: Color(red: 9, green: 9, blue: 9),
      color: .bt2020, depth: .ten),
    mix: MixFormat(loudness: -16, peak: -1), duration: RationalTime(seconds: 2), frameCount: 60,
    media: try (1...3).map {
      var media = MediaReference(
        spelling: "a.mp4", path: "/a.mp4", facts: try Fixture.facts(Int64($0)),
        reading: MediaReading(
          color: ColorTags(primaries: "bt2020", transfer: "pq", matrix: "bt2020nc", isFullRange: true),
          deinterlacing: .all, isPremultiplied: true, raw: rawForm($0)))
      media.coded = CodedMedia(pictures: media.facts.video.map { CodedPictures(track: $0) })
      media.facts.chapters = [MediaChapter(name: "A", range: try range(time(1, 7), time(3, 2)))]
      media.vector = VectorReading(
        fonts: [FontReference(path: "/a.ttf", digest: "a")], values: [VectorValue(name: "a", text: "b")])
      media.aperture = CleanAperture(x: 1, y: 2, size: PixelSize(width: 18, height: 6))
      return media
    },
    layers: layers,
    transitions: [
      Transition(
        label: "luma", timelineRange: try range(time(1, 7), time(3, 2)), frames: 10..<40,
        kind: .pictured(.luma, TransitionPicture(media: 1, stream: 0)),
        easing: .cubicBezier(x1: 0.25, y1: 0.125, x2: 0.75, y2: 0.875),
        outgoing: 0, incoming: 1)
    ],
    sounds: [
      sound(
        .media(0, stream: 1, clock: try Fixture.clock()),
        Fixture.soundFilters.map { .own($0) } + [
          .ffmpeg(FFmpegFilter(name: "aecho", options: [.init(name: "decays", value: "0.4")]))
        ]),
      sound(.film(0, clock: try Fixture.loop()), moving),
      sound(.tone(Tone(waveform: .square, frequency: 440)), []),
    ],
    stems: [SoundStem(name: "story", language: "deu", sounds: [0, 2])],
    soundChecks: SoundChecks(
      loudness: -16, peak: -1, silence: RationalTime(seconds: 1), shortTerm: -14, momentary: -12, range: 15,
      phase: -0.5),
    subtitles: [
      SubtitleStream(
        label: "cues", language: "deu", title: "Deutsch",
        cues: [
          SubtitleStream.Cue(
            timelineRange: whole, text: StyledText([StyledRun(text: "Hello", look: TextLook(), time: whole)]))
        ])
    ],
    films: [
      NestedFilm(name: "inner", composition: nested, media: [1, 0]),
      NestedFilm(name: "unused", composition: unused, media: [0, 0]),
    ],
    luts: ["one", "two"].map { LUT(spelling: "a.cube", path: "/a.cube", digest: $0) })
  film.sidecars = [SubtitleSidecar(subtitles: film.subtitles[0], format: .webVTT)]
  film.cover = 0
  film.chapters = [Chapter(name: "Start", start: .zero)]
  film.fileChecks = FileChecks(
    largest: 1000, black: RationalTime(seconds: 1), flashes: .wcag, freeze: RationalTime(seconds: 9),
    gamut: GamutLimits())
  return film
}

extension SoundFilter {
  /// The same filter with values that move.
  fileprivate var moving: SoundFilter {
    guard let ramp = Fixture.ramp else { return self }
    return SoundFilter(name, numbers.map { Number($0.parameter, ramp) })
  }
}

// MARK: - Which case a value is: a new case does not compile until it has a number here and a value above

extension Picture {
  var kind: Int {
    switch self {
    case .moving: 0
    case .frozen: 1
    case .film: 2
    case .frozenFilm: 3
    case .still: 4
    case .color: 5
    case .subtitles: 6
    case .gradient: 7
    case .bars: 8
    case .shape: 9
    case .text: 10
    case .credits: 11
    case .noise: 12
    }
  }
}

/// Pictures without a header, or samples.
private func rawForm(_ number: Int) -> RawForm? {
  number == 2
    ? .samples(RawSamples(format: .s16le, rate: 44_100, channelCount: 2))
    : RawPixelFormat(named: "rgba").map {
      .pictures(RawPictures(format: $0, size: PixelSize(width: 18, height: 6), rate: FrameRate(25)))
    }
}
