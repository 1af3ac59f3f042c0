internal import CFFmpeg

/// The owner of FFmpeg's description of a block of samples.
final class SampleFrame {
  let pointer: UnsafeMutablePointer<AVFrame>

  init() throws(LibAVError) {
    pointer = try allocated(av_frame_alloc(), "allocating samples", "frame")
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&pointer)
  }
}

/// Samples of 32-bit float, one plane per channel, that wait until there are enough for a frame.
final class SampleQueue {
  private let fifo: OpaquePointer
  private let channels: Int

  init(channels: Int) throws(LibAVError) {
    guard let fifo = av_audio_fifo_alloc(AV_SAMPLE_FMT_FLTP, Int32(clamping: channels), 4096) else {
      throw LibAVError(
        operation: "allocating samples", subject: "\(channels) channels", cause: .outOfMemory,
        reason: "out of memory")
    }
    self.fifo = fifo
    self.channels = channels
  }

  deinit {
    av_audio_fifo_free(fifo)
  }

  var count: Int { Int(av_audio_fifo_size(fifo)) }

  func append(_ planes: [[Float]]) throws(LibAVError) {
    let length = planes.first?.count ?? 0
    guard planes.count == channels, planes.allSatisfy({ $0.count == length }),
      let count = Int32(exactly: length)
    else {
      throw LibAVError(
        operation: "encoding sound", subject: "\(planes.count) channels", cause: .other,
        reason: "a block has one array for each of \(channels) channels, all of one length")
    }
    var samples = planes.flatMap(\.self)
    let written = samples.withUnsafeMutableBufferPointer { samples -> Int32 in
      var starts = (0..<planes.count).map { channel in
        samples.baseAddress.map { UnsafeMutableRawPointer($0 + channel * length) }
      }
      return av_audio_fifo_write(fifo, &starts, count)
    }
    try check(written, "keeping samples", "\(length) samples")
  }

  /// Returns the first samples of the queue, which must contain so many.
  func take(_ count: Int) throws(LibAVError) -> SampleFrame {
    let frame = try SampleFrame()
    frame.pointer.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    frame.pointer.pointee.nb_samples = Int32(clamping: count)
    av_channel_layout_default(&frame.pointer.pointee.ch_layout, Int32(clamping: channels))
    try check(av_frame_get_buffer(frame.pointer, 0), "allocating samples", "\(count) samples")
    guard let planes = frame.pointer.pointee.extended_data else { return frame }
    try planes.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: channels) {
      planes throws(LibAVError) in
      _ = try check(
        av_audio_fifo_read(fifo, planes, Int32(clamping: count)), "taking samples", "\(count) samples")
    }
    return frame
  }
}

/// Converts planes of float to the encoder's sample format, sample for sample.
final class SampleConverter {
  private var context: OpaquePointer?
  private let format: AVSampleFormat
  private let encoder: UnsafeMutablePointer<AVCodecContext>

  /// The encoder's context must outlive the converter.
  init(for encoder: UnsafeMutablePointer<AVCodecContext>) throws(LibAVError) {
    self.encoder = encoder
    format = encoder.pointee.sample_fmt
    guard format != AV_SAMPLE_FMT_FLTP else { return }
    var layout = encoder.pointee.ch_layout
    let rate = encoder.pointee.sample_rate
    try withUnsafeMutablePointer(to: &layout) { layout throws(LibAVError) in
      _ = try check(
        swr_alloc_set_opts2(&context, layout, format, rate, layout, AV_SAMPLE_FMT_FLTP, rate, 0, nil),
        "preparing samples", "PCM")
    }
    try check(swr_init(context), "preparing samples", "PCM")
  }

  deinit {
    swr_free(&context)
  }

  func convert(_ samples: SampleFrame) throws(LibAVError) -> SampleFrame {
    try setLayout(of: samples)
    samples.pointer.pointee.sample_rate = encoder.pointee.sample_rate
    guard let context else { return samples }
    let result = try SampleFrame()
    result.pointer.pointee.format = format.rawValue
    result.pointer.pointee.nb_samples = samples.pointer.pointee.nb_samples
    result.pointer.pointee.sample_rate = encoder.pointee.sample_rate
    try setLayout(of: result)
    try check(swr_convert_frame(context, result.pointer, samples.pointer), "converting samples", "PCM")
    return result
  }

  private func setLayout(of samples: SampleFrame) throws(LibAVError) {
    try check(
      av_channel_layout_copy(&samples.pointer.pointee.ch_layout, &encoder.pointee.ch_layout),
      "converting samples", "PCM")
  }
}
