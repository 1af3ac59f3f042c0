/// A film that another film plays like a clip.
package struct NestedFilm: Hashable, Sendable, Codable {
  /// As the script names it, for listings.
  package var name: String
  /// Has no media of its own: its media are in the list of the film that plays it.
  package var composition: Composition
  /// The indices of its media in that list, in its own order.
  package var media: [Int]
  /// Whether its stills are shown unchanged, with alpha, as in an image sequence.
  package var hasAlpha: Bool

  package init(name: String, composition: Composition, media: [Int], hasAlpha: Bool = false) {
    self.name = name
    self.composition = composition
    self.media = media
    self.hasAlpha = hasAlpha
  }
}

extension Composition {
  /// Whether lower layers show through the background if another film plays this one.
  package var isSeenThrough: Bool { canvas.background.alpha < 255 }
}

extension Composition {
  /// A nested film, with its media.
  package func film(_ index: Int) -> Composition {
    let nested = films[index]
    var film = nested.composition
    film.media = nested.media.map { media[$0] }
    return film
  }

  /// The indices of the files that a layer reads, including its mask's.
  package func media(of layer: Layer) -> [Int] {
    var media: [Int]
    switch layer.picture {
    case .film(let film, _), .frozenFilm(let film, _): media = films[film].media
    default: media = layer.picture.media.map { [$0] } ?? []
    }
    switch layer.mask?.source {
    case .image(let mask, _): media.append(mask)
    case .film(let film, _, _): media += films[film].media
    case .rectangle, .ellipse, .polygon, nil: break
    }
    return media
  }

  /// The index of the file whose brightness controls a transition.
  package func media(of transition: Transition) -> [Int] {
    transition.kind.picture.map { [$0.media] } ?? []
  }

  /// The indices of the files that a sound reads.
  package func media(of sound: Sound) -> [Int] {
    switch sound.content {
    case .media(let media, _, _): [media]
    case .film(let film, _): films[film].media
    case .tone: []
    }
  }
}
