import Basics
import Composition

/// A sound with its times counted in samples of the mix.
struct PlacedSound {
  /// The film's samples during which the sound plays.
  let samples: Range<Int64>
  private let gain: GainEnvelope
  private let pan: GainEnvelope?
  private let fadesIn: [FadeEnvelope]
  private let fadesOut: [FadeEnvelope]

  /// Nil if its times cannot be expressed in samples.
  init?(_ sound: Sound, sampleRate: Int64) {
    guard let start = sound.timelineRange.start.rounded(toUnits: sampleRate),
      let end = sound.timelineRange.end.rounded(toUnits: sampleRate)
    else { return nil }
    let samples = start.value..<max(start.value, end.value)
    let rate = Double(sampleRate)
    self.samples = samples
    gain = GainEnvelope(sound.gain, sampleRate: rate)
    pan = sound.pan.constantValue == 0 ? nil : GainEnvelope(sound.pan, sampleRate: rate)
    fadesIn = sound.fadesIn.map { FadeEnvelope(in: $0, sampleRate: rate) }
    fadesOut = sound.fadesOut.map {
      FadeEnvelope(out: $0, sampleRate: rate, sampleCount: samples.count)
    }
  }

  /// Applies the gain, fades and pan to samples of the sound from `start` on.
  func apply(to planes: inout [[Float]], from start: Int64) {
    let count = planes.first?.count ?? 0
    var gains = gain.values(from: start, count: count)
    for fade in fadesIn + fadesOut { fade.apply(to: &gains, from: start) }
    for channel in planes.indices { multiply(&planes[channel], by: gains) }
    if let pan { applyPan(pan.values(from: start, count: count), to: &planes) }
  }
}

func multiply(_ samples: inout [Float], by gains: [Float]) {
  samples.withUnsafeMutableBufferPointer { samples in
    gains.withUnsafeBufferPointer { gains in
      for index in 0..<min(samples.count, gains.count) { samples[index] *= gains[index] }
    }
  }
}

/// Attenuates the side that the sound moves away from; the centre channel moves to the other side.
private func applyPan(_ pan: [Float], to planes: inout [[Float]]) {
  let left = pan.map { min(1, 1 - $0) }
  let right = pan.map { min(1, 1 + $0) }
  switch planes.count {
  case 2:
    multiply(&planes[0], by: left)
    multiply(&planes[1], by: right)
  case 6, 8:
    let sides = [
      (Surround.frontLeft, Surround.frontRight), (Surround.backLeft, Surround.backRight),
      (Surround.sideLeft, Surround.sideRight),
    ]
    for (leftChannel, rightChannel) in sides where rightChannel < planes.count {
      multiply(&planes[leftChannel], by: left)
      multiply(&planes[rightChannel], by: right)
    }
    for index in pan.indices {
      let center = planes[Surround.center][index]
      planes[Surround.center][index] = center * min(left[index], right[index])
      planes[Surround.frontLeft][index] += center * max(0, -pan[index])
      planes[Surround.frontRight][index] += center * max(0, pan[index])
    }
  default: break
  }
}
