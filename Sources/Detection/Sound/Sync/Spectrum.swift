import Basics

/// The Fourier transform of real values.
struct Spectrum {
  private var real: [Double]
  private var imaginary: [Double]

  init(_ transform: FourierTransform) {
    real = Array(repeating: 0, count: transform.length)
    imaginary = real
  }

  /// The values, with zeros up to the length of the transform.
  init(_ values: ArraySlice<Double>, _ transform: FourierTransform) {
    real = values + Array(repeating: 0, count: transform.length - values.count)
    imaginary = Array(repeating: 0, count: transform.length)
    transform.run(&real, &imaginary)
  }

  mutating func add(_ a: Spectrum, timesConjugateOf b: Spectrum) {
    for bin in real.indices {
      real[bin] += a.real[bin] * b.real[bin] + a.imaginary[bin] * b.imaginary[bin]
      imaginary[bin] += a.imaginary[bin] * b.real[bin] - a.real[bin] * b.imaginary[bin]
    }
  }

  /// Gives all frequencies of a range the same weight, and others none. Only positive frequencies are kept: the real
  /// part of the result is the same but for its scale.
  mutating func keepPhases(from first: Int, to last: Int) {
    for bin in real.indices {
      let size = (real[bin] * real[bin] + imaginary[bin] * imaginary[bin]).squareRoot()
      if bin >= first, bin <= last, size > 0 {
        real[bin] /= size
        imaginary[bin] /= size
      } else {
        real[bin] = 0
        imaginary[bin] = 0
      }
    }
  }

  /// The same frequencies of a signal with more samples.
  func stretched(by factor: Int, _ transform: FourierTransform) -> Spectrum {
    var stretched = Spectrum(transform)
    for bin in 0..<real.count / 2 {
      stretched.real[bin] = real[bin]
      stretched.imaginary[bin] = imaginary[bin]
    }
    return stretched
  }

  consuming func back(_ transform: FourierTransform) -> [Double] {
    var (real, imaginary) = (real, imaginary)
    transform.runBack(&real, &imaginary)
    return real
  }
}
