import CLinux
import Glibc

/// Shuts this process in, for good.
package enum Sandbox {
  /// Applies the rules to this process; there is no way back. To be called by a worker once its libraries are
  /// loaded and before it starts a thread: threads that run already would stay outside.
  ///
  /// Descriptors that are open stay usable. Nothing else can be read but what the rules name, and that means
  /// `/proc`, `/etc` and libraries loaded on demand too.
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
      try accept("this kernel has no Landlock, so files are not guarded", rules.policy, &shortcomings)
    }
    let filtered = SystemCallFilter.install()
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
