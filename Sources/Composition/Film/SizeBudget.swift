import Basics

/// The division of a file's size limit between picture, sound and container.
///
/// Calculates with doubles, but only sums, products and quotients, which every CPU rounds in the same way.
package struct SizeBudget: Hashable, Sendable {
  /// The largest size of the file, in bytes.
  package let limit: Int64
  /// The most bytes that sound takes.
  package let soundBytes: Double
  /// The most bytes that everything but picture and sound takes: index, tags, chapters, subtitles.
  package let otherBytes: Double
  /// The duration in seconds.
  package let seconds: Double
  private let pixelsPerSecond: Double
  /// The share of picture data in the picture's packets.
  private let payload: Double

  /// Nil without a size limit, or if the part of the film is empty.
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
    // A transport stream's packets have 188 bytes, 4 of them a header. Coded sound begins a little before the
    // film, and its last frame is padded.
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
  /// A one-second buffer that starts half full limits the encoder, so a stretch exceeds its rate by at most
  /// half a second's bits. Measured, pieces of noise of two seconds and more came to 1.002 times their rate.
  package var bitsForPicture: Double {
    (Double(limit) - soundBytes - otherBytes) * payload * 8 * 0.97 / (seconds + 0.5)
  }

  /// The bit rate of the encoder; nil if nothing remains for the picture.
  package var pictureBitRate: Int64? {
    guard bitsForPicture >= 1000 else { return nil }
    // More than one bit per pixel makes no visible difference, and players are not made for it.
    return Int64(min(bitsForPicture, max(pixelsPerSecond, 1000), 1e12) / 1000) * 1000
  }

  /// Below it a film looks bad: a bit for every 50 pixels, in bits per second.
  package var reasonableBitRate: Double { pixelsPerSecond / 50 }

  /// The size of a file with `reasonableBitRate`, in bytes.
  package var reasonableLimit: Double {
    reasonableBitRate * (seconds + 0.5) / 8 / 0.97 / payload + soundBytes + otherBytes
  }
}

/// The size of everything in a file but its pictures and sound, in bytes.
package struct FileOverhead: Hashable, Sendable {
  /// The upper bound: index, tags, chapters, subtitles.
  package let otherBytes: Double
  /// The lower bound.
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
      // Each frame has a header and pads its last packet; the tables are repeated ten times a second.
      + (isTransportStream ? 240 * (pictures + soundFrames) + 5000 * (seconds + 0.1) : 0)
    leastBytes =
      settings.container.declaration.family == .quickTime
        || settings.container.declaration.family == .matroska
      ? 500 + 5 * pictures + 4 * soundFrames + cover : 0
  }
}

extension OutputSettings {
  /// The number of audio tracks for a film.
  fileprivate func trackCount(of film: Composition) -> Int {
    film.sounds.isEmpty || audio == nil ? 0 : film.mixes?.count ?? 1 + film.stems.count
  }
}

extension AudioEncoding {
  /// The most bytes per second, measured with sounds that are hard to encode; lossless codecs never add any.
  fileprivate func mostBytesPerSecond(of mix: MixFormat) -> Double {
    switch codec.declaration.size {
    case .bitRate(let most): Double(bitRate) / 8 * most
    case .lossless:
      Double(mix.sampleRate) * Double(mix.channelCount) * Double(codec.declaration.sampleBytes) * 1.01
    }
  }
}
