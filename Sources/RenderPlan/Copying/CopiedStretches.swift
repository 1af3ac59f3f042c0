package import Composition

/// Some pictures of a file whose packets go into the film as they are.
package struct CopiedPictures: Hashable, Sendable, Codable {
  /// Among the composition's media.
  package var media: Int
  package var stream: Int
  /// Counted from the first picture of the stream, in the order in which they are shown.
  package var pictures: Range<Int64>
  /// How many pictures decoding runs ahead in the film: the same in all of its stretches.
  package var reorderDelay: Int
  /// When they start, where they come as they like: only these pictures, and the end of the last one.
  package var times: PictureTimes?
  /// Which of them are compared once the film is joined, since they stand beside others; nil for none.
  package var compared: ComparedEnds?

  package init(
    media: Int, stream: Int, pictures: Range<Int64>, reorderDelay: Int, times: PictureTimes? = nil,
    compared: ComparedEnds? = nil
  ) {
    self.compared = compared
    self.times = times
    self.media = media
    self.stream = stream
    self.pictures = pictures
    self.reorderDelay = reorderDelay
  }
}

/// Pictures at the ends of a copied stretch, where a joint could damage them. They are decoded twice, from their file and in the
/// finished film, and have to be equal.
package enum ComparedEnds: String, Hashable, Sendable, Codable {
  case both
  /// Only the first ones: the last ones are `PicturesBefore` of the segment behind.
  case start
}

extension CopiedPictures {
  /// Those that are compared when they are copied, counted from the first one.
  package var comparedPictures: [Int64] {
    switch compared {
    case .both: Array(firstOnes) + Array(lastOnes)
    case .start: Array(firstOnes)
    case nil: []
    }
  }

  private static let mostCompared: Int64 = 12

  private var firstOnes: Range<Int64> { 0..<min(Self.mostCompared, lastOnes.lowerBound) }

  /// The last ones are decoded from the key frame before them, so all of a group is decoded there.
  private var lastOnes: Range<Int64> {
    let count = Int64(pictures.count)
    return max(0, count - Self.mostCompared)..<count
  }

  /// The last ones as those before the segment behind, which goes on with the same layer.
  func lastOnes(before layer: Int) -> PicturesBefore {
    PicturesBefore(
      layer: layer, media: media, stream: stream,
      pictures: pictures.lowerBound + lastOnes.lowerBound..<pictures.upperBound)
  }
}

/// Pictures of a file that are on screen right before a segment: copied ones, which are compared once the film is joined.
///
/// A segment that goes on with their take decodes them on the way to its own, so that no other decoder has to.
package struct PicturesBefore: Hashable, Sendable, Codable {
  /// The layer that shows them, and pictures of the segment.
  package var layer: Int
  /// Among the composition's media.
  package var media: Int
  package var stream: Int
  /// Counted from the first picture of the stream.
  package var pictures: Range<Int64>
}

/// Some of the sound of a file whose packets go into the film as they are.
package struct CopiedSound: Hashable, Sendable, Codable {
  /// Among the composition's media.
  package var media: Int
  package var stream: Int
  /// What is heard, in samples of the file's own rate, counted from media time 0.
  package var samples: Range<Int64>
  /// The start of the first copied packet; samples before `samples` are decoded and not played.
  package var first: Int64
  package var packetLength: Int64
  package var sampleRate: Int
  /// Samples of silence before it: the film begins earlier.
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
    /// One of the composition's layers.
    case layer(Int)
    /// One of its sounds.
    case sound(Int)
  }

  package var subject: Subject
  /// What is in the way, as the rest of a sentence after the subject's name: `is faded`.
  package var reason: String
  /// What to do about it.
  package var hint: String?

  package init(_ subject: Subject, _ reason: String, hint: String? = nil) {
    self.subject = subject
    self.reason = reason
    self.hint = hint
  }
}
