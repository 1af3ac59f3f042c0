package import Basics
package import Composition

/// A file that suits some media: the values of an `outputs` entry.
package struct SuggestedOutput: Hashable, Sendable {
  package let file: String
  /// Its purpose, without a full stop.
  package let purpose: String
  /// Nil for a file without a picture.
  package let picture: Picture?
  /// Bits per second of the sound; nil for a file without sound.
  package let audioBitRate: Int64?
  /// Its `preset`; nil if it has none.
  package var preset: OutputPreset?

  package struct Picture: Hashable, Sendable {
    package let size: PixelSize
    package let rate: FrameRate
    package let rateText: String
    package let control: RateControl
    /// The encoder's speed; nil for the default.
    package let speed: String?
    /// The longest time between key frames; nil for the default.
    package let keyFrameSeconds: RationalTime?
    /// Nil for the codec of the preset or of the container.
    package var codec: VideoCodec?
    /// The colour space of HDR media, which the output keeps; nil for the canvas's.
    package var color: CanvasColor?
  }

  package enum RateControl: Hashable, Sendable {
    case quality(Int)
    /// Bits per second.
    case bitRate(Int64)
    /// The codec alone determines the size.
    case codec
  }
}

extension SuggestedOutput {
  /// Files that suit the media: for archiving, for sending, and a small one if the media are large.
  ///
  /// Sizes, frame rates and video bit rates do not exceed the media's; the minimum bit rate is 200 kbit/s.
  package static func outputs(for media: [DraftMedia], named wanted: String) -> [SuggestedOutput] {
    let name = freeName(wanted, sparing: media)
    let sound = media.compactMap(\.facts.mainAudio).map(\.channelCount).max()
    func rate(_ stereo: Int64) -> Int64? { sound.map { $0 == 1 ? stereo * 2 / 3 : stereo } }
    guard media.contains(where: { $0.facts.mainVideo != nil }) else {
      return [
        SuggestedOutput(
          file: "\(name).m4a", purpose: "sound only", picture: nil, audioBitRate: rate(192_000))
      ]
    }
    let canvas = DraftCanvas(for: media)
    let limit = sourceBitRate(of: media, shownOn: canvas.size)
    func picture(_ size: PixelSize, quality: Int? = nil, speed: String? = nil) -> Picture {
      Picture(
        size: size, rate: canvas.rate, rateText: canvas.rateText,
        control: quality.map { .quality($0) }
          ?? .bitRate(bitRate(for: size, canvas, atMost: limit)),
        speed: speed, keyFrameSeconds: quality == nil ? RationalTime(seconds: 2) : nil)
    }
    var outputs = [
      SuggestedOutput(
        file: "\(name).mp4", purpose: "for archiving: the size of the media, almost lossless",
        picture: picture(canvas.size, quality: 18, speed: "slow"), audioBitRate: rate(192_000)),
      SuggestedOutput(
        file: "\(name)-web.mp4",
        purpose: "for sending or streaming: a steady bit rate, and a key frame every 2 s",
        picture: picture(canvas.size.inside(PixelSize(width: 1920, height: 1080))),
        audioBitRate: rate(160_000)),
    ]
    let small = canvas.size.inside(PixelSize(width: 960, height: 540))
    if small != canvas.size {
      outputs.append(
        SuggestedOutput(
          file: "\(name)-small.mp4", purpose: "for watching on a phone", picture: picture(small),
          audioBitRate: rate(128_000)))
    }
    return outputs
  }

  /// A name of which no file is one of the media.
  static func freeName(_ wanted: String, sparing media: [DraftMedia]) -> String {
    let taken = media.map { $0.path.lowercased() }
    func isFree(_ name: String) -> Bool { !taken.contains { $0.hasPrefix(name.lowercased()) } }
    if isFree(wanted) { return wanted }
    return (2...taken.count + 2).lazy.map { "\(wanted)-\($0)" }.first(where: isFree) ?? wanted
  }

  /// A tenth of a bit per pixel looks good in H.264; fast films need less per frame.
  private static func bitRate(for size: PixelSize, _ canvas: DraftCanvas, atMost limit: Double?) -> Int64 {
    let frames = Double(canvas.rate.frames) / Double(canvas.rate.seconds)
    let paced = frames > 30 ? (30 * frames).squareRoot() : frames
    let pixels = Double(size.width) * Double(size.height)
    let share = pixels / (Double(canvas.size.width) * Double(canvas.size.height))
    let wanted = min(0.1 * pixels * paced, (limit ?? .infinity) * share)
    return rounded(max(wanted, 200_000))
  }

  /// The bit rate of the best clip, scaled to this size and to H.264; nil if no length is known.
  private static func sourceBitRate(of media: [DraftMedia], shownOn size: PixelSize) -> Double? {
    media.compactMap { one in
      guard one.kind == .clip, let track = one.facts.mainVideo, let length = one.length,
        one.facts.byteCount > 0
      else { return nil }
      let bits = Double(one.facts.byteCount) * 8 / length.inSeconds
      let pixels = Double(track.displaySize.width) * Double(track.displaySize.height)
      return bits * efficiency(of: track.codec) * Double(size.width) * Double(size.height) / max(1, pixels)
    }.max()
  }

  /// The number of bits that H.264 needs for one of the codec's.
  private static func efficiency(of codec: String) -> Double {
    switch codec {
    case "hevc", "vp9": 1.5
    case "av1": 2
    default: 1
    }
  }

  /// Two digits are enough: 2,764,800 is 2.8M.
  private static func rounded(_ rate: Double) -> Int64 {
    let unit: Double = rate >= 10_000_000 ? 1_000_000 : rate >= 1_000_000 ? 100_000 : 10_000
    return Int64((min(rate, 1e12) / unit).rounded()) * Int64(unit)
  }
}

extension PixelSize {
  /// The largest even size of the same aspect within the bounds, which are turned to its orientation.
  func inside(_ bounds: PixelSize) -> PixelSize {
    let bounds = shape == .portrait ? bounds.turned : bounds
    let scale = min(Double(bounds.width) / Double(width), Double(bounds.height) / Double(height))
    guard scale < 1 else { return self }
    return PixelSize(
      width: max(2, Int(Double(width) * scale / 2) * 2), height: max(2, Int(Double(height) * scale / 2) * 2))
  }
}
