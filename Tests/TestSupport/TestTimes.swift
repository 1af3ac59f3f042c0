import Glibc
import Synchronization
import Testing

/// How long each test waited for the programs that it ran. Swift Testing's own times begin with the run, since all tests are
/// started at once; what takes long in these tests are programs.
enum TestTimes {
  private static let times = Mutex<[String: Duration]>([:])

  /// Prints the ten slowest tests at the end of the run.
  private static let report: Void = {
    atexit {
      let slowest = TestTimes.times.withLock { $0.sorted { $0.value > $1.value }.prefix(10) }
      guard slowest.contains(where: { $0.value > .seconds(2) }) else { return }
      let lines = slowest.map { name, time in "  \(time.components.seconds) s  \(name)" }
      print("The slowest tests, by the time of the programs that they ran:\n" + lines.joined(separator: "\n"))
    }
  }()

  static func add(_ time: Duration) {
    guard let test = Test.current else { return }
    _ = report
    let name = "\(test.id)".prefix { $0 != "/" } + ": " + (test.displayName ?? test.name)
    times.withLock { $0[String(name), default: .zero] += time }
  }
}
