import Basics
import Composition

/// Finds the packets of a film's pictures, layer by layer.
struct PictureCopying {
  private let film: Composition
  private let container: Container
  private let frames: Range<Int64>
  private let keepsTracks: Bool
  private(set) var stretches: [CopiedFilm.Stretch] = []
  /// The pictures of the other video tracks of the file, if they are kept.
  private(set) var otherTracks: [CopiedPictures] = []
  private(set) var obstacles: [CopyObstacle] = []
  private(set) var unknownMedia: [Int] = []

  init(_ film: Composition, _ settings: OutputSettings, _ frames: Range<Int64>) {
    self.film = film
    container = settings.container
    keepsTracks = settings.copied.otherTracks
    self.frames = frames
  }

  mutating func find() {
    let base = baseLayers()
    reportTransitions()
    reportGaps(between: base)
    for layer in base { add(layer) }
    compareCoding()
    if stretches.count > 1 {
      for stretch in stretches where stretch.pictures.times != nil {
        report(
          stretch.layer,
          "has a variable frame rate, which is copied only if it is the whole film")
      }
    }
    let delay = stretches.map(\.pictures.reorderDelay).max() ?? 0
    for index in stretches.indices { stretches[index].pictures.reorderDelay = delay }
    if keepsTracks { keepTracks() }
  }

  private mutating func report(_ layer: Int, _ reason: String, _ hint: String? = nil) {
    obstacles.append(CopyObstacle(.layer(layer), reason, hint: hint))
  }

  // MARK: Layers

  /// The bottom layers, in the order of their frames. Layers above them are reported.
  private mutating func baseLayers() -> [Int] {
    var base: [Int] = []
    let shown = film.layers.indices.filter {
      film.layers[$0].frames.overlaps(frames) && film.layers[$0].opacity.constantValue != 0
    }
    // A layer that begins before the last one has ended overlaps it.
    for layer in shown.sorted(by: isEarlier) {
      guard let below = base.last, film.layers[below].frames.upperBound > film.layers[layer].frames.lowerBound
      else {
        base.append(layer)
        continue
      }
      if isTransition(between: below, layer) {
        base.append(layer)
        continue
      }
      // The layer that begins earlier can be the upper one.
      let (lower, upper) = (min(below, layer), max(below, layer))
      report(lower, "has '\(film.layers[upper].label)' drawn over it")
      if lower == layer { base[base.count - 1] = layer }
    }
    return base
  }

  private func isEarlier(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (film.layers[a].frames.lowerBound, film.layers[b].frames.lowerBound)
    return first == second ? a < b : first < second
  }

  private func isTransition(between a: Int, _ b: Int) -> Bool {
    film.transitions.contains { $0.outgoing == a && $0.incoming == b }
  }

  private mutating func reportTransitions() {
    for transition in film.transitions where transition.frames.overlaps(frames) {
      for layer in [transition.outgoing, transition.incoming].compactMap(\.self) {
        report(layer, "is part of a transition")
      }
    }
  }

  private mutating func reportGaps(between base: [Int]) {
    var next = frames.lowerBound
    for layer in base {
      let shown = film.layers[layer].frames
      if shown.lowerBound > next { reportBackground(next) }
      next = max(next, shown.upperBound)
    }
    if next < frames.upperBound { reportBackground(next) }
  }

  private mutating func reportBackground(_ frame: Int64) {
    let time = (try? film.canvas.rate.start(ofFrame: frame).written) ?? "frame \(frame)"
    obstacles.append(CopyObstacle(.film, "shows the background at \(time)"))
  }

  // MARK: A layer

  private mutating func add(_ index: Int) {
    let layer = film.layers[index]
    guard case .moving(let media, let stream, let clock) = layer.picture else {
      return report(index, "is \(layer.picture.kindInWords), not recorded pictures")
    }
    for change in layer.changesInWords { report(index, change) }
    guard clock.plainStart != nil else {
      return report(index, "plays at another speed or more than once")
    }
    guard
      let track = film.media[media].facts.video.first(where: { $0.streamIndex == stream })
    else { return }
    let problems = obstacles.count
    for (reason, hint) in film.formObstacles(layer, media, track, container) { report(index, reason, hint) }
    // No container holds them, which is reported.
    guard film.media[media].reading.raw == nil else { return }
    guard let coded = film.codedPictures(media, stream) else {
      unknownMedia.append(media)
      return
    }
    // FFmpeg writes no aspect of square pixels, so that of the coded pictures would count.
    if track.pixelAspect.isSquare, !coded.track.pixelAspect.isSquare {
      report(
        index,
        "has coded pictures with pixels of \(coded.track.pixelAspect), which a copy cannot declare square",
        "encode the picture, or remove `pixel-aspect`")
    }
    if container.isMatroska, !track.pixelAspect.isWhole(for: track.storedSize) {
      report(
        index,
        "has pixels of \(track.pixelAspect), which a .\(container.rawValue) file cannot store for \(track.storedSize)",
        "write an .mp4 or .mov file")
    }
    for reason in film.readingObstacles(turned(coded, as: track), media, track) { report(index, reason) }
    guard obstacles.count == problems else { return }
    addStretch(index, layer, media, coded, clock)
  }

