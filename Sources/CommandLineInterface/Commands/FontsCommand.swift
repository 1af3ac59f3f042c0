import Basics
import Composition
import Drawing
import Export
import Processes
import Rendering

private let output = Argument<String?>.option(
  "output", short: "o", .file("FILE", extensions: SceneFile.extensions),
  "Draws samples into a .svg, .png, .jpg or .webp file instead of printing a list.", group: "Output")

extension Command {
  static let fonts = Command(
    "fonts", "Lists the fonts that a script can name.",
    details: """
      Prints the families that `sans-serif`, `serif` and `monospace` stand for, then each family of this \
      machine with its forms. `font: NAME` in a script draws with a family. A script can also name a font \
      file: `font: titles.otf`.
      """,
    arguments: [
      output, forceArgument, jsonArgument, pictureWidthArgument, themeArgument, scaleArgument, rootArgument,
      sandboxArgument,
    ],
    examples: [
      Example("fonts", "Lists all families."),
      Example("fonts -o fonts.png", "Draws a sample of each family."),
    ], isConfined: true
  ) { values in
    let file = try values[output].map { path in
      try SceneFile(
        path: path, replacesExisting: try values[forceArgument], scale: try values[scaleArgument],
        root: try rootFolder(values))
    }
    let printsJSON = try values[jsonArgument]
    if file != nil, printsJSON {
      throw UsageError(.other("use either -o FILE or --json"), command: "fonts")
    }
    try file?.target.check(sparing: [])
    try Confinement.enter(
      try values[sandboxArgument], reading: [String](), writing: file.map { [$0.target] } ?? [])
    guard let catalog = FontLookup()?.catalog, !catalog.families.isEmpty else { throw CommandFailure.noFont }
    if let file {
      let fonts = try sceneFonts()
      let scene = catalog.scene(
        width: Double(try values[pictureWidthArgument]), theme: try values[themeArgument].colors,
        ruler: fonts.ruler)
      try file.write(scene, pictures: [:], fonts: fonts)
    } else {
      try Console.print(printsJSON ? catalog.json.indentedText : catalog.text)
    }
    return .done
  }
}

extension FontCatalog {
  fileprivate var text: String {
    let width = (generic.map(\.name.count) + families.map(\.name.count)).max() ?? 0
    func line(_ name: String, _ value: String) -> String {
      name + String(repeating: " ", count: width - name.count + 2) + value + "\n"
    }
    return generic.map { line($0.name, $0.family) }.joined() + "\n"
      + families.map { line($0.name, $0.forms.map(\.name).joined(separator: ", ")) }.joined()
  }

  fileprivate var json: JSONValue {
    .members([
      "generic": .array(
        generic.map { .members(["name": .string($0.name), "family": .string($0.family)]) }),
      "families": .array(
        families.map { family in
          .members([
            "name": .string(family.name), "forms": .array(family.forms.map { .string($0.name) }),
          ])
        }),
    ])
  }

  /// One row for each family: its name, and a sample.
  fileprivate func scene(width: Double, theme: LookingTheme, ruler: TextRuler) -> Scene {
    let (margin, row) = (24.0, 44.0)
    let label = SceneTextStyle(size: 13)
    let names = families.map { family in
      let meanings = generic.filter { $0.family == family.name }.map(\.name)
      return meanings.isEmpty ? family.name : "\(family.name) (\(meanings.joined(separator: ", ")))"
    }
    let labels = min(0.4 * width, (names.map { ruler.width($0, label) }.max() ?? 0) + margin)
    var scene = Scene(
      width: width, height: 2 * margin + row * Double(families.count), background: theme.background,
      title: "Fonts")
    for (index, family) in families.enumerated() {
      let baseline = margin + row * Double(index) + 30
      if index > 0 {
        let y = margin + row * Double(index)
        scene.elements.append(
          .path(
            ScenePath(
              [ScenePoint(margin, y), ScenePoint(width - margin, y)], stroke: SceneStroke(theme.faintLine))))
      }
      let style = SceneTextStyle(size: 24, family: family.name)
      let texts = [
        (ruler.fitting(names[index], label, into: labels - margin / 2), margin, label, theme.mutedText),
        (
          ruler.fitting(family.sample, style, into: width - 2 * margin - labels), margin + labels, style,
          theme.text
        ),
      ]
      for case (let words?, let x, let style, let color) in texts {
        scene.elements.append(.text(SceneText(words, x: x, baseline: baseline, style: style, color: color)))
      }
    }
    return scene
  }
}

extension FontForm {
  fileprivate var name: String {
    switch (isBold, isItalic) {
    case (false, false): "regular"
    case (true, false): "bold"
    case (false, true): "italic"
    case (true, true): "bold italic"
    }
  }
}
