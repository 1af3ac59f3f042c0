extension DiagnosticID {
  package static let changedPackage = DiagnosticID(
    "changed-package", .error, "A package was changed here",
    explanation: """
      The files of the package are not those that `editc fetch` wrote. Another machine would fetch the original \
      and make another film. Remove the folder and fetch the package again. To change its scripts, copy them \
      into the project and use that folder.
      """,
    needsMedia: true,
    examples: [
      .usingPackage(
        .changed,
        gives: ["the package 'titles' was changed after it was fetched: 'title.edit' has other bytes"]),
      .usingPackage(),
    ])
}
