import Basics
import Composition

/// A timeline under construction: the film and its nested films add their sequences and losses.
struct TimelineBuilder {
  let options: ExportOptions
  private(set) var timeline = InterchangeTimeline()
  var losses = ExportLossList()

  init(_ options: ExportOptions) {
    self.options = options
    timeline.name = options.name
  }

  mutating func addMain(_ film: Composition) throws(TimeOverflow) {
    timeline.canvas = InterchangeCanvas(rate: film.canvas.hasPicture ? film.canvas.rate : options.soundRate)
    if film.canvas.hasPicture {
      (timeline.canvas.width, timeline.canvas.height) = (film.canvas.size.width, film.canvas.size.height)
    }
    if let timecode = options.timecode, let rate = timeline.canvas.rate {
      timeline.canvas.start = try rate.start(ofFrame: timecode.frame)
      timeline.canvas.isDropFrame = timecode.isDropFrame && rate.droppedPerMinute != nil
    }
    for reference in film.media { add(reference) }
    timeline.sequences = [InterchangeSequence(name: options.name)]
    let sequence = try sequence(
      of: film, media: Array(film.media.indices), item: "film", parent: nil, markers: options.markers)
    timeline.sequences[0].tracks = sequence.tracks
    timeline.sequences[0].markers = sequence.markers
    timeline.sequences[0].captions = sequence.captions
  }

  /// Exports a film whose media have these numbers in the timeline.
  private mutating func sequence(
    of film: Composition, media: [Int], item: String, parent: Canvas?, markers: [InterchangeMarker]?
  ) throws(TimeOverflow) -> InterchangeSequence {
    var numbers: [Int] = []
    for nested in film.films {
      let number = timeline.sequences.count
      timeline.sequences.append(InterchangeSequence(name: nested.name))
      numbers.append(number)
      let place = item == "film" ? "film \(nested.name)" : "\(item), film \(nested.name)"
      if nested.hasAlpha {
        losses.drop(place, NestedFilmProperty.hasAlpha, "other programs detect transparency from the files")
      }
      let own = nested.media.map { media.indices.contains($0) ? media[$0] : -1 }
      timeline.sequences[number] = try sequence(
        of: nested.composition, media: own, item: place, parent: film.canvas, markers: nil)
      timeline.sequences[number].name = nested.name
    }
    var walk = CompositionExporter(
      film, media: media, sequences: numbers, files: timeline.media, item: item, parent: parent,
      markers: markers)
    try walk.run()
    losses.append(walk.losses)
    return walk.sequence
  }

  // MARK: Media

  private mutating func add(_ reference: MediaReference) {
    let place = "media \(reference.spelling)"
    var media = InterchangeMedia(name: reference.spelling, place: InputPlace(item: place))
    for property in MediaProperty.allCases {
      switch property {
      case .spelling: media.name = lastPart(of: reference.spelling)
      case .path: media.path = options.paths[reference.spelling] ?? reference.spelling
      case .facts: describe(reference.facts, place, in: &media)
      case .reading: report(reference.reading, place)
      case .aperture:
        if reference.aperture != nil {
          losses.drop(place, property, "other programs decide whether they show only the clean aperture")
        }
      case .vector:
        if let vector = reference.vector {
          losses.drop(place, property, "not every program draws SVG, and fonts are those of its machine")
          if vector.values != nil {
            losses.drop(place, property, "the file has variables in place of its values")
          }
        }
      // Coded packets are facts for copying and do not change the film.
      case .coded: break
      }
    }
    timeline.media.append(media)
  }

  private func lastPart(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private mutating func describe(_ facts: MediaFacts, _ place: String, in media: inout InterchangeMedia) {
    media.duration = facts.extent.finite
    media.hasPicture = facts.mainVideo != nil
    media.hasSound = !facts.audio.isEmpty
    media.channels = facts.mainAudio?.channelCount
    guard let video = facts.mainVideo else { return }
    media.rate = video.rate
    media.width = video.displaySize.width
    media.height = video.displaySize.height
    if video.isStill { media.kind = .still }
    if video.mediaRange.start != .zero, !video.isStill {
      losses.approximate(
        place, MediaProperty.facts,
        "times count from the first sound or picture; the first picture is \(video.mediaRange.start) later"
      )
    }
    guard let text = video.timecode else { return }
    if let rate = video.rate, let start = startTime(text, rate) {
      media.timing = .fromStart(timecode: start)
    } else {
      losses.drop(
        place, MediaProperty.facts, "the timecode `\(text)` cannot be counted in frames of the file")
    }
  }

  /// The time of `01:00:00:00`; drop-frame timecode has `;` before the frames.
  private func startTime(_ text: String, _ rate: FrameRate) -> RationalTime? {
    let isDropFrame = text.contains(";") && rate.droppedPerMinute != nil
    let numbers = text.split { ":;.".contains($0) }.map { Int64($0) }
    guard numbers.count == 4, let hours = numbers[0], let minutes = numbers[1], let seconds = numbers[2],
      let frames = numbers[3], (0...99).contains(hours)
    else { return nil }
    let timecode = Timecode(
      hours: hours, minutes: minutes, seconds: seconds, frames: frames, isDropFrame: isDropFrame)
    guard let frame = try? timecode.frameNumber(at: rate) else { return nil }
    return try? rate.start(ofFrame: frame)
  }

  private mutating func report(_ reading: MediaReading, _ place: String) {
    let usual = MediaReading()
    for property in ReadingProperty.allCases {
      let isChanged =
        switch property {
        case .color: reading.color != usual.color
        case .deinterlacing: reading.deinterlacing != usual.deinterlacing
        case .isPremultiplied: reading.isPremultiplied
        case .damage: reading.damage != usual.damage
        case .raw: reading.raw != nil
        }
      if isChanged {
        losses.drop(place, property, "other programs use only the file's own settings")
      }
    }
  }
}
