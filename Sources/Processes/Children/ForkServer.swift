import CLinux
import Glibc
import Synchronization

/// A process that makes this program's own children by fork(2).
///
/// To load the program with its 140 libraries takes 40 ms of a processor. A copy of a process that has loaded them takes
/// 2 ms. The server is forked before the program does anything: its copies begin with nothing but what the loader
/// left, as if they had been loaded themselves, and no lock is held in them. This program is their parent
/// (`CLONE_PARENT`).
///
/// Nothing may lock a `Mutex` before the server is forked, or in it: Swift's mutexes remember the number of the thread,
/// which is another one in a copy.
package enum ForkServer {
  /// The running program: the same file even when another version has been installed over it.
  package static let ownProgram = "/proc/self/exe"

  /// Our end of the connection; negative if there is no server, as in programs that were not started by `run`.
  private static let connection = Atomic<Int32>(-1)
  /// Longer words are for a program that is loaded.
  private static let longestRequest = 65536
  private static let mostDescriptors = 4

  /// Runs the program with the words of its command line, and ends this process with its exit code. Children with a
  /// first word of `leaves` start no processes, and have no server.
  package static func run(leaves: Set<String>, _ main: ([CommandLineWord]) -> Int32) -> Never {
    openMissingStandardDescriptors()
    var words = commandLine()
    while !leaves.contains(where: { words.first == .text($0) }), let copied = start() { words = copied }
    exit(main(words))
  }

  /// Forks the server. Returns nil in this process, and the words of its command line in each copy.
  private static func start() -> [CommandLineWord]? {
    connection.store(-1, ordering: .relaxed)
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      return nil
    }
    let parent = getpid()
    let server = editc_fork()
    if server == 0 {
      // Ctrl-C is for the command alone, as with its other children.
      setpgid(0, 0)
      guard (try? dieWithParent(parent)) == true, let socket = closeAll(but: ends[1]) else { _exit(0) }
      return serve(socket)
    }
    close(ends[1])
    if server > 0 {
      connection.store(ends[0], ordering: .relaxed)
    } else {
      close(ends[0])
    }
    return nil
  }

  /// Leaves a process with this descriptor, under another number, and standard streams that lead nowhere.
  private static func closeAll(but descriptor: Int32) -> Int32? {
    let null = open("/dev/null", O_RDWR)
    guard null >= 0 else { return nil }
    for number in Int32(0)...2 { dup2(null, number) }
    guard dup2(descriptor, 3) >= 0, editc_close_from(4) >= 0 else { return nil }
    return 3
  }

  // MARK: In the program

  /// Has a copy of this program started with these descriptors as its first ones, and no others. Nil if it has to be
  /// loaded.
  static func start(_ command: ChildCommand, descriptors: [Int32]) throws(SystemError) -> pid_t? {
    let socket = connection.load(ordering: .relaxed)
    let request = command.request
    guard socket >= 0, command.executable == ownProgram, command.environment == nil,
      request.count <= longestRequest, descriptors.count <= mostDescriptors,
      editc_send_descriptors(socket, request, request.count, descriptors, Int32(descriptors.count)) >= 0
    else { return nil }
    var answer: pid_t = 0
    let length = retrying { recv(socket, &answer, MemoryLayout.size(ofValue: answer), 0) }
    guard length == MemoryLayout.size(ofValue: answer) else {
      // It has ended. Whether it made the copy is unknown; the next child is loaded.
      close(connection.exchange(-1, ordering: .relaxed))
      throw SystemError("start \(command.executable)", code: length < 0 ? errno : EPIPE)
    }
    guard answer > 0 else { throw SystemError("start \(command.executable)", code: -answer) }
    // The copy does the same. Whoever is first, the group is there when we go on.
    if !command.sharesStandardStreams { setpgid(answer, 0) }
    return answer
  }

  // MARK: In the server and its copies

  /// Returns in each copy, with the words of its command line.
  private static func serve(_ socket: Int32) -> [CommandLineWord] {
    var bytes = [UInt8](repeating: 0, count: longestRequest)
    var descriptors = [Int32](repeating: -1, count: mostDescriptors)
    while true {
      var count = Int32(mostDescriptors)
      let length = retrying {
        Int(editc_receive_descriptors(socket, &bytes, bytes.count, &descriptors, &count))
      }
      guard length > 0 else { _exit(0) }
      var answer = editc_fork_sibling()
      if answer == 0 {
        let command = ChildCommand(request: bytes[..<length])
        becomeChild(command, Array(descriptors.prefix(Int(count))))
        return command.arguments.map { .text($0) }
      }
      for descriptor in descriptors.prefix(Int(count)) { close(descriptor) }
      guard send(socket, &answer, MemoryLayout.size(ofValue: answer), Int32(MSG_NOSIGNAL)) > 0 else {
        _exit(0)
      }
    }
  }

  private static func becomeChild(_ command: ChildCommand, _ descriptors: [Int32]) {
    setpgid(0, command.sharesStandardStreams ? getpgid(getppid()) : 0)
    // They were received with numbers above all of these.
    for (target, source) in descriptors.enumerated() {
      guard dup2(source, Int32(target)) >= 0 else { _exit(startFailure) }
    }
    guard editc_close_from(Int32(descriptors.count)) >= 0 else { _exit(startFailure) }
    for signal in command.restoredSignals where signal.isIgnored {
      Glibc.signal(signal.number, SIG_DFL)
    }
    var none = SignalSet().value
    pthread_sigmask(SIG_SETMASK, &none, nil)
    editc_name_process("editc \(command.arguments.first ?? "")")
  }

  /// What shells report for a program that cannot be started.
  private static let startFailure: Int32 = 126
}

/// The result of a system call that no signal interrupted.
private func retrying(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

// Its request to the server: whether it shares our streams, and its words, each with a zero.
extension ChildCommand {
  fileprivate var request: [UInt8] {
    [sharesStandardStreams ? 1 : 0] + arguments.flatMap { Array($0.utf8) + [0] }
  }

  fileprivate init(request: ArraySlice<UInt8>) {
    let words = request.dropFirst().split(separator: 0, omittingEmptySubsequences: false).dropLast()
    self.init(
      ForkServer.ownProgram, words.map { String(decoding: $0, as: UTF8.self) },
      sharesStandardStreams: request.first == 1)
  }
}
