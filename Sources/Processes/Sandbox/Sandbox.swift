import CLinux
import Glibc

/// Shuts this process in, for good.
package enum Sandbox {
  /// Applies the rules to this process; this cannot be undone. A worker calls it after its libraries are loaded and
  /// before it starts a thread: running threads would stay outside of the sandbox.
  ///
  /// Open descriptors stay usable. Nothing else can be read except what the rules name; this includes `/proc`, `/etc`
  /// and libraries that are loaded on demand.
  package static func enter(_ rules: SandboxRules) throws(SandboxError) -> SandboxOutcome {
    do throws(SystemError) { try rules.limits.apply() } catch { throw .system(error) }
    if rules.policy == .off {
      return SandboxOutcome(landlockVersion: nil, filtersSystemCalls: false, shortcomings: [])
    }
    try refuseThreads()
    let result = editc_no_new_privileges()
    guard result >= 0 else { throw .system(SystemError("give up new privileges", code: -result)) }

    var shortcomings: [String] = []
    let version = Landlock.version
    if let version {
      try Landlock(version: version).restrict(rules)
      shortcomings += Landlock(version: version).shortcomings
    } else {
      try accept(
        "this kernel has no Landlock, so access to files is not restricted", rules.policy, &shortcomings)
    }
    let filtered = SystemCallFilter(setsRights: rules.setsRights).install()
    if !filtered {
      try accept("this kernel cannot filter system calls", rules.policy, &shortcomings)
    }
    return SandboxOutcome(
      landlockVersion: version, filtersSystemCalls: filtered, shortcomings: shortcomings)
  }

  /// Whether this kernel guards files at all: what `require` will ask for.
  package static var guardsFiles: Bool { Landlock.version != nil }

  private static func accept(
    _ shortcoming: String, _ policy: SandboxPolicy, _ shortcomings: inout [String]
  ) throws(SandboxError) {
    if policy == .require { throw .notAvailable(shortcoming) }
    shortcomings.append(shortcoming)
  }

  private static func refuseThreads() throws(SandboxError) {
    // Without /proc there is nothing to count, and the filter below covers every thread by itself.
    guard let threads = try? listFolder("/proc/self/task") else { return }
    if threads.count > 1 { throw .threadsAreRunning(threads.count) }
  }
}

/// What a worker may still do once it has shut itself in.
package struct SandboxRules: Hashable, Sendable {
  package var policy: SandboxPolicy
  /// Files, and folders with all below them, that may be read. Each must exist.
  package var readable: [String]
  /// Folders in which files and folders may be made, read, written, renamed and removed. Each must exist.
  package var writableFolders: [String]
  /// Files that may be read, written and cut short. Each must exist.
  package var writableFiles: [String]
  /// Whether modes and owners of files may be set, so that a file that replaces another one can take over its rights.
  package var setsRights: Bool
  package var limits: ResourceLimits

  package init(
    policy: SandboxPolicy = .whenAvailable, readable: [String] = [], writableFolders: [String] = [],
    writableFiles: [String] = [], setsRights: Bool = false, limits: ResourceLimits = ResourceLimits()
  ) {
    self.policy = policy
    self.readable = readable
    self.writableFolders = writableFolders
    self.writableFiles = writableFiles
    self.setsRights = setsRights
    self.limits = limits
  }
}

/// What to do about a kernel that cannot guard a worker.
package enum SandboxPolicy: String, CaseIterable, Hashable, Sendable {
  /// Refuse to work.
  case require
  /// Take what the kernel has and say what it lacks.
  case whenAvailable = "when-available"
  /// Set the limits and nothing else.
  case off
}

/// What guards this process now.
package struct SandboxOutcome: Hashable, Sendable {
  /// The version of the kernel's Landlock that guards files; nil where nothing does.
  package let landlockVersion: Int?
  /// Whether sockets, other programs and the rest of `SystemCallFilter` are refused.
  package let filtersSystemCalls: Bool
  /// What was asked for and this kernel cannot do, a sentence each.
  package let shortcomings: [String]
}

/// Why a worker could not shut itself in, and so must not work.
package enum SandboxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The policy requires what this kernel lacks.
  case notAvailable(String)
  /// Threads that run already would stay outside.
  case threadsAreRunning(Int)
  case path(FileError)
  case system(SystemError)

  package var description: String {
    switch self {
    case .notAvailable(let what): "the sandbox is required, but \(what)"
    case .threadsAreRunning(let count): "the sandbox would not cover \(count - 1) threads that already run"
    case .path(let error): "the sandbox \(error)"
    case .system(let error): "the sandbox \(error)"
    }
  }
}

/// What a process may use up; nil leaves a limit as it is. Limits can only be lowered.
package struct ResourceLimits: Hashable, Sendable {
  /// The process's addresses, libraries and stacks included.
  package var addressSpaceBytes: Int?
  /// What it allocates: memory of its own that is not a mapped file, stacks included.
  package var dataBytes: Int?
  /// The largest file it may write. Writing on fails with EFBIG.
  package var fileBytes: Int?
  /// Time on processors, all threads together. Passing it ends the process by SIGXCPU.
  package var cpuSeconds: Int?

  package init(
    addressSpaceBytes: Int? = nil, dataBytes: Int? = nil, fileBytes: Int? = nil, cpuSeconds: Int? = nil
  ) {
    self.addressSpaceBytes = addressSpaceBytes
    self.dataBytes = dataBytes
    self.fileBytes = fileBytes
    self.cpuSeconds = cpuSeconds
  }

  /// Sets the limits for this process, for good. There is never a core file: it would hold the media.
  package func apply() throws(SystemError) {
    try limit(RLIMIT_CORE, to: 0, "core files")
    if let addressSpaceBytes { try limit(RLIMIT_AS, to: addressSpaceBytes, "memory") }
    if let dataBytes { try limit(RLIMIT_DATA, to: dataBytes, "allocated memory") }
    if let fileBytes {
      signal(SIGXFSZ, SIG_IGN)
      try limit(RLIMIT_FSIZE, to: fileBytes, "file sizes")
    }
    if let cpuSeconds { try limit(RLIMIT_CPU, to: cpuSeconds, "processor time", grace: 5) }
  }
}

extension ResourceLimits {
  /// A limit of this process's memory that was set before it started, as a sentence, if it is below so many bytes; else
  /// nil. What dies for want of memory then is no one's fault.
  package static func shortage(below bytes: Int) -> String? {
    for (resource, option) in [(RLIMIT_AS, "-v"), (RLIMIT_DATA, "-d")] {
      var limits = rlimit()
      guard getrlimit(__rlimit_resource_t(resource.rawValue), &limits) == 0, limits.rlim_cur < UInt(bytes)
      else {
        continue
      }
      return "its memory is limited to \(limits.rlim_cur >> 10) KiB (ulimit \(option)); editc may need up to "
        + "\(bytes >> 20) MiB"
    }
    return nil
  }
}

/// The grace is what remains between the signal that can be seen and the one that cannot be survived.
private func limit(
  _ resource: __rlimit_resource, to value: Int, _ name: String, grace: UInt = 0
) throws(SystemError) {
  var limits = rlimit()
  try check(getrlimit(__rlimit_resource_t(resource.rawValue), &limits), "read the limit of \(name)")
  let wanted = UInt(clamping: value)
  limits.rlim_cur = min(limits.rlim_cur, wanted, limits.rlim_max)
  limits.rlim_max = min(limits.rlim_max, wanted + grace)
  try check(setrlimit(__rlimit_resource_t(resource.rawValue), &limits), "limit \(name)")
}
