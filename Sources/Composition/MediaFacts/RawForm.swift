package import Basics

/// What the bytes of a file without a header are, as its script declares it.
package enum RawForm: Hashable, Sendable, Codable {
  /// Pictures, one after another.
  case pictures(RawPictures)
  /// Samples, one after another; those of all channels at one moment are together.
  case samples(RawSamples)

  /// The bytes of one picture, or of one sample of all channels.
  package var unit: Int64 {
    switch self {
    case .pictures(let pictures): pictures.byteCount
    case .samples(let samples): Int64(samples.format.byteCount * samples.channelCount)
    }
  }
}

package struct RawPictures: Hashable, Sendable, Codable {
  /// FFmpeg's name of the pixel format.
  package var format: String
  package var size: PixelSize
  /// Nil for a single picture without a duration.
  package var rate: FrameRate?

  package init(format: RawPixelFormat, size: PixelSize, rate: FrameRate?) {
    self.format = format.name
    self.size = size
    self.rate = rate
  }

  /// The bytes of one picture.
  package var byteCount: Int64 { RawPixelFormat(named: format)?.byteCount(of: size) ?? 0 }
}

package struct RawSamples: Hashable, Sendable, Codable {
  package var format: RawSampleFormat
  package var rate: Int
  /// 1 is mono, 2 stereo, 6 5.1 and 8 7.1, in the order of WAV.
  package var channelCount: Int

  package init(format: RawSampleFormat, rate: Int, channelCount: Int) {
    (self.format, self.rate, self.channelCount) = (format, rate, channelCount)
  }

  /// FFmpeg's name of the channel layout.
  package var layout: String {
    switch channelCount {
    case 1: "mono"
    case 2: "stereo"
    case 6: "5.1"
    case 8: "7.1"
    default: "\(channelCount) channels"
    }
  }
}

/// A format of samples without a header; the words are FFmpeg's.
package enum RawSampleFormat: String, Hashable, Sendable, Codable, CaseIterable {
  case s16le, s24le, s32le, f32le, f64le
  case u8, s8
  case s16be, s24be, s32be, f32be, f64be
  case u16le, u24le, u32le, u16be, u24be, u32be
  case alaw, mulaw

  /// The bytes of a sample of one channel.
  package var byteCount: Int {
    switch self {
    case .u8, .s8, .alaw, .mulaw: 1
    case .s16le, .s16be, .u16le, .u16be: 2
    case .s24le, .s24be, .u24le, .u24be: 3
    case .s32le, .s32be, .u32le, .u32be, .f32le, .f32be: 4
    case .f64le, .f64be: 8
    }
  }
}

extension RawForm: CustomStringConvertible {
  /// `rgba 640x360 at 25`, `s16le 48000 stereo`
  package var description: String {
    switch self {
    case .pictures(let pictures):
      "\(pictures.format) \(pictures.size)" + (pictures.rate.map { " at \($0.spelling)" } ?? "")
    case .samples(let samples): "\(samples.format.rawValue) \(samples.rate) \(samples.layout)"
    }
  }
}

// MARK: - Facts

extension MediaFacts {
  /// The facts of a file whose form only its script knows: its size.
  package static func raw(byteCount: Int64) -> MediaFacts {
    MediaFacts(container: rawContainer, extent: .infinite, byteCount: byteCount)
  }

  private static let rawContainer = "raw"

  /// Whether nothing is known of the file but its size.
  package var isRaw: Bool { container == Self.rawContainer && hasNoTracks }

  /// Whether it has the header of a container, although its script declares that it has none.
  package var hasOwnHeader: Bool { container != Self.rawContainer }

  private var hasNoTracks: Bool { video.isEmpty && audio.isEmpty }

  /// The facts of a file in this form, as a probe would find them; nil if its bytes are not whole pictures or samples.
  package init?(_ form: RawForm, byteCount: Int64) {
    let (count, rest) = form.unit > 0 ? byteCount.quotientAndRemainder(dividingBy: form.unit) : (0, 1)
    guard count > 0, rest == 0 else { return nil }
    switch form {
    case .pictures(let pictures):
      guard let track = VideoTrackFacts(pictures, count: count) else { return nil }
      self.init(
        container: "rawvideo", extent: track.isStill ? .infinite : .finite(track.mediaRange.end),
        video: [track], byteCount: byteCount)
    case .samples(let samples):
      guard let end = RationalTime(count, Int64(samples.rate)),
        let range = TimeRange(start: .zero, end: end)
      else { return nil }
      self.init(
        container: samples.format.rawValue, extent: .finite(end),
        audio: [
          AudioTrackFacts(
            streamIndex: 0, codec: "pcm_" + samples.format.rawValue, sampleRate: samples.rate,
            channelCount: samples.channelCount, channelLayout: samples.layout, mediaRange: range,
            sampleCount: count)
        ], byteCount: byteCount)
    }
  }
}

extension VideoTrackFacts {
  /// Nil if their times are out of range, or if a single picture is not alone.
  fileprivate init?(_ pictures: RawPictures, count: Int64) {
    guard let format = RawPixelFormat(named: pictures.format) else { return nil }
    self.init(
      streamIndex: 0, codec: "rawvideo", storedSize: pictures.size, pixelFormat: pictures.format,
      bitDepth: format.bitDepth, hasAlpha: format.hasAlpha)
    guard let rate = pictures.rate else {
      guard count == 1 else { return nil }
      isStill = true
      return
    }
    guard let end = try? rate.start(ofFrame: count), let range = TimeRange(start: .zero, end: end) else {
      return nil
    }
    (self.rate, mediaRange, frameCount) = (rate, range, count)
  }
}
