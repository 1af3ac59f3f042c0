internal import CEBUR128

/// Measures sound according to EBU R 128: its gated loudness and its true peak.
///
/// Memory hardly grows: by one number per 100 ms. For one thread at a time.
package final class LoudnessMeter {
  private var state: UnsafeMutablePointer<ebur128_state>?
  private let channelCount: Int

  /// Nil if the format cannot be measured. The channels are those of mono, stereo, 5.1 or 7.1 in FFmpeg's
  /// order. `momentary` and `shortTerm` are measured only `withMoments`.
  package init?(channelCount: Int, sampleRate: Int, withMoments: Bool = false) {
    var modes = EBUR128_MODE_I.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue
    if withMoments { modes |= EBUR128_MODE_S.rawValue }
    guard let channels = UInt32(exactly: channelCount), let rate = UInt(exactly: sampleRate),
      let state = ebur128_init(channels, rate, Int32(modes))
    else { return nil }
    self.state = state
    self.channelCount = channelCount
    if channelCount == 6 {
      let places = [
        EBUR128_LEFT, EBUR128_RIGHT, EBUR128_CENTER, EBUR128_UNUSED, EBUR128_LEFT_SURROUND,
        EBUR128_RIGHT_SURROUND,
      ]
      for (channel, place) in places.enumerated() {
        _ = ebur128_set_channel(state, UInt32(channel), Int32(place.rawValue))
      }
    }
    if channelCount == 8 {
      // ITU-R BS.1770 weights the side speakers, but not those at the back.
      let places = [
        EBUR128_LEFT, EBUR128_RIGHT, EBUR128_CENTER, EBUR128_UNUSED, EBUR128_Mp135, EBUR128_Mm135,
        EBUR128_Mp090, EBUR128_Mm090,
      ]
      for (channel, place) in places.enumerated() {
        _ = ebur128_set_channel(state, UInt32(channel), Int32(place.rawValue))
      }
    }
  }

  /// The version of the measuring library.
  package static var libraryVersion: String {
    var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
    ebur128_get_version(&major, &minor, &patch)
    return "libebur128 \(major).\(minor).\(patch)"
  }

  deinit { ebur128_destroy(&state) }

  /// Adds the next samples, one plane per channel, all of the same length.
  package func add(_ planes: [[Float]]) {
    guard let state, let count = planes.first?.count, count > 0, planes.count == channelCount,
      planes.allSatisfy({ $0.count == count })
    else { return }
    var interleaved = [Float](repeating: 0, count: count * channelCount)
    for (channel, plane) in planes.enumerated() {
      for position in 0..<count { interleaved[position * channelCount + channel] = plane[position] }
    }
    interleaved.withUnsafeBufferPointer { samples in
      _ = ebur128_add_frames_float(state, samples.baseAddress, count)
    }
  }

  /// In LUFS; nil if nothing is louder than the gate at -70 LUFS.
  package var loudness: Double? {
    var loudness = 0.0
    guard let state, ebur128_loudness_global(state, &loudness) == 0, loudness.isFinite else { return nil }
    return loudness
  }

  /// Of the last 400 ms, in LUFS; nil for silence.
  package var momentary: Double? {
    var loudness = 0.0
    guard let state, ebur128_loudness_momentary(state, &loudness) == 0, loudness.isFinite else { return nil }
    return loudness
  }

  /// Of the last 3 s, in LUFS; nil for silence.
  package var shortTerm: Double? {
    var loudness = 0.0
    guard let state, ebur128_loudness_shortterm(state, &loudness) == 0, loudness.isFinite else { return nil }
    return loudness
  }

  /// The highest true peak of all channels, including sample peaks, as a factor of full scale.
  package var truePeak: Double {
    guard let state else { return 0 }
    return (0..<channelCount).reduce(0.0) { highest, channel in
      var peak = 0.0
      guard ebur128_true_peak(state, UInt32(channel), &peak) == 0 else { return highest }
      return max(highest, peak)
    }
  }
}