  private mutating func addStretch(
    _ index: Int, _ layer: Layer, _ media: Int, _ coded: CodedPictures, _ clock: MediaClock
  ) {
    let shown = layer.frames.clamped(to: frames)
    guard let moment = moment(ofFrame: shown.lowerBound, layer, coded, clock),
      let found = coded.picture(at: moment),
      let (pictures, held) = pictures(of: shown, from: found, layer, coded, clock)
    else { return report(index, "has times that are too precise") }
    guard found < coded.track.frameCount else {
      let end = time(coded.track.frameCount, coded)
      return report(
        index,
        "shows only the last picture, which ends in \(film.quotedMedia(media)) at \(end ?? "its end")",
        end.map { "end its take at \($0)" })
    }
    let problems = obstacles.count
    if coded.times != nil, let start = try? coded.start(ofPicture: pictures.lowerBound),
      let late = try? moment - start, late > RationalTime(3, 1000) ?? .zero
    {
      report(
        index, "starts in the middle of a picture of \(film.quotedMedia(media))",
        "start its take at \(start.written)")
    }
    checkStart(index, pictures, coded)
    checkEnd(index, pictures, coded)
    if coded.hidden.contains(where: { $0 > pictures.lowerBound && $0 < pictures.upperBound }) {
      report(index, "shows a part of \(film.quotedMedia(media)) where an edit list hides pictures")
    }
    guard obstacles.count == problems else { return }
    stretches.append(
      CopiedFilm.Stretch(
        frames: shown, layer: index,
        pictures: CopiedPictures(
          media: media, stream: coded.track.streamIndex, pictures: pictures,
          reorderDelay: coded.reorderDelay, times: coded.times?.part(pictures), held: held)))
  }

  /// The pictures of a layer from the one found at its start, and how much longer its first and last ones are
  /// shown than in the file: the sound may begin earlier and end later than the pictures.
  private func pictures(
    of shown: Range<Int64>, from found: Int64, _ layer: Layer, _ coded: CodedPictures, _ clock: MediaClock
  ) -> (Range<Int64>, HeldPictures?)? {
    let first = max(0, found)
    guard let times = coded.times else {
      let pictures = first..<max(first + 1, min(found + Int64(shown.count), coded.track.frameCount))
      let before = min(first - found, Int64(shown.count) - 1)
      let after = Int64(shown.count) - before - Int64(pictures.count)
      return (pictures, HeldPictures(before: before, after: after))
    }
    // At a variable frame rate, the frame that shows the last picture need not end with it.
    let range = layer.timelineRange
    guard let frameStart = try? film.canvas.rate.start(ofFrame: shown.lowerBound),
      let frameEnd = try? film.canvas.rate.start(ofFrame: shown.upperBound),
      let start = try? shown.lowerBound == layer.frames.lowerBound ? .zero : frameStart - range.start,
      let end = try? (shown.upperBound == layer.frames.upperBound ? range.end : frameEnd) - range.start,
      let mediaStart = try? clock.mediaTime(at: start), let mediaEnd = try? clock.mediaTime(at: end),
      let beforeEnd = try? mediaEnd - Self.grain, let last = coded.picture(at: beforeEnd),
      let startTick = times.tick(at: mediaStart), let endTick = times.tick(at: mediaEnd)
    else { return nil }
    let pictures = first..<max(first, last) + 1
    return (
      pictures,
      HeldPictures(
        before: found < 0 ? max(0, (times.ticks.first ?? startTick) - startTick) : 0,
        after: pictures.upperBound == Int64(times.ticks.count) ? max(0, endTick - times.end) : 0)
    )
  }

