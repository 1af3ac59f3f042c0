extension Composition {
  /// Replaces the paths of files in the film, its nested films and its mixes. Paths without an entry stay.
  package mutating func moveFiles(to places: [String: String]) {
    func move(_ path: inout String) { path = places[path] ?? path }
    for index in media.indices {
      move(&media[index].path)
      if var vector = media[index].vector {
        for font in vector.fonts.indices { move(&vector.fonts[font].path) }
        media[index].vector = vector
      }
    }
    for index in luts.indices { move(&luts[index].path) }
    for index in layers.indices {
      switch layers[index].picture {
      case .text, .credits:
        layers[index].picture.changeWords { words in
          for font in words.fonts.indices { move(&words.fonts[font].path) }
        }
      case .subtitles(var picture):
        for font in picture.fonts.files.indices { move(&picture.fonts.files[font].path) }
        if var file = picture.fonts.pictures?.file {
          move(&file.path)
          picture.fonts.pictures?.file = file
        }
        layers[index].picture = .subtitles(picture)
      default: break
      }
    }
    for index in films.indices { films[index].composition.moveFiles(to: places) }
    if var moved = mixes {
      for index in moved.indices { moved[index].moveFiles(to: places) }
      mixes = moved
    }
  }
}

extension Composition {
  /// The files other than media, with their digests: fonts and LUTs, including those of nested films.
  package var filesBesideMedia: [(path: String, digest: String)] {
    var files = fonts.map { (path: $0.path, digest: $0.digest) }
    files += readLUTs.map { (path: $0.path, digest: $0.digest) }
    for layer in layers {
      guard case .subtitles(let picture) = layer.picture else { continue }
      let own = picture.fonts.files + [picture.fonts.pictures?.file].compactMap(\.self)
      files += own.map { (path: $0.path, digest: $0.digest) }
    }
    return files + films.flatMap(\.composition.filesBesideMedia)
  }
}
