import Basics

extension Command {
  static let limits = Command(
    "limits", "Prints every limit, and what happens beyond it.",
    details: """
      Limits keep checking fast and a hostile file small. They are far above what people write; nothing is ever \
      cut off at one without a word.
      """,
    arguments: [jsonArgument],
    examples: [Example("limits", "For people."), Example("limits --json", "For programs.")]
  ) { values throws(UsageError) in
    let printsJSON = try values[jsonArgument]
    return carryOut { () throws(CommandFailure) in
      try Console.print(printsJSON ? Limit.json.indentedText : Limit.text)
      return .done
    }
  }
}
