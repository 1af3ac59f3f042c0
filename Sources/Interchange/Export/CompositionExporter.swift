import Basics
import Composition

/// Iterates over all properties of a film: each becomes part of the sequence or a loss.
struct CompositionExporter {
  let film: Composition
  /// The numbers in the timeline of the film's media and nested films; -1 for missing ones.
  let media: [Int]
  let sequences: [Int]
  /// The media of the timeline.
  let files: [InterchangeMedia]
  let item: String
  /// The canvas of the enclosing film; nil for the film itself.
  let parent: Canvas?
  let markers: [InterchangeMarker]?
  /// The frame rate of pictures and of everything that other programs place on frames.
  let rate: FrameRate
  let joints: TransitionIndex
  var losses = ExportLossList()
  private(set) var sequence = InterchangeSequence()
  /// The sounds that are played by their picture's clip.
  var linkedSounds: Set<Int> = []
  /// The number of fades shorter than half a frame.
  var shortFades = 0

  init(
    _ film: Composition, media: [Int], sequences: [Int], files: [InterchangeMedia], item: String,
    parent: Canvas?,
    markers: [InterchangeMarker]?
  ) {
    self.film = film
    self.media = media
    self.sequences = sequences
    self.files = files
    self.item = item
    self.parent = parent
    self.markers = markers
    rate = film.canvas.rate
    joints = TransitionIndex(film)
  }

  mutating func run() throws(TimeOverflow) {
    for property in CompositionProperty.allCases {
      switch property {
      case .canvas: reportCanvas()
      case .mix: reportMix()
      case .duration: break
      case .frameCount: break
      // They are already in the timeline.
      case .media: break
      case .layers:
        sequence.tracks = try pictureTracks()
        try fillToEnd()
      // They are in the picture tracks, which also report losses.
      case .transitions: break
      case .sounds: sequence.tracks += try soundTracks()
      case .subtitles: for stream in film.subtitles { add(stream, isFile: false) }
      case .sidecars: for sidecar in film.sidecars { add(sidecar.subtitles, isFile: true) }
      case .cover:
        if film.cover != nil { losses.drop(item, property, "the cover is not exported") }
      case .films: break
      case .stems:
        for stem in film.stems {
          losses.drop(item, property, "the stem `\(stem.name)` is not exported")
        }
      case .mixes:
        if let mixes = film.mixes {
          losses.drop(
            item, property, "the \(mixes.count) separate audio tracks are not exported")
        }
      case .soundChecks:
        if film.soundChecks != SoundChecks() {
          losses.drop(item, property, "checks of the sound are not exported")
        }
      // The layers report the filters that use them.
      case .luts: break
      case .chapters:
        sequence.markers =
          markers
          ?? film.chapters.map {
            InterchangeMarker(
              name: $0.name, time: $0.start, isChapter: true,
              place: InputPlace(item: "marker \($0.name) at \($0.start)"))
          }
      case .fileChecks:
        if film.fileChecks != FileChecks() {
          losses.drop(item, property, "checks of the file are not exported")
        }
      }
    }
    if shortFades > 0 {
      losses.drop(
        item, SoundProperty.fadesIn, "\(shortFades) fades of sounds are shorter than half a frame")
    }
  }

  /// Adds a gap after the last picture, so that the sequence is as long as the film.
  private mutating func fillToEnd() throws(TimeOverflow) {
    guard film.canvas.hasPicture else { return }
    let end = try rate.start(ofFrame: film.frameCount)
    if end != film.duration {
      losses.approximate(
        item, CompositionProperty.duration, "it lasts a whole number of frames: \(end), not \(film.duration)")
    }
    if sequence.tracks.isEmpty { sequence.tracks = [InterchangeTrack(kind: .picture)] }
    guard let length = try sequence.tracks[0].duration(), end > length else { return }
    let gap = InterchangeGap(duration: try end - length, place: InputPlace(item: "\(item) at \(length)"))
    if case .gap(let last)? = sequence.tracks[0].items.last {
      sequence.tracks[0].items.removeLast()
      let longer = InterchangeGap(duration: try last.duration + gap.duration, place: last.place)
      sequence.tracks[0].items.append(.gap(longer))
    } else {
      sequence.tracks[0].items.append(.gap(gap))
    }
  }

  // MARK: The film itself

