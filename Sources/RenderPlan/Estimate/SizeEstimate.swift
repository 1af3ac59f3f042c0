import Basics
import Composition
package import ContentDigest

/// The estimated size of a file, and what the estimate is based on.
///
/// Doubles, but only with sums, products, quotients and square roots, which every CPU rounds in the same way.
package struct SizeEstimate: Hashable, Sendable {
  /// In bytes, without the container.
  package private(set) var pictures = ByteRange.zero
  package private(set) var sound = ByteRange.zero
  /// The index, tags, chapters and subtitles, in bytes.
  package private(set) var container = ByteRange.zero
  /// Bytes of pictures and sound that are already in the store.
  package private(set) var storedBytes: Double = 0
  /// What the rest is based on, without duplicates.
  package private(set) var bases: [Basis] = []

  package enum Basis: String, Hashable, Sendable, CaseIterable {
    /// Entries of the store: exact.
    case store
    /// Bit rates, or formats of pictures or sound with a constant size.
    case bitRate = "bit-rate"
    /// Copied packets.
    case copy
    /// The bytes of segments in the store, which predict the others.
    case segments
    /// The bit rates of the media.
    case media
    /// Measured films with similar content.
    case measured
  }

  package var total: ByteRange { pictures + sound + container }
}

package struct ByteRange: Hashable, Sendable {
  package var low: Double
  package var high: Double

  package init(_ low: Double, _ high: Double) {
    (self.low, self.high) = (low, high)
  }

  package static let zero = ByteRange(0, 0)
  package static func exactly(_ bytes: Double) -> ByteRange { ByteRange(bytes, bytes) }

  package static func + (one: ByteRange, other: ByteRange) -> ByteRange {
    ByteRange(one.low + other.low, one.high + other.high)
  }

  static func * (range: ByteRange, factor: Double) -> ByteRange {
    ByteRange(range.low * factor, range.high * factor)
  }

  /// The geometric mean of both ends.
  var middle: Double { (low * high).squareRoot() }
}

extension RenderPlan {
  /// `stored` contains the bytes of packets in the store, by key.
  package func sizeEstimate(stored: [ContentDigest: Int64]) -> SizeEstimate {
    guard !settings.container.isText else { return SizeEstimate() }
    return SizeEstimate(self, stored)
  }
}

extension SizeEstimate {
  fileprivate init(_ plan: RenderPlan, _ stored: [ContentDigest: Int64]) {
    var bases: Set<Basis> = []
    let pictures = PictureEstimate(plan)
    var (guesses, copies): ([ByteRange], [ByteRange]) = ([], [])
    var (known, knownEncoded, knownGuess) = (0.0, 0.0, 0.0)
    for segment in plan.segments {
      // The store contains no pictures of the first of two passes.
      if segment.pass != .first, let bytes = stored[segment.key] {
        known += Double(bytes)
        if segment.copied == nil {
          knownEncoded += Double(bytes)
          knownGuess += pictures.encoded(segment).bytes.middle
        }
        bases.insert(.store)
      } else if let copied = segment.copied {
        copies.append(pictures.copied(copied))
        bases.insert(.copy)
      } else {
        let (bytes, basis) = pictures.encoded(segment)
        guesses.append(bytes)
        bases.insert(basis)
      }
    }
    // Encoded parts of the film predict more than any table, unless a bit rate determines the size.
    if knownEncoded > 0, knownGuess > 0, !guesses.isEmpty, !plan.settings.copied.pictures, !pictures.isSteady
    {
      let correction = knownEncoded / knownGuess
      guesses = guesses.map { guess in
        let spread = min(Self.spreadBesideSegments, (guess.high / max(1, guess.low)).squareRoot())
        return ByteRange(guess.middle * correction / spread, guess.middle * correction * spread)
      }
      bases.subtract([.media, .measured])
      bases.insert(.segments)
    }
    for (copied, other) in plan.otherVideos {
      if let bytes = stored[other.track.key] {
        known += Double(bytes)
      } else {
        copies.append(pictures.copied(copied))
      }
    }
    self.pictures = (guesses + copies).reduce(.exactly(known), +)
    storedBytes = known
    for (index, track) in plan.soundTracks.enumerated() {
      if let bytes = stored[track.key] {
        sound = sound + .exactly(Double(bytes))
        storedBytes += Double(bytes)
        bases.insert(.store)
      } else {
        let (bytes, isSteady) = plan.soundGuess(ofTrack: index, track)
        sound = sound + bytes
        if plan.segments.isEmpty {
          bases.insert(track.copied != nil ? .copy : isSteady ? .bitRate : .measured)
        }
      }
    }
    let overhead = FileOverhead(plan.settings, plan.composition, frames: plan.frames)
    container = ByteRange(overhead.leastBytes, overhead.otherBytes)
    if let limit = plan.settings.sizeLimit {
      let room = max(0, Double(limit) - sound.high - container.high)
      self.pictures = ByteRange(min(self.pictures.low, room), min(self.pictures.high, room))
    }
    if plan.settings.container.isUncompressed, let encoding = plan.settings.video {
      let bytes = encoding.bytesOfUncompressedPicture(ofCanvas: plan.composition.canvas.size)
      self.pictures = .exactly(Double(plan.frameCount) * Double(bytes + Self.bytesOfFrameLine))
      (storedBytes, bases) = (0, [.bitRate])
    }
    self.bases = Basis.allCases.filter(bases.contains)
  }

