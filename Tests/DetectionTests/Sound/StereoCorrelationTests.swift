import Testing

@testable import Detection

@Suite("The correlation of left and right")
struct StereoCorrelationTests {
  private func worst(_ left: [Float], _ right: [Float], rate: Int = 1000, pieces: Int = 1)
    -> StereoCorrelation.Second?
  {
    var correlation = StereoCorrelation(sampleRate: rate)
    let length = left.count / pieces
    for piece in 0..<pieces {
      let range = piece * length..<(piece == pieces - 1 ? left.count : (piece + 1) * length)
      correlation.add(Array(left[range]), Array(right[range]))
    }
    return correlation.finish()
  }

  @Test("is that of the worst second, to a tenth of it, however the sound comes")
  func seconds() throws {
    // Three seconds of (1, 1), but (1, -1) from 1.2 s to 2.4 s.
    let left = [Float](repeating: 0.5, count: 3000)
    let right = (0..<3000).map { (1200..<2400).contains($0) ? Float(-0.5) : 0.5 }
    for pieces in [1, 7, 300] {
      let found = try #require(worst(left, right, pieces: pieces))
      #expect(found.correlation == -1 && found.start == 1200 && found.monoShare == 0)
    }
    // Half of the time each: the products cancel each other, and the sum has half of the power.
    let even = (0..<1000).map { $0.isMultiple(of: 2) ? Float(0.5) : -0.5 }
    let half = try #require(worst([Float](repeating: 0.5, count: 1000), even))
    #expect(half.correlation == 0 && half.monoShare == 0.5)
    // A silent channel is not correlated; equal ones are fully.
    #expect(worst(left, [Float](repeating: 0, count: 3000))?.correlation == 0)
    #expect(worst(left, left)?.correlation == 1 && worst(left, left)?.monoShare == 1)
  }

  @Test("is not that of what nobody hears; a short sound counts as a whole")
  func audible() {
    let quiet = [Float](repeating: 0.0009, count: 2000)
    #expect(worst(quiet, quiet.map { -$0 }) == nil)
    #expect(worst([], []) == nil)
    let short = [Float](repeating: 0.5, count: 120)
    #expect(worst(short, short.map { -$0 })?.correlation == -1)
  }
}
