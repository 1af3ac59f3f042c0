import Basics
import ScriptWriting
import Workspace

extension Command {
  static let suggest = Command(
    "suggest", "Suggests outputs that suit media files.",
    details: """
      Prints an `outputs:` block to paste into a script: a file to keep, a file to share, and a small one if \
      the media are large. Size, frame rate and bit rate never exceed those of the media. Media without \
      sound get outputs without sound.
      """,
    arguments: [draftMediaArgument, jsonArgument, sandboxArgument],
    examples: [Example("suggest footage/*.mp4 >> film.edit", "Adds outputs to a script that has none.")]
  ) { values in
    let paths = try values[draftMediaArgument]
    let printsJSON = try values[jsonArgument]
    let inspector = try confinedInspector(values)
    let outputs = SuggestedOutput.outputs(
      for: try draftMedia(paths, forScriptIn: ".", inspector), named: "out/film")
    try Console.print(
      printsJSON
        ? JSONValue.members(["outputs": .array(outputs.map(\.json))]).indentedText
        : SuggestedOutput.script(outputs))
    return .done
  }
}
