import CLinux
import Glibc

/// A running program with pipes for standard input, output and error. It is killed when this value is
/// released.
///
/// The child inherits no other descriptors and no blocked or ignored signals. It leads its own process group:
/// Ctrl-C, a hang-up or `timeout` reach only the parent, which decides when the child ends and does not
/// mistake an interrupted child for a crash. (This does not apply to a child that shares our standard
/// streams.) The event loop forwards Ctrl-Z. If the parent is killed, `dieWithParent` ends the child.
package final class ChildProcess {
  package let command: ChildCommand
  package let processID: Int32
  /// Readable when the child has ended.
  let exitNotice: Descriptor
  var input: Descriptor?
  var output: Descriptor?
  var errorOutput: Descriptor?
  private(set) var status: ProcessStatus?

  /// The running program itself: the same file even if another version has been installed over it.
  package static let ownExecutable = "/proc/self/exe"

  package init(_ command: ChildCommand) throws(SystemError) {
    // If a careless parent left it ignored, the kernel would discard the exit status of children.
    signal(SIGCHLD, SIG_DFL)
    let input = try Pipe()
    let output = try Pipe()
    let errorOutput = try Pipe()
    let descriptors =
      command.sharesStandardStreams
      ? [0, 1, 2, output.writing.number]
      : [
        input.reading.number, output.writing.number,
        command.joinsErrorOutput ? output.writing.number : errorOutput.writing.number,
      ] + (command.channel.map { [$0.childEnd] } ?? [])
    let forked = ForkServer.fork(command, descriptors: descriptors)
    let child = if let forked { forked } else { try spawn(command, descriptors: descriptors) }
    self.command = command
    processID = child
    exitNotice = try watchExit(of: child, leadsGroup: !command.sharesStandardStreams)
    self.output = .some(output.reading)
    if command.sharesStandardStreams { return }
    self.input = .some(input.writing)
    self.errorOutput = .some(errorOutput.reading)
  }

  deinit {
    kill(.kill)
    // A sandboxed process cannot kill others; a child whose input is closed ends by itself.
    input = nil
    output = nil
    errorOutput = nil
    _ = wait()
  }

  /// Sends a signal to the child and everything that it has started; does nothing after its end.
  package func kill(_ signal: Signal) {
    guard status == nil else { return }
    Glibc.kill(command.sharesStandardStreams ? processID : -processID, signal.number)
  }

  /// Waits until the child has ended. Blocks as long as the child itself waits for us to write or to read.
  package func wait() -> ProcessStatus {
    while true {
      if let status = collect(options: 0) { return status }
    }
  }

  /// Returns how the child ended, or nil while it is running.
  package func statusIfEnded() -> ProcessStatus? { collect(options: WNOHANG) }

  private func collect(options: Int32) -> ProcessStatus? {
    if let status { return status }
    var raw: Int32 = 0
    let result = waitpid(processID, &raw, options)
    if result == processID {
      status = ProcessStatus(waitStatus: raw)
    } else if result < 0, errno == ECHILD {
      status = .unknown
    }
    return status
  }
}

/// Starts the program with only these descriptors, numbered from 0, and returns its process ID.
func spawn(_ command: ChildCommand, descriptors: [Int32]) throws(SystemError) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for (target, source) in descriptors.enumerated() {
    posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
  }
  editc_spawn_close_from(&actions, Int32(descriptors.count))

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  // A child with our streams acts on our behalf, so it also ignores what our parent made us ignore, such as a
  // hang-up.
  var changed = command.sharesStandardStreams ? SignalSet(changedSignals).value : SignalSet.all.value
  var noSignal = SignalSet().value
  posix_spawnattr_setsigdefault(&attributes, &changed)
  posix_spawnattr_setsigmask(&attributes, &noSignal)
  var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
  if !command.sharesStandardStreams {
    posix_spawnattr_setpgroup(&attributes, 0)
    flags |= Int32(POSIX_SPAWN_SETPGROUP)
  }
  posix_spawnattr_setflags(&attributes, Int16(flags))

  var arguments = ([command.executable] + command.arguments).map { strdup($0) } + [nil]
  var variables =
    command.environment?.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } ?? []
  variables.append(nil)
  defer { for string in arguments + variables { free(string) } }
  var child: pid_t = 0
  let failure =
    command.environment == nil
    ? posix_spawn(&child, command.executable, &actions, &attributes, &arguments, environ)
    : posix_spawn(&child, command.executable, &actions, &attributes, &arguments, &variables)
  guard failure == 0 else { throw SystemError("start \(command.executable)", code: failure) }
  return child
}

/// The signals that this process itself ignores.
private let changedSignals = [Signal.brokenPipe, Signal(SIGXFSZ)]

/// Returns a descriptor that becomes readable when the child ends. Kills a child that cannot be watched.
private func watchExit(of child: pid_t, leadsGroup: Bool) throws(SystemError) -> Descriptor {
  let notice = editc_pidfd_open(child)
  guard notice >= 0 else {
    kill(leadsGroup ? -child : child, SIGKILL)
    while waitpid(child, nil, 0) < 0, errno == EINTR {}
    throw SystemError("watch a child process", code: -notice)
  }
  return Descriptor(owning: notice)
}

/// How to start a child process.
package struct ChildCommand: Hashable, Sendable {
  /// A path; `PATH` is not searched.
  package var executable: String
  /// Without the name of the program itself.
  package var arguments: [String]
  /// Nil for our own environment.
  package var environment: [String: String]?
  /// Whether the child uses our own standard streams and process group, as if it were us. An event loop then
  /// reads its output from descriptor 3.
  package var sharesStandardStreams: Bool

  /// Whether standard error is delivered as lines of output: for programs that report there.
  package var joinsErrorOutput = false

  /// Connects the child's descriptor 3, for messages with open files.
  package var channel: DescriptorChannel?

  package init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    sharesStandardStreams: Bool = false
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.sharesStandardStreams = sharesStandardStreams
  }
}

/// How a program ended.
package enum ProcessStatus: Hashable, Sendable, CustomStringConvertible {
  case exited(Int32)
  case ended(by: Signal)
  /// It has ended, but other code in this process collected its status.
  case unknown

  /// Decodes what `waitpid` reports.
  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7f
    self = signal == 0 ? .exited((waitStatus >> 8) & 0xff) : .ended(by: Signal(signal))
  }

  package var isSuccess: Bool { self == .exited(0) }

  package var description: String {
    switch self {
    case .exited(let code): "exited with \(code)"
    case .ended(let signal): "ended by \(signal)"
    case .unknown: "ended with an unknown status"
    }
  }
}

/// The CPU time of a process; nil if it does not exist.
package func processorTime(ofProcess number: Int32) -> Duration? {
  var clock = clockid_t()
  var time = timespec()
  guard clock_getcpuclockid(number, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
