import Basics
import Testing

@testable import Detection

@Suite("What is found in tracks")
struct FoundTests {
  /// The cuts and damages of two scenes of 30 pictures at 25 a second.
  private func found(damagedAt damaged: Set<Int> = [], missingBefore: Int? = nil) throws -> [Found] {
    var analysis = PictureTrackAnalysis()
    for number in 0..<60 {
      let start = time(number)
      if damaged.contains(number) {
        analysis.appendDamaged(at: start, reason: "damaged")
      } else {
        analysis.append(
          textured(number < 30 ? 1 : 2), at: start,
          lossBefore: number == missingBefore ? "lost" : nil)
      }
    }
    let track = analysis.finish(at: time(60), missingEnd: nil)
    return try track.found([.cuts], on: nil)
  }

  private func time(_ picture: Int) -> RationalTime { RationalTime(Int64(picture), 25) ?? .zero }

  private func range(_ start: Int, _ end: Int) throws -> TimeRange {
    try #require(TimeRange(start: time(start), end: time(end)))
  }

  @Test("a cut is the start of the first picture of a shot")
  func cut() throws {
    let cut = try #require(try found().first)
    #expect(try found().count == 1)
    #expect(cut.kind == .cut && cut.range == TimeRange(at: time(30)) && cut.frame == 30)
  }

  @Test("nothing is found across damage, which is reported, and pictures behind it keep their numbers")
  func damage() throws {
    let around = try found(damagedAt: [29, 30])
    #expect(around == [Found(.damage, try range(29, 31), reason: "damaged")])
    let before = try found(damagedAt: [5])
    #expect(before.map(\.kind) == [.damage, .cut])
    #expect(before.last?.frame == 30)
    #expect(try found(missingBefore: 30).map(\.kind) == [.damage])
  }

  @Test("times that a container rounded are exact again")
  func grid() throws {
    let rate = try #require(FrameRate.broadcast("23.976"))
    let start = try #require(RationalTime(1, 50))
    let grid = TrackGrid(start: start, rate: rate)
    let exact = try start + rate.start(ofFrame: 31)
    let milliseconds = try #require(exact.rounded(toUnits: 1000)).value
    let rounded = try #require(RationalTime(milliseconds, 1000))
    #expect(rounded != exact && grid.exact(rounded) == exact)
  }

  @Test("parts with sound keep a margin, and meet where a silence is shorter than both")
  func parts() throws {
    let limits = try range(0, 250)
    let silences = [
      Found(.noSound, try range(0, 10)), Found(.silence, try range(50, 100)),
      Found(.silence, try range(150, 155)),
      Found(.silence, try range(240, 250)),
    ]
    let parts = try silences.partsWithSound(in: limits, before: time(3), after: time(2))
    #expect(parts == [try range(7, 52), try range(97, 242)])
    #expect(try [Found]().partsWithSound(in: limits, before: .zero, after: .zero) == [limits])
    #expect(try [Found(.silence, limits)].partsWithSound(in: limits, before: time(3), after: time(2)) == [])
  }

  @Test("shots are what lies between the cuts of a part")
  func shots() throws {
    let cuts = [10, 20, 90].map { Found(.cut, TimeRange(at: time($0)), frame: $0) }
    let shots = cuts.shots(in: try range(10, 50))
    #expect(shots == [try range(10, 20), try range(20, 50)])
  }

  @Test("only the part that was asked for is reported")
  func clipped() throws {
    let limits = try range(10, 20)
    #expect(Found(.silence, try range(0, 15)).clipped(to: limits)?.range == (try range(10, 15)))
    #expect(Found(.silence, try range(0, 10)).clipped(to: limits) == nil)
    #expect(Found(.cut, TimeRange(at: time(10))).clipped(to: limits) != nil)
    #expect(Found(.cut, TimeRange(at: time(20))).clipped(to: limits) == nil)
  }
}
