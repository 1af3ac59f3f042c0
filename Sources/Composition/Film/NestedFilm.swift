/// A film that another one shows as if it were a clip.
package struct NestedFilm: Hashable, Sendable, Codable {
  /// As the script names it, for listings.
  package var name: String
  /// Without media of its own: what it reads is in the list of the film that shows it.
  package var composition: Composition
  /// Where its media are in that list, in its own order.
  package var media: [Int]
  /// Whether its stills are shown as they are, with their alpha: the pictures of an image sequence.
  package var hasAlpha: Bool

  package init(name: String, composition: Composition, media: [Int], hasAlpha: Bool = false) {
    self.name = name
    self.composition = composition
    self.media = media
    self.hasAlpha = hasAlpha
  }
}

extension Composition {
  /// Whether what is below shows through the background where another film shows this one.
  package var isSeenThrough: Bool { canvas.background.alpha < 255 }
}

extension Composition {
  /// A film that it shows, with its media.
  package func film(_ index: Int) -> Composition {
    let nested = films[index]
    var film = nested.composition
    film.media = nested.media.map { media[$0] }
    return film
  }

  /// The files that a layer is made of, its mask's among them.
  package func media(of layer: Layer) -> [Int] {
    var media: [Int]
    switch layer.picture {
    case .film(let film, _), .frozenFilm(let film, _): media = films[film].media
    default: media = layer.picture.media.map { [$0] } ?? []
    }
    if case .image(let mask, _) = layer.mask?.source { media.append(mask) }
    return media
  }

  /// The file whose brightness controls a transition.
  package func media(of transition: Transition) -> [Int] {
    transition.kind.picture.map { [$0.media] } ?? []
  }

  /// The files that a sound is made of.
  package func media(of sound: Sound) -> [Int] {
    switch sound.content {
    case .media(let media, _, _): [media]
    case .film(let film, _): films[film].media
    case .tone: []
    }
  }
}
