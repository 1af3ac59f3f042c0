/// The discrete Fourier transform for lengths that are powers of two, in doubles.
package struct FourierTransform: Sendable {
  package let length: Int
  private let cosines: [Double]
  private let sines: [Double]
  private let reversed: [Int]

  package init(length: Int) {
    self.length = length
    cosines = (0..<length / 2).map { cosine(ofTurns: Double($0) / Double(length)) }
    sines = (0..<length / 2).map { -sine(ofTurns: Double($0) / Double(length)) }
    let bits = length.trailingZeroBitCount
    reversed = (0..<length).map { number in
      (0..<bits).reduce(0) { $0 | ((number >> $1) & 1) << (bits - 1 - $1) }
    }
  }

  package func run(_ real: inout [Double], _ imaginary: inout [Double]) {
    for index in 0..<length where reversed[index] > index {
      real.swapAt(index, reversed[index])
      imaginary.swapAt(index, reversed[index])
    }
    var half = 1
    while half < length {
      let step = length / (2 * half)
      for start in stride(from: 0, to: length, by: 2 * half) {
        for offset in 0..<half {
          let (a, b) = (start + offset, start + offset + half)
          let (cosine, sine) = (cosines[offset * step], sines[offset * step])
          let realPart = real[b] * cosine - imaginary[b] * sine
          let imaginaryPart = real[b] * sine + imaginary[b] * cosine
          real[b] = real[a] - realPart
          imaginary[b] = imaginary[a] - imaginaryPart
          real[a] += realPart
          imaginary[a] += imaginaryPart
        }
      }
      half *= 2
    }
  }

  package func runBack(_ real: inout [Double], _ imaginary: inout [Double]) {
    run(&imaginary, &real)
    for index in 0..<length {
      real[index] /= Double(length)
      imaginary[index] /= Double(length)
    }
  }
}
