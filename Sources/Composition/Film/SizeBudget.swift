import Basics

/// How the bytes that a file may have are shared out between its picture, its sound and its container.
///
/// Doubles, but only sums, products and quotients of them, which every CPU rounds alike.
package struct SizeBudget: Hashable, Sendable {
  /// How many bytes the file may have.
  package let limit: Int64
  /// The most that its sound takes, in bytes.
  package let soundBytes: Double
  /// The most that everything else but the picture takes: the index, tags, chapters, subtitles.
  package let otherBytes: Double
  /// How long it plays, in seconds.
  package let seconds: Double
  private let pixelsPerSecond: Double
  /// How much of the bytes of the picture's packets is the picture.
  private let payload: Double

  /// Nil without a limit, or of a part without a length.
  package init?(_ settings: OutputSettings, _ film: Composition, frames: Range<Int64>) {
    guard let limit = settings.sizeLimit, let start = try? film.canvas.rate.start(ofFrame: frames.lowerBound),
      let end = try? film.canvas.rate.start(ofFrame: frames.upperBound), let length = try? end - start,
      length > .zero
    else { return nil }
    self.limit = limit
    seconds = length.inSeconds
    let trackCount = settings.trackCount(of: film)
    let encoded = (0..<trackCount).reduce(0.0) { sum, index in
      sum + (settings.encoding(ofTrack: index)?.mostBytesPerSecond(of: film.mix(ofTrack: index).mix) ?? 0)
    }
    // Coded sound begins a little before the film, and its last frame is filled up.
    // Packets of 188 bytes, each with a head of 4.
    payload = settings.container.isTransportStream ? 184.0 / 188 : 1
    soundBytes = encoded * (seconds + 0.1) / payload
    otherBytes = FileOverhead(settings, film, frames: frames).otherBytes
    let size = film.canvas.size
    pixelsPerSecond =
      Double(size.width) * Double(size.height) * Double(film.canvas.rate.frames)
      / Double(film.canvas.rate.seconds)
  }

  /// What is left for the picture, in bits per second.
  ///
  /// The encoder is held to its bit rate by a buffer of a second that begins half full: a stretch takes at most half a
  /// second's bits more. Measured, pieces of two seconds and more of noise came to 1.002 times their rate.
  package var bitsForPicture: Double {
    (Double(limit) - soundBytes - otherBytes) * payload * 8 * 0.97 / (seconds + 0.5)
  }

  /// The bit rate of the encoder; nil where nothing is left for a picture.
  package var pictureBitRate: Int64? {
    guard bitsForPicture >= 1000 else { return nil }
    // More than a bit for each pixel shows nowhere, and no player is made for it.
    return Int64(min(bitsForPicture, max(pixelsPerSecond, 1000), 1e12) / 1000) * 1000
  }

  /// Below it a film looks bad: a bit for every 50 pixels, in bits per second.
  package var reasonableBitRate: Double { pixelsPerSecond / 50 }

  /// How many bytes a file needs to reach that.
  package var reasonableLimit: Double {
    reasonableBitRate * (seconds + 0.5) / 8 / 0.97 / payload + soundBytes + otherBytes
  }
}

/// What everything in a file takes but its pictures and sound, in bytes.
package struct FileOverhead: Hashable, Sendable {
  /// The most of it: the index, tags, chapters, subtitles.
  package let otherBytes: Double
  /// The least of it.
  package let leastBytes: Double

  package init(_ settings: OutputSettings, _ film: Composition, frames: Range<Int64>) {
    let rate = film.canvas.rate
    let seconds = Double(frames.count) * Double(rate.seconds) / Double(rate.frames)
    let tracks = Double(settings.trackCount(of: film))
    let pictures = settings.video == nil ? 0 : Double(frames.count)
    let soundFrames = tracks * seconds * Double(film.mix.sampleRate) / 1024
    let words = film.subtitles.flatMap(\.cues).reduce(0.0) { $0 + 80 + 2 * Double($1.text.plain.utf8.count) }
    let names = film.chapters.reduce(0.0) { $0 + 64 + 2 * Double($1.name.utf8.count) }
    let tags = (settings.labels.tags + settings.labels.keyTags).reduce(0.0) {
      $0 + 64 + Double($1.name.utf8.count + $1.value.utf8.count)
    }
    let cover = Double(film.coverFile?.facts.byteCount ?? 0)
    let isTransportStream = settings.container.isTransportStream
    otherBytes =
      3072 + 16 * pictures + 12 * soundFrames + words + names + tags + cover
      // A frame of noise as a JPEG.
      + (settings.coverFrame == nil
        ? 0 : Double(film.canvas.size.width) * Double(film.canvas.size.height) * 1.5)
      // Each frame has a head and fills up its last packet; the lists of what there is come again ten times a second.
      + (isTransportStream ? 240 * (pictures + soundFrames) + 5000 * (seconds + 0.1) : 0)
    leastBytes =
      settings.container.declaration.family == .quickTime
        || settings.container.declaration.family == .matroska
      ? 500 + 5 * pictures + 4 * soundFrames + cover : 0
  }
}

extension OutputSettings {
  /// How many tracks of sound it has of a film.
  fileprivate func trackCount(of film: Composition) -> Int {
    film.sounds.isEmpty || audio == nil ? 0 : film.mixes?.count ?? 1 + film.stems.count
  }
}

extension AudioEncoding {
  /// What a second takes at most, measured with sounds that are hard to encode; lossless codecs never make sound larger.
  fileprivate func mostBytesPerSecond(of mix: MixFormat) -> Double {
    switch codec.declaration.size {
    case .bitRate(let most): Double(bitRate) / 8 * most
    case .lossless: Double(mix.sampleRate) * Double(mix.channelCount) * 3 * 1.01
    }
  }
}
