extension DiagnosticID {
  package static let launchBesideScripts = DiagnosticID(
    "launch-beside-scripts", .error, "Launch setting beside scripts",
    explanation: """
      `launch` in an `editc.yaml` runs the commands of launchers in every render. A file beside scripts \
      may come from anyone, together with the scripts, so it can only name launchers; the command line \
      selects one: `--launch @farm`. Your own configuration, `~/.config/editc/editc.yaml`, may contain \
      `launch` for launchers that it defines.
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
        gives: ["`launch` is not allowed beside scripts: it would run commands unasked"]),
      RuleExample(
        settings: """
          settings: 1
          launchers:
            farm: x4 ssh render1 editc worker
          """),
    ])
}
