import CLinux
import Glibc

/// Confines this process permanently.
package enum Sandbox {
  /// Applies the rules to this process; this cannot be undone. A worker calls it after loading its libraries
  /// and before starting threads: threads that are already running would stay outside the sandbox.
  ///
  /// Open descriptors stay usable. Only what the rules name can be opened; this also excludes `/proc`, `/etc`
  /// and libraries loaded on demand.
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
    let filtered = SystemCallFilter(
      setsRights: rules.setsRights, connects: rules.connects, receives: rules.receives
    ).install()
    if !filtered {
      try accept("this kernel cannot filter system calls", rules.policy, &shortcomings)
    }
    return SandboxOutcome(
      landlockVersion: version, filtersSystemCalls: filtered, shortcomings: shortcomings)
  }

  /// Whether this kernel can restrict file access, which `require` needs.
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

/// What a worker may still do in its sandbox.
package struct SandboxRules: Hashable, Sendable {
  package var policy: SandboxPolicy
  /// Readable files, and folders with everything below them. Each must exist.
  package var readable: [String]
  /// Folders in which files and folders may be created, read, written, renamed and removed. Each must exist.
  package var writableFolders: [String]
  /// Files that may be read, written and truncated. Each must exist.
  package var writableFiles: [String]
  /// Whether modes and owners of files may be set, so that a file that replaces another can preserve its
  /// rights.
  package var setsRights: Bool
  /// Whether sockets may be opened and connected, but never wait for others.
  package var connects: Bool
  /// Whether a socket may have an address of its own, as those for datagrams must.
  package var receives: Bool
  package var limits: ResourceLimits

  package init(
    policy: SandboxPolicy = .whenAvailable, readable: [String] = [], writableFolders: [String] = [],
    writableFiles: [String] = [], setsRights: Bool = false, connects: Bool = false,
    receives: Bool = false, limits: ResourceLimits = ResourceLimits()
  ) {
    self.policy = policy
    self.readable = readable
    self.writableFolders = writableFolders
    self.writableFiles = writableFiles
    self.setsRights = setsRights
    self.connects = connects
    self.receives = receives
    self.limits = limits
  }
}

/// How to handle a kernel that cannot confine a worker.
package enum SandboxPolicy: String, CaseIterable, Hashable, Sendable {
  /// Refuse to work.
  case require
  /// Use what the kernel supports, and report what is missing.
  case whenAvailable = "when-available"
  /// Only set the limits.
  case off
}

/// The protection that is now active.
package struct SandboxOutcome: Hashable, Sendable {
  /// The version of the kernel's Landlock that restricts file access; nil if nothing does.
  package let landlockVersion: Int?
  /// Whether sockets, unless the rules allow them, other programs and the rest of `SystemCallFilter` are blocked.
  package let filtersSystemCalls: Bool
  /// Requested restrictions that this kernel does not support, one sentence each.
  package let shortcomings: [String]
}

/// Why a worker could not enter its sandbox, and so must not work.
package enum SandboxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The policy requires something that this kernel does not support.
  case notAvailable(String)
  /// Threads that are already running would stay outside.
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

/// What a process may consume; nil leaves a limit unchanged. Limits can only be lowered.
package struct ResourceLimits: Hashable, Sendable {
  /// Address space, including libraries and stacks.
  package var addressSpaceBytes: Int?
  /// Allocated memory: private memory that is not a mapped file, including stacks.
  package var dataBytes: Int?
  /// The largest file it may write. Further writes fail with EFBIG.
  package var fileBytes: Int?
  /// CPU time of all threads together. Exceeding it ends the process with SIGXCPU.
  package var cpuSeconds: Int?

  package init(
    addressSpaceBytes: Int? = nil, dataBytes: Int? = nil, fileBytes: Int? = nil, cpuSeconds: Int? = nil
  ) {
    self.addressSpaceBytes = addressSpaceBytes
    self.dataBytes = dataBytes
    self.fileBytes = fileBytes
    self.cpuSeconds = cpuSeconds
  }

  /// Sets the limits of this process permanently. Core files are always disabled, because they would contain
  /// media.
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
  /// A sentence about a memory limit that was set before this process started, if it is below this many
  /// bytes; else nil. A process that then fails for lack of memory is not to blame.
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

/// `grace` is the distance from the soft limit, whose signal can be handled, to the hard one, which kills.
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
