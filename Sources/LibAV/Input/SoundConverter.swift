internal import CFFmpeg

/// Converts decoded sound to planar 32-bit float with the wanted channels, sample for sample.
///
/// One channel goes into both of a pair at its full level; more channels are mixed down by the usual
/// coefficients (centre and surround at -3 dB) without attenuating the rest, since floats cannot clip; into
/// one channel they are averaged.
final class SoundConverter {
  let channelCount: Int
  private var resampler: OpaquePointer?
  private var source: Source?
  private let subject: String

  private struct Source: Equatable {
    let format: Int32
    let rate: Int32
    let layout: String
  }

  private let keepsChannels: Bool

  init(channelCount: Int, keepsChannels: Bool = false, subject: String) {
    self.channelCount = channelCount
    self.keepsChannels = keepsChannels
    self.subject = subject
  }

  deinit { swr_free(&resampler) }

  /// Returns the samples of a frame, one array per channel.
  func convert(_ frame: UnsafeMutablePointer<AVFrame>) throws(LibAVError) -> [[Float]] {
    // If a sample format cannot be converted, the file is at fault.
    do { return try converted(frame) } catch { throw error.ofMedia }
  }

  private func converted(_ frame: UnsafeMutablePointer<AVFrame>) throws(LibAVError) -> [[Float]] {
    try prepare(for: frame)
    let count = Int(frame.pointee.nb_samples)
    var pointers = (0..<channelCount).map { _ in
      UnsafeMutablePointer<Float>.allocate(capacity: max(1, count))
    }
    defer { for pointer in pointers { pointer.deallocate() } }
    let converted = pointers.withUnsafeMutableBufferPointer { pointers in
      pointers.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self) { output in
        withInput(frame) { swr_convert(resampler, output.baseAddress, Int32(count), $0, Int32(count)) }
      }
    }
    try check(converted, "converting sound", subject)
    return pointers.map { Array(UnsafeBufferPointer(start: $0, count: Int(converted))) }
  }

  private func withInput(
    _ frame: UnsafeMutablePointer<AVFrame>,
    _ body: (UnsafeMutablePointer<UnsafePointer<UInt8>?>?) -> Int32
  ) -> Int32 {
    guard let data = frame.pointee.extended_data else { return editc_error_invalid_data }
    return UnsafeMutableRawPointer(data).withMemoryRebound(
      to: UnsafePointer<UInt8>?.self, capacity: Int(max(1, frame.pointee.ch_layout.nb_channels)), body)
  }

  /// Broadcasts change between two and six channels; each change needs a new converter.
  private func prepare(for frame: UnsafeMutablePointer<AVFrame>) throws(LibAVError) {
    var input = AVChannelLayout()
    defer { av_channel_layout_uninit(&input) }
    if frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
      av_channel_layout_default(&input, frame.pointee.ch_layout.nb_channels)
    } else {
      try check(
        av_channel_layout_copy(&input, &frame.pointee.ch_layout), "converting sound", subject)
    }
    let found = Source(
      format: frame.pointee.format, rate: frame.pointee.sample_rate, layout: layoutName(&input))
    guard found != source else { return }
    source = nil
    try open(&input, found)
    source = found
  }

  private func open(_ input: inout AVChannelLayout, _ found: Source) throws(LibAVError) {
    var output = AVChannelLayout()
    if keepsChannels, input.nb_channels == Int32(channelCount) {
      try check(av_channel_layout_copy(&output, &input), "converting sound", subject)
    } else {
      av_channel_layout_default(&output, Int32(channelCount))
    }
    defer { av_channel_layout_uninit(&output) }
    swr_free(&resampler)
    try check(
      swr_alloc_set_opts2(
        &resampler, &output, AV_SAMPLE_FMT_FLTP, found.rate, &input, AVSampleFormat(found.format),
        found.rate, 0, nil), "converting sound", subject)
    let options = UnsafeMutableRawPointer(resampler)
    av_opt_set_double(options, "rematrix_maxval", channelCount == 1 ? 1 : 1000, 0)
    if input.nb_channels == 1, channelCount == 2 {
      try check(swr_set_matrix(resampler, [1, 1], 1), "converting sound", subject)
    }
    try check(swr_init(resampler), "converting sound", subject)
  }
}

/// The name of a layout; if a file states only the number of channels, of the usual layout for that number.
func usualLayoutName(_ layout: AVChannelLayout) -> String {
  var layout = layout
  guard layout.order == AV_CHANNEL_ORDER_UNSPEC else { return layoutName(&layout) }
  var usual = AVChannelLayout()
  av_channel_layout_default(&usual, layout.nb_channels)
  return layoutName(&usual)
}

/// FFmpeg's name of a channel layout: `mono`, `5.1(side)`.
func layoutName(_ layout: inout AVChannelLayout) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
    guard let start = buffer.baseAddress, av_channel_layout_describe(&layout, start, buffer.count) > 0
    else { return "\(layout.nb_channels) channels" }
    return String(cString: start)
  }
}
