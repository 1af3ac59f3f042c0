internal import CEBUR128

/// Measures a programme as EBU R 128 says: its loudness with gating, and its true peak.
///
/// In memory that hardly grows: a number for each 100 ms. For one thread at a time.
package final class LoudnessMeter {
  private var state: UnsafeMutablePointer<ebur128_state>?
  private let channelCount: Int

  /// Nil where no such sound can be measured. The channels are those of mono, stereo, 5.1 or 7.1 in FFmpeg's
  /// order.
  package init?(channelCount: Int, sampleRate: Int) {
    guard let channels = UInt32(exactly: channelCount), let rate = UInt(exactly: sampleRate),
      let state = ebur128_init(
        channels, rate, Int32(EBUR128_MODE_I.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue))
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
      // ITU-R BS.1770 weighs speakers at the sides, and not those behind.
      let places = [
        EBUR128_LEFT, EBUR128_RIGHT, EBUR128_CENTER, EBUR128_UNUSED, EBUR128_Mp135, EBUR128_Mm135,
        EBUR128_Mp090, EBUR128_Mm090,
      ]
      for (channel, place) in places.enumerated() {
        _ = ebur128_set_channel(state, UInt32(channel), Int32(place.rawValue))
      }
    }
  }

  /// The build of the library that measures.
  package static var libraryVersion: String {
    var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
    ebur128_get_version(&major, &minor, &patch)
    return "libebur128 \(major).\(minor).\(patch)"
  }

  deinit { ebur128_destroy(&state) }

  /// The next samples, a plane a channel, all of one length.
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

  /// In LUFS; nil where nothing is louder than the gate, which is -70 LUFS.
  package var loudness: Double? {
    var loudness = 0.0
    guard let state, ebur128_loudness_global(state, &loudness) == 0, loudness.isFinite else { return nil }
    return loudness
  }

  /// The highest true peak of all channels as a factor of full level, sample peaks included.
  package var truePeak: Double {
    guard let state else { return 0 }
    return (0..<channelCount).reduce(0.0) { highest, channel in
      var peak = 0.0
      guard ebur128_true_peak(state, UInt32(channel), &peak) == 0 else { return highest }
      return max(highest, peak)
    }
  }
}
