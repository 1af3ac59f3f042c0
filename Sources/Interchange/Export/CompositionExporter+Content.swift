import Basics
import Composition

extension CompositionExporter {
  /// Sets the source of a layer's clip and returns its parts; nil if a timeline cannot contain it.
  mutating func content(
    of layer: Layer, _ range: TimeRange, _ place: String, in clip: inout InterchangeClip
  ) throws(TimeOverflow) -> [PlayedPiece]? {
    let property = LayerProperty.picture
    switch layer.picture {
    case .moving(let number, let stream, let clock):
      guard let file = file(number) else { return refuse(place, property, "its file is unknown") }
      report(stream: stream, of: number, place)
      clip.source = .media(file)
      return try pieces(clock, layer.timelineRange, range, end: files[file].duration, place, property)
    case .frozen(let number, let stream, let moment):
      guard let file = file(number) else { return refuse(place, property, "its file is unknown") }
      report(stream: stream, of: number, place)
      clip.source = .media(file)
      return [PlayedPiece(range: range, start: max(moment, .zero), speed: .frozen)]
    case .still(let number, let stream):
      guard let file = file(number) else { return refuse(place, property, "its file is unknown") }
      report(stream: stream, of: number, place)
      clip.source = .media(file)
    case .film(let number, let clock):
      guard sequences.indices.contains(number) else {
        return refuse(place, property, "its film is unknown")
      }
      clip.source = .sequence(sequences[number])
      return try pieces(
        clock, layer.timelineRange, range, end: film.films[number].composition.length, place, property)
    case .frozenFilm(let number, let moment):
      guard sequences.indices.contains(number) else {
        return refuse(place, property, "its film is unknown")
      }
      clip.source = .sequence(sequences[number])
      return [PlayedPiece(range: range, start: max(moment, .zero), speed: .frozen)]
    case .color(let color): clip.source = .color(color.spelling)
    case .gradient(let gradient):
      let words = gradient.colors.map(\.spelling) + ["\(shortNumber(gradient.degrees))deg"]
      clip.source = .gradient(words.joined(separator: " "))
      if gradient.circle != nil {
        losses.approximate(place, property, "the radial gradient is exported as a linear one")
      }
    case .bars(let bars):
      clip.source = .bars
      if bars != .smpte {
        losses.approximate(place, property, "SMPTE bars are exported, not `\(bars.rawValue)`")
      }
    case .noise: return refuse(place, property, "noise is not exported")
    case .shape(let shape):
      guard case .rectangle(radius: 0) = shape.outline, let fill = shape.fill, shape.stroke == nil else {
        return refuse(place, property, "shapes are not exported")
      }
      clip.source = .color(fill.spelling)
    case .text(let words): clip.source = .title(words.title(place, &losses))
    case .credits(let credits):
      clip.source = .title(InterchangeTitle(text: credits.lines.joined(separator: "\n")))
      losses.approximate(
        place, property,
        "one title has all the names, without their columns and fonts"
          + (credits.motion.pixels == 0 ? "" : "; it does not roll"))
    // Subtitles become captions.
    case .subtitles: return nil
    }
    return [PlayedPiece(range: range, start: .zero, speed: .normal)]
  }

  private mutating func refuse(
    _ place: String, _ property: LayerProperty, _ reason: String
  ) -> [PlayedPiece]? {
    losses.drop(place, property, reason)
    return nil
  }

  /// The number in the timeline of a file of the film.
  func file(_ number: Int) -> Int? {
    guard media.indices.contains(number), files.indices.contains(media[number]) else { return nil }
    return media[number]
  }

  private mutating func report(stream: Int, of number: Int, _ place: String) {
    guard film.media.indices.contains(number), let main = film.media[number].facts.mainVideo,
      main.streamIndex != stream
    else { return }
    losses.approximate(
      place, LayerProperty.picture, "other programs show the first picture of the file, not stream \(stream)")
  }

  /// The pieces that a clock plays, on whole frames.
  mutating func pieces(
    _ clock: MediaClock, _ exact: TimeRange, _ placed: TimeRange, end: RationalTime?, _ place: String,
    _ property: some FilmProperty
  ) throws(TimeOverflow) -> [PlayedPiece]? {
    let played = try PlayedPieces(clock, exact: exact, placed: placed, end: end, rate: rate)
    for words in played.differences { losses.approximate(place, property, words) }
    for words in played.differencesOfOneSpeed {
      losses.approximate(place, property, words, heldBy: formatsWithKeyFrames)
    }
    if let refusal = played.refusal {
      losses.drop(place, property, refusal)
      return nil
    }
    return played.pieces
  }
}
