internal import CFFmpeg

/// Makes slightly more or fewer samples of a sound while it is recorded, because its device's clock is slightly wrong.
///
/// Its first sample is the first one that it gets: nothing is early or late.
package final class ClockResampler {
  private let channelCount: Int
  private let sampleRate: Int
  private var context: OpaquePointer?
  private var hasInput = false

  /// Over how many samples a correction is spread, so that half a millionth is still a whole number.
  private static let distance: Int32 = 2_000_000

  package init(channels: Int, sampleRate: Int) throws(LibAVError) {
    self.channelCount = channels
    self.sampleRate = sampleRate
    var layout = AVChannelLayout()
    av_channel_layout_default(&layout, Int32(channels))
    // A layout by number of channels owns no memory: a plain copy is independent.
    var sameLayout = layout
    try check(
      swr_alloc_set_opts2(
        &context, &layout, AV_SAMPLE_FMT_FLTP, Int32(sampleRate), &sameLayout, AV_SAMPLE_FMT_FLTP,
        Int32(sampleRate), 0, nil), Self.operation, Self.subject)
    let options = UnsafeMutableRawPointer(context)
    // Equal rates would be copied otherwise.
    av_opt_set_int(options, "flags", Int64(SWR_FLAG_RESAMPLE), 0)
    av_opt_set_int(options, "exact_rational", 0, 0)
    av_opt_set_int(options, "linear_interp", 1, 0)
    try check(swr_init(context), Self.operation, Self.subject)
  }

  deinit { swr_free(&context) }

  private static let (operation, subject) = ("resampling sound", "a recording")

  /// Converts samples, one array of equal length per channel. `correction` is how many samples more it makes of one.
  package func convert(_ channels: [[Float]], correction: Double) throws(LibAVError) -> [[Float]] {
    let count = channels.first?.count ?? 0
    guard count > 0 else { return channels }
    let extra = (correction * Double(Self.distance)).rounded()
    guard abs(extra) < Double(Self.distance) / 100 else {
      throw LibAVError(
        operation: Self.operation, subject: Self.subject, cause: .limit, reason: "a clock is wrong by 1 %")
    }
    try check(swr_set_compensation(context, Int32(extra), Self.distance), Self.operation, Self.subject)
    hasInput = true
    return try run(channels, capacity: count + count / 50 + 64)
  }

  /// Returns the last samples. Nothing can be converted afterwards.
  package func finish() throws(LibAVError) -> [[Float]] {
    let nothing: [[Float]] = Array(repeating: [], count: channelCount)
    return hasInput ? try run(nothing, capacity: 1024) : nothing
  }

  /// How many samples it holds back.
  package var pending: Int64 { hasInput ? max(0, swr_get_delay(context, Int64(sampleRate))) : 0 }

  /// Without samples, it is asked for the last ones.
  private func run(_ channels: [[Float]], capacity: Int) throws(LibAVError) -> [[Float]] {
    let count = channels.first?.count ?? 0
    var output = Array(repeating: [Float](repeating: 0, count: capacity), count: channelCount)
    let made = withPlanes(channels, &output) { input, output in
      swr_convert(context, output, Int32(capacity), count > 0 ? input : nil, Int32(count))
    }
    try check(made, Self.operation, Self.subject)
    return output.map { Array($0.prefix(Int(made))) }
  }
}
