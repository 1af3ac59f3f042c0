import Glibc

/// What a process may use up; nil leaves a limit as it is. Limits can only be lowered.
package struct ResourceLimits: Hashable, Sendable {
  /// The process's addresses, libraries and stacks included.
  package var addressSpaceBytes: Int?
  /// The largest file it may write. Writing on fails with EFBIG.
  package var fileBytes: Int?
  /// Time on processors, all threads together. Passing it ends the process by SIGXCPU.
  package var cpuSeconds: Int?

  package init(addressSpaceBytes: Int? = nil, fileBytes: Int? = nil, cpuSeconds: Int? = nil) {
    self.addressSpaceBytes = addressSpaceBytes
    self.fileBytes = fileBytes
    self.cpuSeconds = cpuSeconds
  }

  /// Sets the limits for this process, for good. There is never a core file: it would hold the media.
  package func apply() throws(SystemError) {
    try limit(RLIMIT_CORE, to: 0, "core files")
    if let addressSpaceBytes { try limit(RLIMIT_AS, to: addressSpaceBytes, "memory") }
    if let fileBytes {
      signal(SIGXFSZ, SIG_IGN)
      try limit(RLIMIT_FSIZE, to: fileBytes, "file sizes")
    }
    if let cpuSeconds { try limit(RLIMIT_CPU, to: cpuSeconds, "processor time", grace: 5) }
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
