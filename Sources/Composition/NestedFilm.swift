/// A film that another one shows as if it were a clip.
package struct NestedFilm: Hashable, Sendable, Codable {
  /// As the script names it, for listings.
  package var name: String
  /// Without media of its own: what it reads is in the list of the film that shows it.
  package var composition: Composition
  /// Where its media are in that list, in its own order.
  package var media: [Int]

  package init(name: String, composition: Composition, media: [Int]) {
    self.name = name
    self.composition = composition
    self.media = media
  }
}

extension Composition {
  /// A film that it shows, with its media.
  package func film(_ index: Int) -> Composition {
    let nested = films[index]
    var film = nested.composition
    film.media = nested.media.map { media[$0] }
    return film
  }

  /// The files that a picture is made of.
  package func media(of picture: Picture) -> [Int] {
    switch picture {
    case .film(let film, _), .frozenFilm(let film, _): films[film].media
    default: picture.media.map { [$0] } ?? []
    }
  }

  /// The files that a sound is made of.
  package func media(of sound: Sound) -> [Int] {
    sound.film.map { films[$0].media } ?? [sound.media]
  }
}
