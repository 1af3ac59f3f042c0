private let subject = Argument<String?>.optionalPositional(
  .text("COMMAND"), "The command to describe. Default: the program itself.")

extension Command {
  static let manual = Command(
    "manual", "Prints a manual page.",
    details: """
      Prints the content of `--help` as a page for `man`. `man -l -` shows it. If it is saved as \
      share/man/man1/editc-render.1 beside a bin folder in PATH, `man editc-render` finds it.
      """,
    arguments: [subject],
    examples: [
      Example("manual render", "Prints the page of `editc render`; pipe it into `man -l -` to read it.")
    ]
  ) { values in
    try Console.print(try values[subject].map { editc.manual(of: try editc.command($0)) } ?? editc.manual)
    return .done
  }
}
