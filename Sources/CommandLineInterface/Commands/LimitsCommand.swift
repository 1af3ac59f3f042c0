import Basics

extension Command {
  static let limits = Command(
    "limits", "Prints all limits, and what happens beyond them.",
    details: """
      Limits keep checking fast and the effect of a hostile file small. They are far above ordinary use. Nothing is \
      cut off at a limit without a message.
      """,
    arguments: [jsonArgument],
    examples: [Example("limits", "As text."), Example("limits --json", "As JSON.")]
  ) { values in
    let printsJSON = try values[jsonArgument]
    try Console.print(printsJSON ? Limit.json.indentedText : Limit.text)
    return .done
  }
}
