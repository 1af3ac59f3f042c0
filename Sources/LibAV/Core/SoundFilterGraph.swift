internal import CFFmpeg

/// A filter of FFmpeg that returns as many samples as it receives, some of them later.
///
/// For one thread. A filter that changes rate, channels or times is refused with the cause `limit`.
package final class SoundFilterGraph {
  private let graph: FilterGraph
  private let source: UnsafeMutablePointer<AVFilterContext>
  private let sink: UnsafeMutablePointer<AVFilterContext>
  private let queue: SampleQueue
  private let name: String
  private let sampleRate: Int32
  private let channelCount: Int
  private var taken: Int64 = 0
  private var given: Int64 = 0
  private var isAtEnd = false

  /// Options without a name follow the filter's own order.
  package init(
    filter name: String, options: [(name: String?, value: String)], sampleRate: Int, channelCount: Int
  ) throws(LibAVError) {
    FFmpegLog.capture()
    self.name = name
    self.sampleRate = Int32(clamping: sampleRate)
    self.channelCount = channelCount
    let layout = [1: "mono", 2: "stereo", 8: "7.1"][channelCount] ?? "5.1"
    queue = try SampleQueue(channels: channelCount)
    try EngineLibraries.loadFilters()
    graph = try FilterGraph(of: name)
    source = try graph.add("abuffer")
    let form = [
      ("sample_rate", "\(sampleRate)"), ("sample_fmt", "fltp"), ("channel_layout", layout),
      ("time_base", "1/\(sampleRate)"),
    ]
    var dictionary: OpaquePointer?
    defer { av_dict_free(&dictionary) }
    for (key, value) in form { av_dict_set(&dictionary, key, value, 0) }
    try check(avfilter_init_dict(source, &dictionary), "making a filter", name)
    sink = try graph.add("abuffersink")
    try check(avfilter_init_dict(sink, nil), "making a filter", name)
    // Only the sample format is restricted: another rate or other channels would be converted silently.
    try graph.accept([AV_SAMPLE_FMT_FLTP.rawValue], as: "sample_fmts", at: sink, name)
    try graph.connect(source, to: sink, through: name, options: options)
  }

  /// Filters the next samples, one plane per channel, and returns those that are ready.
  package func next(_ planes: [[Float]]) throws(LibAVError) -> [[Float]] {
    let count = planes.first?.count ?? 0
    guard count > 0, planes.count == channelCount else {
      throw refusal("it received sound with other channels")
    }
    try queue.append(planes)
    let frame = try queue.take(count)
    frame.pointer.pointee.pts = taken
    frame.pointer.pointee.sample_rate = sampleRate
    taken += Int64(count)
    try send(frame.pointer)
    let samples = try receive()
    guard given <= taken else { throw refusal("it returns \(given) samples for \(taken)") }
    return samples
  }

  /// Returns the remaining samples at the end of the sound; at least as many samples come out as went in.
  package func last() throws(LibAVError) -> [[Float]] {
    guard !isAtEnd else { throw refusal("it returns \(given) samples for \(taken)") }
    isAtEnd = true
    try send(nil)
    let samples = try receive()
    guard given >= taken else { throw refusal("it returns \(given) samples for \(taken)") }
    return samples
  }

  private func send(_ frame: UnsafeMutablePointer<AVFrame>?) throws(LibAVError) {
    let mark = FFmpegLog.mark()
    let result = av_buffersrc_add_frame_flags(source, frame, Int32(AV_BUFFERSRC_FLAG_PUSH))
    guard result >= 0 || result == editc_error_end_of_file else {
      throw LibAVError(code: result, operation: "filtering", subject: name, loggedSince: mark)
    }
  }

  private func receive() throws(LibAVError) -> [[Float]] {
    var samples = [[Float]](repeating: [], count: channelCount)
    let mark = FFmpegLog.mark()
    while true {
      let frame = try SampleFrame()
      let result = av_buffersink_get_frame_flags(sink, frame.pointer, 0)
      if result == editc_error_try_again || result == editc_error_end_of_file { return samples }
      guard result >= 0 else {
        throw LibAVError(code: result, operation: "filtering", subject: name, loggedSince: mark)
      }
      try take(frame.pointer, &samples)
    }
  }

  private func take(
    _ frame: UnsafeMutablePointer<AVFrame>, _ samples: inout [[Float]]
  ) throws(LibAVError) {
    let form = frame.pointee
    guard form.sample_rate == sampleRate else {
      throw refusal("it returns \(form.sample_rate) samples per second for \(sampleRate)")
    }
    guard Int(form.ch_layout.nb_channels) == channelCount else {
      throw refusal("it returns \(form.ch_layout.nb_channels) channels for \(channelCount)")
    }
    let time = av_rescale_q(form.pts, av_buffersink_get_time_base(sink), AVRational(num: 1, den: sampleRate))
    guard form.pts == editc_no_timestamp || time == given else {
      throw refusal("it changes the times of sound")
    }
    guard form.format == AV_SAMPLE_FMT_FLTP.rawValue, let planes = form.extended_data else {
      throw refusal("it changes the format of samples")
    }
    let count = Int(form.nb_samples)
    for channel in 0..<channelCount {
      guard let plane = planes[channel] else { throw refusal("it leaves out a channel") }
      plane.withMemoryRebound(to: Float.self, capacity: count) { plane in
        samples[channel] += UnsafeBufferPointer(start: plane, count: count)
      }
    }
    given += Int64(count)
  }

  private func refusal(_ reason: String) -> LibAVError {
    LibAVError(operation: "filtering", subject: name, cause: .limit, reason: reason)
  }
}
