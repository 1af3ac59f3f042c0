private let scripts = Argument.positionals(
  .file("FILE", extensions: ["edit"]),
  "Scripts, settings and folders to search for them; `-` formats standard input to standard output. Default: all "
    + "`*.edit` and `editc.yaml` files in and below the working folder.",
  atLeast: 0)
private let check = Argument.flag(
  "check", "Writes nothing; lists the files that are not formatted.")
private let showsDifferences = Argument.flag("diff", "Writes nothing; prints the changes as a patch.")

extension Command {
  static let format = Command(
    "fmt", "Formats scripts and settings.",
    details: """
      Normalises whitespace, quoting, values and key order, as grammar/README.md in the project describes. \
      Comments stay where they belong, and the result is re-parsed before writing, so formatting never \
      changes meaning. Files that are already formatted, or are not valid YAML, are not written.

      Exits with 0 if all scripts are formatted afterwards; with 1 if a script is not valid YAML or, with \
      --check or --diff, not formatted; and with 66 if a script cannot be opened. The other scripts are \
      still processed.
      """,
    arguments: [scripts, check, showsDifferences],
    examples: [
      Example("fmt", "Formats all scripts of a project."),
      Example("fmt --check", "For CI: prints nothing if all scripts are formatted."),
      Example("fmt --diff holiday.edit", "Shows the changes."),
    ]
  ) { values in
    let scripts = try scriptFiles(named: try values[scripts], command: "fmt")
    let action: FormatRun.Action =
      try values[showsDifferences] ? .showDifferences : values[check] ? .nameScripts : .write
    var run = FormatRun(scripts, action)
    return try run.carryOut()
  }
}