  /// The media time that selects the first picture: the middle of its frame, as in encoded films or, at a
  /// variable frame rate, just after its start.
  private func moment(
    ofFrame frame: Int64, _ layer: Layer, _ coded: CodedPictures, _ clock: MediaClock
  ) -> RationalTime? {
    let start = layer.timelineRange.start
    if coded.times == nil {
      return try? clock.mediaTime(at: film.canvas.rate.middle(ofFrame: frame) - start)
    }
    if frame == layer.frames.lowerBound { return try? clock.mediaTime(at: .zero) + Self.grain }
    return try? clock.mediaTime(at: film.canvas.rate.start(ofFrame: frame) - start) + Self.grain
  }

  /// A millisecond, the precision of times in messages.
  private static let grain = RationalTime(1, 1000) ?? .zero

  private mutating func checkStart(_ index: Int, _ pictures: Range<Int64>, _ coded: CodedPictures) {
    let near = coded.starts.around(pictures.lowerBound)
    guard !near.isThere else { return }
    let (before, after) = (time(near.before, coded), time(near.after, coded))
    let places = [before, after].compactMap(\.self)
    report(
      index,
      "starts at \(time(pictures.lowerBound, coded) ?? "a picture") of its media, which is not an independent key frame",
      places.isEmpty
        ? "its file has no key frame to start at"
        : "start its take at " + places.joined(separator: " or "))
  }

  private mutating func checkEnd(_ index: Int, _ pictures: Range<Int64>, _ coded: CodedPictures) {
    let near = coded.ends.around(pictures.upperBound)
    guard !near.isThere else { return }
    let places = [time(near.before, coded), time(near.after, coded)].compactMap(\.self)
    report(
      index,
      "ends at \(time(pictures.upperBound, coded) ?? "a picture") of its media, where later pictures are decoded before"
        + " earlier ones",
      places.isEmpty ? nil : "end its take at " + places.joined(separator: " or "))
  }

  private func time(_ picture: Int64?, _ coded: CodedPictures) -> String? {
    picture.flatMap { try? coded.start(ofPicture: $0) }?.written
  }

  // MARK: All stretches

  /// One decoder must play all stretches, with the parameters that it gets before the first picture.
  private mutating func compareCoding() {
    guard let first = stretches.first, let model = coded(first) else { return }
    for stretch in stretches.dropFirst() {
      guard let other = coded(stretch), let difference = model.difference(from: other) else { continue }
      report(
        stretch.layer,
        "is encoded differently from \(film.quotedMedia(first.pictures.media)): \(difference)",
        "encode, or join only files from the same camera with the same settings")
    }
  }

  private func coded(_ stretch: CopiedFilm.Stretch) -> CodedPictures? {
    let (media, stream) = (stretch.pictures.media, stretch.pictures.stream)
    let track = film.media[media].facts.video.first { $0.streamIndex == stream }
    return film.codedPictures(media, stream).map { turned($0, as: track) }
  }

  /// The pictures with the rotation and the shape of pixels that the script states, if the container can store them.
  private func turned(_ coded: CodedPictures, as track: VideoTrackFacts?) -> CodedPictures {
    guard let track else { return coded }
    var coded = coded
    if container.isQuickTime { coded.track.orientation = track.orientation }
    if container.isQuickTime || container.isMatroska { coded.track.pixelAspect = track.pixelAspect }
    return coded
  }
}

// MARK: - Other video tracks

extension PictureCopying {
  /// Finds the packets of the other video tracks at the times of the film, if it is a single take.
  private mutating func keepTracks() {
    guard obstacles.isEmpty, unknownMedia.isEmpty else { return }
    for stretch in stretches {
      for track in otherTracks(beside: stretch) {
        let problems = obstacles.count
        if stretches.count > 1 {
          report(stretch.layer, "cannot follow another take, because the two could not share a track")
        } else if let kept = packets(of: track, beside: stretch) {
          otherTracks.append(kept)
        }
        for index in problems..<obstacles.count {
          obstacles[index].reason =
            "keeps video stream \(track.streamIndex), which \(obstacles[index].reason)"
          let hint = obstacles[index].hint.map { $0 + ", or" } ?? ""
          obstacles[index].hint = (hint + " remove `tracks` from `keep`").trimmedAtStart
        }
      }
    }
  }

  /// The moving pictures of the file that its item does not show.
  private func otherTracks(beside stretch: CopiedFilm.Stretch) -> [VideoTrackFacts] {
    film.media[stretch.pictures.media].facts.video.filter {
      !$0.isAttachedPicture && !$0.isStill && $0.streamIndex != stretch.pictures.stream
    }
  }

