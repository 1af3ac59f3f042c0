/// The level of one channel in equal intervals of time: the minimum, the maximum and the root mean square of
/// its samples.
package struct SoundEnvelope: Hashable, Sendable {
  package var lowest: [Float]
  package var highest: [Float]
  package var rms: [Double]

  /// The greatest absolute sample.
  package var peak: Float {
    max(highest.max() ?? 0, -(lowest.min() ?? 0))
  }
}

/// Accumulates the envelopes of streamed sound. Bin i of n covers the samples from i/n to (i+1)/n of all.
///
/// NaN and infinite samples count as silence.
package struct SoundBins: Sendable {
  package let sampleCount: Int64
  package let binCount: Int
  private var position: Int64 = 0
  private var bin = 0
  private var open: [Bin]
  private var envelopes: [SoundEnvelope]

  private struct Bin {
    var lowest = Float.infinity
    var highest = -Float.infinity
    var squares = 0.0
    var count: Int64 = 0
  }

  /// Creates fewer bins if there are fewer samples.
  package init(channels: Int, sampleCount: Int64, binCount: Int) {
    self.sampleCount = max(0, sampleCount)
    self.binCount = Int(min(Int64(max(1, binCount)), self.sampleCount))
    open = Array(repeating: Bin(), count: max(0, channels))
    envelopes = Array(repeating: SoundEnvelope(lowest: [], highest: [], rms: []), count: open.count)
  }

  /// The envelopes, complete once all samples were added.
  package var result: [SoundEnvelope] { envelopes }

  /// Adds the next samples, one array per channel, all of the same length. Samples after the last bin are
  /// ignored.
  package mutating func add(_ planes: [[Float]]) {
    let count = planes.first?.count ?? 0
    var done = 0
    while done < count, bin < binCount {
      let end = start(of: bin + 1)
      let part = done..<min(count, done + Int(end - position))
      for channel in open.indices where channel < planes.count { sum(planes[channel], part, into: channel) }
      position += Int64(part.count)
      done = part.upperBound
      if position == end { closeBin() }
    }
  }

  private func start(of bin: Int) -> Int64 {
    Int64(clamping: Int128(bin) * Int128(sampleCount) / Int128(max(1, binCount)))
  }

  private mutating func closeBin() {
    for channel in open.indices {
      let bin = open[channel]
      envelopes[channel].lowest.append(bin.count > 0 ? bin.lowest : 0)
      envelopes[channel].highest.append(bin.count > 0 ? bin.highest : 0)
      envelopes[channel].rms.append(bin.count > 0 ? (bin.squares / Double(bin.count)).squareRoot() : 0)
      open[channel] = Bin()
    }
    bin += 1
  }

  private mutating func sum(_ samples: [Float], _ part: Range<Int>, into channel: Int) {
    guard part.upperBound <= samples.count, !part.isEmpty else { return }
    let found = samples.withUnsafeBufferPointer { PartSums(UnsafeBufferPointer(rebasing: $0[part])) }
    let sums = found.isFinite ? found : PartSums(repairing: samples[part])
    open[channel].lowest = min(open[channel].lowest, sums.lowest)
    open[channel].highest = max(open[channel].highest, sums.highest)
    open[channel].squares += sums.squares
    open[channel].count += Int64(part.count)
  }
}

/// The minimum, maximum and sum of squares of some samples.
private struct PartSums {
  var lowest: Float
  var highest: Float
  var squares: Double

  var isFinite: Bool { squares.isFinite }

  /// Processes eight samples at a time, because this runs for every sample of a file.
  init(_ samples: UnsafeBufferPointer<Float>) {
    var low = SIMD8<Float>(repeating: .infinity)
    var high = SIMD8<Float>(repeating: -.infinity)
    var sums = SIMD8<Double>(repeating: 0)
    let whole = samples.count / 8 * 8
    var index = 0
    let raw = UnsafeRawPointer(samples.baseAddress)
    while index < whole, let raw {
      let eight = raw.loadUnaligned(fromByteOffset: index * 4, as: SIMD8<Float>.self)
      low.replace(with: eight, where: eight .< low)
      high.replace(with: eight, where: eight .> high)
      let wide = SIMD8<Double>(eight)
      sums += wide * wide
      index += 8
    }
    (lowest, highest, squares) = (low.min(), high.max(), sums.sum())
    for sample in samples[whole...] { add(sample) }
  }

  init(repairing samples: ArraySlice<Float>) {
    (lowest, highest, squares) = (.infinity, -.infinity, 0)
    for sample in samples { add(sample.isFinite ? sample : 0) }
  }

  private mutating func add(_ sample: Float) {
    lowest = min(lowest, sample)
    highest = max(highest, sample)
    squares += Double(sample) * Double(sample)
  }
}
