import Testing

@testable import Export

@Suite("What workers begin with")
struct WorkQueueTests {
  private func begun(_ queue: inout WorkQueue, jobs: Int, beside running: [WorkOrder?] = []) -> [WorkOrder] {
    var begun: [WorkOrder] = []
    while let order = queue.first(beside: running + begun, WorkerCount(exactly: jobs)) { begun.append(order) }
    return begun
  }

  @Test("the sound is mixed beside as many workers as were asked for")
  func beside() {
    var queue = WorkQueue(segments: [0, 1, 2, 3], sounds: [.soundTrack, .otherTrack(0)])
    #expect(begun(&queue, jobs: 2) == [.soundTrack, .segment(0), .segment(2)])
    // The mix is done: the stem takes its place, beside the two.
    #expect(begun(&queue, jobs: 2, beside: [.segment(0), .segment(2)]) == [.otherTrack(0)])
    // All sound is done: no third worker for pictures.
    #expect(begun(&queue, jobs: 2, beside: [.segment(0), .segment(2)]) == [])
    #expect(queue.next(after: .segment(0)) == .segment(1))
  }

  @Test("who wants one worker gets one, the sound before the pictures")
  func one() {
    var queue = WorkQueue(segments: [0, 1], sounds: [.soundTrack])
    #expect(begun(&queue, jobs: 1) == [.soundTrack])
    #expect(queue.next(after: .soundTrack) == nil)
    #expect(begun(&queue, jobs: 1) == [.segment(0)])
    #expect(queue.next(after: .segment(0)) == .segment(1))
    #expect(queue.next(after: .segment(1)) == nil)
  }

  @Test("without pictures, and without sound, there are no more workers than jobs")
  func alone() {
    var sounds = WorkQueue(segments: [], sounds: [.soundTrack, .otherTrack(0), .otherTrack(1)])
    #expect(begun(&sounds, jobs: 2) == [.soundTrack, .otherTrack(0)])
    var pictures = WorkQueue(segments: [0, 1, 2], sounds: [])
    #expect(begun(&pictures, jobs: 2) == [.segment(0), .segment(2)])
    // One that is about to end counts until it has ended.
    var late = WorkQueue(segments: [0, 1, 2], sounds: [])
    #expect(begun(&late, jobs: 2, beside: [nil]) == [.segment(0)])
  }
}
