import Glibc

/// Short rising tones at known, uneven times: their place in a decoded film can be told to the sample.
enum Chirps {
  static let rate = 48000
  /// 20 ms from 500 to 3500 Hz, which even media of 8 kHz can carry.
  static let sound: [Float] = (0..<960).map { index in
    let time = Double(index) / Double(rate)
    let window = sin(.pi * Double(index) / 960)
    return Float(0.7 * window * sin(2 * .pi * (500 * time + 3000 / 0.04 * time * time)))
  }

  /// Two a second; the distances differ, so that no shift of all of them looks right.
  static func position(_ number: Int) -> Int { 24000 * number + number * number * 131 % 4801 }

  static func positions(inSeconds length: Int) -> [Int] {
    (0..<2 * length).map(position)
  }

  /// 16-bit mono samples.
  static func soundTrack(seconds: Int) -> [Int16] {
    var samples = [Int16](repeating: 0, count: seconds * rate)
    for start in positions(inSeconds: seconds) where start + sound.count <= samples.count {
      for (index, value) in sound.enumerated() {
        samples[start + index] = Int16((value * 32767).rounded())
      }
    }
    return samples
  }

  /// How far from `position` a chirp begins, or nil when there is none within 5 ms.
  static func offset(in samples: [Float], near position: Int) -> Int? {
    offset(of: sound, in: samples, near: position)
  }

  /// The same for any sound.
  static func offset(of sound: [Float], in samples: [Float], near position: Int) -> Int? {
    let reach = 240
    guard position - reach >= 0, position + reach + sound.count <= samples.count else { return nil }
    var best = (offset: 0, product: -Float.infinity)
    var energy: Float = 0
    samples.withUnsafeBufferPointer { samples in
      sound.withUnsafeBufferPointer { sound in
        for offset in -reach...reach {
          let product = product(samples, from: position + offset, sound)
          if product > best.product { best = (offset, product) }
        }
        for index in 0..<sound.count {
          let value = samples[position + best.offset + index]
          energy += value * value
        }
      }
    }
    let own = sound.reduce(0) { $0 + $1 * $1 }
    guard energy > own / 10, best.product > 0.8 * (energy * own).squareRoot() else { return nil }
    return best.offset
  }

  private static func product(
    _ samples: UnsafeBufferPointer<Float>, from start: Int, _ sound: UnsafeBufferPointer<Float>
  ) -> Float {
    var sum: Float = 0
    var index = 0
    while index < sound.count {
      sum += samples[start &+ index] * sound[index]
      index &+= 1
    }
    return sum
  }
}
