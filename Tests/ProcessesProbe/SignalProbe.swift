import Glibc
import Processes

/// Holds an unfinished file and a child; says so; tidies up when it is asked to end.
func probeInterrupts(folder: String) throws {
  let signals = try TerminationSignals()
  let loop = EventLoop(signals: signals)
  let file = try AtomicFile(at: folder + "/film.mp4")
  let child = try loop.start(ChildCommand("/bin/sleep", ["1000"]))
  say("child \(loop.processID(of: child) ?? 0)")
  while let event = try loop.next() {
    if case .interrupted(let signal) = event {
      loop.kill(child)
      while let event = try loop.next() {
        if case .ended(_, let status, _) = event { say("child \(status)") }
      }
      signal.raiseAgain()
    }
  }
  say(file.path)
}

/// Asks for signals without a loop, as a long piece of work does between frames.
func probeSignalsWithoutLoop() throws {
  let signals = try TerminationSignals()
  say("working")
  while true {
    if let signal = signals.received() {
      say("received \(signal)")
      signal.raiseAgain()
    }
    usleep(1000)
  }
}

/// Starts a worker that never reads its input. Prints the IDs of our children once it is tied to us, then waits forever.
func probeParent() throws {
  let loop = EventLoop(signals: nil)
  _ = try loop.start(ChildCommand(ChildProcess.ownExecutable, ["worker", "\(ownProcessID)"]))
  while let event = try loop.next() {
    if case .line = event { say("children \(try ownChildren())") }
  }
}

/// Their process IDs, separated by spaces.
func ownChildren() throws -> Substring {
  let path = "/proc/self/task/\(ownProcessID)/children"
  return String(decoding: try readFile(path, limit: 1000), as: UTF8.self).drop { $0 == " " }
}

func probeWorker(parent: Int32) throws {
  guard try dieWithParent(parent) else {
    say("orphan")
    return
  }
  say("tied")
  while true { pause() }
}

/// Passes on what a copy of this program says its file is.
func probeOwnExecutable() throws {
  let loop = EventLoop(signals: nil)
  _ = try loop.start(ChildCommand(ChildProcess.ownExecutable, ["own-name"]))
  while let event = try loop.next() {
    if case .line(_, let line) = event { say(line) }
  }
}

func probeOwnName() {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count - 1))
  say(String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self))
}

/// Lists what it got from its parent: descriptors, ignored and blocked signals, its process group.
func probeDescriptors() throws {
  let open = (0..<256).filter { fcntl($0, F_GETFD) >= 0 }
  say("descriptors \(open)")
  let status = String(decoding: try readFile("/proc/self/status", limit: 100_000), as: UTF8.self)
  for line in status.split(separator: "\n") where line.hasPrefix("SigBlk") || line.hasPrefix("SigIgn") {
    say(line.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }
  say(getpgrp() == getpid() ? "own group" : "parent's group")
}

/// Writes for ever to a pipe that nobody reads.
func probeBrokenPipe() throws {
  let signals = try TerminationSignals()
  do throws(FileError) {
    while true { try writeAll(Array("more\n".utf8), to: 1, named: "<stdout>") }
  } catch {
    try writeAll(Array("\(error)\n".utf8), to: 2, named: "<stderr>")
    if error.cause == .system(errno: EPIPE) { Signal.brokenPipe.raiseAgain() }
  }
  _ = signals
}

/// Writes a film while nobody listens, then a message.
func probeMissingOutput(_ path: String) throws {
  openMissingStandardDescriptors()
  let file = try AtomicFile(at: path)
  try file.write(Array("film".utf8))
  say("done")
  try file.commit(replacing: false)
}
