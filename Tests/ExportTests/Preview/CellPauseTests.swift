import Testing

@testable import Export

@Suite("The pause of cells")
struct CellPauseTests {
  private let start = SuspendingClock.now

  private func at(_ milliseconds: Int) -> SuspendingClock.Instant { start + .milliseconds(milliseconds) }

  @Test("lasts as long as a picture is made that comes alone")
  func alone() {
    var pause = CellPause()
    pause.update(isMakingPicture: false, at: at(0))
    #expect(!pause.isOn && pause.nextChange == nil)
    pause.update(isMakingPicture: true, at: at(10))
    #expect(pause.isOn)
    pause.update(isMakingPicture: false, at: at(90))
    #expect(!pause.isOn && pause.nextChange == nil)
  }

  @Test("goes on between pictures that come in a row, and ends a moment after the last one")
  func row() {
    var pause = CellPause()
    for picture in 0..<5 {
      pause.update(isMakingPicture: true, at: at(picture * 100))
      #expect(pause.isOn)
      pause.update(isMakingPicture: false, at: at(picture * 100 + 50))
      #expect(pause.isOn == (picture > 0))
    }
    #expect(pause.nextChange == at(450) + CellPause.gap)
    pause.update(isMakingPicture: false, at: at(450) + CellPause.gap)
    #expect(!pause.isOn && pause.nextChange == nil)
  }

  @Test("leaves cells a turn, however many pictures come")
  func turns() {
    var pause = CellPause()
    var pausedTime = 0
    for picture in 0..<200 {
      pause.update(isMakingPicture: true, at: at(picture * 100))
      if pause.isOn { pausedTime += 100 }
      pause.update(isMakingPicture: false, at: at(picture * 100 + 99))
    }
    // Of 20 s, 10 s, a turn of 1 s, and the rest.
    #expect((18_500...19_500).contains(pausedTime))
  }
}