  /// The packets of a track at the times of a stretch; nil after a report.
  private mutating func packets(
    of track: VideoTrackFacts, beside stretch: CopiedFilm.Stretch
  ) -> CopiedPictures? {
    let (layer, media) = (stretch.layer, stretch.pictures.media)
    let problems = obstacles.count
    if !container.declaration.copied.contains(track.codec) {
      report(
        layer, "is encoded as \(track.codec), which cannot be copied into a .\(container.rawValue) file")
      return nil
    }
    guard let coded = film.codedPictures(media, track.streamIndex) else {
      unknownMedia.append(media)
      return nil
    }
    for reason in film.readingObstacles(turned(coded, as: track), media, track) { report(layer, reason) }
    guard obstacles.count == problems else { return nil }
    guard case .moving(_, _, let clock) = film.layers[layer].picture,
      let start = moment(atStartOf: stretch.frames.lowerBound, film.layers[layer], clock),
      let end = moment(atStartOf: stretch.frames.upperBound, film.layers[layer], clock),
      let first = (try? start + Self.grain).flatMap(coded.picture(at:)),
      let last = (try? end - Self.grain).flatMap(coded.picture(at:))
    else {
      report(layer, "has times that are too precise")
      return nil
    }
    let count = coded.times.map { Int64($0.ticks.count) } ?? coded.track.frameCount
    guard first < count, last >= 0 else {
      report(layer, "has no pictures at this time")
      return nil
    }
    let pictures = max(0, first)..<min(last, count - 1) + 1
    let wait = first < 0 ? wait(from: start, coded) : 0
    if wait == nil { report(layer, "has times that are too precise") }
    if first >= 0, !isNear(start, pictures.lowerBound, coded) {
      // The start of that picture need not be one of the film's own pictures.
      report(layer, "starts in the middle of a picture")
    }
    if pictures.upperBound < count, !isNear(end, pictures.upperBound, coded) {
      report(layer, "ends in the middle of a picture")
    }
    guard obstacles.count == problems else { return nil }
    checkStart(layer, pictures, coded)
    checkEnd(layer, pictures, coded)
    if coded.hidden.contains(where: { $0 > pictures.lowerBound && $0 < pictures.upperBound }) {
      report(layer, "has pictures that an edit list hides")
    }
    guard obstacles.count == problems else { return nil }
    return CopiedPictures(
      media: media, stream: track.streamIndex, pictures: pictures, reorderDelay: coded.reorderDelay,
      times: coded.times?.part(pictures), held: HeldPictures(before: wait ?? 0, after: 0))
  }

  /// The media time at which a frame of the film begins.
  private func moment(atStartOf frame: Int64, _ layer: Layer, _ clock: MediaClock) -> RationalTime? {
    try? clock.mediaTime(at: film.canvas.rate.start(ofFrame: frame) - layer.timelineRange.start)
  }

  /// Whether a picture begins at a media time, as far as files are precise.
  private func isNear(_ moment: RationalTime, _ picture: Int64, _ coded: CodedPictures) -> Bool {
    guard let start = try? coded.start(ofPicture: picture), let late = try? moment - start,
      let most = RationalTime(3, 1000)
    else { return false }
    return abs(late.inSeconds) <= most.inSeconds
  }

  /// How much later than a media time the track begins, in the unit of its copied times: whole pictures at a constant
  /// rate, as for the pictures of the film.
  private func wait(from moment: RationalTime, _ coded: CodedPictures) -> Int64? {
    if let times = coded.times { return times.tick(at: moment).map { max(0, times.ticks[0] - $0) } }
    guard let gap = try? coded.start(ofPicture: 0) - moment else { return nil }
    return coded.track.rate?.frame(at: gap)?.value
  }
}

extension String {
  fileprivate var trimmedAtStart: String { String(drop { $0 == " " }) }
}

extension PixelAspect {
  /// Whether a picture has whole pixels when it is shown: Matroska stores that size.
  fileprivate func isWhole(for stored: PixelSize) -> Bool {
    let (width, overflow) = stored.width.multipliedReportingOverflow(by: horizontal)
    return !overflow && width % vertical == 0
  }
}

extension PictureTimes {
  /// The times of these pictures only.
  fileprivate func part(_ pictures: Range<Int64>) -> PictureTimes {
    let (first, last) = (Int(pictures.lowerBound), Int(pictures.upperBound))
    return PictureTimes(
      ticks: Array(ticks[first..<last]), end: last < ticks.count ? ticks[last] : end, tick: tick,
      origin: origin)
  }
}