  /// `FRAME` before each picture of a .y4m file.
  private static let bytesOfFrameLine = 6

  /// The greatest factor by which the rest of a film was larger or smaller than its segments in the store
  /// predicted, as measured (`docs/measurements/estimates.md`).
  private static let spreadBesideSegments = 1.6
}

extension RenderPlan {
  /// The bytes of a track that is not in the store, and whether they hardly depend on its content.
  fileprivate func soundGuess(ofTrack index: Int, _ track: SoundTrack) -> (ByteRange, isSteady: Bool) {
    let mix = composition.mix(ofTrack: index).mix
    let samples = Double(track.samples.count)
    let seconds = samples / Double(max(1, mix.sampleRate))
    if let copied = track.copied {
      let media = composition.media[copied.media].facts
      let rate = Double(media.assumedSoundRate) / 8
      return (ByteRange(rate * seconds * 0.3, rate * seconds * 2), true)
    }
    guard let encoding = settings.encoding(ofTrack: index) else { return (.zero, true) }
    let bytes = Double(encoding.bitRate) / 8 * (seconds + 0.04)
    let raw = samples * Double(mix.channelCount) * Double(encoding.codec.declaration.sampleBytes)
    switch encoding.codec {
    // Silence takes almost nothing. A film can be silent; most of an audio-only file is not.
    case .aac: return (ByteRange(bytes * (settings.video == nil ? 0.7 : 0.015), bytes * 1.03), true)
    case .opus: return (ByteRange(bytes * (settings.video == nil ? 0.6 : 0.015), bytes * 1.25), true)
    case .mp3: return (ByteRange(bytes, bytes * 1.02), true)
    case .flac, .alac: return (ByteRange(raw * 0.2, raw * 0.9), false)
    case .pcm, .pcm16, .pcm32, .pcmFloat, .pcmBigEndian, .pcm16BigEndian, .pcm32BigEndian, .pcmFloatBigEndian:
      return (.exactly(raw), true)
    }
  }
}

extension MediaFacts {
  /// The bit rate of the whole file; nil if it has no duration.
  fileprivate var bitRate: Double? {
    guard let length = extent.finite?.inSeconds, length > 0, byteCount > 0 else { return nil }
    return Double(byteCount) * 8 / length
  }

  /// The bit rate of the main audio track, as far as the facts show it: exact for raw samples, typical for
  /// coded sound.
  fileprivate var assumedSoundRate: Double {
    guard let track = mainAudio else { return 0 }
    let isRaw = track.codec.hasPrefix("pcm")
    let perSample = track.codec.contains("24") ? 24.0 : track.codec.contains("32") ? 32 : 16
    return isRaw
      ? Double(track.sampleRate) * Double(track.channelCount) * perSample
      : 64_000 * Double(track.channelCount)
  }

  /// The approximate bit rate of its pictures.
  fileprivate var pictureRate: Double? {
    bitRate.map { all in max(all * 0.5, all - assumedSoundRate * Double(max(1, audio.count))) }
  }
}

/// The estimated size of pictures that have not been encoded.
private struct PictureEstimate {
  private let plan: RenderPlan
  private let encoding: VideoEncoding?
  private let pixels: Double
  private let rate: Double

  init(_ plan: RenderPlan) {
    self.plan = plan
    encoding = plan.settings.video
    let canvas = plan.composition.canvas
    pixels = Double(canvas.size.width) * Double(canvas.size.height)
    rate = Double(canvas.rate.frames) / Double(canvas.rate.seconds)
  }

  /// Whether the size hardly depends on the content.
  var isSteady: Bool {
    guard let encoding else { return true }
    if case .quality = encoding.rateControl { return encoding.codec == .dnxhr || encoding.codec == .tiff }
    return true
  }

  func copied(_ copied: CopiedPictures) -> ByteRange {
    let facts = plan.composition.media[copied.media].facts
    guard let track = facts.mainVideo, let bits = facts.pictureRate,
      let seconds = (try? track.mediaRange.duration())?.inSeconds, track.frameCount > 0
    else { return .zero }
    let bytes = bits / 8 * Double(copied.pictures.count) * seconds / Double(track.frameCount)
    return ByteRange(bytes * 0.5, bytes * 2)
  }

