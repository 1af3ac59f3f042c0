import Basics
import Export
import Processes
import ScriptWriting
import Workspace

private let output = Argument.option(
  "output", short: "o", .file("FILE", extensions: ["edit"]),
  "The script to write; `-` prints it.", default: "film.edit", shown: "film.edit")

extension Command {
  static let initialize = Command(
    "init", "Writes a starter script from media files.",
    details: """
      Puts the files in order: clips and pictures into the timeline, audio files into the audio list, on a \
      canvas that suits them. Comments explain each line and suggest what to try next. Nothing is rendered. \
      An existing script is overwritten only with --force.

      Lint findings in the new script, such as media that cannot be rendered yet, are reported at once.

      Exits with 0 if the script is written, 65 or 66 if a file cannot be used, and 73 if the script already \
      exists.
      """,
    arguments: [draftMediaArgument, output, forceArgument, sandboxArgument],
    examples: [
      Example("init footage/*.mp4 song.m4a", "Writes film.edit, with the song under the clips."),
      Example("init -o - beach.mp4", "Prints the script instead of writing it."),
    ]
  ) { values in
    let paths = try values[draftMediaArgument]
    let output = try values[output]
    let replacesExisting = try values[forceArgument]
    let inspector = try confinedInspector(values)
    if output != "-", !output.hasSuffix(".edit") {
      throw UsageError(
        .other("--output: expected a file ending in .edit, found '\(output)'"), command: "init")
    }
    let target = OutputTarget(path: output, replacesExisting: replacesExisting)
    if output != "-" { try target.check(sparing: paths.compactMap { FileIdentity(ofFileAt: $0) }) }
    let folder = output == "-" ? "." : Processes.folder(of: output)
    let media = try draftMedia(paths, forScriptIn: folder, inspector)
    let name = output == "-" ? "film.edit" : output
    let text = FirstScript(named: name, from: media).text
    if output == "-" {
      try Console.print(text)
    } else {
      try target.publish(Array(text.utf8))
    }
    reportFindings(inDraft: SourceText(name: name, text), media)
    return .done
  }
}
