private let scripts = Argument.positionals(
  .file("FILE", extensions: ["edit"]),
  "Scripts, and folders to search for them; `-` reads one from standard input and prints it. Without any, every "
    + "`*.edit` below the working folder.",
  atLeast: 0)
private let check = Argument.flag(
  "check", "Writes nothing; names the scripts that are not in their usual form.")
private let showsDifferences = Argument.flag("diff", "Writes nothing; prints what would change, as a patch.")

extension Command {
  static let format = Command(
    "fmt", "Brings scripts into their usual form.",
    details: """
      Blanks, indentation, empty lines, quotes, the order of keys and the spelling of values get one form, which \
      grammar/README.md in the project describes. Comments stay with what they are about, and what a script means \
      never changes: editc reads the new text before it writes it. A script that is in its usual form is not \
      touched; one that cannot be read as YAML is left alone.

      Exits with 0 when every script is in its usual form afterwards, with 1 when one cannot be read as YAML, \
      or with --check and --diff is not in its usual form, and with 66 when one could not be opened; the others \
      are looked at all the same.
      """,
    arguments: [scripts, check, showsDifferences],
    examples: [
      Example("fmt", "Formats all scripts of a project."),
      Example("fmt --check", "For a pipeline: prints nothing where all is well."),
      Example("fmt --diff holiday.edit", "Shows what would change."),
    ]
  ) { values throws(UsageError) in
    let scripts = try scriptFiles(named: try values[scripts], command: "fmt")
    let action: FormatRun.Action =
      try values[showsDifferences] ? .showDifferences : values[check] ? .nameScripts : .write
    return carryOut { () throws(CommandFailure) in
      var run = FormatRun(scripts, action)
      return try run.carryOut()
    }
  }
}
