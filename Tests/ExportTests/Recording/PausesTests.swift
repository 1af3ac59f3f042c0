import Testing

@testable import Export

@Suite("Pauses of a recording")
struct PausesTests {
  @Test("take out whole slots, of which each other one has its place in the film")
  func slots() {
    var pauses = Pauses()
    pauses.begin(at: 10)
    #expect(pauses.isPaused && pauses.filmEnd == 10)
    #expect(pauses.filmSlot(9) == 9 && pauses.filmSlot(10) == nil && pauses.filmSlot(.max) == nil)
    #expect(pauses.filmSlots(before: 1000) == 10)
    #expect(pauses.end(before: 15) == 15)
    pauses.begin(at: 20)
    // Shorter than a frame.
    #expect(pauses.end(before: 20) == 20)
    pauses.begin(at: 30)
    #expect(pauses.end(before: 29) == 30)
    pauses.begin(at: 40)
    #expect(pauses.end(before: 47) == 47)
    #expect(!pauses.isPaused && pauses.filmEnd == nil && pauses.removed == 12)
    #expect((-1..<50).compactMap(pauses.filmSlot) == Array(-1..<38))
    #expect(
      (0...50).map(pauses.filmSlots(before:))
        == (0...50).map { slot in
          Int64((0..<slot).count { !(10..<15).contains($0) && !(40..<47).contains($0) })
        })
    #expect(pauses.cuts == [RecordingCut(frame: 10, length: 5), RecordingCut(frame: 35, length: 7)])
  }

  @Test("the last look for a frame counts, and one that changes nothing is left out")
  func looks() {
    var looks = [LookChange(frame: 0, look: 0)]
    looks.change(to: 3, at: 0)
    #expect(looks == [LookChange(frame: 0, look: 3)])
    looks.change(to: 3, at: 5)
    looks.change(to: 1, at: 7)
    looks.change(to: 2, at: 7)
    looks.change(to: 0, at: 9)
    looks.change(to: 2, at: 9)
    #expect(looks == [LookChange(frame: 0, look: 3), LookChange(frame: 7, look: 2)])
    looks.change(to: 3, at: 7)
    #expect(looks == [LookChange(frame: 0, look: 3)])
  }

  @Test("orders are words, or keys")
  func orders() {
    #expect(RecordingOrder.words.compactMap(RecordingOrder.init(line:)) == [.pause, .resume, .still, .stop])
    #expect((0...9).map { RecordingOrder(line: "look \($0)") } == (0...9).map { .look($0) })
    #expect("019".utf8.map(RecordingOrder.init(key:)) == [.look(0), .look(1), .look(9)])
    for line in [
      "", "Pause", "pause ", "quit", "togglePause", "look", "look ", "look 10", "look -1", "look q",
    ] {
      #expect(RecordingOrder(line: line) == nil, "\(line)")
    }
    #expect(" sq".utf8.map(RecordingOrder.init(key:)) == [.togglePause, .still, .stop])
    #expect(RecordingOrder(key: 27) == nil)
  }
}
