internal import CALSA

/// A sound device of the kernel, for machines without a sound server.
final class ALSACapture: SoundDevice {
  let channelCount: Int
  private let name: String
  private let device: OpaquePointer
  private var taken: Int64 = 0
  private var samples: [Float]

  /// How many microseconds of samples wait in the kernel.
  private static let patience: UInt32 = 200_000

  /// `name` is ALSA's, such as `default` or `plughw:1`. Two channels are recorded, or one from a device with one.
  init(_ name: String) throws(DeviceError) {
    self.name = name
    var opened: OpaquePointer?
    let result = snd_pcm_open(&opened, name, SND_PCM_STREAM_CAPTURE, 0)
    guard result >= 0, let device = opened else {
      let isMissing = [-ENOENT, -ENODEV, -ENXIO].contains(result)
      throw DeviceError(
        isMissing ? .missing : .unavailable, "the ALSA device '\(name)' cannot be opened: \(words(result))")
    }
    self.device = device
    var problem: Int32 = 0
    let channels = [2, 1].first { (count: UInt32) in
      problem = snd_pcm_set_params(
        device, SND_PCM_FORMAT_FLOAT, SND_PCM_ACCESS_RW_INTERLEAVED, count, UInt32(soundDeviceRate), 1,
        Self.patience)
      return problem >= 0
    }
    channelCount = Int(channels ?? 0)
    samples = Array(repeating: 0, count: soundDeviceBlock * channelCount)
    guard channels != nil else {
      throw DeviceError(
        .unavailable,
        "the ALSA device '\(name)' gives no samples of 32 bits at 48 kHz: \(words(problem)); for hw:N, use plughw:N"
      )
    }
  }

  deinit { snd_pcm_close(device) }

  func read(_ body: (SampleRun) -> Void) throws(DeviceError) {
    let count = samples.withUnsafeMutableBytes {
      snd_pcm_readi(device, $0.baseAddress, snd_pcm_uframes_t(soundDeviceBlock))
    }
    let now = monotonicTime()
    guard count >= 0 else {
      // Samples that were lost because nobody took them show in the times of the later ones.
      let result = snd_pcm_recover(device, Int32(clamping: count), 1)
      guard result >= 0, count != -Int(ENODEV) else {
        throw DeviceError(.gone, "the ALSA device '\(name)' is gone: \(words(Int32(clamping: count)))")
      }
      return
    }
    var waiting: snd_pcm_sframes_t = 0
    if snd_pcm_delay(device, &waiting) < 0 { waiting = 0 }
    let behind =
      (Int64(count) + max(0, min(Int64(waiting), 1 << 32))) * 1_000_000_000 / Int64(soundDeviceRate)
    samples.withUnsafeBufferPointer { samples in
      let read = UnsafeBufferPointer(rebasing: samples[..<(count * channelCount)])
      body(SampleRun(first: taken, time: now - behind, samples: read))
    }
    taken += Int64(count)
  }
}

private func words(_ code: Int32) -> String {
  snd_strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
