import Glibc
import Processes
import TestSupport
import Testing

@Suite(.enabled(if: Sandbox.guardsFiles, "this kernel has no Landlock"))
struct SandboxTests {
  private let scratch: TemporaryFolder
  private let media: String
  private let store: String

  init() throws {
    scratch = try TemporaryFolder()
    media = try scratch.write("media/clip.mp4", "moving pictures")
    try scratch.write("media/other.mp4", "not declared")
    store = folder(of: try scratch.write("store/old", "segment"))
  }

  /// What a worker that may read the clip and write the store achieves.
  private func attempts(_ attempts: [(String, String)]) throws -> [String] {
    let arguments = attempts.flatMap { [$0.0, $0.1] }
    let lines = try run([probe, "sandbox", "require", media, store, "0"] + arguments).text
      .split(separator: "\n").map(String.init)
    #expect(lines.first == "entered landlock true")
    return Array(lines.dropFirst())
  }

  @Test("Only what is declared can be read")
  func reading() throws {
    #expect(
      try attempts([
        ("read", media), ("read", store + "/old"), ("list", store),
        ("read", "/etc/passwd"), ("read", scratch.path("media/other.mp4")), ("list", scratch.root),
        ("list", "/"), ("read", "/proc/self/environ"), ("read", "/dev/zero"),
        ("read", store + "/../media/other.mp4"),
      ]) == ["read done", "read done", "list done"]
        + ["read", "read", "list", "list", "read", "read", "read"].map { $0 + " Permission denied" })
  }

  @Test("A link inside the store leads nowhere else")
  func links() throws {
    symlink("/etc/passwd", store + "/link")
    #expect(
      try attempts([("read", store + "/link"), ("write", store + "/link")]) == [
        "read Permission denied", "write Permission denied",
      ])
  }

  @Test("Only the store can be written, and a whole file published in it")
  func writing() throws {
    #expect(
      try attempts([
        ("write", store + "/new"), ("publish", store + "/old"), ("publish", store + "/another"),
        ("make-folder", store + "/ab"), ("remove", store + "/new"),
        ("write", media), ("write", scratch.path("new")), ("make-folder", scratch.path("ab")),
        ("remove", media), ("open-truncating", media), ("rename", "\(store)/old,\(scratch.path("old"))"),
        ("rename", "\(media),\(store)/stolen"),
      ]) == [
        "write done", "publish done", "publish done", "make-folder done", "remove done",
        "write Permission denied", "write Permission denied", "make-folder Permission denied",
        "remove Permission denied", "open-truncating Permission denied", "rename Permission denied",
        "rename Permission denied",
      ])
    #expect(try listFolder(store) == ["ab", "another", "old"])
    #expect(try readFile(media, limit: 100) == Array("moving pictures".utf8))
  }

  @Test("What Landlock does not see of files, the filter refuses")
  func pastLandlock() throws {
    #expect(
      try attempts([("change-mode", media), ("truncate", media), ("raise-limit", "")]) == [
        "change-mode Operation not permitted", "truncate Operation not permitted",
        "raise-limit Operation not permitted",
      ])
  }

  @Test("No socket, no other program, no signal to others; threads as before")
  func isolation() throws {
    let victim = try ChildProcess(ChildCommand("/bin/sleep", ["1000"]))
    let refused = ["internet", "datagram", "local-socket", "exec", "spawn", "signal"]
    #expect(
      try attempts([
        ("internet", ""), ("datagram", ""), ("local-socket", ""), ("exec", "/bin/true"),
        ("spawn", "/bin/true"), ("signal", "\(victim.processID)"), ("thread", ""),
      ]) == refused.map { $0 + " Operation not permitted" } + ["thread done"])
    #expect(victim.statusIfEnded() == nil)
  }

  @Test("A process that talks to servers opens sockets, and is otherwise confined as usual")
  func connecting() throws {
    let lines = try probeLines(
      "connecting-sandbox", "require", media, "", "0", "internet", "", "datagram", "", "listen", "", "read",
      media, "read", "/etc/passwd", "write", store + "/new", "spawn", "/bin/true", "thread", "")
    #expect(
      lines == [
        "entered landlock true", "internet done", "datagram done", "listen Operation not permitted",
        "read done", "read Permission denied", "write Permission denied", "spawn Operation not permitted",
        "thread done",
      ])
  }

  @Test("The same attempts succeed without a sandbox, so it is the sandbox that refuses")
  func off() throws {
    let lines = try probeLines(
      "sandbox", "off", "", "", "0", "read", "/etc/passwd", "write", scratch.path("new"),
      "truncate", scratch.path("new"), "change-mode", scratch.path("new"), "raise-limit", "",
      "internet", "", "local-socket", "", "spawn", "/bin/true", "thread", "")
    #expect(lines.first == "entered nothing false")
    #expect(lines.count == 10)
    #expect(lines.dropFirst().allSatisfy { $0.hasSuffix(" done") })
  }

  @Test("Threads that run already are a reason to refuse, as they would stay outside")
  func threads() throws {
    #expect(
      try probeLines("sandbox", "when-available", media, store, "2") == [
        "refused the sandbox would not cover 2 threads that already run"
      ])
  }

  @Test("A declared file that is missing is named")
  func missing() throws {
    #expect(
      try probeLines("sandbox", "require", "/nowhere/clip.mp4", store, "0") == [
        "refused the sandbox cannot open /nowhere/clip.mp4: No such file or directory"
      ])
  }
}

