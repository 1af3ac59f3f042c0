extension DiagnosticID {
  package static let launchBesideScripts = DiagnosticID(
    "launch-beside-scripts", .error, "Setting reserved for your own configuration",
    explanation: """
      `launch` in an `editc.yaml` runs the commands of launchers in every render. A file beside scripts \
      may come from anyone, together with the scripts, so it can only name launchers; the command line \
      selects one: `--launch @farm`. Your own configuration, `~/.config/editc/editc.yaml`, may contain \
      `launch` for launchers that it defines.

      The same applies to `editor`, which the page of `editc preview` runs, to `recognizers`, which \
      `editc words` runs, and to `private`, which lets scripts fetch media from servers of your own network.
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
          editor: [code, --goto, "{file}:{line}"]
          """,
        gives: ["`editor` is not allowed beside scripts: it would run a command of others"]),
      RuleExample(
        settings: """
          settings: 1
          recognizers: {whisper: [whisper-to-json, small]}
          """,
        gives: ["`recognizers` is not allowed beside scripts: it would run a command of others"]),
      RuleExample(
        settings: """
          settings: 1
          private: [nas.local]
          """,
        gives: [
          "`private` is not allowed beside scripts: it would open your own network to scripts of others"
        ]),
      RuleExample(
        settings: """
          settings: 1
          launchers:
            farm: x4 ssh render1 editc worker
          """),
    ])
}
