extension Composition {
  /// The film of an audio track: no pictures, and only the chosen sounds. Only these trigger ducking.
  package func heard(only chosen: [Int]) -> Composition {
    var film = heardAlone
    let numbers = Dictionary(chosen.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    film.sounds = chosen.filter(sounds.indices.contains).map { index in
      var sound = sounds[index]
      if var duck = sound.duck {
        duck.under = duck.under.compactMap { numbers[$0] }
        sound.duck = duck.under.isEmpty ? nil : duck
      }
      return sound
    }
    return film
  }

  /// The film without its pictures. Media and films keep their indices.
  private var heardAlone: Composition {
    var film = self
    film.layers = []
    film.transitions = []
    film.luts = []
    film.subtitles = []
    film.sidecars = []
    film.stems = []
    film.chapters = []
    film.cover = nil
    film.mixes = nil
    for index in film.films.indices {
      film.films[index].composition = film.films[index].composition.heardAlone
    }
    return film
  }

  /// The film of an audio track, by the track's number in the file.
  package func mix(ofTrack index: Int) -> Composition {
    guard let mixes, mixes.indices.contains(index) else { return self }
    return mixes[index]
  }
}

extension OutputSettings {
  /// The encoding of an audio track, by its number in the file.
  package func encoding(ofTrack index: Int) -> AudioEncoding? {
    guard let tracks, tracks.indices.contains(index) else { return audio }
    return tracks[index].audio
  }
}
