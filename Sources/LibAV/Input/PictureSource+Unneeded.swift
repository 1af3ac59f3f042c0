internal import CFFmpeg

/// Leaving out what no wanted picture is made of.
extension PictureSource {
  /// From now on, decodes of the pictures clearly before a tick only those that later ones are made of; nil: all.
  func leaveOutUnneeded(before tick: Int64?) {
    guard let tick, tellsNeeded, let margin else {
      unneededEnd = nil
      return
    }
    unneededEnd = tick - margin
  }

  /// Decoders that obey at once, for formats whose packets say whether others are made of them, in containers that
  /// give every packet its own time: else the times of pictures would follow from those left out.
  private var tellsNeeded: Bool {
    indexIsComplete
      && [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MPEG4, AV_CODEC_ID_MPEG2VIDEO].contains(
        parameters.codec_id)
  }

  /// A few pictures: the one that is on screen at a tick is seldom further away.
  private var margin: Int64? {
    guard let rate = file.stream(streamIndex)?.pointee.avg_frame_rate, rate.num > 0, rate.den > 0 else {
      return nil
    }
    let ticks =
      4 * Int128(rate.den) * Int128(clock.denominator) / (Int128(rate.num) * Int128(clock.numerator))
    return Int64(clamping: ticks + 1)
  }
}
