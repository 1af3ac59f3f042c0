import Composition
import Drawing
import Export
import FilmComparison
import LibAV
import Lowering
import Processes
import Workspace

private let output = Argument.required(
  "output", short: "o", .file("FILE", extensions: SceneFile.extensions),
  "The .svg, .png, .jpg or .webp file.", group: "Output")

/// The theme of a drawing.
enum TimelineThemeName: String, CaseIterable, Sendable {
  case light
  case dark

  var theme: TimelineTheme { self == .light ? .light : .dark }
}

let themeArgument = Argument<TimelineThemeName>.option(
  "theme", .word("THEME"), "Colours: `light` or `dark`.", default: .light, shown: "light",
  group: "Drawing")

let pictureWidthArgument = Argument<Int>.option(
  "width", .integer("PIXELS", 480...8000), "Width of the picture; the height follows from the content.",
  default: 1200, shown: "1200", group: "Drawing")

extension Command {
  static let timeline = Command(
    "timeline", "Draws the timeline of a film.",
    details: """
      Draws timeline, overlays, audio items and subtitles as lanes under a ruler: items with their names, \
      first and last pictures, opacity and volume over time, transitions, and the segments that a render \
      would reuse or encode. Films with many items wrap into several rows, like text. If there are several \
      outputs, the first one or the one named by --only is drawn.

      If media are missing, items have no pictures. Items of unknown length get a placeholder length and a \
      dashed edge; no times are shown after the first of them.
      """,
    arguments: [
      scriptArgument, output, forceArgument, themeArgument, pictureWidthArgument, shownOutputArgument,
    ] + VariableRequest.arguments + [
      noMediaArgument, cacheArgument, noCacheArgument, rootArgument, sandboxArgument,
    ],
    examples: [
      Example("timeline holiday.edit -o holiday.svg", "Draws a picture for a browser."),
      Example(
        "timeline holiday.edit -o holiday.png --theme dark --width 1600", "Draws pixels for a dark page."),
    ], isConfined: true
  ) { values in
    let request = TimelineRequest(
      plan: PlanRequest(
        script: try values[scriptArgument], variables: try VariableRequest(values, command: "timeline"),
        only: OutputChoice(try values[shownOutputArgument]), cache: try values[cacheArgument],
        usesCache: try !values[noCacheArgument],
        root: try rootFolder(values), sandbox: try values[sandboxArgument],
        inspector: try confinedInspector(values)),
      output: try values[output], replacesExisting: try values[forceArgument],
      looksAtMedia: try !values[noMediaArgument],
      style: TimelineStyle(
        theme: try values[themeArgument].theme, width: Double(try values[pictureWidthArgument]),
        showsPictures: try !values[noMediaArgument]))
    return try request.run()
  }
}

private struct TimelineRequest {
  let plan: PlanRequest
  let output: String
  let replacesExisting: Bool
  let looksAtMedia: Bool
  let style: TimelineStyle

  func run() throws -> ExitCode {
    let file = try SceneFile(path: output, replacesExisting: replacesExisting, root: plan.root)
    guard let script = try TimelineScript.read(plan, looksAtMedia: looksAtMedia) else { return .findings }
    try file.target.check(sparing: Array(script.compilation.media.identities.values))
    try Confinement.enter(
      plan.sandbox, reading: [script.film.composition].compactMap(\.self), writing: [file.target])
    let fonts = try sceneFonts()
    let film = TimelineFilm(script.film, name: lastComponent(of: plan.script), plan: script.plan)
    let scene = film.content.scene(style, ruler: fonts.ruler)
    var thumbnails = TimelineThumbnails()
    if let composition = script.film.composition {
      thumbnails.add(scene.images, of: composition, from: film.pictures)
    }
    for problem in thumbnails.problems { Console.complain(problem) }
    try file.write(scene, pictures: thumbnails.pictures, fonts: fonts)
    return .done
  }
}

/// The fonts of this machine for text in drawings.
func sceneFonts() throws -> SceneFonts {
  do throws(TextFailure) { return try SceneFonts() } catch { throw CommandFailure.noFont }
}

extension CommandFailure {
  static var noFont: CommandFailure {
    CommandFailure(
      .unavailable, "this machine has no font to draw text with; install one, such as fonts-inter")
  }
}
