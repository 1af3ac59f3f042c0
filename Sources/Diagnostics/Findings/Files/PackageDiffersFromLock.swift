extension DiagnosticID {
  package static let packageDiffersFromLock = DiagnosticID(
    "package-differs-from-lock", .error, "The package changed since the lock",
    explanation: """
      The lock beside the script records the commit and the digest of each package, and this one differs: its \
      tag was moved, or the script names another revision. The render is refused, because it would not produce \
      the locked film. Restore the locked package, or run `editc lock` if the new one is right.
      """,
    needsMedia: true,
    examples: [
      .usingPackage(
        .otherThanLocked,
        gives: ["the package 'titles' differs from the lock: commit 9f2c1a7e5b30 instead of 1b07de4c88a1"]),
      .usingPackage(),
    ])
}
