extension DiagnosticID {
  package static let launchBesideScripts = DiagnosticID(
    "launch-beside-scripts", .error, "Launchers that start unasked",
    explanation: """
      `launch` in an `editc.yaml` starts the commands of launchers in every render. A file beside scripts can come from \
      anybody, together with the scripts, so it can only give names to launchers; the command line chooses one: \
      `--launch @farm`. Your own configuration, `~/.config/editc/editc.yaml`, can have `launch`, for launchers of its own.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        settings: """
          settings: 1
          launchers:
            farm: x4 ssh render1 editc worker
          launch: farm
          """,
        gives: ["`launch` is not allowed beside scripts: it would start commands unasked"]),
      RuleExample(
        settings: """
          settings: 1
          launchers:
            farm: x4 ssh render1 editc worker
          """),
    ])
}
