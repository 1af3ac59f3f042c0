import Basics
import EditScript
import Rendering
import Scene

extension TimelineThemeName {
  /// The same colours for other drawings.
  var colors: LookingTheme { self == .light ? .light : .dark }
}

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
