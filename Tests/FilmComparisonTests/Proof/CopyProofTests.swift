import Basics
import Composition
import Detection
import TestSupport
import Testing

@testable import FilmComparison

@Suite("Encoded copies of a film")
struct CopyProofTests {
  private static let facts = MediaFacts(container: "mp4", extent: .finite(RationalTime(seconds: 4)))

  private func pictures(_ count: Int, seed: UInt64) -> [[UInt8]] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in
      let base = Int.random(in: 40...160, using: &random)
      let cells = (0..<144).map { _ in base + Int.random(in: -30...30, using: &random) }
      return (0..<160 * 90).map { UInt8(cells[$0 / 1600 * 16 + $0 % 160 / 10]) }
    }
  }

  /// The findings about a copy with these frames of the master; -1 stands for a black one.
  private func found(
    _ order: [Int], of master: [[UInt8]], held: Set<Int> = [], as copy: [[UInt8]]? = nil
  ) throws -> CopyProof {
    var tracker = CopyTracker()
    var next = 0
    for (frame, number) in order.enumerated() {
      while next < min(master.count, tracker.neededMasterCount) {
        tracker.addMaster(master[next])
        next += 1
      }
      let picture = number < 0 ? [UInt8](repeating: 0, count: 160 * 90) : (copy ?? master)[number]
      tracker.add(picture, isHeld: held.contains(frame))
    }
    while next < master.count {
      tracker.addMaster(master[next])
      next += 1
    }
    let empty = FilmContent(facts: Self.facts, tracks: [], subtitles: [])
    var proof = CopyProof(of: empty, against: empty)
    proof.add(tracker.pictures, tracker.master, rate: try #require(FrameRate(25)))
    return proof
  }

  private func words(_ proof: CopyProof) -> [String] {
    proof.deviations.map { "\($0.kind.rawValue) \($0.message)" }
  }

  @Test("A copy without faults is proven, and a frame like its neighbour is not")
  func clean() throws {
    var master = pictures(100, seed: 1)
    let all = try found(Array(0..<100), of: master)
    #expect(words(all) == [])
    #expect(all.pictures == FilmProof.Share(proven: 100, expected: 100) && all.alike == 0)
    // Frames 40 to 44 are equal: their order cannot be seen.
    for frame in 41...44 { master[frame] = master[40] }
    let still = try found(Array(0..<41) + [42, 41] + Array(43..<100), of: master)
    #expect(words(still) == [])
    #expect(still.pictures == FilmProof.Share(proven: 95, expected: 100) && still.alike == 5)
  }

  @Test("Each fault of pictures is one finding at its frames")
  func faults() throws {
    let master = pictures(100, seed: 2)
    let all = Array(0..<100)
    func order(_ change: (inout [Int]) -> Void) -> [Int] {
      var order = all
      change(&order)
      return order
    }
    #expect(
      try words(found(order { $0[30] = -1 }, of: master)) == [
        "frame-changed frame 30 (00:00:01.200) is another picture"
      ])
    #expect(
      try words(found(order { $0.swapAt(30, 31) }, of: master)) == [
        "frame-moved frames 30 and 31 (00:00:01.200) are exchanged"
      ])
    #expect(
      try words(found(order { $0[30] = 29 }, of: master)) == [
        "frame-moved frame 29 is shown in the place of frame 30 (00:00:01.200)"
      ])
    #expect(
      try words(found(order { $0[30] = 29 }, of: master, held: [30])) == [
        "frame-missing frame 30 (00:00:01.200) is missing; frame 29 is shown longer"
      ])
    #expect(
      try words(found(order { $0.remove(at: 30) }, of: master)) == [
        "frame-missing frame 30 (00:00:01.200) is missing; the pictures after it come earlier"
      ])
    #expect(
      try words(found(order { $0.insert(30, at: 30) }, of: master)) == [
        "frame-added there is a picture too many at 00:00:01.240; the pictures after it come later"
      ])
    #expect(
      try words(found(order { $0.removeLast(4) }, of: master)) == [
        "frame-missing frames 96 to 99 (from 00:00:03.840) are missing at the end"
      ])
    let some = try found(
      order {
        $0[30] = -1
        $0[31] = -1
        $0.swapAt(60, 61)
      }, of: master)
    #expect(
      words(some) == [
        "frame-changed frames 30 to 31 (from 00:00:01.200) are other pictures",
        "frame-moved frames 60 and 61 (00:00:02.400) are exchanged",
      ])
    #expect(some.pictures?.proven == 96)
  }

  @Test("Another film is one finding, however alike its own pictures are; another order is one finding")
  func otherFilms() throws {
    let master = pictures(100, seed: 3)
    let name = "it is another film, or a changed one: hardly a picture is like the master's at its time"
    func words(_ change: (Int, [UInt8]) -> [UInt8]) throws -> [String] {
      try self.words(found(Array(0..<100), of: master, as: master.enumerated().map(change)))
    }
    let inverted = try words { _, luma in luma.map { 255 - $0 } }
    let mirrored = try words { _, luma in (0..<14400).map { luma[$0 / 160 * 160 + 159 - $0 % 160] } }
    let black = try words { _, luma in luma.map { _ in 16 } }
    let other = pictures(100, seed: 4)
    let foreign = try words { frame, _ in other[frame] }
    for found in [inverted, mirrored, black, foreign] { #expect(found == ["frame-changed \(name)"]) }
    let reversed = try found(Array((0..<100).reversed()), of: master)
    // Where the reversed film crosses the order of the master, some pictures are at their place.
    #expect(!reversed.deviations.isEmpty)
    #expect((reversed.pictures?.proven ?? 100) + reversed.alike + reversed.coarse < 30)
  }

  @Test("After many lost frames, those behind them are proven at their new place")
  func lostScene() throws {
    let master = pictures(100, seed: 5)
    let cut = try found(Array(0..<40) + Array(70..<100), of: master)
    #expect(
      words(cut) == [
        "frame-missing frames 40 to 69 (from 00:00:01.600) are missing; the pictures after them come earlier"
      ])
    #expect(cut.pictures?.proven == 70)
  }

  @Test("Sound that is shifted or another one is a finding with its part of the film")
  func sound() throws {
    let empty = FilmContent(facts: Self.facts, tracks: [], subtitles: [])
    func found(_ pieces: [CopySoundPiece], _ compared: RationalTime = RationalTime(seconds: 14)) -> CopyProof
    {
      var proof = CopyProof(of: empty, against: empty)
      proof.add(pieces, track: 1, sampleRate: 48000, length: RationalTime(seconds: 14), compared: compared)
      return proof
    }
    let good = CopySoundPiece(kind: .placed, delay: 0)
    #expect(words(found([good, CopySoundPiece(kind: .silent, delay: 0), good, good, good])) == [])
    #expect(found([good, good, good, good, good]).sounds == [FilmProof.Share(proven: 14, expected: 14)])
    #expect(
      words(found(Array(repeating: CopySoundPiece(kind: .placed, delay: 480), count: 5))) == [
        "sound-shifted the sound of track 1 begins 480 samples (0.01s) too late"
      ])
    let late = CopySoundPiece(kind: .placed, delay: -1)
    #expect(
      words(found([good, good, late, CopySoundPiece(kind: .silent, delay: -1), late])) == [
        "sound-shifted the sound of track 1 is 1 sample (0.00002s) too early from 00:00:06.000 on"
      ])
    #expect(
      words(found([good, CopySoundPiece(kind: .changed, delay: 0), good, good, good])) == [
        "sound-changed the sound of track 1 is another one from 00:00:03.000 to 00:00:06.000"
      ])
    let cut = found([good, good], RationalTime(seconds: 6))
    #expect(
      words(cut) == [
        "sound-changed the sound of track 1 ends at 00:00:06.000; the master's ends at 00:00:14.000"
      ])
    #expect(cut.sounds == [FilmProof.Share(proven: 6, expected: 14)])
  }

  @Test("Another rate is refused; a lost frame and rounded times are no other rate")
  func rates() throws {
    func film(_ times: [Int64], rounding: Int64 = 1) -> FilmContent {
      FilmContent(
        facts: Self.facts,
        tracks: [
          PacketMarks(
            kind: .picture, streamIndex: 0, times: times, digests: MarkDigests(), rounding: rounding)
        ], subtitles: [])
    }
    func times(_ step: Double, unit: Int64 = 1) -> [Int64] {
      (0..<300).map { Int64(Double($0) * step / Double(unit)) * unit }
    }
    let master = film(times(1e9 / 30))
    #expect(
      !CopyProof(of: film(times(1e9 / 30, unit: 1_000_000), rounding: 1_000_000), against: master)
        .hasOtherRate)
    var lost = times(1e9 / 30)
    lost.remove(at: 100)
    #expect(!CopyProof(of: film(lost), against: master).hasOtherRate)
    let other = CopyProof(of: film(times(1001e6 / 30)), against: master)
    #expect(other.hasOtherRate)
    #expect(
      words(other) == [
        "time-changed the frame rate is 29.97, but the master's is 30.0; only copies with the master's rate are compared"
      ])
    #expect(CopyProof(of: film(times(1e9 / 25)), against: master).hasOtherRate)
  }
}