  func encoded(_ segment: Segment) -> (bytes: ByteRange, basis: SizeEstimate.Basis) {
    guard var encoding = plan.encoding(of: segment) else { return (.zero, .bitRate) }
    // The results of the first pass are not known yet, so all segments get the film's bit rate.
    if segment.pass == .first, let whole = self.encoding { encoding = whole }
    let frames = Double(segment.frames.count)
    switch encoding.rateControl {
    case .twoPasses(let bits):
      let bytes = Double(bits) / 8 * frames / rate
      return (ByteRange(bytes * 0.65, bytes * 1.15), .bitRate)
    case .firstPass: return (.zero, .bitRate)
    case .bitRate(let bits), .cappedBitRate(let bits):
      // An encoder does not fill its bit rate with easy pictures; they take only what they need.
      let bytes = Double(bits) / 8 * frames / rate
      let need = content(of: segment, encoding, quality: 2).bytes
      let least = frames < 2 * rate ? 0.3 : 0.65
      return (ByteRange(min(bytes * least, need.low), bytes * 1.15), .bitRate)
    case .quality(let quality):
      if let bits = encoding.bitsOfEveryPixel {
        let bytes = frames * pixels / 8
        let basis: SizeEstimate.Basis = bits.low >= bits.high * 0.9 ? .bitRate : .measured
        return (ByteRange(bytes * bits.low, bytes * bits.high), basis)
      }
      return content(of: segment, encoding, quality: quality)
    }
  }

  /// The bytes of pictures whose encoder predicts them from other pictures.
  private func content(
    of segment: Segment, _ encoding: VideoEncoding, quality: Int
  ) -> (bytes: ByteRange, basis: SizeEstimate.Basis) {
    let frames = Double(segment.frames.count)
    // The size of a frame without changes, and of a key frame with a plain background.
    var bits = ByteRange(frames * 100 + 2000, frames * 600 + 20000 + pixels * 0.02)
    var basis = SizeEstimate.Basis.measured
    let step = stepFactor(from: quality)
    for layer in segment.layers.map({ plan.composition.layers[$0] }) {
      let shown = layer.frames.clamped(to: segment.frames)
      guard !shown.isEmpty else { continue }
      let count = Double(shown.count)
      let area = min(Double(layer.visibleBox.width) * Double(layer.visibleBox.height), pixels)
      if case .moving(let media, let stream, let clock) = layer.picture,
        let moving = moving(media, stream, clock, area: area, whole: layer.contentBox)
      {
        bits = bits + moving * count * step
        basis = .media
        continue
      }
      switch layer.picture {
      case .moving, .film:
        bits = bits + ByteRange(0.006, 0.5) * (area * count) * step * sizeFactor(area)
      case .still, .frozen, .frozenFilm:
        let isMoved = layer.movement != nil
        bits =
          bits + ByteRange(0.15, 2.5) * area * step
          + (isMoved ? ByteRange(0.003, 0.25) : ByteRange(0.0002, 0.02)) * (area * count) * step
      case .credits(let credits) where credits.motion.pixels != 0:
        bits = bits + ByteRange(0.001, 0.3) * area + ByteRange(0.001, 0.1) * (area * count)
      case .noise(let noise) where !noise.isStill:
        bits = bits + ByteRange(0.05, 3) * (area * count) * step
      case .color, .gradient, .bars, .noise, .shape, .text, .credits, .subtitles:
        bits = bits + ByteRange(0.001, 0.3) * area + ByteRange(0, 0.01) * (area * count)
      }
    }
    let (low, high) = encoding.codec.sizeBesideH264
    return (
      ByteRange(
        bits.low * low * encoding.speedFactor.low / 8, bits.high * high * encoding.speedFactor.high / 8),
      basis
    )
  }

  /// The bits per frame of a clip at quality 20, estimated from the size of its file.
  ///
  /// An encoder needs about as many bits as the file has left after compression, but fewer if the file is
  /// hardly compressed.
  private func moving(
    _ media: Int, _ stream: Int, _ clock: MediaClock, area: Double, whole: PixelBox
  ) -> ByteRange? {
    let facts = plan.composition.media[media].facts
    guard let track = facts.video.first(where: { $0.streamIndex == stream }),
      let bitRate = facts.pictureRate, Self.predictiveCodecs.contains(track.codec),
      let seconds = (try? track.mediaRange.duration())?.inSeconds, seconds > 0, track.frameCount > 1
    else { return nil }
    let size = track.displaySize
    let filePixels = Double(size.width) * Double(size.height)
    let framesPerSecond = Double(track.frameCount) / seconds
    guard filePixels > 0 else { return nil }
    let left = bitRate / framesPerSecond / filePixels
    let filled = left / (1 + left / 0.15)
    // The shares of several video tracks in the file are unknown.
    let isAlone = facts.video.count { !$0.isAttachedPicture && !$0.isStill } == 1
    let low = (left > 0.3 ? min(filled * 0.6, 0.02) : filled * 0.6) * (isAlone ? 1 : 0.2)
    // Only the visible part counts, at its size after scaling.
    let box = max(1, Double(whole.width) * Double(whole.height))
    let share = min(1, area / box)
    let scale = power(box / filePixels, 0.7) * filePixels * share
    // A film of fewer frames per second changes more from one to the next.
    let pace = (framesPerSecond / rate).squareRoot()
    return ByteRange(low, min(left * 2.4, filled * 5, 0.8)) * scale * min(max(pace, 0.5), 2)
  }

