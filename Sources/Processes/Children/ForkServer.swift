import CLinux
import Glibc
import Synchronization

/// A process that has loaded the libraries of this program's workers, and forks each worker.
///
/// A worker that is started as a new program loads a hundred libraries, which takes far longer than a fork. The
/// forked worker is a child of the process that asks for it, not of the server (`CLONE_PARENT`), and differs from a
/// new program only in its libraries and its memory addresses, which all workers share.
///
/// Where this is impossible, for instance in an emulator, workers are started as new programs.
package final class ForkServer: Sendable {
  private let process: pid_t
  /// Closed by `deinit` before it waits.
  private let socket: Int32

  /// The first word of the server's command line.
  package static let word = "fork-server"

  private enum State {
    case off
    case allowed
    case running(ForkServer)
  }

  private static let state = Mutex(State.off)

  /// Lets this process use a server: its program must call `serve`.
  package static func allow() {
    state.withLock { $0 = .allowed }
  }

  /// Starts the server, if it is allowed, so that it loads its libraries while this process does other work.
  package static func start() {
    state.withLock { state in
      if case .allowed = state { state = ForkServer().map { .running($0) } ?? .off }
    }
  }

  /// Ends the server and collects its exit status. In a container without an init process, nothing else would.
  package static func stop() {
    state.withLock { $0 = .off }
  }

  /// Starts a worker with these descriptors for its standard streams, and returns its process ID; nil if it must be
  /// started as a new program.
  ///
  /// Only for children of the main thread: the kernel ties them to the thread that started the server.
  static func fork(_ command: ChildCommand, descriptors: [Int32]) -> pid_t? {
    guard command.executable == ChildProcess.ownExecutable, command.environment == nil,
      !command.sharesStandardStreams, descriptors.count == 3, editc_is_main_thread() != 0
    else { return nil }
    start()
    return state.withLock { state in
      guard case .running(let server) = state else { return nil }
      if let child = server.fork(command.arguments, descriptors) { return child }
      // It cannot fork, or was killed.
      state = .off
      return nil
    }
  }

  private init?() {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | O_CLOEXEC, 0, &ends) == 0 else { return nil }
    let own = Descriptor(owning: ends[0])
    let other = Descriptor(owning: ends[1])
    let nothing = Descriptor(owning: open("/dev/null", O_RDWR | O_CLOEXEC))
    let command = ChildCommand(ChildProcess.ownExecutable, [Self.word, "\(getpid())", Self.padding])
    guard nothing.number >= 0,
      let process = try? spawn(command, descriptors: [other.number, nothing.number, nothing.number])
    else { return nil }
    self.process = process
    socket = own.release()
  }

  deinit {
    // A sandboxed process cannot kill the server, which therefore also ends when the socket is closed.
    close(socket)
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }

  private func fork(_ words: [String], _ descriptors: [Int32]) -> pid_t? {
    let request = Array(words.joined(separator: "\0").utf8)
    guard editc_send_descriptors(socket, request, request.count, descriptors, 3) >= 0 else { return nil }
    // The first answer comes when the libraries are loaded.
    var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, Self.patience) < 0, errno == EINTR {}
    var child: pid_t = 0
    guard entry.revents != 0, read(socket, &child, 4) == 4, child > 0 else { return nil }
    // The child does the same; one of them is first.
    setpgid(child, child)
    return child
  }

  /// In milliseconds.
  private static let patience: Int32 = 10_000
}

// MARK: - In the server

extension ForkServer {
  /// Whether this process was started as a server.
  package static func isServer(_ words: [String]) -> Bool { words.first == word && words.count == 3 }

  /// Loads libraries and forks until the parent ends. In each worker, `run` gets the words of its command line and
  /// returns its exit code.
  package static func serve(
    _ words: [String], load: () -> Void, run: @escaping ([String]) -> Int32
  ) throws(SystemError) {
    guard let parent = Int32(words[1]), try dieWithParent(parent) else { return }
    let room = ([ChildProcess.ownExecutable] + words).reduce(0) { $0 + $1.utf8.count + 1 }
    show(Array(words.prefix(2)), room: room)
    load()
    // A fork has only the thread that forks.
    guard let threads = try? listFolder("/proc/self/task"), threads.count == 1 else { return }
    var bytes = [UInt8](repeating: 0, count: largestRequest)
    while true {
      var descriptors: [Int32] = [-1, -1, -1]
      let count = Int(editc_receive_descriptors(0, &bytes, bytes.count, &descriptors, 3))
      guard count > 0 else { return }
      let worker = Worker {
        take(descriptors)
        let words = bytes[..<count].split(separator: 0, omittingEmptySubsequences: false)
          .map { String(decoding: $0, as: UTF8.self) }
        show(words, room: room)
        exit(run(words))
      }
      var child = withExtendedLifetime(worker) {
        editc_fork_sibling(
          { Unmanaged<Worker>.fromOpaque($0!).takeUnretainedValue().run() },
          Unmanaged.passUnretained(worker).toOpaque())
      }
      for descriptor in descriptors { close(descriptor) }
      guard write(0, &child, 4) == 4 else { return }
    }
  }

  /// What a worker does after the fork.
  private final class Worker {
    let run: () -> Never

    init(run: @escaping () -> Never) {
      self.run = run
    }
  }

  /// Makes these the standard streams. What libraries have opened stays open.
  private static func take(_ descriptors: [Int32]) {
    setpgid(0, 0)
    for (number, descriptor) in descriptors.enumerated() {
      dup2(descriptor, Int32(number))
      close(descriptor)
    }
  }

  /// Shows other words in lists of processes. They lie in the command line of the server, which is long enough
  /// because of `padding`.
  private static func show(_ words: [String], room: Int) {
    let line = ([ChildProcess.ownExecutable] + words).joined(separator: "\0").utf8.prefix(room - 1)
    guard let place = editc_command_line() else { return }
    memset(place, 0, room)
    for (offset, byte) in line.enumerated() { place[offset] = CChar(bitPattern: byte) }
  }

  private static let padding = String(repeating: " ", count: 4096)
  private static let largestRequest = 65536
}
