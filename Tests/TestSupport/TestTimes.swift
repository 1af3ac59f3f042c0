import FoundationEssentials
import Glibc
import Synchronization
import Testing

/// How long each test waited for the programs that it ran, and how long these computed. Swift Testing's own times begin with
/// the run, since all tests are started at once; what takes long in these tests are programs.
enum TestTimes {
  private struct Time {
    var waiting = Duration.zero
    var computing = 0.0
  }

  private static let times = Mutex<[String: Time]>([:])

  /// Prints the ten slowest tests at the end of the run, and writes all of them into the file that the environment
  /// names.
  private static let report: Void = {
    atexit {
      let sorted = TestTimes.times.withLock { $0.sorted { $0.value.waiting > $1.value.waiting } }
      guard sorted.contains(where: { $0.value.waiting > .seconds(2) }) else { return }
      let lines = sorted.map { name, time in
        "  \(time.waiting.components.seconds) s, \(Int(time.computing)) s of CPU  \(name)"
      }
      print(
        "The slowest tests, by the time of the programs that they ran:\n"
          + lines.prefix(10).joined(separator: "\n"))
      guard let file = ProcessInfo.processInfo.environment["EDITC_TEST_TIMES"] else { return }
      try? Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: file))
    }
  }()

  static func add(_ time: Duration, computing seconds: Double) {
    guard let test = Test.current else { return }
    _ = report
    let name = "\(test.id)".prefix { $0 != "/" } + ": " + (test.displayName ?? test.name)
    times.withLock {
      $0[String(name), default: Time()].waiting += time
      $0[String(name), default: Time()].computing += seconds
    }
  }
}