  private mutating func reportCanvas() {
    var usual = Canvas(size: film.canvas.size, rate: film.canvas.rate)
    if parent != nil { usual.background = .transparent }
    for property in CanvasProperty.allCases {
      switch property {
      case .size:
        if let parent, parent.size != film.canvas.size {
          losses.drop(item, property, "nested films have the size of the film, not \(film.canvas.size)")
        }
      case .rate:
        if let parent, parent.rate != film.canvas.rate {
          losses.drop(
            item, property, "nested films have the frame rate of the film, not \(rate.spellingForPeople)")
        }
      case .background:
        if film.canvas.background != usual.background, parent == nil || !hidesBackground {
          losses.drop(
            item, property,
            "the background is \(parent == nil ? "black" : "transparent"), not "
              + film.canvas.background.spelling)
        }
      case .color:
        if film.canvas.color != usual.color {
          losses.drop(item, property, "the colour space `\(film.canvas.color.rawValue)` is not exported")
        }
      case .depth:
        if film.canvas.depth != usual.depth {
          losses.drop(item, property, "a depth of \(film.canvas.depth.rawValue) bits is not exported")
        }
      }
    }
  }

  /// Whether pictures fill the canvas in every frame, such as those of an image sequence.
  private var hidesBackground: Bool {
    let canvas = PixelBox(x: 0, y: 0, width: film.canvas.size.width, height: film.canvas.size.height)
    var end: Int64 = 0
    for layer in film.layers.sorted(by: { $0.frames.lowerBound < $1.frames.lowerBound }) {
      guard layer.frames.lowerBound <= end, layer.visibleBox == canvas, layer.isPlain,
        layer.opacity.constantValue == 1
      else { continue }
      switch layer.picture {
      case .still, .moving, .frozen: end = max(end, layer.frames.upperBound)
      default: continue
      }
    }
    return end >= film.frameCount
  }

  private mutating func reportMix() {
    let usual = MixFormat()
    for property in MixProperty.allCases {
      switch property {
      case .sampleRate:
        if film.mix.sampleRate != usual.sampleRate {
          losses.drop(item, property, "the sample rate \(film.mix.sampleRate) is not exported")
        }
      case .channelCount:
        if film.mix.channelCount != usual.channelCount {
          losses.drop(item, property, "the \(film.mix.channelCount) channels are not exported")
        }
      case .loudness:
        if let loudness = film.mix.loudness {
          losses.drop(item, property, "the loudness of the film, \(loudness) LUFS, is not exported")
        }
      case .peak:
        if let peak = film.mix.peak {
          losses.drop(item, property, "the peak limit, \(peak) dBTP, is not exported")
        }
      }
    }
  }

  // MARK: Subtitles

  private mutating func add(_ stream: SubtitleStream, isFile: Bool) {
    let place = "subtitles \(stream.label)"
    for property in SubtitleProperty.allCases {
      switch property {
      // It is part of the loss.
      case .label: break
      // It is part of each caption.
      case .language: break
      case .title:
        if let title = stream.title {
          losses.drop(place, property, "the title `\(title)` is not exported")
        }
      case .cues:
        if isFile { losses.approximate(place, property, "the subtitle file is exported as captions") }
        if stream.cues.contains(where: { $0.text != StyledText(plain: $0.text.plain) }) {
          losses.approximate(place, property, "the look and timing of words is not exported")
        }
        sequence.captions += stream.cues.map {
          InterchangeCaption(
            text: $0.text.plain, range: $0.timelineRange, language: stream.language,
            place: InputPlace(item: "\(place) at \($0.timelineRange.start)"))
        }
      }
    }
  }

  /// Adds burned-in subtitles as captions.
  mutating func add(_ picture: SubtitlePicture, place: String) throws(TimeOverflow) {
    losses.approximate(
      place, LayerProperty.picture, "subtitles in the picture are exported as captions, without their look")
    for event in picture.events {
      guard
        let range = TimeRange(
          start: try rate.start(ofFrame: event.frames.lowerBound),
          end: try rate.start(ofFrame: event.frames.upperBound)), !range.isEmpty
      else { continue }
      let text = plainWords(ofSubtitle: event.event.text)
      guard !text.isEmpty else { continue }
      sequence.captions.append(
        InterchangeCaption(
          text: text, range: range, place: InputPlace(item: "\(place), line at \(range.start)")))
    }
  }
}
