import Devices
import Processes

/// Samples in a slot of the memory that a source process shares with the recorder: the number of the first one, and the
/// samples, interleaved.
enum SoundSlot {
  private static let headBytes = MemoryLayout<Int64>.size

  static func byteCount(channels: Int) -> Int {
    (headBytes + soundDeviceBlock * channels * MemoryLayout<Float>.size + 63) & ~63
  }

  /// Writes samples, in as many slots as they need. If the ring is full, they are lost, and the numbers show it.
  static func write(_ run: SampleRun, channels: Int, to ring: SharedRing) {
    let count = run.samples.count / channels
    for start in stride(from: 0, to: count, by: soundDeviceBlock) {
      let samples = UnsafeRawBufferPointer(
        UnsafeBufferPointer(
          rebasing: run.samples[start * channels..<min(start + soundDeviceBlock, count) * channels]))
      _ = ring.write { bytes in
        bytes.storeBytes(of: run.first + Int64(start), as: Int64.self)
        UnsafeMutableRawBufferPointer(rebasing: bytes[headBytes...]).copyMemory(from: samples)
        let time = run.time + Int64(start) * 1_000_000_000 / Int64(soundDeviceRate)
        return (time, headBytes + samples.count)
      }
    }
  }

  /// The number of the first sample, which another process chose, and the samples.
  static func read(_ bytes: UnsafeRawBufferPointer) -> (first: Int64, samples: UnsafeBufferPointer<Float>) {
    guard bytes.count >= headBytes else { return (0, UnsafeBufferPointer(start: nil, count: 0)) }
    return (
      bytes.loadUnaligned(as: Int64.self),
      UnsafeRawBufferPointer(rebasing: bytes[headBytes...]).assumingMemoryBound(to: Float.self)
    )
  }
}
