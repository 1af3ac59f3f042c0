import EditScript
import EditTime
import Looking
import Scene

/// Light or dark, for drawings.
enum PictureTheme: String, CaseIterable, Sendable {
  case light
  case dark

  var colors: LookingTheme {
    switch self {
    case .light: .light
    case .dark: .dark
    }
  }
}

let themeArgument = Argument.option(
  "theme", .word("NAME", of: PictureTheme.self), "The colours of the drawing: `light` or `dark`.",
  default: .light, shown: "light")

let backgroundArgument = Argument<Located<ColorValue>?>.option(
  "background", .scriptValue("COLOUR", ValueGrammar<ColorValue>.color),
  "What the drawing stands on, instead of the theme's colour.")

let scaleArgument = Argument.option(
  "scale", .integer("N", 1...4),
  "How many pixels of the file each pixel of the drawing has a side, for dense screens.",
  default: 1, shown: "1")

extension SceneColor {
  init(_ color: ColorValue) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }
}
