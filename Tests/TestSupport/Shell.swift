import FoundationEssentials
import Glibc

/// The longest judge takes about seven minutes on two processors that do nothing else.
private let judgeSeconds = 1800

/// What a finished program left behind.
package struct ProgramResult: Sendable {
  package let exitCode: Int32
  package let output: [UInt8]
  package let errorText: String

  package var text: String { String(decoding: output, as: UTF8.self) }
}

/// Runs a program to its end and collects what it prints. Tests use it for the independent judges
/// (`ffmpeg`, `ffprobe`) and for `editc` itself. A judge in Python that hangs is killed, and its test fails.
package func run(
  _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:],
  input: [UInt8] = []
) throws -> ProgramResult {
  let scratch = try TemporaryFolder()
  let outputPath = scratch.path("stdout")
  let errorPath = scratch.path("stderr")
  let inputPath = scratch.path("stdin")
  try Data(input).write(to: URL(filePath: inputPath))

  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, inputPath, O_RDONLY, 0)
  posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT, 0o600)
  posix_spawn_file_actions_addopen(&actions, 2, errorPath, O_WRONLY | O_CREAT, 0o600)

  // Glibc's call that changes folder in the child is not imported into Swift; env(1) does the same.
  let limit = arguments[0].hasSuffix("python3") ? ["timeout", "--signal=KILL", "\(judgeSeconds)"] : []
  let arguments = (folder.map { ["env", "-C", $0] } ?? []) + limit + arguments
  var variables = ProcessInfo.processInfo.environment
  variables.merge(environment) { _, new in new }
  var argv = arguments.map { strdup($0) } + [nil]
  var envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
  defer { for string in argv + envp { free(string) } }
  var child: pid_t = 0
  let start = ContinuousClock.now
  var usage = rusage()
  defer { TestTimes.add(.now - start, computing: usage.seconds) }
  // Threads of Swift block signals; a program that inherits this cannot be ended with SIGTERM.
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var noSignals = sigset_t()
  sigemptyset(&noSignals)
  posix_spawnattr_setsigmask(&attributes, &noSignals)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
  let spawned = posix_spawnp(&child, arguments[0], &actions, &attributes, &argv, &envp)
  guard spawned == 0 else {
    throw ProgramNotFound(name: arguments[0], reason: String(cString: strerror(spawned)))
  }
  var status: Int32 = 0
  while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
  let exitCode = status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  return ProgramResult(
    exitCode: exitCode, output: Array(try Data(contentsOf: URL(filePath: outputPath))),
    errorText: String(decoding: try Data(contentsOf: URL(filePath: errorPath)), as: UTF8.self))
}

extension rusage {
  /// The CPU time of a program and of the programs that it waited for.
  fileprivate var seconds: Double {
    Double(ru_utime.tv_sec + ru_stime.tv_sec) + Double(ru_utime.tv_usec + ru_stime.tv_usec) / 1e6
  }
}

/// Writes a program, in a folder that may be new. Another process does: a file that this one has open for writing is open in
/// every program that a test starts at the same moment, and cannot be run as long as that one runs.
package func writeProgram(_ text: String, at path: String) throws {
  let result = try run(["install", "-D", "-m", "755", "/dev/stdin", path], input: Array((text + "\n").utf8))
  guard result.exitCode == 0 else { throw ProgramNotFound(name: path, reason: result.errorText) }
}

package struct ProgramNotFound: Error {
  package let name: String
  package let reason: String
}
