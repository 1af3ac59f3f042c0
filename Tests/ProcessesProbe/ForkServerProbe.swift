import Glibc
import Processes
import Synchronization

/// Starts this program with these words, and passes on what it says and how it ended.
func probeStarting(_ words: [String]) throws {
  let loop = EventLoop(signals: nil)
  _ = try loop.start(ChildCommand(ForkServer.ownProgram, words))
  while let event = try loop.next() {
    if case .line(_, let line) = event { say(line) }
    if case .ended(_, let status, let words) = event { say("\(status)\(words)") }
  }
}

/// Starts this program while the server lives, and after it was killed.
func probeStartingWithoutServer() throws {
  try probeStarting(["own-name"])
  let tasks = try readFile("/proc/self/task/\(getpid())/children", limit: 1000)
  for number in String(decoding: tasks, as: UTF8.self).split(separator: " ").compactMap({ Int32($0) }) {
    kill(number, SIGKILL)
    waitpid(number, nil, 0)
  }
  try probeStarting(["own-name"])
}

private let count = Mutex(0)

/// Several threads lock one mutex, for which the kernel has to know the number of each.
func probeContention() {
  let threads = (0..<4).map { _ in
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { _ in
        for _ in 0..<20_000 { count.withLock { $0 += 1 } }
        return nil
      }, nil)
    return thread
  }
  for _ in 0..<20_000 { count.withLock { $0 += 1 } }
  for thread in threads { pthread_join(thread, nil) }
  say("\(count.withLock { $0 })")
}
