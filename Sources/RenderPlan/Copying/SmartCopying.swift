import Basics
import Composition

/// Finds the pictures of a film that show their file unchanged, frame by frame, and where they can be copied.
///
/// The film is divided into spans with the same changes to the same layers. A span whose top picture is a
/// recording that covers the canvas unchanged can be copied, from a picture where decoding can begin to one
/// where it can end.
struct SmartCopying {
  private let film: Composition
  private let container: Container
  private let frames: Range<Int64>
  private var spans: [Span] = []
  private(set) var unknownMedia: [Int] = []

  /// Neighbouring frames that show one file unchanged, or that cannot be copied for one reason.
  private struct Span {
    var frames: Range<Int64>
    var layer: Int?
    /// The pictures that they show.
    var source: Source?
    /// Why they cannot be copied.
    var reason: CopyObstacle?
  }

  private struct Source: Hashable {
    var media: Int
    var stream: Int
    /// The picture in the first frame.
    var first: Int64
  }

  init(_ film: Composition, _ container: Container, _ frames: Range<Int64>) {
    self.film = film
    self.container = container
    self.frames = frames
  }

  /// Returns all frames, in order: those that can be copied, and the others with their reasons.
  mutating func find() -> [SmartFilm.Stretch] {
    let index = LayerIndex(film)
    let atoms = index.atoms.map { $0.clamped(to: frames) }.filter { !$0.isEmpty }
    for (atom, layers) in zip(atoms, index.layers(showing: atoms)) {
      for part in parts(of: atom, layers) { spans.append(span(part, layers)) }
    }
    return joined().flatMap(cut)
  }

  // MARK: Spans

  /// Cuts an atom where a curve, a clock or a transition begins or ends to change something.
  private func parts(of atom: Range<Int64>, _ layers: [Int]) -> [Range<Int64>] {
    var cuts: Set<Int64> = [atom.lowerBound, atom.upperBound]
    for transition in film.transitions {
      cuts.formUnion([transition.frames.lowerBound, transition.frames.upperBound])
    }
    for index in layers {
      var layer = film.layers[index]
      var times: [RationalTime] = []
      layer.mapCurves { curve in
        if curve.constantValue == nil { times += curve.keys.map(\.time) }
        return curve
      }
      if case .moving(_, _, let clock) = layer.picture, clock.constantSpeed == nil {
        times += clock.keys.map(\.time)
      }
      for time in times {
        guard let moment = try? time + layer.timelineRange.start,
          let frame = film.canvas.rate.frame(at: moment)?.value
        else { continue }
        // Cut around the nearest frame, because the change can also begin in the one before.
        cuts.formUnion([frame - 1, frame, frame + 1])
      }
    }
    let places = cuts.filter { $0 >= atom.lowerBound && $0 <= atom.upperBound }.sorted()
    return zip(places, places.dropFirst()).map { $0..<$1 }
  }

  private mutating func span(_ part: Range<Int64>, _ layers: [Int]) -> Span {
    func encoded(_ subject: CopyObstacle.Subject, _ reason: String, _ hint: String? = nil) -> Span {
      Span(frames: part, reason: CopyObstacle(subject, reason, hint: hint))
    }
    if let transition = film.transitions.first(where: { $0.frames.overlaps(part) }) {
      let layer = transition.outgoing ?? transition.incoming
      return encoded(layer.map { .layer($0) } ?? .film, "is part of a transition")
    }
    let shown = layers.filter { film.layers[$0].opacity(in: part, of: film).constantValue != 0 }
    guard let top = shown.last else { return encoded(.film, "shows the background") }
    let layer = film.layers[top].part(part, of: film)
    guard case .moving(let media, let stream, let clock) = layer.picture, layer.changesInWords.isEmpty else {
      if let base = shown.first, base != top {
        return encoded(.layer(base), "has '\(layer.label)' drawn over it")
      }
      guard case .moving = layer.picture else {
        return encoded(.layer(top), "is \(layer.picture.kindInWords), not recorded pictures")
      }
      return encoded(.layer(top), layer.changesInWords[0])
    }
    guard clock.plainStart != nil else {
      return encoded(.layer(top), "plays at another speed or more than once")
    }
    guard let track = film.media[media].facts.video.first(where: { $0.streamIndex == stream }) else {
      return encoded(.layer(top), "has no recorded video")
    }
    if let (reason, hint) = film.formObstacles(film.layers[top], media, track, container).first {
      return encoded(.layer(top), reason, hint)
    }
    guard let coded = film.codedPictures(media, stream) else {
      if !unknownMedia.contains(media) { unknownMedia.append(media) }
      return encoded(.layer(top), "has packets that were not read")
    }
    if let reason = film.readingObstacles(coded, media, track).first ?? coded.smartObstacle {
      return encoded(.layer(top), reason)
    }
    guard let middle = try? film.canvas.rate.middle(ofFrame: part.lowerBound) - layer.timelineRange.start,
      let moment = try? clock.mediaTime(at: middle), let first = coded.picture(at: moment)
    else { return encoded(.layer(top), "has times that are too precise") }
    guard first >= 0, first + Int64(part.count) <= coded.track.frameCount else {
      return encoded(.layer(top), "holds a picture at the start or end of \(film.quotedMedia(media))")
    }
    return Span(frames: part, layer: top, source: Source(media: media, stream: stream, first: first))
  }

