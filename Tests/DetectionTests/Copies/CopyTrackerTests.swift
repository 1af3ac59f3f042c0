import TestSupport
import Testing

@testable import Detection

@Suite("Copies beside their masters")
struct CopyTrackerTests {
  /// Pictures of which no two are alike.
  static func pictures(_ count: Int, seed: UInt64) -> [[UInt8]] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in
      let base = Int.random(in: 40...160, using: &random)
      let cells = (0..<144).map { _ in base + Int.random(in: -30...30, using: &random) }
      return (0..<CopyTracker.count).map { index in
        UInt8(cells[index / CopyTracker.columns / 10 * 16 + index % CopyTracker.columns / 10])
      }
    }
  }

  /// The shifts after the film, and the fit of all of it.
  private func track(_ copy: [[UInt8]], _ master: [[UInt8]]) -> (CopyTracker, CopyFit) {
    var tracker = CopyTracker()
    var next = 0
    for picture in copy {
      while next < min(master.count, tracker.neededMasterCount) {
        tracker.addMaster(master[next])
        next += 1
      }
      tracker.add(picture, isHeld: false)
    }
    return (tracker, CopyFit(tracker.pictures, tracker.master))
  }

  @Test("Errors are those of the copy with the master's brightness and contrast")
  func fit() throws {
    let master = Self.pictures(60, seed: 1)
    // 0.8 times as much contrast, 20 brighter: exact but for rounding.
    let copy = master.map { $0.map { UInt8((Double($0) * 0.8 + 20).rounded()) } }
    let (tracker, fit) = track(copy, master)
    #expect(tracker.pictures.allSatisfy { $0.shift == 0 })
    for frame in 3..<57 {
      let errors = fit.errors(of: tracker.pictures[frame], frame: frame, tracker.master)
      #expect(errors.count == 7)
      let own = try #require(errors.first { $0.shift == 0 })
      #expect(own.error < 0.5)
      #expect(errors.allSatisfy { $0.shift == 0 || fit.isBetter(own.error, than: $0.error) })
    }
    #expect(!fit.isForeign(fit.usual) && fit.isForeign(20))
  }

  @Test("The place follows lost and added frames, however many")
  func places() {
    let master = Self.pictures(200, seed: 2)
    // Frames 50 to 52 and 100 to 129 are missing.
    let copy = Array(master[0..<50]) + master[53..<100] + master[130...]
    let (tracker, _) = track(copy, master)
    #expect(tracker.pictures[49].shift == 0)
    #expect(tracker.pictures[60].shift == 3)
    #expect(tracker.pictures[110].shift == 33)
    let (doubled, _) = track(Array(master[0..<50]) + [master[49], master[49]] + master[50...], master)
    #expect(doubled.pictures[80].shift == -2)
  }
}

@Suite("The sound of copies")
struct CopySoundMatcherTests {
  private static let rate = 8000

  /// Noise, from a sample of it on.
  private func noise(_ count: Int, seed: UInt64) -> [Float] {
    var random = SeededRandom(seed: seed)
    var last: Float = 0
    return (0..<count).map { _ in
      last = 0.5 * last + Float.random(in: -0.3...0.3, using: &random)
      return last
    }
  }

  @Test("is placed to the sample", arguments: [0, 1, -1, 7, -480, 2000])
  func placed(delay: Int) {
    var matcher = CopySoundMatcher(sampleRate: Self.rate)
    let all = noise(3 * Self.rate + 8000, seed: 3)
    let master = Array(all[4000..<4000 + matcher.pieceLength])
    let copy = Array(all[4000 - delay..<4000 - delay + matcher.pieceLength]).map { $0 * 0.4 }
    #expect(matcher.match(master, copy) == CopySoundPiece(kind: .placed, delay: delay))
  }

  @Test("is another one, silent, or the same in several places")
  func others() {
    var matcher = CopySoundMatcher(sampleRate: Self.rate)
    let (master, other) = (noise(matcher.pieceLength, seed: 4), noise(matcher.pieceLength, seed: 5))
    let silence = [Float](repeating: 0, count: matcher.pieceLength)
    #expect(matcher.match(silence, silence).kind == .silent)
    #expect(matcher.match(master, silence).kind == .changed)
    #expect(matcher.match(silence, master).kind == .changed)
    #expect(matcher.match(master, other).kind == .changed)
    // A gap of 0.2 s.
    let gap = master.enumerated().map { (9000..<10600).contains($0.offset) ? Float(0) : $0.element }
    #expect(matcher.match(master, gap).kind == .changed)
    #expect(matcher.match(master, master) == CopySoundPiece(kind: .placed, delay: 0))
    // A square wave of 20 samples.
    let regular = (0..<matcher.pieceLength).map { $0 / 10 % 2 == 0 ? Float(0.3) : -0.3 }
    let same = matcher.match(regular, regular)
    #expect(same.kind != .changed && same.delay == 0)
  }
}