@Suite(.enabled(if: hasStrace, "strace is not installed"))
struct MissingSandboxTests {
  /// Enters a sandbox while the kernel pretends not to know a system call.
  private func enter(policy: String, without call: String) throws -> [String] {
    let strace = [
      "strace", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e", "inject=\(call):error=ENOSYS",
    ]
    return try run(strace + [probe, "sandbox", policy, "", "", "0", "internet", ""]).text
      .split(separator: "\n").map(String.init)
  }

  @Test("Without Landlock a sandbox that is required is refused, and another says what it lacks")
  func landlock() throws {
    let call = "landlock_create_ruleset"
    #expect(
      try enter(policy: "require", without: call) == [
        "refused the sandbox is required, but this kernel has no Landlock, so access to files is not restricted"
      ])
    #expect(
      try enter(policy: "when-available", without: call) == [
        "entered nothing true", "this kernel has no Landlock, so access to files is not restricted",
        "internet Operation not permitted",
      ])
  }

  @Test(
    "The same holds for the filter of system calls",
    .enabled(if: Sandbox.guardsFiles, "this kernel has no Landlock"))
  func filter() throws {
    #expect(
      try enter(policy: "require", without: "seccomp") == [
        "refused the sandbox is required, but this kernel cannot filter system calls"
      ])
    #expect(
      try enter(policy: "when-available", without: "seccomp").prefix(2) == [
        "entered landlock false", "this kernel cannot filter system calls",
      ])
  }
}

@Suite struct ResourceLimitTests {
  @Test("Memory past the limit is refused")
  func memory() throws {
    #expect(try probeLines("limits", "memory", "500000000") == ["Cannot allocate memory"])
    #expect(try probeLines("limits", "memory", "4000000000") == ["done"])
  }

  @Test("A file past the limit is an error, and nothing stays behind")
  func file() throws {
    let scratch = try TemporaryFolder()
    let path = scratch.path("film.mp4")
    #expect(
      try probeLines("limits", "file", "99999", path) == ["noSpace cannot write \(path): File too large"])
    #expect(try listFolder(scratch.root) == [])
    #expect(try probeLines("limits", "file", "100000", path) == ["done"])
    #expect(try listFolder(scratch.root) == ["film.mp4"])
  }

  @Test("A process that computes past its limit is ended")
  func processor() throws {
    let child = try ChildProcess(ChildCommand(probe, ["limits", "processor", "1"]))
    #expect(child.wait() == .ended(by: Signal(SIGXCPU)))
  }
}
