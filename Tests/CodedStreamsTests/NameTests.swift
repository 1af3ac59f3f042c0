import TestSupport
import Testing

@testable import CodedStreams

struct NameTests {
  private func h264(_ pictures: [Int]) -> StreamSets {
    var sets = H264Sets()
    // What the sets hold does not matter to names.
    let picture = try? H264Picture([0x68, 0xCE, 0x3C, 0x80])
    let sequence = try? H264Sequence([0x67, 66, 0, 30, 0xDA, 0x05, 0x07, 0xE4, 0x80])
    for id in pictures { sets.pictures[id] = picture }
    sets.sequences[0] = sequence
    return .h264(sets)
  }

  @Test("the examples of the plan")
  func lengths() {
    // 1; 010, 011; 00100 … 00111; 0001000
    #expect(
      [0, 1, 2, 3, 6, 7, 14, 15, 30, 31, 62, 63, 126, 127, 254, 255].map(lengthOfUnsigned)
        == [1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11, 13, 13, 15, 15, 17])
  }

  @Test("seventeen sources with PPS 0, and not one more")
  func capacity() throws {
    let names = try SetNames.assign((0..<17).map { _ in h264([0]) }, codec: .h264)
    #expect(names.map { $0.pictures[0] } == Array(15...30) + [0])
    #expect(names.map { $0.sequences[0] } == Array(0..<17))
    #expect(throws: JoinError(source: 17, reason: .noName(forPicture: 0))) {
      try SetNames.assign((0..<18).map { _ in h264([0]) }, codec: .h264)
    }
  }

  @Test("thirty-two SPS")
  func sequences() throws {
    #expect(throws: JoinError(source: 32, reason: .tooMany("SPS", limit: 32))) {
      try SetNames.assign((0..<33).map { _ in h264([7]) }, codec: .h264)
    }
  }

  /// Against the best that any assignment can do, found by augmenting paths.
  @Test("an id is refused only if no assignment has one for it", arguments: 0..<200)
  func best(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let sources = (0..<Int.random(in: 1...20, using: &random)).map { _ in
      Array(
        Set(
          (0..<Int.random(in: 1...6, using: &random)).map { _ in
            Int.random(in: 0...(Bool.random(using: &random) ? 3 : 255), using: &random)
          }))
    }
    let ids = sources.flatMap(\.self)
    let candidates = ids.map { id in
      (0...255).filter { [0, 8].contains(lengthOfUnsigned($0) - lengthOfUnsigned(id)) }
    }
    var owner: [Int: Int] = [:]
    func place(_ index: Int, _ seen: inout Set<Int>) -> Bool {
      for name in candidates[index] where seen.insert(name).inserted {
        if let other = owner[name], !place(other, &seen) { continue }
        owner[name] = index
        return true
      }
      return false
    }
    let isPossible = ids.indices.allSatisfy { index in
      var seen: Set<Int> = []
      return place(index, &seen)
    }
    let names = try? SetNames.assign(sources.map(h264), codec: .h264)
    #expect((names != nil) == isPossible)
    guard let names else { return }
    let taken = names.flatMap(\.pictures.values)
    #expect(Set(taken).count == ids.count)
    for (old, new) in names.flatMap(\.pictures) {
      #expect([0, 8].contains(lengthOfUnsigned(new) - lengthOfUnsigned(old)))
      #expect((0...255).contains(new))
    }
  }
}
