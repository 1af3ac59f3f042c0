/// Numbers that a program printed in the order of this machine's bytes.
package func values<Value: BitwiseCopyable>(of bytes: [UInt8], as type: Value.Type) -> [Value] {
  let count = bytes.count / MemoryLayout<Value>.stride
  return [Value](unsafeUninitializedCapacity: count) { target, initialized in
    bytes.withUnsafeBytes { source in
      UnsafeMutableRawBufferPointer(target).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: source.prefix(count * MemoryLayout<Value>.stride)))
    }
    initialized = count
  }
}

/// The first sample in which a channel of interleaved sound is not the sound that is expected.
package func firstDifference(
  _ samples: ArraySlice<Float>, _ expected: [Float], channel: Int, of channels: Int, within tolerance: Float
) -> Int? {
  for (index, sample) in samples.enumerated() {
    let place = index * channels + channel
    guard place < expected.count else { return nil }
    if !(abs(sample - expected[place]) <= tolerance) { return index }
  }
  return nil
}
