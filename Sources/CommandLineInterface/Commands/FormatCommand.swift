private let scripts = Argument.positionals(
  .file("FILE", extensions: ["edit"]),
  "Scripts, settings, and folders to search for them; `-` reads a script from standard input and prints it. Default: all "
    + "`*.edit` and `editc.yaml` files in the working folder and below.",
  atLeast: 0)
private let check = Argument.flag(
  "check", "Writes nothing; lists the scripts that are not formatted.")
private let showsDifferences = Argument.flag("diff", "Writes nothing; prints the changes as a patch.")

extension Command {
  static let format = Command(
    "fmt", "Formats scripts and settings.",
    details: """
      Spaces, indentation, empty lines, quotes, the order of keys and the spelling of values get one form, which \
      grammar/README.md in the project describes. Comments stay with the lines that they describe. The meaning of a \
      script never changes: editc reads the new text before it writes it. A script that is formatted already, or \
      is not valid YAML, is not written.

      Exits with 0 if all scripts are formatted afterwards; with 1 if a script is not valid YAML or, with --check \
      or --diff, not formatted; and with 66 if a script cannot be opened. The other scripts are processed all the \
      same.
      """,
    arguments: [scripts, check, showsDifferences],
    examples: [
      Example("fmt", "Formats all scripts of a project."),
      Example("fmt --check", "For a pipeline: prints nothing if all scripts are formatted."),
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
