package import Composition

/// Pictures of a file whose packets are copied into the film.
package struct CopiedPictures: Hashable, Sendable, Codable {
  /// An index into the composition's media.
  package var media: Int
  package var stream: Int
  /// Counted from the first picture of the stream, in presentation order.
  package var pictures: Range<Int64>
  /// The reorder depth in the film, in pictures: the same in all of its stretches.
  package var reorderDelay: Int
  /// The start times at a variable frame rate: only those of these pictures, and the end of the last one.
  package var times: PictureTimes?
  /// How much longer the first and last ones are shown than in their file; nil if they are not.
  package var held: HeldPictures?
  /// Which of them are compared after joining, because they adjoin other pictures; nil for none.
  package var compared: ComparedEnds?

  package init(
    media: Int, stream: Int, pictures: Range<Int64>, reorderDelay: Int, times: PictureTimes? = nil,
    held: HeldPictures? = nil, compared: ComparedEnds? = nil
  ) {
    self.held = held
    self.compared = compared
    self.times = times
    self.media = media
    self.stream = stream
    self.pictures = pictures
    self.reorderDelay = reorderDelay
  }
}

/// Pictures at the ends of a copied stretch, which joining could damage. They are decoded from their file and
/// from the finished film, and must be equal.
package enum ComparedEnds: String, Hashable, Sendable, Codable {
  case both
  /// Only the first ones: the last ones are `PicturesBefore` of the next segment.
  case start
}

extension CopiedPictures {
  /// The pictures that are compared when they are copied, counted from the first one.
  package var comparedPictures: [Int64] {
    switch compared {
    case .both: Array(firstOnes) + Array(lastOnes)
    case .start: Array(firstOnes)
    case nil: []
    }
  }

  private static let mostCompared: Int64 = 12

  private var firstOnes: Range<Int64> { 0..<min(Self.mostCompared, lastOnes.lowerBound) }

  /// The last pictures are decoded from the preceding key frame, so a whole group is decoded.
  private var lastOnes: Range<Int64> {
    let count = Int64(pictures.count)
    return max(0, count - Self.mostCompared)..<count
  }

  /// The last pictures as those before the next segment, which continues the same layer.
  func lastOnes(before layer: Int) -> PicturesBefore {
    PicturesBefore(
      layer: layer, media: media, stream: stream,
      pictures: pictures.lowerBound + lastOnes.lowerBound..<pictures.upperBound)
  }
}

/// Copied pictures of a file right before a segment, which are compared after joining.
///
/// A segment that continues their take decodes them on the way to its own pictures, so that no other decoder
/// has to.
package struct PicturesBefore: Hashable, Sendable, Codable {
  /// The layer that shows both these pictures and some of the segment's.
  package var layer: Int
  /// An index into the composition's media.
  package var media: Int
  package var stream: Int
  /// Counted from the first picture of the stream.
  package var pictures: Range<Int64>
}

/// Sound of a file whose packets are copied into the film.
package struct CopiedSound: Hashable, Sendable, Codable {
  /// An index into the composition's media.
  package var media: Int
  package var stream: Int
  /// The audible samples, at the file's own rate, counted from media time 0.
  package var samples: Range<Int64>
  /// The start of the first copied packet; samples before `samples` are decoded, but not played.
  package var first: Int64
  package var packetLength: Int64
  package var sampleRate: Int
  /// Samples of silence before the sound, because the film begins earlier.
  package var delay: Int64

  package init(
    media: Int, stream: Int, samples: Range<Int64>, first: Int64, packetLength: Int64, sampleRate: Int,
    delay: Int64
  ) {
    self.media = media
    self.stream = stream
    self.samples = samples
    self.first = first
    self.packetLength = packetLength
    self.sampleRate = sampleRate
    self.delay = delay
  }
}

/// Why something cannot be copied.
package struct CopyObstacle: Hashable, Sendable, Codable {
  package enum Subject: Hashable, Sendable, Codable {
    case film
    /// An index into the composition's layers.
    case layer(Int)
    /// An index into the composition's sounds.
    case sound(Int)
  }

  package var subject: Subject
  /// The reason, as the rest of a sentence after the subject's name: `is faded`.
  package var reason: String
  /// What to do about it.
  package var hint: String?

  package init(_ subject: Subject, _ reason: String, hint: String? = nil) {
    self.subject = subject
    self.reason = reason
    self.hint = hint
  }
}
