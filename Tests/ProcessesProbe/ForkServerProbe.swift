import Glibc
import Processes

/// Starts two workers with a fork server, kills the server, and starts a third. Passes on what they say.
func probeForkServer() throws {
  let loop = EventLoop(signals: nil)
  ForkServer.allow()
  ForkServer.start()
  for _ in 0..<2 { try runForkedWorker(loop) }
  // The workers have ended.
  let server = Int32(try ownChildren().split(separator: " ").first ?? "") ?? 0
  say("server \(server)")
  kill(server, SIGKILL)
  try runForkedWorker(loop)
  ForkServer.allow()
  try runForkedWorker(loop)
  // As in `editc frame`, which must not wait for a server that it cannot kill.
  _ = try Sandbox.enter(SandboxRules())
  ForkServer.stop()
  say("children \(waitpid(-1, nil, WNOHANG))")
}

func runForkedWorker(
  _ loop: EventLoop, _ words: [String] = ["forked", "\(ownProcessID)", "", "two words"]
) throws {
  let worker = try loop.start(ChildCommand(ChildProcess.ownExecutable, words))
  loop.send("question", to: worker)
  while let event = try loop.next() {
    switch event {
    case .line(_, let line): say(line)
    case .ended(_, let status, let errors): say("\(status), \(errors)")
    default: break
    }
  }
}

/// Two threads use a value for the first time, one of them while the other makes it.
func probeMeeting() {
  alarm(20)
  var threads: [pthread_t] = [0, 0]
  for index in threads.indices {
    pthread_create(&threads[index], nil, { _ in UnsafeMutableRawPointer(bitPattern: SlowlyMade.value) }, nil)
  }
  say("met \(SlowlyMade.value)")
  for thread in threads { pthread_join(thread, nil) }
  say("parted")
}

private enum SlowlyMade {
  static let value = {
    usleep(200_000)
    return 8
  }()
}

func probeForkedWorker(parent: Int32, isForked: Bool) throws {
  say(isForked ? "forked" : "started")
  say(try dieWithParent(parent) ? "tied" : "orphan")
  let shown = String(decoding: try readFile("/proc/self/cmdline", limit: 10_000), as: UTF8.self)
  say(shown.split(separator: "\0", omittingEmptySubsequences: false).prefix(5).joined(separator: "|"))
  try probeDescriptors()
  say(readLine() ?? "nothing")
  try writeAll(Array("an error".utf8), to: 2, named: "<stderr>")
  exit(7)
}
