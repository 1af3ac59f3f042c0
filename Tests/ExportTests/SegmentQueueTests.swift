import Testing

@testable import Export

@Suite struct SegmentQueueTests {
  @Test("A worker alone makes the segments in their order")
  func alone() {
    var queue = SegmentQueue(Array(0..<5))
    var made: [Int] = []
    while let next = queue.next(after: made.last) { made.append(next) }
    #expect(made == [0, 1, 2, 3, 4])
    #expect(queue.isEmpty)
  }

  @Test("Two workers each read on through their half")
  func halves() {
    var queue = SegmentQueue(Array(0..<6))
    #expect(queue.next() == 0)
    #expect(queue.next() == 3)
    #expect(queue.next(after: 0) == 1)
    #expect(queue.next(after: 3) == 4)
    #expect(queue.next(after: 1) == 2)
    #expect(queue.next(after: 4) == 5)
    #expect(queue.isEmpty)
    #expect(queue.next(after: 5) == nil)
  }

  @Test("Whoever is done first takes half of what the slowest has left")
  func stealing() {
    var queue = SegmentQueue(Array(0..<9))
    #expect(queue.next() == 0)
    #expect(queue.next() == 5)
    for last in 5..<8 { #expect(queue.next(after: last) == last + 1) }
    #expect(queue.next(after: 8) == 3)
    #expect(queue.next(after: 0) == 1)
    #expect(queue.next(after: 3) == 4)
    #expect(queue.next(after: 4) == 2)
    #expect(queue.isEmpty)
  }

  @Test("Entries in the store part the runs, and a free run comes before a shared one")
  func gaps() {
    var queue = SegmentQueue([0, 1, 4, 5, 6, 9])
    #expect(queue.next() == 4)
    #expect(queue.next() == 0)
    #expect(queue.next(after: 4) == 5)
    #expect(queue.next(after: 0) == 1)
    #expect(queue.next(after: 1) == 9)
    #expect(queue.next(after: 9) == 6)
    #expect(queue.next(after: 5) == nil)
  }

  @Test("Every segment is given out once", arguments: [1, 2, 3, 8, 40])
  func completeness(workers: Int) {
    let segments = (0..<97).filter { $0 % 13 != 5 }
    var queue = SegmentQueue(segments)
    var last = [Int?](repeating: nil, count: workers)
    var made: [Int] = []
    var turn = 0
    while !queue.isEmpty {
      // Not evenly: some workers are slower than others.
      turn = (turn * 7 + 3) % 101
      let worker = turn % workers
      guard let next = queue.next(after: last[worker]) else { break }
      last[worker] = next
      made.append(next)
    }
    #expect(made.sorted() == segments)
  }
}
