import Basics

extension Command {
  static let limits = Command(
    "limits", "Prints all limits and what happens beyond them.",
    details: """
      Limits keep checking fast and bound the cost of hostile files. They are far above ordinary use. \
      Nothing is truncated at a limit without a message.
      """,
    arguments: [jsonArgument],
    examples: [Example("limits", "Prints text."), Example("limits --json", "Prints JSON.")]
  ) { values in
    let printsJSON = try values[jsonArgument]
    try Console.print(printsJSON ? Limit.json.indentedText : Limit.text)
    return .done
  }
}
