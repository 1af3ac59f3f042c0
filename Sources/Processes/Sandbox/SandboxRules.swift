/// What a worker may still do once it has shut itself in.
package struct SandboxRules: Hashable, Sendable {
  package var policy: SandboxPolicy
  /// Files, and folders with all below them, that may be read. Each must exist.
  package var readable: [String]
  /// Folders in which files and folders may be made, read, written, renamed and removed. Each must exist.
  package var writableFolders: [String]
  package var limits: ResourceLimits

  package init(
    policy: SandboxPolicy = .whenAvailable, readable: [String] = [], writableFolders: [String] = [],
    limits: ResourceLimits = ResourceLimits()
  ) {
    self.policy = policy
    self.readable = readable
    self.writableFolders = writableFolders
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
    case .threadsAreRunning(let count): "the sandbox would not hold \(count - 1) threads that run already"
    case .path(let error): "the sandbox \(error)"
    case .system(let error): "the sandbox \(error)"
    }
  }
}
