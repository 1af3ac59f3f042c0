import Glibc
import Processes
import TestSupport

/// The program in which tests do what must not be done to the tests' own process.
let probe: String = {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count - 1))
  let tests = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return folder(of: tests) + "/ProcessesProbe"
}()

/// strace makes system calls fail, and kills at them.
let hasStrace = (try? run(["strace", "-V"])) != nil

/// Runs the probe to its end; the lines it said.
func probeLines(_ arguments: String...) throws -> [String] {
  try run([probe] + arguments).text.split(separator: "\n").map(String.init)
}

/// Takes events until there are none, at most for ten seconds.
func collectEvents(
  _ loop: EventLoop, onEvent: (EventLoop.Event) -> Void = { _ in }
) throws -> [EventLoop.Event] {
  let tooLate = loop.startTimer(after: .seconds(10))
  var events: [EventLoop.Event] = []
  while !loop.runningChildren.isEmpty, let event = try loop.next() {
    if event == .timer(tooLate) { throw TookTooLong() }
    events.append(event)
    onEvent(event)
  }
  return events
}

struct TookTooLong: Error {}

/// Whether the process is gone, or dead and waiting for somebody to notice; looked at for five seconds.
func isGone(_ process: Int32) -> Bool {
  for _ in 0..<500 {
    guard let bytes = try? readFile("/proc/\(process)/stat", limit: 4096) else { return true }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last ?? ""
    if fields.hasPrefix(" Z") { return true }
    usleep(10_000)
  }
  return false
}
