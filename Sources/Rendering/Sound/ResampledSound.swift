import Basics
import Composition

/// Sound whose pitch follows its speed, as on tape: the line is read at positions between its samples.
///
/// A windowed sinc whose width follows the speed prevents aliasing. Each sample depends only on its position,
/// wherever reading starts.
final class ResampledSound: SampleSource {
  private let line: any SampleSource
  private let pace: SoundPace

  init(_ line: any SampleSource, pace: SoundPace) {
    self.line = line
    self.pace = pace
  }

  func read(from start: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    var samples: [[Float]] = []
    var position = start
    let end = start + Int64(count)
    repeat {
      // Fast sound needs many samples of the line for each of its own; short blocks limit memory use.
      let length = max(1, min(end - position, Int64(200_000 / max(1, pace.place(at: position).speed))))
      let block = try block(from: position, count: Int(min(length, end - position)))
      if samples.isEmpty {
        samples = block
      } else {
        for channel in block.indices { samples[channel] += block[channel] }
      }
      position += length
    } while position < end
    return samples
  }

  private func block(from start: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    let places = (0..<count).map { pace.place(at: start + Int64($0)) }
    guard let first = places.first, let last = places.last else { return try line.read(from: 0, count: 0) }
    let widest = places.reduce(1) { max($0, $1.speed) }
    let margin = (SincKernel.halfWidth * widest).rounded(.up) + 2
    // Positions only increase, even where a loop starts again, because the line continues.
    guard let lowest = Int64(exactly: (first.position - margin).rounded(.down)),
      let highest = Int64(exactly: (last.position + margin).rounded(.up))
    else { throw .time(layer: "sound", frame: 0) }
    let source = try line.read(from: lowest, count: Int(highest - lowest))
    return source.map { channel in
      channel.withUnsafeBufferPointer { channel in
        places.map { place in
          SincKernel.standard.value(
            of: channel, at: place.position - Double(lowest), speed: max(1, place.speed))
        }
      }
    }
  }
}

/// sin(pi x)/(pi x) under a Kaiser window, tabulated with basic arithmetic, so it is the same on every CPU.
struct SincKernel {
  static let standard = SincKernel()
  /// Zero crossings on each side.
  static let halfWidth = 24.0
  private static let steps = 512.0
  private let table: [Double]

  private init() {
    let count = Int(Self.halfWidth * Self.steps)
    table = (0...count + 1).map { index in
      let x = Double(index) / Self.steps
      guard x > 0 else { return 1 }
      guard x < Self.halfWidth else { return 0 }
      let share = x / Self.halfWidth
      let window = besselI0(9 * (1 - share * share).squareRoot()) / besselI0(9)
      return sine(ofTurns: x / 2) / (Double.pi * x) * window
    }
  }

  /// Interpolates a channel between its samples; a speed above 1 widens the kernel. Samples outside are zero.
  func value(of channel: UnsafeBufferPointer<Float>, at position: Double, speed: Double) -> Float {
    let reach = Self.halfWidth * speed
    let first = max(0, Int((position - reach).rounded(.up)))
    let last = min(channel.count - 1, Int((position + reach).rounded(.down)))
    guard first <= last else { return 0 }
    var sum = 0.0
    var weights = 0.0
    let scale = Self.steps / speed
    for index in first...last {
      let place = abs(Double(index) - position) * scale
      let below = Int(place)
      let part = place - Double(below)
      let weight = table[below] + (table[below + 1] - table[below]) * part
      sum += Double(channel[index]) * weight
      weights += weight
    }
    return Float(sum / weights)
  }
}

/// The modified Bessel function of order 0, by its series.
private func besselI0(_ x: Double) -> Double {
  var term = 1.0
  var sum = 1.0
  for order in 1...40 {
    let factor = x / 2 / Double(order)
    term *= factor * factor
    sum += term
  }
  return sum
}
