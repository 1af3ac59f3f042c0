import Glibc
import Processes

// What the tests of `Processes` can only do in a process of its own: shut itself in, be killed, take signals.
// The first argument names the situation, the others are its own; what happened goes to standard output.

let words = Array(CommandLine.arguments.dropFirst())
if ForkServer.isServer(words) {
  try ForkServer.serve(
    words, load: {}, run: { words in (try? probe(words, isForked: true)) == nil ? 1 : 0 })
} else {
  try probe(words, isForked: false)
}

func probe(_ arguments: [String], isForked: Bool) throws {
  switch arguments.first {
  case "sandbox": try probeSandbox(Array(arguments.dropFirst()))
  case "connecting-sandbox": try probeSandbox(Array(arguments.dropFirst()), connects: true)
  case "limits": try probeLimits(Array(arguments.dropFirst()))
  case "interrupts": try probeInterrupts(folder: arguments[1])
  case "between-frames": try probeSignalsWithoutLoop()
  case "parent": try probeParent()
  case "parent-with-server":
    ForkServer.allow()
    try probeParent()
  case "fork-server-parent": try probeForkServer()
  case "fork-server-of-threads":
    ForkServer.allow()
    try runForkedWorker(EventLoop(signals: nil), ["meeting"])
  case "meeting": probeMeeting()
  case "forked": try probeForkedWorker(parent: Int32(arguments[1]) ?? 0, isForked: isForked)
  case "worker": try probeWorker(parent: Int32(arguments[1]) ?? 0)
  case "reports":
    ReportChannel.open()
    say("from a library")
    try ReportChannel.send("from the worker")
  case "parent-name": try probeOwnExecutable()
  case "own-name": probeOwnName()
  case "descriptors": try probeDescriptors()
  case "missing-output": try probeMissingOutput(arguments[1])
  case "publish":
    try AtomicFile.publish(Array("whole".utf8), at: arguments[1], replacing: arguments[2] == "replacing")
    say("done")
  case "read": try writeAll(try readFile(arguments[1], limit: 1000), to: 1, named: "<stdout>")
  case "abandon":
    let file = try AtomicFile(at: arguments[1])
    say("made")
    withExtendedLifetime(file) { _exit(0) }
  case "broken-pipe": try probeBrokenPipe()
  default: exit(2)
  }
}

/// Writes a line at once: what a killed program has in a buffer is lost.
func say(_ line: String) {
  try? writeAll(Array((line + "\n").utf8), to: 1, named: "<stdout>")
}
