import Basics
import Composition
import ScriptWriting
import Workspace

private let preset = Argument<OutputPreset?>.option(
  "preset", .word("NAME"),
  "Suggests the output of this preset, with its settings for these media written out.")

extension Command {
  static let suggest = Command(
    "suggest", "Suggests outputs that suit media files.",
    details: """
      Prints an `outputs:` block to paste into a script: a file to keep, a file to share, and a small one if \
      the media are large. Size, frame rate and bit rate never exceed those of the media. Media without \
      sound get outputs without sound.

      With --preset, prints the output of a preset instead, with what it means for these media: size, frame \
      rate, bit rates and, for HDR media, HEVC in their colours if the destination accepts it.
      """,
    arguments: [draftMediaArgument, preset, jsonArgument, sandboxArgument],
    examples: [
      Example("suggest footage/*.mp4 >> film.edit", "Adds outputs to a script that has none."),
      Example("suggest --preset youtube-1080p footage/*.mp4", "Shows what a preset means for these clips."),
    ]
  ) { values in
    let paths = try values[draftMediaArgument]
    let printsJSON = try values[jsonArgument]
    let inspector = try confinedInspector(values)
    let chosen = try values[preset]
    let media = try draftMedia(paths, forScriptIn: ".", inspector)
    var outputs = SuggestedOutput.outputs(for: media, named: "out/film")
    if let chosen {
      guard let output = SuggestedOutput.output(for: media, as: chosen, named: "out/film") else {
        throw CommandFailure(
          .badData,
          chosen == .passthrough
            ? "--preset passthrough: its files have the settings of the media, which are copied"
            : "--preset \(chosen.rawValue): the media have no "
              + (chosen.isSoundOnly ? "sound" : "picture"))
      }
      outputs = [output]
    }
    try Console.print(
      printsJSON
        ? JSONValue.members(["outputs": .array(outputs.map(\.json))]).indentedText
        : SuggestedOutput.script(outputs))
    return .done
  }
}
