private let subject = Argument<String?>.optionalPositional(
  .text("COMMAND"), "The command that the page is about; the program itself without one.")

extension Command {
  static let manual = Command(
    "manual", "Prints a manual page.",
    details: """
      The page is text for the program man, made from what `--help` shows. `man -l -` shows it; saved as \
      share/man/man1/editc-render.1 beside a folder bin of the PATH, `man editc-render` finds it.
      """,
    arguments: [subject],
    examples: [
      Example("manual render", "The page of `editc render`; `editc manual render | man -l -` shows it.")
    ]
  ) { values in
    try Console.print(try values[subject].map { editc.manual(of: try editc.command($0)) } ?? editc.manual)
    return .done
  }
}
