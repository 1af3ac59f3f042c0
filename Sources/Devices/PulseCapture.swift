internal import CPulse

/// A source of the sound server, recorded in pieces of about ten milliseconds.
///
/// The time of a sample is computed from the server's own report: how many samples it had taken from the source, and
/// for how long those that it had not were in the source, at one moment. The time at which a piece arrives here says
/// little, because this process, the server and the machine may be busy.
final class PulseCapture: SoundDevice {
  let channelCount: Int
  private let name: String
  private let server: PulseServer
  private let stream: OpaquePointer
  /// The samples that were passed on, or that are known to be lost.
  private var taken: Int64 = 0
  /// When a sample was captured, and when that was found out.
  private var known: (sample: Int64, time: Int64, at: Int64)?
  private var lastArrival: Int64 = 0
  /// The server's report that was asked for.
  private var report: OpaquePointer?

  /// A report is good for this long, unless the source paused meanwhile.
  private static let (freshness, pause): (Int64, Int64) = (100_000_000, 40_000_000)

  init(_ choice: SoundDeviceChoice) throws(DeviceError) {
    server = try PulseServer()
    let source = try server.source(choice)
    name = source.name
    channelCount = source.channelCount == 1 ? 1 : 2
    var form = pa_sample_spec(
      format: PA_SAMPLE_FLOAT32LE, rate: UInt32(soundDeviceRate), channels: UInt8(channelCount))
    guard let stream = pa_stream_new(server.context, "recording", &form, nil) else {
      throw DeviceError(.unavailable, "the source '\(name)' cannot be opened: \(server.reason)")
    }
    self.stream = stream
    var sizes = pa_buffer_attr(
      maxlength: .max, tlength: .max, prebuf: .max, minreq: .max,
      fragsize: UInt32(soundDeviceBlock * channelCount * MemoryLayout<Float>.size))
    // Without the last flag, a server replaces a microphone that is pulled out by any other source.
    let flags = pa_stream_flags_t(
      rawValue: PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_DONT_MOVE.rawValue)
    let started = pa_stream_connect_record(stream, name, &sizes, flags)
    while started >= 0, pa_stream_get_state(stream) == PA_STREAM_CREATING { try server.waitForEvent() }
    guard pa_stream_get_state(stream) == PA_STREAM_READY else {
      throw DeviceError(.unavailable, "the source '\(name)' cannot be opened: \(server.reason)")
    }
    server.waitForever()
  }

  deinit {
    if let report { pa_operation_unref(report) }
    pa_stream_unref(stream)
  }

  func read(_ body: (SampleRun) -> Void) throws(DeviceError) {
    try server.waitForEvent()
    guard pa_stream_get_state(stream) == PA_STREAM_READY else {
      throw DeviceError(.gone, "the source '\(name)' is gone")
    }
    if let report {
      guard pa_operation_get_state(report) != PA_OPERATION_RUNNING else { return }
      pa_operation_unref(report)
      self.report = nil
      takeReport()
    }
    let byteCount = pa_stream_readable_size(stream)
    guard byteCount > 0, byteCount != .max else { return }
    let now = monotonicTime()
    guard let known, now - known.at < Self.freshness,
      known.at > lastArrival || now - lastArrival < Self.pause
    else {
      report = pa_stream_update_timing_info(stream, nil, nil)
      return
    }
    lastArrival = now
    while try takePiece(known.time - samplesToNanoseconds(known.sample), body) {}
  }

  /// Notes when the next sample that is not yet taken was captured.
  private func takeReport() {
    guard let facts = pa_stream_get_timing_info(stream)?.pointee, facts.write_index_corrupt == 0,
      facts.read_index_corrupt == 0
    else { return }
    var moment = facts.timestamp
    let now = monotonicTime()
    let frame = Int64(channelCount * MemoryLayout<Float>.size)
    let waiting = max(-Self.most, min((facts.write_index &- facts.read_index) / frame, Self.most))
    // What an output plays is heard when it leaves the output's own memory.
    let inDevice = nanoseconds(facts.source_usec) - nanoseconds(facts.sink_usec)
    let time = now - nanoseconds(pa_timeval_age(&moment)) - inDevice - samplesToNanoseconds(waiting)
    known = (taken, time, now)
  }

  /// A server's number beyond this is false.
  private static let most: Int64 = 1 << 40

  private func nanoseconds(_ microseconds: pa_usec_t) -> Int64 {
    min(Int64(clamping: microseconds), Self.most) * 1000
  }

  /// Passes on what the server has sent at a time; false if that was all.
  private func takePiece(_ start: Int64, _ body: (SampleRun) -> Void) throws(DeviceError) -> Bool {
    var bytes: UnsafeRawPointer?
    var byteCount = 0
    guard pa_stream_peek(stream, &bytes, &byteCount) >= 0 else {
      throw DeviceError(.gone, "the source '\(name)' is gone: \(server.reason)")
    }
    guard byteCount > 0 else { return false }
    let count = byteCount / MemoryLayout<Float>.size
    // Without bytes, it is a hole: samples that the server lost.
    if let bytes {
      let samples = UnsafeBufferPointer(start: bytes.assumingMemoryBound(to: Float.self), count: count)
      body(SampleRun(first: taken, time: start + samplesToNanoseconds(taken), samples: samples))
    }
    taken += Int64(count / channelCount)
    pa_stream_drop(stream)
    return true
  }

  private func samplesToNanoseconds(_ count: Int64) -> Int64 {
    let rate = Int64(soundDeviceRate)
    return count / rate * 1_000_000_000 + count % rate * 1_000_000_000 / rate
  }
}
