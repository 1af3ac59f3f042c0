import Basics
import Composition
import LibAV

/// The renderers of nested films, one for each layer while it is visible.
struct FilmPictures {
  private var renderers: [Int: FrameRenderer] = [:]

  mutating func release(_ isUnneeded: (Int) -> Bool) {
    renderers = renderers.filter { !isUnneeded($0.key) }
  }

  mutating func picture(
    _ number: Int64, ofLayer layer: Int, in composition: Composition
  ) throws(RenderingError) -> SourcePicture {
    let (renderer, layers) = try renderer(of: number, ofLayer: layer, in: composition)
    let picture = try renderer.frameInFilm(number, among: layers)
    return SourcePicture(
      frame: picture.frame, hasAlpha: picture.hasAlpha, isAlphaMultipliedIn: picture.hasAlpha,
      origin: .film(layer: layer))
  }

  /// The picture of a film that is the mask of a layer.
  mutating func matte(
    _ number: Int64, of film: Int, ofLayer layer: Int, in composition: Composition
  ) throws(RenderingError) -> SourcePicture {
    let (renderer, layers) = renderer(of: number, of: film, ofLayer: layer, in: composition)
    let picture = try renderer.frameInFilm(number, among: layers)
    return SourcePicture(
      frame: picture.frame, hasAlpha: picture.hasAlpha, isAlphaMultipliedIn: picture.hasAlpha,
      origin: .matte(layer: layer))
  }
}

extension FilmPictures {
  /// Returns a frame in the canvas's pixels, for a layer that shows its film unchanged.
  mutating func layerPicture(
    _ number: Int64, ofLayer layer: Int, in composition: Composition
  ) throws(RenderingError) -> LayerPicture {
    let (renderer, layers) = try renderer(of: number, ofLayer: layer, in: composition)
    return try renderer.layerPicture(number, among: layers)
  }

  /// The renderer of a layer's nested film, and the layers of that film that can be visible in a frame.
  private mutating func renderer(
    of number: Int64, ofLayer layer: Int, in composition: Composition
  ) throws(RenderingError) -> (FrameRenderer, [Int]) {
    guard let index = composition.layers[layer].picture.shownFilm else {
      throw .time(layer: composition.layers[layer].label, frame: number)
    }
    return renderer(of: number, of: index, ofLayer: layer, in: composition)
  }

  private mutating func renderer(
    of number: Int64, of index: Int, ofLayer layer: Int, in composition: Composition
  ) -> (FrameRenderer, [Int]) {
    let renderer = renderers[layer] ?? FrameRenderer(composition.film(index))
    renderers[layer] = renderer
    let film = composition.films[index].composition
    return (renderer, film.layers.indices.filter { film.layers[$0].frames.contains(number) })
  }

  /// The media file that a frame of a nested film with alpha shows unchanged, as an index into the outer
  /// film's media.
  func still(
    _ number: Int64, ofLayer layer: Int, in composition: Composition
  ) -> (media: Int, stream: Int)? {
    guard let index = composition.layers[layer].picture.shownFilm else { return nil }
    let film = composition.films[index]
    guard film.hasAlpha, let shown = film.composition.layers.first(where: { $0.frames.contains(number) }),
      case .still(let media, let stream) = shown.picture, film.media.indices.contains(media)
    else { return nil }
    return (film.media[media], stream)
  }
}

extension Picture {
  /// The nested film that the picture shows, or nil.
  fileprivate var shownFilm: Int? {
    switch self {
    case .film(let film, _), .frozenFilm(let film, _): film
    default: nil
    }
  }
}

extension Composition {
  /// The last frame that starts strictly before a moment, clamped to the film's frames.
  func frame(before moment: RationalTime) -> Int64? {
    // 63 + 63 bits above and below: no product overflows.
    let top = Int128(moment.value) * Int128(canvas.rate.frames)
    let bottom = Int128(moment.timescale) * Int128(canvas.rate.seconds)
    return shown(floorDivision(top - 1, by: bottom))
  }

  /// The frame on screen at a moment, including one that starts then, clamped to the film's frames.
  func frame(shownAt moment: RationalTime) -> Int64? {
    let top = Int128(moment.value) * Int128(canvas.rate.frames)
    let bottom = Int128(moment.timescale) * Int128(canvas.rate.seconds)
    return shown(floorDivision(top, by: bottom))
  }

  /// The last frame that starts at or before a moment, and how far the moment lies towards the next frame, in
  /// `parts` of the interval; 0 before the first frame and after the last.
  func frame(before moment: RationalTime, parts: Int32) -> (number: Int64, way: Int32)? {
    let top = Int128(moment.value) * Int128(canvas.rate.frames)
    let bottom = Int128(moment.timescale) * Int128(canvas.rate.seconds)
    let exact = floorDivision(top, by: bottom)
    guard exact >= 0, exact < Int128(frameCount) - 1 else { return shown(exact).map { ($0, 0) } }
    // Leave sixteen bits of room for the parts.
    let spare = max(0, 18 - bottom.leadingZeroBitCount)
    let (rest, divisor) = ((top - exact * bottom) >> spare, bottom >> spare)
    let way = Int32(truncatingIfNeeded: (rest * Int128(parts) + divisor / 2) / divisor)
    return way == parts ? shown(exact + 1).map { ($0, 0) } : shown(exact).map { ($0, way) }
  }

  private func shown(_ number: Int128) -> Int64? {
    Int64(exactly: min(max(0, number), Int128(max(0, frameCount - 1))))
  }
}
