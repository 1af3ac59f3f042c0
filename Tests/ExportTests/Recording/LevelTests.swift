import Testing

@testable import Export

@Suite("The levels of a recording")
struct LevelTests {
  @Test("are the largest sample and the mean square of each channel since the last time")
  func levels() throws {
    var meter = LevelMeter(channels: 2)
    #expect(meter.take() == [ChannelLevel(), ChannelLevel()])
    meter.add([[0.5, -0.5], [0, 0]])
    meter.add([[0.5, -0.5], [1, -1.5]])
    let levels = meter.take()
    #expect(levels[0] == ChannelLevel(peak: 0.5, rms: 0.5, clipped: 0))
    #expect(levels[1].peak == 1.5 && levels[1].clipped == 2)
    #expect(abs(levels[1].rms - 0.901_388) < 1e-6)
    #expect(abs(try #require(levels[0].decibels.peak) + 6.0206) < 1e-3)
    #expect(meter.take()[0].decibels.rms == nil)
  }

  @Test("of a source that gives nothing are reported once, until it gives something again")
  func silence() {
    let second: Int64 = 1_000_000_000
    var watch = SilenceWatch(sourceCount: 2, at: 0)
    var reports: [Int64] = []
    for time in 0..<20 as Range<Int64> {
      let gave = (5..<7).contains(time) || time >= 12
      if watch.isNewlySilent(0, gave: gave, at: time * second) { reports.append(time) }
      if watch.isNewlySilent(1, gave: true, at: time * second) { reports.append(-1) }
    }
    #expect(reports == [2, 8])
  }
}
