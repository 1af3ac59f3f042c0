import Basics
package import Composition

/// The packets that an output copies instead of encoding pictures and sound, and the obstacles.
///
/// A copied film has exactly the pictures and samples of the encoded one; if it cannot, there is an obstacle.
/// Whatever depends on packets that were not read stays undecided.
package struct CopiedFilm: Hashable, Sendable {
  package private(set) var stretches: [Stretch] = []
  /// Nil if sound is not copied, or if the film has none.
  package private(set) var sound: CopiedSound?
  /// The other audio tracks of its file, if they are kept.
  package private(set) var otherTracks: [CopiedSound] = []
  /// The other video tracks of the file that the pictures are copied from, if they are kept.
  package private(set) var otherPictures: [CopiedPictures] = []
  package private(set) var obstacles: [CopyObstacle] = []
  /// Files whose packets have not been read.
  package private(set) var unknownMedia: [Int] = []

  /// Frames of the film that are pictures of one layer.
  package struct Stretch: Hashable, Sendable {
    package var frames: Range<Int64>
    package var layer: Int
    package var pictures: CopiedPictures
  }

  /// Examines these frames of a film.
  package init(_ film: Composition, _ settings: OutputSettings, frames: Range<Int64>) {
    if settings.copied.pictures {
      var finder = PictureCopying(film, settings, frames)
      finder.find()
      stretches = finder.stretches
      otherPictures = finder.otherTracks
      obstacles += finder.obstacles
      unknownMedia += finder.unknownMedia
    }
    if settings.copied.sound {
      var finder = SoundCopying(film, settings, frames)
      finder.find()
      sound = finder.copied
      otherTracks = finder.otherTracks
      obstacles += finder.obstacles
      unknownMedia += finder.unknownMedia
    }
  }
}

extension Composition {
  /// The known packets of a video stream.
  func codedPictures(_ media: Int, _ stream: Int) -> CodedPictures? {
    guard self.media.indices.contains(media) else { return nil }
    return self.media[media].coded?.pictures.first { $0.track.streamIndex == stream }
  }

  func codedSound(_ media: Int, _ stream: Int) -> CodedSound? {
    guard self.media.indices.contains(media) else { return nil }
    return self.media[media].coded?.sounds.first { $0.streamIndex == stream }
  }

  /// A file's name in messages.
  func quotedMedia(_ index: Int) -> String {
    media.indices.contains(index) ? "'\(media[index].spelling)'" : "its file"
  }
}

extension RationalTime {
  /// The time as an author would write it, to the millisecond: `2.002s`.
  var written: String {
    guard let count = rounded(toUnits: 1000)?.value, let time = RationalTime(count, 1000) else {
      return spelling
    }
    return time.spelling
  }
}
