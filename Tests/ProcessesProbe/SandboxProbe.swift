import Glibc
import Processes

/// `sandbox POLICY READABLE WRITABLE THREADS [ATTEMPT ARGUMENT]...`; lists are separated by commas.
///
/// With `connects`, sockets may be opened.
func probeSandbox(_ arguments: [String], connects: Bool = false) throws {
  let rules = SandboxRules(
    policy: SandboxPolicy(rawValue: arguments[0]) ?? .require, readable: list(arguments[1]),
    writableFolders: list(arguments[2]), connects: connects)
  for _ in 0..<(Int(arguments[3]) ?? 0) { startThread { sleep(60) } }
  do throws(SandboxError) {
    let outcome = try Sandbox.enter(rules)
    let guardian = outcome.landlockVersion == nil ? "nothing" : "landlock"
    say("entered \(guardian) \(outcome.filtersSystemCalls)")
    for shortcoming in outcome.shortcomings { say(shortcoming) }
  } catch {
    say("refused \(error)")
    return
  }
  for index in stride(from: 4, to: arguments.count - 1, by: 2) {
    errno = 0
    let worked = attempt(arguments[index], arguments[index + 1])
    say("\(arguments[index]) \(worked ? "done" : String(cString: strerror(errno)))")
  }
}

private func list(_ text: String) -> [String] { text.split(separator: ",").map(String.init) }

private func attempt(_ name: String, _ argument: String) -> Bool {
  switch name {
  case "read": return closed(open(argument, O_RDONLY))
  case "list": return closed(open(argument, O_RDONLY | O_DIRECTORY))
  case "write": return closed(open(argument, O_WRONLY | O_CREAT, 0o644))
  case "truncate": return truncate(argument, 0) == 0
  case "open-truncating": return closed(open(argument, O_RDONLY | O_TRUNC))
  case "remove": return unlink(argument) == 0
  case "make-folder": return mkdir(argument, 0o755) == 0
  case "rename":
    let names = list(argument)
    return rename(names[0], names[1]) == 0
  case "change-mode": return chmod(argument, 0o777) == 0
  case "publish": return (try? AtomicFile.publish(Array("whole".utf8), at: argument)) != nil
  case "internet": return closed(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
  case "datagram": return closed(socket(AF_INET6, Int32(SOCK_DGRAM.rawValue), 0))
  case "local-socket": return closed(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
  case "listen": return listens()
  case "exec": return execv(argument, [strdup(argument), nil]) == 0
  case "spawn": return spawn(argument)
  case "signal": return kill(Int32(argument) ?? 0, SIGTERM) == 0
  case "thread": return startThread {}
  case "raise-limit": return raiseLimit()
  default: return false
  }
}

/// On any port of this machine.
private func listens() -> Bool {
  let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(number) }
  return listen(number, 1) == 0
}

private func closed(_ descriptor: Int32) -> Bool {
  guard descriptor >= 0 else { return false }
  close(descriptor)
  return true
}

private func spawn(_ program: String) -> Bool {
  var child: pid_t = 0
  errno = posix_spawn(&child, program, nil, nil, [strdup(program), nil], nil)
  return errno == 0
}

private func raiseLimit() -> Bool {
  var limits = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
  return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0
}

@discardableResult
private func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let box = Unmanaged.passRetained(Box(body)).toOpaque()
  errno = pthread_create(
    &thread, nil,
    { box in
      if let box { Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body() }
      return nil
    }, box)
  return errno == 0
}

/// `limits memory|file|processor AMOUNT PATH`
func probeLimits(_ arguments: [String]) throws {
  let amount = Int(arguments[1])
  switch arguments[0] {
  case "memory":
    try ResourceLimits(addressSpaceBytes: amount).apply()
    let block = mmap(nil, 1 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    say(block == MAP_FAILED ? String(cString: strerror(errno)) : "done")
  case "file":
    try ResourceLimits(fileBytes: amount).apply()
    do throws(FileError) {
      try AtomicFile.publish([UInt8](repeating: 7, count: 100_000), at: arguments[2])
      say("done")
    } catch {
      say("\(error.kind) \(error)")
    }
  default:
    try ResourceLimits(cpuSeconds: amount).apply()
    while true {}
  }
}
