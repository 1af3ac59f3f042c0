import CLinux
import Glibc

/// A program of others that ends with this process, even if this is killed, and so does everything that it has
/// started in its process group.
///
/// Between them is `editc tied PID PROGRAM ARGUMENT…`, which leads the group and waits for the end of either.
package enum TiedProgram {
  /// The first word of the command line of the process between.
  private static let word = "tied"

  /// - Parameter program: A path; `PATH` is not searched.
  package static func command(_ program: String, _ arguments: [String]) -> ChildCommand {
    ChildCommand(ChildProcess.ownExecutable, [word, "\(getpid())", program] + arguments)
  }

  /// The program and its parent if a command line is that of a process between; nil for any other.
  package static func inCommandLine(_ words: [String]) -> (program: ChildCommand, parent: Int32)? {
    guard words.count > 2, words[0] == word, let parent = Int32(words[1]) else { return nil }
    let program = ChildCommand(words[2], Array(words.dropFirst(3)), sharesStandardStreams: true)
    return (program, parent)
  }

  /// Runs the program in a process between, which ends as the program does.
  package static func run(_ program: ChildCommand, for parent: Int32) throws(SystemError) -> Never {
    let end = editc_pidfd_open(parent)
    guard end >= 0, getppid() == parent else { exit(1) }
    let parentEnd = Descriptor(owning: end)
    let loop = EventLoop(signals: nil)
    loop.watch(parentEnd.number)
    _ = try loop.start(program)
    while let event = try loop.next() {
      switch event {
      // The parent has ended; this process is in the same group.
      case .readable: kill(0, SIGKILL)
      case .ended(_, .exited(let code), _): exit(code)
      case .ended(_, .ended(by: let signal), _): signal.raiseAgain()
      default: break
      }
    }
    exit(1)
  }
}
