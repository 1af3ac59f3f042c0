import Basics
import CommandLineInterface
import Processes
import TestSupport
import Testing

/// A system call that fails anywhere gives the right answer or an error with its code, and never another result.
///
/// strace lets one call of one command fail, with each error in turn. Calls before the program's own first one are
/// those of the loader and of libraries that start. The sample is the same in every run.
@Suite(.enabled(if: canTrace, "strace is not installed, or this machine does not allow it"))
struct SystemCallFaultTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try makeMedia(
      place.path("clip.mp4"), "-f", "lavfi", "-i", "testsrc2=s=64x36:r=10", "-f", "lavfi", "-i",
      "sine=r=48000",
      "-t", "1", "-c:v", "libx264", "-g", "5", "-pix_fmt", "yuv420p", "-c:a", "aac")
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 64x36, rate: 10}
      timeline: [{clip: clip.mp4, take: ..0.5s}]
      outputs: [{file: film.mp4, video: {speed: ultrafast}}]
      """)
  }

  private static let commands = [
    ("probe clip.mp4 --no-cache", "none"), ("lint film.edit --no-cache", "none"),
    ("plan film.edit --no-cache", "none"), ("frame film.edit --at 0.2s -o still.png --no-cache", "still.png"),
    ("render film.edit --jobs 1 --no-cache", "film.mp4"), ("render film.edit --jobs 1", "film.mp4"),
  ]
  private static let errors = ["EIO", "ENOMEM", "EINTR", "ENOSPC", "EMFILE"]
  /// Calls that cannot fail, that give no error by their result (`brk`), that strace does not carry out if it makes
  /// them fail (`close`), or that end a process.
  private static let spared: Set = [
    "brk", "close", "execve", "exit", "exit_group", "futex", "getegid", "geteuid", "getgid", "getpid",
    "getppid",
    "gettid", "getuid", "madvise", "mprotect", "munmap", "prctl", "restart_syscall", "rseq", "rt_sigaction",
    "rt_sigprocmask", "rt_sigreturn", "sched_getaffinity", "seccomp", "set_robust_list", "sigaltstack",
  ]

  private struct Outcome: Equatable {
    let exitCode: Int32
    let text: String
    /// The digest of the file that the command makes; nil if there is none.
    let file: String?
  }

  private struct Fault: Hashable, Comparable, CustomStringConvertible {
    let call: String
    let number: Int

    static func < (a: Fault, b: Fault) -> Bool { (a.call, a.number) < (b.call, b.number) }
    var description: String { "\(call) \(number)" }
  }

  @Test(arguments: cases(commands, quick: 3))
  func faults(line: String, output: String) throws {
    let (whole, _) = try outcome(of: line, output, tracing: "-o calls")
    try #require(whole.exitCode == 0)
    let faults = try ownCalls().sorted().flatMap { fault in Self.errors.map { (fault, $0) } }
    try #require(faults.count > 60, "\(faults.count)")
    var random = SeededRandom(seed: 18)
    for _ in 0..<rounds(15, quick: 2) {
      let (fault, error) = try #require(faults.randomElement(using: &random))
      try expectSameOrError(whole, of: line, output, fault, error)
    }
  }

  /// The read that fails can be one of notices, which the process that watches gets while the other one makes the
  /// picture.
  @Test func readsWhileAPictureIsMade() throws {
    let (line, output) = ("frame film.edit --at 0.2s -o still.png --no-cache", "still.png")
    let (whole, _) = try outcome(of: line, output, tracing: "-o calls")
    let reads = try ownCalls().filter { $0.call == "read" }.map(\.number)
    let last = try #require(reads.max())
    for number in last - 9...last {
      try expectSameOrError(whole, of: line, output, Fault(call: "read", number: number), "EIO")
    }
  }

  @Test func threadsOfAnEncoder() throws {
    let (line, output) = ("render film.edit --jobs 1 --no-cache", "film.mp4")
    let (whole, _) = try outcome(of: line, output, tracing: "-o /dev/null")
    for number in 1...4 {
      for call in ["clone", "clone3"] {
        try expectSameOrError(whole, of: line, output, Fault(call: call, number: number), "EAGAIN")
      }
    }
  }

  private func expectSameOrError(
    _ whole: Outcome, of line: String, _ output: String, _ fault: Fault, _ error: String
  ) throws {
    let (found, words) = try outcome(
      of: line, output,
      tracing:
        "-o /dev/null -e trace=\(fault.call) -e inject=\(fault.call):error=\(error):when=\(fault.number)")
    if found == whole { return }
    // A library of GnuTLS ends every process that cannot ask the kernel for its mode of cryptography.
    if words.contains("in libgcrypt: ") { return }
    let codes = Set(ExitCode.allCases.map(\.rawValue)).subtracting([0, ExitCode.internalError.rawValue])
    #expect(codes.contains(found.exitCode), "\(error) at \(fault): \(found.text)\n\(words)")
    #expect(found.file == nil, "\(error) at \(fault)")
    #expect(
      (found.text + words).contains(found.exitCode == 1 ? "error: " : "editc: "), "\(error) at \(fault)")
  }

  /// Runs a command line; what it did and its standard error.
  private func outcome(of line: String, _ output: String, tracing: String) throws -> (Outcome, String) {
    let result = try place.shell(
      "rm -rf cache \(output); exec timeout -s KILL 60 strace -f -qq \(tracing) \"$editc\" \(line)")
    let made = isThere(place.path(output)) ? try place.digest(output) : nil
    return (Outcome(exitCode: result.exitCode, text: result.text, file: made), result.errorText)
  }

  /// The calls of the last traced command, of its workers and threads, numbered from the start of each. strace counts
  /// alike in all of them, so numbers that the loader reaches in one are left out.
  private func ownCalls() throws -> Set<Fault> {
    var counts: [Substring: [String: Int]] = [:]
    var loading: [String: Int] = [:]
    var started: Set<Substring> = []
    var own: Set<Fault> = []
    for line in String(decoding: try place.bytes("calls"), as: UTF8.self).split(separator: "\n") {
      let process = line.prefix { $0.isNumber }
      let rest = line.dropFirst(process.count).drop { $0 == " " }
      let call = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      guard !call.isEmpty, rest.dropFirst(call.count).first == "(" else { continue }
      counts[process, default: [:]][call, default: 0] += 1
      let number = counts[process]?[call] ?? 0
      // The first thing that the program does is to look at its standard descriptors.
      if rest.hasPrefix("fcntl(0, F_GETFD") { started.insert(process) }
      if started.contains(process) {
        own.insert(Fault(call: call, number: number))
      } else {
        loading[call] = max(loading[call] ?? 0, number)
      }
    }
    return own.filter { !Self.spared.contains($0.call) && $0.number > loading[$0.call] ?? 0 }
  }
}

/// Whether strace can trace programs here; containers often forbid it.
private let canTrace =
  (try? run(["strace", "-qq", "-o", "/dev/null", "-e", "inject=getcwd:error=EIO", "true"]))?.exitCode == 0