  /// Joins spans that continue with the next picture of the same file.
  private func joined() -> [Span] {
    spans.reduce(into: []) { joined, span in
      guard let last = joined.last else { return joined.append(span) }
      let goesOn =
        if let source = span.source, let before = last.source {
          source.media == before.media && source.stream == before.stream
            && source.first == before.first + Int64(last.frames.count)
        } else {
          span.source == nil && last.source == nil && span.reason == last.reason
        }
      if goesOn {
        joined[joined.count - 1].frames = last.frames.lowerBound..<span.frames.upperBound
      } else {
        joined.append(span)
      }
    }
  }

  // MARK: Cuts

  /// Splits a span at the first picture where decoding can begin and at the last one where it can end.
  private func cut(_ span: Span) -> [SmartFilm.Stretch] {
    guard let source = span.source, let layer = span.layer,
      let coded = film.codedPictures(source.media, source.stream)
    else {
      return [SmartFilm.Stretch(frames: span.frames, copied: nil, layer: span.layer, reason: span.reason)]
    }
    func whole(_ reason: String, _ hint: String?) -> [SmartFilm.Stretch] {
      [
        SmartFilm.Stretch(
          frames: span.frames, copied: nil, layer: layer,
          reason: CopyObstacle(.layer(layer), reason, hint: hint))
      ]
    }
    let pictures = source.first..<source.first + Int64(span.frames.count)
    let file = film.quotedMedia(source.media)
    let start = (coded.starts + coded.openStarts).sorted().around(pictures.lowerBound)
    let end = coded.ends.around(pictures.upperBound)
    let first = start.isThere ? pictures.lowerBound : start.after
    let last = end.isThere ? pictures.upperBound : end.before
    let hint = [start.before, start.after].compactMap { $0.flatMap { coded.written($0) } }
    guard let first, let last, last > first, last - first >= shortestCopy(coded) else {
      return whole(
        coded.isIntraOnly
          ? "shows no picture of \(file) that can be copied"
          : "shows less than a second of \(file) after a key frame",
        hint.isEmpty ? nil : "\(file) has key frames at " + hint.joined(separator: " and "))
    }
    if coded.hidden.contains(where: { $0 > first && $0 < last }) {
      return whole("shows a part of \(file) where an edit list hides pictures", nil)
    }
    func frame(_ picture: Int64) -> Int64 { span.frames.lowerBound + picture - pictures.lowerBound }
    var stretches: [SmartFilm.Stretch] = []
    if first > pictures.lowerBound {
      stretches.append(
        SmartFilm.Stretch(
          frames: span.frames.lowerBound..<frame(first), copied: nil, layer: layer,
          reason: CopyObstacle(
            .layer(layer),
            "starts before the key frame of \(file) at \(coded.written(first) ?? "a later time")",
            hint: hint.isEmpty ? nil : "start its take at " + hint.joined(separator: " or "))))
    }
    stretches.append(
      SmartFilm.Stretch(
        frames: frame(first)..<frame(last),
        copied: CopiedPictures(
          media: source.media, stream: source.stream, pictures: first..<last,
          reorderDelay: coded.reorderDelay, compared: .both),
        layer: layer, reason: nil))
    if last < pictures.upperBound {
      let places = [end.before, end.after].compactMap { $0.flatMap { coded.written($0) } }
      stretches.append(
        SmartFilm.Stretch(
          frames: frame(last)..<span.frames.upperBound, copied: nil, layer: layer,
          reason: CopyObstacle(
            .layer(layer),
            "ends where later pictures of \(file) are decoded before earlier ones",
            hint: places.isEmpty ? nil : "end its take at " + places.joined(separator: " or "))))
    }
    return stretches
  }

  /// One second, so that edges do not cost more than they save; one picture if each can be decoded
  /// independently.
  private func shortestCopy(_ coded: CodedPictures) -> Int64 {
    coded.isIntraOnly ? 1 : max(1, film.canvas.rate.frame(at: RationalTime(seconds: 1))?.value ?? 1)
  }
}

extension Layer {
  /// The layer in these frames of the film only, with its curves and clock restricted to them, in its own
  /// time.
  fileprivate func part(_ frames: Range<Int64>, of film: Composition) -> Layer {
    guard let range = ownTime(of: frames, film) else { return self }
    var part = self
    part.mapCurves { $0.restricted(to: range) }
    if case .moving(let media, let stream, let clock) = picture, let shown = try? clock.restricted(to: range)
    {
      part.picture = .moving(media: media, stream: stream, clock: shown)
    }
    return part
  }

  fileprivate func opacity(in frames: Range<Int64>, of film: Composition) -> Curve {
    ownTime(of: frames, film).map { opacity.restricted(to: $0) } ?? opacity
  }

  private func ownTime(of frames: Range<Int64>, _ film: Composition) -> TimeRange? {
    guard let start = try? film.canvas.rate.start(ofFrame: frames.lowerBound) - timelineRange.start,
      let end = try? film.canvas.rate.start(ofFrame: frames.upperBound) - timelineRange.start
    else { return nil }
    return TimeRange(start: start, end: end)
  }
}

extension CodedPictures {
  /// Whether each picture can be decoded independently.
  var isIntraOnly: Bool { Int64(starts.count) == track.frameCount && reorderDelay == 0 }

  /// Why its pictures cannot share a stream with encoded ones.
  fileprivate var smartObstacle: String? {
    if times != nil { return "has a variable frame rate" }
    if track.orientation != .upright { return "is rotated by its file, but encoded pictures are upright" }
    if track.storedSize != track.displaySize { return "has pixels that are not square, or a clean aperture" }
    if track.fieldOrder != .progressive { return "is interlaced, but encoded pictures are not" }
    if track.hasAlpha { return "is transparent" }
    return nil
  }

  /// The start time of a picture, as an author would write it.
  func written(_ picture: Int64) -> String? { (try? start(ofPicture: picture))?.written }
}
