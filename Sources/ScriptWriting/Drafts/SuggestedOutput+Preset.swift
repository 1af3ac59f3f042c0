import Basics
package import Composition

extension SuggestedOutput {
  /// The output of a preset for the media, with what both determine written out: size and rate, which do not exceed
  /// those of the media, bit rates, and HEVC for HDR media where the destination accepts it.
  ///
  /// Nil if the preset needs a picture or sound that the media lack, or copies them.
  package static func output(
    for media: [DraftMedia], as preset: OutputPreset, named wanted: String
  ) -> SuggestedOutput? {
    let declaration = preset.declaration
    let channels = media.compactMap(\.facts.mainAudio).map(\.channelCount).max()
    let audioBitRate = channels.map { declaration.audioBitRate(channels: min($0, 2)) }
    let name = freeName(wanted, sparing: media)
    if preset == .passthrough { return nil }
    if preset.isSoundOnly {
      return audioBitRate.map {
        SuggestedOutput(
          file: "\(name).m4a", purpose: declaration.purpose, picture: nil, audioBitRate: $0, preset: preset)
      }
    }
    guard media.contains(where: { $0.facts.mainVideo != nil }) else { return nil }
    let canvas = DraftCanvas(for: media)
    var size = canvas.size
    if let longest = declaration.longestSide, let shortest = declaration.shortestSide {
      size = size.inside(PixelSize(width: longest, height: shortest))
    }
    let color = declaration.acceptsHEVC ? highDynamicRange(of: media) : nil
    let bits = declaration.bitRate(size, canvas.rate, isHighDynamicRange: color != nil)
    // GIF stores the times of frames in hundredths of a second.
    let rate =
      declaration.codec == .gif && !canvas.rate.isHundredths
      ? canvas.rate.nearestOfHundredths.last ?? canvas.rate : canvas.rate
    let isCoded = [.prores, .gif].contains(declaration.codec)
    let picture = Picture(
      size: size, rate: rate, rateText: rate == canvas.rate ? canvas.rateText : rate.spelling,
      control: isCoded ? .codec : bits.map { .bitRate($0) } ?? .quality(declaration.quality), speed: nil,
      keyFrameSeconds: declaration.keyFrameSeconds,
      codec: color == nil || declaration.codec == .hevc ? nil : .hevc, color: color)
    let ending = declaration.codec == .gif ? "gif" : declaration.codec == .prores ? "mov" : "mp4"
    return SuggestedOutput(
      file: "\(name).\(ending)", purpose: declaration.purpose, picture: picture,
      audioBitRate: declaration.codec == .gif ? nil : audioBitRate, preset: preset)
  }

  /// The colours of the first HDR clip; nil if no clip is HDR.
  private static func highDynamicRange(of media: [DraftMedia]) -> CanvasColor? {
    let tags = media.lazy.compactMap { $0.facts.mainVideo?.color }.first(where: \.isHighDynamicRange)
    return tags.map { $0.transfer == "smpte2084" ? .pq : .hlg }
  }
}

extension OutputPresetDeclaration {
  /// Whether HEVC can replace its codec.
  fileprivate var acceptsHEVC: Bool {
    let isPredictive = codec == nil || codec == .h264 || codec == .hevc
    guard let destination, !destination.codecs.isEmpty else { return isPredictive }
    return isPredictive && destination.codecs.contains(.hevc)
  }
}