  private static let predictiveCodecs: Set<String> = [
    "h264", "hevc", "av1", "vp9", "vp8", "mpeg4", "mpeg2video", "mpeg1video", "flv1", "wmv2", "wmv3", "vc1",
    "theora",
    "h263",
  ]

  /// Small pictures have more detail per pixel.
  private func sizeFactor(_ area: Double) -> Double {
    min(max(power(410_000 / max(1, area), 0.3), 0.4), 3)
  }

  /// Six steps of quality double or halve the bits.
  private func stepFactor(from quality: Int) -> Double {
    let steps = 20 - max(quality, 1)
    let sixth = 1.122462048309373
    return (0..<abs(steps)).reduce(1.0) { factor, _ in steps > 0 ? factor * sixth : factor / sixth }
      * (quality == 0 ? 2 : 1)
  }

  /// `base` to a power between 0 and 1, computed with square roots only.
  private func power(_ base: Double, _ exponent: Double) -> Double {
    guard base > 0 else { return 0 }
    var (result, root, left) = (1.0, base, exponent)
    for _ in 0..<12 {
      root = root.squareRoot()
      left *= 2
      if left >= 1 {
        result *= root
        left -= 1
      }
    }
    return result
  }
}

extension VideoCodec {
  /// The size of pictures relative to H.264 at the same quality, as measured (`docs/codecs.md`).
  fileprivate var sizeBesideH264: (low: Double, high: Double) {
    switch self {
    case .hevc: (0.65, 1.1)
    case .av1: (0.4, 0.85)
    case .vp9: (0.65, 1.15)
    default: (1, 1)
    }
  }
}

extension VideoEncoding {
  /// The bytes of all planes of a picture.
  fileprivate func bytesOfUncompressedPicture(ofCanvas canvas: PixelSize) -> Int {
    let size = size ?? canvas
    let half = { (length: Int) in (length + 1) / 2 }
    let chroma =
      switch sampling {
      case .quarter: half(size.width) * half(size.height)
      case .half: half(size.width) * size.height
      case .full: size.width * size.height
      }
    return (size.width * size.height + 2 * chroma) * (depth == .eight ? 1 : 2)
  }

  /// Faster settings find less redundancy.
  fileprivate var speedFactor: (low: Double, high: Double) {
    guard codec == .h264 else { return (1, 1) }
    switch speed {
    case "ultrafast": return (1.1, 4)
    case "superfast": return (1, 1.5)
    default: return (1, 1)
    }
  }

  /// The bits per pixel of codecs that encode each picture independently; nil for others.
  fileprivate var bitsOfEveryPixel: (low: Double, high: Double)? {
    let isFull = sampling == .full
    switch codec {
    case .h264, .hevc, .av1, .vp9: return nil
    case .dnxhr:
      switch profile {
      case "lb": return (0.69, 0.76)
      case "sq": return (2.2, 2.45)
      case "444": return (6.8, 7.5)
      default: return (3.4, 3.7)
      }
    case .prores:
      switch profile {
      case "proxy": return (0.2, 1.5)
      case "lt": return (0.25, 3.2)
      case "hq": return (0.3, 6.6)
      case "4444": return (0.5, 10)
      case "4444xq": return (0.5, 15)
      default: return (0.25, 4.4)
      }
    case .ffv1:
      let deep = depth == .ten ? 1.4 : 1.0
      return (0.1 * deep, (isFull ? 12 : 6.5) * deep)
    case .mjpeg:
      guard case .quality(let quality) = rateControl else { return nil }
      let steps = Double(20 - quality) / 6
      let factor = steps >= 0 ? 1 + 0.45 * steps : 1 / (1 - 0.45 * steps)
      return (0.1 * factor, 2 * factor)
    case .gif: return (0.2, 5)
    case .webp:
      guard case .quality(let quality) = rateControl else { return nil }
      return quality == 0 ? (2, 12) : quality < 23 ? (0.4, 3.7) : quality < 35 ? (0.12, 2.5) : (0.05, 1)
    case .png: return (2, 20)
    case .exr: return (2, 52)
    case .tiff: return (2, 26)
    }
  }
}
