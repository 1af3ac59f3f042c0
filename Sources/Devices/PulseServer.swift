internal import CPulse

/// A connection to the machine's sound server, PulseAudio or PipeWire, without threads.
final class PulseServer {
  let context: OpaquePointer
  private let loop: OpaquePointer
  /// When it must have answered by; nil to wait for any time.
  private var deadline: Int64?

  /// Connects within `seconds`. A server that does not run is not started: there is nothing to record from it.
  init(within seconds: Int64 = 10) throws(DeviceError) {
    let noMemory = DeviceError(.unavailable, "no memory for a connection to the sound server")
    guard let loop = pa_mainloop_new() else { throw noMemory }
    self.loop = loop
    guard let context = pa_context_new(pa_mainloop_get_api(loop), "editc") else {
      pa_mainloop_free(loop)
      throw noMemory
    }
    self.context = context
    deadline = monotonicTime() + seconds * 1_000_000_000
    guard pa_context_connect(context, nil, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else { throw unreachable }
    while pa_context_get_state(context) != PA_CONTEXT_READY {
      guard pa_context_get_state(context).isGood else { throw unreachable }
      try turn()
    }
  }

  deinit {
    pa_context_disconnect(context)
    pa_context_unref(context)
    pa_mainloop_free(loop)
  }

  /// From now on, `waitForEvent` waits for any time.
  func waitForever() { deadline = nil }

  /// Waits until the server has sent something.
  func waitForEvent() throws(DeviceError) {
    try turn()
    guard pa_context_get_state(context).isGood else {
      throw DeviceError(.gone, "the sound server is gone: \(reason)")
    }
  }

  /// Waits for an answer; `operation` is nil if it could not be asked for.
  func finish(_ operation: OpaquePointer?) throws(DeviceError) {
    guard let operation else { throw DeviceError(.unavailable, "the sound server refuses: \(reason)") }
    defer { pa_operation_unref(operation) }
    while pa_operation_get_state(operation) == PA_OPERATION_RUNNING { try waitForEvent() }
  }

  /// Why the last call failed, in the library's words.
  var reason: String { pa_strerror(pa_context_errno(context)).map { String(cString: $0) } ?? "no reason" }

  private var unreachable: DeviceError {
    DeviceError(.unavailable, "the sound server (PulseAudio or PipeWire) cannot be reached: \(reason)")
  }

  private func turn() throws(DeviceError) {
    var patience: Int32 = -1
    if let deadline {
      let left = (deadline - monotonicTime()) / 1000
      guard left > 0 else { throw DeviceError(.unavailable, "the sound server does not answer") }
      patience = Int32(clamping: left)
    }
    guard pa_mainloop_prepare(loop, patience) >= 0, pa_mainloop_poll(loop) >= 0,
      pa_mainloop_dispatch(loop) >= 0
    else { throw DeviceError(.gone, "waiting for the sound server failed") }
  }
}

extension pa_context_state_t {
  fileprivate var isGood: Bool {
    [PA_CONTEXT_CONNECTING, PA_CONTEXT_AUTHORIZING, PA_CONTEXT_SETTING_NAME, PA_CONTEXT_READY].contains(self)
  }
}
