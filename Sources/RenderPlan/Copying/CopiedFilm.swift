import Basics
package import Composition

/// The packets that an output copies instead of encoding pictures and sound, and the obstacles.
///
/// A copied film has exactly the pictures and samples of the encoded one; if it cannot, there is an obstacle. If
/// packets were not read, what depends on them is left open.
package struct CopiedFilm: Hashable, Sendable {
  package private(set) var stretches: [Stretch] = []
  /// Nil where sound is not copied, or where the film has none.
  package private(set) var sound: CopiedSound?
  package private(set) var obstacles: [CopyObstacle] = []
  /// Files whose packets would have to be looked at.
  package private(set) var unknownMedia: [Int] = []

  /// Frames of the film that one layer's pictures make.
  package struct Stretch: Hashable, Sendable {
    package var frames: Range<Int64>
    package var layer: Int
    package var pictures: CopiedPictures
  }

  /// Looks at these frames of a film.
  package init(_ film: Composition, _ settings: OutputSettings, frames: Range<Int64>) {
    if settings.copied.pictures {
      var finder = PictureCopying(film, settings.container, frames)
      finder.find()
      stretches = finder.stretches
      obstacles += finder.obstacles
      unknownMedia += finder.unknownMedia
    }
    if settings.copied.sound {
      var finder = SoundCopying(film, settings.container, frames)
      finder.find()
      sound = finder.copied
      obstacles += finder.obstacles
      unknownMedia += finder.unknownMedia
    }
  }
}

extension Composition {
  /// What is known of the packets of one of its streams of pictures.
  func codedPictures(_ media: Int, _ stream: Int) -> CodedPictures? {
    guard self.media.indices.contains(media) else { return nil }
    return self.media[media].coded?.pictures.first { $0.track.streamIndex == stream }
  }

  func codedSound(_ media: Int, _ stream: Int) -> CodedSound? {
    guard self.media.indices.contains(media) else { return nil }
    return self.media[media].coded?.sounds.first { $0.streamIndex == stream }
  }

  /// A file as messages call it.
  func quotedMedia(_ index: Int) -> String {
    media.indices.contains(index) ? "'\(media[index].spelling)'" : "its file"
  }
}

extension RationalTime {
  /// As an author would write it to mean this moment, to the millisecond: `2.002s`.
  var written: String {
    guard let count = rounded(toUnits: 1000)?.value, let time = RationalTime(count, 1000) else {
      return spelling
    }
    return time.spelling
  }
}
