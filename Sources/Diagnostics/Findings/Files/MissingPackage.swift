extension DiagnosticID {
  package static let missingPackage = DiagnosticID(
    "missing-package", .error, "A package is not here",
    explanation: """
      The script uses a package, scripts from a git repository or an archive, that is not on this machine. \
      `editc fetch` downloads it; no other command connects to a server. If this machine must do without a \
      network, `editc fetch --vendor` copies packages into the project.
      """,
    needsMedia: true,
    examples: [
      .usingPackage(.missing, gives: ["the package 'titles' is not on this machine"]), .usingPackage(),
    ])
}
